//! Invalid requests, limits, and messages before the answer.

use hanamachi_board_engine::{Engine, Stop, hand_over_network, last_message, methods, serve};
use hanamachi_solver::hanamikoji::objects::WhatIf;
use hanamachi_solver::hanamikoji::study::Evaluate;
use hanamachi_solver::hanamikoji::{Game, InformationSet};
use hanamachi_solver::search::budget::RunContext;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{Listener, ask, engine};

#[test]
fn what_is_no_question_is_refused_with_the_parameter() {
    for (method, params, code, field) in [
        ("okiya.position", json!({}), "invalid_params", Some("position")),
        ("okiya.position", json!({ "position": "x", "colour": 1 }), "invalid_params", Some("colour")),
        ("okiya.position", json!({ "position": 7 }), "invalid_params", Some("position")),
        ("okiya.position", json!({ "position": "05af" }), "invalid_garden", Some("garden")),
        (
            "okiya.position",
            json!({ "position": "05afb4c127d83e96", "full": "maybe" }),
            "invalid_params",
            Some("full"),
        ),
        ("okiya.class", json!({ "number": 2_270_454_064_u64 }), "invalid_params", Some("number")),
        ("hana.setup", json!({ "seat": 3, "hand": "ABCDEF" }), "invalid_params", Some("seat")),
        ("hana.setup", json!({ "seat": 1, "hand": "AAABCD" }), "invalid_hand", Some("hand")),
        ("hana.setup", json!({ "seat": 2, "hand": "ABCDEFG" }), "invalid_hand", Some("hand")),
        (
            "hana.advice",
            json!({ "round": "....... 1 ABCDEFG -", "seed": 1, "iterations": 9_000_000 }),
            "invalid_params",
            Some("iterations"),
        ),
        (
            "hana.reply",
            json!({ "round": "....... 1 ABCDEFG -", "player": "greedy", "seed": 1 }),
            "record_needed",
            Some("round"),
        ),
        ("import.bga", json!({ "text": "hello" }), "log_not_understood", Some("text")),
        ("nothing", json!({}), "unknown_method", None),
    ] {
        let fault = engine().answer(method, &params.to_string(), &Listener::new()).unwrap_err();
        assert_eq!((fault.code, fault.field.as_deref()), (code, field), "{method} {params}: {fault}");
    }
    let answer: Value = serde_json::from_str(&serve(engine(), "{", &Listener::new())).unwrap();
    assert_eq!(answer["error"]["code"], "invalid_request");
}

#[test]
fn advice_begins_with_an_impression_and_ends_with_an_answer() {
    let host = Listener::new();
    let params = json!({ "round": "....... 1 ABCDEFG -", "seed": 1, "iterations": 4000 });
    let answer = engine().answer("hana.advice", &params.to_string(), &host).unwrap();
    let result: Value = serde_json::from_str(answer.result.get()).unwrap();
    let heard = host.heard.into_inner().unwrap();
    let stages: Vec<&str> = heard.iter().filter_map(|heard| heard["partial"]["stage"].as_str()).collect();
    assert_eq!(stages[0], "quick");
    assert!(["stable", "unclear"].contains(&result["stage"].as_str().unwrap()));
    assert_eq!(result["evaluation"]["n"], 4000);
    assert!(heard.iter().any(|heard| heard["progress"]["unit"] == "iterations"));
    assert_eq!(
        answer.command.unwrap(),
        "hanamachi hana evaluate '....... 1 ABCDEFG -' --seed 1 --method equilibrium --iterations 4000 --json"
    );
    // A small game is solved.
    let params = json!({ "round": "... 1 ABC - geisha=2,3,4 actions=1,3", "seed": 1 });
    let solved = ask("hana.advice", &params).unwrap();
    assert_eq!(
        (solved["stage"].as_str(), solved["evaluation"]["method"].as_str()),
        (Some("solved"), Some("exact"))
    );
}

#[test]
fn an_engine_of_one_game_knows_nothing_of_the_other() {
    let ask_of = |engine: &Engine, method| engine.answer(method, "{\"seed\":1}", &Listener::new());
    for (engine, known, unknown) in [
        (Engine::of_okiya(), "okiya.random", "hana.deal"),
        (Engine::of_hanamikoji(), "hana.deal", "okiya.random"),
    ] {
        assert!(ask_of(&engine, known).is_ok());
        assert_eq!(ask_of(&engine, unknown).unwrap_err().code, "unknown_method");
    }
}

