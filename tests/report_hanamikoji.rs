//! `hanamikoji report`: numbers against the other commands, twins, odd inputs, refusals.

use std::path::Path;

use crate::support::{Run, finish, hanamachi};
use hanamachi_solver::hanamikoji::notation::FavourText;
use hanamachi_solver::hanamikoji::openings::{OpeningSearch, read_openings, write_openings};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, FavourTable, Game, RoundRecord, Rules};
use hanamachi_solver::search::parallel::Streams;
use hanamachi_solver::table::{Metadata, Reader};
use rand::Rng;
use serde_json::Value;

/// Five cards, an unseen trade-off and secret of the opponent.
const OPEN: &str = "+..-... 2 ABDFG 2XX,3EEG-E,1X";
/// The last two turns: solved.
const LATE: &str = "....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X";
/// The last turn: solved at once.
const LAST: &str = "....... 1 - 2FG,4CGEG-EG,3ADE-D,1X,1G,2XX,4BFFF-BF,3ACE";
/// A round that was played to its end.
const PLAYED: &str = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";

/// A round after which neither player has won the game.
const UNDECIDED: &str = "....... G/ACEFFG/ABBDEG/ECDFFGGD 4CEEG-CE,3DEG-D,2FF,1F,3ADF-D,4ACBG-BG,1G,2BD";

/// Runs `hanamikoji report` with these arguments, the first as one word.
fn report(text: &str, flags: &str) -> Run {
    let mut command = hanamachi("hanamikoji report");
    if !text.is_empty() {
        command.arg(text);
    }
    finish(command.args(flags.split_whitespace()))
}

fn other(command: &str, text: &str, flags: &str) -> Value {
    let mut command = hanamachi(&format!("hanamikoji {command}"));
    finish(command.arg(text).args(flags.split_whitespace())).object()
}

/// The rows of a CSV twin by their header.
fn rows(csv: &str) -> Vec<std::collections::HashMap<String, String>> {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().map(|row| row.expect("a row")).collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}

/// The Markdown and the CSV twin of a page.
fn twins(text: &str, flags: &str) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let run = finish(hanamachi("hanamikoji report -o").arg(&path).arg(text).args(flags.split_whitespace()));
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run:?}");
    ["md", "csv"].map(|twin| std::fs::read_to_string(path.with_extension(twin)).unwrap())
}

/// The command on a page reproduces it, byte for byte, on another number of threads.
fn assert_reproduces(page: &Run, folder: &Path) {
    assert_eq!(page.code, 0, "{page:?}");
    let command = page.stdout.split("<code class=\"command\">").nth(1).expect("a command");
    let command = command.split("</code>").next().expect("its end");
    let command = ["&#x27;", "&quot;", "&lt;", "&gt;", "&#x2f;", "&amp;"]
        .into_iter()
        .zip(["'", "\"", "<", ">", "/", "&"])
        .fold(command.to_owned(), |text, (from, to)| text.replace(from, to));
    let bin = assert_cmd::cargo::cargo_bin!("hanamachi").parent().expect("a folder").to_owned();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = assert_cmd::Command::new("sh");
    shell.args(["-c", &format!("{command} --threads 1")]).current_dir(folder);
    let again = finish(shell.env("PATH", format!("{}:{path}", bin.display())));
    assert_eq!(again.code, 0, "{command}: {}", again.stderr);
    assert!(again.stdout == page.stdout, "{command} makes a different page");
}

