//! A network on disk.
//!
//! | section | record | content |
//! |---|---|---|
//! | `policy` | 2 bytes | the weights, rounded: signed integers, little-endian, in the `unit` of the metadata |
//!
//! The kind of the file is `hanamikoji.network`, version 2. The meaning of the weights follows from the rules
//! in the metadata and from the [encoder](super::RoundEncoder) of that version.

use std::io::Write;

use zerocopy::little_endian::I16;

use super::encoder::RoundEncoder;
use super::error::NetworkFileError;
use super::policy::NetworkPolicy;
use crate::notation::{GAME, Tags, rules_text};
use crate::rules::parameters::Rules;
use hanamachi_core::search::learning::{Encoder, Network};
use hanamachi_table::{FilePart, Flaw, Metadata, ReadError, Reader, WriteError, Writer};

/// The kind in the file's metadata.
pub const NETWORK_KIND: &str = "hanamikoji.network";
/// The version of the sections and of the network's features.
pub const NETWORK_VERSION: u32 = 2;

const POLICY: &str = "policy";
const UNIT: &str = "unit";

/// Adds the sections of a network to a file, and their entries to its metadata: kind, game, rules, unit.
pub fn write_network<W: Write>(
    writer: &mut Writer<W>,
    metadata: &mut Metadata,
    rules: &Rules,
    network: &Network,
) -> Result<(), WriteError> {
    let largest =
        network.weights().iter().fold(f32::MIN_POSITIVE, |largest, weight| largest.max(weight.abs()));
    let unit = largest / f32::from(i16::MAX);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "`as` saturates, and none is larger than the largest"
    )]
    let rounded = |weight: &f32| I16::new((weight / unit).round() as i16);
    writer.records(POLICY, network.weights().iter().map(rounded))?;
    NETWORK_KIND.clone_into(&mut metadata.kind);
    metadata.kind_version = NETWORK_VERSION;
    GAME.clone_into(&mut metadata.game);
    metadata.rules = rules_text(rules);
    metadata.details.insert(UNIT.to_owned(), unit.into());
    Ok(())
}

/// Refuses files of other kinds or versions.
pub fn expect_network(reader: &Reader<'_>) -> Result<(), ReadError> {
    reader.expect_kind(NETWORK_KIND, NETWORK_VERSION)
}

/// Reads the policy from this reader's file. Checks only the sizes of the sections.
pub fn read_network(reader: &Reader<'_>) -> Result<NetworkPolicy, NetworkFileError> {
    let metadata = reader.metadata();
    expect_network(reader)?;
    if metadata.game != GAME {
        return Err(NetworkFileError::OtherGame { found: metadata.game.clone() });
    }
    let tags: Tags = metadata.rules.parse().map_err(NetworkFileError::Rules)?;
    let encoder = RoundEncoder::new(&tags.rules).ok_or(NetworkFileError::TooLarge)?;
    let unit = metadata.details.get(UNIT).and_then(serde_json::Value::as_f64);
    let unit = unit.filter(|unit| unit.is_finite() && *unit > 0.0).ok_or_else(|| {
        ReadError::damaged(
            FilePart::Metadata,
            Flaw::Content("they do not say in which unit the weights are".to_owned()),
        )
    })?;
    #[expect(clippy::cast_possible_truncation, reason = "it was written in single precision")]
    let unit = unit as f32;
    let weights =
        reader.records::<I16>(POLICY)?.iter().map(|weight| f32::from(weight.get()) * unit).collect();
    let network = Network::from_weights(encoder.features(), weights).ok_or_else(|| {
        let what = "it has not as many weights as a network for its rules".to_owned();
        ReadError::damaged(FilePart::Section(POLICY.to_owned()), Flaw::Content(what))
    })?;
    Ok(NetworkPolicy::new(tags.rules, encoder, network))
}
