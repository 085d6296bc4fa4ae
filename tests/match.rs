//! `hanamikoji match`, from outside.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Run, finish, hanamachi, keys, run};
use serde_json::{Value, json};

/// An outside player: a script of the repository and its argument.
fn exec(script: &str) -> String {
    format!("exec:python3 {script}")
}

const EXAMPLE: &str = "scripts/example_player.py";
const BAD: &str = "tests/players/bad_player.py";

/// A match of these players, one of which may contain blanks.
fn played(players: [&str; 2], line: &str) -> Run {
    let mut command = hanamachi("hana match");
    finish(command.args(players).args(line.split_whitespace()).current_dir(env!("CARGO_MANIFEST_DIR")))
}

/// A match with records in `path`.
fn recorded(line: &str, path: &Path) -> Run {
    finish(hanamachi(line).arg("-o").arg(path))
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    (folder, path)
}

/// An object without the fields that differ between runs.
fn timeless(mut object: Value) -> Value {
    for player in object["players"].as_array_mut().expect("players") {
        player["ms_per_move"] = Value::Null;
    }
    object
}

#[test]
fn a_match_of_two_is_an_object_with_all_figures() {
    let object = run("hana match random random --pairs 50 --seed 3 --json").object();
    assert_eq!(object["schema"], "hanamikoji.match/1");
    assert_eq!(object["kind"], "estimated");
    assert_eq!(object["rules"], "rounds=inf tiebreak=charm geisha=2,2,2,3,3,4,5 actions=1,2,3,4");
    assert_eq!((&object["seed"], &object["pairs"], &object["n"]), (&json!(3), &json!(50), &json!(50)));
    let win = object["win"].as_f64().unwrap();
    assert!(object["low"].as_f64().unwrap() < win && win < object["high"].as_f64().unwrap());
    let games = &object["games"];
    let count = |key: &str| games[key].as_f64().unwrap();
    assert!((count("won") + count("shared") + count("lost") - 100.0).abs() < 1e-12);
    assert!((win - (count("won") + count("shared") / 2.0) / 100.0).abs() < 1e-12);
    let players = object["players"].as_array().unwrap();
    assert_eq!(
        keys(&players[0]),
        [
            "decisions",
            "elo",
            "forfeits",
            "high",
            "low",
            "ms_per_move",
            "n",
            "name",
            "player",
            "se",
            "table_hash",
            "version",
            "win",
            "without_luck"
        ]
    );
    assert_eq!(object["favour_table"], json!({"source": "built_in", "file": null, "hash": null}));
    assert!(players[0]["ms_per_move"].as_f64().unwrap() > 0.0);
    assert_eq!(players[0]["forfeits"], json!({"count": 0, "first": []}));
    assert!((win + players[1]["win"].as_f64().unwrap() - 1.0).abs() < 1e-12);
    assert!(object["rounds_per_game"]["mean"].as_f64().unwrap() > 1.0);
    let without = &object["without_luck"];
    assert_eq!(keys(without), ["high", "low", "se", "variance_saved", "win"]);
    assert!(without["se"].as_f64().unwrap() < object["se"].as_f64().unwrap(), "{object}");
    assert!((win - without["win"].as_f64().unwrap()).abs() < 0.2, "{object}");
    let again = run(object["command"].as_str().unwrap().trim_start_matches("hanamachi "));
    assert_eq!(again.code, 0, "{again:?}");
}

#[test]
fn threads_change_neither_the_figures_nor_the_records() {
    let (_folder, path) = folder();
    let mut seen = Vec::new();
    for threads in [1, 2, 5] {
        let line =
            format!("hana match random random random --pairs 40 --seed 9 --json --force --threads {threads}");
        let object = recorded(&line, &path).object();
        seen.push((timeless(object), fs::read(&path).unwrap()));
    }
    assert_eq!(seen[0].0["schema"], "hanamikoji.round_robin/1");
    assert_eq!(seen[0].0["pairings"].as_array().unwrap().len(), 3);
    assert!(seen.iter().all(|other| *other == seen[0]));
}

#[test]
fn the_rules_are_those_asked_for() {
    let (_folder, path) = folder();
    let line = "hana match random random --pairs 10 --seed 2 --json --rounds 2 --tiebreak none";
    let object = recorded(line, &path).object();
    assert_eq!(object["rules"], "rounds=2 tiebreak=none geisha=2,2,2,3,3,4,5 actions=1,2,3,4");
    assert!(object["command"].as_str().unwrap().ends_with('\''), "{object}");
    let games: Vec<Value> = games(&path);
    assert!(games.iter().all(|game| game["rounds"].as_u64().unwrap() <= 2));
    assert!(games.iter().any(|game| game["ending"] == "shared" && game["winner"].is_null()));
    assert!(games[0]["records"][0].as_str().unwrap().ends_with(" rounds=2 tiebreak=none"), "{}", games[0]);
    let command = hanamachi("hana match random random --pairs 5 --seed 1 --rules")
        .arg("geisha=1,1,3,4 actions=1,3")
        .output()
        .unwrap();
    assert!(command.status.success(), "{command:?}");
    assert_eq!(run("hana match random random --rules round=2").code, 2);
    assert_eq!(run("hana match random random --rounds 0").code, 2);
}

