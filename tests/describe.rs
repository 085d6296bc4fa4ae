//! `okiya solve --show position`, `random`, `class`, `perft` and `bench`, from outside.

use std::fs;

use crate::support::{GARDEN, LATE, LONG, WON, feed, finish, hanamachi, keys, run};
use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::plain::Plain;
use hanamachi_solver::okiya::verdicts::{LEDGER_COLUMNS, SecondWins, write_second_wins};
use hanamachi_solver::okiya::{FullBoard, Outcome};
use serde_json::json;

#[test]
fn show_tells_what_the_rules_say() {
    let object = run(&format!("okiya solve --show position {LATE} --json")).object();
    assert_eq!(
        keys(&object),
        [
            "class",
            "ending",
            "engine",
            "garden",
            "last",
            "long",
            "moves",
            "over",
            "position",
            "rank",
            "rules",
            "schema",
            "side",
            "tiles_left",
            "winner"
        ]
    );
    assert_eq!((&object["schema"], &object["long"]), (&json!("okiya.position/1"), &json!(LONG)));
    assert_eq!((&object["last"], &object["tiles_left"]), (&json!("d3"), &json!(10)));
    assert_eq!(object["moves"], json!([{"move": "b2", "tile": "4"}, {"move": "c4", "tile": "9"}]));
    assert_eq!((&object["over"], &object["ending"]), (&json!(false), &json!(null)));
    let over = run(&format!("okiya solve --show position {WON} --json")).object();
    assert_eq!((&over["over"], &over["ending"]), (&json!(true), &json!("diagonal")));
    assert_eq!((&over["winner"], &over["moves"]), (&json!("x"), &json!([])));
}

#[test]
fn show_draws_the_board_with_the_names_of_playable_cells() {
    let page = run(&format!("okiya solve --show position {LATE}"));
    for part in [
        "      a      b      c      d\n",
        " 2 │  o   │  CS  │  o   │  MT  │\n   │ (PR) │  b2  │ (IS) │      │\n",
        "last token  o on d3, took PS (pine, rising sun)\n",
        "moves       b2 CS, c4 PT\n",
    ] {
        assert!(page.stdout.contains(part), "no {part:?} in\n{}", page.stdout);
    }
}

#[test]
fn random_gardens_do_not_depend_on_how_many_are_asked_for() {
    let three = run("okiya random --count 3 --seed 7");
    let five = run("okiya random --count 5 --seed 7");
    assert_eq!((three.code, three.stderr.as_str()), (0, ""));
    assert_eq!(three.stdout.lines().count(), 3);
    assert!(five.stdout.starts_with(&three.stdout));
    let objects = run("okiya random --count 3 --seed 7 --json").objects();
    for (index, (object, garden)) in objects.iter().zip(three.stdout.lines()).enumerate() {
        let expected = [
            "class",
            "engine",
            "garden",
            "index",
            "kind",
            "long",
            "outcome",
            "rank",
            "rules",
            "schema",
            "seed",
            "winning_openings",
        ];
        assert_eq!(keys(object), expected);
        assert_eq!((&object["garden"], &object["index"]), (&json!(garden), &json!(index)));
    }
    let long = run("okiya random --count 3 --seed 7 --long");
    assert_eq!(long.stdout.lines().next(), objects[0]["long"].as_str());
}

#[test]
fn gardens_with_a_property_are_those_of_the_seed_that_have_it() {
    let gardens = run("okiya random --count 150 --seed 9").stdout;
    let gardens: Vec<&str> = gardens.lines().collect();
    let mut plain = Plain::new();
    let mut winning = |garden: &str| {
        let openings = plain.openings(&garden.parse().unwrap(), FullBoard::Draw);
        openings.into_iter().filter(|(_, score)| *score > Score::ZERO).count()
    };
    let winning: Vec<usize> = gardens.iter().map(|garden| winning(garden)).collect();
    for (flags, openings) in [("", None), (" --openings 1", Some(1)), (" --openings 4", Some(4))] {
        let is = |number: usize| openings.map_or(number > 0, |openings| number == openings);
        let expected: Vec<usize> = (0..gardens.len()).filter(|&index| is(winning[index])).collect();
        assert!(expected.len() > 2, "{flags}");
        for threads in [1, 3] {
            let found = run(&format!(
                "okiya random --won-by first{flags} --count {} --seed 9 --threads {threads} --json",
                expected.len()
            ));
            for (object, &index) in found.objects().iter().zip(&expected) {
                assert_eq!((&object["index"], &object["garden"]), (&json!(index), &json!(gardens[index])));
                assert_eq!(
                    (&object["outcome"], &object["winning_openings"]),
                    (&json!("win"), &json!(openings))
                );
            }
            assert_eq!(found.objects().len(), expected.len());
        }
    }
    let any = run("okiya random --seed 9 --json").object();
    assert!(any["outcome"].is_null() && any["winning_openings"].is_null());
}

