//! `okiya report` from outside.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::support::{GARDEN, LATE, Run, WON, feed, finish, hanamachi, run};
use hanamachi_solver::okiya::population::{Combination, JointSample};
use serde_json::Value;

/// A record that o resigned, with tags that try to be markup and shell.
const HOSTILE: &str = "[Garden \"05af/b4c1/27d8/3e96\"] [Result \"x\"] [Ending \"resignation\"] \
                       [X \"O'Brien <script>alert(1)</script>\"] [O \"$(true) & `true` | **b**\"] a2 c1";

/// A game with a mistake.
const MISTAKEN: &str = "05af/b4c1/27d8/3e96 moves a2 c1 d3 c2";

fn report(flags: &str, item: &str) -> Run {
    finish(hanamachi(&format!("okiya report {flags}")).arg(item))
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_else(|| panic!("{key}: {row}"))
}

/// The rows of a sheet by column.
fn rows(csv: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().map(Result::unwrap).collect()
}

/// The moves that `okiya solve` gives for a position, by cell: outcome, score, ending, replies and line.
fn solved(position: &str, full: &str) -> BTreeMap<String, Value> {
    let object =
        finish(hanamachi(&format!("okiya solve --lines --json --full {full}")).arg(position)).object();
    let moves = object["moves"].as_array().unwrap().iter();
    moves.map(|of| (text(of, "move").to_owned(), of.clone())).collect()
}

fn assert_same_moves(rows: &[Value], solved: &BTreeMap<String, Value>) {
    assert_eq!(rows.len(), solved.len());
    for row in rows {
        let expected = &solved[text(row, "move")];
        for key in ["outcome", "score", "tiles_left", "plies_to_end", "ending", "line"] {
            assert_eq!(row[key], expected[key], "{key} of {row}");
        }
        assert_eq!(row["reply_count"], expected["replies"], "{row}");
    }
}

#[test]
fn the_sheet_says_of_every_ply_what_the_solver_says() {
    for full in ["draw", "last"] {
        let sheet = report(&format!("--json --full {full}"), GARDEN).object();
        assert_eq!(sheet["schema"], "okiya.garden_report/1");
        assert_eq!(sheet["rules"], format!("full={full}"));
        let openings = sheet["openings"].as_array().unwrap();
        assert_same_moves(openings, &solved(GARDEN, full));
        for opening in openings.iter().step_by(5) {
            let after = format!("{GARDEN} moves {}", text(opening, "move"));
            let replies = opening["next"].as_array().unwrap();
            assert_same_moves(replies, &solved(&after, full));
            for reply in replies.iter().step_by(4) {
                let after = format!("{after} {}", text(reply, "move"));
                assert_same_moves(reply["next"].as_array().unwrap(), &solved(&after, full));
            }
        }
    }
}

#[test]
fn what_moves_keep_follows_from_their_scores() {
    let sheet = report("--json", GARDEN).object();
    let openings = sheet["openings"].as_array().unwrap();
    let replies = openings.iter().map(|opening| opening["next"].as_array().unwrap());
    let mut only = 0;
    for group in std::iter::once(openings).chain(replies) {
        let best = group.iter().map(|row| row["score"].as_i64().unwrap()).max().unwrap();
        let keeping: Vec<&Value> =
            group.iter().filter(|row| row["score"].as_i64().unwrap().signum() == best.signum()).collect();
        for row in group {
            let score = row["score"].as_i64().unwrap();
            let keeps = if score == best {
                "best"
            } else if score.signum() == best.signum() {
                "kept"
            } else {
                "lost"
            };
            assert_eq!(row["keeps"], keeps, "{row}");
            let alone = keeping.len() == 1 && group.len() > 1 && keeps == "best";
            assert_eq!(row["only_move"], alone, "{row}");
            only += usize::from(alone);
        }
    }
    let plies = sheet["plies"].as_array().unwrap();
    let counted: u64 = plies[..2].iter().map(|ply| ply["only_moves"].as_u64().unwrap()).sum();
    assert_eq!(counted, only as u64);
}

