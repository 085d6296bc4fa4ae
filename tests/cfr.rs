//! `cfr`, from outside: values, sizes, files, limits.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::support::interrupted;
use crate::support::{Run, finish, hanamachi, keys, run};
use serde_json::{Value, json};

/// The keys of `cfr.run/1` about a game in which nothing is merged.
const KEYS: [&str; 33] = [
    "algorithm",
    "asked",
    "build_memory_bytes",
    "build_ms",
    "choices",
    "elapsed_ms",
    "end_nodes",
    "engine",
    "exploitability",
    "exploitability_kind",
    "gains",
    "gains_kind",
    "game",
    "history",
    "information_sets",
    "information_sets_by_seat",
    "iterations",
    "iterations_per_second",
    "kind",
    "memory_bytes",
    "method",
    "nodes",
    "payoff_entries",
    "reached",
    "rules",
    "schema",
    "seed",
    "sequences",
    "states",
    "stopped",
    "unit",
    "value",
    "value_bounds",
];

const REDUCED: &str = "--rules 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none'";
const RULES: &str = "rounds=1 tiebreak=none geisha=2,3,4 actions=1,3";

/// Runs these words and then these arguments, which may contain blanks.
fn with(line: &str, arguments: &[&str]) -> Run {
    finish(hanamachi(line).args(arguments))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number, not {value}"))
}

/// Invariants of every answer: the gains determine the exploitability, and the bounds contain the value, including this one.
fn checked(object: &Value, truth: f64) {
    assert_eq!((&object["kind"], &object["method"]), (&json!("bounded"), &json!("exact")));
    let [low, high] = [0, 1].map(|place| number(&object["value_bounds"][place]));
    let gains = [0, 1].map(|place| number(&object["gains"][place]));
    let value = number(&object["value"]);
    let slack = 1e-9;
    assert!(low - slack <= truth && truth <= high + slack, "{truth} {object}");
    assert!(low <= value && value <= high, "{object}");
    assert!(gains.iter().all(|gain| *gain > -1e-12), "{object}");
    assert!((number(&object["exploitability"]) - gains.iter().sum::<f64>() / 2.0).abs() < 1e-12);
    // The sum of the best-response gains is the distance between the two guarantees.
    assert!((high - low - gains.iter().sum::<f64>()).abs() < 1e-12, "{object}");
    let history = object["history"].as_array().unwrap();
    let iterations: Vec<u64> = history.iter().map(|entry| entry["iteration"].as_u64().unwrap()).collect();
    assert!(iterations.is_sorted_by(|earlier, later| earlier < later), "{object}");
    assert_eq!(iterations.last(), object["iterations"].as_u64().as_ref());
    let last = history.last().unwrap();
    assert_eq!(
        keys(last),
        ["elapsed_ms", "exploitability", "exploitability_kind", "iteration", "kind", "value"]
    );
    assert_eq!((&last["value"], &last["exploitability"]), (&object["value"], &object["exploitability"]));
}

/// Kuhn, 1950; Southey et al., 2005 (six cards, two rounds), whose value `OpenSpiel` also prints.
const KUHN_VALUE: f64 = -1.0 / 18.0;
const LEDUC_VALUE: f64 = -0.085_606_424;

#[test]
fn kuhn_poker_is_solved_and_everything_is_said() {
    let object = run("cfr --game kuhn --algorithm pcfr+ --iterations 1000 --json").object();
    assert_eq!(keys(&object), KEYS);
    assert_eq!((&object["schema"], &object["unit"]), (&json!("cfr.run/1"), &json!("chips")));
    assert_eq!(
        (&object["iterations"], &object["stopped"], &object["seed"]),
        (&json!(1000), &json!(null), &json!(null))
    );
    // Kuhn's twelve information sets; 3 · 2 deals with nine histories each, and the histories before them.
    assert_eq!(object["information_sets_by_seat"], json!([6, 6]));
    assert_eq!((&object["nodes"], &object["end_nodes"]), (&json!(1 + 3 + 6 * 9), &json!(6 * 5)));
    checked(&object, KUHN_VALUE);
    assert!(number(&object["exploitability"]) < 1e-6, "{object}");
    assert!((number(&object["value"]) - KUHN_VALUE).abs() < 1e-6, "{object}");
    assert_eq!(
        object["asked"],
        json!({"algorithm": "pcfr+", "iterations": 1000, "exploitability": null, "time_ms": null, "memory_bytes": null})
    );
}

