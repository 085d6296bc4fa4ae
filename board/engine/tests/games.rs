//! Whole games and rounds at the board, against the library.

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::{
    Deal, Entry, FIRST_ROUND, Favour, Game, Played, RoundRecord, Rules, SeatRecord,
};
use hanamachi_solver::okiya::study::Choice;
use hanamachi_solver::okiya::{self, FullBoard, Garden, Solver};
use hanamachi_solver::search::budget::Budget;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use crate::ask;

fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A round played at random to its end.
fn played_out(seed: u64) -> RoundRecord {
    let mut generator = generator(seed);
    let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
    let deal = Deal::random(round.rules(), &mut generator);
    let mut state = round.dealt(&deal);
    while !state.is_over() {
        round.play_random(&mut state, &mut generator);
        round.draw_from(&deal, &mut state);
    }
    let history = state.open_history().filter_map(Entry::unpack);
    RoundRecord::new(Rules::STANDARD, FIRST_ROUND, Favour::NEUTRAL, deal, history).unwrap()
}

/// The same round as the player in this seat writes it down.
fn seen(record: &RoundRecord, seat: Seat) -> SeatRecord {
    let is_own = |turn: usize| turn.is_multiple_of(2) == (seat == Seat::First);
    let draws: Vec<_> =
        record.deal().draws().iter().enumerate().map(|(turn, &card)| is_own(turn).then_some(card)).collect();
    let hide = |(turn, entry): (usize, &Entry)| match entry.unpack().unwrap() {
        Played::TradeOff(_) if !is_own(turn) => Played::TradeOff(None),
        other => other,
    };
    let history: Vec<Played> = record.history().iter().enumerate().map(hide).collect();
    let hand = record.deal().hand(seat);
    SeatRecord::new((Rules::STANDARD, FIRST_ROUND), Favour::NEUTRAL, seat, hand, &draws, &history).unwrap()
}

/// Entering a round at a table tap by tap gives the same record as the library; undoing tap by tap gives
/// the hand again.
#[test]
fn a_round_is_entered_and_taken_back() {
    for seed in 0..20 {
        let record = played_out(seed);
        for seat in Seat::BOTH {
            let expected = seen(&record, seat);
            let hand = expected.first_hand().to_string();
            let start = ask("hana.setup", &json!({ "seat": seat.index() + 1, "hand": hand })).unwrap();
            let mut states = vec![start];
            let mut enter = |params: Value| {
                let text = states.last().unwrap()["text"].clone();
                let mut params = params;
                params["round"] = text;
                states.push(ask("hana.play", &params).unwrap_or_else(|code| panic!("{params} {code}")));
            };
            for (turn, entry) in expected.history().iter().enumerate() {
                if let Some(card) = expected.draws()[turn] {
                    enter(json!({ "draw": card.to_string() }));
                }
                let text = entry.to_string();
                let (action, answer) = match text.split_once('-') {
                    Some((action, answer)) => (action.to_owned(), Some(format!("-{answer}"))),
                    None => (text, None),
                };
                // The other player's secret is shown only at the end.
                let is_own = turn.is_multiple_of(2) == (seat == Seat::First);
                let action = if action.starts_with('1') && !is_own { "1".to_owned() } else { action };
                enter(json!({ "play": action }));
                if let Some(answer) = answer {
                    enter(json!({ "play": answer }));
                }
            }
            let secret = expected.history().iter().enumerate().find(|(turn, entry)| {
                turn.is_multiple_of(2) != (seat == Seat::First) && entry.to_string().starts_with('1')
            });
            let secret = secret.unwrap().1.to_string();
            assert_eq!(states.last().unwrap()["next"]["what"], "secret");
            let text = states.last().unwrap()["text"].clone();
            states.push(ask("hana.play", &json!({ "round": text, "secret": &secret[1..] })).unwrap());
            let last = states.last().unwrap();
            assert_eq!(last["text"], expected.to_string());
            let outcome = expected.outcome().unwrap();
            assert_eq!(
                last["result"]["outcome"] == "undecided",
                outcome == hanamachi_solver::hanamikoji::RoundOutcome::Undecided
            );
            // Each undo returns to the previous state.
            for pair in states.windows(2).rev() {
                let back = ask("hana.undo", &json!({ "round": pair[1]["text"] })).unwrap();
                assert_eq!(back, pair[0]);
            }
        }
    }
}