#[test]
fn the_twins_of_a_sheet_agree() {
    let object = report("--json", GARDEN).object();
    let csv = rows(&report("--format csv", GARDEN).stdout);
    let mut flat = Vec::new();
    for opening in object["openings"].as_array().unwrap() {
        flat.push(opening);
        for reply in opening["next"].as_array().unwrap() {
            flat.push(reply);
            flat.extend(reply["next"].as_array().unwrap());
        }
    }
    assert_eq!(csv.len(), flat.len());
    let path = |after: &str, of: &str| format!("{after} {of}").trim().to_owned();
    let by_path: BTreeMap<String, _> =
        csv.iter().map(|row| (path(&row["after"], &row["move"]), row)).collect();
    assert_eq!(by_path.len(), flat.len());
    for row in flat {
        let after: Vec<&str> =
            row["after"].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
        let twin = by_path[&path(&after.join(" "), text(row, "move"))];
        for key in ["ply", "score", "tiles_left", "plies_to_end", "reply_count", "only_move"] {
            assert_eq!(twin[key], row[key].to_string(), "{key} of {row}");
        }
        for key in ["tile", "outcome", "ending", "keeps", "player"] {
            assert_eq!(twin[key], text(row, key));
        }
        assert_eq!(twin["trap_like"], row["trap_like"].as_str().unwrap_or_default());
        let line: Vec<&str> =
            row["line"].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
        assert_eq!(twin["line"], line.join(" "));
    }
    let markdown = report("--format markdown", GARDEN).stdout;
    let html = report("", GARDEN).stdout;
    for opening in object["openings"].as_array().unwrap() {
        let of = text(opening, "move");
        let line: Vec<&str> =
            opening["line"].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
        assert!(markdown.contains(&line.join(" ")), "{of}");
        assert!(html.contains(&format!("Best play after {of}: {}", line.join(" "))), "{of}");
    }
}

#[test]
fn every_opening_stands_on_the_map_with_its_sign() {
    let object = report("--json", GARDEN).object();
    let html = report("", GARDEN).stdout;
    let map =
        html.split("aria-label=\"The twelve openings for x.").nth(1).unwrap().split("</svg>").next().unwrap();
    for opening in object["openings"].as_array().unwrap() {
        let tiles = &opening["tiles_left"];
        let sign = match text(opening, "outcome") {
            "win" => format!("+{tiles}"),
            "draw" => "=".to_owned(),
            _ => format!("\u{2212}{tiles}"),
        };
        assert!(map.contains(&format!("{} {sign}", text(opening, "move"))), "{opening}");
        let cell = map
            .split("<g class=")
            .find(|cell| cell.contains(&format!(">{}<", text(opening, "tile"))))
            .unwrap();
        assert!(
            cell.contains(&format!(">{sign}<"))
                && cell.starts_with(&format!("\"{}", text(opening, "outcome")))
        );
    }
}

#[test]
fn the_review_agrees_with_okiya_review() {
    for (game, full) in [(WON, "draw"), (LATE, "last")] {
        let page = report(&format!("--json --full {full}"), game).object();
        let review = finish(hanamachi(&format!("okiya review --json --full {full}")).arg(game)).object();
        assert_eq!(page["schema"], "okiya.game_report/1");
        let (made, expected) = (page["moves"].as_array().unwrap(), review["moves"].as_array().unwrap());
        assert_eq!(made.len(), expected.len());
        for (row, expected) in made.iter().zip(expected) {
            for key in [
                "ply",
                "player",
                "move",
                "legal",
                "score_before",
                "score_after",
                "score_loss",
                "mark",
                "outcome_after",
            ] {
                assert_eq!(row[key], expected[key], "{key} of {row}");
            }
            let gave = row["score_loss"].as_i64().unwrap() > 0;
            assert_eq!(row["better"]["move"].as_str(), gave.then(|| text(expected, "best")));
            assert_eq!(row["refutation"]["line"], expected["refutation"], "{row}");
        }
        for (index, player) in ["x", "o"].into_iter().enumerate() {
            for key in ["mistakes", "only_moves", "score_loss"] {
                assert_eq!(page["players"][index][key], review[player][key], "{player} {key}");
            }
        }
        let csv = rows(&report(&format!("--format csv --full {full}"), game).stdout);
        assert!(
            csv.iter()
                .zip(made)
                .all(|(twin, row)| twin["score_for_x"].parse::<i64>().ok() == row["score_for_x"].as_i64())
        );
        assert_eq!(csv.len(), made.len());
    }
}

