//! `okiya solve`, from outside.

use crate::support::{GARDEN, LATE, LONG, WON, feed, keys, run};
use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::population::{Combination, JointSample};
use serde_json::json;

const KEYS: [&str; 22] = [
    "among_all_gardens",
    "asked",
    "class",
    "elapsed_ms",
    "ending",
    "engine",
    "garden",
    "kind",
    "line",
    "method",
    "moves",
    "nodes",
    "outcome",
    "plies_to_end",
    "position",
    "rank",
    "rarity",
    "rules",
    "schema",
    "score",
    "side",
    "tiles_left",
];
const MOVE_KEYS: [&str; 9] =
    ["ending", "line", "move", "outcome", "plies_to_end", "replies", "score", "tile", "tiles_left"];

#[test]
fn json_has_every_key_of_the_contract() {
    let object = run(&format!("okiya solve {LATE} --json")).object();
    assert_eq!(keys(&object), KEYS);
    assert_eq!(object["schema"], "okiya.solution/1");
    assert_eq!(object["engine"], concat!("hanamachi ", env!("CARGO_PKG_VERSION")));
    assert_eq!(object["kind"], "proved");
    assert_eq!(object["position"], "05af/b4c1/27d8/3e96 x1xx/o1o1/3o/4 d3 x");
    assert_eq!(object["garden"], GARDEN);
    assert_eq!(object["rules"], "full=draw");
    assert_eq!(object["side"], "x");
    assert_eq!(object["outcome"], "win");
    assert_eq!(object["plies_to_end"], 9);
    assert_eq!(object["tiles_left"], 1);
    assert_eq!(object["score"], 2);
    assert_eq!(object["ending"], "diagonal");
    assert_eq!(object["line"], json!(["b2", "b1", "c3", "c4", "d2", "a4", "a3", "b4", "d4"]));
    assert!(object["nodes"].is_u64() && object["elapsed_ms"].is_f64());
    assert_eq!(object["method"], "alpha-beta");
    assert_eq!(object["rank"], 404_610_113_333_u64);
    assert!(object["class"].as_u64().unwrap() <= object["rank"].as_u64().unwrap());
    for key in ["rarity", "among_all_gardens"] {
        assert!(object[key].is_null(), "only of gardens before the first move: {key}");
    }
    let all = &run(&format!("okiya solve {GARDEN} --json")).object()["among_all_gardens"];
    assert_eq!((&all["outcome"], &all["kind"]), (&json!("win"), &json!("proved")));
    assert_eq!(
        (&all["gardens"], &all["of"]),
        (&json!(14_151_429_983_232_u64), &json!(20_922_789_888_000_u64))
    );
}

#[test]
fn moves_come_best_first_and_for_the_mover() {
    let object = run(&format!("okiya solve {LATE} --json")).object();
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    assert_eq!(keys(&moves[0]), MOVE_KEYS);
    assert_eq!((&moves[0]["move"], &moves[0]["tile"]), (&json!("b2"), &json!("4")));
    assert_eq!((&moves[0]["outcome"], &moves[0]["score"]), (&json!("win"), &json!(2)));
    assert_eq!((&moves[0]["replies"], &moves[0]["line"]), (&json!(3), &json!(null)));
    assert_eq!((&moves[1]["outcome"], &moves[1]["ending"]), (&json!("draw"), &json!("full_board")));
}

#[test]
fn a_garden_knows_how_rare_it_is() {
    let sample = JointSample::kept();
    let mut won = 0;
    for seed in 1..6 {
        let object = run(&format!("okiya solve random --seed {seed} --json")).object();
        let rarity = &object["rarity"];
        let scores = object["moves"].as_array().unwrap().iter().map(|of| of["score"].as_i64().unwrap());
        let winning = scores.filter(|&score| score > 0).count();
        won += u32::from(winning > 0);
        let score = i8::try_from(object["score"].as_i64().unwrap()).unwrap();
        let share = sample.share(Combination::new(Score::new(score), winning).unwrap());
        assert_eq!((&rarity["outcome"], &rarity["score"]), (&object["outcome"], &object["score"]));
        assert_eq!(rarity["winning_openings"], winning);
        assert_eq!(
            (&rarity["count"], &rarity["of"]),
            (&json!(share.hits()), &json!(sample.counts().gardens()))
        );
        assert_eq!((&rarity["kind"], &rarity["seed"]), (&json!("estimated"), &json!(sample.seed())));
        let (low, high) = (rarity["low"].as_f64().unwrap(), rarity["high"].as_f64().unwrap());
        assert!((low..=high).contains(&rarity["share"].as_f64().unwrap()) && share.hits() > 0);
        let page = run(&format!("okiya solve random --seed {seed}")).stdout;
        let sentence = page.lines().last().unwrap();
        assert!(sentence.starts_with("Rarity: ") && sentence.contains(": 1 garden in "), "{page}");
        assert!(
            sentence.contains("(estimated: ") && sentence.ends_with(" random gardens of seed 1)."),
            "{page}"
        );
    }
    assert!((1..5).contains(&won), "won and drawn gardens are looked at");
    assert!(run("okiya solve random --seed 1 --full last --json").object()["rarity"].is_null());
    assert!(run("okiya solve random --seed 1 --verdict --json").object()["rarity"].is_null());
}