#[test]
fn every_algorithm_encloses_the_value_of_kuhn_poker() {
    for (algorithm, at_most) in
        [("cfr", 1e-2), ("cfr+", 1e-3), ("lcfr", 1e-3), ("dcfr", 1e-3), ("pcfr+", 1e-5), ("external", 5e-2)]
    {
        let line = format!("cfr --game kuhn --algorithm {algorithm} --iterations 1000 --seed 3 --json");
        let object = run(&line).object();
        assert_eq!(object["algorithm"], algorithm);
        let samples = !["cfr", "cfr+", "lcfr", "dcfr", "pcfr+"].contains(&algorithm);
        assert_eq!(object["seed"], if samples { json!(3) } else { json!(null) }, "{algorithm}");
        checked(&object, KUHN_VALUE);
        let found = number(&object["exploitability"]);
        assert!(found < at_most, "{algorithm}: {found}");
    }
}

/// Sizes: six cards of three ranks and nine histories of each round's bets. `OpenSpiel` gives the value as −0.085606424.
#[test]
fn leduc_poker_has_its_published_value() {
    let line = "cfr --game leduc --algorithm dcfr --exploitability 1e-4 --json";
    let object = run(line).object();
    checked(&object, LEDUC_VALUE);
    assert_eq!((&object["reached"], &object["information_sets"]), (&json!(true), &json!(288)));
    assert!((number(&object["value"]) - LEDUC_VALUE).abs() < 2e-4, "{object}");
    // It stopped at the first measurement that was good enough.
    let history = object["history"].as_array().unwrap();
    let good = history.iter().filter(|entry| number(&entry["exploitability"]) <= 1e-4).count();
    assert_eq!(good, 1);
    let object = run(&format!("{line} --iterations 20")).object();
    assert_eq!((&object["reached"], &object["iterations"]), (&json!(false), &json!(20)));
    checked(&object, LEDUC_VALUE);
}

/// 6 · 6 rolls and twelve bids in rising order: each set of bids is a history, and each but the empty one may end in a call.
#[test]
fn liars_dice_is_of_its_size_and_two_algorithms_agree_about_it() {
    let solved = |algorithm: &str| {
        run(&format!("cfr --game liars_dice --algorithm {algorithm} --iterations 150 --json")).object()
    };
    let [first, second] = ["cfr+", "dcfr"].map(solved);
    for object in [&first, &second] {
        assert_eq!(object["information_sets_by_seat"], json!([12_288, 12_288]));
        assert_eq!(object["end_nodes"], 36 * 4095);
        assert_eq!(object["nodes"], 1 + 6 + 36 * (4096 + 4095));
        assert!(number(&object["exploitability"]) < 5e-3, "{object}");
        checked(object, number(&object["value"]));
    }
    let bound = |object: &Value, place: usize| number(&object["value_bounds"][place]);
    assert!(bound(&first, 0) <= bound(&second, 1) && bound(&second, 0) <= bound(&first, 1));
}

#[test]
fn a_reduced_round_is_one_game_by_either_command() {
    let line = format!("{REDUCED} --exploitability 1e-4 --json");
    let solution = run(&format!("cfr --game hanamikoji {line}")).object();
    assert_eq!(solution["schema"], "cfr.run/1");
    assert_eq!(solution["rules"], RULES);
    assert_eq!(solution["merged"], json!({"draw_order": true, "removed_card": true, "equal_geisha": []}));
    assert!(keys(&solution).len() == KEYS.len() + 5 && KEYS.iter().all(|key| solution.get(key).is_some()));
    assert!(number(&solution["exploitability"]) <= 1e-4);
    // Another algorithm proves the same value.
    let other =
        run(&format!("cfr --game hanamikoji {REDUCED} --algorithm pcfr+ --exploitability 1e-5 --json"))
            .object();
    assert_eq!(other["schema"], "cfr.run/1");
    assert!(number(&other["exploitability"]) <= 1e-5);
    checked(&other, number(&other["value"]));
    checked(&solution, number(&other["value"]));

    let charm = run(&format!("cfr --game hanamikoji {}", line.replace("none", "charm"))).object();
    assert_eq!(charm["rules"], RULES.replace("none", "charm"));
    assert_eq!(charm["nodes"], solution["nodes"]);
    let merged = run(
        "cfr --game hanamikoji --rules 'geisha=3,3,3 actions=1,3 rounds=1 tiebreak=none' --exploitability 1e-4 --json",
    )
    .object();
    assert_eq!(merged["merged"]["equal_geisha"], json!(["ABC"]));
    // Too many equals to enumerate all their orders: they are not merged, and there is no message.
    let apart = run(
        "cfr --game hanamikoji --rules 'geisha=1,1,1,1,1,1,1 actions=1,2 rounds=1 tiebreak=none' --iterations 10 --json",
    )
    .object();
    assert_eq!(apart["merged"]["equal_geisha"], json!([]));
    let page = run(
        "cfr --game hanamikoji --rules 'geisha=3,3,3 actions=1,3 rounds=1 tiebreak=none' --exploitability 1e-4",
    );
    for part in ["geisha 3 3 3, actions 1 3", "equal geisha (ABC)", "proved to lie between", "exact"] {
        assert!(page.stdout.contains(part), "{page:?}");
    }
}

