//! `policy:weights=FILE`: the player of a network.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::analysis::{Parameter, Parameters};
use hanamachi_solver::hanamikoji::learn::{NetworkFileError, NetworkPolicy, read_network};
use hanamachi_solver::hanamikoji::players::PolicyPlayer;
use hanamachi_solver::hanamikoji::players::named::{THRESHOLD, least_probability};
use hanamachi_solver::hanamikoji::policy::{Policy, Threshold};
use hanamachi_solver::table::Reader;

use super::registry::{Maker, SharedPolicy};
use super::spec::SpecError;
use crate::failure::{Failure, Trouble};
use crate::file::{FileBytes, refusal};

/// The parameters.
pub(super) const PARAMETERS: &[Parameter] = &[WEIGHTS, THRESHOLD];

/// The parameter that the library's player does not have.
pub(super) const WEIGHTS: Parameter = Parameter {
    name: "weights",
    default: "the network of the standard game",
    about: "another network: the file that `hana train` wrote, for the rules by which it was trained",
};

/// A network in a file; [`check`](Self::check) opens it, once.
#[derive(Clone)]
pub(super) struct NetworkSpec {
    path: PathBuf,
    threshold: Option<f64>,
    opened: Arc<OnceLock<Arc<NetworkPolicy>>>,
}

impl NetworkSpec {
    /// Name in specifications.
    pub(super) const NAME: &'static str = "policy";

    /// Returns `true` for the specification of a network in a file.
    pub(super) fn is_meant(name: &str, rest: &str) -> bool {
        name == Self::NAME && rest.contains("weights")
    }

    /// Reads the parameters.
    pub(super) fn parse(rest: &str) -> Result<Self, SpecError> {
        let given = Parameters::read(Self::NAME, PARAMETERS, rest)?;
        let path = given.get_by("weights", |text| Ok(PathBuf::from(text)))?;
        let path = path.filter(|path| !path.as_os_str().is_empty()).ok_or(SpecError::NoWeights)?;
        Ok(Self { path, threshold: least_probability(&given)?, opened: Arc::default() })
    }

    /// Opens the file, checks all of it, and fails unless it is for these rules.
    pub(super) fn check(&self, rules: &Rules) -> Result<(), Failure> {
        let policy = match self.opened.get() {
            Some(policy) => Arc::clone(policy),
            None => Arc::new(self.open()?),
        };
        policy.check(rules).map_err(|unsuited| Trouble::OtherRules.in_file(&self.path, unsuited))?;
        self.opened.get_or_init(|| policy);
        Ok(())
    }

    fn open(&self) -> Result<NetworkPolicy, Failure> {
        let bytes = FileBytes::open(&self.path)?;
        let refused = |error| refusal(&self.path, &error);
        let reader = Reader::open(bytes.as_ref()).map_err(refused)?;
        let policy = read_network(&reader).map_err(|error| unfit(&self.path, &error))?;
        reader.verify().map_err(refused)?;
        Ok(policy)
    }

    /// Its policy, if the file has been opened.
    pub(super) fn policy(&self) -> Option<SharedPolicy> {
        let network = Arc::clone(self.opened.get()?);
        Some(match self.threshold {
            Some(least) => Arc::new(Threshold::new(network, least)),
            None => network,
        })
    }

    /// Makes players, if the file has been opened.
    pub(super) fn maker(&self) -> Option<Maker> {
        let policy = self.policy()?;
        Some(Arc::new(move || Box::new(PolicyPlayer::new(Arc::clone(&policy)))))
    }
}

impl fmt::Display for NetworkSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:weights={}", Self::NAME, self.path.display())?;
        self.threshold.map_or(Ok(()), |least| write!(f, ",{}={least}", THRESHOLD.name))
    }
}

/// Reason for refusing the network at `path`.
pub(crate) fn unfit(path: &std::path::Path, error: &NetworkFileError) -> Failure {
    match error {
        NetworkFileError::File(error) => refusal(path, error),
        NetworkFileError::OtherGame { .. } => Trouble::OtherVersion.in_file(path, error),
        _ => Trouble::Damaged.in_file(path, error),
    }
}
