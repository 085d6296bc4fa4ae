//! `hanamikoji review` from outside.

#[cfg(unix)]
use crate::support::interrupted;
use crate::support::{Run, feed, finish, hanamachi, keys, run};
use hanamachi_solver::hanamikoji::InformationSet;
use serde_json::Value;

/// A round in which the second player takes EE and loses the game at once, while FG keeps it open.
const LOST: &str = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";
/// The same round up to its third turn.
const SHORT: &str = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD";
/// Two rounds, the second with the markers that the first left.
const GAME: [&str; 2] = [
    "....... G/ACEFFG/ABBDEG/ECDFFGGD 4CEEG-CE,3DEG-D,2FF,1F,3ADF-D,4ACBG-BG,1G,2BD",
    ".-+.+.- D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A",
];
const FLAGS: &str = "--seed 1 --iterations 400";

fn review(flags: &str, record: &str) -> Run {
    finish(hanamachi(&format!("hana review {FLAGS} {flags}")).arg(record))
}

#[test]
fn a_blunder_is_marked_and_a_forced_decision_is_not_searched() {
    let object = review("--json", LOST).object();
    assert_eq!(object["schema"], "hanamikoji.review/1");
    assert_eq!(
        (&object["kind"], &object["method"], &object["seed"], &object["iterations"]),
        (&"computed".into(), &"equilibrium".into(), &1.into(), &400.into())
    );
    // As in an evaluation by the same policy.
    let evaluation = run("hana evaluate ....... 2 ABDEFG 4ACBD --iterations 200 --seed 1 --json").object();
    for key in ["exploitability", "exploitability_kind", "exploitability_method"] {
        assert!(!object[key].is_null() && object[key] == evaluation[key], "{key}");
    }
    let decisions = object["decisions"].as_array().unwrap();
    assert_eq!(decisions.len(), 8 + 4, "turns and answers");
    let blunder = decisions.iter().find(|decision| decision["action"] == "-EE").unwrap();
    assert_eq!((&blunder["mark"], &blunder["best"]), (&"??".into(), &"-FG".into()));
    // The game is lost with it: nothing that is still hidden changes that.
    assert!(blunder["win"].as_f64().unwrap() < 1e-6);
    // The end of the round is solved, without sampling.
    assert_eq!((&blunder["n"], &blunder["loss_se"]), (&Value::Null, &Value::Null));
    assert!(blunder["loss"].as_f64().unwrap() > 0.3, "{blunder}");
    // It says why, and so does the page below the decision.
    let why = &blunder["why"][0];
    assert_eq!((&why["action"], &why["against"]), (&"-FG".into(), &"-EE".into()));
    assert_eq!(why["reasons"][0]["code"], "better");
    let page = review("", LOST).stdout;
    assert!(page.contains(&format!("\n      {}\n", why["text"].as_str().unwrap())), "{page}");
    assert!(decisions.iter().all(|of| of["loss"].as_f64() > Some(0.0) || of["why"] == serde_json::json!([])));
    for forced in decisions.iter().filter(|decision| decision["forced"] == true) {
        assert_eq!(forced["legal"], 1);
        assert!(
            ["win", "se", "n", "best", "loss", "mark"].iter().all(|key| forced[key].is_null()),
            "{forced}"
        );
    }
    assert_eq!(decisions.iter().filter(|decision| decision["legal"] == 1).count(), 2);
    for decision in decisions {
        // The player's information set is a valid question by itself.
        let set: InformationSet = decision["information_set"].as_str().unwrap().parse().unwrap();
        assert!(set.to_decide() == Some(set.seat()));
    }
}

