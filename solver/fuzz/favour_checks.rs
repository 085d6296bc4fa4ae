//! Invariants of every favour table. Shared by the fuzz target and by `tests/table/fuzz.rs`.

use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::{
    Chain, CountedRun, FIRST_ROUND, FavourFile, FavourFileError, Origin, write_favours,
};
use hanamachi_solver::table::{Reader, WriteError, Writer};

/// Reads `bytes` as a favour file, and as the counts of one with correct hashes; returns the number of layouts with valid counts.
///
/// # Panics
///
/// If the reader breaks its contract.
pub(crate) fn favour_bytes(bytes: &[u8]) -> u64 {
    favours(bytes) + counts(bytes).map_or(0, |file| favours(&file))
}

/// A table that was read answers queries, is written again to the same bytes, cannot be merged with itself, and
/// may or may not be found again.
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
        let win = estimates.table_after(&rules, FIRST_ROUND).win(layout.layout.favour());
        assert_eq!(win.to_bits(), layout.win.endless.to_bits());
    }
    let counted: u64 = table.layouts().iter().map(|layout| layout.rounds).sum();
    assert_eq!(table.chain().counts().map(|(_, _, times)| times).sum::<u64>(), counted);
    let merged = FavourFile::merge(&[table.clone(), table.clone()]);
    assert_eq!(merged.is_ok(), table.origin().runs.is_empty());
    table.layouts().len() as u64
}

/// Counts of rounds of a small game: three bytes give a layout, a result, and a count. If they suffice, the derived values are
/// written with them; the remaining bytes overwrite parts of the file's sections.
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
