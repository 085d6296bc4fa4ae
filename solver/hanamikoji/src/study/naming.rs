//! Answers under canonical names: equal actions get equal numbers, and the answer is named back.

use super::actions::{HandValue, ValuedAction};
use crate::endgame::Seen;
use crate::knowledge::canonical::Canonical;
use crate::rules::relabelling::Relabelling;
use crate::rules::{Action, ActionEnds, Ends};

/// What names of geisha are part of.
pub(super) trait Nameable: Copy + Ord {
    /// The same under other names.
    fn under(self, names: Relabelling) -> Self;

    /// The smallest of its orbit under a group of relabellings.
    fn smallest(self, group: &[Relabelling]) -> Self {
        group.iter().map(|&names| self.under(names)).fold(self, Self::min)
    }
}

impl Nameable for Action {
    fn under(self, names: Relabelling) -> Self {
        names.action(self)
    }
}

impl Nameable for Seen {
    fn under(self, names: Relabelling) -> Self {
        self.under(names)
    }
}

/// Gives the reader's actions of one orbit the same numbers, those of the member whose loss is known best; their samples have been
/// pooled. Each is visited as often as they are on average.
pub(super) fn equalise(actions: &mut [ValuedAction], same: &[Relabelling]) {
    for of in &mut *actions {
        of.orbit = of.action.smallest(same);
    }
    let error = |of: &ValuedAction| of.loss_se.unwrap_or_default();
    for place in 0..actions.len() {
        let orbit = actions[place].orbit;
        if actions[place].action != orbit {
            continue;
        }
        let members = || actions.iter().filter(|of| of.orbit == orbit);
        let count = members().count() as u64;
        let Some(&best) = members().min_by(|one, other| error(one).total_cmp(&error(other))) else {
            continue;
        };
        let visits = best.visits.map(|visits| (visits + count / 2) / count);
        for of in actions.iter_mut().filter(|of| of.orbit == orbit) {
            *of = ValuedAction { action: of.action, visits, ..best };
        }
    }
}

/// Gives the opponent's actions of one orbit the same numbers, and adds those that were not seen; an orbit keeps its share.
#[expect(clippy::cast_precision_loss, reason = "120 at most")]
pub(super) fn equalise_seen(actions: &[ValuedAction<Seen>], same: &[Relabelling]) -> Vec<ValuedAction<Seen>> {
    let mut found: Vec<ValuedAction<Seen>> = Vec::with_capacity(actions.len());
    for of in actions {
        let orbit = of.action.smallest(same);
        if found.iter().any(|other| other.orbit == orbit) {
            continue;
        }
        let mut members: Vec<Seen> = same.iter().map(|&names| of.action.under(names)).collect();
        members.sort_unstable();
        members.dedup();
        let there = actions.iter().filter(|of| members.contains(&of.action)).count() as f64;
        let part = there / members.len() as f64;
        let visits = of.visits.map(|visits| visits / members.len() as u64);
        let of = ValuedAction { orbit, share: of.share * part, visits, ..*of };
        found.extend(members.into_iter().map(|action| ValuedAction { action, ..of }));
    }
    found
}

/// Names actions in display order back. Those of an orbit stay together and are put in alphabetical order.
pub(super) fn named_back<A: Nameable>(actions: &mut [ValuedAction<A>], canonical: &Canonical) {
    for of in &mut *actions {
        // In the given names the first of an orbit may be another one.
        let members = canonical.same.iter().map(|&names| of.orbit.under(names).under(canonical.back));
        of.orbit = members.min().unwrap_or(of.orbit);
        of.action = of.action.under(canonical.back);
    }
    let mut start = 0;
    while start < actions.len() {
        let orbit = actions[start].orbit;
        let end =
            actions[start..].iter().position(|of| of.orbit != orbit).map_or(actions.len(), |len| start + len);
        actions[start..end].sort_by_key(|of| of.action);
        start = end;
    }
}

