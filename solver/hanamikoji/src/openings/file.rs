//! Opening charts in files: the evaluations of the first classes, or of all of them in a complete file.
//!
//! The kind of the file is `hanamikoji.openings`, version 1. Its only coded section, `state`, has the
//! evaluations in the order of the classes. The metadata give the search and its settings, and the identity
//! with which a run can resume it.

use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::FIRST_ROUND;
use crate::analysis::Method;
use crate::notation::{FavourText, Tags};
use crate::openings::evaluation::{KindEvaluation, OpeningEvaluation, OpeningSearch};
use crate::openings::first_hand::FirstHands;
use crate::rules::{Action, Favour, Game, Round};
use hanamachi_core::search::strength::{Estimated, Strength};
use hanamachi_table::{Identity, Metadata, ReadError, Reader, STATE, WriteError, Writer};

/// The kind in the file's metadata.
pub const OPENINGS_KIND: &str = "hanamikoji.openings";
/// The version of the section.
pub const OPENINGS_VERSION: u32 = 1;

const METHOD: &str = "method";

/// The reason why a file does not contain evaluations for a chart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsFileError {
    /// The file is damaged, or of another kind.
    #[error(transparent)]
    File(#[from] ReadError),
    /// Its rules cannot be read.
    #[error("the file's rules cannot be read")]
    Rules,
    /// The evaluations are not those of the round's first hands.
    #[error("evaluation {0} is not one of the first hand that belongs there")]
    Content(usize),
}

/// One action of an evaluation.
#[derive(Serialize, Deserialize)]
struct StoredKind {
    action: u16,
    win: f64,
    standard_error: Option<f64>,
    visits: u64,
    share: f64,
    kind_share: f64,
}

/// The settings that a run must share with the run that it resumes.
#[must_use]
pub fn openings_identity(round: &Round, search: OpeningSearch, seed: u64) -> Identity {
    Identity::new()
        .with("rules", Tags { rules: *round.rules(), round: round.number() }.complete().to_string())
        .with("favour", FavourText::new(round.favour(), round.rules()).to_string())
        .with("iterations", search.iterations.to_string())
        .with("block", search.block_size.to_string())
        .with("seed", seed.to_string())
        .with(METHOD, Method::for_rules(round.rules()).name())
}

/// Strength of the values in a file: computed if they come from the approximate equilibrium, which files
/// record since version 0.2.
#[must_use]
pub fn openings_strength(metadata: &Metadata) -> Strength {
    let method = metadata.details.get(METHOD).and_then(serde_json::Value::as_str);
    if method == Some(Method::EQUILIBRIUM) { Strength::Computed } else { Strength::Estimated }
}

/// The round of a file: the first of a game with its rules, under neutral markers.
pub fn openings_round(metadata: &Metadata) -> Result<Round, OpeningsFileError> {
    let Tags { rules, round } = metadata.rules.parse().map_err(|_| OpeningsFileError::Rules)?;
    if round != FIRST_ROUND {
        return Err(OpeningsFileError::Rules);
    }
    Ok(Game::new(rules).valued_round(round, Favour::NEUTRAL))
}

/// Writes the evaluations of the first classes. `metadata` name the author; the function adds the kind's own
/// entries.
// Six parameters: the destination, the three facts of the identity, the findings, and their author.
pub fn write_openings<W: Write>(
    stream: W,
    round: &Round,
    search: OpeningSearch,
    seed: u64,
    evaluations: &[OpeningEvaluation],
    mut metadata: Metadata,
) -> Result<W, WriteError> {
    OPENINGS_KIND.clone_into(&mut metadata.kind);
    metadata.kind_version = OPENINGS_VERSION;
    "hanamikoji".clone_into(&mut metadata.game);
    metadata.rules = Tags { rules: *round.rules(), round: round.number() }.complete().to_string();
    metadata.seed = Some(seed);
    let hands = FirstHands::new(round);
    let counts = [
        ("hands", hands.hands().len() as u64),
        ("classes", hands.classes().len() as u64),
        ("classes_done", evaluations.len() as u64),
        ("iterations_each", search.iterations.get()),
        ("block", search.block_size.get()),
    ];
    metadata.counts.extend(counts.map(|(name, count)| (name.to_owned(), count)));
    openings_identity(round, search, seed).describe(&mut metadata);
    metadata.details.insert(METHOD.to_owned(), Method::for_rules(round.rules()).name().into());
    let stored = |evaluation: &OpeningEvaluation| -> Vec<StoredKind> {
        let kind = |&KindEvaluation { action, win, visits, share, kind_share }: &_| StoredKind {
            action: Action::code(action),
            win: win.value,
            standard_error: win.standard_error,
            visits,
            share,
            kind_share,
        };
        evaluation.kinds.iter().map(kind).collect()
    };
    let mut writer = Writer::new(stream)?;
    writer.coded(STATE, &evaluations.iter().map(stored).collect::<Vec<_>>())?;
    writer.finish(&metadata)
}

