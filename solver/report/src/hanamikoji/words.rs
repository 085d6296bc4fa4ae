//! Seats, markers and rules in words.

#[cfg(test)]
use hanamachi_solver::hanamikoji::notation::Tags;
pub(super) use hanamachi_solver::hanamikoji::objects::words::*;
pub(super) use hanamachi_solver::hanamikoji::study::in_words;
use hanamachi_solver::hanamikoji::{Kind, Rules};

/// The rules in words, for the head of a page.
pub(super) fn rules_in_words(rules: &Rules) -> String {
    let mut plain = *rules;
    plain.rounds = Rules::STANDARD.rounds;
    plain.tiebreak = Rules::STANDARD.tiebreak;
    let text = if plain == Rules::STANDARD {
        "the standard game".to_owned()
    } else {
        let values: Vec<String> = rules.geisha().map(|geisha| rules.value(geisha).to_string()).collect();
        let kinds: Vec<&str> = rules.actions().iter().map(Kind::word).collect();
        format!("a reduced game, geisha worth {}, actions {}", values.join(", "), kinds.join(", "))
    };
    match rules.rounds {
        None => text + ", rounds without limit.",
        Some(rounds) if rounds.get() == 1 => text + ", one round.",
        Some(rounds) => format!("{text}, {rounds} rounds at most."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_in_words() {
        let tags = |text: &str| text.parse::<Tags>().unwrap().rules;
        for (rules, words) in [
            ("", "the standard game, rounds without limit."),
            ("rounds=3 tiebreak=none", "the standard game, 3 rounds at most."),
            (
                "geisha=2,3,4 actions=1,3 rounds=1",
                "a reduced game, geisha worth 2, 3, 4, actions secret, gift, one round.",
            ),
        ] {
            assert_eq!(rules_in_words(&tags(rules)), words, "{rules}");
        }
    }
}