/// What the actions of a canonical position come to, under the names of the given one. Actions of one orbit come to the same, which its
/// members have together.
pub(super) fn named_back_ends(ends: &[ActionEnds], canonical: &Canonical) -> Vec<ActionEnds> {
    let Canonical { same, back, .. } = canonical;
    let mut named: Vec<ActionEnds> = ends
        .iter()
        .map(|of| {
            let first = of.action.smallest(same);
            let names = same.iter().find(|names| names.action(first) == of.action);
            let names = names.map_or(*back, |names| names.then(*back));
            let pooled = pooled_ends(ends, first, same).unwrap_or_else(|| of.clone());
            let answers = pooled.answers.iter();
            ActionEnds {
                action: names.action(pooled.action),
                ends: pooled.ends.renamed(names),
                answers: answers.map(|(answer, ends)| (names.action(*answer), ends.renamed(names))).collect(),
            }
        })
        .collect();
    named.sort_by_key(|of| of.action);
    named
}

/// What the members of an orbit come to together, under the names of this one.
fn pooled_ends(ends: &[ActionEnds], action: Action, same: &[Relabelling]) -> Option<ActionEnds> {
    let own = ends.iter().find(|of| of.action == action)?;
    // Each member is as often among its images as any other.
    let copies = same.iter().filter(|names| names.action(action) == action).map(|_| 1.0).sum();
    let members: Vec<(&ActionEnds, Relabelling)> = same
        .iter()
        .filter_map(|&names| Some((ends.iter().find(|of| of.action == names.action(action))?, names)))
        .collect();
    let pooled = |ends: &dyn Fn(&ActionEnds, Relabelling) -> Ends| {
        let all: Vec<Ends> =
            members.iter().map(|&(of, names)| ends(of, names).renamed(names.inverse())).collect();
        Ends::pooled(&all, copies)
    };
    let of_answer = |answer: Action| {
        pooled(&|of, names| {
            let there = of.answers.iter().find(|(other, _)| *other == names.action(answer));
            there.map_or_else(Ends::default, |(_, ends)| *ends)
        })
    };
    let answers = own.answers.iter().map(|&(answer, _)| (answer, of_answer(answer))).collect();
    Some(ActionEnds { action, ends: pooled(&|of, _| of.ends), answers })
}

