//! `table export`, `table merge`, `table verify` and favour tables, from outside.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::support::{Run, finish, hanamachi, keys};
use hanamachi_solver::table::{Metadata, Reader, Width, Writer};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Value, json};

const KUHN: &str = "tests/data/tables/kuhn-policy.table";
const ROUND: &str = "tests/data/tables/hanamikoji-policy.table";
const FAVOUR: &str = "tests/data/tables/hanamikoji-favour.table";
const CENSUS: &str = "tests/data/tables/okiya-census-1.table";
const VERDICTS: &str = "tests/data/tables/okiya-verdicts-1.table";
const SECOND_WINS: &str = "tests/data/tables/okiya-second-wins-1.table";
const CHECKPOINT: &str = "tests/data/tables/kuhn-checkpoint.table";

/// Rules by which there are few layouts of the markers.
const SMALL: &str = "geisha=3,4 actions=1,2";

/// Runs these words and then these arguments, which may contain blanks.
fn with(line: &str, arguments: &[&str]) -> Run {
    finish(hanamachi(line).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")))
}

/// The cells of a row as text, `None` for those without a value.
type Row = Vec<Option<String>>;

fn exported(table: &str, format: &str) -> String {
    let run = with(&format!("table export --format {format}"), &[table]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    run.stdout
}

fn of_csv(text: &str) -> (Vec<String>, Vec<Row>) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let cell = |cell: &str| (!cell.is_empty()).then(|| cell.to_owned());
    let rows = reader.records().map(|row| row.unwrap().iter().map(cell).collect());
    (names, rows.collect())
}

fn of_jsonl(text: &str, names: &[String]) -> Vec<Row> {
    let cell = |value: &Value| match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if number.is_f64() => number.as_f64().map(|number| number.to_string()),
        Value::Number(number) => number.as_i64().map(|number| number.to_string()),
        other => panic!("no cell: {other}"),
    };
    let row = |line: &str| -> Row {
        let object: Value = serde_json::from_str(line).unwrap();
        assert_eq!(object.as_object().unwrap().len(), names.len());
        // The order of the keys is that of the columns.
        let places: Vec<usize> =
            names.iter().map(|name| line.find(&format!("\"{name}\":")).unwrap()).collect();
        assert!(places.is_sorted(), "{line}");
        names.iter().map(|name| cell(&object[name])).collect()
    };
    text.lines().map(row).collect()
}

fn of_parquet(path: &Path, names: &[String]) -> Vec<Row> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let cell = |(_, field): (&String, &Field)| match field {
        Field::Null => None,
        Field::Str(text) => Some(text.clone()),
        Field::Long(number) => Some(number.to_string()),
        Field::Double(number) => Some(number.to_string()),
        other => panic!("no cell: {other:?}"),
    };
    let rows = reader.get_row_iter(None).unwrap().map(|row| {
        let row = row.unwrap();
        let found: Vec<&String> = row.get_column_iter().map(|(name, _)| name).collect();
        assert_eq!(found, names.iter().collect::<Vec<_>>());
        row.get_column_iter().map(cell).collect()
    });
    rows.collect()
}

#[test]
fn the_book_explains_every_column() {
    let chapter = include_str!("../docs/src/tables.md");
    for table in [KUHN, FAVOUR, CENSUS, VERDICTS, SECOND_WINS] {
        let (names, _) = of_csv(&exported(table, "csv"));
        for name in names {
            // The columns of the other eleven openings are named like those of a1.
            let opening = name.split_once('_').filter(|(cell, _)| cell.len() == 2);
            let written = opening.map_or(name.clone(), |(_, what)| format!("a1_{what}"));
            assert!(chapter.contains(&format!("`{written}`")), "{table}: {name}");
        }
    }
}