/// In the standard game the approximate equilibrium gives the advice, with the value and the frequency of
/// every action.
#[test]
fn the_equilibrium_advises_in_the_standard_game() {
    let set = "+..-... 2 ABDFG 2XX,3EEG-E,1X";
    let asked = |method: &str| {
        ask("hana.advice", &json!({ "round": set, "seed": 1, "method": method, "iterations": 4000 })).unwrap()
    };
    let advice = asked("equilibrium");
    let evaluation = &advice["evaluation"];
    assert_eq!((&evaluation["method"], &evaluation["kind"]), (&json!("equilibrium"), &json!("computed")));
    assert_eq!(evaluation["exploitability_method"], "lower_bound");
    assert_eq!(advice["lacks_network"], false);
    assert_eq!(evaluation["beliefs"]["method"], "equilibrium");
    assert!(evaluation["exploitability"].as_f64().unwrap() > 0.0);
    let actions = evaluation["actions"].as_array().unwrap();
    let sum = |key: &str| actions.iter().map(|of| of[key].as_f64().unwrap()).sum::<f64>();
    assert!((sum("frequency") - 1.0).abs() < 1e-6);
    for of in actions {
        assert!(of["win"].is_number() && of["se"].is_number() && of["loss"].is_number(), "{of}");
        assert_eq!((&of["kind"], &of["frequency_kind"]), (&json!("computed"), &json!("computed")));
    }
    assert_eq!(without_time(&asked("auto")), without_time(&advice));
    assert_eq!(asked("ismcts")["evaluation"]["kind"], "estimated");

    let beliefs = ask("hana.beliefs", &json!({ "round": set, "opponent": "equilibrium" })).unwrap();
    assert_eq!(beliefs["geisha"], evaluation["beliefs"]["geisha"]);
    let params = json!({ "round": "....... 1 ABCDEFG -", "action": "3ADG", "seed": 1 });
    assert_eq!(ask("hana.answers", &params).unwrap()["model"], "equilibrium");
    let params = json!({ "round": set, "seed": 1, "iterations": 100 });
    // Each hand is reported as soon as it has been searched.
    let listener = Listener::new();
    let answer = engine().answer("hana.whatif", &params.to_string(), &listener).unwrap();
    let answer: Value = serde_json::from_str(answer.result.get()).unwrap();
    assert_eq!(answer["method"], "equilibrium");
    let searched = |of: &Value| {
        let rows = of["what_if"]["rows"].as_array().unwrap();
        rows.iter().flat_map(|row| row["cells"].as_array().unwrap()).filter(|cell| !cell.is_null()).count()
    };
    let heard = listener.heard.into_inner().unwrap();
    let told: Vec<usize> = heard.iter().filter_map(|heard| heard.get("partial")).map(searched).collect();
    assert_eq!(told, (1..=searched(&answer)).collect::<Vec<_>>());

    // Reduced games have no network and keep their search.
    let params =
        json!({ "round": "... 1 ABC - geisha=2,3,4 actions=1,3", "seed": 1, "method": "equilibrium" });
    assert_eq!(ask("hana.advice", &params), Err("unsuited".to_owned()));
    let params = json!({ "round": "... 1 ABC - geisha=2,3,4 actions=1,3", "seed": 1, "iterations": 400 });
    assert_eq!(ask("hana.advice", &params).unwrap()["evaluation"]["method"], "exact");
}

/// With and without a number of iterations the last four turns are solved, as the program solves them.
#[test]
fn the_last_four_turns_are_solved() {
    let set = "....... 1 DEFGG 3ABC-C,3GGG-G,1F,4ABDD-DD";
    let params = json!({ "round": set, "seed": 1 });
    let answer = engine().answer("hana.advice", &params.to_string(), &Listener::new()).unwrap();
    let advice: Value = serde_json::from_str(answer.result.get()).unwrap();
    assert_eq!((&advice["stage"], &advice["evaluation"]["method"]), (&json!("solved"), &json!("live")));
    assert_eq!(answer.command.unwrap(), format!("hanamachi hana evaluate '{set}' --seed 1 --json"));
    let params = json!({ "round": set, "seed": 1, "iterations": 4000, "time_ms": 20_000 });
    let again = ask("hana.advice", &params).unwrap();
    assert_eq!(again["evaluation"]["actions"], advice["evaluation"]["actions"]);
    // No command repeats a search that its limit of time has cut short.
    let params = json!({ "round": "....... 1 ABCDEFG -", "seed": 1, "iterations": 30_000, "time_ms": 1000 });
    let cut = engine().answer("hana.advice", &params.to_string(), &Listener::with_delay(900)).unwrap();
    let advice: Value = serde_json::from_str(cut.result.get()).unwrap();
    assert_eq!((&advice["evaluation"]["stopped"], cut.command), (&json!("time"), None));
}