#[test]
fn lines_begin_with_their_move() {
    let object = run(&format!("okiya solve {LATE} --json --lines")).object();
    for m in object["moves"].as_array().unwrap() {
        assert_eq!(m["line"][0], m["move"]);
        assert_eq!(m["line"].as_array().unwrap().len() as u64, m["plies_to_end"].as_u64().unwrap());
    }
}

#[test]
fn a_verdict_knows_the_outcome_and_nothing_more() {
    let object = run(&format!("okiya solve {LATE} --json --verdict")).object();
    assert_eq!(keys(&object), KEYS);
    assert_eq!((&object["outcome"], &object["asked"]), (&json!("win"), &json!("verdict")));
    for key in ["plies_to_end", "tiles_left", "score", "ending", "line", "moves", "rarity"] {
        assert!(object[key].is_null(), "{key}");
    }
    assert!(run(&format!("okiya solve {LATE} --verdict")).stdout.starts_with("x wins."));
}

#[test]
fn a_finished_game_has_no_moves() {
    let object = run(&format!("okiya solve {WON} --json")).object();
    assert_eq!((&object["outcome"], &object["side"]), (&json!("loss"), &json!("o")));
    assert_eq!((&object["plies_to_end"], &object["tiles_left"]), (&json!(0), &json!(1)));
    assert_eq!((&object["moves"], &object["line"]), (&json!([]), &json!([])));
    let verdict = run(&format!("okiya solve {WON} --json --verdict")).object();
    for key in ["outcome", "plies_to_end", "tiles_left", "score", "ending", "moves"] {
        assert_eq!(verdict[key], object[key], "{key}");
    }
    let page = run(&format!("okiya solve {WON}"));
    assert!(page.stdout.contains("The game is over: x has won by a diagonal with 1 tile left."), "{page:?}");
}

#[test]
fn the_page_for_people_has_board_table_line_and_sentence() {
    let page = run(&format!("okiya solve {LATE}"));
    assert_eq!((page.code, page.stderr.as_str()), (0, ""));
    for part in [
        " 1 │  x   │  CT  │  x   │  x   │",
        "   │ (PR) │  +1  │ (IS) │      │",
        " 3 │  MB  │  CR  │  IT  │ [o]  │",
        " b2    CS   win  +1              9           1  diagonal          3\n",
        " c4    PT   draw =              10           0  full_board        3\n",
        "  7. x  b2  CS  cherry, rising sun    same symbol\n",
        "x wins in 9 by a diagonal with 1 tile left; 1 of 2 moves wins.\n",
        "Rules: full=draw. Every value is proved.",
    ] {
        assert!(page.stdout.contains(part), "no {part:?} in\n{}", page.stdout);
    }
    assert!(!page.stdout.contains('\u{1b}'), "colours on something that is no terminal");
}

#[test]
fn colour_can_be_forced_and_says_nothing_that_signs_do_not() {
    let plain = run(&format!("okiya solve {LATE}")).stdout;
    let mut command = crate::support::hanamachi(&format!("okiya solve {LATE}"));
    let coloured = crate::support::finish(command.env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR")).stdout;
    assert!(coloured.contains("\u{1b}["));
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        stripped += before;
        rest = after.split_once('m').expect("a style ends").1;
    }
    assert_eq!(stripped + rest, plain);
}