#[test]
fn a_position_study_has_the_numbers_of_evaluate() {
    for (set, flags) in [
        (OPEN, "--seed 3 --iterations 200"),
        ("....... 2 ABDEFG 4ACBD", "--seed 3 --iterations 200 --what-if 10"),
        ("....... 1 CDEFFG 1A,4BDEG-BD,2BC,1X", "--seed 3 --iterations 40 --method pimc"),
        (LATE, "--seed 3"),
        ("... 1 ABC - geisha=2,3,4 actions=1,3", "--seed 3 --iterations 200"),
    ] {
        let page = report(set, &format!("{flags} --json")).object();
        // Only pages look at other hands.
        let searched = flags.replace(" --what-if 10", "");
        let evaluation = other("evaluate", set, &format!("{searched} --json"));
        let found = &page["evaluation"];
        for key in [
            "win",
            "se",
            "interval",
            "n",
            "kind",
            "method",
            "settings",
            "beliefs",
            "exploitability",
            "subgame",
        ] {
            assert_eq!(found[key], evaluation[key], "{set}: {key}");
        }
        let sorted = |actions: &Value| {
            let mut actions: Vec<String> =
                actions.as_array().unwrap().iter().map(ToString::to_string).collect();
            actions.sort();
            actions
        };
        assert_eq!(sorted(&found["actions"]), sorted(&evaluation["actions"]), "{set}");
        // The CSV twin has the same values.
        let twins = twins(set, flags);
        let rows = rows(&twins[1]);
        let of = |part: &str| rows.iter().filter(|row| row["part"] == part).count();
        assert_eq!(of("action"), found["actions"].as_array().unwrap().len());
        let position = rows.iter().find(|row| row["part"] == "position").unwrap();
        assert_eq!(number(&position["win"]).to_bits(), found["win"].as_f64().unwrap().to_bits());
        for action in found["actions"].as_array().unwrap() {
            let name = action["action"].as_str().unwrap();
            let ends = rows.iter().filter(|row| row["part"] == "ends" && row["action"] == name);
            let sides = |row: &std::collections::HashMap<String, String>| {
                [&row["mine"], &row["theirs"]].map(|side| number(side))
            };
            let found = &action["ends"];
            let pair = |one: &Value, other: &Value| [one, other].map(|side| side.as_f64().unwrap());
            let mut expected: Vec<[f64; 2]> = Vec::new();
            for (geisha, mine) in found["mine"].as_array().into_iter().flatten().enumerate() {
                expected.push(pair(mine, &found["theirs"][geisha]));
            }
            if !found.is_null() {
                expected.extend(["charm", "goal"].map(|of| pair(&found[of][0], &found[of][1])));
            }
            assert_eq!(ends.map(sides).collect::<Vec<_>>(), expected, "{set} {name}");
        }
        // The Markdown twin has every action.
        let markdown = &twins[0];
        for action in found["actions"].as_array().unwrap() {
            let best = found["advice"]["best"].as_array().map_or(&[][..], Vec::as_slice);
            let mark = if best.len() > 1 && best.contains(&action["action"]) { "≈ " } else { "" };
            let named = |key: &str| {
                let name = format!("`{}`", action[key].as_str().unwrap());
                markdown.lines().find(|line| line.starts_with('|') && line.contains(&name))
            };
            // Equal actions share a row, which names all of them or the first.
            let row = named("action").or_else(|| named("orbit"));
            assert!(row.is_some_and(|row| row.starts_with(&format!("| {mark}`"))), "{set} {action} {row:?}");
        }
    }
}

/// One solution is valid for all hands that only their owner can distinguish: the same as solving for each of them.
#[test]
fn what_a_card_would_change_is_what_the_other_hand_is_worth() {
    let page = report(LATE, "--seed 1 --json").object();
    let cells = || {
        page["what_if"]["rows"].as_array().unwrap().iter().flat_map(|row| row["cells"].as_array().unwrap())
    };
    let others: Vec<&Value> = cells().filter(|cell| !cell.is_null()).collect();
    assert!(others.len() > 5, "{page}");
    for other_hand in others.iter().step_by(7) {
        let set = other_hand["information_set"].as_str().unwrap();
        let alone = other("evaluate", set, "--seed 1 --json");
        let [win, expected] = [&other_hand["win"], &alone["win"]].map(|win| win.as_f64().unwrap());
        // Alone it is solved until the strategy for this hand is precise, too; the value of an unlikely hand may be off by some points
        // here.
        assert!((win - expected).abs() < 0.02, "{set}: {win} {expected}");
        let change = other_hand["change"].as_f64().unwrap();
        assert!((win - page["evaluation"]["win"].as_f64().unwrap() - change).abs() < 1e-9);
    }
}