#[test]
fn the_three_formats_hold_the_same_cells() {
    let folder = tempfile::tempdir().unwrap();
    let tables = [(KUHN, 24), (ROUND, 21), (FAVOUR, 3), (VERDICTS, 20), (SECOND_WINS, 1)];
    for (number, (table, rows)) in tables.into_iter().enumerate() {
        let (names, cells) = of_csv(&exported(table, "csv"));
        assert_eq!(cells.len(), rows, "{table}");
        assert_eq!(of_jsonl(&exported(table, "jsonl"), &names), cells, "{table}");
        let path = folder.path().join(format!("{number}.parquet"));
        let output = path.to_str().unwrap();
        let written = with("table export --format parquet --json", &[table, "-o", output]).object();
        assert_eq!(of_parquet(&path, &names), cells, "{table}");
        assert_eq!((&written["schema"], &written["rows"]), (&json!("table.export/1"), &json!(rows)));
        let columns = written["columns"].as_array().unwrap();
        assert!(columns.iter().map(|column| column["name"].as_str().unwrap()).eq(&names), "{written}");

        // The table's description is in the metadata of the file, not among the rows.
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let said = reader.metadata().file_metadata().key_value_metadata().unwrap();
        let said = |name: &str| {
            let entry = said.iter().find(|entry| entry.key == format!("hanamachi.{name}"));
            entry.and_then(|entry| entry.value.clone()).unwrap()
        };
        let info = with("table info --json", &[table]).object();
        for name in ["kind", "game", "rules", "program", "command"] {
            assert_eq!(info["metadata"][name], said(name), "{table}");
        }
        assert_eq!(info["hash"], said("hash"));
        let metadata: Value = serde_json::from_str(&said("metadata")).unwrap();
        assert_eq!(metadata, info["metadata"]);
        // Into a pipe it may go too, with the same bytes.
        let piped = hanamachi("table export --format parquet").arg(table).output().unwrap();
        assert_eq!(piped.stdout, fs::read(&path).unwrap());
    }
}

/// Each row agrees with `evaluate` for that information set.
#[test]
fn exported_strategies_are_those_that_are_looked_up() {
    let (names, rows) = of_csv(&exported(ROUND, "csv"));
    let column = |name: &str| names.iter().position(|other| other == name).unwrap();
    let [set, action, probability, reader] = ["information_set", "action", "probability", "seat"].map(column);
    let mut sums = std::collections::BTreeMap::<String, f64>::new();
    for row in &rows {
        *sums.entry(row[set].clone().unwrap()).or_default() +=
            row[probability].as_ref().unwrap().parse::<f64>().unwrap();
    }
    assert_eq!(sums.len(), 9);
    for (known, sum) in &sums {
        assert!((sum - 1.0).abs() < 1e-9, "{known}: {sum}");
        let answer = with("hana evaluate --json --seed 1", &[known, "--table", ROUND]).object();
        for choice in answer["actions"].as_array().unwrap() {
            let mut found = rows.iter().filter(|row| {
                row[set].as_ref() == Some(known) && row[action].as_deref() == choice["action"].as_str()
            });
            let row = found.next().unwrap();
            assert_eq!(row[probability], choice["probability"].as_f64().map(|number| number.to_string()));
            assert_eq!(row[reader].as_deref(), known.split(' ').nth(1));
            assert_eq!(found.count(), 0);
        }
    }
}

#[test]
fn what_has_no_rows_is_not_exported_and_what_is_damaged_neither() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let output = path.to_str().unwrap();
    let export = |table: &str| with("table export --format csv --json -o", &[output, table]);
    let error = export(CHECKPOINT).refusal(6);
    assert!(error["message"].as_str().unwrap().contains("no rows to export"), "{error}");
    let mut bytes = fs::read(KUHN).unwrap();
    bytes[100] ^= 1;
    let damaged = folder.path().join("damaged");
    fs::write(&damaged, &bytes).unwrap();
    assert_eq!(export(damaged.to_str().unwrap()).refusal(6)["code"], "file_damaged");
    assert!(!path.exists());
    fs::write(&path, "mine").unwrap();
    assert_eq!(export(KUHN).code, 1);
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    assert_eq!(with("table export --format csv --force -o", &[output, KUHN]).code, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), exported(KUHN, "csv"));
    assert_eq!(with("table export --format csv --json", &[KUHN]).code, 2);
    assert_eq!(with("table export", &[KUHN]).code, 2);
}

