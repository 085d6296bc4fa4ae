//! `hanamikoji beliefs`: where the unseen cards may be.

use std::fmt::Write;

use clap::Args;
use hanamachi_solver::hanamikoji::analysis::{AnalysisError, Opponent, Reach};
use hanamachi_solver::hanamikoji::study::Holdings;
use hanamachi_solver::hanamikoji::{Geisha, InformationSet, Place, distinguishable_placements};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use serde::Serialize;

use super::insight::basis;
use super::item::{self, LastGame};
use super::words;
use crate::args::{ItemArgs, SeedArgs, word};
use crate::failure::Failure;
use crate::output::{ENGINE, json};
use crate::query::{Form, Query, QueryRunner};
use crate::seed;
use crate::session::Session;
use crate::style::{BOLD, count, paint};
use crate::workers::Workers;

const EXAMPLE: &str = "hanamachi hanamikoji beliefs '+..-... 2 ABDFG 2XX,3EEG-E,1X'";

const EXAMPLES: &str = "\
Examples:
  # What the opponent may hold, keep and have discarded
  hanamachi hanamikoji beliefs '+..-... 2 ABDFG 2XX,3EEG-E,1X'

  # What a sensible opponent would hold who played so
  hanamachi hanamikoji beliefs '+..-... 2 ABDFG 2XX,3EEG-E,1X' --opponent learned --seed 1

  # For another program
  hanamachi hanamikoji beliefs '....... 1 ABCDEFG -' --json
";

/// Tell where the unseen cards may be, and how likely
///
/// For each geisha the probability of every number of her cards in the opponent's hand, secret and trade-off, in the
/// deck, and aside as the card removed. The unseen cards are taken to be shuffled, as if the opponent had had no reason
/// for what was played; under that assumption the numbers are exact. With `--opponent learned` they are estimated from 2,000
/// deals that are weighted by what a sensible opponent would have done with them, in the standard game.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", item::information_set))]
pub(crate) struct BeliefsArgs {
    #[command(flatten)]
    pub(crate) item: ItemArgs,
    /// What the opponent is taken to play by: nothing, or what self-play has taught
    #[arg(long, value_parser = word::<Reach>(), value_name = "MODEL", default_value = "uniform")]
    opponent: Reach,
}

/// Runs the command.
pub(crate) fn run(args: &BeliefsArgs, session: &Session) -> Result<(), Failure> {
    let ItemArgs { text, seed: asked, output, threads } = &args.item;
    let seed = match args.opponent {
        Reach::Uniform => *asked,
        Reach::Learned => SeedArgs { seed: Some(seed::resolve(asked.seed, session)?) },
    };
    let exchange = QueryRunner { text, seed, output, example: EXAMPLE };
    let workers = Workers::new(threads.count(), LastGame::default)?;
    exchange.ask(
        &Ask { opponent: args.opponent.into(), seed: seed.seed.unwrap_or_default() },
        &workers,
        session,
    )
}

struct Ask {
    opponent: Opponent,
    seed: u64,
}

impl Query for Ask {
    type Item = InformationSet;
    type State = LastGame;

    fn answer(&self, game: &mut LastGame, set: &InformationSet, form: Form) -> Result<String, Failure> {
        if self.opponent != Opponent::Uniform && !set.rules().is_standard_round() {
            return Err(Failure::Usage(AnalysisError::NotStandard.to_string()));
        }
        let round = game.round_of(set);
        let holdings = Holdings::new(&round, set.key(), self.opponent, self.seed);
        Ok(match form {
            Form::Json => json(&BeliefsObject::new(set, &holdings)),
            Form::Line => format!("{set}  {}", line(&holdings)),
            Form::Page => page(&holdings),
        })
    }
}

/// `hanamikoji.beliefs/1`: the numbers are proved under the assumption that is named.
#[derive(Serialize)]
struct BeliefsObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    information_set: String,
    kind: Strength,
    /// What the opponent is assumed to have played by: `uniform`, every placement of the unseen cards equally likely, or
    /// `learned`.
    method: &'static str,
    /// The size of the sample, where the numbers are estimated.
    n: Option<usize>,
    /// The unseen cards.
    unseen: String,
    /// How many of them lie in each place.
    sizes: ByPlace<u32>,
    /// Placements of the unseen cards, each card a thing of its own: the equally likely cases.
    placements: u128,
    /// The same where cards of one geisha are alike.
    distinguishable_placements: u128,
    /// For each geisha in the game, in order.
    geisha: Vec<GeishaObject>,
}