#[test]
fn pages_are_made_again_by_their_command() {
    let folder = tempfile::tempdir().unwrap();
    for (text, flags) in [
        (OPEN, "--seed 5 --iterations 200 --what-if 20"),
        (OPEN, "--seed 5 --iterations 200 --rule ucb --what-if 0"),
        (OPEN, "--time 0.01 --block 10"),
        (LATE, "--exploitability 0.05"),
        ("-.+.... 1 ABCDEFG -", "--iterations 100"),
        (PLAYED, "--iterations 60"),
        ("", "--favour"),
        ("", "--openings --seed 2 --iterations 4"),
    ] {
        assert_reproduces(&report(text, flags), folder.path());
    }
}

/// Solving, the search and the other hands share the time.
#[test]
fn the_time_limit_is_that_of_the_whole_page() {
    // The first turn, and an end of a round that twenty seconds do not solve.
    for set in ["....... 1 ABCDEFG -", "....... 1 BCDEFG 1A,1X,2BC,2XX"] {
        let started = std::time::Instant::now();
        let page = report(set, "--time 0.5 --seed 1 --json").object();
        assert!(started.elapsed().as_secs() < 5, "{set}");
        assert!(number(&page["evaluation"]["se"].to_string()) > 0.0, "{set}: {page}");
    }
}

/// A value solved over all hands is bounded for all hands together only.
#[test]
fn only_the_value_over_all_hands_is_bounded() {
    let page = report(LAST, "--seed 1 --json").object();
    let evaluation = other("evaluate", LAST, "--seed 1 --json");
    let interval = &page["over_all_hands"]["interval"];
    assert_eq!(
        (page["over_all_hands"]["kind"].as_str(), page["values_kind"].as_str()),
        (Some("bounded"), Some("computed"))
    );
    assert_eq!(interval, &evaluation["subgame"]["interval"]);
    assert_eq!(page["kinds"].as_array().unwrap().len(), 3);
    let rows = rows(&report(LAST, "--seed 1 --format csv").stdout);
    for row in &rows {
        let is_bounded = row["part"] == "over_all_hands";
        assert_eq!(row["kind"], if is_bounded { "bounded" } else { "computed" }, "{row:?}");
        assert_eq!(row["low"].is_empty() && row["high"].is_empty(), !is_bounded, "{row:?}");
    }
    let bounded = rows.iter().find(|row| row["kind"] == "bounded").unwrap();
    assert_eq!(
        [&bounded["low"], &bounded["high"]].map(|end| number(end).to_bits()),
        [0, 1].map(|end| interval[end].as_f64().unwrap().to_bits())
    );
    let [markdown, _] = twins(LAST, "--seed 1");
    let shown: Vec<&str> = page["over_all_hands"]["interval_percent"]
        .as_array()
        .unwrap()
        .iter()
        .map(|end| end.as_str().unwrap())
        .collect();
    assert!(markdown.contains(&format!("{} % (bounded)", shown.join(" to "))), "{markdown}");
    assert!(markdown.contains("exact if the opponent plays by the approximate equilibrium"));
    assert!(report(OPEN, "--seed 1 --iterations 60 --json").object()["over_all_hands"].is_null());
}

/// Two rounds, the second begun.
fn two_rounds() -> String {
    let record: RoundRecord = UNDECIDED.parse().unwrap();
    let favour = FavourText::new(record.favour_after().unwrap().flipped(), &Rules::STANDARD).to_string();
    format!("{UNDECIDED}\n{favour} G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F")
}

