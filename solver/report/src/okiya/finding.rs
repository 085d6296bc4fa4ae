//! Findings about the gardens won by o, in sentences.

use hanamachi_solver::okiya::population::{Feature, Population, SharedValue};
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use super::figures::{ShareNumber, counted};

/// A value that (nearly) all gardens won by o have, though it is rare among all gardens.
#[derive(Serialize)]
pub(super) struct SharedRow {
    pub(super) feature: &'static str,
    meaning: &'static str,
    /// Number of matching pairs.
    pub(super) pairs: usize,
    /// Number of gardens that o wins.
    pub(super) won_by_o: u64,
    /// Number of these that have the value.
    sharing: u64,
    /// Number of gardens with the value, regardless of the winner.
    pub(super) gardens: u64,
    /// Share of all gardens that have the value.
    pub(super) share: ShareNumber,
    sentence: String,
}

impl SharedRow {
    /// Returns all findings.
    pub(super) fn all(kind: Strength, population: &Population) -> Vec<Self> {
        let gardens = population.tally.gardens();
        let row = |shared| Self::new(kind, &shared, gardens);
        population.shared_by_o().into_iter().map(row).collect()
    }

    fn new(kind: Strength, shared: &SharedValue, of: u64) -> Self {
        let &SharedValue { feature, pairs, won_by_o, sharing, gardens } = shared;
        let share = ShareNumber::share(kind, gardens, of);
        let (which, all) = (things(kind, won_by_o), things(kind, of));
        let who = if sharing == won_by_o { "All".to_owned() } else { format!("{} of the", counted(sharing)) };
        let sentence = format!(
            "{who} {which} that o wins have exactly {pairs} {}. Of all {all} of the file {} have that: {}{}.",
            feature.meaning(),
            counted(gardens),
            share.in_words(),
            if kind == Strength::Estimated { ", with its 95 % interval" } else { "" },
        );
        Self {
            feature: feature.word(),
            meaning: feature.meaning(),
            pairs,
            won_by_o,
            sharing,
            gardens,
            share,
            sentence,
        }
    }
}

/// Formats a number of the gardens of a sample, or of classes: `12 gardens`, `1 class`.
fn things(kind: Strength, count: u64) -> String {
    let thing = match (kind, count) {
        (Strength::Estimated, 1) => "garden",
        (Strength::Estimated, _) => "gardens",
        (_, 1) => "class",
        _ => "classes",
    };
    format!("{} {thing}", counted(count))
}

/// Returns remarks on these rows.
pub(super) fn remarks(rows: &[SharedRow]) -> Vec<&'static str> {
    let has = |feature: Feature| rows.iter().any(|row| row.feature == feature.word());
    let both = has(Feature::Border) && has(Feature::Middle);
    let same = "Middle and border say the same: every tile matches six others, so a garden has 24 matching pairs more on the \
                border than in the middle.";
    both.then_some(same).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use hanamachi_solver::game::Score;
    use hanamachi_solver::okiya::population::Combination;

    use super::*;

    #[test]
    fn a_shared_value_is_said_in_a_sentence() {
        let mut population = Population::default();
        let drawn = Combination::new(Score::ZERO, 0).unwrap();
        (0..30_000).for_each(|_| population.tally.joint.add(drawn));
        for (feature, pairs) in [(Feature::Middle, 0), (Feature::Border, 24)] {
            population.values[0][feature as usize].insert(pairs, 9);
            population.values[2][feature as usize].insert(pairs, 1_491);
        }
        let rows = SharedRow::all(Strength::Estimated, &population);
        let sentences: Vec<&str> = rows.iter().map(|row| row.sentence.as_str()).collect();
        let end =
            "Of all 30,000 gardens of the file 1,500 have that: 5.0 % (4.8 to 5.3), with its 95 % interval.";
        assert_eq!(
            sentences,
            [
                format!("All 9 gardens that o wins have exactly 24 matching pairs on the border. {end}"),
                format!(
                    "All 9 gardens that o wins have exactly 0 matching pairs among the four in the middle. {end}"
                ),
            ]
        );
        assert_eq!(remarks(&rows).len(), 1);
        assert!(remarks(&rows[..1]).is_empty());
        population.values[0][Feature::Middle as usize].insert(1, 1);
        population.values[0][Feature::Middle as usize].insert(0, 999);
        let rows = SharedRow::all(Strength::Estimated, &population);
        let start = "999 of the 1,000 gardens that o wins have exactly 0 matching pairs";
        assert!(rows.iter().any(|row| row.sentence.starts_with(start)), "{:?}", rows[0].sentence);
        population.values[0][Feature::Middle as usize] = [(0, 9)].into();
        let classes = SharedRow::all(Strength::Proved, &population);
        assert!(classes[0].sentence.ends_with("Of all 30,000 classes of the file 1,500 have that: 5.0 %."));
    }
}