/// The board's facts about a moment agree with the library's.
#[test]
fn moments_are_those_of_the_record() {
    for seed in 0..10 {
        let record = played_out(seed);
        for seat in Seat::BOTH {
            let own = seen(&record, seat);
            let answer = ask("hana.parse", &json!({ "text": own.to_string() })).unwrap();
            let decisions: Vec<String> = own
                .decisions()
                .iter()
                .map(|decision| decision.as_ref().map_or(String::new(), |of| of.information_set.to_string()))
                .collect();
            let mut told = Vec::new();
            for turn in answer["timeline"].as_array().unwrap() {
                told.push(turn["information_set"].as_str().unwrap_or_default().to_owned());
                if turn["entry"].as_str().unwrap().contains('-') {
                    told.push(turn["answer_information_set"].as_str().unwrap_or_default().to_owned());
                }
            }
            assert_eq!(told, decisions);
            // Every moment can be queried.
            for text in decisions.iter().filter(|text| !text.is_empty()) {
                let moment = ask("hana.legal", &json!({ "round": text })).unwrap();
                assert_eq!(moment["text"], *text);
                assert!(!moment["actions"].as_array().unwrap().is_empty());
                assert_eq!(moment["information_set"], *text);
            }
            // The whole record gives the same for this seat.
            let open =
                ask("hana.parse", &json!({ "text": record.to_string(), "seat": seat.index() + 1 })).unwrap();
            for (one, other) in
                answer["timeline"].as_array().unwrap().iter().zip(open["timeline"].as_array().unwrap())
            {
                assert_eq!(one["information_set"], other["information_set"]);
                assert_eq!(one["drew"], other["drew"]);
            }
            assert_eq!(answer["result"], open["result"]);
        }
    }
}

/// Cutting and editing keep the turns that fit and refuse those that do not.
#[test]
fn a_timeline_is_cut_and_edited() {
    let round = "....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,3DEF-F,2BC,2XX";
    let cut = ask("hana.cut", &json!({ "round": round, "turn": 3 })).unwrap();
    assert_eq!(cut["text"], "....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,3DEF-F");
    let edited = ask("hana.edit", &json!({ "round": round, "turn": 1, "entry": "1b" }));
    assert_eq!(edited, Err("illegal_turn".to_owned()), "the trade-off needs the B");
    let edited = ask("hana.edit", &json!({ "round": round, "turn": 2, "entry": "3fed-d" })).unwrap();
    assert_eq!(edited["text"], "....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,3DEF-D,2BC,2XX");
    let edited = ask("hana.edit", &json!({ "round": round, "turn": 3, "draw": "g" })).unwrap();
    assert_eq!(edited["text"], "....... X/ABCDEF/XXXXXX/CXGXXXXX 1A,3DEF-F,2BC,2XX");
    assert_eq!(
        ask("hana.edit", &json!({ "round": round, "turn": 2, "draw": "G" })),
        Err("no_draw".to_owned())
    );
}

/// A player of the program plays both sides of a round to its end, and its replies hide the cards that
/// another seat must not see.
#[test]
fn players_play_a_round_to_its_end() {
    let mut round = ask("hana.deal", &json!({ "seed": 3, "seat": 1 })).unwrap();
    let mut decisions = 0;
    while !round["complete"].as_bool().unwrap() {
        let params = json!({ "round": round["text"], "player": "greedy", "seed": 5, "seat": 1 });
        let reply = ask("hana.reply", &params).unwrap();
        let action = reply["action"].as_str().unwrap();
        if reply["by"] == 2 && !action.starts_with('-') && action < "3" {
            assert!(action.ends_with('X'), "{action}");
        }
        round = reply["round"].clone();
        assert_eq!(round["table"]["theirs"]["hand"], Value::Null);
        decisions += 1;
    }
    assert_eq!(decisions, 12, "eight actions and four answers");
    assert!(round["result"]["outcome"].is_string());
}

/// Every exercise of Okiya agrees with the solution of its garden.
#[test]
fn exercises_of_okiya_are_right() {
    let mut solver = Solver::new();
    // Of who wins: each answer that is offered is right at times.
    let mut results = [0; 3];
    for index in 0..8 {
        for exercise in ["winning_opening", "only_move", "first_or_second", "cannot_win"] {
            let params = json!({ "exercise": exercise, "seed": 9, "index": index });
            let puzzle = ask("okiya.puzzle", &params).unwrap();
            assert_eq!(ask("okiya.puzzle", &params).unwrap()["text"], puzzle["text"]);
            let described = okiya::notation::Described::parse(puzzle["text"].as_str().unwrap()).unwrap();
            let position = described.position();
            let solution = solver.solve(&position, FullBoard::Draw, &Budget::UNLIMITED).unwrap();
            let answers: Vec<&str> =
                puzzle["answers"].as_array().unwrap().iter().map(|answer| answer.as_str().unwrap()).collect();
            let mut winning: Vec<String> = solution
                .moves
                .iter()
                .filter(|of| of.value.outcome() == okiya::Outcome::Win)
                .map(|of| of.cell.to_string())
                .collect();
            winning.sort_unstable();
            match exercise {
                "winning_opening" => {
                    assert_eq!(answers, winning);
                    assert_eq!(winning.len(), 1);
                }
                "cannot_win" => {
                    assert_eq!(answers, winning);
                    assert!(winning.len() < solution.moves.len(), "every reply wins");
                    assert_eq!(position.side(), okiya::Player::O);
                    let start = okiya::Position::start(*position.garden());
                    let start = solver.solve(&start, FullBoard::Draw, &Budget::UNLIMITED).unwrap();
                    assert_eq!(start.value.outcome(), okiya::Outcome::Loss);
                }
                "only_move" => assert_eq!(answers, [solution.only_move().unwrap().cell.to_string()]),
                _ => {
                    let [own, other] =
                        if position.side() == okiya::Player::X { ["x", "o"] } else { ["o", "x"] };
                    let outcome = solution.value.outcome() as usize;
                    assert_eq!(answers, [[other, "draw", own][outcome]]);
                    results[outcome] += 1;
                }
            }
        }
    }
    assert!(results.iter().all(|&count| count > 0), "{results:?}");
}