/// From a file and from standard input, with comments, and by the command in the Markdown.
#[test]
fn a_game_of_two_rounds_comes_from_a_file_and_again_from_its_command() {
    let folder = tempfile::tempdir().unwrap();
    let (flags, game) = ("--seed 4 --iterations 60 --format markdown", two_rounds());
    let file = format!("# a game\n\n{}\n# the person left\n", game.replace('\n', "\n# round 2\n"));
    std::fs::write(folder.path().join("game.txt"), &file).unwrap();
    let expected = report(&game, flags);
    assert_eq!(expected.code, 0, "{expected:?}");
    let mut command = hanamachi("hanamikoji report game.txt");
    let from_file = finish(command.args(flags.split_whitespace()).current_dir(folder.path()));
    let mut command = hanamachi("hanamikoji report -");
    let from_stdin = finish(command.args(flags.split_whitespace()).write_stdin(file));
    assert!(from_file.stdout == expected.stdout && from_stdin.stdout == expected.stdout, "{from_file:?}");
    let command = expected.stdout.split("```sh\n").nth(1).unwrap().split("\n```").next().unwrap();
    let bin = assert_cmd::cargo::cargo_bin!("hanamachi").parent().expect("a folder").to_owned();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = assert_cmd::Command::new("sh");
    let again = finish(shell.args(["-c", &format!("{command} --format markdown")]).env("PATH", path));
    assert_eq!((again.code, &again.stdout), (0, &expected.stdout), "{command}");
    // An information set, too, and an empty file.
    std::fs::write(folder.path().join("set.txt"), format!("# a set\n{OPEN}\n")).unwrap();
    for (name, code) in [("set.txt", 0), ("empty.txt", 3)] {
        let path = folder.path().join(name);
        if code != 0 {
            std::fs::write(&path, "# nothing\n").unwrap();
        }
        let mut command = hanamachi("hanamikoji report --seed 1 --iterations 60 --what-if 0");
        assert_eq!(finish(command.arg(&path)).code, code, "{name}");
    }
    let random = report("random", "").stderr;
    assert!(random.contains("review random --score"), "{random}");
    assert!(!report("", "").stderr.contains("random"));
}

#[test]
fn odd_positions_have_pages() {
    for set in [
        // Complete, the opponent's decision, an offer, only one action left, limits of rounds, a reduced game.
        "....... 1 - 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2XX,4EEFG-EE,1X",
        "....... 2 ABCDEF -",
        "....... 1 ABCD 3AFG",
        "....... 2 ABDEFG 3AFG",
        "++.--.. 1 ABCDEFG - rounds=3 round=3 tiebreak=none",
        "... 2 ABC 1X geisha=2,3,4 actions=1,3",
        "... 2 ABC 3ABC-A geisha=2,3,4 actions=1,3",
    ] {
        let page = report(set, "--seed 1 --iterations 30");
        assert_eq!(page.code, 0, "{set}: {}", page.stderr);
        let [markdown, csv] = twins(set, "--seed 1 --iterations 30");
        for text in [&page.stdout, &markdown, &csv] {
            assert!(text.lines().count() > 1 && !text.contains("NaN"), "{set}");
        }
    }
}

#[test]
fn what_is_no_subject_is_refused() {
    for (text, flags, code) in [
        ("", "", 2),
        ("random", "", 2),
        ("-", "", 3),
        ("no-such-file.txt", "", 3),
        ("<script>alert(1)</script>", "", 3),
        ("....... 1 ABCDEFG", "", 3),
        ("....... 1 AAAAAAA -", "", 3),
        ("....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,1C", "", 3),
        ("....... G/ABCDEF/ABDEFG/CDEFFGGG 1A\n....... G/ABCDEF/ABDEFG/CDEFFGGG 1A", "", 3),
        (OPEN, "--openings", 2),
        (OPEN, "--resume x", 2),
        (OPEN, "--at x", 2),
        ("", "--favour --seed 1", 2),
        ("", "--favour --what-if 1", 2),
        (PLAYED, "--method pimc", 2),
        (PLAYED, "--what-if 3", 2),
        ("", "--openings --method pimc --seed 1", 2),
        ("missing.table", "", 3),
        (OPEN, "-o page.txt", 2),
    ] {
        let run = report(text, &format!("{flags} --quiet"));
        assert_eq!(run.code, code, "{text} {flags}: {run:?}");
        assert!(run.stdout.is_empty() && !run.stderr.is_empty(), "{text} {flags}");
    }
    let both = report("....... 1 ABCDEFG", "--json").refusal(3);
    let message = both["message"].as_str().unwrap();
    assert!(message.contains("information set") && message.contains("record"), "{message}");
}

