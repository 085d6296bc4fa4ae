//! `hanamikoji beliefs`: the probable places of the unseen cards.

use std::fmt::Write;

use clap::Args;
use hanamachi_report::terminal::hanamikoji::basis;
use hanamachi_report::terminal::{BOLD, count, paint};
use hanamachi_solver::hanamikoji::analysis::Past;
use hanamachi_solver::hanamikoji::objects::{BeliefsObject, LastGame};
use hanamachi_solver::hanamikoji::study::Holdings;
use hanamachi_solver::hanamikoji::{InformationSet, Place, Round, distinguishable_placements};

use super::item;
use super::players::PlayerSpec;
use super::words;
use crate::args::ItemArgs;
use crate::failure::Failure;
use crate::hanamikoji::words::setting;
use crate::output::json;
use crate::progress::SearchProgress;
use crate::query::{AnswerForm, Query, QueryRunner};
use crate::session::Session;
use crate::workers::Workers;

const EXAMPLE: &str = "hanamachi hanamikoji beliefs '+..-... 2 ABDFG 2XX,3EEG-E,1X'";

const EXAMPLES: &str = "\
Examples:
  # What the opponent may hold, keep and have discarded
  hanamachi hanamikoji beliefs '+..-... 2 ABDFG 2XX,3EEG-E,1X'

  # The same if the opponent's play carries no information
  hanamachi hanamikoji beliefs '+..-... 2 ABDFG 2XX,3EEG-E,1X' --reach uniform

  # The same if the opponent plays by the rule of thumb
  hanamachi hanamikoji beliefs '+..-... 2 ABDFG 2XX,3EEG-E,1X' --policy greedy

  # For another program
  hanamachi hanamikoji beliefs '....... 1 ABCDEFG -' --json
";

/// Find the probable places of the unseen cards
///
/// Shows for each geisha the probability of every number of her cards in the opponent's hand, secret and
/// trade-off, in the deck, and aside as the removed card. The numbers are the exact posterior for an opponent
/// who plays as a model does: each hand, secret and trade-off is weighted by the probability that the model
/// reaches it and plays what was seen. In the standard game the model is the approximate equilibrium, as in
/// `evaluate`. With `--reach uniform`, and in reduced games, the unseen cards count as shuffled, as if the
/// opponent's play carried no information. `--policy PLAYER` names a player as the model; where it never plays
/// what was seen, it plays at random once in a thousand decisions. `--reach learned` is `--policy
/// learned:temperature=0.15`, in the standard game.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", item::information_set))]
pub(crate) struct BeliefsArgs {
    #[command(flatten)]
    pub(crate) item: ItemArgs,
    /// Model of the opponent's play: none, sensible play, or the approximate equilibrium [default: equilibrium
    /// in the standard game, else uniform]
    #[arg(long, value_parser = setting::<Past>(), value_name = "MODEL")]
    reach: Option<Past>,
    /// Player that models the opponent; it must state its probabilities: `greedy`,
    /// `learned:temperature=0.15`, `table:FILE`, …
    #[arg(long, value_name = "PLAYER", conflicts_with = "reach")]
    policy: Option<PlayerSpec>,
    /// Of an earlier version: `reach`.
    #[arg(long, hide = true, value_parser = setting::<Past>(), conflicts_with_all = ["reach", "policy"])]
    opponent: Option<Past>,
}

/// Runs the command.
pub(crate) fn run(args: &BeliefsArgs, session: &Session) -> Result<(), Failure> {
    let ItemArgs { text, seed, output, threads } = &args.item;
    if let Some(past) = args.opponent {
        session.note(format_args!("--opponent: of an earlier version, now --reach {past}"));
    }
    let exchange = QueryRunner { text, seed: *seed, output, example: EXAMPLE };
    let workers = Workers::new(threads.count(), LastGame::default)?;
    exchange.ask(
        &Ask { past: args.reach.or(args.opponent), player: args.policy.clone(), session: *session },
        &workers,
        session,
    )
}

struct Ask {
    /// How the opponent is thought to have played; the best known for the rules if none was named.
    past: Option<Past>,
    /// Player that models the opponent instead.
    player: Option<PlayerSpec>,
    session: Session,
}

impl Ask {
    fn holdings(&self, round: &Round, set: &InformationSet) -> Result<Holdings, Failure> {
        let Some(player) = &self.player else {
            let past = self.past.unwrap_or_else(|| Past::for_rules(set.rules()));
            past.check(set.rules()).map_err(|error| Failure::Usage(error.to_string()))?;
            return Ok(Holdings::new(round, set, past));
        };
        let policy = player.policy(set.rules())?;
        player.check_set(set)?;
        let progress = SearchProgress::start("decisions of the player", &self.session);
        let holdings = Holdings::of_policy(round, set, &policy, self.session.context(&progress))?;
        policy.fault().map_or(Ok(()), |fault| Err(Failure::Usage(fault.to_string())))?;
        Ok(holdings)
    }
}

impl Query for Ask {
    type Item = InformationSet;
    type State = LastGame;

    fn answer(&self, game: &mut LastGame, set: &InformationSet, form: AnswerForm) -> Result<String, Failure> {
        let round = game.round_of(set);
        let holdings = self.holdings(&round, set)?;
        let player = self.player.as_ref().map(ToString::to_string);
        Ok(match form {
            AnswerForm::Json => json(&BeliefsObject::new(set, &holdings, player)),
            AnswerForm::Line => format!("{set}  {}", line(&holdings)),
            AnswerForm::Page => page(&holdings, player.as_deref()),
        })
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

/// Expected number of each unseen geisha's cards in the opponent's hand.
fn line(holdings: &Holdings) -> String {
    let Holdings { beliefs, hidden, .. } = holdings;
    let expected = |(geisha, _)| format!("{geisha} {:.2}", beliefs.copies(Place::Hand, geisha).expected());
    hidden.unseen().kinds().map(expected).collect::<Vec<_>>().join("  ")
}

fn page(holdings: &Holdings, player: Option<&str>) -> String {
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
        basis(holdings, player),
        hidden.placements(),
        distinguishable_placements(hidden)
    );
    text
}
