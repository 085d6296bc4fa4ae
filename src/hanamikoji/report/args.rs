//! The arguments of the command.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;

use crate::args::{PositionSeedArgs, TextArgs, ThreadArgs};
use crate::contents::Stored;
use crate::failure::Failure;
use crate::hanamikoji::continuation_values::FavourTableArgs;
use crate::hanamikoji::evaluate::EvaluateFlags;
use crate::hanamikoji::item;
use crate::report::DeliveryArgs;
use crate::session::Session;

/// Example of the command.
pub(super) const EXAMPLE: &str = "hanamachi hanamikoji report '+..-... 2 ABDFG 2XX,3EEG-E,1X' -o study.html";

const EXAMPLES: &str = "\
Examples:
  # A page about a position, with its twins study.md and study.csv
  hanamachi hana report '+..-... 2 ABDFG 2XX,3EEG-E,1X' --seed 1 --iterations 2000 -o study.html

  # A page about a round that was played, from shorter searches
  hanamachi hana report ....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F --iterations 1000 -o round.html

  # A page about a game of any number of rounds that `play` saved: this one is left at once
  hanamachi hana play --seed 1 --record game.txt < /dev/null
  hanamachi hana report game.txt --seed 1 --format markdown

  # What to play with each of the 910 first hands; the searches are kept, and Ctrl-C loses none
  hanamachi hana report --openings --seed 1 --iterations 40 --resume hands.table -o openings.html

  # The chart again from what was kept
  hanamachi hana report hands.table --format csv

  # What the markers are worth
  hanamachi hana report --favour --format markdown

  # How a run of the solver converged, and what its strategy plays
  hanamachi cfr --game hanamikoji --rules 'rounds=1 geisha=3,3,3 actions=1,3' -o round.table
  hanamachi hana report round.table --format markdown

  # How a policy was trained: strength, exploitability, entropy and error over rounds
  hanamachi hana train --rules 'geisha=2,3,4 actions=1,3' --rounds 2000 --measure 5 -o run.network
  hanamachi hana report run.network --format markdown
";

/// Make a page to study: of a position, a round, all first hands, the markers, or a run of the solver or of training
///
/// A page is one HTML file without network access or scripts. It follows the light or dark mode of the
/// reader's screen and prints well. It marks each number as proved, bounded, computed or estimated, with the
/// command that reproduces it.
///
/// An information set makes a position study: the table as seen, the value of every action, the probable
/// places of the unseen cards, and the effect of other cards in hand. A round record makes a review: the loss
/// of each decision. Several records on lines of one text, each beginning with the markers that the last one
/// left, make the review of a game. The text may stand in a file or come from standard input, as `play
/// --record` writes it; lines that begin with # are skipped.
///
/// The other files are an opening chart that was kept; a run of a solver, from the file of `cfr -o` or the output of its --json; and a
/// run of `train`, from the file of its weights, or from the file of its --resume, up to its last checkpoint.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", item::described_for_report),
    mut_arg("iterations", |argument| argument.help("Iterations: of a position as in `evaluate`; for each hand of --openings [default: 100000]; for each decision of a record [default: 10000]")),
    mut_arg("time", |argument| argument.help("Of a position: make the page within about this many seconds; a trial finds how many iterations fit, and the page states their number")))]
pub(crate) struct HanamikojiReportArgs {
    #[command(flatten)]
    pub(super) text: TextArgs,
    /// Chart all first hands, under neutral markers
    #[arg(long, conflicts_with = "favour")]
    pub(super) openings: bool,
    /// Chart all layouts of the markers
    #[arg(long, conflicts_with = "words")]
    pub(super) favour: bool,
    /// Run of a solver: take its times from FILE.json, the output of its --json
    #[arg(long, value_name = "FILE.json", conflicts_with_all = ["openings", "favour"])]
    pub(super) run: Option<PathBuf>,
    /// Run of a solver: show the strategy at this information set; may be given more than once
    #[arg(long, value_name = "INFOSET", allow_hyphen_values = true, conflicts_with_all = ["openings", "favour"])]
    pub(super) at: Vec<String>,
    /// Openings: keep the searches in FILE, and continue from FILE if it exists
    #[arg(long, value_name = "FILE", requires = "openings", conflicts_with_all = ["words", "favour"])]
    pub(super) resume: Option<PathBuf>,
    /// Position: iterations for each other hand; 0 leaves them out [default: a twenty-fifth of those of the
    /// position]
    #[arg(long, value_name = "N")]
    pub(super) what_if: Option<u64>,
    #[command(flatten)]
    pub(super) question: EvaluateFlags,
    #[command(flatten)]
    pub(super) favour_table: FavourTableArgs,
    #[command(flatten)]
    pub(super) seed: PositionSeedArgs,
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) report: DeliveryArgs,
}

impl HanamikojiReportArgs {
    /// Fails if a flag does not belong to the requested page.
    pub(super) fn check(&self, stored: Option<&Stored>, session: &Session) -> Result<(), Failure> {
        let is_kept = matches!(stored, Some(Stored::Object(_) | Stored::Table(_)));
        let is_position = !is_kept && !self.favour && !self.openings;
        let of_a_run = self.run.is_some() || !self.at.is_empty();
        let is_searched = is_position || self.openings;
        let is_plain = is_searched || self.question.question(None, session)?.is_default();
        let wrong = [
            (of_a_run && !is_kept, "--run and --at are for the file of a run"),
            (
                self.openings && !self.text.is_empty() && !is_kept,
                "--openings charts all first hands: leave out the text",
            ),
            (self.what_if.is_some() && !is_position, "--what-if is for positions"),
            (
                !(is_searched || is_plain && self.seed.seed.is_none()),
                "nothing is searched for this page: leave out --seed and the flags of the search",
            ),
        ];
        match wrong.into_iter().find(|(is_wrong, _)| *is_wrong) {
            Some((_, message)) => Err(Failure::Usage(message.to_owned())),
            None => Ok(()),
        }
    }

    /// The iterations and the block that were asked for; fails if other flags of the search were given. `what` names the page.
    pub(super) fn iterations(
        &self,
        what: &str,
        session: &Session,
    ) -> Result<[Option<NonZeroU64>; 2], Failure> {
        let asked = self.question.question(None, session)?;
        if asked.has_only_iterations() {
            return Ok([asked.iterations, asked.block]);
        }
        Err(Failure::Usage(format!(
            "{what} takes --iterations and --seed; the other flags of the search are for positions"
        )))
    }
}