/// One question, one answer: the review of a decision agrees with an evaluation of the player's information set with the same seed and effort.
#[test]
fn a_decision_is_worth_what_an_evaluation_of_it_says() {
    let object = review("--json", LOST).object();
    let decisions = object["decisions"].as_array().unwrap();
    let (mut compared, mut errors) = (0, 0);
    for decision in decisions.iter().filter(|decision| decision["forced"] == false) {
        let set = decision["information_set"].as_str().unwrap();
        let evaluation = finish(hanamachi(&format!("hana evaluate {FLAGS} --json")).arg(set)).object();
        let advice = &evaluation["advice"];
        assert_eq!(
            (&advice["play"], &advice["best"]),
            (&decision["best"], &decision["best_actions"]),
            "{set}"
        );
        let actions = evaluation["actions"].as_array().unwrap();
        let find = |name: &Value| actions.iter().find(|action| action["action"] == *name).unwrap();
        let (played, best) = (find(&decision["action"]), find(&decision["best"]));
        for (key, of) in [
            ("win", "win"),
            ("se", "se"),
            ("kind", "kind"),
            ("loss", "loss"),
            ("loss_se", "loss_se"),
            ("n", "visits"),
        ] {
            assert_eq!(decision[key], played[of], "{set} {key}");
        }
        assert_eq!(decision["model_error"], evaluation["model_error"], "{set}");
        errors += usize::from(!decision["model_error"].is_null());
        assert_eq!((&decision["best_win"], &decision["best_se"]), (&best["win"], &best["se"]), "{set}");
        // The loss of the printed strategy by the printed values.
        let sum: f64 =
            actions.iter().map(|of| of["frequency"].as_f64().unwrap() * of["loss"].as_f64().unwrap()).sum();
        assert!((advice["self_loss"].as_f64().unwrap() - sum).abs() < 1e-9, "{set}");
        compared += 1;
    }
    assert_eq!(compared, 10);
    // The page names the decisions whose values have a known error of the method.
    let page = review("", LOST).stdout;
    let note = page.lines().find(|line| line.starts_with("The method has an error of its own")).unwrap();
    assert_eq!(note.matches(" (turn ").count(), errors, "{note}");
}

#[test]
fn totals_are_the_sums_of_what_they_are_about() {
    let object = review("--json", LOST).object();
    assert_eq!(
        keys(&object["first"]),
        [
            "bad",
            "decisions",
            "doubtful",
            "error_rate",
            "error_rate_se",
            "forced",
            "loss",
            "loss_se",
            "unforced",
            "very_bad"
        ]
    );
    for seat in ["first", "second"] {
        let decisions = object["decisions"].as_array().unwrap();
        let own: Vec<&Value> = decisions.iter().filter(|decision| decision["seat"] == seat).collect();
        let sum = |key: &str| own.iter().filter_map(|decision| decision[key].as_f64()).sum::<f64>();
        let count = |mark: &str| own.iter().filter(|decision| decision["mark"] == mark).count();
        let totals = &object[seat];
        assert!((totals["loss"].as_f64().unwrap() - sum("loss")).abs() < 1e-12);
        assert_eq!(totals["decisions"], own.len());
        assert_eq!(
            totals["unforced"].as_u64().unwrap() + totals["forced"].as_u64().unwrap(),
            own.len() as u64
        );
        for (key, mark) in [("doubtful", "?!"), ("bad", "?"), ("very_bad", "??")] {
            assert_eq!(totals[key], count(mark), "{seat} {mark}");
        }
        let unforced = totals["unforced"].as_f64().unwrap();
        let rate = totals["error_rate"].as_f64().unwrap();
        assert!((rate * unforced - totals["loss"].as_f64().unwrap()).abs() < 1e-12);
        for decision in own.iter().filter(|decision| decision["mark"].is_string()) {
            // Solved values have no error.
            let (loss, se) = (decision["loss"].as_f64().unwrap(), decision["loss_se"].as_f64());
            assert!(loss > 2.0 * se.unwrap_or_default() && loss >= 0.02, "{decision}");
        }
    }
}

#[test]
fn the_page_says_how_it_was_estimated_and_for_what_each_player_knew() {
    let page = review("", LOST);
    assert_eq!(page.code, 0, "{page:?}");
    let row = page.stdout.lines().find(|line| line.contains("  -EE ")).unwrap();
    assert!(row.contains(" ??    ....... 2 - 1X,4GGGG-GG,3ABD-A,3ADE-D,2XX,2BF,4EEFG"), "{row}");
    assert!(page.stdout.contains("400 iterations in 20 blocks for each decision"), "{page:?}");
    assert!(page.stdout.contains("first wins the game: "), "{page:?}");
    assert_eq!(page.stdout.matches("  forced  ").count(), 2, "{page:?}");
}

