//! `okiya census` from outside, its files in `table`, and `okiya solve --table`.

use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{Place, Run, feed, finish, run};
use hanamachi_solver::okiya::Symmetry;
use hanamachi_solver::okiya::census::{Census, CensusTable, FileRun as _, StoredRecord, write_table};
use serde_json::{Value, json};

/// A census of 20 random gardens that version 1 wrote.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tables/okiya-census-1.table");

impl Place {
    /// Number of records that the checkpoint of `name` counts.
    fn counted(&self, name: &str) -> u64 {
        let info = self.run(&format!("table info {name}.checkpoint --json")).object();
        info["metadata"]["counts"]["records"].as_u64().expect("a count")
    }
}
/// A number of nodes at which a search is stopped in one of the later gardens of this file, but not in the first `first`.
/// If a change of the search leaves no such garden, another range has one.
fn nodes_to_stop_behind(first: usize, bytes: &[u8]) -> u32 {
    let table = CensusTable::open(bytes).unwrap();
    let nodes: Vec<u32> = table.iter().map(|record| record.unwrap().nodes()).collect();
    let limit = *nodes[..first].iter().max().unwrap();
    assert!(nodes[first..].iter().any(|&nodes| nodes > limit + 2048), "no garden is larger than all before");
    limit + 1024
}

#[test]
fn the_estimate_knows_the_bytes_and_the_figures_are_those_of_the_survey() {
    let place = Place::new();
    let estimate = place.run("okiya census --sample 300 --seed 2 --dry-run --json").object();
    assert_eq!(estimate["schema"], "okiya.census_estimate/1");
    assert_eq!((&estimate["kind"], &estimate["gardens"]), (&json!("estimated"), &json!(300)));
    let [low, time, high] =
        ["elapsed_s_low", "elapsed_s", "elapsed_s_high"].map(|key| estimate[key].as_f64().unwrap());
    assert!(0.0 <= low && low <= time && time <= high);
    assert_eq!(fs::read_dir(place.folder()).unwrap().count(), 0);

    let figures = place.run("okiya census --sample 300 --seed 2 -o a --json --threads 1").object();
    assert_eq!((&figures["schema"], &figures["kind"]), (&json!("okiya.census/1"), &json!("proved")));
    assert_eq!(figures["shares_kind"], "estimated");
    assert_eq!(estimate["file_bytes"], place.bytes("a").len());
    let survey = run("okiya census --counts --sample 300 --seed 2 --json").object();
    for key in ["outcomes", "endings", "winning_openings"] {
        assert_eq!(figures[key], survey["results"][0][key]);
    }

    assert_eq!(place.run("okiya census --sample 300 --seed 2 -o b --threads 3").code, 0);
    assert_eq!(place.bytes("a"), place.bytes("b"));
    assert_eq!(fs::read_dir(place.folder()).unwrap().count(), 2);

    let again = place.run("okiya census --sample 300 --seed 2 -o a --json --resume").object();
    assert_eq!(again["outcomes"], figures["outcomes"]);
    assert_eq!((&again["resumed_gardens"], &again["gardens_per_s"]), (&json!(300), &Value::Null));
}

#[test]
fn parts_merged_in_any_order_are_the_whole() {
    let place = Place::new();
    assert_eq!(place.run("okiya census --classes 40..110 -o whole --full last").code, 0);
    for (number, of) in [(1, 2), (2, 2), (1, 3), (2, 3), (3, 3)] {
        let line =
            format!("okiya census --classes 40..110 --shard {number}/{of} -o {number}-{of} --full last");
        assert_eq!(place.run(&line).code, 0);
    }
    for parts in ["2-2 1-2", "3-3 1-3 2-3", "whole"] {
        assert_eq!(place.run(&format!("table merge {parts} -o merged --force")).code, 0);
        assert_eq!(place.bytes("merged"), place.bytes("whole"));
    }
    let code = |line: &str, code| place.run(line).refusal(code)["code"].clone();
    assert_eq!(code("table merge 1-3 3-3 -o no --json", 3), "gap");
    assert_eq!(code("table merge 1-3 1-2 -o no --json", 3), "overlap");
    assert_eq!(place.run("okiya census --classes 110..112 -o draw").code, 0);
    assert_eq!(code("table merge draw whole -o no --json", 6), "file_of_other_rules");
    assert_eq!(place.run("okiya census --sample 2 --seed 1 -o sample --full last").code, 0);
    assert_eq!(code("table merge sample whole -o no --json", 6), "file_of_another_run");
    assert!(!place.has("no"));
}

