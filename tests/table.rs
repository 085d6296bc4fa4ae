//! Files on disk, from outside: `table info`, `table verify`, and players and answers from a strategy table.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Run, feed, finish, hanamachi, keys};
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::strategy_table::{GAME, rules_text};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, Round};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::{Cfr, RegretRule, SequenceForm};
use hanamachi_solver::strategy_table::{row_buffer, rows_of};
use hanamachi_solver::table::{Metadata, POLICY_KIND, POLICY_VERSION, Writer, write_policy};
use serde_json::{Value, json};

const RULES: &str = "rounds=1 tiebreak=none geisha=2,3,4 actions=1,3";
const START: &str = "... 1 ABC - rounds=1 tiebreak=none geisha=2,3,4 actions=1,3";
const KUHN: &str = "solver/tests/table/kept/kuhn-policy-1.table";

/// A good strategy for a small game, in a file; returns the bytes as well.
fn strategy(folder: &Path) -> (PathBuf, Vec<u8>) {
    let rules = RULES.parse::<Tags>().unwrap().rules;
    let round = Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
    let form = SequenceForm::compile(&round, 1 << 28, RunContext::unwatched()).unwrap();
    let mut run = Cfr::new(&form, RegretRule::PredictivePlus);
    (0..50).for_each(|_| run.iterate());
    let average = run.average().0;
    let mut writer = Writer::new(Vec::new()).unwrap();
    write_policy(&mut writer, &rows_of(&round, &form, &average, row_buffer::<Round>()).unwrap()).unwrap();
    let metadata = Metadata {
        kind: POLICY_KIND.to_owned(),
        kind_version: POLICY_VERSION,
        game: GAME.to_owned(),
        rules: rules_text(&rules),
        program: "hanamachi 0.1.0".to_owned(),
        command: "a test".to_owned(),
        details: [("exploitability".to_owned(), form.exploitability(&average).mean().into())].into(),
        ..Metadata::default()
    };
    let bytes = writer.finish(&metadata).unwrap();
    let path = folder.join("small.table");
    fs::write(&path, &bytes).unwrap();
    (path, bytes)
}