/// A page replaces nothing without a flag, and a refused one leaves nothing behind.
#[test]
fn files_are_whole_and_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let run = |more: &str| {
        let mut command = hanamachi("hanamikoji report --favour");
        finish(command.arg("-o").arg(&path).args(more.split_whitespace()))
    };
    assert_eq!(run("").code, 0);
    let mut names: Vec<String> = folder
        .path()
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["page.csv", "page.html", "page.md"]);
    let before = std::fs::read(&path).unwrap();
    assert_eq!(run("").code, 1);
    assert_eq!((run("--force").code, std::fs::read(&path).unwrap() == before), (0, true));
}

#[test]
fn an_opening_chart_is_kept_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, part] = ["whole.table", "part.table"].map(|name| folder.path().join(name));
    let chart = |path: &Path, flags: &str| {
        let mut command = hanamachi("hanamikoji report --openings");
        finish(command.args(flags.split_whitespace()).arg("--resume").arg(path))
    };
    let flags = "--seed 9 --iterations 60 --json";
    let page = chart(&whole, flags);
    let object = page.object();
    let hands = object["hands"].as_array().unwrap();
    assert_eq!((hands.len(), object["searched"].as_u64()), (910, Some(212)));
    // Resumed from an earlier run: the same page, and the same file.
    let bytes = std::fs::read(&whole).unwrap();
    let round = Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL);
    let reader = Reader::open(&bytes).unwrap();
    let evaluations = read_openings(&round, &reader).unwrap();
    let number = |name: &str| reader.metadata().counts[name].try_into().unwrap();
    let search = OpeningSearch { iterations: number("iterations_each"), block_size: number("block") };
    let write = |evaluations| {
        let metadata = Metadata {
            program: reader.metadata().program.clone(),
            command: reader.metadata().command.clone(),
            ..Metadata::default()
        };
        write_openings(Vec::new(), &round, search, 9, evaluations, metadata).unwrap()
    };
    assert!(write(&evaluations) == bytes);
    std::fs::write(&part, write(&evaluations[..200])).unwrap();
    let unfinished = finish(hanamachi("hanamikoji report").arg(&part));
    assert_eq!(unfinished.code, 3, "{unfinished:?}");
    assert_eq!(chart(&part, flags).stdout, page.stdout);
    assert!(std::fs::read(&part).unwrap() == bytes);
    // Without searching: from the file, and from a finished run, whose seed may be left out.
    let table = finish(hanamachi("hanamikoji report --json").arg(&whole));
    assert_eq!(table.stdout, page.stdout);
    assert_eq!(chart(&whole, "--iterations 60 --json").stdout, page.stdout);
    // A file of another run, and a damaged one.
    assert_eq!(chart(&whole, "--seed 8 --iterations 60").code, 6);
    assert_eq!(chart(&whole, "--seed 9 --iterations 61").code, 6);
    let mut damaged = bytes.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    std::fs::write(&part, &damaged).unwrap();
    assert_eq!(finish(hanamachi("hanamikoji report").arg(&part)).code, 6);
    // In another way: `evaluate` with the seed of a hand's class.
    for class in [0, 17, 211] {
        let seed = Streams::new(9).nth(class).unwrap().next_u64();
        let hand = evaluations[class].cards;
        let set = format!("....... 1 {hand} -");
        let flags = format!("--seed {seed} --iterations 60 --block 3 --json");
        let evaluation = other("evaluate", &set, &flags);
        let found = hands.iter().find(|of| of["hand"] == hand.to_string()).unwrap();
        let of_action = |action: &Value| {
            evaluation["actions"]
                .as_array()
                .unwrap()
                .iter()
                .find(|other| other["action"] == *action)
                .unwrap()
                .clone()
        };
        let best = of_action(&found["action"]);
        assert_eq!(best["win"], found["win"], "{hand}");
        assert_eq!(best["probability"], found["share"], "{hand}");
        let most =
            evaluation["actions"].as_array().unwrap().iter().map(|of| of["probability"].as_f64().unwrap());
        assert!(most.fold(0.0, f64::max) <= found["share"].as_f64().unwrap());
    }
    // The bias in favor of the starter, from the program's table.
    let neutral = report("", "--favour --json").object()["neutral"].clone();
    assert_eq!((&object["self_play"]["win"], &object["self_play"]["se"]), (&neutral["win"], &neutral["se"]));
    let markdown = finish(hanamachi("hanamikoji report --format markdown").arg(&whole)).stdout;
    assert!(
        markdown.contains("the starter wins by the program's favour table") && !markdown.contains("± 0.0 ")
    );
    // Nothing is called close if it is hardly known.
    let alternatives = || hands.iter().flat_map(|hand| hand["alternatives"].as_array().unwrap());
    assert!(alternatives().all(|of| of["known"] == true || of["close"] == false));
    assert!(alternatives().any(|of| of["known"] == false));
    // The twins have every hand.
    let csv = rows(&finish(hanamachi("hanamikoji report --format csv").arg(&whole)).stdout);
    assert_eq!(csv.len(), 910);
    let dealt: f64 = csv.iter().map(|row| row["deal_probability"].parse::<f64>().unwrap()).sum();
    assert!((dealt - 1.0).abs() < 1e-9);
}

