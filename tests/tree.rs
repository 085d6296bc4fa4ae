//! `hanamachi hanamikoji tree`: all of a reduced round, against its expected totals.

use crate::support::run;
use serde_json::Value;

const ROUND: &str = "hana tree -q --json --rules";

fn tree(rules: &str) -> Value {
    crate::support::finish(crate::support::hanamachi(ROUND).arg(rules)).object()
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

/// Sizes as the compiled sequence form has them, and `OpenSpiel` for the same list.
#[test]
fn a_small_round_is_listed_whole() {
    let tree = tree("geisha=2,2,3 actions=3 rounds=1 tiebreak=none");
    assert_eq!(tree["schema"], "hanamikoji.tree/1");
    assert_eq!(tree["rules"], "rounds=1 round=1 tiebreak=none geisha=2,2,3 actions=3");
    assert_eq!((&tree["histories"], &tree["information_sets"]), (&1_171.into(), &vec![47, 64].into()));
    let states = tree["states"].as_array().expect("states");
    let mut reached = vec![0; states.len()];
    reached[0] = 1;
    for (place, state) in states.iter().enumerate() {
        let next = numbers(&state["next"]);
        assert_eq!(next.len(), state["steps"].as_array().map_or(0, Vec::len));
        let turn = state["turn"].as_str().expect("a word");
        assert_eq!(next.is_empty(), turn == "end", "{state}");
        assert_eq!(state["utility"].is_number(), turn == "end", "{state}");
        assert_eq!(state["information_set"].is_string(), ["first", "second"].contains(&turn), "{state}");
        if turn == "chance" {
            let sum: f64 = numbers(&state["probabilities"]).iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{state}");
        }
        for next in state["next"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
            let next = usize::try_from(next).expect("a place");
            assert!(next > place, "{state}");
            reached[next] += reached[place];
        }
    }
    assert!(reached.iter().all(|&ways| ways > 0));
    assert_eq!(reached.iter().sum::<u64>(), 1_171);
}

/// The information sets are those that `legal` reads, with the same actions.
#[test]
fn information_sets_are_those_of_the_other_commands() {
    let tree = tree("geisha=3,4 actions=1,2 rounds=1");
    let states = tree["states"].as_array().expect("states");
    let sets: Vec<&Value> = states.iter().filter(|state| state["information_set"].is_string()).collect();
    let lines: Vec<&str> = sets.iter().filter_map(|state| state["information_set"].as_str()).collect();
    let answers = crate::support::feed("hana show --legal - --json -q", lines.join("\n")).objects();
    assert_eq!(answers.len(), sets.len());
    for (answer, state) in answers.iter().zip(sets) {
        assert_eq!(answer["actions"], state["steps"], "{state}");
        assert_eq!(answer["to_decide"], "reader", "{state}");
    }
}

#[test]
fn a_large_round_reaches_the_limit() {
    let refused = run("hana tree -q --nodes 1000 --rules rounds=1");
    assert_eq!((refused.code, refused.stdout.as_str()), (4, ""));
}