#[test]
fn a_run_that_reached_a_limit_goes_on_from_its_checkpoint() {
    let place = Place::new();
    let line = "okiya census --classes 3000000..3001000 --threads 2";
    assert_eq!(place.run(&format!("{line} -o whole")).code, 0);
    let whole = place.bytes("whole");
    let nodes = nodes_to_stop_behind(256, &whole);
    let stopped = place.run(&format!("{line} -o part --nodes {nodes}"));
    assert_eq!(stopped.code, 4, "{stopped:?}");
    assert!(
        stopped.stderr.contains("hanamachi okiya census --classes 3000000..3001000 --resume part"),
        "{stopped:?}"
    );
    let kept = place.counted("part");
    assert!((256..1000).contains(&kept), "{kept}");
    assert!(!place.has("part") && place.has("part.partial"));

    // The partial file is neither lost nor overwritten by mistake.
    let refused = place.run(&format!("{line} -o part"));
    assert!(refused.code == 1 && refused.stderr.contains("--resume"), "{refused:?}");
    let other = place.run("okiya census --classes 3000000..3001500 -o part --resume --json");
    assert_eq!(other.refusal(6)["code"], "file_of_another_run");
    let sample = "okiya census --sample 1000 --seed 1 -o part --resume --json";
    assert_eq!(place.run(sample).refusal(6)["code"], "file_of_another_run");

    // Data that a killed run has left after the checkpoint does not count; the data that the checkpoint counts must be unchanged.
    let (partial, checkpoint) = (place.bytes("part.partial"), place.bytes("part.checkpoint"));
    let mut longer = partial.clone();
    longer.extend([7; 1000]);
    let mut changed = partial.clone();
    changed[100] ^= 1;
    let mut damaged = checkpoint.clone();
    damaged[200] ^= 1;
    for (partial, checkpoint) in
        [(&changed, &checkpoint), (&partial[..partial.len() - 1].to_vec(), &checkpoint), (&partial, &damaged)]
    {
        fs::write(place.path("part.partial"), partial).unwrap();
        fs::write(place.path("part.checkpoint"), checkpoint).unwrap();
        let refused = place.run(&format!("{line} -o part --resume --json"));
        assert_eq!(refused.refusal(6)["code"], "file_damaged");
    }
    fs::write(place.path("part.partial"), &longer).unwrap();
    fs::write(place.path("part.checkpoint"), &checkpoint).unwrap();
    let busy = File::open(place.path("part.partial")).unwrap();
    busy.lock().unwrap();
    let refused = place.run(&format!("{line} -o part --resume"));
    assert!(refused.code == 1 && refused.stderr.contains("another run"), "{refused:?}");
    busy.unlock().unwrap();

    let resumed = place.run(&format!("{line} -o part --resume --json")).object();
    assert_eq!(resumed["resumed_gardens"], kept);
    assert_eq!(place.bytes("part"), whole);
    assert!(!place.has("part.partial") && !place.has("part.checkpoint"));

    // A finished file.
    assert_eq!(place.run(&format!("{line} -o part")).code, 1);
    assert_eq!(place.run("okiya census --classes 1000000..1000401 -o part --resume").code, 6);
    changed.clone_from(&whole);
    changed[5000] ^= 1;
    fs::write(place.path("part"), &changed).unwrap();
    assert_eq!(place.run(&format!("{line} -o part --resume")).code, 6);
    assert_eq!(place.run(&format!("{line} -o part --force")).code, 0);
    assert_eq!(place.bytes("part"), whole);
}

/// Starts the program on these words in the folder.
fn start(place: &Place, line: &str) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"));
    command.args(line.split_whitespace()).current_dir(place.folder());
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

fn length(path: &Path) -> u64 {
    path.metadata().map_or(0, |found| found.len())
}