#[test]
fn the_favour_chart_is_the_table_that_evaluations_use() {
    let object = report("", "--favour --json").object();
    let table = FavourTable::best_after(&Rules::STANDARD, FIRST_ROUND);
    let layouts = object["layouts"].as_array().unwrap();
    assert_eq!((layouts.len(), object["all_placements"].as_u64()), (274, Some(2187)));
    for of in layouts.iter().step_by(9) {
        let favour = of["favour"].as_str().unwrap();
        let owners: Vec<char> = favour.chars().collect();
        let seat = |geisha: hanamachi_solver::hanamikoji::Geisha| match owners[geisha.index()] {
            '+' => Some(hanamachi_solver::game::Seat::First),
            '-' => Some(hanamachi_solver::game::Seat::Second),
            _ => None,
        };
        let win = table.win(Favour::from_owners(seat));
        assert_eq!(of["win"].as_f64().unwrap().to_bits(), win.to_bits(), "{favour}");
    }
    // A field's mean, and the sums over all fields.
    let fields: Vec<&Value> = object["grid"]["rows"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row["cells"].as_array().unwrap())
        .filter(|cell| !cell.is_null())
        .collect();
    let placements: u64 = fields.iter().map(|field| field["placements"].as_u64().unwrap()).sum();
    assert_eq!(Some(placements), object["placements"].as_u64());
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    let mean = |of: &[&Value]| {
        let of = of.iter().map(|of| (of["placements"].as_u64().unwrap() as f64, of["win"].as_f64().unwrap()));
        of.fold((0.0, 0.0), |(n, sum), (count, win)| (n + count, sum + count * win))
    };
    let [(one, sum), (other, all)] = [mean(&fields), mean(&layouts.iter().collect::<Vec<_>>())];
    assert!((one - other).abs() < 1e-9 && (sum - all).abs() < 1e-6);
}

