//! Variations of a hand: one card exchanged for an unseen one.

use crate::knowledge::information_set::{InformationSet, Setup};
use crate::rules::card::Geisha;

/// A hand that differs in one card from the one that a player holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The card that the player does not have there.
    pub without: Geisha,
    /// The unseen card in its place.
    pub with: Geisha,
    /// The player's information set with this hand.
    pub information_set: InformationSet,
}

impl InformationSet {
    /// Every hand that differs in one card from the reader's and fits all that the reader has seen: the
    /// number of unseen cards stays the same, and nobody else could tell the difference. The order is that of
    /// the cards.
    ///
    /// ```
    /// use hanamachi_solver::hanamikoji::InformationSet;
    ///
    /// // All of A, and none of G: no A can come, any card can become a G.
    /// let set: InformationSet = "....... 1 AABBCDE -".parse()?;
    /// let variations = set.variations();
    /// assert!(variations.iter().all(|other| other.with.letter() != 'A'));
    /// assert_eq!(variations.iter().filter(|other| other.with.letter() == 'G').count(), 5);
    /// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
    /// ```
    #[must_use]
    pub fn variations(&self) -> Vec<Variation> {
        let mut variations = Vec::new();
        for (without, _) in self.hand().kinds() {
            for with in self.rules().geisha().filter(|&with| with != without) {
                variations.extend(self.with_exchange(without, with));
            }
        }
        variations
    }

    fn with_exchange(&self, without: Geisha, with: Geisha) -> Option<Variation> {
        let rest = self.hand().checked_minus(std::iter::once(without).collect())?;
        let hand = rest.checked_plus(std::iter::once(with).collect())?;
        let setup = Setup {
            rules: *self.rules(),
            round_number: self.round_number(),
            favour_of_first: self.favour_of_first(),
            seat: self.seat(),
            hand,
            history: self.history().iter().filter_map(|entry| entry.unpack()).collect(),
        };
        let information_set = InformationSet::try_from(setup).ok()?;
        Some(Variation { without, with, information_set })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{FIRST_ROUND, Favour, Game};

    /// A second method: exchanges the letters of the text one by one and keeps whatever parses.
    #[test]
    fn variations_are_what_can_be_read_with_one_letter_exchanged() {
        for text in [
            "....... 1 ABCDEFG -",
            "+..-... 2 ABDFG 2XX,3EEG-E,1X",
            "....... 2 ABDEFG 4ACBD",
            "....... 1 CDEFFG 1A,4BDEG-BD,2BC,1X",
            "....... 2 - 4CEFG-FG,4DGFF-DG,2XX,2AB,1X,1D,3ABE-A,3EFG-E",
            "... 1 ABC - geisha=2,3,4 actions=1,3",
        ] {
            let Ok(set) = text.parse::<InformationSet>() else { continue };
            let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let hand: Vec<char> = words[2].chars().collect();
            let mut expected = BTreeSet::new();
            for place in 0..hand.len() {
                for geisha in set.rules().geisha() {
                    let mut other = hand.clone();
                    other[place] = geisha.letter();
                    other.sort_unstable();
                    words[2] = other.into_iter().collect();
                    if let Ok(found) = words.join(" ").parse::<InformationSet>()
                        && found != set
                    {
                        expected.insert(found.to_string());
                    }
                }
            }
            let found: Vec<String> =
                set.variations().iter().map(|other| other.information_set.to_string()).collect();
            assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected, "{text}");
            assert_eq!(found.len(), expected.len(), "{text}");
            // Nobody else can tell the difference: the same cards are unseen but for the exchange.
            let round = Game::new(*set.rules()).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
            let unseen = |set: &InformationSet| round.hidden(set.key()).unseen();
            for other in set.variations() {
                let card = |geisha: Geisha| std::iter::once(geisha).collect();
                let back = unseen(&other.information_set).checked_plus(card(other.with)).unwrap();
                assert_eq!(back.checked_minus(card(other.without)), Some(unseen(&set)), "{text}");
            }
        }
    }
}