/// The other hands have a quick estimate at once, and then the values of the program's solution.
#[test]
fn other_hands_are_estimated_at_once_and_then_solved() {
    let text = "....... 1 DEFGG 3ABC-C,3GGG-G,1F,4ABDD-DD";
    let listener = Listener::new();
    let params = json!({ "round": text, "seed": 1 });
    let answer = engine().answer("hana.whatif", &params.to_string(), &listener).unwrap();
    let answer: Value = serde_json::from_str(answer.result.get()).unwrap();
    assert_eq!((&answer["method"], &answer["what_if"]["iterations_each"]), (&json!("live"), &Value::Null));

    let set: InformationSet = text.parse().unwrap();
    let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
    let question = Evaluate::usual(None, Some(1));
    let study = question.solve(&round, &set, &set.variations(), RunContext::unwatched()).unwrap().unwrap();
    let solved = WhatIf::new(&set, &study.exchanges.unwrap(), None);
    assert_eq!(answer["what_if"], serde_json::to_value(solved).unwrap());

    let heard = listener.heard.into_inner().unwrap();
    let partial: Vec<&Value> = heard.iter().filter_map(|heard| heard.get("partial")).collect();
    assert_eq!(partial.len(), set.variations().len());
    assert!(
        partial.iter().all(|of| of["method"] == "equilibrium" && of["what_if"]["iterations_each"] == 200)
    );
}

#[test]
fn a_review_and_other_hands_may_take_as_long_as_ten_searches() {
    let review =
        json!({ "rounds": ["....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F"], "seed": 1, "iterations": 200 });
    let other_hands = json!({ "round": "+..-... 2 ABDFG 2XX,3EEG-E,1X", "seed": 1, "iterations": 10 });
    for (method, params) in [("hana.review", review), ("hana.whatif", other_hands)] {
        let after = |seconds: u64| {
            let answer = engine().answer(method, &params.to_string(), &Listener::with_delay(1000 * seconds));
            answer.map(|_| ()).map_err(|fault| fault.code)
        };
        assert_eq!(after(60), Ok(()), "{method}");
        assert_eq!(after(300), Err("limit_reached"), "{method}");
    }
}

#[test]
fn a_review_is_that_of_the_equilibrium() {
    let round = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";
    let params = json!({ "rounds": [round], "seed": 1, "iterations": 200 });
    let game = ask("hana.review", &params).unwrap();
    let review = &game["reviews"][0];
    assert_eq!(
        (&review["kind"], &review["exploitability_method"]),
        (&json!("computed"), &json!("lower_bound"))
    );
}

/// A file that is not the network is refused with a message.
#[test]
fn a_network_is_taken_whole_or_not_at_all() {
    let refused = |file: &[u8]| hand_over_network(file).unwrap_err();
    for file in [&b""[..], b"hello", b"\x89HNM\r\n\x1a\n"] {
        let fault = refused(file);
        assert_eq!(fault.code, "invalid_network");
        assert!(!fault.message.is_empty());
    }
    let text = last_message(&Err(refused(b"hello")));
    let message: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(message["error"]["code"], "invalid_network");
}

/// Removes the fields that differ from run to run.
fn without_time(advice: &Value) -> Value {
    let mut advice = advice.clone();
    for place in ["/elapsed_ms", "/evaluation/elapsed_ms"] {
        *advice.pointer_mut(place).unwrap() = Value::Null;
    }
    advice
}

#[test]
fn a_cancelled_request_says_so() {
    for method in ["hana.advice", "hana.review", "hana.whatif", "hana.puzzle"] {
        let host = Listener::new();
        host.cancel.cancel(Stop::Interrupted);
        let params = match method {
            "hana.review" => json!({ "rounds": ["....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F"], "seed": 1 }),
            "hana.puzzle" => json!({ "exercise": "spot", "seed": 1 }),
            _ => json!({ "round": "....... 1 ABCDEFG -", "seed": 1 }),
        };
        let fault = engine().answer(method, &params.to_string(), &host).unwrap_err();
        assert_eq!(fault.code, "cancelled", "{method}");
    }
}