#[test]
fn a_killed_run_leaves_no_file_and_goes_on() {
    let place = Place::new();
    let line = "okiya census --classes 0..1100 --threads 1";
    let mut child = start(&place, &format!("{line} -o part"));
    while length(&place.path("part.partial")) < 2000 && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!place.has("part") && place.has("part.partial") && place.has("part.checkpoint"));
    assert_eq!(place.run(&format!("{line} -o part --resume")).code, 0);
    assert_eq!(place.run("okiya census --classes 0..1100 -o whole").code, 0);
    assert_eq!(place.bytes("part"), place.bytes("whole"));
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_what_was_done_and_no_file() {
    let place = Place::new();
    let program = assert_cmd::cargo::cargo_bin!("hanamachi").display().to_string();
    // No file may have more than 16 blocks, of 512 or 1,024 bytes: about a hundred records.
    let script = format!("ulimit -f 16; exec {program} okiya census --classes 0..900 -o part --threads 1");
    let full = finish(assert_cmd::Command::new("sh").args(["-c", &script]).current_dir(place.folder()));
    assert_eq!(full.code, 1, "{full:?}");
    assert!(full.stderr.contains("part.partial") && full.stderr.contains("--resume"), "{full:?}");
    assert!(!place.has("part"));
    let kept = place.counted("part");
    assert!(kept > 0, "{kept}");
    let resumed = place.run("okiya census --classes 0..900 -o part --resume --json").object();
    assert_eq!(resumed["resumed_gardens"], kept);
    assert_eq!(place.run("table verify part --sample 5 --seed 1").code, 0);
}

#[test]
fn what_cannot_be_asked_is_refused_before_any_work() {
    let place = Place::new();
    for line in [
        "",
        "-o a",
        "--sample 5 --seed 1",
        "--sample 0 --seed 1 -o a",
        "--sample 9..5 --seed 1 -o a",
        "--sample 5 --classes 0..5 -o a",
        "--sample 4294967297 --seed 1 -o a",
        "--sample 5 -o a --resume",
        "--sample 5 --resume a",
        "--classes 0..5 --resume",
        "--classes 0..5 -o a --resume b",
        "--sample 5 --seed 1 -o -",
        "--classes 5..3 -o a",
        "--classes 0..2270454065 -o a",
        "--classes 7 -o a",
        "--classes 0..5 --seed 3 -o a",
        "--classes 0..5 --shard 0/4 -o a",
        "--classes 0..5 --shard 5/4 -o a",
        "--classes 0..5 --shard 1/0 -o a",
    ] {
        let refused = place.run(&format!("okiya census {line}"));
        assert_eq!(refused.code, 2, "{line}: {refused:?}");
    }
    let none = place.run("okiya census --classes 0..5 --shard 0/4 -o a").stderr;
    assert!(none.contains("from 1 to N"), "{none}");
    assert_eq!(place.run("okiya census --classes 0..5 -o none/a").code, 1);
    assert_eq!(place.run("okiya census --classes 0..5 -o .").code, 1);
    assert_eq!(fs::read_dir(place.folder()).unwrap().count(), 0);
    // The last class of all, and a part without a garden.
    assert_eq!(place.run("okiya census --classes 5..6 --shard 1/2 -o empty").code, 0);
    assert_eq!(place.run("table verify empty").code, 0);
}

/// The objects without the fields that may differ between a table and a search.
fn answers(run: &Run) -> Vec<Value> {
    assert_eq!(run.code, 0, "{run:?}");
    let mut objects = run.objects();
    for object in &mut objects {
        let object = object.as_object_mut().unwrap();
        for key in ["nodes", "method", "elapsed_ms", "source", "table"] {
            object.remove(key);
        }
    }
    objects
}