/// A run with this file, and the file's bytes after it.
fn kept(line: &str, flag: &str, path: &Path) -> Vec<u8> {
    let run = with(line, &[flag, path.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{line}: {run:?}");
    fs::read(path).unwrap()
}

#[test]
fn a_run_in_pieces_leaves_the_bytes_of_an_unbroken_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (number, line) in [
        "cfr --game leduc --algorithm dcfr",
        "cfr --game leduc --algorithm pcfr+",
        "cfr --game kuhn --algorithm external --seed 5",
        "cfr --game leduc --algorithm external --seed 5",
        "cfr --game hanamikoji --rules 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none' --algorithm cfr+",
    ]
    .into_iter()
    .enumerate()
    {
        let whole = kept(&format!("{line} --iterations 90"), "--resume", &path(&format!("{number} run")));
        let table =
            kept(&format!("{line} --iterations 90 --threads 2"), "-o", &path(&format!("{number} table")));
        let (broken, last) = (path("broken"), path("table of the last piece"));
        for threads in [1, 2] {
            let _ = (fs::remove_file(&broken), fs::remove_file(&last));
            let line = format!("{line} --threads {threads} --iterations");
            // 37 is no iteration at which an unbroken run measures.
            assert_ne!(kept(&format!("{line} 37"), "--resume", &broken), whole);
            kept(&format!("{line} 50"), "--resume", &broken);
            let names = ["--resume", broken.to_str().unwrap(), "-o", last.to_str().unwrap()];
            assert_eq!(with(&format!("{line} 90"), &names).code, 0);
            assert_eq!(fs::read(&broken).unwrap(), whole, "{line}");
            assert_eq!(fs::read(&last).unwrap(), table, "{line}");
        }
    }
}

/// A table has the strategies, and nothing of the run; runs resume from their own files.
#[test]
fn a_table_holds_strategies_and_no_run() {
    let folder = tempfile::tempdir().unwrap();
    let (table, run) = (folder.path().join("table"), folder.path().join("run"));
    let line = format!("cfr --game hanamikoji {REDUCED} --iterations 20");
    let names = ["-o", table.to_str().unwrap(), "--resume", run.to_str().unwrap()];
    assert_eq!(with(&line, &names).code, 0);
    let sections = |path: &Path| -> Vec<String> {
        let object = with("table info --json", &[path.to_str().unwrap()]).object();
        let sections = object["sections"].as_array().unwrap().iter();
        sections.map(|section| section["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(sections(&table), ["keys", "ends", "actions", "probabilities"]);
    assert!(sections(&run).contains(&"state".to_owned()));
    let error = with(&format!("{line} --json"), &["--resume", names[1]]).refusal(6);
    assert_eq!(error["code"], "file_of_another_version");
    assert!(error["message"].as_str().unwrap().contains("not the run that found them"), "{error}");
}

/// Tables of earlier versions contain their run. They still answer queries, and runs resume from them and save both there.
#[test]
fn a_run_goes_on_from_a_table_that_carries_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, line) in [
        ("kuhn-policy-with-run.table", "cfr --game kuhn --algorithm dcfr"),
        (
            "hanamikoji-policy-with-run.table",
            "cfr --game hanamikoji --rules 'geisha=3,4 actions=1,2 rounds=1 tiebreak=none' --algorithm dcfr",
        ),
    ] {
        let path = folder.path().join(name);
        fs::copy(Path::new("tests/data/tables").join(name), &path).unwrap();
        let old = path.to_str().unwrap();
        let resumed = with(&format!("{line} --iterations 150 --json"), &["--resume", old]).object();
        let unbroken = run(&format!("{line} --iterations 150 --json")).object();
        for key in ["value", "gains", "exploitability", "iterations"] {
            assert_eq!(resumed[key], unbroken[key], "{name} {key}");
        }
        let info = with("table info --json", &[old]).object();
        assert_eq!(
            (&info["metadata"]["kind"], &info["metadata"]["counts"]["iterations"]),
            (&json!("policy"), &json!(150))
        );
        let checked = with("table verify --json", &[old]).object()["checked"].clone();
        assert!(checked.as_array().unwrap().contains(&json!("value_and_exploitability")), "{name} {checked}");
    }
}

#[test]
fn a_resumed_run_goes_on_with_the_seed_of_its_file_and_shows_what_came_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let line = "cfr --game kuhn --algorithm external --json --iterations";
    let resumed = |iterations: u32| {
        with(&format!("{line} {iterations}"), &["--resume", path.to_str().unwrap()]).object()
    };
    let (first, second) = (resumed(20), resumed(40));
    assert_eq!(first["seed"], second["seed"]);
    let unbroken = run(&format!("{line} 40 --seed {}", first["seed"])).object();
    assert_eq!((&second["value"], &second["gains"]), (&unbroken["value"], &unbroken["gains"]));
    let timeless = |object: &Value| -> Vec<(Value, Value)> {
        let entries = object["history"].as_array().unwrap().iter();
        entries.map(|entry| (entry["iteration"].clone(), entry["exploitability"].clone())).collect()
    };
    assert_eq!(timeless(&second), timeless(&unbroken));
    // The time of an earlier session is unknown.
    assert_eq!(second["history"][0]["elapsed_ms"], json!(null));
    assert!(second["history"].as_array().unwrap().last().unwrap()["elapsed_ms"].is_number());
}

#[test]
fn files_of_other_runs_and_damaged_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let name = path.to_str().unwrap();
    let line = "cfr --game kuhn --algorithm external --iterations 30";
    let bytes = kept(&format!("{line} --seed 1"), "--resume", &path);
    let refused = |line: &str| with(&format!("{line} --json"), &["--resume", name]).refusal(6);
    for (other, what) in [
        ("cfr --game leduc --algorithm external --iterations 30 --seed 1", "game"),
        ("cfr --game kuhn --algorithm external --iterations 30 --seed 2", "seed"),
        ("cfr --game kuhn --algorithm dcfr --iterations 30", "algorithm"),
        (
            "cfr --game hanamikoji --rules 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none' --algorithm external --iterations 30 --seed 1",
            "game",
        ),
    ] {
        let error = refused(other);
        assert_eq!(error["code"], "file_of_another_run", "{other}");
        assert!(error["message"].as_str().unwrap().contains(what), "{error}");
    }
    // Another reduced round is another game.
    let round = folder.path().join("round");
    kept(&format!("cfr --game hanamikoji {REDUCED} --iterations 5"), "--resume", &round);
    let other = format!("cfr --game hanamikoji {} --iterations 5 --json", REDUCED.replace("none", "charm"));
    let error = with(&other, &["--resume", round.to_str().unwrap()]).refusal(6);
    assert!(error["message"].as_str().unwrap().contains("rules"), "{error}");

    for place in [0, bytes.len() / 4, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        fs::write(&path, &damaged).unwrap();
        let error = refused(&format!("{line} --seed 1"));
        assert!(error["message"].as_str().unwrap().starts_with(name), "byte {place}: {error}");
        fs::write(&path, &bytes[..place]).unwrap();
        assert_eq!(refused(&format!("{line} --seed 1"))["code"], "file_damaged", "{place} bytes");
    }
    assert_eq!(fs::read(&path).unwrap(), bytes[..bytes.len() - 1], "a file that was refused stays");
}