impl HandValue {
    /// The value under the names of the reader, whose position has these symmetries under canonical names. The action is the first
    /// of its orbit.
    pub(super) fn named_back(self, same: &[Relabelling], back: Relabelling) -> Self {
        let first = |action: Action| {
            same.iter().map(|&names| back.action(names.action(action))).fold(back.action(action), Action::min)
        };
        Self { best: self.best.map(|(action, share)| (first(action), share)), ..self }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use crate::FIRST_ROUND;
    use crate::knowledge::canonical::Canonical;
    use crate::knowledge::{Beliefs, InformationSet, RecordedRound};
    use crate::rules::relabelling::{Relabelling, alike};
    use crate::rules::{Action, Ends, Favour, Game, Geisha, Kind, Place, Round, Rules};
    use crate::study::{
        Evaluate, Exchanges, GradedRound, HandValue, Holdings, PositionStudy, PositionValue, ValuedAction,
    };
    use hanamachi_core::game::{HiddenInformation, Seat, Turn};
    use hanamachi_core::search::budget::RunContext;
    use hanamachi_core::search::root_values::Effort;

    /// A position after this many decisions, or earlier, in which the reader decides, or the opponent.
    fn position(
        rules: Rules,
        favour: Favour,
        decisions: usize,
        rng: &mut impl Rng,
    ) -> (Round, InformationSet) {
        let round = Game::new(rules).valued_round(FIRST_ROUND, favour);
        let mut state = round.deal_random(rng);
        let mut met = Vec::new();
        loop {
            match round.turn(&state) {
                Turn::Chance => round.sample_outcome(&mut state, rng),
                Turn::Player(seat) if met.len() <= decisions => {
                    let reader = if rng.random_bool(0.8) { seat } else { !seat };
                    met.push(round.information(&state, reader));
                    round.play_random(&mut state, rng);
                }
                _ => break,
            }
        }
        let set = InformationSet::from_information(&round, FIRST_ROUND, met.last().unwrap()).unwrap();
        (round, set)
    }

    /// Markers of an undecided game.
    fn favour(rules: &Rules, rng: &mut impl Rng) -> Favour {
        loop {
            let owners = Geisha::ALL.map(|geisha| {
                let owner = Seat::BOTH[rng.random_range(0..2)];
                (rng.random_bool(0.4) && rules.value(geisha) > 0).then_some(owner)
            });
            let favour = Favour::from_owners(|geisha| owners[geisha.index()]);
            if rules.winner(favour).is_none() {
                return favour;
            }
        }
    }

    fn question() -> Evaluate {
        // Small trees: whether the answer is good does not matter here.
        "auto:iterations=200,memory=1M".parse().unwrap()
    }

    /// Some exchange of geisha that are alike.
    fn exchange(round: &Round, rng: &mut impl Rng) -> Relabelling {
        let all = Relabelling::all(&alike(round.rules(), round.favour()));
        all[rng.random_range(0..all.len())]
    }

    fn expect_exchanged(names: Relabelling, one: &PositionStudy, other: &PositionStudy) {
        let text = format!("{} {}", one.information_set, other.information_set);
        let sorted = |actions: Vec<ValuedAction>| {
            let mut actions = actions;
            actions.sort_by_key(|of| of.action);
            actions
        };
        let exchanged =
            |of: &ValuedAction| ValuedAction { action: names.action(of.action), orbit: of.orbit, ..*of };
        let [here, there] = [one, other].map(|study| study.value.actions());
        // What actions come to, to the last digit: geisha by geisha, and after every answer.
        assert_eq!(one.value.ends().len(), other.value.ends().len(), "{text}");
        let numbers = |ends: &Ends, names: Relabelling| -> Vec<f64> {
            let geisha = Geisha::ALL.into_iter().map(|geisha| names.name(geisha));
            let shares = geisha.flat_map(|geisha| [ends.mine(geisha), ends.theirs(geisha)]);
            let all = shares.chain(ends.charm(one.information_set.rules())).chain(ends.goal());
            all.chain([ends.utility(), ends.weight(), ends.size().unwrap_or_default()]).collect()
        };
        for of in one.value.ends() {
            let there = other.value.ends().iter().find(|other| other.action == names.action(of.action));
            let there = there.unwrap();
            let what = format!("{text} {}", of.action);
            assert_eq!(numbers(&of.ends, Relabelling::NONE), numbers(&there.ends, names), "{what}");
            assert_eq!(of.answers.len(), there.answers.len(), "{what}");
            for (answer, ends) in &of.answers {
                let answered = there.answers.iter().find(|(other, _)| *other == names.action(*answer));
                let answered = answered.unwrap().1;
                assert_eq!(numbers(ends, Relabelling::NONE), numbers(&answered, names), "{what} {answer}");
            }
        }
        let without_orbits = |actions: Vec<ValuedAction>| -> Vec<ValuedAction> {
            actions.into_iter().map(|of| ValuedAction { orbit: of.action, ..of }).collect()
        };
        assert_eq!(
            without_orbits(sorted(here.iter().map(exchanged).collect())),
            without_orbits(sorted(there.to_vec())),
            "{text}"
        );
        assert_eq!(
            here.iter().map(|of| of.loss).collect::<Vec<_>>(),
            there.iter().map(|of| of.loss).collect::<Vec<_>>()
        );
        assert_eq!(one.value.win(), other.value.win(), "{text}");
        assert_eq!(one.value.seed(), other.value.seed(), "{text}");
        if let (PositionValue::Solved(one), PositionValue::Solved(other)) = (&one.value, &other.value) {
            assert_eq!(
                (one.interval, one.live, one.best_reply),
                (other.interval, other.live, other.best_reply)
            );
        }
        // Orbits are mapped onto orbits, and the first of the best stands for its orbit.
        let orbit = |actions: &[ValuedAction], action: Action| {
            actions.iter().find(|of| of.action == action).map(|of| of.orbit)
        };
        for of in here {
            let members = |actions: &[ValuedAction], orbit: Option<Action>| {
                let mut members: Vec<Action> =
                    actions.iter().filter(|of| Some(of.orbit) == orbit).map(|of| of.action).collect();
                members.sort_unstable();
                members
            };
            let mut mapped: Vec<Action> =
                members(here, Some(of.orbit)).into_iter().map(|action| names.action(action)).collect();
            mapped.sort_unstable();
            assert_eq!(mapped, members(there, orbit(there, names.action(of.action))), "{text}");
        }
        if let (Some(one), Some(other)) = (one.value.advice(), other.value.advice()) {
            assert_eq!(orbit(here, one.play), Some(one.play));
            assert_eq!(orbit(there, other.play), orbit(there, names.action(one.play)), "{text}");
            let best = |best: &[Action], names: Relabelling| {
                let mut best: Vec<Action> = best.iter().map(|&action| names.action(action)).collect();
                best.sort_unstable();
                best
            };
            assert_eq!(best(&one.best, names), best(&other.best, Relabelling::NONE), "{text}");
        }
        let shares = |study: &PositionStudy, names: Relabelling| {
            let mut seen: Vec<_> = study
                .value
                .opponent_actions()
                .iter()
                .map(|of| (of.action.under(names), of.share, of.win, of.visits))
                .collect();
            seen.sort_by_key(|&(action, ..)| action);
            seen
        };
        assert_eq!(shares(one, names), shares(other, Relabelling::NONE), "{text}");
        expect_exchanged_beliefs(names, &one.holdings.beliefs, &other.holdings.beliefs);
    }

    fn expect_exchanged_beliefs(names: Relabelling, one: &Beliefs, other: &Beliefs) {
        for place in Place::ALL {
            for geisha in Geisha::ALL {
                assert_eq!(one.copies(place, geisha), other.copies(place, names.name(geisha)));
            }
        }
    }

    /// The numbers of actions of one orbit are equal.
    fn expect_equal_orbits(study: &PositionStudy) {
        for of in study.value.actions() {
            let first = study.value.actions().iter().find(|other| other.action == of.orbit).unwrap();
            assert_eq!(ValuedAction { action: first.action, ..*of }, *first, "{}", study.information_set);
            let ends = [of.action, of.orbit]
                .map(|action| study.value.ends().iter().find(|ends| ends.action == action).map(|of| of.ends));
            // Up to the names of the geisha.
            let numbers = ends.map(|ends| {
                let ends = ends?;
                let mut sides = Geisha::ALL.map(|geisha| [ends.mine(geisha), ends.theirs(geisha)]);
                sides.sort_by(|one, other| one.partial_cmp(other).unwrap());
                Some((
                    sides,
                    ends.goal(),
                    ends.charm(study.information_set.rules()),
                    ends.utility(),
                    ends.size(),
                ))
            });
            assert_eq!(numbers[0], numbers[1], "{} {}", study.information_set, of.action);
        }
    }

    fn evaluate(round: &Round, set: &InformationSet) -> PositionStudy {
        let study = question().run(round, set, RunContext::unwatched()).unwrap();
        expect_equal_orbits(&study);
        study
    }

    fn under(names: Relabelling, set: &InformationSet) -> InformationSet {
        set.with_information(names.information(set.key()))
    }

    #[test]
    fn exchanged_positions_have_exchanged_answers() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let kinds = |numbers: &[u8]| numbers.iter().filter_map(|&number| Kind::from_number(number)).collect();
        let rules = [
            (Rules::STANDARD, 36),
            (Rules::reduced(&[3, 3, 3], kinds(&[1, 3])).unwrap(), 6),
            (Rules::reduced(&[2, 2, 2, 3, 4], kinds(&[2, 4])).unwrap(), 6),
        ];
        let (mut exchanged, mut shared) = (0, 0);
        for (rules, positions) in rules {
            for number in 0..positions {
                let favour = if number % 3 == 0 { Favour::NEUTRAL } else { favour(&rules, &mut rng) };
                let (round, set) = position(rules, favour, number % 12, &mut rng);
                let study = evaluate(&round, &set);
                shared += study.value.actions().iter().filter(|of| of.action != of.orbit).count();
                let names = exchange(&round, &mut rng);
                let other = under(names, &set);
                if other != set {
                    exchanged += 1;
                    expect_exchanged(names, &study, &evaluate(&round, &other));
                }
            }
        }
        assert!(exchanged >= 15 && shared >= 15, "{exchanged} {shared}");
    }