#[test]
fn texts_of_a_record_stay_texts() {
    let page = report("", HOSTILE);
    assert_eq!(page.code, 0, "{page:?}");
    assert!(!page.stdout.contains("<script"), "{}", page.stdout);
    assert!(page.stdout.contains("&lt;script&gt;"));
    assert!(page.stdout.contains("o has resigned: x has won."));
    let markdown = report("--format markdown", HOSTILE).stdout;
    let prose: Vec<&str> = markdown.lines().filter(|line| !line.starts_with("- Command: ")).collect();
    // A backslash escapes the next character.
    let bare = |line: &str| line.replace("\\<", "").replace("\\*", "");
    let is_harmless = |line: &&str| !bare(line).contains("<script") && !bare(line).contains("**b**");
    assert!(prose.iter().all(is_harmless), "{markdown}");
    let object = report("--json", HOSTILE).object();
    assert_eq!(object["players"][0]["name"], "O'Brien <script>alert(1)</script>");
    assert_eq!((&object["ending"], &object["winner"]), (&"resignation".into(), &"x".into()));
}

#[test]
fn a_game_valued_by_another_rule_than_its_record_says_so() {
    let record = "[Garden \"05af/b4c1/27d8/3e96\"] [FullBoard \"last\"] a2 c1";
    for form in ["html", "markdown"] {
        let says = |flags: &str| {
            let page = report(&format!("--format {form} {flags}"), record).stdout;
            page.contains("The record is by the rule full=last; this page values the game by full=draw")
        };
        assert!(says("--full draw") && !says("--full last") && !says(""), "{form}");
    }
}

#[test]
fn the_course_of_a_game_shows_its_marks_and_its_result() {
    let course = |game: &str| {
        let page = report("", game).stdout;
        let chart = page.split("class=\"plot\"").nth(1).unwrap().split("</svg>").next().unwrap().to_owned();
        let shown = |mark: &str| chart.matches(&format!("\n{mark}\n")).count();
        (shown("?"), shown("!"), shown("x wins"), shown("x wins: o resigns"))
    };
    let marks = |game: &str, sign: &str| {
        let moves = report("--json", game).object()["moves"].clone();
        moves.as_array().unwrap().iter().filter(|made| made["mark"] == sign).count()
    };
    for (game, over, resigned) in [(WON, 1, 0), (HOSTILE, 0, 1), (MISTAKEN, 0, 0)] {
        assert_eq!(course(game), (marks(game, "?"), marks(game, "!"), over, resigned), "{game}");
    }
    assert!(marks(WON, "!") > 0 && marks(MISTAKEN, "?") > 0);
}

#[test]
fn a_trap_stands_beside_the_opening_that_it_looks_like() {
    let garden = "PRISMRPT/MSCRMBPB/ITCBIRPS/CTIBCSMT";
    let sheet = report("--json", garden).object();
    let html = report("", garden).stdout;
    let pairs: Vec<&str> = html.split("<li class=\"pair\">").skip(1).collect();
    let openings = sheet["openings"].as_array().unwrap().iter();
    let traps: Vec<&Value> = openings.filter(|row| !row["trap_like"].is_null()).collect();
    assert_eq!(pairs.len(), traps.len());
    for (pair, trap) in pairs.iter().zip(traps) {
        let pair = pair.split("</li>").next().unwrap();
        assert!(pair.contains(&format!("After the trap {}:", text(trap, "move"))), "{trap}");
        assert!(pair.contains(&format!("Best play after {}:", text(trap, "trap_like"))), "{trap}");
    }
}

#[test]
fn rows_say_kind_rules_and_program() {
    let engine = concat!("hanamachi ", env!("CARGO_PKG_VERSION"));
    for (item, full) in [(GARDEN, "draw"), (GARDEN, "last"), (WON, "draw"), (LATE, "last")] {
        for row in rows(&report(&format!("--format csv --full {full}"), item).stdout) {
            assert_eq!((row["kind"].as_str(), row["program"].as_str()), ("proved", engine));
            assert_eq!(row["rules"], format!("full={full}"));
        }
        assert_eq!(report(&format!("--json --full {full}"), item).object()["kind"], "proved");
    }
}

/// Runs the command that a page names, in a shell.
fn again(folder: &Path, page: &str) -> String {
    let command = page.split("<code class=\"command\">").nth(1).unwrap().split("</code>").next().unwrap();
    let entities =
        [("&#x27;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#x2f;", "/"), ("&amp;", "&")];
    let command = entities.iter().fold(command.to_owned(), |text, (from, to)| text.replace(from, to));
    let bin = assert_cmd::cargo::cargo_bin!("hanamachi").parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&path))).unwrap();
    let mut shell = assert_cmd::Command::new("sh");
    let run =
        finish(shell.args(["-c", &format!("{command} --threads 1")]).env("PATH", path).current_dir(folder));
    assert_eq!(run.code, 0, "{command}: {}", run.stderr);
    run.stdout
}

