//! What must hold for every file whatever. Shared by the fuzz target and by `tests/table/fuzz.rs`.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::strategy_table::{GAME, StrategyTable};
use hanamachi_solver::hanamikoji::{
    Chain, CountedRun, FIRST_ROUND, FavourFile, FavourFileError, InformationSet, Origin, write_favours,
};
use hanamachi_solver::table::{
    Checkpoint, Identity, Metadata, POLICY_KIND, POLICY_VERSION, PolicyTable, ReadError, Reader, Width,
    WriteError, Writer,
};

/// Reads `bytes` as a file, and as the sections of one with true hashes; returns how many rows of strategies were in order.
///
/// # Panics
///
/// When a reader breaks its word: what it opens can be asked anything, and what it has verified means something.
pub(crate) fn table_bytes(bytes: &[u8]) -> u64 {
    file(bytes) + policy(bytes).map_or(0, |policy| file(&policy))
}

/// Reads `bytes` as a file of favours, and as the counts of one with true hashes; returns how many layouts had counts in order.
///
/// # Panics
///
/// As [`table_bytes`] does.
pub(crate) fn favour_bytes(bytes: &[u8]) -> u64 {
    favours(bytes) + counts(bytes).map_or(0, |file| favours(&file))
}

/// What was read can be asked, written again to the same bytes, merged with itself not, and found again or not.
fn favours(bytes: &[u8]) -> u64 {
    let table = match FavourFile::open(bytes) {
        Ok(table) => table,
        Err(error) => {
            let message = error.to_string();
            assert!((1..4000).contains(&message.len()), "{message}");
            return 0;
        }
    };
    let _ = table.recheck(0..2);
    let estimates = table.estimates();
    let rules = *table.rules();
    assert!(estimates.fit(&rules) && table.layouts().len() == table.chain().layouts().len());
    for layout in table.layouts() {
        let worth = estimates.after(&rules, FIRST_ROUND).win(layout.layout.favour());
        assert_eq!(worth.to_bits(), layout.win.endless.to_bits());
    }
    let counted: u64 = table.layouts().iter().map(|layout| layout.rounds).sum();
    assert_eq!(table.chain().counts().map(|(_, _, times)| times).sum::<u64>(), counted);
    let merged = FavourFile::merge(&[table.clone(), table.clone()]);
    assert_eq!(merged.is_ok(), table.origin().runs.is_empty());
    table.layouts().len() as u64
}

/// Counts of rounds of a small game: three bytes are a layout, a result, and how often. Where they suffice, what follows from them
/// is written with them; the rest of the bytes is laid over the file's sections.
fn counts(bytes: &[u8]) -> Result<Vec<u8>, FavourFileError> {
    let rules = "geisha=3,4 actions=1,2".parse::<Tags>().map_err(FavourFileError::Rules)?.rules;
    let mut chain = Chain::new(&rules);
    let (layouts, results) = (chain.layouts().len(), chain.results());
    let (counted, over) = bytes.split_at(bytes.len().min(90));
    for count in counted.chunks_exact(3) {
        chain.record(usize::from(count[0]) % layouts, usize::from(count[1]) % results, count[2].into());
    }
    let runs = vec![CountedRun { seed: 1, rounds_each: 2 }];
    let origin = Origin { player: "random".to_owned(), program: "none".to_owned(), runs };
    let mut whole = Writer::new(Vec::new())?;
    write_favours(&mut whole, &chain)?;
    let whole = whole.finish(&origin.metadata(&chain))?;
    let reader = Reader::open(&whole)?;
    let mut writer = Writer::new(Vec::new())?;
    for section in reader.sections() {
        let mut content = reader.bytes(section.name())?.to_vec();
        for change in over.chunks_exact(3) {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % content.len().max(1);
            content.get_mut(at).into_iter().for_each(|byte| *byte = change[2]);
        }
        writer.section(section.name(), section.width(), |section| {
            std::io::Write::write_all(section, &content).map_err(WriteError::Io)
        })?;
    }
    Ok(writer.finish(reader.metadata())?)
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

/// A policy for a small game with these bytes for its rows: each is 25 for a key, then as many choices of four as the next byte
/// says.
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