#[test]
fn a_record_that_stops_early_is_reviewed_as_far_as_it_goes() {
    let object = review("--json", SHORT).object();
    assert_eq!((&object["complete"], &object["outcome"]), (&false.into(), &Value::Null));
    assert_eq!(object["decisions"].as_array().unwrap().len(), 4);
    let nothing = review("--json", "....... D/ABEEFG/AFGGGG/DEFDCBFC -").object();
    assert_eq!(nothing["decisions"].as_array().unwrap().len(), 0);
    assert!(nothing["first"]["error_rate"].is_null());
    assert_eq!(review("", "....... D/ABEEFG/AFGGGG/DEFDCBFC -").code, 0);
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let one = review("--json --threads 1", LOST);
    assert_eq!(one.stdout, review("--json --threads 3", LOST).stdout);
    assert_eq!(one.stdout, review("--json", LOST).stdout);
    let other = finish(hanamachi("hana review --json --seed 2 --iterations 400").arg(LOST));
    assert_ne!(one.stdout, other.stdout);
    // Alone or in a batch.
    let batch = feed(&format!("hana review - --json {FLAGS}"), format!("# a comment\n\n{LOST}\n"));
    assert_eq!(one.stdout, batch.stdout);
}

#[test]
fn lines_that_follow_one_another_are_a_game() {
    let input = GAME.join("\n");
    let batch = feed(&format!("hana review - --json {FLAGS}"), format!("{input}\n{SHORT}\n"));
    assert_eq!(batch.code, 0, "{batch:?}");
    let objects = batch.objects();
    let place = |object: &Value| (object["game"]["round"].as_u64(), object["game"]["first"].clone());
    assert_eq!(
        objects.iter().map(place).collect::<Vec<_>>(),
        [(Some(1), "a".into()), (Some(2), "b".into()), (Some(1), "a".into())]
    );
    let [loss_of_a, first, second] = [&objects[1]["game"]["a"], &objects[0]["first"], &objects[1]["second"]]
        .map(|totals| totals["loss"].as_f64().unwrap());
    assert!((loss_of_a - first - second).abs() < 1e-12);
    let page = feed(&format!("hana review - {FLAGS}"), input);
    assert_eq!(page.stdout.matches("Game of 2 rounds; a started the first of them").count(), 1, "{page:?}");
}

/// The rounds of [`GAME`] and [`LOST`], as one player saw them: first the players of the first seat, then of the second.
const SEEN: [[&str; 2]; 2] = [
    ["....... X/ABEEFG/XXXXXX/DXFXCXFX 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2XX,4EEFG-EE,1X", LOST],
    ["....... X/XXXXXX/AFGGGG/XEXDXBXC 1F,4GGGG-GG,3ABD-A,3ADE-D,2XX,2BF,4EEFG-EE,1C", LOST],
];

#[test]
fn a_review_from_one_seat_is_that_seats_part_of_the_whole() {
    for (seat, [seen, whole]) in ["first", "second"].into_iter().zip(SEEN) {
        let [object, whole] = [seen, whole].map(|record| review("--json", record).object());
        assert_eq!(keys(&object), keys(&whole));
        assert_eq!((&object["seat"], &whole["seat"]), (&seat.into(), &Value::Null));
        assert_eq!((&object["record"], &object["complete"]), (&seen.into(), &true.into()));
        let decisions = whole["decisions"].as_array().unwrap();
        let own: Vec<&Value> = decisions.iter().filter(|decision| decision["seat"] == seat).collect();
        assert_eq!(object["decisions"].as_array().unwrap().iter().collect::<Vec<_>>(), own);
        let other = if seat == "first" { "second" } else { "first" };
        assert_eq!((&object[seat], &object[other]), (&whole[seat], &Value::Null));
        let [a, b] = ["a", "b"].map(|player| object["game"][player].is_null());
        assert_eq!((a, b), (seat == "second", seat == "first"));
        // The first player does not know the winner; the second has seen the other's secret at the end.
        let known = seat == "second";
        assert_eq!(object["outcome"], if known { whole["outcome"].clone() } else { Value::Null });
        assert_eq!(object["favour_after"].is_null(), !known);
        let page = review("", seen);
        assert_eq!(page.code, 0, "{page:?}");
        assert!(page.stdout.contains(&format!("Seen from one seat, {seat}")), "{page:?}");
        assert!(!page.stdout.contains(&format!("\n{other:<6}  ")), "{page:?}");
    }
}