/// Runs these words and then these arguments, which may contain blanks.
fn with(line: &str, arguments: &[&str]) -> Run {
    finish(hanamachi(line).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")))
}

#[test]
fn info_shows_all_that_the_file_says() {
    let object = with("table info --json", &[KUHN]).object();
    assert_eq!(
        keys(&object),
        [
            "asked",
            "engine",
            "file_bytes",
            "format_version",
            "hash",
            "metadata",
            "rules",
            "schema",
            "sections"
        ]
    );
    assert_eq!((&object["schema"], &object["format_version"]), (&json!("table.info/1"), &json!(1)));
    assert_eq!(object["metadata"]["game"], "kuhn");
    assert_eq!(object["metadata"]["seed"], 7);
    assert_eq!(object["metadata"]["counts"], json!({"choices": 24, "information_sets": 12}));
    assert_eq!(object["metadata"]["memo"], "Kuhn 1950, alpha = 1/5; 花札");
    assert_eq!(object["file_bytes"], fs::metadata(KUHN).unwrap().len());
    let sections = object["sections"].as_array().unwrap();
    let names: Vec<&str> = sections.iter().filter_map(|section| section["name"].as_str()).collect();
    assert_eq!(names, ["keys", "ends", "actions", "probabilities"]);
    assert_eq!((&sections[0]["records"], &sections[0]["length_bytes"]), (&json!(12), &json!(36)));

    let page = with("table info", &[KUHN]);
    assert_eq!((page.code, page.stderr.as_str()), (0, ""));
    for line in
        ["game                     kuhn", "counts.information_sets  12", "memo                     Kuhn 1950"]
    {
        assert!(page.stdout.contains(line), "{}", page.stdout);
    }
}

#[test]
fn verify_reads_everything_and_names_what_is_damaged() {
    let object = with("table verify --json", &[KUHN]).object();
    assert_eq!(object["schema"], "table.verification/1");
    assert_eq!(object["checked"], json!(["hashes", "rows"]));
    assert_eq!(object["not_checked"][0]["what"], "value_and_exploitability");

    let folder = tempfile::tempdir().unwrap();
    let (path, bytes) = strategy(folder.path());
    let path = path.to_str().unwrap();
    let object = with("table verify --json", &[path]).object();
    assert_eq!(object["checked"], json!(["hashes", "rows", "legal_actions"]));
    let refused = |bytes: &[u8], command: &str| {
        fs::write(path, bytes).unwrap();
        with(&format!("table {command} --json"), &[path]).refusal(6)
    };
    let mut damaged = bytes.clone();
    damaged[100] ^= 1;
    let error = refused(&damaged, "verify");
    assert_eq!(error["code"], "file_damaged");
    let message = format!("{path}: the section `keys` is damaged: its hash is not that of its bytes");
    assert_eq!(error["message"], message);
    // `table info` does not read the content of sections.
    assert_eq!(with("table info", &[path]).code, 0);
    for command in ["info", "verify"] {
        let error = refused(&bytes[..bytes.len() - 1], command);
        assert!(error["message"].as_str().unwrap().contains("ends before its footer"), "{error}");
        assert_eq!(refused(b"[Game \"Okiya\"]", command)["code"], "file_damaged");
        let mut other = bytes.clone();
        other[8] = 9;
        let error = refused(&other, command);
        assert_eq!(error["code"], "file_of_another_version", "{error}");
        assert!(error["message"].as_str().unwrap().contains("format version 9"), "{error}");
        assert_eq!(with(&format!("table {command}"), &["no such file"]).code, 1);
    }
}

#[test]
fn a_table_plays_a_match_by_its_own_rules() {
    let folder = tempfile::tempdir().unwrap();
    let (path, bytes) = strategy(folder.path());
    let player = format!("table:{}", path.display());
    let play =
        |rules: &str| with("hana match --json --seed 5 --pairs 300", &[&player, "random", "--rules", rules]);
    let object = play(RULES).object();
    assert_eq!(object["players"][0]["player"], *player);
    // A game that both play well is worth next to nothing to either; random play loses.
    let low = object["low"].as_f64().unwrap();
    assert!(low > 0.5, "{object}");

    let error = play("rounds=1 geisha=2,3,4 actions=1,3").refusal(6);
    assert_eq!(error["code"], "file_of_other_rules");
    assert!(error["message"].as_str().unwrap().contains(&format!("the table is for {RULES}")));
    fs::write(&path, &bytes[..500]).unwrap();
    assert_eq!(play(RULES).refusal(6)["code"], "file_damaged");
    fs::remove_file(&path).unwrap();
    assert_eq!(play(RULES).code, 1);
}

#[test]
fn the_player_of_a_table_is_named_in_full_or_refused() {
    let refused = |player: &str| {
        let run = with("hana match --seed 1", &[player, "random"]);
        assert_eq!(run.code, 2, "{run:?}");
        run.stderr
    };
    assert!(refused("table:").contains("no file"));
    // Nobody stands in for a table.
    assert!(refused("table:x,fallback=random").contains("a table has no fallback"));
    let kuhn = with("hana match --json --seed 1", &[&format!("table:{KUHN}"), "random"]).refusal(6);
    assert!(kuhn["message"].as_str().unwrap().contains("about the game `kuhn`, not `hanamikoji`"), "{kuhn}");
}

#[test]
fn a_person_can_play_against_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = strategy(folder.path());
    let opponent = format!("table:{}", path.display());
    let play = |rules: &str| {
        let arguments = ["--opponent", &opponent, "--rules", rules, "--seat", "second"];
        finish(hanamachi("hana play --seed 3").args(arguments).write_stdin("quit\n"))
    };
    let run = play(RULES);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains(&format!("You play against {opponent}")), "{run:?}");
    assert_eq!(play("geisha=2,3,4 actions=1,3").code, 6);
}