/// The games of a file of records.
fn games(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_match_that_was_cut_short_goes_on_to_the_same_bytes() {
    let (_folder, path) = folder();
    let line = "hana match random random random --pairs 12 --seed 4 --json --resume";
    let unbroken = timeless(recorded(line, &path).object());
    assert!(unbroken["pairings"][2]["without_luck"]["variance_saved"].is_f64(), "{unbroken}");
    assert!(games(&path).iter().all(|game| game["luck"].as_f64().is_some_and(|luck| luck != 0.0)));
    let whole = fs::read(&path).unwrap();
    let ends: Vec<usize> =
        whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(place, _)| place + 1).collect();
    assert_eq!(ends.len(), 1 + 12 * 6);
    // At line ends, in the middle of lines, within the header, and an empty file.
    for length in [0, 10, ends[0] - 1, ends[0], ends[3], ends[6], ends[6] + 1, ends[20] - 1, ends[71]] {
        fs::write(&path, &whole[..length]).unwrap();
        let resumed = recorded(line, &path).object();
        assert_eq!(timeless(resumed), unbroken, "{length} bytes");
        assert_eq!(fs::read(&path).unwrap(), whole, "{length} bytes");
    }
    // A complete match may be extended to more pairs, but not reduced to fewer.
    let resumed = recorded("hana match random random random --pairs 15 --seed 4 --resume", &path);
    assert_eq!(resumed.code, 0);
    assert!(fs::read(&path).unwrap().starts_with(&whole));
    assert_eq!(recorded(line, &path).code, 2);
}

#[test]
fn files_of_others_and_damaged_ones_are_refused() {
    let (_folder, path) = folder();
    let line = "hana match random random --pairs 5 --seed 4 --json";
    assert_eq!(recorded(line, &path).code, 0);
    let whole = fs::read_to_string(&path).unwrap();
    // The file is neither replaced nor resumed without a flag.
    assert_eq!(recorded(line, &path).code, 1);
    let refused = |line: &str| recorded(&format!("{line} --json --resume"), &path).refusal(6);
    for line in [
        "hana match random random --pairs 5 --seed 5",
        "hana match random random random --pairs 5 --seed 4",
        "hana match random random --pairs 5 --seed 4 --rounds 3",
    ] {
        let refusal = refused(line);
        assert_eq!(refusal["code"], "file_of_another_run", "{refusal}");
    }
    for (from, to) in [
        ("\"winner\":0", "\"winner\":1"),
        ("\"pair\":3", "\"pair\":4"),
        ("\"seed\":4", "\"seed\":5"),
        ("\"check\":\"", "\"check\":\"0"),
    ] {
        let forged = whole.replacen(from, to, 1);
        assert_ne!(forged, whole);
        fs::write(&path, forged).unwrap();
        assert_eq!(refused(line.trim_end_matches(" --json"))["code"], "file_damaged", "{from}");
    }
    let without_a_line: Vec<&str> =
        whole.lines().enumerate().filter(|(number, _)| *number != 4).map(|(_, line)| line).collect();
    for text in [without_a_line.join("\n") + "\n", "some notes".to_owned(), "some notes\n".to_owned()] {
        fs::write(&path, text.clone()).unwrap();
        assert_eq!(refused("hana match random random --pairs 5 --seed 4")["code"], "file_damaged");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "a refused file is unchanged");
    }
}

#[test]
fn players_that_cannot_be_are_refused_with_what_there_is() {
    let run = run("hana match randm random");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("there is no player `randm`; there are `random`"), "{}", run.stderr);
    assert_eq!(crate::support::run("hana match random").code, 2);
    assert_eq!(crate::support::run("hana match random random:x=1").code, 2);
    assert_eq!(crate::support::run("hana match random exec:").code, 2);
}

#[test]
fn the_example_plays_and_beats_random() {
    let object = played([&exec(EXAMPLE), "random"], "--pairs 40 --seed 1 --threads 2 --json").object();
    let player = &object["players"][0];
    assert_eq!((&player["name"], &player["version"]), (&json!("example"), &json!("1.0")));
    assert_eq!(player["forfeits"]["count"], 0, "{object}");
    assert!(object["win"].as_f64().unwrap() > 0.5, "{object}");
    // The player is deterministic, and so is the match.
    let again = played([&exec(EXAMPLE), "random"], "--pairs 40 --seed 1 --threads 1 --json").object();
    assert_eq!(timeless(again), timeless(object));
}