#[test]
fn rounds_from_one_seat_are_a_game_when_the_secrets_were_shown() {
    let seen = [
        "....... X/ACEFFG/XXXXXX/EXDXFXGX 4CEEG-CE,3DEG-D,2FF,1F,3ADF-D,4ACBG-BG,1G,2XX",
        ".-+.+.- X/XXXXXX/AFGGGG/XEXXXXXX 1X,4GGGG-GG,3ABD-A",
    ];
    let run = |lines: [&str; 2]| feed(&format!("hana review - --json {FLAGS}"), lines.join("\n")).objects();
    let (seen, whole) = (run(seen), run(GAME));
    assert_eq!((&seen[1]["game"]["round"], &seen[1]["game"]["first"]), (&2.into(), &"b".into()));
    assert_eq!((&seen[1]["game"]["a"], &seen[1]["game"]["b"]), (&whole[1]["game"]["a"], &Value::Null));
    // The first round from one seat and the second from the other's are no game.
    let mixed = run([seen[0]["record"].as_str().unwrap(), GAME[1]]);
    assert_eq!(mixed[1]["game"]["round"], 1);
}

#[test]
fn damaged_records_from_one_seat_say_what_is_wrong() {
    for (record, code, column, message) in [
        ("X/ABCDEF/ABDEFG/CXEXXXXX 1A", "invalid_deal", 9, "here both are in letters"),
        ("X/ABCDEF/XXXXXX/CXXXXXXX 1A,2XX,2BC", "invalid_deal", 27, "write a letter in the deal"),
        ("X/ABCDEF/XXXXXX/CCXXXXXX 1A,2XX", "invalid_deal", 26, "write `X`"),
        ("X/ABCDEF/XXXXXX/CXEXXXXX 1A,1C", "illegal_turn", 37, "write `1X`"),
        ("G/ABCDEF/XXXXXX/CXEXXXXX 1A,1X", "invalid_deal", 9, "found `G`"),
        ("G/ABCDEF/ABDEFG/CDEFFGGG 1A,1X", "illegal_turn", 37, "a record shows all cards"),
    ] {
        let error = review("--json", &format!("....... {record}")).refusal(3);
        assert_eq!((&error["code"], &error["column"]), (&code.into(), &column.into()), "{record}");
        assert!(error["message"].as_str().unwrap().contains(message), "{error}");
    }
}

#[test]
fn refused_lines_have_an_error_in_their_place() {
    let input = format!("{LOST}\nnonsense\n\n....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,1C\n{SHORT}\n");
    let batch = feed(&format!("hana review - --json {FLAGS}"), input.clone());
    assert_eq!(batch.code, 3, "{batch:?}");
    let objects = batch.objects();
    assert_eq!(objects.len(), 4);
    assert_eq!(objects[1]["error"]["line"], 2);
    assert_eq!((&objects[2]["error"]["turn"], &objects[2]["error"]["field"]), (&2.into(), &"history".into()));
    assert_eq!(objects[3]["schema"], "hanamikoji.review/1");
    let page = feed(&format!("hana review - {FLAGS}"), input);
    assert_eq!((page.code, page.stdout.matches("error: line ").count()), (3, 2), "{page:?}");

    let error = review("--json", "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,1C").refusal(3);
    assert_eq!((&error["turn"], &error["column"]), (&2.into(), &37.into()));
    assert_eq!(run("hana review").code, 2);
    assert_eq!(run("hana review random --iterations 0").code, 2);
}