/// The evaluations of first hands of this round in a file, in the order of its classes: all of them, or the
/// first ones.
pub fn read_openings(round: &Round, file: &Reader<'_>) -> Result<Vec<OpeningEvaluation>, OpeningsFileError> {
    file.expect_kind(OPENINGS_KIND, OPENINGS_VERSION)?;
    let stored: Vec<Vec<StoredKind>> = file.coded(STATE)?;
    let hands = FirstHands::new(round);
    let classes = hands.classes();
    if stored.len() > classes.len() {
        return Err(OpeningsFileError::Content(classes.len() + 1));
    }
    let mut legal = Vec::new();
    let mut evaluations = Vec::with_capacity(stored.len());
    for (class, (stored, of)) in stored.into_iter().zip(classes).enumerate() {
        let wrong = || OpeningsFileError::Content(class + 1);
        let set = FirstHands::information_set(round, of.cards).ok_or_else(wrong)?;
        round.legal(set.key(), &mut legal);
        let kinds: Vec<KindEvaluation> =
            stored.iter().map(checked).collect::<Option<_>>().ok_or_else(wrong)?;
        let ascending = kinds.is_sorted_by(|one, other| one.action.kind() < other.action.kind());
        let all_legal = kinds.iter().all(|kind| legal.binary_search(&kind.action).is_ok());
        if kinds.is_empty() || !ascending || !all_legal {
            return Err(wrong());
        }
        evaluations.push(OpeningEvaluation { cards: of.cards, kinds });
    }
    Ok(evaluations)
}

/// The stored evaluation, if its numbers are in range.
fn checked(stored: &StoredKind) -> Option<KindEvaluation> {
    let StoredKind { action, win, standard_error, visits, share, kind_share } = *stored;
    let is_share = |share: f64| (-1e-9..=1.0 + 1e-9).contains(&share);
    let shares = [win, share, kind_share];
    let fits = shares.into_iter().all(is_share) && standard_error.is_none_or(is_share);
    let action = Action::from_code(action).filter(|_| fits)?;
    let win = Estimated { value: win, standard_error, n: Some(visits) };
    Some(KindEvaluation { action, win, visits, share, kind_share })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;
    use crate::openings::OpeningChart;
    use crate::{Kind, Kinds, Rules};
    use hanamachi_core::search::budget::CancelToken;

    #[test]
    fn what_is_written_is_read_and_what_is_not_so_is_refused() {
        let actions: Kinds = [1, 3].into_iter().filter_map(Kind::from_number).collect();
        let rules = Rules::reduced(&[3, 3, 3], actions).unwrap();
        let round = Game::new(rules).valued_round(FIRST_ROUND, Favour::NEUTRAL);
        let number = |number| NonZeroU64::new(number).unwrap();
        let search = OpeningSearch { iterations: number(400), block_size: number(20) };
        let evaluate = |class: &super::super::FirstHandClass| {
            search.evaluate(&round, class.cards, 3, &CancelToken::new()).unwrap().unwrap()
        };
        let mut evaluations: Vec<_> = FirstHands::new(&round).classes().iter().map(evaluate).collect();
        let written = |evaluations: &[OpeningEvaluation]| {
            write_openings(Vec::new(), &round, search, 3, evaluations, Metadata::default()).unwrap()
        };
        let read = |bytes: &[u8]| read_openings(&round, &Reader::open(bytes).unwrap());
        for done in 0..=evaluations.len() {
            let bytes = written(&evaluations[..done]);
            assert_eq!(bytes, written(&evaluations[..done]));
            assert_eq!(read(&bytes).unwrap(), evaluations[..done]);
        }
        assert!(OpeningChart::new(&round, &evaluations).is_some());
        // Reduced rounds are searched; the file says if it comes from an equilibrium.
        let bytes = written(&evaluations);
        let mut metadata = Reader::open(&bytes).unwrap().metadata().clone();
        assert_eq!(openings_strength(&metadata), Strength::Estimated);
        metadata.details.insert("method".to_owned(), "equilibrium".into());
        assert_eq!(openings_strength(&metadata), Strength::Computed);
        metadata.details.remove("method");
        assert_eq!(openings_strength(&metadata), Strength::Estimated);
        // An action that the hand does not have, an invalid probability, a duplicate kind, a class too many.
        let good = evaluations.clone();
        let foreign = evaluations[2].kinds[0].action;
        evaluations[0].kinds[0].action = foreign;
        let is_legal = evaluations[0].cards.contains(foreign.cards());
        assert_eq!(read(&written(&evaluations)).is_ok(), is_legal);
        for spoil in 0..3 {
            let mut bad = good.clone();
            match spoil {
                0 => bad[1].kinds.iter_mut().for_each(|kind| kind.win.value = f64::NAN),
                1 => {
                    let twice = bad[1].kinds[0];
                    bad[1].kinds.insert(0, twice);
                }
                _ => bad.push(good[0].clone()),
            }
            assert!(matches!(read(&written(&bad)), Err(OpeningsFileError::Content(_))), "{spoil}");
        }
    }
}