/// The player checks the messages about games, rounds, draws and rows, and gives up if they contradict its knowledge.
#[test]
fn what_a_program_is_told_fits_what_it_knows() {
    let attentive = exec("tests/players/attentive_player.py");
    for rules in ["rounds=inf", "geisha=2,3,4 actions=1,3 rounds=2 tiebreak=none"] {
        let mut command = hanamachi("hana match --pairs 10 --seed 1 --json --rules");
        command.args([rules, &attentive, "random"]).current_dir(env!("CARGO_MANIFEST_DIR"));
        let object = finish(&mut command).object();
        let player = &object["players"][0];
        assert_eq!(player["forfeits"]["count"], 0, "{object}");
        assert!(player["decisions"].as_u64().unwrap() > 80, "{object}");
    }
}

#[test]
fn who_does_not_keep_to_the_protocol_loses_and_the_match_goes_on() {
    for (how, reason) in [
        ("crash", "(exit status: 7)"),
        ("close", "ended without an answer"),
        ("illegal", "`1Z` is not legal"),
        ("garbage", "is not JSON: what?"),
        ("binary", "not UTF-8"),
        ("stale", "answered question 1 when it was asked 2"),
        ("unended", "in the middle of a line"),
        ("flood", "more than 1048576 bytes without a line end"),
        ("chatter", "has no `id`, the number of the question: {}"),
    ] {
        let object = played([&exec(&format!("{BAD} {how}")), "random"], "--pairs 2 --seed 1 --json").object();
        let bad = &object["players"][0];
        assert_eq!(bad["forfeits"]["count"], 4, "{object}");
        assert_eq!(object["games"], json!({"won": 0, "shared": 0, "lost": 4}), "{object}");
        let found = bad["forfeits"]["first"][0]["reason"].as_str().unwrap();
        assert!(found.contains(reason), "{how}: {found}");
        assert_eq!(bad["decisions"], 4, "{how}");
    }
}

#[test]
fn blank_lines_between_answers_say_nothing() {
    let object = played([&exec(&format!("{BAD} blank")), "random"], "--pairs 2 --seed 1 --json").object();
    assert_eq!(object["players"][0]["forfeits"]["count"], 0, "{object}");
}

#[test]
fn who_stalls_loses_when_the_time_is_up() {
    let (_folder, path) = folder();
    let mut command = hanamachi("hana match --pairs 1 --seed 1 --json --threads 1 --move-time 0.5");
    command.args([&exec(&format!("{BAD} stall")), "random", "-o"]).arg(&path);
    let object = finish(command.current_dir(env!("CARGO_MANIFEST_DIR"))).object();
    assert_eq!(object["players"][0]["forfeits"]["count"], 2);
    let games = games(&path);
    assert_eq!((&games[0]["ending"], &games[0]["winner"]), (&json!("forfeited"), &json!(1)));
    assert_eq!(games[0]["reason"], "the program gave no answer within 0.5 s");
}

#[test]
fn a_program_that_does_not_even_start_fails_the_match() {
    let (_folder, path) = folder();
    for (player, why) in
        [("exec:./no-such-program", "cannot be run"), ("exec:false", "ended without an answer")]
    {
        let mut command = hanamachi("hana match random --pairs 3 --seed 1 --json --force");
        let run = finish(command.arg(player).arg("-o").arg(&path));
        let refusal = run.refusal(1);
        let message = refusal["message"].as_str().unwrap();
        assert!(message.contains("tried 3 times") && message.contains(why), "{message}");
        assert_eq!(games(&path).len(), 0, "a game that could not be played does not count");
    }
}