#[test]
fn reduced_games_are_reviewed_by_the_rules_alone() {
    let mut command = hanamachi("hana deal --seed 1 --json --rules");
    let deal = finish(command.arg("geisha=3,4 actions=1,2")).object()["deal"].as_str().unwrap().to_owned();
    let card = deal.split('/').nth(1).and_then(|hand| hand.chars().next()).unwrap();
    let text = format!(".. {deal} 1{card} geisha=3,4 actions=1,2");
    let object = review("--json", &text).object();
    assert_eq!(object["method"], "ismcts:guide=none");
    // Solved, as its evaluation is.
    let decision = &object["decisions"][0];
    assert!(decision["win"].is_number() && decision["n"].is_null(), "{object}");
}

#[test]
fn a_time_limit_ends_the_run_and_an_output_file_appears_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("review.json");
    let mut command = hanamachi("hana review --seed 1 --json --iterations 1000000000 --time 0.001 -o");
    let limited = finish(command.arg(&path).arg(LOST));
    assert_eq!(limited.refusal(4)["code"], "limit_reached");
    assert!(!path.exists());
    let mut command = hanamachi(&format!("hana review {FLAGS} --json -o"));
    let written = finish(command.arg(&path).arg(LOST));
    assert_eq!((written.code, written.stdout.as_str()), (0, ""), "{written:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), review("--json", LOST).stdout);
    let mut command = hanamachi(&format!("hana review {FLAGS} -o"));
    assert_eq!(finish(command.arg(&path).arg(LOST)).code, 1, "without --force nothing is replaced");
}

/// A review that was stopped has the decisions that were graded, as in the whole review.
fn expect_graded_so_far(object: &Value, reason: &str) {
    let whole = review("--json", LOST).object();
    assert_eq!((&object["stopped"], whole.get("stopped")), (&reason.into(), None));
    let pairs = object["decisions"].as_array().unwrap().iter().zip(whole["decisions"].as_array().unwrap());
    let mut graded = 0;
    for (decision, of_whole) in pairs {
        assert_eq!(decision["forced"], of_whole["forced"]);
        // Solved decisions do not depend on the iterations.
        if decision["win"].is_number() {
            assert_eq!(decision, of_whole);
            graded += 1;
        }
    }
    assert!((1..10).contains(&graded), "{object}");
    assert_eq!(
        object["first"]["unforced"].as_u64().unwrap() + object["second"]["unforced"].as_u64().unwrap(),
        graded
    );
}

#[test]
fn the_time_limit_leaves_the_decisions_graded_so_far() {
    let line = "hana review --seed 1 --iterations 1000000000 --time 4";
    let page = finish(hanamachi(line).arg(LOST));
    assert_eq!(page.code, 0, "{page:?}");
    assert!(page.stdout.contains("not graded") && page.stdout.contains("\nStopped by the time limit: "));
    // One that was stopped is the last that is answered.
    let batch = feed(&format!("{line} - --json"), format!("{LOST}\n{LOST}\n"));
    assert_eq!((batch.code, batch.objects().len()), (4, 1), "{batch:?}");
    expect_graded_so_far(&batch.objects()[0], "time");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_decisions_graded_so_far() {
    let words = ["hana", "review", "--seed", "1", "--iterations", "1000000000", LOST];
    let page = interrupted(&words);
    assert!(page.stdout.contains("\nInterrupted: "), "{page:?}");
    let run = interrupted(&[words.as_slice(), &["--json"]].concat());
    let [object] = run.objects().try_into().unwrap();
    expect_graded_so_far(&object, "interrupted");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_review() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"))
        .args(["hana", "review", "-", "--seed", "1", "--iterations", "40", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{SHORT}").unwrap();
    // Earlier answers are kept.
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"schema\":\"hanamikoji.review/1\""), "{line}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(stdin);
}