/// Writes a favour table of random rounds.
fn counted(path: &Path, player: &str, seed: u32, rounds_each: u32) -> Run {
    let line =
        format!("hana favour --json --player {player} --rounds-each {rounds_each} --seed {seed} --table");
    with(&line, &[path.to_str().unwrap(), "--rules", SMALL])
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_favour_table_holds_what_the_command_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("favour.table");
    let said = counted(&path, "random", 3, 40).object();
    let rows = exported(name(&path), "jsonl");
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let layouts = said["layouts"].as_array().unwrap();
    assert_eq!(rows.len(), layouts.len());
    for (row, layout) in rows.iter().zip(layouts) {
        for key in ["favour", "placements", "win", "se"] {
            assert_eq!(row[key], layout[key], "{row} {layout}");
        }
        assert_eq!(row["n_rounds"], layout["n"]);
        for (place, key) in ["win_1_charm", "win_2_charm", "win_3_charm"].into_iter().enumerate() {
            assert_eq!(row[key], layout["win_within_charm"][place]);
            assert_eq!(row[&key.replace("charm", "none")], layout["win_within_none"][place]);
        }
    }
    let info = with("table info --json", &[name(&path)]).object();
    let metadata = &info["metadata"];
    assert_eq!((&metadata["kind"], &metadata["command"]), (&json!("hanamikoji.favour"), &said["command"]));
    assert_eq!(metadata["details"]["runs"], json!([{"seed": 3, "rounds_each": 40}]));
    let verified = with("table verify --json", &[name(&path)]).object();
    assert_eq!(verified["checked"], json!(["hashes", "rows", "counts", "estimates"]));
    let all = rows.len();
    assert_eq!(verified["sample"], json!({"of": "layouts", "n": all, "total": all, "seed": null}));
    let some = with("table verify --json --sample 2 --seed 9", &[name(&path)]).object();
    assert_eq!(some["sample"], json!({"of": "layouts", "n": 2, "total": all, "seed": 9}));
    let none = with("table verify --json --sample 0", &[name(&path)]).object();
    assert_eq!(none["not_checked"][0]["what"], "estimates");
    assert_eq!(counted(&path, "random", 3, 40).code, 1, "it is there already");
}

#[test]
fn favour_tables_of_other_seeds_are_merged_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for seed in 1..=3 {
        assert_eq!(counted(&path(&seed.to_string()), "random", seed, 30 * seed).code, 0);
    }
    let merge = |names: &[&str], to: &str| {
        let names: Vec<PathBuf> = names.iter().chain([&to]).map(|name| path(name)).collect();
        let mut names: Vec<&str> = names.iter().map(|path| name(path)).collect();
        names.insert(names.len() - 1, "-o");
        with("table merge --json", &names)
    };
    let merged = merge(&["1", "2", "3"], "all").object();
    assert_eq!(
        keys(&merged),
        ["asked", "counts", "engine", "file_bytes", "hash", "kind", "output", "rules", "schema"]
    );
    assert_eq!(merge(&["3", "1", "2"], "again").object()["hash"], merged["hash"]);
    assert_eq!(merge(&["2", "3"], "two").code, 0);
    assert_eq!(merge(&["two", "1"], "in steps").object()["hash"], merged["hash"]);
    let rounds = |name: &str| -> Vec<u64> {
        let text = exported(self::name(&path(name)), "jsonl");
        let of = |line: &str| serde_json::from_str::<Value>(line).unwrap()["n_rounds"].as_u64().unwrap();
        text.lines().map(of).collect()
    };
    assert!(rounds("all").iter().all(|&n| n == 30 + 60 + 90), "{:?}", rounds("all"));
    let verified = with("table verify --json", &[name(&path("all"))]).object();
    assert!(verified["checked"].as_array().unwrap().contains(&json!("estimates")), "{verified}");

    let refused = |names: &[&str]| merge(names, "refused").refusal(6)["message"].as_str().unwrap().to_owned();
    assert!(refused(&["1", "all"]).contains("seed 1 is in another table too"));
    assert_eq!(counted(&path("greedy"), "greedy", 9, 30).code, 0);
    assert!(refused(&["1", "greedy"]).contains("its player is `greedy`"));
    let of_rules = |file: &str, rules: &str| {
        let line = "hana favour --player random --rounds-each 5 --seed 7 --table";
        assert_eq!(with(line, &[name(&path(file)), "--rules", rules]).code, 0);
    };
    of_rules("other rules", "geisha=2,5 actions=1,2");
    assert!(refused(&["1", "other rules"]).contains("its rules tag is"));
    for table in [KUHN, CHECKPOINT] {
        let error = with("table merge --json", &[table, table, "-o", name(&path("refused"))]).refusal(6);
        assert_eq!(error["code"], "file_of_another_version", "{error}");
        let error =
            with("table merge --json", &[name(&path("1")), table, "-o", name(&path("refused"))]).refusal(6);
        assert!(error["message"].as_str().unwrap().contains("it is of the kind"), "{error}");
    }
    assert!(!path("refused").exists());
    assert_eq!(merge(&["1"], "all").code, 1, "it is there already");
    assert_eq!(merge(&["1"], "one").object()["counts"]["rounds"], 30 * rounds("1").len());
}