#[test]
fn a_table_answers_as_a_search_does_and_says_so() {
    let place = Place::new();
    let bytes = fs::read(KEPT).unwrap();
    let table = CensusTable::open(&bytes).unwrap();
    let mut gardens = String::new();
    for (index, symmetry) in (0..table.len()).zip((0..Symmetry::COUNT).step_by(457)) {
        let garden = *table.record(index).unwrap().garden();
        let turned = Symmetry::from_index(symmetry).unwrap().garden(&garden);
        writeln!(gardens, "{}\n{}", garden.short(), turned.short()).unwrap();
    }
    for flags in ["--lines", "--verdict"] {
        let searched = feed(&format!("okiya solve - --json {flags}"), gardens.as_str());
        let tabled = feed(&format!("okiya solve - --json {flags} --table {KEPT}"), gardens.as_str());
        assert_eq!(answers(&searched), answers(&tabled));
        for object in tabled.objects() {
            assert_eq!((&object["source"], &object["table"]), (&json!("table"), &json!(KEPT)));
        }
    }
    let first = gardens.lines().next().unwrap();
    let page = run(&format!("okiya solve {first} --table {KEPT}")).stdout;
    assert!(page.contains(&format!("from {KEPT}")), "{page}");
    let searched = run(&format!("okiya solve {first}")).stdout;
    assert_eq!(page.trim_end().rsplit_once('\n').unwrap().0, searched.trim_end());

    // Gardens that are not in the table are searched, and reported.
    for other in ["0123/4567/89ab/cdef", &format!("{first} moves a1")] {
        let answer = run(&format!("okiya solve {other} --table {KEPT} --json")).object();
        assert_eq!((&answer["source"], &answer["table"]), (&json!("search"), &json!(KEPT)));
        assert!(run(&format!("okiya solve {other} --table {KEPT}")).stdout.contains("not in"));
    }
    let rules = run(&format!("okiya solve {first} --table {KEPT} --full last --json"));
    assert_eq!(rules.refusal(6)["code"], "file_of_other_rules");
    let damaged = place.path("damaged");
    let mut changed = bytes.clone();
    changed[70] ^= 1;
    fs::write(&damaged, &changed).unwrap();
    let refused = place.run(&format!("okiya solve {first} --table damaged --json"));
    assert_eq!(refused.refusal(6)["code"], "file_damaged");
}

#[test]
fn a_table_that_is_whole_and_wrong_is_found_out() {
    let place = Place::new();
    let bytes = fs::read(KEPT).unwrap();
    let table = CensusTable::open(&bytes).unwrap();
    let mut records: Vec<u8> = Vec::new();
    for chunk in table.chunks() {
        records.extend(Census::bytes_of(chunk.unwrap()));
    }
    // The first opening of the fourth garden: a win of the first player by a row with nine tiles left.
    records[3 * StoredRecord::BYTES + 8] = 22;
    let written = write_table(Vec::new(), table.census(), table.program(), |file| {
        Census::in_bytes(&records).iter().try_for_each(|record| file.push(record))
    });
    let forged = written.map_err(|error: hanamachi_solver::okiya::census::CensusError| error).unwrap().0;
    fs::write(place.path("forged"), forged).unwrap();
    let verified = place.run("table verify forged --json").refusal(5);
    assert_eq!(verified["code"], "verification_failed");
    assert!(verified["message"].as_str().unwrap().contains("record 3 "), "{verified}");
    let fourth = table.record(3).unwrap();
    let garden = fourth.garden().short();
    let solved = place.run(&format!("okiya solve {garden} --table forged --json")).refusal(5);
    assert_eq!(solved["code"], "verification_failed");
    // The values alone are not checked.
    assert_eq!(place.run("table verify forged --sample 0").code, 0);
}

#[test]
fn a_file_of_version_1_is_read_and_exported() {
    let verified = run(&format!("table verify {KEPT} --json")).object();
    assert_eq!(verified["checked"], json!(["hashes", "records", "gardens", "values"]));
    assert_eq!((&verified["sample"]["n"], &verified["sample"]["total"]), (&json!(20), &json!(20)));
    let info = run(&format!("table info {KEPT} --json")).object();
    assert_eq!(info["metadata"]["command"], "hanamachi okiya census --sample 20 --seed 3");
    let exported = run(&format!("table export {KEPT} --format jsonl"));
    assert_eq!(exported.code, 0, "{exported:?}");
    let rows = exported.objects();
    let gardens = run("okiya random --count 20 --seed 3").stdout;
    let solutions = feed("okiya solve - --json", gardens).objects();
    assert_eq!(rows.len(), 20);
    for (number, (row, solution)) in rows.iter().zip(&solutions).enumerate() {
        assert_eq!((&row["number"], row.get("class_number")), (&json!(number), None));
        for key in ["garden", "rank", "class", "outcome", "tiles_left", "score", "ending"] {
            assert_eq!(row[key], solution[key], "{key}");
        }
        let moves = solution["moves"].as_array().unwrap();
        let wins = moves.iter().filter(|found| found["outcome"] == "win").count();
        assert_eq!(row["winning_openings"], wins);
        for found in moves {
            for key in ["outcome", "tiles_left", "score", "ending"] {
                let column = format!("{}_{key}", found["move"].as_str().unwrap());
                assert_eq!(row[&column], found[key], "{column}");
            }
        }
    }
}