#[test]
fn a_garden_that_the_second_player_wins_is_drawn() {
    let found = run("okiya random --won-by second --seed 1 --json");
    let object = found.object();
    let garden = object["garden"].as_str().unwrap();
    assert_eq!(Plain::new().outcome(&garden.parse().unwrap(), FullBoard::Draw), Outcome::Loss);
    assert_eq!((&object["outcome"], &object["winning_openings"]), (&json!("loss"), &json!(0)));
    // The gardens of a seed do not depend on the requested number, and each is a different garden that o wins.
    let drawn = run("okiya random --won-by second --count 4 --seed 1").stdout;
    let drawn: Vec<&str> = drawn.lines().collect();
    assert_eq!((drawn.len(), drawn[0], &object["index"]), (4, garden, &json!(0)));
    for garden in &drawn[1..] {
        assert_eq!(Plain::new().outcome(&garden.parse().unwrap(), FullBoard::Draw), Outcome::Loss);
    }
    let long = run("okiya random --won-by second --openings 0 --seed 1 --long --threads 3").stdout;
    assert_eq!(long.trim(), object["long"].as_str().unwrap());
}

#[test]
fn a_search_for_a_rare_garden_ends_with_its_time() {
    let run = run("okiya random --won-by first --openings 12 --seed 1 --time 0.3 --json");
    assert_eq!(run.refusal(4)["code"], "limit_reached");
    assert!(run.stderr.contains("0 of 1 found in"), "{run:?}");
}

#[test]
fn an_unseeded_run_says_how_to_repeat_it() {
    let run_once = run("okiya random");
    let seed = run_once.stderr.trim().strip_prefix("seed ").expect("a seed");
    assert_eq!(run(&format!("okiya random --seed {seed}")).stdout, run_once.stdout);
}

#[test]
fn a_class_knows_the_way_there_and_back() {
    let object = run(&format!("okiya solve --show class {GARDEN} --json")).object();
    assert_eq!(
        keys(&object),
        [
            "among_all_gardens",
            "class",
            "class_garden",
            "class_number",
            "classes",
            "engine",
            "from_class",
            "garden",
            "kind",
            "ledger",
            "rank",
            "rarity",
            "rules",
            "schema",
            "second_player_wins",
            "to_class"
        ]
    );
    assert_eq!(keys(&object["to_class"]), ["board", "cells", "plants", "swapped", "symbols"]);
    let smallest = object["class_garden"].as_str().unwrap();
    let own = run(&format!("okiya solve --show class {smallest} --json")).object();
    assert_eq!((&own["rank"], &own["class"]), (&object["class"], &object["class"]));

    // Carry the garden over cell by cell and letter by letter.
    let there = &object["to_class"];
    let tiles = |object: &serde_json::Value| -> Vec<(char, char)> {
        let garden = object["garden"].as_str().unwrap();
        let long = run(&format!("okiya solve --show position {garden} --json")).object()["long"]
            .as_str()
            .unwrap()
            .replace('/', "");
        let letters: Vec<char> = long.chars().collect();
        letters.chunks(2).map(|pair| (pair[0], pair[1])).collect()
    };
    let image =
        |kind: &str, letter: char| there[kind][letter.to_string()].as_str().unwrap().chars().next().unwrap();
    let cell = |index: usize| format!("{}{}", ['a', 'b', 'c', 'd'][index % 4], index / 4 + 1);
    let target = tiles(&own);
    for (index, (plant, symbol)) in tiles(&object).into_iter().enumerate() {
        let goes_to = there["cells"][cell(index)].as_str().unwrap();
        let position = (0..16).find(|&other| cell(other) == goes_to).unwrap();
        let (first, second) = (image("plants", plant), image("symbols", symbol));
        let renamed = if there["swapped"] == json!(true) { (second, first) } else { (first, second) };
        assert_eq!(target[position], renamed, "{index}");
    }
}