    /// Positions whose equal actions had different values, from 8.6 to 23 points apart.
    #[test]
    fn equal_actions_have_equal_values() {
        for (text, orbits) in [
            ("....... 2 BBDE 3CGG-C,2CF,4AFDE-AF,3GGG-G,1X", &["1D 1E"][..]),
            ("-..++-. 1 BBCC 4DGFF-DG,4EFEG-EF,1G,3DFG-G", &["3BBC 3BCC"][..]),
            ("....... 1 ABCDEFG -", &["1A 1B 1C", "1D 1E", "4ADBE 4AEBD 4ADCE 4AECD 4BDCE 4BECD"][..]),
            ("....... 2 ABCDEF 4ADBE", &["-AD -BE"][..]),
        ] {
            let set: InformationSet = text.parse().unwrap();
            let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
            let study = evaluate(&round, &set);
            let mut frequencies = 0.0;
            for orbit in orbits {
                let members: Vec<_> = orbit
                    .split(' ')
                    .filter_map(|action| {
                        study.value.actions().iter().find(|of| of.action.to_string() == action)
                    })
                    .collect();
                assert_eq!(members.len(), orbit.split(' ').count(), "{text} {orbit}");
                let mut first: Vec<String> = members.iter().map(|of| of.action.to_string()).collect();
                first.sort();
                assert!(members.iter().all(|of| of.orbit.to_string() == first[0]), "{text} {orbit}");
                frequencies += members.iter().map(|of| of.share).sum::<f64>();
            }
            assert!(frequencies <= 1.0 + 1e-9, "{text}");
        }
    }