#[test]
fn pasted_texts_are_told_apart() {
    let text = "# a game\n05af/b4c1/27d8/3e96 moves a2 c1\n\n....... 1 ABCDEFG -\n[Game \"Okiya\"]\n[Garden \"05af/b4c1/27d8/3e96\"]\n\na2 c1\n";
    let import = ask("import.text", &json!({ "text": text })).unwrap();
    let found: Vec<(&str, &str, u64)> = import["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (item["game"].as_str().unwrap(), item["form"].as_str().unwrap(), item["line"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(found, [("okiya", "game", 2), ("hanamikoji", "information_set", 4), ("okiya", "record", 5)]);
    let fault = engine().answer(
        "import.text",
        &json!({ "text": "\n\n....... 1 ABCDEFX -" }).to_string(),
        &Listener::new(),
    );
    assert_eq!(fault.unwrap_err().line, Some(3));
}

#[test]
fn what_people_paste_is_read_as_what_it_says() {
    let set = "+..-... 2 ABDFG 2XX,3EEG-E,1X";
    let game = "05af/b4c1/27d8/3e96 moves a2 c1";
    for (text, expected) in [
        (
            format!("https://example.org/board/#h/{}", set.replace(' ', "_")),
            ("hanamikoji", "information_set", set),
        ),
        ("#o/05afb4c127d83e96/a2c1".into(), ("okiya", "game", game)),
        (format!("hanamachi okiya solve '{game}' --json"), ("okiya", "game", game)),
        (format!("hanamachi hana evaluate '{set}' --seed 1"), ("hanamikoji", "information_set", set)),
        (format!("\u{feff}“{set}”\r\n"), ("hanamikoji", "information_set", set)),
        ("+..−... 2 GFDBA 2XX, 3GEE–E, 1X".into(), ("hanamikoji", "information_set", set)),
        ("GABCDEF".into(), ("hanamikoji", "information_set", "....... 1 ABCDEFG -")),
        ("G/ABCDEF/ABDEFG/CDEFFGGG".into(), ("hanamikoji", "record", "....... G/ABCDEF/ABDEFG/CDEFFGGG -")),
        ("05af\nb4c1\n27d8\n3e96\n".into(), ("okiya", "garden", "05af/b4c1/27d8/3e96")),
        (format!("> {game} full=last"), ("okiya", "record", "")),
    ] {
        let import = ask("import.text", &json!({ "text": text })).unwrap();
        let item = &import["items"][0];
        let found = ["game", "form", "text"].map(|key| item[key].as_str().unwrap());
        assert_eq!((found[0], found[1]), (expected.0, expected.1), "{text}");
        if expected.2.is_empty() {
            assert!(found[2].contains("[FullBoard \"last\"]"), "{text}: {import}");
        } else {
            assert_eq!(found[2], expected.2, "{text}");
        }
        assert_eq!(import["items"].as_array().unwrap().len(), 1, "{text}: {import}");
    }
    // The methods of each game read the same texts.
    let parsed =
        ask("okiya.parse", &json!({ "text": format!("hanamachi okiya solve '{game}' --full last") }))
            .unwrap();
    assert_eq!((&parsed["text"], &parsed["full"]), (&json!(game), &json!("last")));
}

fn scalar() -> impl Strategy<Value = Value> {
    let texts = [
        "",
        "-",
        "05af/b4c1/27d8/3e96",
        "05afb4c127d83e96/a2c1",
        "05afb4c127d83e96/a2c",
        "....... 1 ABCDEFG -",
        "....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,3DEF-F,2BC",
        "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF",
        "x",
        "3ABC",
        "-F",
        "A",
        "1",
        "greedy",
        "draw",
        "spot",
        "éé/é",
        "rounds=3",
        "ABCDEFG",
        "4ACBD-BD",
        "1X",
    ];
    prop_oneof![
        proptest::sample::select(texts.to_vec()).prop_map(|text| json!(text)),
        "\\PC{0,20}".prop_map(|text| json!(text)),
        any::<i64>().prop_map(|number| json!(number)),
        (0_u64..20).prop_map(|number| json!(number)),
        any::<f64>().prop_map(|number| json!(number)),
        any::<bool>().prop_map(|flag| json!(flag)),
        Just(Value::Null),
    ]
}

fn parameters() -> impl Strategy<Value = Value> {
    let keys = [
        "position", "move", "full", "seed", "index", "winner", "openings", "garden", "number", "turn",
        "game", "level", "slip", "form", "starter", "games", "exercise", "seat", "hand", "favour", "rules",
        "round", "text", "play", "draw", "secret", "entry", "action", "opponent", "policy", "player",
        "rounds",
    ];
    let value =
        prop_oneof![4 => scalar(), 1 => proptest::collection::vec(scalar(), 0..3).prop_map(Value::from)];
    proptest::collection::btree_map(proptest::sample::select(keys.to_vec()), value, 0..5).prop_map(|map| {
        map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<serde_json::Map<_, _>>().into()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    /// Every request gets an answer or a fault that is not the engine's.
    #[test]
    fn no_request_is_too_much(method in 0..40_usize, params in parameters()) {
        let names: Vec<&str> = methods().filter(|method| !method.is_long).map(|method| method.name).collect();
        let method = names[method % names.len()];
        if let Err(code) = ask(method, &params) {
            prop_assert_ne!(code, "internal");
        }
    }
}