/// As the page asks: in a garden that x cannot win, winning replies alone against best play lead to the end.
#[test]
fn a_garden_that_cannot_be_won_is_won_by_the_second_player() {
    for index in 0..4 {
        let puzzle =
            ask("okiya.puzzle", &json!({ "exercise": "cannot_win", "seed": 3, "index": index })).unwrap();
        let (mut text, mut cell) = (puzzle["text"].clone(), puzzle["answers"][0].clone());
        let end = loop {
            let mut after = ask("okiya.play", &json!({ "position": text, "move": cell })).unwrap();
            if after["position"]["over"] == false {
                let params = json!({ "position": after["text"], "level": "perfect", "seed": 1 });
                after = ask("okiya.reply", &params).unwrap();
            }
            let found = ask("okiya.position", &json!({ "position": after["text"] })).unwrap();
            if !found["end"].is_null() {
                break found["end"].clone();
            }
            assert_eq!(found["solution"]["outcome"], "win", "{}", found["text"]);
            let moves = found["solution"]["moves"].as_array().unwrap();
            let winning = moves.iter().rev().find(|row| row["outcome"] == "win").unwrap();
            (text, cell) = (found["text"].clone(), winning["move"].clone());
        };
        assert_eq!(end["winner"], "o");
    }
}

/// The answers to read-a-hand and spot exercises hold for searches with other seeds.
#[test]
fn exercises_of_hanamikoji_stand() {
    for index in 0..3 {
        let params = json!({ "exercise": "spot", "seed": 4, "index": index });
        let puzzle = ask("hana.puzzle", &params).unwrap();
        let answers: Vec<&str> =
            puzzle["answers"].as_array().unwrap().iter().map(|answer| answer.as_str().unwrap()).collect();
        assert!(!answers.is_empty());
        if puzzle["kind"] == "estimated" {
            let params = json!({ "round": puzzle["text"], "seed": 777 + index, "method": "ismcts", "iterations": 40_000 });
            let advice = ask("hana.advice", &params).unwrap();
            let best = advice["advice"]["action"].as_str().unwrap();
            assert!(answers.contains(&best), "{} {best} {answers:?}", puzzle["text"]);
        }
        let params = json!({ "exercise": "read_hand", "seed": 4, "index": index });
        let puzzle = ask("hana.puzzle", &params).unwrap();
        let answer = puzzle["answers"][0].as_str().unwrap();
        let asked = puzzle["grades"].as_object().unwrap();
        assert!(asked.len() >= 3 && asked.contains_key(answer));
        for opponent in ["uniform", "learned"] {
            let beliefs =
                ask("hana.beliefs", &json!({ "round": puzzle["text"], "opponent": opponent })).unwrap();
            let any = |of: &Value| 1.0 - of["hand"]["probabilities"][0].as_f64().unwrap();
            let geisha = beliefs["geisha"].as_array().unwrap().iter();
            let geisha: Vec<&Value> =
                geisha.filter(|of| asked.contains_key(of["geisha"].as_str().unwrap())).collect();
            if opponent == "uniform" {
                // Counting cards alone finds no difference.
                assert!(
                    geisha.iter().all(|of| (any(of) - any(geisha[0])).abs() < 1e-9),
                    "{}",
                    puzzle["text"]
                );
                continue;
            }
            let most = geisha.iter().max_by(|one, other| any(one).total_cmp(&any(other))).unwrap();
            assert_eq!(most["geisha"], answer);
        }
    }
}

/// Four quarter turns give the same garden, and the values of its moves turn with it.
#[test]
fn gardens_are_turned() {
    let mut generator = generator(1);
    for _ in 0..5 {
        let garden = Garden::random(&mut generator).short().to_string();
        let mut text = json!(garden);
        for _ in 0..4 {
            text = ask("okiya.symmetry", &json!({ "position": text, "turn": "clockwise" })).unwrap()["text"]
                .clone();
        }
        assert_eq!(text, garden);
        for (turn, back) in
            [("half", "half"), ("mirror", "mirror"), ("flip", "flip"), ("clockwise", "anticlockwise")]
        {
            let turned = ask("okiya.symmetry", &json!({ "position": garden, "turn": turn })).unwrap();
            let returned =
                ask("okiya.symmetry", &json!({ "position": turned["text"], "turn": back })).unwrap();
            assert_eq!(returned["text"], garden);
            let [one, other] = [&json!(garden), &turned["text"]].map(|text| {
                ask("okiya.position", &json!({ "position": text })).unwrap()["solution"]["score"].clone()
            });
            assert_eq!(one, other);
        }
    }
}
