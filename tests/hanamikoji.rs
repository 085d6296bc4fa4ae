//! `hanamachi hanamikoji …` from outside: answers, batches, refusals.

use crate::support::{Run, feed, finish, hanamachi, keys, run};
use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::{Deal, Entry, Favour, Game, Geisha, RoundRecord};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

/// The example of the contract: the second player to use an action in turn four.
const SET: &str = "+..-... 2 ABDFG 2XX,3EEG-E,1X";
const DEAL: &str = "G/ABCDEF/ABDEFG/CDEFFGGG";
const STANDARD: &str = "rounds=inf round=1 tiebreak=charm geisha=2,2,2,3,3,4,5 actions=1,2,3,4";

/// Asks about one text.
fn ask(command: &str, text: &str) -> Run {
    finish(hanamachi(&format!("hanamikoji {command}")).arg(text))
}

#[test]
fn the_alias_and_arguments_with_and_without_quotes() {
    let asked = ask("show --legal", SET);
    assert_eq!(asked.code, 0, "{asked:?}");
    assert_eq!(run(&format!("hana show --legal {SET}")).stdout, asked.stdout);
    assert_eq!(run(&format!("hana show --legal {}", SET.replace(' ', "_"))).stdout, asked.stdout);
}

/// Markers may begin with `-`, which is no flag.
#[test]
fn markers_are_no_flags() {
    for text in ["-+..... 1 ABCDEFG -", "-.....- 2 ABCDEF -", "--.+... 1 ABCDEFG -"] {
        let quoted = ask("show --json", text).object();
        assert_eq!(quoted["information_set"], text);
        assert_eq!(run(&format!("hana show {text} --json")).object(), quoted);
        let first = &text[..7];
        let refused = finish(hanamachi("hana show --json").arg(format!("{first}x 1 ABCDEFG -"))).refusal(2);
        assert_eq!(refused["code"], "usage");
    }
    let error = ask("show --json", "-+.... 1 ABCDEFG -").refusal(3);
    assert_eq!((&error["field"], &error["column"]), (&json!("favour"), &json!(1)));
    let error = ask("show --json", "-+..... 1 ABCDEFH -").refusal(3);
    assert_eq!((&error["field"], &error["column"]), (&json!("hand"), &json!(17)));
}

#[test]
fn legal_actions_are_written_as_they_are_appended() {
    let object = ask("show --legal --json", SET).object();
    assert_eq!(
        keys(&object),
        ["actions", "count", "engine", "information_set", "rules", "schema", "to_decide"]
    );
    assert_eq!(object["schema"], "hanamikoji.legal/1");
    assert_eq!((&object["rules"], &object["information_set"]), (&json!(STANDARD), &json!(SET)));
    assert_eq!((&object["count"], &object["to_decide"]), (&json!(5 + 10 + 15), &json!("reader")));
    // Each of them makes an information set that is read again, a hand without its cards.
    for action in object["actions"].as_array().unwrap() {
        let action = action.as_str().unwrap();
        let hand: String = "ABDFG".chars().filter(|&card| !action.contains(card)).collect();
        let hand = if hand.is_empty() { "-" } else { &hand };
        let next = ask("show --legal --json", &format!("+..-... 2 {hand} 2XX,3EEG-E,1X,{action}")).object();
        assert_eq!((&next["to_decide"], &next["actions"]), (&json!("opponent"), &json!([])), "{action}");
    }
    let actions = |text: &str| ask("show --legal --json", text).object()["actions"].clone();
    assert_eq!(actions("....... 2 ABDEFG 4ACBD"), json!(["-AC", "-BD"]));
    assert_eq!(actions("....... 2 BBDEFG 4ACAC"), json!(["-AC"]));
    assert_eq!(actions("....... 2 ABDEFG 3BCC"), json!(["-B", "-C"]));
    assert_eq!(actions("....... 1 ABDE 3BCC"), json!([]));
}

#[test]
fn a_complete_round_leaves_nothing_to_decide() {
    let text = "....... 1 - 4CEEG-CE,3DEG-D,2FF,1X,3ADF-D,4ACBG-BG,1G,2XX";
    let object = ask("show --legal --json", text).object();
    assert_eq!((&object["to_decide"], &object["actions"]), (&json!(null), &json!([])));
    assert_eq!(ask("show --json", text).object()["complete"], true);
    let beliefs = ask("beliefs --json", text).object();
    assert_eq!(beliefs["sizes"], json!({"hand": 0, "secret": 1, "trade_off": 2, "deck": 0, "removed": 1}));
}

