//! Text forms of Hanamikoji: written texts are read again, and the examples of the contract.

use crate::common::rounds::{as_seen, random_record, rules_of};
use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::notation::{DescribedDeal, FavourText, Tags};
use hanamachi_solver::hanamikoji::{
    Cards, Document, Favour, Game, InformationSet, Round, RoundOutcome, RoundRecord, Rules, SeatRecord,
};
use proptest::prelude::*;
use std::num::NonZeroU16;

fn canonical<T: std::str::FromStr<Err: std::fmt::Debug> + std::fmt::Display>(text: &str) -> String {
    text.parse::<T>().unwrap_or_else(|error| panic!("{text}: {error:?}")).to_string()
}

#[test]
fn the_contracts_examples() {
    // Before the opponent's first draw, with the first player's turns two and three to come.
    let set: InformationSet = "+..-... 2 ABDFG 2XX,3EEG-E,1X".parse().unwrap_or_else(|error| {
        panic!("{error}");
    });
    assert_eq!(set.to_decide(), Some(Seat::Second));
    assert_eq!(canonical::<DescribedDeal>("G/ABCDEF/ABDEFG/CDEFFGGG"), "G/ABCDEF/ABDEFG/CDEFFGGG");
}

#[test]
fn lenient_where_nothing_can_be_misunderstood() {
    assert_eq!(
        canonical::<InformationSet>("  +..-..._2_acdffg_1x,2be,3eeg-e__ROUNDS=inf actions=4,3,2,1 "),
        "+..-... 2 ACDFFG 1X,2BE,3EEG-E"
    );
    assert_eq!(canonical::<Tags>("tiebreak=none round=2 rounds=3"), "rounds=3 round=2 tiebreak=none");
    for text in
        ["rounds=3 tiebreak=charm_only", "ROUNDS=3_TieBreak=CHARM_ONLY", "tiebreak=charm only rounds=3"]
    {
        assert_eq!(canonical::<Tags>(text), "rounds=3 tiebreak=charm_only");
    }
    let set = "....... 1 ABCDEFG - rounds=2 tiebreak=charm_only";
    for text in [set.to_owned(), format!("#h/{}", set.replace(' ', "_")), format!("{set} round=1")] {
        assert_eq!(canonical::<InformationSet>(&text), set);
    }
    assert_eq!(canonical::<Cards>("-"), "");
    assert_eq!(canonical::<Cards>("GAFA"), "AAFG");
    assert_eq!(
        canonical::<SeatRecord>("....... X/BACDEF/XXXXXX/CXXXXXXX 1A"),
        "....... X/ABCDEF/XXXXXX/CXXXXXXX 1A"
    );
    assert_eq!(canonical::<DescribedDeal>("G/ABCDFE/GBDEFA/CDEFFGGG"), "G/ABCDEF/ABDEFG/CDEFFGGG");
    assert_eq!(canonical::<RoundRecord>("G/ABCDFE/GBDEFA/CDEFFGGG"), "....... G/ABCDEF/ABDEFG/CDEFFGGG -");
    let reduced = "b///ab geisha=1,2 actions=1 rounds=2";
    assert_eq!(canonical::<Document>(reduced), ".. B/-/-/AB - rounds=2 geisha=1,2 actions=1");
    assert_eq!(canonical::<DescribedDeal>("b///ab actions=1 geisha=1,2"), "B/-/-/AB geisha=1,2 actions=1");
}

/// Seven charm points each, with the geisha of 5 or of 4 points; then other numbers of points.
#[test]
fn the_tiebreak_decides_after_the_last_round() {
    let (first, second) = (Some(Seat::First), Some(Seat::Second));
    for (markers, charm, charm_only) in [
        ("+..-.-+", first, None),
        ("-..+.+-", second, None),
        ("......-", second, second),
        ("+..-.+.", first, first),
        ("...+-..", None, None),
        (".......", None, None),
    ] {
        for (tiebreak, winner) in [("charm", charm), ("charm_only", charm_only), ("none", None)] {
            let rules = format!("rounds=1 tiebreak={tiebreak}").parse::<Tags>().unwrap().rules;
            let favour = FavourText::read(markers, &rules).unwrap();
            assert_eq!(rules.winner_at_limit(favour), winner, "{markers} {tiebreak}");
        }
    }
}

/// The scoring of the rulebook: a tie leaves the marker, the secret counts, eleven points come before four geisha.
#[test]
fn a_complete_round_is_scored() {
    let text = "....... A/ABBCCD/DDEEEF/FFFGGGGG 1A";
    let record: RoundRecord = text.parse().unwrap();
    assert!(!record.is_complete() && record.outcome().is_none() && record.favour_after().is_none());
    assert_eq!(record.to_string(), text);
    assert_eq!(record.decisions().len(), 1);
}