/// Longer than any test may take: requests must be refused before this.
const ENDLESS: &str =
    "cfr --game hanamikoji --rules 'geisha=2,2,2,3,3,4,5 actions=1,2,3,4 rounds=1 tiebreak=none'";

#[test]
fn what_could_not_be_written_is_refused_before_any_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("there");
    let name = path.to_str().unwrap();
    fs::write(&path, "mine").unwrap();
    assert_eq!(with(ENDLESS, &["-o", name]).code, 1);
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    let nowhere = folder.path().join("no/folder/file");
    for flag in ["-o", "--resume"] {
        assert_eq!(with(ENDLESS, &[flag, nowhere.to_str().unwrap()]).code, 1, "{flag}");
    }
    let new = folder.path().join("new");
    let new = new.to_str().unwrap();
    assert_eq!(with(ENDLESS, &["-o", new, "--resume", new]).code, 2);
    let forced = with("cfr --game kuhn --iterations 5 --force", &["-o", name]);
    assert_eq!(forced.code, 0, "{forced:?}");
    assert_ne!(fs::read(&path).unwrap(), b"mine");
}

#[test]
fn the_memory_limit_is_kept_and_the_flags_make_sense() {
    for line in ["cfr --game kuhn --memory 1K", "cfr --game liars_dice --memory 1M --algorithm dcfr"] {
        let error = run(&format!("{line} --json")).refusal(7);
        assert_eq!(error["code"], "memory_limit", "{line}");
    }
    // Detected by a few random games, not after minutes of building.
    let error = run(&format!("{ENDLESS} --memory 64M --json")).refusal(7);
    assert!(error["message"].as_str().unwrap().contains("at least"), "{error}");
    let enough = run("cfr --game kuhn --memory 64M --iterations 5 --json").object();
    assert!(number(&enough["memory_bytes"]) < f64::from(64 << 20));
    assert_eq!(enough["asked"]["memory_bytes"], 64 << 20);
    for line in [
        "cfr",
        "cfr --game chess",
        "cfr --game kuhn --algorithm magic",
        "cfr --game kuhn --iterations 0",
        "cfr --game kuhn --exploitability 0",
        "cfr --game kuhn --exploitability nan",
        "cfr --game kuhn --rules 'geisha=2,3,4 actions=1,3'",
        "cfr --game kuhn --geisha 2,3,4 --actions 1,3",
        "cfr --game kuhn --force",
        "cfr --game hanamikoji",
        "cfr --game hanamikoji",
        "cfr --game hanamikoji --geisha 2,3,4",
        "cfr --game hanamikoji --tiebreak charm",
        "cfr --game hanamikoji --rules 'geisha=2,3,4 actions=1,2'",
        "cfr --game hanamikoji --rules 'geisha=2,3,4 actions=1,1,3'",
        "cfr --game hanamikoji --geisha 2,3,4 --actions 5",
        "cfr --game hanamikoji --geisha 2,3,4 --actions 1,3 --rounds 0",
        "cfr --game hanamikoji --geisha 2,3,4 --actions 1,3 --tiebreak coin",
    ] {
        let run = run(line);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{line}: {}", run.stderr);
    }
}