#[test]
fn the_table_is_drawn() {
    let page = ask("show", SET);
    for part in [
        "          A 2   B 2   C 2   D 3   E 3   F 4   G 5\n",
        "opponent                          E\n",
        "marker    ▼     ·     ·     ▲     ·     ·     ·\n",
        "you                               E           G\n",
        "opponent  holds 5 cards, keeps X, has discarded XX; actions left 3 4, used 1 2;",
        "you       holds ABDFG; actions left 1 2 4, used 3;",
        "next      you to use an action in turn 4 of 8\n",
    ] {
        assert!(page.stdout.contains(part), "no {part:?} in\n{}", page.stdout);
    }
    let object = ask("show --json", SET).object();
    assert_eq!((&object["turn"], &object["unseen"]), (&json!(4), &json!("ABCCDDEFFFGGG")));
    assert_eq!(object["sides"]["mine"]["row"], "EG");
    assert_eq!(object["sides"]["theirs"]["hand"], Value::Null);
    let object = ask("show --json", &format!("....... {DEAL} 1A,3DEF")).object();
    assert_eq!((&object["to_decide"], &object["offer"]), (&json!("first"), &json!("3DEF")));
    assert_eq!(object["sides"]["second"]["hand"], "ABDG");
    assert_eq!(object["sides"]["first"]["secret"], "A");
}

#[test]
fn beliefs_are_exact_under_their_assumption() {
    let now = ask("beliefs --reach uniform --json", "....... 1 BCDEFGG -");
    let earlier = ask("beliefs --opponent uniform --json", "....... 1 BCDEFGG -");
    assert_eq!((now.stderr.as_str(), &now.stdout), ("", &earlier.stdout));
    assert_eq!(earlier.stderr, "--opponent: of an earlier version, now --reach uniform\n");
    let object = now.object();
    assert_eq!(
        keys(&object),
        [
            "distinguishable_placements",
            "engine",
            "geisha",
            "information_set",
            "kind",
            "method",
            "n",
            "placements",
            "policy",
            "rules",
            "schema",
            "sizes",
            "tremble",
            "unseen"
        ]
    );
    assert_eq!((&object["kind"], &object["method"]), (&json!("proved"), &json!("uniform")));
    // 14 unseen cards: six in a hand, seven in the deck, one aside.
    assert_eq!(object["placements"], 24024);
    let of_a = &object["geisha"][0];
    assert_eq!(keys(of_a), ["deck", "geisha", "hand", "removed", "secret", "trade_off", "unseen"]);
    assert_eq!(of_a["hand"]["probabilities"][0].as_f64(), Some(28.0 / 91.0));
    let sum: f64 =
        object["geisha"].as_array().unwrap().iter().map(|g| g["hand"]["expected"].as_f64().unwrap()).sum();
    assert!((sum - 6.0).abs() < 1e-12);
}

#[test]
fn deals_do_not_depend_on_how_many_are_asked_for() {
    let three = run("hana deal --count 3 --seed 7");
    let five = run("hana deal --count 5 --seed 7");
    assert_eq!((three.code, three.stderr.as_str()), (0, ""));
    assert!(five.stdout.starts_with(&three.stdout));
    let objects = run("hana deal --count 3 --seed 7 --json").objects();
    for (object, deal) in objects.iter().zip(three.stdout.lines()) {
        assert_eq!(object["deal"], deal);
        assert_eq!(
            keys(object),
            ["deal", "draws", "engine", "first", "index", "removed", "rules", "schema", "second", "seed"]
        );
    }
    // A reduced deal contains its rules, so that it can be passed on.
    let mut command = hanamachi("hana deal --seed 1 --count 4 --rules");
    let reduced = finish(command.arg("geisha=2,3,4 actions=1,3"));
    assert!(reduced.stdout.lines().all(|line| line.ends_with(" geisha=2,3,4 actions=1,3")), "{reduced:?}");
    let counts = feed("hana perft --turns 4 --json -", reduced.stdout).objects();
    assert_eq!(counts.len(), 4);
    assert!(counts.iter().all(|object| object["nodes"][3].as_u64() > Some(0)));
}

#[test]
fn perft_counts() {
    let object = run("hana perft --turns 1 A/ABCDEF/BCDEFG/GDEFFGGG --json").object();
    assert_eq!(keys(&object), ["asked", "deal", "engine", "nodes", "rules", "schema", "turns"]);
    assert_eq!(object["nodes"], json!([7 + 21 + 35 * 3 + 105 * 2]));
    let table = run("hana perft --turns 2 A/ABCDEF/BCDEFG/GDEFFGGG").stdout;
    assert!(table.starts_with("turns           sequences\n    1                 343\n"), "{table}");
}