#[test]
fn an_evaluation_is_looked_up_where_the_table_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = strategy(folder.path());
    let table = path.to_str().unwrap();
    let evaluate = |item: &str| {
        with("hana evaluate --json --seed 1 --method ismcts --iterations 200", &[item, "--table", table])
    };
    let object = evaluate(START).object();
    assert_eq!((&object["schema"], &object["method"]), (&json!("hanamikoji.evaluation/1"), &json!("table")));
    assert_eq!((&object["win"], &object["kind"]), (&Value::Null, &Value::Null));
    assert!(object["table"]["exploitability"].as_f64().unwrap() < 0.05, "{object}");
    let actions = object["actions"].as_array().unwrap();
    let probabilities: Vec<f64> =
        actions.iter().map(|action| action["probability"].as_f64().unwrap()).collect();
    assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{object}");
    assert!(probabilities.is_sorted_by(|one, other| one >= other), "{object}");
    let mut names: Vec<&str> = actions.iter().map(|action| action["action"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["1A", "1B", "1C", "3ABC"]);
    // Every key of an evaluation that was searched is there.
    let other = "+.. 1 ABC - rounds=1 tiebreak=none geisha=2,3,4 actions=1,3";
    let searched = with("hana evaluate --json --seed 1 --method ismcts --iterations 200", &[other]).object();
    assert_eq!(searched["method"], "ismcts");
    // With other markers it is another round, which the table does not have.
    let error = evaluate(other).refusal(6);
    assert_eq!(error["code"], "file_of_other_rules");
    assert!(error["message"].as_str().unwrap().contains("the markers ..., but this one begins with +.."));
    let known = keys(&object);
    assert!(keys(&searched).iter().all(|key| known.contains(key)), "{known:?}");

    let page = with("hana evaluate --seed 1", &[START, "--table", table]);
    assert!(page.stdout.contains("From the table"), "{page:?}");
    let error = evaluate("....... 1 ABCDEFG -").refusal(6);
    assert_eq!(error["code"], "file_of_other_rules");
    // In a batch each line has its answer or its error.
    let batch = feed(
        &format!("hana evaluate - --json --seed 1 --iterations 200 --table {table}"),
        format!("{START}\n....... 1 ABCDEFG -\n{START}\n"),
    );
    let objects = batch.objects();
    assert_eq!((batch.code, objects.len()), (3, 3));
    assert_eq!(objects[1]["error"]["code"], "file_of_other_rules");
    assert_eq!(objects[2]["method"], "table");
}

#[test]
fn a_review_shows_how_likely_the_table_plays_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = strategy(folder.path());
    let table = path.to_str().unwrap();
    // Each player holds two cards at first, and draws twice.
    let record = format!("... C/AB/AB/BCCC 1A,1B {RULES}");
    let review =
        |record: &str| with("hana review --json --seed 1 --iterations 200", &[record, "--table", table]);
    let object = review(&record).object();
    let decisions = object["decisions"].as_array().unwrap();
    assert_eq!(decisions.len(), 2);
    for decision in decisions {
        let set = decision["information_set"].as_str().unwrap();
        let looked_up = with("hana evaluate --json --seed 1", &[set, "--table", table]).object();
        let actions = looked_up["actions"].as_array().unwrap();
        let played = actions.iter().find(|action| action["action"] == decision["action"]).unwrap();
        assert_eq!(decision["table_probability"], played["probability"]);
        assert!(decision["table_probability"].is_f64());
    }
    let page = with("hana review --seed 1 --iterations 200", &[&record, "--table", table]);
    assert_eq!(page.stdout.matches("(table plays it ").count(), 2, "{page:?}");
    for other in ["....... G/ABCDEF/ABDEFG/CDEFFGGG 1A", &record.replacen("...", "+..", 1)] {
        assert_eq!(review(other).refusal(6)["code"], "file_of_other_rules", "{other}");
    }
}