#[test]
fn every_form_of_the_text_says_the_same() {
    let moves = "moves c1 a2 d1 c2 a1 d3";
    let record = format!("[Garden \"{GARDEN}\"] c1 a2 d1 c2 a1 d3");
    let forms = [
        LATE.to_owned(),
        format!("{LONG} {moves}"),
        format!("{} {moves}", GARDEN.to_uppercase()),
        format!("{} {moves}", GARDEN.replace('/', "")),
        format!("{} {moves}", LONG.replace('/', "")),
        "05afb4c127d83e96 x1xx/o1o1/3o/4 d3 x".to_owned(),
        "05af/b4c1/27d8/3e96 x1xx/o1o1/3o/4 d3 x".to_owned(),
        "05af/b4c1/27d8/3e96_x1xx/o1o1/3o/4_d3_x".to_owned(),
        record,
    ];
    for form in forms {
        let mut command = crate::support::hanamachi("okiya solve --json");
        let object = crate::support::finish(command.arg(&form)).object();
        assert_eq!(object["position"], "05af/b4c1/27d8/3e96 x1xx/o1o1/3o/4 d3 x", "{form}");
        assert_eq!(object["score"], 2, "{form}");
    }
}

#[test]
fn the_rule_is_the_one_asked_for_else_the_records_else_a_draw() {
    let record = format!("[Garden \"{GARDEN}\"] [FullBoard \"last\"] c1 a2 d1 c2 a1 d3 c4");
    let rules = |flags: &str| {
        let mut command = crate::support::hanamachi(&format!("okiya solve --json {flags}"));
        let object = crate::support::finish(command.arg(&record)).object();
        (object["rules"].clone(), object["outcome"].clone())
    };
    assert_eq!(rules(""), (json!("full=last"), json!("win")));
    assert_eq!(rules("--full draw"), (json!("full=draw"), json!("draw")));
}

#[test]
fn a_batch_keeps_its_order_with_errors_in_place() {
    let input =
        format!("# late positions\n{LATE}\n\nnonsense\n  {LATE} b2\r\n\t\n{WON}\n{GARDEN} moves b2\n");
    let batch = feed("okiya solve - --json", input.clone());
    let objects = batch.objects();
    assert_eq!(batch.code, 3);
    assert_eq!(objects.len(), 5);
    assert_eq!(objects[0]["outcome"], "win");
    assert_eq!((&objects[1]["error"]["line"], &objects[1]["error"]["field"]), (&json!(4), &json!("garden")));
    assert_eq!(objects[2]["side"], "o");
    assert_eq!(objects[3]["moves"], json!([]));
    assert_eq!(objects[4]["error"]["code"], "illegal_move");
    assert_eq!(objects[4]["error"]["column"], 27);
    assert!(batch.stderr.contains("2 lines were refused"), "{batch:?}");

    let text = feed("okiya solve -", input);
    let lines: Vec<&str> = text.stdout.lines().collect();
    assert_eq!((text.code, lines.len()), (3, 5));
    assert_eq!(
        lines[0],
        "05af/b4c1/27d8/3e96 x1xx/o1o1/3o/4 d3 x  win +1 9 diagonal  b2 b1 c3 c4 d2 a4 a3 b4 d4"
    );
    assert!(lines[1].starts_with("error: line 4, column "), "{}", lines[1]);
}

/// A node limit applies to each item, so with a limit the items are solved one after another.
#[test]
fn a_large_batch_is_answered_together_as_one_by_one() {
    let gardens = run("okiya random --count 460 --seed 11").stdout;
    let lines = gardens.lines().enumerate().map(|(index, garden)| match index % 50 {
        7 => format!("{garden} moves b2\n"),
        8 => format!("{garden} moves a1\n{LATE}\n"),
        9 => format!("{WON}\n"),
        _ => format!("{garden}\n"),
    });
    let input: String = lines.collect();
    for options in ["--verdict", "--verdict --full last", "--lines", "--full last"] {
        let answers = |limit: &str| {
            let batch = feed(&format!("okiya solve - --json {options} {limit}"), input.clone());
            let mut objects = batch.objects();
            assert_eq!((batch.code, objects.len()), (3, 470));
            for object in &mut objects {
                for key in ["elapsed_ms", "nodes", "method"] {
                    object[key] = json!(null);
                }
            }
            objects
        };
        assert_eq!(answers(""), answers("--nodes 1000000000"), "{options}");
    }
}