/// Rounds played at random, as texts, from these markers and by these rules.
fn random_records(tags: &str, markers: &str, count: usize) -> Vec<String> {
    let tags: Tags = tags.parse().unwrap();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(11);
    let owner = |geisha: Geisha| match markers.as_bytes()[geisha.index()] {
        b'+' => Some(hanamachi_solver::game::Seat::First),
        b'-' => Some(hanamachi_solver::game::Seat::Second),
        _ => None,
    };
    let round = Game::new(tags.rules).round(tags.round, Favour::from_owners(owner), |_| 0.0);
    let mut record = || {
        let deal = Deal::random(round.rules(), &mut generator);
        let mut state = round.dealt(&deal);
        while !state.is_over() {
            round.play_random(&mut state, &mut generator);
            round.draw_from(&deal, &mut state);
        }
        let history = state.open_history().filter_map(Entry::unpack);
        RoundRecord::new(tags.rules, tags.round, round.favour(), deal, history).unwrap().to_string()
    };
    (0..count).map(|_| record()).collect()
}

const VALUES: [(&str, u64); 7] = [("A", 2), ("B", 2), ("C", 2), ("D", 3), ("E", 3), ("F", 4), ("G", 5)];

/// The scoring of the rulebook, implemented once more: a tie leaves the marker, 11 charm points come before four
/// geisha. Returns the winners by charm points, by geisha, and by both together.
fn scored(object: &Value) -> (String, [Option<&'static str>; 2]) {
    let before = object["favour"].as_str().unwrap();
    let placed = |seat: &str, letter: &str| object["placed"][seat][letter].as_u64().unwrap();
    let marker = |((letter, _), old): (&(&str, u64), char)| match placed("first", letter)
        .cmp(&placed("second", letter))
    {
        std::cmp::Ordering::Greater => '+',
        std::cmp::Ordering::Less => '-',
        std::cmp::Ordering::Equal => old,
    };
    let after: String = VALUES.iter().zip(before.chars()).map(marker).collect();
    assert_eq!(object["favour_after"], after.as_str());
    let mut named = [None; 2];
    for (seat, sign) in [("first", '+'), ("second", '-')] {
        let values: Vec<u64> =
            VALUES.iter().zip(after.chars()).filter(|(_, m)| *m == sign).map(|((_, w), _)| *w).collect();
        let charm: u64 = values.iter().sum();
        assert_eq!((&object["charm"][seat], &object["geisha"][seat]), (&json!(charm), &json!(values.len())));
        if charm >= 11 {
            named[0] = Some(seat);
        }
        if values.len() >= 4 {
            named[1] = Some(seat);
        }
    }
    (after, named)
}

#[test]
fn rounds_are_scored_as_the_rulebook_says() {
    let mut seen = [0; 4];
    // One of the two has three cheap geisha, the other is close to eleven points.
    for markers in [".......", "+++.--.", "--.-+.."] {
        let records = random_records("", markers, 400);
        let objects = feed("hana review --score - --json", records.join("\n")).objects();
        assert_eq!(objects.len(), records.len());
        for (object, record) in objects.iter().zip(&records) {
            assert_eq!(
                (object["record"].as_str(), &object["complete"]),
                (Some(record.as_str()), &json!(true))
            );
            let (_, named) = scored(object);
            let expected = named[0].or(named[1]).unwrap_or("undecided");
            assert_eq!(object["outcome"], expected, "{record}");
            seen[match named {
                [None, None] => 0,
                [Some(_), None] => 1,
                [None, Some(_)] => 2,
                [Some(by_charm), Some(by_geisha)] => usize::from(by_charm != by_geisha) * 3,
            }] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "undecided, by charm, by geisha, both at odds: {seen:?}");
}

#[test]
fn the_last_round_is_decided_by_charm_then_by_the_highest_geisha_or_shared() {
    let mut outcomes = std::collections::BTreeMap::new();
    for tiebreak in ["charm", "none"] {
        let records = random_records(&format!("rounds=2 round=2 tiebreak={tiebreak}"), ".......", 400);
        for object in feed("hana review --score - --json", records.join("\n")).objects() {
            let (after, named) = scored(&object);
            let value = |sign: char| {
                let of = VALUES.iter().zip(after.chars()).filter(move |(_, marker)| *marker == sign);
                let values: Vec<u64> = of.map(|((_, value), _)| *value).collect();
                (values.iter().sum::<u64>(), values.iter().max().copied())
            };
            let by_tiebreak = match value('+').cmp(&value('-')) {
                _ if tiebreak == "none" => "shared",
                std::cmp::Ordering::Greater => "first",
                std::cmp::Ordering::Less => "second",
                std::cmp::Ordering::Equal => "shared",
            };
            let expected = named[0].or(named[1]).unwrap_or(by_tiebreak);
            assert_eq!(object["outcome"], expected, "{object}");
            *outcomes.entry((tiebreak, expected)).or_insert(0) += 1;
        }
    }
    assert!(outcomes.len() >= 5, "{outcomes:?}");
}

#[test]
fn a_replay_knows_every_decision() {
    let object = ask("review --score --json", &format!("....... {DEAL} 1A,3DEF-F,2BC")).object();
    assert_eq!(
        keys(&object),
        [
            "charm",
            "complete",
            "deal",
            "decisions",
            "engine",
            "favour",
            "favour_after",
            "geisha",
            "history",
            "outcome",
            "placed",
            "placed_cards",
            "record",
            "rules",
            "schema",
            "turns"
        ]
    );
    // A record may stop early.
    assert_eq!((&object["complete"], &object["outcome"]), (&json!(false), &Value::Null));
    assert_eq!(object["placed"]["first"], json!({"A": 1, "B": 0, "C": 0, "D": 0, "E": 0, "F": 1, "G": 0}));
    assert_eq!(object["placed_cards"], json!({"first": "AF", "second": "DE"}));
    let decisions = object["decisions"].as_array().unwrap();
    let facts: Vec<(u64, &str, &str, &str)> = decisions
        .iter()
        .map(|d| {
            let text = |key: &str| d[key].as_str().unwrap();
            (d["turn"].as_u64().unwrap(), text("seat"), text("information_set"), text("action"))
        })
        .collect();
    assert_eq!(
        facts,
        [
            (1, "first", "....... 1 ABCCDEF -", "1A"),
            (2, "second", "....... 2 ABDDEFG 1X", "3DEF"),
            (2, "first", "....... 1 BCCDEF 1A,3DEF", "-F"),
            (3, "first", "....... 1 BCCDEEF 1A,3DEF-F", "2BC"),
        ]
    );
    // All decisions were legal.
    for (_, _, set, action) in facts {
        let legal = ask("show --legal --json", set).object();
        assert!(legal["actions"].as_array().unwrap().contains(&json!(action)), "{action} in {set}");
    }
}

/// Bad texts, and the command, code, field, column and turn of the error.
#[test]
fn bad_texts_are_refused_with_field_column_and_turn() {
    let set = |history: &str| format!("....... 1 ABCDEFG {history}");
    let record = |history: &str| format!("....... {DEAL} {history}");
    let cases = [
        ("show --legal", "nonsense".to_owned(), "invalid_favour", "favour", 1, None),
        ("show --legal", "+..-... 2".to_owned(), "missing_field", "hand", 10, None),
        ("show", "+..-... 2 ABDF 2XX,3EEG-E,1X".to_owned(), "invalid_hand", "hand", 11, None),
        ("beliefs", "++++... 1 ABCDEFG -".to_owned(), "game_decided", "favour", 1, None),
        ("beliefs", "....... 1 ABCDEFG - rounds=2 round=3".to_owned(), "invalid_rules", "rules", 30, None),
        ("show --legal", set("3CCB-C"), "invalid_hand", "hand", 11, None),
        ("show --legal", set("1A,2BC"), "illegal_turn", "history", 22, Some(2)),
        ("show --legal", set("1X"), "illegal_turn", "history", 19, Some(1)),
        ("review --score", record("1A,1C"), "illegal_turn", "history", 37, Some(2)),
        ("review --score", record("1A,1A,1C"), "illegal_turn", "history", 40, Some(3)),
        ("review --score", record("3ABC-D"), "illegal_turn", "history", 34, Some(1)),
        ("review --score", record("3ABC,1A"), "illegal_turn", "history", 34, Some(1)),
        ("review --score", "....... G/ABCDEF/ABDEFG".to_owned(), "invalid_deal", "deal", 9, None),
        ("perft --turns 1", "G/ABCDEF/ABDEFG/CDEFFGG".to_owned(), "invalid_deal", "deal", 17, None),
    ];
    for (command, text, code, field, column, turn) in cases {
        let refused = ask(&format!("{command} --json"), &text);
        let error = refused.refusal(3);
        assert_eq!(refused.stderr, "", "{text:?}");
        assert_eq!((error["code"].as_str(), error["field"].as_str()), (Some(code), Some(field)), "{error}");
        assert_eq!((error["column"].as_u64(), error["turn"].as_u64()), (Some(column), turn), "{error}");
    }
    let refused = ask("review --score", &record("1A,1C"));
    assert_eq!((refused.code, refused.stdout.as_str()), (3, ""));
    assert_eq!(
        refused.stderr,
        format!(
            "error: turn 2: C cannot be played from the hand ABDDEFG\n  |\n1 | {}\n  |{}^^\n",
            record("1A,1C"),
            " ".repeat(37)
        )
    );
}

#[test]
fn batches_keep_their_order_with_errors_in_place() {
    let input = format!("# two and a half\n\n{SET}\nnonsense\n....... 2 ABDEFG 3BCC\n");
    let lines = feed("hana show --legal - --json", input.clone());
    assert_eq!(lines.code, 3);
    let objects = lines.objects();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["count"], 30);
    assert_eq!(
        (&objects[1]["error"]["code"], &objects[1]["error"]["line"]),
        (&json!("invalid_favour"), &json!(4))
    );
    assert_eq!(objects[2]["actions"], json!(["-B", "-C"]));
    let lines = feed("hana show --legal -", input);
    assert_eq!(lines.stdout.lines().count(), 3);
    assert!(lines.stdout.lines().nth(1).unwrap().starts_with("error: line 4, column 1: "), "{lines:?}");
    for command in ["show", "beliefs"] {
        let lines = feed(&format!("hana {command} -"), format!("{SET}\n{SET}\n"));
        assert_eq!((lines.code, lines.stdout.lines().count()), (0, 2), "{lines:?}");
        assert!(lines.stdout.lines().all(|line| line.starts_with(SET)));
    }
}

#[test]
fn reduced_games_and_limits_by_tags() {
    let text = ".+. 1 ABC - geisha=2,3,4 actions=1,3 rounds=3 round=2";
    let object = ask("show --legal --json", text).object();
    assert_eq!(object["rules"], "rounds=3 round=2 tiebreak=charm geisha=2,3,4 actions=1,3");
    assert_eq!(object["information_set"], ".+. 1 ABC - rounds=3 round=2 geisha=2,3,4 actions=1,3");
    assert_eq!(object["actions"], json!(["1A", "1B", "1C", "3ABC"]));
    let replay = run("hana review --score ... C/AC/AB/BBCC 1A,1A geisha=2,3,4 actions=1,3 --json").object();
    assert_eq!(keys(&replay["placed"]["first"]), ["A", "B", "C"]);
    let error = ask("show --legal --json", ".+. 1 ABC 2AB geisha=2,3,4 actions=1,3").refusal(3);
    assert_eq!((&error["code"], &error["turn"]), (&json!("illegal_turn"), &json!(1)));
}

#[test]
fn random_items_repeat_with_their_seed() {
    for command in ["show --legal", "show", "beliefs", "review --score", "perft --turns 3"] {
        let first = run(&format!("hana {command} random --seed 5"));
        assert_eq!((first.code, first.stderr.as_str()), (0, ""), "{command}");
        assert_eq!(run(&format!("hana {command} random --seed 5")).stdout, first.stdout);
        assert_ne!(run(&format!("hana {command} random --seed 6")).stdout, first.stdout);
    }
}

#[test]
fn arguments_that_make_no_question_are_usage_errors() {
    for line in [
        "hana",
        "hana perft random",
        "hana perft --turns 0 random",
        "hana perft --turns 9 random",
        "hana deal --count 0",
        "hana deal --rules geisha=1",
        "hana show --legal",
        "hana review --score",
    ] {
        let refused = run(line);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{line}: {refused:?}");
        assert!(!refused.stderr.is_empty());
    }
    let refused = run("hana show --legal");
    assert!(refused.stderr.contains("for example: hanamachi hanamikoji show "), "{refused:?}");
}

/// A record from one seat is shown as its reader sees it, also while a draw is still to be written down.
#[test]
fn a_record_from_one_seat_is_shown_as_its_reader_sees_it() {
    let record = "....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,2XX";
    let set = "....... 1 BCCDEEF 1A,2XX";
    let [shown, of_set] = [record, set].map(|text| ask("show --json", text).object());
    assert_eq!(shown, of_set);
    let waiting = ask("show --json", "....... X/ABCDEF/XXXXXX/CXXXXXXX 1A,2XX").object();
    assert_eq!(
        (&waiting["information_set"], &waiting["sides"]["mine"]["hand"]),
        (&Value::Null, &"BCCDEF".into())
    );
    assert_eq!((&waiting["to_decide"], &waiting["deck_size"]), (&"reader".into(), &6.into()));
}
