//! Seats, markers and rules in words.

use std::path::Path;

#[cfg(test)]
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::objects::FavourTableObject;
pub(super) use hanamachi_solver::hanamikoji::objects::words::*;
pub(super) use hanamachi_solver::hanamikoji::study::in_words;
use hanamachi_solver::hanamikoji::{Continuation, Kind, Rules};
use hanamachi_solver::text::shell_word;

/// Sentences about what values undecided games by these rules, if it is not the table that comes with the program, or if the values
/// are of another tiebreak. `file` is the file of the table, if there is one.
pub fn favour_note(rules: &Rules, of: Continuation, file: Option<&Path>) -> Option<String> {
    let FavourTableObject { source, file, hash, tiebreak } = FavourTableObject::of(rules, of, file)?;
    let table = file.zip(hash).map(|(path, hash)| {
        let path = path.display();
        format!("Undecided rounds are valued by the favour table {path} ({}…).", &hash[..16])
    });
    let thumb = (source == Continuation::RuleOfThumb.word()).then(|| {
        "Undecided rounds are valued by a rule of thumb, so that nothing here is proved.".to_owned()
    });
    let tiebreak = tiebreak.map(|word| {
        format!("Before the last round the markers have the values of tiebreak={word}: only equal charm points differ.")
    });
    let notes: Vec<String> = table.into_iter().chain(thumb).chain(tiebreak).collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// The flag of the program for this favour table, after a blank; empty without a file.
pub(super) fn favour_flag(file: Option<&Path>) -> String {
    file.map(|path| format!(" --favour-table {}", shell_word(&path.display().to_string())))
        .unwrap_or_default()
}

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