#[test]
fn the_command_on_a_page_makes_the_page_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let record = folder.path().join("game.txt");
    fs::write(&record, HOSTILE).unwrap();
    let record = record.to_str().unwrap();
    for (flags, item) in [
        ("--full last", GARDEN),
        ("--seed 7", "random"),
        ("--link All=../index.html --link Web=https://example.org", GARDEN),
        ("", WON),
        ("", record),
        ("", "05af/b4c1/27d8/3e96_moves"),
        ("--full last", "MSCTPBIR / PRCSISMT / MBCRITPS / MRIBPTCB"),
    ] {
        let mut command = hanamachi(&format!("okiya report {flags} --threads 2 --force -o"));
        let run = finish(command.arg(&file).arg(item));
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{item}: {}", run.stderr);
        let page = fs::read_to_string(&file).unwrap();
        assert_eq!(page, again(folder.path(), &page), "{item}");
        assert_eq!(page.contains(">All</a></li>"), flags.contains("--link"), "{flags}");
        for twin in ["md", "csv"] {
            assert!(file.with_extension(twin).exists());
        }
    }
    // A seed that was drawn is on the page too.
    let page = run("okiya report random");
    assert_eq!(page.code, 0);
    assert_eq!(page.stdout, again(folder.path(), &page.stdout));
}

#[test]
fn extremes_have_pages() {
    for item in [
        "0123/4567/89ab/cdef",
        "05af/b4c1/27d8/3e96 moves",
        "05af/b4c1/27d8/3e96 moves a1",
        "05af/b4c1/27d8/3e96 4/4/4/4 - x",
        "[Garden \"05af/b4c1/27d8/3e96\"]",
        WON,
    ] {
        for form in ["html", "markdown", "csv"] {
            let page = report(&format!("--format {form}"), item);
            assert_eq!((page.code, page.stderr.as_str()), (0, ""), "{item} {form}");
            assert!(page.stdout.ends_with('\n') && !page.stdout.contains("{{"), "{item} {form}");
        }
    }
    let won = report("--json", WON).object();
    assert!(won["now"].is_null() && won["over"] == true, "{won}");
    let fresh = report("--json", "05af/b4c1/27d8/3e96 moves").object();
    assert_eq!((fresh["moves"].as_array().unwrap().len(), fresh["now"]["player"].as_str()), (0, Some("x")));
}

#[test]
fn a_sheet_tells_class_and_symmetries() {
    let sheet = report("--json", "0123/4567/89ab/cdef").object();
    let class = finish(hanamachi("okiya solve --show class --json").arg("0123/4567/89ab/cdef")).object();
    assert_eq!(sheet["class"]["class"], class["class"]);
    assert_eq!(sheet["class"]["to_class"], class["to_class"]);
    assert_eq!(sheet["class"]["own_symmetries"].as_array().unwrap().len(), 8);
    assert_eq!(sheet["class"]["size"], 9216 / 8);
    // Cells that a symmetry exchanges are worth the same.
    let openings = sheet["openings"].as_array().unwrap();
    let of = |cell: &str| &openings.iter().find(|row| row["move"] == cell).unwrap()["score"];
    let corners: BTreeSet<String> = ["a1", "d1", "a4", "d4"].map(|cell| of(cell).to_string()).into();
    assert_eq!(corners.len(), 1);
}

#[test]
fn the_shares_are_those_of_the_survey_in_results() {
    let survey: Value = serde_json::from_str(include_str!("../solver/report/src/okiya/survey.json")).unwrap();
    for (index, full) in ["draw", "last"].into_iter().enumerate() {
        let sheet = report(&format!("--json --full {full}"), GARDEN).object();
        assert_eq!(sheet["rarity"]["kind"], "estimated");
        assert_eq!(sheet["rarity"]["gardens"], survey["gardens"]);
        let shares = sheet["rarity"]["shares"].as_array().unwrap();
        let winning =
            sheet["openings"].as_array().unwrap().iter().filter(|row| row["outcome"] == "win").count();
        let expected = &survey["results"][index]["winning_openings"][winning];
        let found = shares.iter().find(|row| row["property"] == "winning openings").unwrap();
        for key in ["count", "share", "low", "high"] {
            assert_eq!(found[key], expected[key]);
        }
        let outcomes = survey["results"][index]["outcomes"].as_array().unwrap();
        let expected = outcomes.iter().find(|row| row["outcome"] == sheet["outcome"]).unwrap();
        let found = shares.iter().find(|row| row["property"] == "who wins").unwrap();
        assert_eq!(found["count"], expected["count"]);
        // The total agrees with `okiya solve`.
        let solved = finish(hanamachi(&format!("okiya solve --json --full {full}")).arg(GARDEN)).object();
        let combination = &sheet["rarity"]["combination"];
        assert_eq!(combination.is_null(), full == "last");
        assert_eq!(combination.is_null(), solved["rarity"].is_null());
        for (key, value) in solved["rarity"].as_object().into_iter().flatten() {
            assert_eq!(&combination[key], value, "{key}");
        }
        for form in ["html", "markdown"] {
            let page = report(&format!("--format {form} --full {full}"), GARDEN).stdout;
            assert_eq!(page.contains("All of it together: "), full == "draw", "{form}");
            assert!(combination.is_null() || page.contains(text(combination, "sentence")), "{form}");
        }
    }
}

