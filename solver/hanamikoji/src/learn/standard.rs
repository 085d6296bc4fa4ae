//! The networks for the standard game: the policy, which is part of the library or supplied in a file, and the imitation
//! of a search.

use super::error::NetworkFileError;
use super::file::read_network;
use super::policy::NetworkPolicy;
use crate::rules::parameters::Rules;
use hanamachi_table::Reader;

#[cfg(feature = "network")]
type Place = std::sync::LazyLock<NetworkPolicy>;
#[cfg(not(feature = "network"))]
type Place = std::sync::OnceLock<NetworkPolicy>;

/// Output of `hanamachi hanamikoji train`; its metadata identify the run. Without the feature only its
/// identity becomes part of a program.
const FILE: &[u8] = include_bytes!("standard.network");

const IDENTITY: [u8; 32] = Reader::stated_identity(FILE).expect("it is a whole file");

#[cfg(feature = "network")]
static STANDARD: Place = Place::new(|| read(FILE).expect("it is the network of this version"));
#[cfg(not(feature = "network"))]
static STANDARD: Place = Place::new();

impl NetworkPolicy {
    /// The library's policy for the standard game; the metadata of its file describe the training. `None` if
    /// the library was built without its feature `network` and the file has not been [handed
    /// over](Self::hand_over_standard).
    #[must_use]
    pub fn standard() -> Option<&'static Self> {
        standard()
    }

    /// Supplies the file of the [standard](Self::standard) policy, `learn/standard.network`, to a library
    /// built without its feature `network`; it is then available in the whole process. If the policy is
    /// already available, the function only checks the file.
    ///
    /// # Errors
    ///
    /// If the file is damaged, or is not that network.
    pub fn hand_over_standard(file: &[u8]) -> Result<(), NetworkFileError> {
        hand_over(file)
    }

    /// A policy that imitates the player `ismcts:iterations=10000` of the standard game, as an opponent to expect. `None` if the
    /// library was built without its feature `network`.
    #[must_use]
    pub fn imitated_search() -> Option<&'static Self> {
        search()
    }

    /// The [standard](Self::standard) policy for games with these rules; `None` for reduced ones.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Option<&'static Self> {
        Self::standard().filter(|_| rules.is_standard_round())
    }
}

/// The policy, if it is available.
#[cfg_attr(
    feature = "network",
    expect(clippy::unnecessary_wraps, reason = "without the feature it may not be there")
)]
fn standard() -> Option<&'static NetworkPolicy> {
    #[cfg(feature = "network")]
    {
        Some(&STANDARD)
    }
    #[cfg(not(feature = "network"))]
    {
        STANDARD.get()
    }
}

/// Reads it from its file, if it is not available yet.
fn hand_over(file: &[u8]) -> Result<(), NetworkFileError> {
    let _policy = read(file)?;
    #[cfg(not(feature = "network"))]
    let _ = STANDARD.set(_policy);
    Ok(())
}

/// Reads the standard network and no other: the measurements of its strength apply to it alone.
fn read(file: &[u8]) -> Result<NetworkPolicy, NetworkFileError> {
    let reader = Reader::open(file)?;
    if *reader.identity() != IDENTITY {
        return Err(NetworkFileError::OtherNetwork);
    }
    verified(&reader)
}

fn verified(reader: &Reader<'_>) -> Result<NetworkPolicy, NetworkFileError> {
    reader.verify()?;
    read_network(reader)
}

/// Output of `hanamachi hanamikoji train --imitate`; its metadata identify the games.
#[cfg(feature = "network")]
const SEARCH_FILE: &[u8] = include_bytes!("search.network");

#[cfg(feature = "network")]
static SEARCH: Place = Place::new(|| {
    let reader = Reader::open(SEARCH_FILE).expect("it is a whole file");
    verified(&reader).expect("it is a network of this version")
});

/// The imitation of a search, in a library with its networks.
#[cfg_attr(
    feature = "network",
    expect(clippy::unnecessary_wraps, reason = "without the feature it is not there")
)]
fn search() -> Option<&'static NetworkPolicy> {
    #[cfg(feature = "network")]
    {
        Some(&SEARCH)
    }
    #[cfg(not(feature = "network"))]
    None
}