/// A file with the same sections, some of them changed, with other metadata, and with correct hashes.
fn rewritten(bytes: &[u8], change: impl Fn(&str, &mut Vec<u8>), describe: impl Fn(&mut Metadata)) -> Vec<u8> {
    let reader = Reader::open(bytes).unwrap();
    let mut writer = Writer::new(Vec::new()).unwrap();
    for section in reader.sections() {
        let mut content = reader.bytes(section.name()).unwrap().to_vec();
        change(section.name(), &mut content);
        let width: Width = section.width();
        writer
            .section(section.name(), width, |to| {
                std::io::Write::write_all(to, &content).map_err(hanamachi_solver::table::WriteError::Io)
            })
            .unwrap();
    }
    let mut metadata = reader.metadata().clone();
    describe(&mut metadata);
    writer.finish(&metadata).unwrap()
}

#[test]
fn claims_that_do_not_hold_fail_the_verification() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let verify = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        with("table verify --json", &[name(&path)])
    };
    let unchanged = |_: &str, _: &mut Vec<u8>| {};
    for table in [KUHN, ROUND] {
        let bytes = fs::read(table).unwrap();
        assert_eq!(rewritten(&bytes, unchanged, |_| {}), bytes);
        for claim in ["value_rounded_to_16_bits", "exploitability_rounded_to_16_bits"] {
            let off = |metadata: &mut Metadata| {
                let claimed = metadata.details[claim].as_f64().unwrap();
                metadata.details.insert(claim.to_owned(), json!(claimed + 1e-7));
            };
            let error = verify(&rewritten(&bytes, unchanged, off)).refusal(5);
            assert_eq!(error["code"], "verification_failed");
            assert!(error["message"].as_str().unwrap().contains(claim), "{error}");
        }
        // Altered strategies do not have the stated values.
        let swapped = |name: &str, content: &mut Vec<u8>| {
            if name == "probabilities" {
                // The first row has two choices.
                content[..4].rotate_left(2);
            }
        };
        assert_eq!(verify(&rewritten(&bytes, swapped, |_| {})).code, 5, "{table}");
    }
    let bytes = fs::read(FAVOUR).unwrap();
    // The first record: the offsets of the probability, its error, and the probability within two rounds.
    for at in [16, 24, 40, 72] {
        let off = |name: &str, content: &mut Vec<u8>| {
            if name == "layouts" {
                let number = f64::from_le_bytes(content[at..at + 8].try_into().unwrap());
                content[at..at + 8].copy_from_slice(&(number * 0.999).to_le_bytes());
            }
        };
        let error = verify(&rewritten(&bytes, off, |_| {})).refusal(5);
        assert!(error["message"].as_str().unwrap().contains("by its own counts"), "{error}");
    }
    // Counts that do not add up are damage, not a claim.
    let fewer = |name: &str, content: &mut Vec<u8>| {
        if name == "counts" {
            let last = content.len() - 12;
            content.truncate(last);
        }
    };
    assert_eq!(verify(&rewritten(&bytes, fewer, |_| {})).refusal(6)["code"], "file_damaged");
}

/// Strategies of games too large for the slow check are reported as not checked.
#[test]
fn what_was_not_checked_is_named() {
    let verify = |line: &str, table: &str| with(line, &[table]);
    let object = verify("table verify --json --sample 0", KUHN).object();
    assert_eq!((&object["checked"], &object["sample"]), (&json!(["hashes", "rows"]), &Value::Null));
    let object = verify("table verify --json", KUHN).object();
    assert_eq!(object["checked"], json!(["hashes", "rows", "value_and_exploitability"]));
    let page = verify("table verify", CHECKPOINT);
    assert!(
        page.stdout.contains("not checked: state: only the run can read its state, when it resumes"),
        "{page:?}"
    );
    let page = verify("table verify", FAVOUR);
    assert!(page.stdout.contains("re-solved independently: 3 of 3 layouts"), "{page:?}");
}

