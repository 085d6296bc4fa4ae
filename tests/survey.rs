//! `okiya census --counts`, from outside.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[cfg(unix)]
use crate::support::interrupted;
use crate::support::{Run, feed, finish, hanamachi, keys, run};
use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::population::{Combination, GardenTally};
use hanamachi_solver::okiya::survey::SurveyTally;
use hanamachi_solver::table::{Reader, STATE, Writer};
use serde_json::Value;

/// Runs a survey that keeps its progress in `checkpoint`.
fn resumed(line: &str, checkpoint: &Path) -> Run {
    finish(hanamachi(line).arg("--resume").arg(checkpoint))
}

/// The rows of one table as a map from its key to its count.
fn counts(rules: &Value, table: &str, key: &str) -> BTreeMap<String, u64> {
    let rows = rules[table].as_array().expect("a table");
    rows.iter()
        .map(|row| (row[key].to_string(), row["count"].as_u64().expect("a count")))
        .filter(|(_, count)| *count > 0)
        .collect()
}

#[test]
fn the_first_block_is_counted_as_the_solver_values_it() {
    let survey = run("okiya census --counts --sample 100 --seed 5 --json").object();
    assert_eq!(survey["schema"], "okiya.survey/1");
    assert_eq!(survey["kind"], "estimated");
    let gardens = run("okiya random --count 100 --seed 5").stdout;
    for (rules, rule) in survey["results"].as_array().unwrap().iter().zip(["draw", "last"]) {
        assert_eq!(rules["rules"], format!("full={rule}"));
        let solutions = feed(&format!("okiya solve - --json --full {rule}"), gardens.clone()).objects();
        let by = |value: fn(&Value) -> String| {
            let mut map = BTreeMap::new();
            for solution in &solutions {
                *map.entry(value(solution)).or_insert(0_u64) += 1;
            }
            map
        };
        assert_eq!(counts(rules, "outcomes", "outcome"), by(|s| s["outcome"].to_string()));
        assert_eq!(counts(rules, "scores", "score"), by(|s| s["score"].to_string()));
        assert_eq!(counts(rules, "endings", "ending"), by(|s| s["ending"].to_string()));
        let wins = |s: &Value| {
            let moves = s["moves"].as_array().unwrap().iter();
            moves.filter(|m| m["outcome"] == "win").count().to_string()
        };
        assert_eq!(counts(rules, "winning_openings", "winning_openings"), by(wins));
        for (group, corner, size) in [(0, true, 4.0), (1, false, 8.0)] {
            let is_corner = |m: &Value| ["a1", "d1", "a4", "d4"].contains(&m["move"].as_str().unwrap());
            for outcome in ["win", "draw", "loss"] {
                let moves = solutions.iter().flat_map(|s| s["moves"].as_array().unwrap());
                let alike = moves.filter(|m| is_corner(m) == corner && m["outcome"] == outcome).count();
                let found = &rules["openings"][group][outcome];
                assert_eq!(found.is_null(), (rule, outcome) == ("last", "draw"));
                let share = found["share"].as_f64().unwrap_or(0.0);
                assert!((share * 100.0 * size - f64::from(u32::try_from(alike).unwrap())).abs() < 1e-6);
            }
        }
    }
}

#[test]
fn every_share_lies_in_its_interval() {
    let survey = run("okiya census --counts --sample 300 --seed 2 --json").object();
    let rules = &survey["results"][0];
    assert_eq!(keys(&rules["outcomes"][0]), ["count", "high", "low", "outcome", "share"]);
    for row in rules["outcomes"].as_array().unwrap() {
        let [low, share, high] = ["low", "share", "high"].map(|key| row[key].as_f64().unwrap());
        assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{row}");
    }
}

#[test]
fn threads_do_not_change_a_figure() {
    let line = "okiya census --counts --sample 600 --seed 9 --json --threads";
    assert_eq!(run(&format!("{line} 1")).object(), run(&format!("{line} 3")).object());
}