    #[test]
    fn what_is_alike_is_believed_alike() {
        let set: InformationSet = "....... 2 BBDE 3CGG-C,2CF,4AFDE-AF,3GGG-G,1X".parse().unwrap();
        let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
        for holdings in [
            Holdings::new(&round, &set, crate::analysis::Past::Equilibrium),
            Holdings::new(&round, &set, crate::analysis::Settings::LEARNED.opponent),
        ] {
            for place in Place::ALL {
                let [d, e] = [3, 4]
                    .map(|place| Geisha::ALL[place])
                    .map(|geisha| holdings.beliefs.copies(place, geisha));
                assert_eq!(d, e);
            }
        }
    }

    /// Other hands of exchanged positions, searched and solved.
    #[test]
    fn exchanged_hands_are_worth_the_same() {
        for (text, is_solved) in
            [("....... 2 ABDEFG 4ACBD", false), ("....... 2 BBDE 3CGG-C,2CF,4AFDE-AF,3GGG-G,1X", true)]
        {
            let set: InformationSet = text.parse().unwrap();
            let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
            let context = RunContext::unwatched();
            let exchanges = |set: &InformationSet| {
                let question = question();
                if is_solved {
                    let study = question.solve(&round, set, &set.variations(), context).unwrap();
                    return study.unwrap().exchanges.unwrap();
                }
                let effort = Effort { iterations: 40, block_size: NonZeroU64::new(4).unwrap(), seed: 7 };
                let how = (question.searches_by(set.rules()), effort);
                Exchanges::search(&round, set, how, context, |_| ()).unwrap().unwrap()
            };
            let here = exchanges(&set);
            let canonical = Canonical::new(&round, &set);
            let all = Relabelling::all(&alike(round.rules(), round.favour()));
            for names in [all[all.len() - 1], all[1], *canonical.same_of(set.key()).last().unwrap()] {
                let there = exchanges(&under(names, &set));
                assert_eq!(here.here.win, there.here.win);
                assert_eq!(here.others.len(), there.others.len(), "{text}");
                for exchange in &here.others {
                    let [without, with] = [exchange.variation.without, exchange.variation.with]
                        .map(|geisha| names.name(geisha));
                    let other = there.get(without, with).unwrap();
                    assert_eq!(
                        (exchange.value.win, exchange.change),
                        (other.value.win, other.change),
                        "{text}"
                    );
                    let share = |of: HandValue| of.best.map(|best| best.1);
                    assert_eq!(share(exchange.value), share(other.value), "{text}");
                }
            }
        }
    }