/// Samples of one seed are nested, so the counts of the smaller one are at most those of the larger one.
#[test]
fn the_joint_counts_in_the_program_are_those_of_the_census_and_the_survey_in_results() {
    let kept = JointSample::kept();
    let counts = kept.counts();
    let sum = |is: &dyn Fn(Combination) -> bool| {
        counts.iter().filter(|&(of, _)| is(of)).map(|(_, count)| count).sum::<u64>()
    };
    let census: Value = serde_json::from_str(include_str!("../results/okiya-census/sample.json")).unwrap();
    let survey: Value = serde_json::from_str(include_str!("../solver/report/src/okiya/survey.json")).unwrap();
    assert_eq!((&census["asked"]["seed"], &survey["seed"]), (&kept.seed().into(), &kept.seed().into()));
    let mut compared = 0;
    let mut compare = |published: &Value, found: u64, of: &Value| {
        let (published, of, gardens) =
            (published["count"].as_u64().unwrap(), of.as_u64().unwrap(), counts.gardens());
        let [(less, smaller), (more, larger)] = if gardens <= of {
            [(found, gardens), (published, of)]
        } else {
            [(published, of), (found, gardens)]
        };
        assert!(less <= more && more - less <= larger - smaller, "{found} of {gardens}, {published} of {of}");
        compared += 1;
    };
    for row in census["outcomes"].as_array().unwrap() {
        compare(row, sum(&|of| of.outcome().word() == text(row, "outcome")), &census["gardens"]);
    }
    for row in census["winning_openings"].as_array().unwrap() {
        let number = row["winning_openings"].as_u64().unwrap();
        compare(row, sum(&|of| of.winning_openings() as u64 == number), &census["gardens"]);
    }
    for row in survey["results"][0]["scores"].as_array().unwrap() {
        let score = row["score"].as_i64().unwrap();
        compare(row, sum(&|of| i64::from(of.score().get()) == score), &survey["gardens"]);
    }
    assert_eq!(compared, 3 + 13 + survey["results"][0]["scores"].as_array().unwrap().len());
}