#[test]
fn a_solver_report_has_what_the_run_and_its_table_say() {
    let folder = tempfile::tempdir().unwrap();
    let [table, times, twice] =
        ["round.table", "run.json", "other.json"].map(|name| folder.path().join(name));
    let solve =
        "cfr --game hanamikoji --rules 'geisha=3,3,3 actions=1,3 rounds=1 tiebreak=none' --json --iterations";
    let printed = finish(hanamachi(&format!("{solve} 50")).arg("-o").arg(&table));
    assert_eq!(printed.code, 0, "{printed:?}");
    std::fs::write(&times, &printed.stdout).unwrap();
    std::fs::write(&twice, finish(&mut hanamachi(&format!("{solve} 60"))).stdout).unwrap();
    let run = printed.object();
    let page = |flags: &[&Path]| {
        let mut command = hanamachi("hanamikoji report --json");
        let [path, times @ ..] = flags else { panic!("a file") };
        command.arg(path);
        for times in times {
            command.arg("--run").arg(times);
        }
        finish(&mut command)
    };
    for found in [page(&[&table]), page(&[&times]), page(&[&table, &times])] {
        let found = found.object();
        for key in ["value", "value_bounds", "exploitability", "iterations", "algorithm", "rules"] {
            assert_eq!(found[key], run[key], "{key}");
        }
        let [history, expected] = [&found, &run].map(|object| object["history"].as_array().unwrap().clone());
        assert_eq!(history.len(), expected.len());
        for (point, expected) in history.iter().zip(&expected) {
            assert_eq!(
                ["iteration", "value", "exploitability"].map(|key| &point[key]),
                ["iteration", "value", "exploitability"].map(|key| &expected[key])
            );
        }
    }
    // Its play agrees with the lookup by `evaluate`.
    let object = page(&[&table]).object();
    assert!(object["history"][0]["elapsed_ms"].is_null());
    for policy in object["policies"].as_array().unwrap() {
        let set = policy["information_set"].as_str().unwrap();
        let mut command = hanamachi("hanamikoji evaluate --json --seed 1 --table");
        let looked_up = finish(command.arg(&table).arg(set)).object();
        if policy["choices"].as_array().unwrap().is_empty() {
            continue;
        }
        let pairs = |choices: &Value| -> Vec<(String, String)> {
            let pair = |of: &Value| (of["action"].to_string(), of["probability"].to_string());
            choices.as_array().unwrap().iter().map(pair).collect()
        };
        assert_eq!(pairs(&policy["choices"]), pairs(&looked_up["actions"]), "{set}");
    }
    let at = |set: &str| {
        let mut command = hanamachi("hanamikoji report --json");
        finish(command.arg(&table).arg("--at").arg(set))
    };
    let there = at("... 1 ABC - rounds=1 tiebreak=none geisha=3,3,3 actions=1,3").object();
    assert_eq!(there["at"].as_array().unwrap().len(), 1);
    let policies = there["policies"].as_array().unwrap();
    let same = policies.iter().find(|of| of["information_set"] == there["at"][0]["information_set"]).unwrap();
    assert_eq!(there["at"][0]["deal_probability"], same["deal_probability"]);
    assert!(same["deal_probability"].is_f64());
    let flagged = finish(hanamachi("hanamikoji report --json").arg(&table));
    assert!(flagged.object()["command"].as_str().unwrap().starts_with("hanamachi hanamikoji report "));
    assert_eq!(flagged.stdout.matches("\"rules\":").count(), 1, "{}", flagged.stdout);
    // Another game, no information set, another run, no run at all.
    assert_eq!(at(OPEN).code, 6);
    assert_eq!(at("nonsense").code, 3);
    assert_eq!(page(&[&table, &twice]).code, 6);
    assert_eq!(page(&[&times, &times]).code, 2);
    for (bytes, code) in [("{\"schema\":\"other/1\"}", 6), ("{", 6), ("", 3), ("plain", 3)] {
        std::fs::write(&twice, bytes).unwrap();
        assert_eq!(page(&[&twice]).code, code, "{bytes}");
    }
}