#[test]
fn undecided_rounds_are_valued_by_the_table_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("favour.table");
    assert_eq!(counted(&path, "random", 3, 200).code, 0);
    let table = name(&path);
    let hash = with("table info --json", &[table]).object()["hash"].clone();
    let set = format!(".. 1 AB - {SMALL}");
    let evaluate = |arguments: &[&str]| {
        with("hana evaluate --json --seed 1 --iterations 2000", &[&[set.as_str()], arguments].concat())
    };
    let plain = evaluate(&[]).object();
    assert_eq!(plain["favour_table"], json!({"source": "rule_of_thumb", "file": null, "hash": null}));
    let tabled = evaluate(&["--favour-table", table]).object();
    assert_eq!(tabled["favour_table"], json!({"source": "file", "file": table, "hash": hash}));
    assert_ne!(plain["win"], tabled["win"]);
    let other = ["....... 1 ABCDEFG -", "--favour-table", table];
    let error = with("hana evaluate --json --seed 1 --iterations 20", &other).refusal(6);
    assert_eq!(error["code"], "file_of_other_rules");
    let error = with("hana evaluate --json --seed 1", &[&set, "--favour-table", KUHN]).refusal(6);
    assert_eq!(error["code"], "file_of_another_version");
    let page = with("hana evaluate --seed 1 --iterations 2000", &[&set, "--favour-table", table]);
    assert!(page.stdout.contains("Undecided rounds are valued by the favour table"), "{page:?}");

    let record = format!(".. A/A/B/ABBB 1A {SMALL}");
    let review = with("hana review --json --seed 1 --iterations 200", &[&record, "--favour-table", table]);
    assert_eq!(review.object()["favour_table"]["hash"], hash);
    let games = folder.path().join("games.jsonl");
    let play = |arguments: &[&str]| {
        let words = ["random", "greedy", "--rules", SMALL, "-o", name(&games), "--resume"];
        with("hana match --json --pairs 3 --seed 1", &[&words, arguments].concat())
    };
    let figures = play(&["--favour-table", table]).object();
    assert_eq!(figures["favour_table"]["hash"], hash);
    let header: Value =
        serde_json::from_str(fs::read_to_string(&games).unwrap().lines().next().unwrap()).unwrap();
    assert_eq!(header["hashes"]["favour_table"], hash);
    assert!(play(&[]).refusal(6)["message"].as_str().unwrap().contains("another favour table"));
    assert_eq!(play(&["--favour-table", table]).code, 0);
    let sitting = finish(
        hanamachi("hana play --seed 1 --favour-table")
            .arg(table)
            .args(["--rules", SMALL])
            .write_stdin("quit\n"),
    );
    assert!(sitting.stdout.contains("Undecided rounds are valued by"), "{sitting:?}");
}

#[test]
fn games_of_a_strategy_table_name_its_contents() {
    let folder = tempfile::tempdir().unwrap();
    let (table, games) = (folder.path().join("round.table"), folder.path().join("games.jsonl"));
    fs::copy(ROUND, &table).unwrap();
    let player = format!("table:{}", table.display());
    let rules = "rounds=1 tiebreak=none geisha=3,4 actions=1,2";
    let play = |pairs: &str| {
        let words =
            [player.as_str(), "random", "--rules", rules, "-o", name(&games), "--resume", "--pairs", pairs];
        with("hana match --json --seed 1", &words)
    };
    let figures = play("3").object();
    let hash = with("table info --json", &[ROUND]).object()["hash"].clone();
    assert_eq!(
        (&figures["players"][0]["table_hash"], &figures["players"][1]["table_hash"]),
        (&hash, &Value::Null)
    );
    let whole = fs::read_to_string(&games).unwrap();
    let header: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    assert_eq!(header["hashes"]["tables"], json!([hash, null]));
    // The same name with another content: such games cannot be combined.
    fs::copy("tests/data/tables/hanamikoji-policy-with-run.table", &table).unwrap();
    let error = play("4").refusal(6);
    assert!(error["message"].as_str().unwrap().contains("held something else"), "{error}");
}