#[test]
fn a_class_that_is_solved_knows_how_rare_it_is() {
    let class = run(&format!("okiya solve --show rarity {GARDEN} --json")).object();
    let solved = run(&format!("okiya solve {GARDEN} --json")).object();
    assert!(class["rarity"].is_object());
    assert_eq!(class["rarity"], solved["rarity"]);
    let page = run(&format!("okiya solve --show rarity {GARDEN}")).stdout;
    let solved = run(&format!("okiya solve {GARDEN}")).stdout;
    let sentence = solved.lines().last().unwrap().strip_prefix("Rarity: ").unwrap();
    assert!(page.contains(&format!("\nrarity        {sentence}\n")), "{page}");
    assert!(run(&format!("okiya solve --show class {GARDEN} --json")).object()["rarity"].is_null());
}

#[test]
fn a_class_knows_what_the_ledger_has_proved() {
    let ledger = concat!(env!("CARGO_MANIFEST_DIR"), "/results/okiya-solved");
    let about = |class: &str, flags: &str| {
        finish(hanamachi(&format!("okiya solve --show class --number {class} {flags} --ledger")).arg(ledger))
    };
    let figures = finish(hanamachi("okiya ledger --json").arg(ledger)).object();
    let first = about("0", "--json").object()["ledger"].clone();
    assert_eq!(first["kind"], "proved");
    assert_eq!((&first["covers_class"], &first["second_player_wins"]), (&json!(true), &json!(false)));
    assert!(about("0", "").stdout.contains("\nledger        o does not win (proved; "));
    assert_eq!(first["complete"], figures["complete"]);
    assert_eq!(first["gardens_by_outcome"].is_null(), figures["complete"] == json!(false));
    if figures["complete"] == json!(false) {
        let last = about("2270454063", "--json").object()["ledger"].clone();
        assert_eq!((&last["covers_class"], &last["second_player_wins"]), (&json!(false), &json!(null)));
        assert!(about("2270454063", "").stdout.contains("class 2,270,454,063 is in no finished shard of "));
    }
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(finish(hanamachi("okiya solve --show class --number 0 --ledger").arg(empty.path())).code, 1);
}

#[test]
fn parts_of_a_shard_leave_it_missing_and_give_way_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let [part, overlap, whole] =
        [(0..2000, "part"), (1000..3000, "overlap"), (0..4000, "whole")].map(|(classes, name)| {
            let path = folder.path().join(name);
            let census =
                format!("okiya census --classes {}..{} --verdicts -q -o", classes.start, classes.end);
            assert_eq!(finish(hanamachi(&census).arg(&path)).code, 0);
            path
        });
    let ledger = folder.path().join("ledger");
    let add =
        |path: &std::path::Path| finish(hanamachi("okiya ledger --json").arg(&ledger).arg("--add").arg(path));
    let figures = add(&part).object();
    assert_eq!((&figures["shards"], &figures["missing"]), (&json!(0), &json!([[1, 2270]])));
    assert_eq!(add(&overlap).refusal(3)["code"], "overlap");
    let figures = add(&whole).object();
    assert_eq!((&figures["classes"], &figures["complete"]), (&json!(4000), &json!(false)));
    assert_eq!(fs::read_to_string(ledger.join("ledger.csv")).unwrap().lines().count(), 2);
    assert_eq!(add(&part).refusal(3)["code"], "overlap");
}

