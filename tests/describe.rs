//! `okiya show`, `random`, `class`, `perft` and `bench`, from outside.

use crate::house::{GARDEN, LATE, LONG, WON, feed, finish, hanamachi, keys, run};
use serde_json::json;

#[test]
fn show_tells_what_the_rules_say() {
    let object = run(&format!("okiya show {LATE} --json")).object();
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
    let over = run(&format!("okiya show {WON} --json")).object();
    assert_eq!((&over["over"], &over["ending"]), (&json!(true), &json!("diagonal")));
    assert_eq!((&over["winner"], &over["moves"]), (&json!("x"), &json!([])));
}

#[test]
fn show_draws_the_board_with_the_names_of_playable_cells() {
    let page = run(&format!("okiya show {LATE}"));
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
        assert_eq!(keys(object), ["class", "engine", "garden", "index", "long", "rank", "schema", "seed"]);
        assert_eq!((&object["garden"], &object["index"]), (&json!(garden), &json!(index)));
    }
    let long = run("okiya random --count 3 --seed 7 --long");
    assert_eq!(long.stdout.lines().next(), objects[0]["long"].as_str());
}

#[test]
fn an_unseeded_run_says_how_to_repeat_it() {
    let run_once = run("okiya random");
    let seed = run_once.stderr.trim().strip_prefix("seed ").expect("a seed");
    assert_eq!(run(&format!("okiya random --seed {seed}")).stdout, run_once.stdout);
}

#[test]
fn a_class_knows_the_way_there_and_back() {
    let object = run(&format!("okiya class {GARDEN} --json")).object();
    assert_eq!(
        keys(&object),
        [
            "class",
            "class_garden",
            "class_number",
            "classes",
            "engine",
            "from_class",
            "garden",
            "rank",
            "schema",
            "to_class"
        ]
    );
    assert_eq!(keys(&object["to_class"]), ["board", "cells", "plants", "swapped", "symbols"]);
    let smallest = object["class_garden"].as_str().unwrap();
    let own = run(&format!("okiya class {smallest} --json")).object();
    assert_eq!((&own["rank"], &own["class"]), (&object["class"], &object["class"]));

    // Carry the garden over cell by cell and letter by letter.
    let there = &object["to_class"];
    let tiles = |object: &serde_json::Value| -> Vec<(char, char)> {
        let garden = object["garden"].as_str().unwrap();
        let long =
            run(&format!("okiya show {garden} --json")).object()["long"].as_str().unwrap().replace('/', "");
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
fn a_class_is_found_by_its_number() {
    let object = run(&format!("okiya class {GARDEN} --json")).object();
    assert_eq!(object["classes"], 2_270_454_064_u64);
    let number = &object["class_number"];
    let page = run(&format!("okiya class {GARDEN}")).stdout;
    assert!(page.contains(&format!("\nclass number  {number} of 2270454064, counted from 0\n")), "{page}");

    let found = run(&format!("okiya class --number {number} --json")).object();
    assert_eq!(found["garden"], object["class_garden"]);
    assert_eq!((&found["class_number"], &found["class"]), (number, &object["class"]));
    let smallest = object["class_garden"].as_str().unwrap();
    assert_eq!(
        run(&format!("okiya class --number {number}")).stdout,
        run(&format!("okiya class {smallest}")).stdout
    );
    assert_eq!(run("okiya class --number 0 --json").object()["garden"], "0123/4567/89ab/cdef");
    let last = run("okiya class --number 2270454063 --json").object();
    assert_eq!((&last["class"], &last["rank"]), (&last["rank"], &last["class"]));
}

#[test]
fn numbers_that_no_class_has_are_refused() {
    for number in ["2270454064", "18446744073709551616", "-1", "1.5", "x", ""] {
        let refused = finish(hanamachi("okiya class --json").arg(format!("--number={number}")));
        assert_eq!(refused.refusal(2)["code"], "usage", "{number}");
    }
    assert_eq!(run(&format!("okiya class --number 1 {GARDEN}")).code, 2);
    assert_eq!(run("okiya class --number 1 --seed 2").code, 2);
}

#[test]
fn classes_of_a_batch() {
    let gardens = run("okiya random --count 50 --seed 3").stdout;
    let lines = feed("okiya class -", gardens.clone());
    assert_eq!(lines.code, 0);
    for (line, garden) in lines.stdout.lines().zip(gardens.lines()) {
        assert!(line.starts_with(garden), "{line}");
    }
    assert_eq!(lines.stdout.lines().count(), 50);
}

#[test]
fn perft_counts() {
    let object = run(&format!("okiya perft --depth 6 {GARDEN} --json")).object();
    assert_eq!(keys(&object), ["depth", "engine", "nodes", "position", "rules", "schema"]);
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