/// The test games count chips, and have rules.
#[test]
fn a_report_of_a_test_game_says_its_rules_and_its_unit() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("leduc.table");
    let run = finish(hanamachi("cfr --game leduc --iterations 60 --json -o").arg(&table));
    assert_eq!(run.code, 0, "{run:?}");
    let page = finish(hanamachi("hanamikoji report --json").arg(&table)).object();
    assert_eq!(page["unit"], "chips");
    assert!(page["rules"].as_str().unwrap().starts_with("Leduc poker"));
    let markdown = finish(hanamachi("hanamikoji report --format markdown").arg(&table)).stdout;
    assert!(
        markdown.contains(" chips on average") && markdown.contains("Made by: `hanamachi cfr"),
        "{markdown}"
    );
    assert!(markdown.contains("dcfr is a variant of counterfactual regret minimization"), "{markdown}");
    assert!(!markdown.contains("for a game won"), "{markdown}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_makes_the_page_of_the_decisions_graded_by_then() {
    let end = ["--seed", "1", "--iterations", "100000000", "--format", "markdown"];
    let run = crate::support::interrupted(&[&["hana", "report", PLAYED], end.as_slice()].concat());
    let told = run.stdout.lines().find(|line| line.contains("unforced decisions are graded")).unwrap();
    let (_, told) = told.split_once("Interrupted: ").unwrap();
    let numbers: Vec<usize> = told.split(' ').filter_map(|word| word.parse().ok()).take(2).collect();
    let [graded, all] = numbers[..] else { panic!("{told}") };
    assert!(0 < graded && graded < all, "{told}");
    assert_eq!(run.stdout.matches("| not graded |").count(), all - graded, "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn ctrl_c_makes_the_page_of_a_position_from_the_iterations_done_by_then() {
    let end = ["--seed", "1", "--iterations", "100000000", "--format", "markdown"];
    let run = crate::support::interrupted(&[&["hana", "report", OPEN], end.as_slice()].concat());
    let page = run.stdout;
    assert!(page.contains("Ctrl-C ended the work early"), "{page}");
    assert!(
        page.contains(" --seed 1 --iterations 100000000`") && !page.contains("If a card were different"),
        "{page}"
    );
    let (_, rest) = page.split_once("by self-play, by ").unwrap();
    let done: u64 = rest.split(' ').next().unwrap().parse().unwrap();
    assert!(0 < done && done < 100_000_000, "{done}");
}

#[test]
fn a_review_has_the_numbers_of_review() {
    let flags = "--seed 4 --iterations 60";
    let page = report(PLAYED, &format!("{flags} --json")).object();
    let expected = other("review", PLAYED, &format!("{flags} --json"));
    assert_eq!(page["rounds"][0]["review"], expected);
    assert_eq!(page["rounds"][0]["turns"].as_array().unwrap().len(), 8);
    let csv = rows(&report(PLAYED, &format!("{flags} --format csv")).stdout);
    let decisions = expected["decisions"].as_array().unwrap();
    assert_eq!(csv.len(), decisions.len());
    for (row, decision) in csv.iter().zip(decisions) {
        assert_eq!(row["information_set"], decision["information_set"].as_str().unwrap());
        assert_eq!(row["win"], decision["win"].as_f64().map(|win| win.to_string()).unwrap_or_default());
    }
    // The last panel is the table as scored.
    let end = &page["rounds"][0]["end"];
    let replayed = other("replay", PLAYED, "--json");
    for (side, seat) in [("below", "first"), ("above", "second")] {
        assert_eq!(end[side]["charm"], replayed["charm"][seat]);
        assert_eq!(end[side]["geisha"], replayed["geisha"][seat]);
        let columns = end["columns"].as_array().unwrap();
        let cards: String = columns.iter().map(|of| of[side].as_str().unwrap()).collect();
        assert_eq!(cards, replayed["placed_cards"][seat].as_str().unwrap());
    }
    let unfinished = report("....... G/ABCDEF/ABDEFG/CDEFFGGG 1A", &format!("{flags} --json")).object();
    assert!(unfinished["rounds"][0]["end"].is_null());
    // A record that stops at its beginning, and a whole game of rounds.
    assert_eq!(report("....... G/ABCDEF/ABDEFG/CDEFFGGG -", "--seed 1 --format markdown").code, 0);
    let record: RoundRecord = UNDECIDED.parse().unwrap();
    let after = record.favour_after().unwrap().flipped();
    let next = |favour: Favour| {
        let favour = FavourText::new(favour, &Rules::STANDARD);
        format!("{UNDECIDED}\n{favour} G/ABCDEF/ABDEFG/CDEFFGGG 1A")
    };
    let game = report(&next(after), &format!("{flags} --json")).object();
    assert_eq!(game["rounds"].as_array().unwrap().len(), 2);
    assert_eq!(game["rounds"][1]["review"]["game"]["round"], 2);
    assert_eq!(report(&next(after.flipped()), flags).code, 3);
}