/// Where one geisha's unseen cards may be.
#[derive(Serialize)]
pub(super) struct GeishaObject {
    geisha: char,
    unseen: u32,
    #[serde(flatten)]
    places: ByPlace<CopiesObject>,
}

/// The probabilities of 0, 1, 2, … cards, and the expected number.
#[derive(Serialize)]
struct CopiesObject {
    probabilities: Vec<f64>,
    expected: f64,
}

#[derive(Serialize)]
struct ByPlace<T> {
    hand: T,
    secret: T,
    trade_off: T,
    deck: T,
    removed: T,
}

impl<T> ByPlace<T> {
    fn new(of: impl Fn(Place) -> T) -> Self {
        Self {
            hand: of(Place::Hand),
            secret: of(Place::Secret),
            trade_off: of(Place::TradeOff),
            deck: of(Place::Deck),
            removed: of(Place::Removed),
        }
    }
}

/// For each geisha in the game, in order, where her cards may be.
pub(super) fn geisha_objects(set: &InformationSet, holdings: &Holdings) -> Vec<GeishaObject> {
    let Holdings { beliefs, hidden, .. } = holdings;
    let copies = |place, geisha| {
        let copies = beliefs.copies(place, geisha);
        CopiesObject { probabilities: copies.probabilities().to_vec(), expected: copies.expected() }
    };
    let of = |geisha: Geisha| GeishaObject {
        geisha: geisha.letter(),
        unseen: hidden.unseen().count(geisha),
        places: ByPlace::new(|place| copies(place, geisha)),
    };
    set.rules().geisha().map(of).collect()
}

impl BeliefsObject {
    fn new(set: &InformationSet, holdings: &Holdings) -> Self {
        let hidden = &holdings.hidden;
        Self {
            schema: "hanamikoji.beliefs/1",
            engine: ENGINE,
            rules: words::rules_of_set(set),
            information_set: set.to_string(),
            kind: holdings.strength(),
            method: holdings.basis.word(),
            n: holdings.basis.sample_size(),
            unseen: hidden.unseen().to_string(),
            sizes: ByPlace::new(|place| hidden.size(place)),
            placements: hidden.placements(),
            distinguishable_placements: distinguishable_placements(hidden),
            geisha: geisha_objects(set, holdings),
        }
    }
}

const fn title(place: Place) -> &'static str {
    match place {
        Place::Hand => "The opponent's hand",
        Place::Secret => "The opponent's secret",
        Place::TradeOff => "The opponent's trade-off",
        Place::Deck => "The deck",
        Place::Removed => "The card removed",
    }
}

/// The expected number of each unseen geisha's cards in the opponent's hand.
fn line(holdings: &Holdings) -> String {
    let Holdings { beliefs, hidden, .. } = holdings;
    let expected = |(geisha, _)| format!("{geisha} {:.2}", beliefs.copies(Place::Hand, geisha).expected());
    hidden.unseen().kinds().map(expected).collect::<Vec<_>>().join("  ")
}

fn page(holdings: &Holdings) -> String {
    let Holdings { beliefs, hidden, .. } = holdings;
    let unseen = hidden.unseen();
    let mut text = format!("unseen  {}  ({})", words::cards(unseen), count(unseen.len() as usize, "card"));
    for place in Place::ALL.into_iter().filter(|&place| hidden.size(place) > 0) {
        let size = count(hidden.size(place) as usize, "card");
        let _ = write!(text, "\n\n{}\n   ", paint(BOLD, format_args!("{}, {size}", title(place))));
        let rows = || unseen.kinds().map(|(geisha, _)| (geisha, beliefs.copies(place, geisha)));
        let columns = rows().map(|(_, copies)| copies.probabilities().len()).max().unwrap_or_default();
        for number in 0..columns {
            let _ = write!(text, "{number:>8}");
        }
        text += "   expected";
        for (geisha, copies) in rows() {
            let _ = write!(text, "\n  {geisha}");
            for column in 0..columns {
                let _ = match copies.probabilities().get(column) {
                    Some(probability) => write!(text, "{:>7.1}%", 100.0 * probability),
                    None => write!(text, "{:8}", ""),
                };
            }
            let _ = write!(text, "   {:>8.2}", copies.expected());
        }
    }
    let _ = write!(
        text,
        "\n\n{} {} placements of the cards, {} that look different.",
        basis(holdings),
        hidden.placements(),
        distinguishable_placements(hidden)
    );
    text
}