#[test]
fn what_makes_no_page_is_refused() {
    let position = report("--json", "05af/b4c1/27d8/3e96 2x1/4/4/4 c1 o");
    assert_eq!(position.refusal(3)["code"], "no_page");
    assert_eq!(report("--json", "05af/b4c1/27d8/3e9").code, 3);
    assert_eq!(report("--json", "no-such-file").refusal(3)["code"], "no_text");
    for garden in ["bc39/072a/d6f8/5e44", "bc39/072a/d6f8/5e4", "bc39/072a/d6f8/5e41_moves_a1_q9"] {
        let solve = finish(hanamachi("okiya solve --json").arg(garden));
        let (found, expected) = (report("--json", garden), solve.refusal(3));
        for key in ["code", "message", "field", "column"] {
            assert_eq!(found.refusal(3)[key], expected[key], "{garden} {key}");
        }
    }
    assert_eq!(report("--seed 5", GARDEN).code, 2, "nothing is random about it");
    assert_eq!(report("", "05af/b4c1/27d8/3e96 moves a2 b1").code, 3);
    // Of several games, as of a match, the last one.
    let two = feed("okiya report - --json", format!("{GARDEN}\n{GARDEN} moves a2\n"));
    let one = finish(hanamachi("okiya report --json").arg(format!("{GARDEN} moves a2")));
    assert_eq!((two.code, &two.stdout), (0, &one.stdout));
    assert!(two.stderr.contains("the page is about the last one, which begins on line 2"), "{two:?}");
    assert_eq!(feed("okiya report -", "").code, 3);
    assert_eq!(run("okiya report").code, 2);
    assert_eq!(run("okiya report random --seed 1 --format html -o x.html").code, 2);
    assert_eq!(report("--json --nodes 1", GARDEN).refusal(4)["code"], "limit_reached");
    assert_eq!(report("--memory 1K", GARDEN).code, 7);
    let folder = tempfile::tempdir().unwrap();
    let nowhere = finish(hanamachi("okiya report -o").arg(folder.path().join("nodir/x.html")).arg(GARDEN));
    assert_eq!(nowhere.code, 1);
    assert!(
        nowhere.stderr.contains("nodir does not exist") && !nowhere.stderr.contains(".hanamachi-"),
        "{nowhere:?}"
    );
    let loud = folder.path().join("loud.HTML");
    assert_eq!(finish(hanamachi("okiya report -o").arg(&loud).arg(GARDEN)).code, 0);
    assert!(
        loud.exists() && folder.path().join("loud.md").exists() && folder.path().join("loud.csv").exists()
    );
    let file = folder.path().join("page.html");
    fs::write(file.with_extension("csv"), "mine").unwrap();
    let mut command = hanamachi("okiya report -o");
    assert_eq!(finish(command.arg(&file).arg(GARDEN)).code, 1, "a twin in the way is not replaced");
    assert!(!file.exists());
    assert_eq!(
        finish(hanamachi("okiya report -o page").arg(GARDEN)).code,
        2,
        "a page needs a name with an ending"
    );
}

/// A file of the census in `folder`, made by the program.
fn census(folder: &Path, flags: &str) -> std::path::PathBuf {
    let path = folder.join(format!("{}.table", flags.replace([' ', '.'], "_")));
    let made = finish(hanamachi(&format!("okiya census {flags} -q -o")).arg(&path));
    assert_eq!(made.code, 0, "{made:?}");
    path
}

fn population(flags: &str, path: &Path) -> Run {
    finish(hanamachi(&format!("okiya report {flags}")).arg(path))
}