#[test]
fn a_class_that_the_second_player_wins_is_listed() {
    // A ledger of one shard whose list has its first class: its winner is not checked again.
    let folder = tempfile::tempdir().unwrap();
    let wins = SecondWins::new(vec![7], 1_000_200);
    fs::write(folder.path().join("second-wins.hana"), write_second_wins(Vec::new(), &wins, "test").unwrap())
        .unwrap();
    let row = format!("0,1000200,1000000,199,1,9216000000,1833984,9216,5,{},test", "0".repeat(64));
    fs::write(folder.path().join("ledger.csv"), format!("{LEDGER_COLUMNS}\n{row}\n")).unwrap();
    for (class, wins) in [("7", true), ("8", false)] {
        let about = |flags: &str| {
            finish(
                hanamachi(&format!("okiya solve --show class --number {class} {flags} --ledger"))
                    .arg(folder.path()),
            )
        };
        assert_eq!(about("--json").object()["ledger"]["second_player_wins"], wins);
        assert_eq!(about("").stdout.contains("\nledger        o wins: class 7 is listed (proved; "), wins);
    }
}

#[test]
fn a_class_is_found_by_its_number() {
    let object = run(&format!("okiya solve --show class {GARDEN} --json")).object();
    assert_eq!(object["classes"], 2_270_454_064_u64);
    let number = &object["class_number"];
    let page = run(&format!("okiya solve --show class {GARDEN}")).stdout;
    assert!(page.contains(&format!("\nclass number  {number} of 2270454064, counted from 0\n")), "{page}");

    let found = run(&format!("okiya solve --show class --number {number} --json")).object();
    assert_eq!(found["garden"], object["class_garden"]);
    assert_eq!((&found["class_number"], &found["class"]), (number, &object["class"]));
    let smallest = object["class_garden"].as_str().unwrap();
    assert_eq!(
        run(&format!("okiya solve --show class --number {number}")).stdout,
        run(&format!("okiya solve --show class {smallest}")).stdout
    );
    assert_eq!(run("okiya solve --show class --number 0 --json").object()["garden"], "0123/4567/89ab/cdef");
    let last = run("okiya solve --show class --number 2270454063 --json").object();
    assert_eq!((&last["class"], &last["rank"]), (&last["rank"], &last["class"]));
}

#[test]
fn numbers_that_no_class_has_are_refused() {
    for number in ["2270454064", "18446744073709551616", "-1", "1.5", "x", ""] {
        let refused = finish(hanamachi("okiya solve --show class --json").arg(format!("--number={number}")));
        assert_eq!(refused.refusal(2)["code"], "usage", "{number}");
    }
    assert_eq!(run(&format!("okiya solve --show class --number 1 {GARDEN}")).code, 2);
    assert_eq!(run("okiya solve --show class --number 1 --seed 2").code, 2);
}

#[test]
fn classes_of_a_batch() {
    let gardens = run("okiya random --count 50 --seed 3").stdout;
    let lines = feed("okiya solve --show class -", gardens.clone());
    assert_eq!(lines.code, 0);
    for (line, garden) in lines.stdout.lines().zip(gardens.lines()) {
        assert!(line.starts_with(garden), "{line}");
    }
    assert_eq!(lines.stdout.lines().count(), 50);
}

#[test]
fn perft_counts() {
    let object = run(&format!("okiya perft --depth 6 {GARDEN} --json")).object();
    assert_eq!(keys(&object), ["asked", "depth", "engine", "nodes", "position", "rules", "schema"]);
    assert_eq!(object["nodes"], json!([12, 72, 360, 1656, 7344, 30672]));
    assert_eq!(run(&format!("okiya perft --depth 3 {WON} --json")).object()["nodes"], json!([0, 0, 0]));
    assert_eq!(run(&format!("okiya perft --depth 1 {LATE} --json")).object()["nodes"], json!([2]));
    let table = run(&format!("okiya perft --depth 3 {GARDEN}"));
    assert_eq!(
        table.stdout,
        "moves    sequences\n    1           12\n    2           72\n    3          360\n"
    );
    assert!(table.stderr.contains("444 sequences in "), "{table:?}");
}

#[test]
fn the_bench_signature_repeats() {
    let first = run("bench --gardens 2");
    let signature = first.stdout.lines().last().unwrap();
    let object = run("bench --gardens 2 --json").object();
    assert_eq!(signature, format!("Bench: {}", object["nodes"]));
    assert_eq!(object["schema"], "okiya.bench/1");
}
