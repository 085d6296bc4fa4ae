//! `okiya random`: shuffled gardens, any or with a property.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use clap::Args;
use hanamachi_solver::okiya::objects::GardenObject;
use hanamachi_solver::okiya::{Garden, Player, Wish, WishSearch};
use hanamachi_solver::search::budget::Progress as _;
use indicatif::HumanCount;

use super::second_wins;
use crate::args::{OutputArgs, SeedArgs, ThreadArgs, one_of, seconds};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, json};
use crate::progress::SearchProgress;
use crate::seed;
use crate::session::Session;
use crate::workers;

const EXAMPLES: &str = "\
Examples:
  # A garden to play on
  hanamachi okiya random --long

  # The same five gardens every time
  hanamachi okiya random --count 5 --seed 1

  # Puzzles: exactly one of the twelve openings wins
  hanamachi okiya random --won-by first --openings 1 --count 3 --seed 1

  # A garden that the second player wins, one in some 4,600
  hanamachi okiya random --won-by second --seed 1
";

/// Gardens per thread in the first and the largest round of a search. Each round has twice as many as the last.
const FIRST_ROUND: usize = 64;
const LARGEST_ROUND: usize = 4096;

/// Interval between progress messages where no progress bar is drawn.
const TELL_EVERY: Duration = Duration::from_secs(60);

/// Shuffle gardens, each of the 16! as likely as any other
///
/// The gardens of a seed are the same on every machine, and the first ones do not depend on --count.
///
/// `--won-by first` draws the same gardens, solves each one under full=draw, and prints those with the property.
/// `--won-by second` draws directly from the list of all such gardens. All gardens with the property are equally
/// likely. The first player wins about two gardens in three, the second about one in 4,600. Gardens with many winning
/// openings are rare: of four million gardens, one had twelve.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RandomArgs {
    /// Number of gardens
    #[arg(long, short = 'n', value_name = "N", default_value = "1")]
    count: NonZeroU64,
    /// Print the long form, two letters a tile
    #[arg(long)]
    long: bool,
    /// Only gardens that this player wins with best play
    #[arg(long, value_name = "PLAYER", value_parser = one_of(&[("first", Player::X), ("second", Player::O)]))]
    won_by: Option<Player>,
    /// With --won-by, only gardens in which exactly N of the twelve openings win for the first player
    #[arg(long, value_name = "N", requires = "won_by")]
    openings: Option<usize>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Give up after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
}

impl RandomArgs {
    /// Returns the requested property.
    fn wish(&self) -> Result<Option<Wish>, Failure> {
        let wish = self.won_by.map(|player| Wish::new(player, self.openings));
        wish.transpose().map_err(|error| Failure::Usage(error.to_string()))
    }
}

/// Runs the command.
pub(crate) fn run(args: &RandomArgs, session: &Session) -> Result<(), Failure> {
    let wish = args.wish()?;
    let output = Output::open(&args.output)?;
    let seed = seed::resolve(args.seed.seed, session)?;
    if let Some(limit) = args.time {
        interrupt::set_after(limit, session.cancel);
    }
    let mut printer = Printer { output, args, seed, wish };
    match wish {
        Some(_) if args.won_by == Some(Player::O) => {
            let mut rng = seed::generator(seed);
            for index in 0..args.count.get() {
                session.check()?;
                printer.print(index, &second_wins::random(&mut rng))?;
            }
        }
        Some(wish) => find(wish, &mut printer, session)?,
        None => {
            for (index, garden) in (0..args.count.get()).zip(seed::gardens(seed)) {
                session.check()?;
                printer.print(index, &garden)?;
            }
        }
    }
    printer.output.finish()
}

/// Prints the first gardens of the seed that have the property.
fn find(wish: Wish, printer: &mut Printer<'_>, session: &Session) -> Result<(), Failure> {
    let count = printer.args.count.get();
    let threads = printer.args.threads.count();
    let pool = workers::thread_pool(threads)?;
    let search = WishSearch::new(wish, session.cancel);
    let mut drawn = Drawn::start(count, session);
    let mut gardens = seed::gardens(printer.seed);
    let mut round = FIRST_ROUND;
    loop {
        let candidates: Vec<Garden> = gardens.by_ref().take(round * threads).collect();
        let left = usize::try_from(count - drawn.found).unwrap_or(usize::MAX);
        let places = match pool.install(|| search.select(&candidates, left)) {
            Ok(places) => places,
            Err(stop) => {
                drawn.stopped();
                printer.output.flush()?;
                session.check()?;
                return Err(stop.into());
            }
        };
        for &place in &places {
            printer.print(drawn.gardens + place as u64, &candidates[place])?;
        }
        drawn.advance(candidates.len() as u64, places.len() as u64);
        if drawn.found == count {
            return Ok(());
        }
        if !places.is_empty() {
            printer.output.flush()?;
        }
        round = (2 * round).min(LARGEST_ROUND);
    }
}

/// Progress of a search, shown as a bar or as occasional messages.
struct Drawn<'a> {
    gardens: u64,
    found: u64,
    count: u64,
    bar: SearchProgress,
    told: Instant,
    session: &'a Session,
}

impl<'a> Drawn<'a> {
    fn start(count: u64, session: &'a Session) -> Self {
        let bar = SearchProgress::start("gardens drawn", session);
        Self { gardens: 0, found: 0, count, bar, told: Instant::now(), session }
    }

    fn advance(&mut self, gardens: u64, found: u64) {
        self.gardens += gardens;
        self.found += found;
        self.bar.advance(gardens);
        self.bar.say(format_args!("{} of {} found", HumanCount(self.found), HumanCount(self.count)));
        if !self.session.draws_progress() && self.told.elapsed() >= TELL_EVERY {
            self.told = Instant::now();
            self.session.note(self.words());
        }
    }

    /// Ends the progress bar and prints the progress so far.
    fn stopped(&mut self) {
        self.bar = SearchProgress::hidden();
        self.session.note(self.words());
    }

    fn words(&self) -> String {
        let [found, count, gardens] = [self.found, self.count, self.gardens].map(HumanCount);
        format!("{found} of {count} found in {gardens} gardens drawn")
    }
}

/// Prints gardens.
struct Printer<'a> {
    output: Output,
    args: &'a RandomArgs,
    seed: u64,
    wish: Option<Wish>,
}

impl Printer<'_> {
    /// Prints garden number `index` of the seed.
    fn print(&mut self, index: u64, garden: &Garden) -> Result<(), Failure> {
        let text = if self.args.output.json {
            json(&GardenObject::new(garden, self.seed, index, self.wish))
        } else if self.args.long {
            garden.long().to_string()
        } else {
            garden.short().to_string()
        };
        self.output.line(&text)
    }
}