/// Output of a long match with records in `path` that Ctrl-C ends when it has played some pairs.
#[cfg(unix)]
fn interrupted(line: &str, path: &Path) -> String {
    use std::process::Stdio;
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"));
    command.args("hana match --pairs 100000000 --seed 1 --threads 2 -q".split(' ')).args(line.split(' '));
    let child = command.arg("-o").arg(path).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    while fs::metadata(path).map_or(0, |file| file.len()) < 10_000 {
        std::thread::yield_now();
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    String::from_utf8(output.stdout).unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_records() {
    let (_folder, path) = folder();
    interrupted("random random --resume", &path);
    let kept = fs::read_to_string(&path).unwrap();
    assert!(kept.ends_with('\n') && kept.lines().count() % 2 == 1);
    let pairs = kept.lines().count() / 2;
    let line = format!("hana match random random --pairs {} --seed 1 --resume", pairs + 1);
    assert_eq!(recorded(&line, &path).code, 0);
    assert!(fs::read_to_string(&path).unwrap().starts_with(&kept));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_figures_of_the_pairs_played() {
    let (_folder, path) = folder();
    // One object: its `stopped` says what an error would say.
    let figures: Value = serde_json::from_str(&interrupted("random greedy --json", &path)).unwrap();
    let pairs = games(&path).len() as u64 / 2;
    assert!(pairs > 0 && figures["pairs"] == pairs && figures["players"][0]["n"] == pairs, "{figures}");
    assert_eq!(figures["stopped"], "interrupted");
    assert_eq!(
        figures["command"],
        format!("hanamachi hanamikoji match random greedy --pairs {pairs} --seed 1")
    );
    // The same figures as those of a match of so many pairs that nobody interrupted.
    let whole = played(["random", "greedy"], &format!("--pairs {pairs} --seed 1 --json")).object();
    assert_eq!((&figures["win"], &figures["se"]), (&whole["win"], &whole["se"]));
    assert_eq!(whole.get("stopped"), None);
    fs::remove_file(&path).unwrap();
    let page = interrupted("random greedy", &path);
    assert!(page.lines().next().unwrap().ends_with(", standard rules, seed 1, interrupted"), "{page}");
}

#[test]
fn whoever_cannot_play_a_reduced_game_is_refused_before_it_begins() {
    const REDUCED: &str = "geisha=2,3,4 actions=1,3";
    for player in ["learned", "ismcts:guide=learned", "ismcts:leaf=learned"] {
        let run =
            finish(hanamachi("hana match --pairs 1 --seed 1").args([player, "random", "--rules", REDUCED]));
        assert_eq!(run.code, 2, "{player}");
        assert!(run.stderr.contains("standard deals"), "{}", run.stderr);
    }
    // By default the search needs only the rules.
    let run = finish(hanamachi("hana match --pairs 2 --seed 1 --json").args([
        "ismcts:iterations=50",
        "random",
        "--rules",
        REDUCED,
    ]));
    let players = &run.object()["players"];
    assert_eq!(players[0]["forfeits"]["count"], 0);
}

/// Every method of evaluation can play: each wins against random play, and its specification is kept in full.
#[test]
fn every_search_plays() {
    for (player, shown) in [
        (
            "ismcts:iterations=40,rule=ucb,leaf=random,block=10",
            "ismcts:iterations=40,guide=auto,rule=ucb,leaf=random,block=10",
        ),
        ("ismcts:iterations=40,floor=0.25", "ismcts:iterations=40,guide=auto,floor=0.25"),
        ("pimc:deals=10", "pimc:deals=10,playouts=10"),
    ] {
        let run = finish(hanamachi("hana match --seed 1 --json --pairs 4").args([player, "random"]));
        let object = run.object();
        let players = &object["players"];
        assert_eq!(
            (&players[0]["player"], &players[0]["forfeits"]["count"]),
            (&shown.into(), &0.into()),
            "{player}"
        );
    }
    for (player, message) in [
        ("pimc:rule=puct", "`pimc` has no parameter `rule`"),
        (
            "ismcts:opponent=maybe",
            "`ismcts` cannot have opponent=maybe: it is `uniform`, `learned` or `equilibrium`",
        ),
        ("ismcts:rule=regret", "no longer there: use `puct` or `ucb`"),
        ("cfr:root=public", "the player `cfr` is no longer there: use `best`"),
        ("exact", "the player `exact` is no longer there: use `best`"),
    ] {
        let run = finish(hanamachi("hana match --pairs 1 --seed 1").args([player, "random"]));
        assert_eq!(run.code, 2, "{player}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

/// `--resume FILE` names the file itself; the arguments of earlier versions have the same effect, with a notice.
#[test]
fn a_match_is_resumed_by_the_name_of_its_file() {
    let (_folder, path) = folder();
    let line = "hana match random random --pairs 3 --seed 1 --json";
    let resumed = |line: &str| finish(hanamachi(line).arg("--resume").arg(&path));
    let first = resumed(line);
    assert_eq!((first.code, first.stderr.contains("--resume")), (0, false), "{first:?}");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let old = recorded(&format!("{line} --resume"), &path);
    assert!(old.code == 0 && old.stderr.contains("--resume names its file now"), "{old:?}");
    assert_eq!(fs::read(&path).unwrap(), whole);
    assert_eq!(timeless(old.object()), timeless(resumed(line).object()));
    for wrong in [
        "hana match random random --pairs 3 --seed 1 --resume",
        "hana match random random --pairs 3 --resume games",
        "hana match random random --pairs 3 --seed 1 -o games --resume other",
        "hana match random random --pairs 3 --seed 1 --resume games --force",
    ] {
        assert_eq!(finish(&mut hanamachi(wrong)).code, 2, "{wrong}");
    }
}