#[test]
fn the_population_of_a_sample_is_that_of_the_survey() {
    let folder = tempfile::tempdir().unwrap();
    let survey = run("okiya census --counts --sample 300 --seed 5 --json").object();
    for (index, full) in ["draw", "last"].into_iter().enumerate() {
        let path = census(folder.path(), &format!("--sample 300 --seed 5 --full {full}"));
        let page = population("--json", &path).object();
        assert_eq!(
            (&page["schema"], &page["kind"]),
            (&"okiya.population_report/1".into(), &"estimated".into())
        );
        assert_eq!((&page["gardens"], &page["seed"]), (&300.into(), &5.into()));
        let expected = &survey["results"][index];
        let names = BTreeMap::from([("win", "x wins"), ("draw", "draw"), ("loss", "o wins")]);
        for row in expected["outcomes"].as_array().unwrap() {
            let outcomes = page["outcomes"].as_array().unwrap();
            let found = outcomes.iter().find(|found| found["of"] == names[text(row, "outcome")]).unwrap();
            assert_eq!(
                (&found["count"], &found["low"], &found["high"]),
                (&row["count"], &row["low"], &row["high"])
            );
        }
        for (key, name) in [("winning_openings", "winning_openings"), ("endings", "endings")] {
            let counts = |rows: &Value| -> Vec<Value> {
                rows.as_array().unwrap().iter().map(|row| row["count"].clone()).collect()
            };
            assert_eq!(counts(&page[key]), counts(&expected[name]), "{key}");
        }
        // Joint counts: their margins equal the three separate counts.
        let joint = page["joint"].as_array().unwrap();
        for (key, rows) in [
            ("outcome", &expected["outcomes"]),
            ("winning_openings", &expected["winning_openings"]),
            ("score", &expected["scores"]),
        ] {
            for row in rows.as_array().unwrap() {
                let like = joint.iter().filter(|of| of[key] == row[key]);
                let sum: u64 = like.map(|of| of["count"].as_u64().unwrap()).sum();
                assert_eq!(sum, row["count"].as_u64().unwrap(), "{key} {row}");
            }
        }
        let sheet = population("--joint", &path);
        if full == "draw" {
            let sample: JointSample = sheet.stdout.parse().unwrap();
            assert_eq!((sample.seed(), sample.counts().gardens()), (5, 300));
            assert_eq!(sample.command(), "hanamachi okiya census --sample 300 --seed 5");
            assert_eq!(sample.counts().iter().len(), joint.len());
        } else {
            assert_eq!((sheet.code, sheet.stdout.as_str()), (6, ""));
        }
        // Openings by cell: the sum over all cells equals the sum over the groups.
        let cells = page["cells"].as_array().unwrap();
        let won: u64 = cells.iter().map(|cell| cell["wins"].as_u64().unwrap()).sum();
        let of_number =
            |row: &Value| text(row, "of").parse::<u64>().unwrap() * row["count"].as_u64().unwrap();
        assert_eq!(won, page["winning_openings"].as_array().unwrap().iter().map(of_number).sum::<u64>());
        let all = page["openings"][2]["win"]["value"].as_f64().unwrap();
        #[expect(clippy::cast_precision_loss, reason = "small")]
        let share = won as f64 / 3600.0;
        assert!((all - share).abs() < 1e-12);
        assert!(cells.iter().all(|cell| {
            ["wins", "draws", "losses"].map(|key| cell[key].as_u64().unwrap()).iter().sum::<u64>() == 300
        }));
        // The listed gardens are won by o, and are all of them or as many as fit.
        let won = page["won_by_o"].as_array().unwrap();
        let count = page["outcomes"].as_array().unwrap().last().unwrap()["count"].as_u64().unwrap();
        assert_eq!(won.len() as u64, count.min(24));
        for row in won.iter().take(2) {
            let mut command = hanamachi(&format!("okiya solve --json --full {full}"));
            let solved = finish(command.arg(text(row, "garden"))).object();
            assert_eq!((&solved["outcome"], &solved["tiles_left"]), (&"loss".into(), &row["tiles_left"]));
        }
        // A pass does not depend on threads.
        assert_eq!(population("--threads 1", &path).stdout, population("--threads 3", &path).stdout);
        let csv = rows(&population("--format csv", &path).stdout);
        let twin = csv.iter().find(|row| row["table"] == "outcome" && row["row"] == "x wins").unwrap();
        assert_eq!(twin["count"], page["outcomes"][0]["count"].to_string());
        let markdown = population("--format markdown", &path).stdout;
        assert!(markdown.contains(&format!("| x wins | {} |", page["outcomes"][0]["count"])), "{markdown}");
        let headline = markdown.lines().nth(2).unwrap();
        assert!(
            headline.contains(" % (") && headline.ends_with(": estimated, with 95 % intervals."),
            "{headline}"
        );
        assert!(csv.iter().all(|row| row["kind"] == "estimated" && row["rules"] == format!("full={full}")));
        assert!(csv.iter().any(|row| row["table"] == "ending" && row["row"] == "full_board"));
        // The common properties of all gardens won by o are counted, and given in words.
        for row in page["shared_by_o"].as_array().unwrap() {
            assert_eq!(row["won_by_o"], count);
            assert!(markdown.contains(text(row, "sentence")) && row["gardens"].as_u64().unwrap() <= 75);
        }
    }
}

#[test]
fn a_census_of_classes_is_counted_and_not_estimated() {
    let folder = tempfile::tempdir().unwrap();
    let path = census(folder.path(), "--classes 0..40");
    assert_eq!(population("--joint", &path).code, 6);
    let page = population("--json", &path).object();
    assert_eq!((&page["source"], &page["kind"]), (&"classes".into(), &"proved".into()));
    let keys = ["outcomes", "scores", "endings", "winning_openings", "in_classes"];
    for row in keys.iter().flat_map(|key| page[key].as_array().unwrap()) {
        assert!(row["low"].is_null() && row["high"].is_null(), "{row}");
    }
    let inside: u64 =
        page["in_classes"].as_array().unwrap().iter().map(|row| row["count"].as_u64().unwrap()).sum();
    assert!(inside < 40 * 9216 && inside > 40 * 1000, "the first classes have symmetries: {inside}");
    let html = population("", &path).stdout;
    assert!(!html.contains("kind estimated") && html.contains("say nothing of others"));
    assert!(html.contains(": proved for these classes."));
    let csv = rows(&population("--format csv", &path).stdout);
    assert!(csv.iter().all(|row| row["kind"] == "proved" && row["rules"] == "full=draw"));
}