/// If the disk is full or a file may not grow, the old file stays, no partial file is left, and an error is reported.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let root = env!("CARGO_MANIFEST_DIR");
    let bin = assert_cmd::cargo::cargo_bin!("hanamachi");
    let limited = |command: &str| {
        // No file may grow beyond one block of 512 bytes; the program gets an error instead of being killed.
        let script = format!("ulimit -f 1; exec {} {command}", bin.display());
        finish(assert_cmd::Command::new("sh").args(["-c", &script]).current_dir(root))
    };
    let quoted = out.display();
    for command in [
        format!("table export {KUHN} --format csv --force -o {quoted}"),
        format!("table export {KUHN} --format jsonl --force -o {quoted}"),
        format!("table export {KUHN} --format parquet --force -o {quoted}"),
        format!("table merge {FAVOUR} --force -o {quoted}"),
        format!("cfr --game kuhn --iterations 5 --force -o {quoted}"),
        format!("cfr --game kuhn --iterations 5 --resume {quoted}.run"),
        format!(
            "hana favour --player random --rounds-each 5 --seed 1 --rules '{SMALL}' --force --table {quoted}"
        ),
    ] {
        for is_there in [false, true] {
            let _ = fs::remove_file(&out);
            if is_there {
                fs::write(&out, "mine").unwrap();
            }
            let run = limited(&command);
            assert_eq!(run.code, 1, "{command}: {run:?}");
            assert!(run.stderr.contains("cannot write"), "{command}: {run:?}");
            assert_eq!(fs::read(&out).ok().as_deref(), is_there.then_some(b"mine".as_slice()), "{command}");
            let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
            assert_eq!(left.len(), usize::from(is_there), "{command}: {left:?}");
        }
    }
    for format in ["csv", "jsonl", "parquet"] {
        let script = format!("exec {} table export {KUHN} --format {format} > /dev/full", bin.display());
        let run = finish(assert_cmd::Command::new("sh").args(["-c", &script]).current_dir(root));
        assert_eq!(run.code, 1, "{format}: {run:?}");
        assert!(run.stderr.contains("cannot write the output"), "{format}: {run:?}");
    }
}

/// Files written by the first version with each kind, which every later version must read: see the note beside them.
#[test]
fn kept_files_are_read() {
    for (file, kind, rows, first) in [
        (KUHN, "policy", 24, "\"000200\""),
        (ROUND, "policy", 21, "rounds=1 tiebreak=none geisha=3,4 actions=1,2"),
        (FAVOUR, "hanamikoji.favour", 3, "\"..\""),
    ] {
        let info = with("table info --json", &[file]).object();
        assert_eq!((&info["format_version"], &info["metadata"]["kind_version"]), (&json!(1), &json!(1)));
        assert_eq!(info["metadata"]["kind"], kind);
        let verified = with("table verify --json", &[file]).object();
        assert_eq!(verified["not_checked"], json!([]), "{file}");
        let exported = exported(file, "jsonl");
        assert_eq!(exported.lines().count(), rows);
        assert!(exported.lines().next().unwrap().contains(first), "{exported}");
    }
    // Kuhn poker's king: betting with it never loses, and the second player always bets it.
    let of_kuhn = exported(KUHN, "jsonl");
    let king =
        of_kuhn.lines().filter(|line| line.contains("\"key_hex\":\"020201\"") || line.contains("\"020202\""));
    let bets: Vec<&str> = king.filter(|line| line.contains("\"action_code\":1")).collect();
    assert!(
        bets.len() == 2 && bets.iter().all(|line| line.contains("\"probability_in_65535ths\":65535")),
        "{of_kuhn}"
    );
    let folder = tempfile::tempdir().unwrap();
    let line = "cfr --game kuhn --algorithm dcfr --iterations 120 --json";
    let path = folder.path().join("kuhn-checkpoint.table");
    fs::copy("tests/data/tables/kuhn-checkpoint.table", &path).unwrap();
    let resumed = with(line, &["--resume", name(&path)]).object();
    let unbroken = with(line, &[]).object();
    assert_eq!((&resumed["value"], &resumed["gains"]), (&unbroken["value"], &unbroken["gains"]));
    assert_eq!(resumed["history"][0]["elapsed_ms"], Value::Null, "it went on from what was kept");
    // Runs of the sampled forms of version 0.2 are refused by name.
    let path = folder.path().join("kuhn-sampled-checkpoint.table");
    fs::copy("tests/data/tables/kuhn-sampled-checkpoint.table", &path).unwrap();
    let line = "cfr --game kuhn --algorithm external --seed 5 --iterations 120 --json";
    let error = with(line, &["--resume", name(&path)]).refusal(6);
    assert!(
        error["message"].as_str().unwrap().contains("a run of `external` by an earlier version"),
        "{error}"
    );
}
