//! The network for the standard game: part of the library, or handed over in a file.

use super::file::{NetworkFileError, read_network};
use super::policy::NetworkPolicy;
use hanamachi_table::Reader;

#[cfg(feature = "network")]
type Place = std::sync::LazyLock<NetworkPolicy>;
#[cfg(not(feature = "network"))]
type Place = std::sync::OnceLock<NetworkPolicy>;

/// What `hanamachi hanamikoji train` wrote: which run it was stands in its metadata. Without the feature nothing but its identity becomes part
/// of a program.
const FILE: &[u8] = include_bytes!("standard.network");

const IDENTITY: [u8; 32] = Reader::stated_identity(FILE).expect("it is a whole file");

#[cfg(feature = "network")]
static STANDARD: Place = Place::new(|| read(FILE).expect("it is the network of this version"));
#[cfg(not(feature = "network"))]
static STANDARD: Place = Place::new();

/// The policy, where it is there.
#[cfg_attr(
    feature = "network",
    expect(clippy::unnecessary_wraps, reason = "without the feature it may not be there")
)]
pub(super) fn standard() -> Option<&'static NetworkPolicy> {
    #[cfg(feature = "network")]
    {
        Some(&STANDARD)
    }
    #[cfg(not(feature = "network"))]
    {
        STANDARD.get()
    }
}

/// Takes it out of its file, if it is not there.
pub(super) fn hand_over(file: &[u8]) -> Result<(), NetworkFileError> {
    let _policy = read(file)?;
    #[cfg(not(feature = "network"))]
    let _ = STANDARD.set(_policy);
    Ok(())
}

/// Reads it, and nothing else: what is known of its strength is known of no other network.
fn read(file: &[u8]) -> Result<NetworkPolicy, NetworkFileError> {
    let reader = Reader::open(file)?;
    if *reader.identity() != IDENTITY {
        return Err(NetworkFileError::OtherNetwork);
    }
    reader.verify()?;
    read_network(&reader)
}