#[test]
fn one_garden_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let sample = population("--format markdown", &census(folder.path(), "--sample 1 --seed 1")).stdout;
    assert!(sample.starts_with("# Okiya: 1 random garden\n"), "{sample}");
    let class = population("--format markdown", &census(folder.path(), "--classes 7..8")).stdout;
    assert!(class.starts_with("# Okiya: 1 class of gardens\n"), "{class}");
}

#[test]
fn files_that_are_no_census_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = census(folder.path(), "--sample 3 --seed 1");
    let bytes = fs::read(&path).unwrap();
    let cut = folder.path().join("cut.table");
    fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(population("--json", &cut).code, 6);
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/solver/tests/table/kept/kuhn-policy-1.table");
    assert_eq!(population("--json", Path::new(other)).code, 6);
    assert_eq!(population("--json", &folder.path().join("missing")).code, 3);
    assert_eq!(population("random --json", &path).code, 3);
    assert_eq!(population("--joint --json", &path).code, 2);
    assert_eq!(report("--joint", GARDEN).code, 2);
    assert_eq!(population("--full last", &path).code, 2);
    let empty = census(folder.path(), "--classes 5..5");
    for form in ["html", "markdown", "csv"] {
        let page = population(&format!("--format {form}"), &empty);
        assert_eq!(page.code, 0, "{page:?}");
    }
}

/// The output of a program on a terminal of 60 columns, with line breaks as in files, and its exit code.
#[cfg(unix)]
fn on_a_terminal(words: &[&str]) -> (String, i32) {
    const SCRIPT: &str = "\
import fcntl, os, pty, struct, sys, termios
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 60, 0, 0))
    os.execv(sys.argv[1], sys.argv[1:])
said = b''
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    said += part
sys.stdout.buffer.write(said)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
";
    let mut python = assert_cmd::Command::new("python3");
    python.args(["-c", SCRIPT]).arg(assert_cmd::cargo::cargo_bin!("hanamachi"));
    let run = finish(python.args(words).env("NO_COLOR", "1"));
    (run.stdout.replace("\r\n", "\n"), run.code)
}

#[cfg(unix)]
#[test]
fn a_terminal_is_told_where_a_page_goes_and_shown_whole_words() {
    let (said, code) = on_a_terminal(&["okiya", "report", GARDEN]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("-o page.html --open") && !said.contains("<html"), "{said}");
    let (said, code) = on_a_terminal(&["okiya", "report", LATE, "--format", "markdown"]);
    assert_eq!((code, said.starts_with("# ")), (0, true), "{said}");

    let (said, code) = on_a_terminal(&["okiya", "solve", GARDEN]);
    let piped = run(&format!("okiya solve {GARDEN}")).stdout;
    assert_eq!(code, 0, "{said}");
    assert!(piped.lines().any(|line| line.chars().count() > 100), "{piped}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&said), words(&piped), "no word is broken");
    // Tables are wider and stay unchanged.
    let wide: Vec<&str> =
        said.lines().filter(|line| line.chars().count() > 60 && !line.contains("  ")).collect();
    assert_eq!(wide, [""; 0]);
    // Output for programs is unchanged.
    let (said, _) = on_a_terminal(&["okiya", "solve", GARDEN, "--json"]);
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_says_what_it_wrote_and_opens_it() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("xdg-open");
    std::fs::write(&program, "#!/bin/sh\necho \"$1\" > \"$(dirname \"$0\")/opened\"\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(folder.path().to_owned()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(path).unwrap();
    let report = |flags: &str| {
        let mut command = hanamachi(&format!("okiya report {GARDEN} -o sheet.html {flags}"));
        finish(command.current_dir(folder.path()).env("PATH", &path))
    };
    let written = report("");
    assert_eq!((written.code, written.stdout.as_str()), (0, ""), "{written:?}");
    assert_eq!(written.stderr, "Written: sheet.html, sheet.md, sheet.csv\n");
    assert!(!folder.path().join("opened").exists());
    let opened = report("--force --open -q");
    assert_eq!((opened.code, opened.stderr.as_str()), (0, ""), "{opened:?}");
    // The program does not wait for the browser.
    let start = std::time::Instant::now();
    let shown = loop {
        let shown = std::fs::read_to_string(folder.path().join("opened")).unwrap_or_default();
        if shown.ends_with('\n') {
            break shown;
        }
        assert!(start.elapsed() < std::time::Duration::from_secs(60), "nothing is opened");
        std::thread::yield_now();
    };
    assert!(shown.trim().ends_with("sheet.html"), "{shown}");
    assert_eq!(run(&format!("okiya report {GARDEN} --open")).code, 2);
}