#[test]
fn an_information_is_made_into_a_set_only_when_it_is_one() {
    let round = Game::new(Rules::STANDARD).round(NonZeroU16::MIN, Favour::NEUTRAL, |_| 0.0);
    let start = round.start();
    assert!(
        InformationSet::from_information(&round, NonZeroU16::MIN, &round.information(&start, Seat::First))
            .is_err()
    );
    let record: RoundRecord = "....... G/ABCDEF/ABDEFG/CDEFFGGG -".parse().unwrap();
    let state = round.dealt(record.deal());
    for seat in Seat::BOTH {
        let set = InformationSet::from_information(&round, NonZeroU16::MIN, &round.information(&state, seat))
            .unwrap();
        assert_eq!(set, record.information_set(seat));
        assert_eq!(set.key(), &round.information(&state, seat));
    }
}

/// Follows a record through the state machine by the actions that it names.
fn replayed(round: &Round, record: &RoundRecord) {
    let mut state = round.dealt(record.deal());
    for decision in record.decisions() {
        let seat = decision.information_set.seat();
        assert_eq!(decision.information_set.to_decide(), Some(seat));
        assert_eq!(round.information(&state, seat), *decision.information_set.key());
        assert!(round.is_legal(&state, decision.action), "{} in {record}", decision.action);
        round.play(&mut state, decision.action);
        round.draw_from(record.deal(), &mut state);
    }
    assert_eq!(&state, record.end());
    let placed = |seat| state.placed(seat);
    if record.is_complete() {
        let after = round.favour_after(placed(Seat::First), placed(Seat::Second));
        assert_eq!(record.favour_after(), Some(after));
        assert_ne!(record.outcome(), Some(RoundOutcome::Shared), "there is no limit");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A record from one seat has the decisions of the whole record that this seat made, and the others' places.
    #[test]
    fn one_seat_knows_its_own_decisions(game in 0_usize..4, seed in any::<u64>(), shown in any::<bool>()) {
        let round = Game::new(rules_of(game)).round(NonZeroU16::MIN, Favour::NEUTRAL, |_| 0.0);
        let record = random_record(&round, seed);
        for seat in Seat::BOTH {
            let text = as_seen(&record, seat, shown);
            let seen: SeatRecord = text.parse().unwrap_or_else(|error| panic!("{error} in {text} of {record}"));
            prop_assert_eq!(seen.to_string(), text.clone());
            prop_assert_eq!(&text.replace(' ', "_").to_lowercase().parse::<SeatRecord>().unwrap(), &seen);
            prop_assert_eq!((seen.seat(), seen.is_complete()), (seat, record.is_complete()));
            prop_assert_eq!(seen.turns(), record.end().turns());
            let all = record.decisions();
            let own: Vec<_> =
                all.into_iter().map(|decision| (decision.information_set.seat() == seat).then_some(decision)).collect();
            prop_assert_eq!(seen.decisions(), own);
            let is_known = !text.contains(",1X") && !text.contains(" 1X");
            prop_assert_eq!(seen.outcome(), record.outcome().filter(|_| is_known));
            prop_assert_eq!(seen.favour_after(), record.favour_after().filter(|_| is_known));
            prop_assert!(text.parse::<RoundRecord>().is_err());
        }
        prop_assert!(record.to_string().parse::<SeatRecord>().is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_written_is_read_again(game in 0_usize..4, seed in any::<u64>()) {
        let round = Game::new(rules_of(game)).round(NonZeroU16::MIN, Favour::NEUTRAL, |_| 0.0);
        let record = random_record(&round, seed);
        replayed(&round, &record);
        let text = record.to_string();
        prop_assert_eq!(&text.parse::<RoundRecord>().unwrap(), &record);
        prop_assert_eq!(&text.replace(' ', "_").to_lowercase().parse::<RoundRecord>().unwrap(), &record);
        prop_assert_eq!(text.parse::<Document>().unwrap(), Document::Record(Box::new(record.clone())));
        for decision in record.decisions() {
            let set = decision.information_set;
            let text = set.to_string();
            prop_assert_eq!(text.parse::<InformationSet>().unwrap(), set, "{}", text);
            prop_assert_eq!(InformationSet::from_information(&round, set.round_number(), set.key()), Ok(set));
            prop_assert_eq!(text.parse::<Document>().unwrap(), Document::Set(Box::new(set)));
        }
        for seat in Seat::BOTH {
            let set = record.information_set(seat);
            prop_assert_eq!(set.to_string().parse::<InformationSet>().unwrap(), set);
        }
    }
}
