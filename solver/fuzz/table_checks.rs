//! Invariants of every file. Shared by the fuzz target and by `tests/table/fuzz.rs`.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::InformationSet;
use hanamachi_solver::hanamikoji::strategy_table::{GAME, StrategyTable};
use hanamachi_solver::table::{
    Checkpoint, Identity, Metadata, POLICY_KIND, POLICY_VERSION, PolicyTable, ReadError, Reader, Width,
    WriteError, Writer,
};

/// Reads `bytes` as a file, and as the sections of one with correct hashes; returns the number of valid strategy rows.
///
/// # Panics
///
/// If a reader breaks its contract: an opened file answers every query, and a verified file is valid.
pub(crate) fn table_bytes(bytes: &[u8]) -> u64 {
    file(bytes) + policy(bytes).map_or(0, |policy| file(&policy))
}

/// Opens a file in every way.
fn file(bytes: &[u8]) -> u64 {
    let reader = match Reader::open(bytes) {
        Ok(reader) => reader,
        Err(error) => {
            says_something_short(&error);
            return 0;
        }
    };
    for section in reader.sections() {
        let content = reader.bytes(section.name()).expect("a section is where the table says");
        assert_eq!(content.len() as u64, section.len());
        let _ = reader.verify_section(section);
        let _ = reader.coded::<(String, Vec<u64>)>(section.name());
    }
    if let Err(error) = Checkpoint::open(bytes, &Identity::new()) {
        assert!(error.to_string().len() < 4000);
    }
    let Ok(table) = PolicyTable::open(bytes) else { return 0 };
    let checked = table.verify();
    for (key, choices) in table.rows() {
        let found = table.find(key);
        if checked.is_ok() {
            let found = found.expect("a verified key is found");
            assert!(found.actions().eq(choices.actions()) && found.units().eq(choices.units()));
            assert!((choices.probabilities().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
    let Ok(table) = StrategyTable::open(bytes) else { return 0 };
    let verified = table.verify();
    let mut rows = 0;
    for (set, choices) in table.rows() {
        rows += 1;
        if verified.is_ok() {
            assert_eq!(table.lookup(&set), Some(choices));
            let set_again: InformationSet =
                set.to_string().parse().expect("an information set has a text form");
            assert_eq!(set_again, set);
        }
    }
    assert!(verified.is_err() || rows == table.policy().counts().rows);
    if verified.is_ok() { rows } else { 0 }
}

/// A policy for a small game with these bytes as its rows: each has 25 bytes for a key, then as many choices of four as the
/// next byte gives.
fn policy(bytes: &[u8]) -> Result<Vec<u8>, WriteError> {
    let (mut keys, mut ends, mut actions, mut probabilities) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut rest = bytes;
    while let Some((key, behind)) = rest.split_first_chunk::<25>() {
        let Some((&count, behind)) = behind.split_first() else { break };
        keys.extend_from_slice(key);
        let (choices, behind) = behind.split_at(behind.len().min(4 * usize::from(count)));
        for choice in choices.chunks_exact(4) {
            actions.extend_from_slice(&choice[..2]);
            probabilities.extend_from_slice(&choice[2..]);
        }
        ends.extend((probabilities.len() as u64 / 2).to_le_bytes());
        rest = behind;
    }
    let mut writer = Writer::new(Vec::new())?;
    for (name, width, content) in
        [("keys", 25, keys), ("ends", 8, ends), ("actions", 2, actions), ("probabilities", 2, probabilities)]
    {
        let width = NonZeroU64::new(width).map_or(Width::Coded, Width::Records);
        writer.section(name, width, |section| {
            std::io::Write::write_all(section, &content).map_err(WriteError::Io)
        })?;
    }
    writer.finish(&Metadata {
        kind: POLICY_KIND.to_owned(),
        kind_version: POLICY_VERSION,
        game: GAME.to_owned(),
        rules: "rounds=1 tiebreak=none geisha=2,3,4 actions=1,3".to_owned(),
        ..Metadata::default()
    })
}

fn says_something_short(error: &ReadError) {
    let message = error.to_string();
    assert!((1..4000).contains(&message.len()), "{message}");
}