#[test]
fn both_methods_find_the_same_of_one_item_and_of_many() {
    let gardens = run("okiya random --count 50 --seed 12").stdout;
    let input = format!("{gardens}{LATE}\n{WON}\n");
    for options in ["", "--verdict", "--lines --full last"] {
        let answers = |method: &str| {
            let batch = feed(&format!("okiya solve - --json {options} --method {method}"), input.clone());
            assert_eq!(batch.code, 0, "{batch:?}");
            let mut objects = batch.objects();
            for (place, object) in objects.iter_mut().enumerate() {
                let said = if place == 51 { json!(null) } else { json!(method) };
                assert_eq!(object["method"], said, "nothing is searched where the game is over");
                for key in ["elapsed_ms", "nodes", "method"] {
                    object[key] = json!(null);
                }
            }
            objects
        };
        assert_eq!(answers("alpha-beta"), answers("bit-sliced"), "{options}");
    }
    for method in ["alpha-beta", "bit-sliced"] {
        let alone = run(&format!("okiya solve {LATE} --json --method {method}")).object();
        assert_eq!((&alone["method"], &alone["score"]), (&json!(method), &json!(2)));
        let stopped = run(&format!("okiya solve {GARDEN} --nodes 5 --method {method}"));
        assert_eq!(stopped.code, run(&format!("okiya solve {GARDEN} --nodes 5")).code);
    }
    // The default without the flag.
    let chosen = |input: &str| feed("okiya solve - --json", input).objects()[0]["method"].clone();
    assert_eq!((chosen(&gardens), chosen(LATE)), (json!("bit-sliced"), json!("alpha-beta")));
}

#[test]
fn a_batch_without_items_is_an_empty_answer() {
    for input in ["", "\n\n", "# nothing\n"] {
        let batch = feed("okiya solve - --json", input);
        assert_eq!((batch.code, batch.stdout.as_str()), (0, ""), "{batch:?}");
    }
}

#[test]
fn lines_that_are_no_text_are_refused_and_the_rest_is_answered() {
    let mut input = Vec::from(LATE);
    input.extend(b"\n\xff\xfe\n");
    input.extend(vec![b'0'; (1 << 20) + 1]);
    input.extend(b"\n\0\n");
    input.extend(LATE.as_bytes());
    let batch = feed("okiya solve - --json", input);
    let objects = batch.objects();
    assert_eq!((batch.code, objects.len()), (3, 5));
    assert_eq!(objects[1]["error"]["code"], "not_utf8");
    assert_eq!(objects[2]["error"]["code"], "line_too_long");
    assert_eq!(objects[3]["error"]["field"], "garden");
    assert_eq!(objects[4]["score"], 2);
}

#[test]
fn the_number_of_threads_does_not_show() {
    let gardens = format!("{LATE} b2\n{LATE} c4\n{LATE}\n").repeat(100);
    let answer = |threads: u32| {
        let batch = feed(&format!("okiya solve - --json --threads {threads}"), gardens.clone());
        let mut objects = batch.objects();
        assert_eq!((batch.code, objects.len()), (0, 300));
        for object in &mut objects {
            object["elapsed_ms"] = json!(null);
        }
        objects
    };
    assert_eq!(answer(1), answer(2));
}

#[test]
fn memory_that_would_not_suffice_is_refused_with_the_estimate() {
    let refused = run(&format!("okiya solve {LATE} --threads 4 --memory 1K"));
    assert_eq!((refused.code, refused.stdout.as_str()), (7, ""));
    assert!(refused.stderr.contains("4 threads"), "{refused:?}");
    let error = run(&format!("okiya solve {LATE} --threads 4 --memory 1K --json")).refusal(7);
    assert_eq!(error["code"], "memory_limit");
    assert_eq!(run(&format!("okiya solve {LATE} --threads 1 --memory 1G")).code, 0);
}

#[test]
fn random_gardens_repeat_with_their_seed() {
    // Shown, not solved: the garden does not depend on the question.
    let garden = |seed| {
        run(&format!("okiya solve --show position random --seed {seed} --json")).object()["garden"].clone()
    };
    assert_eq!(garden(1), garden(1));
    assert_ne!(garden(1), garden(2));
    let first = run("okiya random --seed 1");
    assert_eq!(garden(1), first.stdout.trim());
    let unseeded = run("okiya solve --show position random");
    assert!(unseeded.stderr.starts_with("seed "), "{unseeded:?}");
    assert_eq!(run("okiya solve --show position random -q").stderr, "");
}

#[test]
fn a_node_limit_is_an_error_and_in_a_batch_one_line_of_it() {
    let error = run(&format!("okiya solve {GARDEN} --nodes 1 --json")).refusal(4);
    assert_eq!(error["code"], "limit_reached");
    let batch = feed("okiya solve - --nodes 1 --json", format!("{GARDEN}\n{WON}\n"));
    let objects = batch.objects();
    assert_eq!((batch.code, objects.len()), (4, 2));
    assert_eq!(objects[0]["error"]["code"], "limit_reached");
    assert_eq!(objects[1]["outcome"], "loss");
}