#[test]
fn a_survey_goes_on_where_a_shorter_one_ended() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let unbroken = run("okiya census --counts --sample 1100 --seed 4").stdout;
    for sample in [300, 300, 800] {
        assert_eq!(
            resumed(&format!("okiya census --counts --sample {sample} --seed 4"), &checkpoint).code,
            0
        );
    }
    let end = resumed("okiya census --counts --sample 1100 --seed 4", &checkpoint);
    assert_eq!(end.stdout, unbroken);
    // The checkpoint has four blocks by now.
    assert_eq!(resumed("okiya census --counts --sample 1000 --seed 4", &checkpoint).code, 2);
}

#[test]
fn a_checkpoint_that_is_damaged_or_another_ones_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    assert_eq!(resumed("okiya census --counts --sample 256 --seed 4", &checkpoint).code, 0);
    let refused = |line: &str| resumed(line, &checkpoint).refusal(6)["code"].clone();
    assert_eq!(refused("okiya census --counts --sample 512 --seed 5 --json"), "file_of_another_run");
    let whole = fs::read(&checkpoint).unwrap();
    for length in 0..whole.len() {
        fs::write(&checkpoint, &whole[..length]).unwrap();
        if length % 97 == 0 {
            assert_eq!(
                refused("okiya census --counts --sample 512 --seed 4 --json"),
                "file_damaged",
                "{length} bytes"
            );
        }
    }
    fs::write(&checkpoint, &whole).unwrap();
    assert_eq!(resumed("okiya census --counts --sample 256 --seed 4", &checkpoint).code, 0);
    // Intact by its hashes, but with counts that are impossible, or not of whole blocks.
    let drawn = |tally: &mut GardenTally| tally.joint.add(Combination::new(Score::ZERO, 0).unwrap());
    let changes: [&dyn Fn(&mut SurveyTally); 3] =
        [&|tally| drawn(&mut tally.draw), &|tally| tally.last = GardenTally::default(), &|tally| {
            for rule in [&mut tally.draw, &mut tally.last] {
                drawn(rule);
                rule.endings[5] += 1;
                rule.openings.as_flattened_mut().iter_mut().for_each(|moments| moments.add(0));
            }
        }];
    for change in changes {
        let reader = Reader::open(&whole).unwrap();
        let mut tally: SurveyTally = reader.coded(STATE).unwrap();
        change(&mut tally);
        let mut writer = Writer::new(Vec::new()).unwrap();
        writer.coded(STATE, &tally).unwrap();
        fs::write(&checkpoint, writer.finish(reader.metadata()).unwrap()).unwrap();
        assert_eq!(refused("okiya census --counts --sample 1024 --seed 4 --json"), "file_damaged");
    }
    // As version 0.1 wrote it.
    fs::write(&checkpoint, "{\"schema\":\"okiya.survey_checkpoint/1\",\"seed\":4}").unwrap();
    let old = resumed("okiya census --counts --sample 1024 --seed 4 --json", &checkpoint).refusal(6);
    assert!(old["message"].as_str().unwrap().contains("version 0.1"), "{old}");
}

#[test]
fn a_survey_that_is_stopped_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let stopped = resumed("okiya census --counts --sample 5000 --seed 4 --time 0.000001", &checkpoint);
    let again =
        format!("hanamachi okiya census --counts --sample 5000 --seed 4 --resume {}", checkpoint.display());
    assert!(stopped.code == 4 && stopped.stderr.contains(&again), "{stopped:?}");
    let info = finish(hanamachi("table info --json").arg(&checkpoint)).object();
    assert!(info["metadata"]["counts"]["gardens"].as_u64().is_some_and(|gardens| gardens < 5000), "{info}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_figures_of_the_gardens_so_far() {
    let run_of = |format| interrupted(&["okiya", "survey", "--sample", "100000000", "--seed", "1", format]);
    let [figures] = run_of("--json").objects().try_into().unwrap();
    assert_eq!(figures["stopped"], "interrupted");
    let gardens = figures["gardens"].as_u64().unwrap();
    assert!(gardens >= 512 && gardens % 256 == 0, "{figures}");
    assert_eq!(figures["command"], format!("hanamachi okiya census --counts --sample {gardens} --seed 1"));
    let page = run_of("-q").stdout;
    assert!(
        page.starts_with("# A survey of ") && page.contains("\nCtrl-C ended the survey after "),
        "{page}"
    );
}
