//! `okiya census --verdicts` and `okiya ledger` from outside, and their files in `table`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::support::{Place, feed};
use serde_json::json;

/// Classes around 3,293,147, which o wins.
const RANGE: &str = "3290600..3296600";

#[test]
fn verdicts_are_those_of_the_solver_in_a_file_of_under_two_bits_a_class() {
    let place = Place::new();
    let estimate = place.run(&format!("okiya census --classes {RANGE} --verdicts --dry-run --json")).object();
    assert_eq!(estimate["schema"], "okiya.verdicts_estimate/1");
    assert_eq!((&estimate["kind"], &estimate["classes"]), (&json!("estimated"), &json!(6000)));
    let [low, time, high] =
        ["elapsed_s_low", "elapsed_s", "elapsed_s_high"].map(|key| estimate[key].as_f64().unwrap());
    assert!(0.0 <= low && low <= time && time <= high, "{estimate}");

    let figures = place.run(&format!("okiya census --classes {RANGE} --verdicts -o a --json --threads 1"));
    let figures = figures.object();
    assert_eq!((&figures["schema"], &figures["kind"]), (&json!("okiya.verdicts/1"), &json!("proved")));
    assert_eq!((&figures["rules"], &figures["classes"]), (&json!("full=draw"), &json!(6000)));
    assert_eq!(estimate["file_bytes"], place.bytes("a").len());
    let count = |outcome: &str, what: &str| {
        let rows = figures["outcomes"].as_array().unwrap();
        rows.iter().find(|row| row["outcome"] == outcome).unwrap()[what].as_u64().unwrap()
    };
    assert_eq!(count("win", "classes") + count("draw", "classes") + count("loss", "classes"), 6000);
    assert_eq!((count("loss", "classes"), count("loss", "shuffles")), (1, 9216));

    // The garden of each class, solved one after another.
    let rows = place.run("table export a --format csv").stdout;
    let mut lines = rows.lines();
    assert_eq!(lines.next(), Some("class_number,garden,class_size,outcome,kind"));
    let some: Vec<Vec<&str>> = lines.step_by(97).map(|line| line.split(',').collect()).collect();
    let gardens: Vec<&str> = some.iter().map(|row| row[1]).collect();
    let solved = feed("okiya solve - --verdict --json", gardens.join("\n"));
    assert_eq!(some.len(), 62);
    for (row, object) in some.iter().zip(solved.objects()) {
        assert_eq!((&object["outcome"], row[4]), (&json!(row[3]), "proved"), "{row:?}");
    }
    let numbers = feed("okiya solve --show class - --json", gardens.join("\n")).objects();
    assert_eq!(numbers[5]["class_number"].to_string(), some[5][0]);
    let lost = rows.lines().find(|line| line.ends_with(",loss,proved")).unwrap();
    assert!(lost.starts_with("3293147,"), "{lost}");
}

#[test]
fn parts_and_interrupted_runs_make_the_same_file() {
    let place = Place::new();
    let line = format!("okiya census --classes {RANGE} --verdicts");
    assert_eq!(place.run(&format!("{line} -o whole --threads 2")).code, 0);
    for part in 1..=3 {
        assert_eq!(place.run(&format!("{line} --shard {part}/3 -o {part}")).code, 0);
    }
    assert_eq!(place.run("table merge 2 3 1 -o merged").code, 0);
    assert_eq!(place.bytes("merged"), place.bytes("whole"));
    assert_eq!(place.run("table merge 1 3 -o no --json").refusal(3)["code"], "gap");
    assert_eq!(place.run("table merge 1 whole -o no --json").refusal(3)["code"], "overlap");

    let stopped = place.run(&format!("{line} -o part --time 0.000001"));
    assert_eq!(stopped.code, 4, "{stopped:?}");
    assert!(stopped.stderr.contains("--resume") && place.has("part.partial"), "{stopped:?}");
    assert_eq!(place.run(&format!("{line} -o part")).code, 1);
    let other = "okiya census --classes 0..6000 --verdicts --resume part --json";
    assert_eq!(place.run(other).refusal(6)["code"], "file_of_another_run");
    assert_eq!(place.run(&format!("{line} --resume part")).code, 0);
    assert_eq!(place.bytes("part"), place.bytes("whole"));
    let again = place.run(&format!("{line} --resume part --json")).object();
    assert_eq!((&again["resumed_classes"], &again["classes_per_s"]), (&json!(6000), &json!(null)));

    let verified = place.run("table verify whole --sample 40 --seed 1 --json").object();
    assert_eq!(verified["checked"], json!(["hashes", "gardens", "outcomes"]));
    let mut damaged = place.bytes("whole");
    damaged[300] ^= 4;
    fs::write(place.path("damaged"), damaged).unwrap();
    assert_eq!(place.run("table verify damaged --json").refusal(6)["code"], "file_damaged");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let place = Place::new();
    for line in [
        "okiya census --sample 10 --verdicts -o a",
        "okiya census --classes 0..10 --verdicts --full last -o a",
        "okiya census --classes 0..10 --verdicts",
        "okiya ledger . --shards 3",
        "okiya ledger . --solve --add a",
    ] {
        assert_eq!(place.run(line).code, 2, "{line}");
    }
    assert_eq!(place.run("okiya ledger . --add missing").code, 1);
    fs::write(place.path("ledger.csv"), "first_class\n").unwrap();
    assert_eq!(place.run("okiya ledger . --json").refusal(6)["code"], "file_damaged");
}