    /// The grades of a round in which geisha are exchanged, from one seat and with all cards.
    #[test]
    fn exchanged_rounds_have_exchanged_grades() {
        let text = "....... D/AADFGG/BCEFGG/CGEBEDFF 3CGG-C,2CF,4AFDE-AF,3GGG-G,1E,1E";
        // A with B, and D with E.
        let other: String = text
            .chars()
            .map(|letter| match letter {
                'A' => 'B',
                'B' => 'A',
                'D' => 'E',
                'E' => 'D',
                other => other,
            })
            .collect();
        let grade = |text: &str| {
            let record: RecordedRound = text.parse().unwrap();
            let round = Game::new(*record.rules()).valued_round(record.round_number(), record.favour());
            GradedRound::grade(record, &round, &question(), RunContext::unwatched()).unwrap()
        };
        let seen = "....... X/XXXXXX/BCEFGG/XGXBXDXF 3CGG-C,2CF,4AFDE-AF,3GGG-G,1X,1E";
        let (one, other, seen) = (grade(text), grade(&sorted_record(&other)), grade(seen));
        let numbers = |graded: &GradedRound| -> Vec<_> {
            let assessments = graded.decisions.iter().map(|of| of.assessment.as_ref());
            assessments
                .map(|of| of.map(|of| (of.played, of.best, of.loss, of.loss_se, of.mark(), of.seed)))
                .collect()
        };
        assert_eq!(numbers(&one), numbers(&other));
        let second = |graded: &GradedRound| {
            let own = graded.decisions.iter().filter(|of| of.decision.information_set.seat() == Seat::Second);
            own.map(|of| of.assessment.as_ref().map(|of| (of.loss, of.seed))).collect::<Vec<_>>()
        };
        assert_eq!(second(&one), second(&seen));
        // D and E are interchangeable in turn 6.
        let with_d = grade("....... D/AADFGG/BCEFGG/CGEBEDFF 3CGG-C,2CF,4AFDE-AF,3GGG-G,1E,1D");
        let last = |graded: &GradedRound| graded.decisions.last().unwrap().assessment.clone().unwrap();
        assert_eq!((last(&one).loss, last(&one).mark()), (last(&with_d).loss, last(&with_d).mark()));
    }

    /// A record with the letters of each set in order.
    fn sorted_record(text: &str) -> String {
        let words: Vec<&str> = text.split(' ').collect();
        let draws = words[1].rsplit('/').next().unwrap_or_default();
        let mut deal: Vec<String> = words[1].split('/').take(3).map(sorted).collect();
        deal.push(draws.to_owned());
        let turn = |turn: &str| {
            let (offer, taken) = turn.split_once('-').unwrap_or((turn, ""));
            let (digit, cards) = offer.split_at(1);
            let mut parts = if digit == "4" {
                vec![sorted(&cards[..2]), sorted(&cards[2..])]
            } else {
                vec![sorted(cards)]
            };
            parts.sort();
            let dash = if taken.is_empty() { "" } else { "-" };
            format!("{digit}{}{dash}{}", parts.concat(), sorted(taken))
        };
        let history: Vec<String> = words[2].split(',').map(turn).collect();
        format!("{} {} {}", words[0], deal.join("/"), history.join(","))
    }

    fn sorted(cards: &str) -> String {
        let mut letters: Vec<char> = cards.chars().collect();
        letters.sort_unstable();
        letters.into_iter().collect()
    }
}