#[test]
fn the_time_limit_ends_with_an_answer() {
    let line = "cfr --game liars_dice --algorithm cfr --exploitability 1e-9 --time 2";
    let object = run(&format!("{line} --json")).object();
    assert_eq!((&object["stopped"], &object["reached"]), (&json!("time"), &json!(false)));
    assert_eq!(object["asked"]["time_ms"], 2000.0);
    assert!(object["iterations"].as_u64().unwrap() > 0);
    checked(&object, number(&object["value"]));
    assert!(run(line).stdout.contains("The time limit ended the run."));
    // No time for one iteration: there is no answer.
    assert_eq!(run(&format!("{ENDLESS} --time 0.05 --json")).refusal(4)["code"], "limit_reached");
}

#[test]
fn a_missed_target_is_said_with_its_reason() {
    let stopped = |line: &str| {
        let object = run(&format!("{line} --json")).object();
        (object["stopped"].clone(), object["reached"].clone())
    };
    let kuhn = "cfr --game kuhn --algorithm pcfr+";
    assert_eq!(stopped(&format!("{kuhn} --exploitability 1e-9")), (Value::Null, json!(true)));
    // Without a target, the iterations are what was asked for.
    assert_eq!(stopped(&format!("{kuhn} --iterations 10")), (Value::Null, Value::Null));
    let few = format!("{kuhn} --exploitability 1e-9 --iterations 100");
    assert_eq!(stopped(&few), (json!("iterations"), json!(false)));
    assert!(run(&few).stdout.contains("was not reached in these iterations"));
    // Best responses err by more than that, in both directions.
    let never = format!("{kuhn} --exploitability 1e-20");
    assert_eq!(stopped(&never), (json!("precision"), json!(false)));
    assert!(run(&never).stdout.contains("out of reach of double precision"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_and_writes_the_result_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("round.table");
    let path_text = path.to_str().unwrap();
    let words = ["hana", "solve", "--rules", RULES, "--exploitability", "1e-12", "-o", path_text, "--force"];
    let [object] = interrupted(&[words.as_slice(), &["--json"]].concat()).objects().try_into().unwrap();
    assert_eq!(object["stopped"], "interrupted");
    checked(&object, number(&object["value"]));
    let metadata = with("table info --json", &[path_text]).object()["metadata"].clone();
    assert_eq!(metadata["counts"]["iterations"], object["iterations"]);
    assert!(interrupted(&words).stdout.contains("Ctrl-C ended the run."));
    // A run without a sequence form ends too, and says that it was not measured.
    let line = "cfr --game leduc --algorithm external --memory 100K --iterations 1000000000 --seed 1";
    let words: Vec<&str> = line.split_whitespace().collect();
    let stopped = interrupted(&words).stdout;
    assert!(stopped.contains("Ctrl-C ended the run.") && stopped.contains("not measured"), "{stopped}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_a_run_that_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for (name, line) in [
        ("full", "cfr --game liars_dice --algorithm dcfr"),
        ("sampled", "cfr --game leduc --algorithm external --seed 2"),
    ] {
        let path = folder.path().join(name);
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"));
        command.args(line.split(' ')).args(["--iterations", "100000000", "-v", "--resume"]).arg(&path);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        // From here on it iterates.
        assert!(said.any(|line| line.unwrap().starts_with("compiled in")));
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let info = with("table info --json", &[path.to_str().unwrap()]).object();
        let done = info["metadata"]["counts"]["iterations"].as_u64().unwrap();
        let line = format!("{line} --iterations {}", done + 5);
        let unbroken = kept(&line, "--resume", &folder.path().join(format!("{name} unbroken")));
        assert_eq!(kept(&line, "--resume", &path), unbroken, "{name} after {done}");
    }
}

#[test]
fn the_table_of_a_solved_round_plays_and_answers() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("round.table");
    let name = path.to_str().unwrap();
    kept(&format!("cfr --game hanamikoji {REDUCED} --exploitability 1e-4"), "-o", &path);
    let object = with("table verify --json", &[name]).object();
    assert_eq!(object["checked"], json!(["hashes", "rows", "legal_actions", "value_and_exploitability"]));
    assert_eq!(object["not_checked"], json!([]));
    let metadata = with("table info --json", &[name]).object()["metadata"].clone();
    assert_eq!((&metadata["rules"], &metadata["game"]), (&json!(RULES), &json!("hanamikoji")));
    // 16 bits for a probability cost less than a thousandth of a game.
    let rounded = number(&metadata["details"]["exploitability_rounded_to_16_bits"]);
    assert!((rounded - number(&metadata["details"]["exploitability"])).abs() < 1e-3);
    // The command that the file names makes the same file.
    let again = folder.path().join("again");
    let command = metadata["command"].as_str().unwrap().strip_prefix("hanamachi ").unwrap();
    let rules = command.split('\'').nth(1).unwrap();
    let command = command.replace(&format!(" --rules '{rules}'"), "");
    let run = with(&command, &["--rules", rules, "-o", again.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{command}: {run:?}");
    assert_eq!(fs::read(&again).unwrap(), fs::read(&path).unwrap());

    let player = format!("table:{name}");
    let figures =
        with("hana match --seed 5 --pairs 300 --json", &[&player, "random", "--rules", RULES]).object();
    assert!(number(&figures["low"]) > 0.5, "{figures}");
    let start = format!("... 1 ABC - {RULES}");
    let answer = with("hana evaluate --json --seed 1", &[&start, "--table", name]).object();
    assert_eq!(answer["method"], "table");
    let probabilities =
        answer["actions"].as_array().unwrap().iter().map(|action| number(&action["probability"]));
    assert!((probabilities.sum::<f64>() - 1.0).abs() < 1e-9, "{answer}");
}

/// A test game without a sequence form has a value by play; it has no table and no target.
#[test]
fn a_game_that_does_not_fit_is_sampled_and_estimated() {
    let small = "cfr --game liars_dice --algorithm external --iterations 20 --seed 1 --memory 3M";
    let [found, again] =
        ["1", "2"].map(|threads| run(&format!("{small} --json --threads {threads}")).object());
    for key in ["value", "value_se", "information_sets", "memory_bytes"] {
        assert_eq!(found[key], again[key], "{key}");
    }
    for key in ["value_bounds", "exploitability", "gains", "nodes", "reached"] {
        assert_eq!(found[key], Value::Null, "{key}: {found}");
    }
    assert_eq!((&found["kind"], &found["method"]), (&json!("estimated"), &json!("none")));
    // The value of equilibrium play is close to 0: see `liars_dice_is_of_its_size_and_two_algorithms_agree_about_it`.
    assert!(number(&found["value_se"]) < 0.01 && number(&found["value"]).abs() < 0.3, "{found}");
    assert_eq!(
        (&found["iterations"], &found["stopped"], &found["history"]),
        (&json!(20), &Value::Null, &json!([]))
    );
    assert_eq!(found["information_sets"], found["information_sets_met"]);
    assert!(number(&found["information_sets"]) > 1000.0 && number(&found["memory_bytes"]) < 3e6, "{found}");
    let page = run(small).stdout;
    assert!(page.contains("estimated by play") && page.contains("not measured"), "{page}");
    for (line, word) in [
        (format!("{small} --exploitability 0.1"), "sequence form"),
        (format!("{small} -o none"), "sequence form"),
        (format!("{small} --resume none"), "sequence form"),
        (small.replace("3M", "100K"), "memory"),
    ] {
        let refused = run(&line);
        assert_eq!(refused.code, 7, "{line}: {}", refused.stderr);
        assert!(refused.stderr.contains(word), "{line}: {}", refused.stderr);
    }
}

/// A round that does not fit has a table, which plays and names its measurements, and a lower bound of its exploitability.
#[test]
fn a_round_that_does_not_fit_has_a_table_and_a_lower_bound() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("round.table");
    let name = path.to_str().unwrap();
    let line = format!(
        "cfr --game hanamikoji {REDUCED} --algorithm external --iterations 60 --seed 1 --memory 1M --json"
    );
    let found = with(&line, &["-o", name]).object();
    assert_eq!((&found["kind"], &found["method"]), (&json!("estimated"), &json!("lower_bound")));
    assert_eq!(found["value_bounds"], Value::Null);
    let exact = run(&line.replace(" --memory 1M", "")).object();
    assert_eq!((&exact["kind"], &exact["method"]), (&json!("bounded"), &json!("exact")));
    let error = |key: &str| 4.0 * number(&found[&format!("{key}_se")]);
    assert!((number(&found["value"]) - number(&exact["value"])).abs() < error("value"), "{found}, {exact}");
    let bound = number(&found["exploitability"]) - error("exploitability");
    assert!(bound < number(&exact["exploitability"]), "{found}, {exact}");

    let metadata = with("table info --json", &[name]).object()["metadata"].clone();
    assert_eq!(metadata["details"]["exploitability"], found["exploitability"]);
    assert_eq!(metadata["details"]["exploitability_method"], "lower_bound");
    // The same strategies as of the run that is measured exactly.
    let other = folder.path().join("other.table");
    with(&line.replace(" --memory 1M", ""), &["-o", other.to_str().unwrap()]).object();
    let rows = |path: &Path| with("table export --format csv", &[path.to_str().unwrap()]).stdout;
    assert!(rows(&other).contains(rows(&path).lines().nth(1).unwrap()));
    let start = format!("... 1 ABC - {RULES}");
    let answer = with("hana evaluate --json --seed 1", &[&start, "--table", name]).object();
    assert_eq!(answer["method"], "table");
}

/// Sampled runs of earlier versions are refused by their names.
#[test]
fn sampled_runs_of_earlier_versions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["kuhn-sampled-checkpoint.table", "kuhn-policy-with-sampled-run.table"] {
        let path = folder.path().join(name);
        fs::copy(Path::new("tests/data/tables").join(name), &path).unwrap();
        let old = path.to_str().unwrap();
        let line = "cfr --game kuhn --algorithm external --seed 5 --iterations 150 --json";
        let error = with(line, &["--resume", old]).refusal(6);
        assert_eq!(error["code"], "file_of_another_version");
        assert!(
            error["message"].as_str().unwrap().contains("a run of `external` by an earlier version"),
            "{error}"
        );
        with("table info --json", &[old]).object();
    }
}
