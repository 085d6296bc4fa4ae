mod rollouts;

use super::*;
use crate::InformationSet;
use crate::rules::{Favour, Game};
use crate::study::Evaluate;
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::strength::{Computed, Exploitation};

fn geisha(letter: char) -> Geisha {
    Geisha::from_letter(letter).unwrap()
}

/// Ends of 100 rounds: for each geisha in how many her marker lies on either side.
fn ends(rounds: &[(char, usize, usize)], is_sampled: bool) -> Ends {
    let round = Game::new(Rules::STANDARD).round(crate::FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
    let mut ends = Ends::default();
    for place in 0..100 {
        let owner = |of: Geisha| {
            let &(_, mine, theirs) = rounds.iter().find(|(letter, ..)| geisha(*letter) == of)?;
            // Mine from the beginning of the rounds, theirs from their end.
            if place < mine {
                Some(Seat::First)
            } else if place >= 100 - theirs {
                Some(Seat::Second)
            } else {
                None
            }
        };
        let after = Favour::from_owners(owner);
        if is_sampled {
            ends.add_sample(round.rules(), Seat::First, after, 0.0, 1.0);
        } else {
            ends.add_end(round.rules(), Seat::First, after, 0.0, 1.0);
        }
    }
    ends
}

fn valued(action: Action, win: f64, loss: f64, loss_se: Option<f64>) -> ValuedAction {
    let [win, share] = [win, 0.5].map(|of| Number::from(Computed::new(of, Exploitation::Exact(0.001))));
    ValuedAction {
        action,
        orbit: action,
        win: Some(win),
        loss: Some(loss),
        loss_se,
        share: 0.5,
        visits: None,
        frequency: Some(share),
        frequency_se: None,
    }
}

/// The comparison of keeping F with keeping G, which come to these ends.
fn compared(one: Ends, other: Ends, loss: f64, loss_se: Option<f64>) -> Comparison {
    let actions = ['F', 'G'].map(|letter| Action::secret(geisha(letter)));
    let of = |(action, ends)| ActionEnds { action, ends, answers: Vec::new() };
    let ends: Vec<ActionEnds> = actions.into_iter().zip([one, other]).map(of).collect();
    let values =
        [valued(actions[0], 0.6, 0.0, loss_se.map(|_| 0.0)), valued(actions[1], 0.6 - loss, loss, loss_se)];
    Comparison::new(&Rules::STANDARD, &values, &ends, 0.0, actions).unwrap()
}

#[test]
fn the_secret_secures_its_geisha_and_costs_another() {
    let of = compared(
        ends(&[('F', 70, 10), ('G', 20, 60), ('A', 6, 5)], false),
        ends(&[('F', 40, 30), ('G', 50, 20), ('A', 5, 5)], false),
        0.05,
        None,
    );
    let change = |letter, share| MarkerChange { geisha: geisha(letter), share };
    assert_eq!(
        of.reasons,
        [
            Reason::Better(Margin { win: [0.6, 0.6 - 0.05], difference: 0.05, difference_se: None }),
            Reason::Secures(change('F', [0.7, 0.4])),
            Reason::Concedes { geisha: vec![change('G', [0.6, 0.2])] },
        ]
    );
    assert_eq!(
        of.to_string(),
        "Keeping the tea bowl (F) as the secret wins 60.0 %, 5.0 points more than keeping the hairpin (G). As the \
         secret, the tea bowl (F) is yours in 70 % of rounds instead of 40 %. On the other hand, the opponent has the \
         hairpin (G) in 60 % of rounds instead of 20 %."
    );
}

/// Nobody says of a hundred rollouts what another hundred may not show.
#[test]
fn what_is_within_its_error_is_not_said() {
    let rounds = [[('F', 50, 20), ('G', 30, 40)], [('F', 40, 20), ('G', 30, 40)]];
    let reasons = |is_sampled: bool| {
        let [one, other] = rounds.map(|rounds| ends(&rounds, is_sampled));
        compared(one, other, 0.05, Some(0.004)).reasons
    };
    assert!(matches!(reasons(false)[..], [Reason::Better(_), Reason::Secures(_)]), "{:?}", reasons(false));
    assert!(matches!(reasons(true)[..], [Reason::Better(_), Reason::Unclear]), "{:?}", reasons(true));
    let [one, other] = rounds.map(|rounds| ends(&rounds, false));
    let even = compared(one, other, 0.02, Some(0.02));
    assert!(matches!(even.reasons[..], [Reason::Even(_), Reason::Secures(_)]), "{even:?}");
    assert!(even.to_string().contains("are equally good, as far as can be told"), "{even}");
}

#[test]
fn reasons_are_objects_with_their_code() {
    let of = compared(ends(&[('F', 70, 10)], false), ends(&[('F', 40, 30)], false), 0.05, None);
    let object = serde_json::to_value(&of).unwrap();
    assert_eq!((&object["action"], &object["against"]), (&"1F".into(), &"1G".into()));
    assert_eq!(object["text"], of.to_string());
    assert_eq!(
        object["reasons"][1],
        serde_json::json!({ "code": "secures", "geisha": "F", "share": [0.7, 0.4] })
    );
}

/// Whether a reason says of its numbers what they are.
fn is_true(reason: &Reason) -> bool {
    let more = |share: &[f64; 2]| share[0] >= share[1] + LEAST;
    let less = |share: &[f64; 2]| share[1] >= share[0] + LEAST;
    match reason {
        Reason::Better(margin) => margin.difference >= NEGLIGIBLE,
        Reason::Even(_) | Reason::Unclear => true,
        Reason::Secures(change) => more(&change.share),
        Reason::Wins { geisha } | Reason::Concedes { geisha } => geisha.iter().all(|of| more(&of.share)),
        Reason::Withholds { geisha } | Reason::Denies { geisha } | Reason::GivesUp { geisha } => {
            geisha.iter().all(|of| less(&of.share))
        }
        Reason::Reaches(goal) | Reason::Risks(goal) => more(&goal.share),
        Reason::Prevents(goal) | Reason::Misses(goal) => less(&goal.share),
        Reason::Invites(offer) | Reason::WouldInvite(offer) => {
            !offer.answers.is_empty() && offer.answers.is_sorted_by(|a, b| a.frequency >= b.frequency)
        }
    }
}

#[test]
fn reasons_of_solved_positions_agree_with_their_tables() {
    for text in [
        "+..-.-+ 2 BEGG 3CEG-G,1B,1X,4ADFF-FF,2XX",
        "....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X",
        "+...--+ 1 AAFF 3BFG-F,4BCGG-GG,1D,3DDE",
    ] {
        let set: InformationSet = text.parse().unwrap();
        let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
        let study = Evaluate::usual(None, Some(1)).run(&round, &set, RunContext::unwatched()).unwrap();
        let actions = study.value.actions();
        assert_eq!(study.value.ends().len(), actions.len());
        for of in study.value.ends() {
            let win = actions.iter().find(|own| own.action == of.action).unwrap().win.unwrap().value();
            assert!((of.ends.utility().midpoint(1.0) - win).abs() < 1e-4, "{text} {}", of.action);
        }
        let all: Vec<Action> = actions.iter().map(|of| of.action).collect();
        let why = study.why(&all);
        assert_eq!(why.len(), all.len() - 1, "{text}");
        let play = study.value.advice().unwrap().play;
        for comparison in &why {
            assert_eq!(comparison.action, play);
            assert!((1..=MOST).contains(&comparison.reasons.len()), "{comparison}");
            assert!(comparison.reasons.iter().all(is_true), "{comparison:?}");
            assert!(comparison.to_string().ends_with('.'), "{comparison}");
        }
    }
}