#[test]
fn a_ledger_grows_by_files_and_what_it_says_is_verified() {
    let place = Place::new();
    for (name, range) in [("a", "0..700"), ("b", RANGE), ("c", "3293000..3294000")] {
        assert_eq!(place.run(&format!("okiya census --classes {range} --verdicts -o {name}")).code, 0);
    }
    let empty = place.run("okiya ledger solved --json").object();
    assert_eq!((&empty["shards"], &empty["complete"]), (&json!(0), &json!(false)));
    assert_eq!(empty["missing"], json!([[1, 2270]]));
    assert!(!place.has("solved"));

    let figures = place.run("okiya ledger solved --add b a --json").object();
    assert_eq!((&figures["schema"], &figures["kind"]), (&json!("okiya.ledger/1"), &json!("proved")));
    assert_eq!((&figures["shards"], &figures["classes"]), (&json!(0), &json!(6700)));
    assert_eq!(figures["missing"], json!([[1, 2270]]), "parts of two shards");
    let ledger = place.bytes("solved/ledger.csv");
    let text = String::from_utf8(ledger.clone()).unwrap();
    let header = "first_class,classes,first_wins,draws,second_wins,first_win_shuffles,draw_shuffles,second_win_shuffles,nodes,blake3";
    assert!(text.starts_with(header));
    assert_eq!(
        text.lines().map(|line| line.split(',').next().unwrap()).collect::<Vec<_>>(),
        ["first_class", "0", "3290600"]
    );
    let listed = place.run("table export solved/second-wins.hana --format csv").stdout;
    assert_eq!(listed, "class_number\n3293147\n");

    // Adding the same again changes nothing; a range that overlaps another one is refused.
    assert_eq!(place.run("okiya ledger solved --add a").code, 0);
    assert_eq!(place.bytes("solved/ledger.csv"), ledger);
    assert_eq!(place.run("okiya ledger solved --add c --json").refusal(3)["code"], "overlap");

    let verify = "table verify solved/ledger.csv --shards 2 --sample 30 --seed 1";
    let verified = place.run(&format!("{verify} --json")).object();
    assert_eq!(verified["kind"], "okiya.ledger");
    assert_eq!(verified["checked"], json!(["counts", "second_wins", "outcomes"]));
    assert_eq!(verified["sample"]["n"], 31);
    let whole = place.run("table verify solved/second-wins.hana --json").object();
    assert_eq!((&whole["kind"], &whole["sample"]["n"]), (&json!("okiya.second_wins"), &json!(1)));

    // A digit of a hash, a count that still adds up, and one that does not.
    let line: Vec<&str> = text.lines().nth(1).unwrap().split(',').collect();
    let with = |column: usize, value: String| {
        let mut line: Vec<String> = line.iter().map(|&field| field.to_owned()).collect();
        line[column] = value;
        text.replacen(text.lines().nth(1).unwrap(), &line.join(","), 1)
    };
    let [wins, draws] = [2, 3].map(|column| line[column].parse::<u64>().unwrap());
    let hash =
        if line[9].starts_with('0') { line[9].replacen('0', "1", 1) } else { format!("0{}", &line[9][1..]) };
    fs::write(place.path("solved/ledger.csv"), with(9, hash)).unwrap();
    assert_eq!(place.run(&format!("{verify} --json")).refusal(5)["code"], "verification_failed");
    let moved =
        with(2, (wins + 1).to_string()).replacen(&format!(",{draws},"), &format!(",{},", draws - 1), 1);
    fs::write(place.path("solved/ledger.csv"), moved).unwrap();
    assert_eq!(place.run(&format!("{verify} --json")).refusal(5)["code"], "verification_failed");
    fs::write(place.path("solved/ledger.csv"), with(2, (wins + 1).to_string())).unwrap();
    assert_eq!(place.run(&format!("{verify} --json")).refusal(6)["code"], "file_damaged");
    // A line less than the list knows of: the list is longer, as after a run that ended between the two. A list that is shorter is damaged.
    fs::write(place.path("solved/ledger.csv"), text.lines().take(2).collect::<Vec<_>>().join("\n")).unwrap();
    assert_eq!(place.run("okiya ledger solved --json").object()["classes"], 700);
    assert_eq!(place.run("okiya ledger other --add a").code, 0);
    fs::copy(place.path("other/second-wins.hana"), place.path("solved/second-wins.hana")).unwrap();
    fs::write(place.path("solved/ledger.csv"), &ledger).unwrap();
    assert_eq!(place.run("okiya ledger solved --json").refusal(6)["code"], "file_damaged");
}

#[test]
fn a_run_that_is_killed_leaves_the_ledger_as_it_was() {
    let place = Place::new();
    assert_eq!(place.run("okiya census --classes 2000400..2000500 --verdicts -o some").code, 0);
    assert_eq!(place.run("okiya ledger solved --add some").code, 0);
    let ledger = place.bytes("solved/ledger.csv");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"));
    command.args("okiya ledger solved --solve --threads 2 -v".split(' ')).current_dir(place.folder());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    // It reports its number of threads once it has locked the ledger.
    let mut line = String::new();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    said.read_line(&mut line).unwrap();
    assert!(line.contains("threads"), "{line}");
    let busy = place.run("okiya ledger solved --solve --shards 1");
    assert!(busy.code == 1 && busy.stderr.contains("another run"), "{busy:?}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(place.bytes("solved/ledger.csv"), ledger);
    assert_eq!(place.run("okiya ledger solved --json").object()["classes"], 100);
}
