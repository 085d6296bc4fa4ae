//! Files of Hanamikoji, beside strategies.

use std::io::Write;

use hanamachi_hanamikoji::learn::{NETWORK_KIND, read_network};
use hanamachi_hanamikoji::openings::{OPENINGS_KIND, OpeningRows};
use hanamachi_hanamikoji::{FAVOUR_KIND, FavourFile, write_favours};
use hanamachi_table::{Metadata, Writer};

use super::kind::{Checking, Checks, FileKind, KindError, OpenFile, open_all};

/// Favour tables: values of the markers between rounds, and the counts from which they are computed.
pub(super) const FAVOUR: FileKind = FileKind {
    name: FAVOUR_KIND,
    check: check_favours,
    rows: Ok(|file| Ok(Box::new(FavourFile::open(file.bytes)?))),
    merge: Ok(merge_favours),
};

/// Networks: policies learned by self-play or from a player's games.
pub(super) const NETWORK: FileKind = FileKind {
    name: NETWORK_KIND,
    check: |file, _| {
        read_network(&file.reader)?;
        let reason = "the file makes no claim about it: `hanamachi hanamikoji exploit` measures it";
        Ok(Checks::of(&["weights"]).without("strength", reason))
    },
    rows: Err("the weights of a network have no rows to export; `hanamachi hanamikoji match` plays them"),
    merge: Err("networks cannot be merged: train one for longer"),
};

/// Opening charts: the evaluation of each first hand by a search.
pub(super) const OPENINGS: FileKind = FileKind {
    name: OPENINGS_KIND,
    check: |file, _| {
        OpeningRows::new(&file.reader)?;
        let reason =
            "estimates: `report --openings` with the seed and the iterations of the file reproduces them";
        Ok(Checks::of(&["rows"]).without("evaluations", reason))
    },
    rows: Ok(|file| Ok(Box::new(OpeningRows::new(&file.reader)?))),
    merge: Err(
        "an opening chart is one run: `report --openings --resume` continues it, and there is nothing to merge",
    ),
};

fn check_favours(file: &OpenFile<'_>, checking: &mut Checking<'_>) -> Result<Checks, KindError> {
    let table = FavourFile::open(file.bytes)?;
    let mut checks = Checks::of(&["rows", "counts"]);
    let (numbers, sampled) = checking.sample.draw("layouts", table.layouts().len() as u64)?;
    if sampled.n == 0 {
        return Ok(checks.without("estimates", "--sample 0"));
    }
    checking.cancel.reason().map_or(Ok(()), Err)?;
    let numbers = numbers.filter_map(|number| usize::try_from(number).ok());
    match table.recheck(numbers) {
        Err(unsettled) => Ok(checks.without("estimates", unsettled.to_string())),
        Ok(Err(wrong)) => Err(KindError::Unverified(wrong.to_string())),
        Ok(Ok(())) => {
            checks.checked.push("estimates");
            checks.sample = Some(sampled);
            Ok(checks)
        }
    }
}

/// Adds up the counts and solves again, so the order of the files does not matter.
fn merge_favours(files: &[OpenFile<'_>], merged: &mut Writer<&mut dyn Write>) -> Result<Metadata, KindError> {
    let tables = open_all(files, |file| FavourFile::open(file.bytes))?;
    let (chain, origin) =
        FavourFile::merge(&tables).map_err(|(part, error)| KindError::Part(part, Box::new(error.into())))?;
    write_favours(merged, &chain).map_err(|error| KindError::Other(error.into()))?;
    let mut metadata = origin.metadata(&chain);
    "hanamachi table merge".clone_into(&mut metadata.command);
    Ok(metadata)
}
