//! A player's knowledge: places of the unseen cards, effect of other cards in hand, probable answers of the
//! opponent.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::Arc;

use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::analysis::{Method, Past, UnknownWord, WordSetting};
use hanamachi_solver::hanamikoji::policy::{GreedyPolicy, Policy};
use hanamachi_solver::hanamikoji::study::{Evaluate, Exchanges, Holdings, PositionValue};
use hanamachi_solver::hanamikoji::{
    Action, Document, InformationSet, Kind, Posterior, Round, Rules, Variation,
};
use hanamachi_solver::search::parallel::Streams;
use hanamachi_solver::search::root_values::Effort;
use hanamachi_solver::search::strength::Strength;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::searching::{quick, search_fault, solve_fault};
use super::{SeatNumber, nothing_to_decide, read};
use crate::fault::Fault;
use crate::host::{Host, Message, WHAT_IF, Work};
use crate::method::{Answer, Solvers, raw};
use hanamachi_solver::ENGINE;
use hanamachi_solver::hanamikoji::objects::{BeliefsObject, WhatIf};
use hanamachi_solver::hanamikoji::players::named::OwnPlayer;
use hanamachi_solver::text::shell_word;

/// The information set of a request: that of the document's reader; in a record without a reader, that of the
/// player to decide.
pub(super) fn set_of(document: &Document, seat: Option<SeatNumber>) -> Result<InformationSet, Fault> {
    let reader = document.reader().or(seat.map(|seat| seat.0)).or(document.to_decide());
    if document.waits_for_draw() {
        let message = "the reader has drawn a card: enter it first";
        return Err(Fault::refused("draw_needed", message).about("round"));
    }
    reader.and_then(|reader| document.information_set(reader)).ok_or_else(nothing_to_decide)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeliefsParams {
    round: String,
    seat: Option<SeatNumber>,
    /// How the opponent is thought to have played: `uniform`, `learned` or `equilibrium`.
    opponent: Option<String>,
    policy: Option<String>,
}

/// Computes the posterior of the unseen cards.
pub(crate) fn beliefs(_: &Solvers, params: BeliefsParams, host: &dyn Host) -> Result<Answer, Fault> {
    let set = set_of(&read(&params.round)?, params.seat)?;
    let round = super::round_of(&set);
    let text = shell_word(&set.to_string());
    let unsuited = |reason: String| Fault::refused("unsuited", reason).about("policy");
    let (object, flag) = match (params.policy, params.opponent) {
        (Some(_), Some(_)) => return Err(Fault::parameter("policy", "give an `opponent` or a `policy`")),
        (Some(name), None) => {
            let player = player(&name, "policy")?;
            let policy = player.policy.as_ref().ok_or_else(|| {
                unsuited(format!("`{}` states no probabilities of its actions", player.text))
            })?;
            policy.check(set.rules()).map_err(|error| unsuited(error.to_string()))?;
            let work = Work::new(host, "decisions", None, host.limits().time);
            let holdings = Holdings::of_policy(&round, &set, policy, work.context())?;
            (
                BeliefsObject::new(&set, &holdings, Some(player.text.clone())),
                format!(" --policy {}", shell_word(&player.text)),
            )
        }
        (None, name) => {
            let read = |name: &String| {
                let refuse = |words: UnknownWord| Fault::parameter("opponent", words.to_string());
                name.parse::<Past>().map_err(refuse)
            };
            let asked = name.as_ref().map(read).transpose()?;
            let past = asked.unwrap_or_else(|| Past::for_rules(set.rules()));
            past.check(set.rules()).map_err(|error| unsuited(error.to_string()).about("opponent"))?;
            let holdings = Holdings::new(&round, &set, past);
            let flag = asked.map(|past| format!(" --reach {past}")).unwrap_or_default();
            (BeliefsObject::new(&set, &holdings, None), flag)
        }
    };
    Ok(Answer::new(&object).by(format!("hanamachi hana beliefs {text}{flag} --json")))
}

/// One of the players that need no file.
pub(super) fn player(name: &str, field: &'static str) -> Result<OwnPlayer, Fault> {
    let refuse = |message: String| Fault::refused("unknown_player", message).about(field);
    match OwnPlayer::parse(name, &Arc::default()) {
        Ok(Some(player)) => Ok(player),
        Ok(None) => {
            let name = name.split(':').next().unwrap_or_default();
            Err(refuse(format!(
                "there is no player `{}`; there are {}",
                name.escape_debug(),
                hanamachi_solver::hanamikoji::players::named::names()
            )))
        }
        Err(error) => Err(refuse(error.to_string())),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswersParams {
    round: String,
    action: String,
    seat: Option<SeatNumber>,
    seed: Option<u64>,
}

/// `board.answers/1`: the opponent's probable answers to an offer.
#[derive(Serialize)]
struct AnswersObject {
    schema: &'static str,
    engine: &'static str,
    information_set: String,
    action: String,
    kind: Strength,
    /// Model of the opponent's hand and play: `equilibrium`, `learned` if that is not available, or `greedy`
    /// in reduced games.
    model: &'static str,
    /// Number of sampled deals.
    n: u32,
    answers: Vec<TakenObject>,
}

#[derive(Serialize)]
struct TakenObject {
    answer: String,
    probability: f64,
}

/// Deals in a sample of answers: enough for one decimal of a probability in ten.
const DEALS: u32 = 200;

/// Estimates the opponent's answers to an offer.
pub(crate) fn answers(_: &Solvers, params: AnswersParams, _: &dyn Host) -> Result<Answer, Fault> {
    let set = set_of(&read(&params.round)?, params.seat)?;
    let round = super::round_of(&set);
    let mut actions = Vec::new();
    if set.to_decide() == Some(set.seat()) {
        round.legal(set.key(), &mut actions);
    }
    let action = actions.into_iter().find(|action| action.to_string() == params.action);
    let action = action.ok_or_else(|| {
        Fault::refused("illegal_action", "this is no legal action of the reader").about("action")
    })?;
    if !matches!(action.kind(), Some(Kind::Gift | Kind::Competition)) {
        return Err(Fault::refused("no_offer", "only a gift and a competition are answered").about("action"));
    }
    let mut generator = Streams::new(params.seed.unwrap_or_else(|| set.seed(&round))).first();
    let model = model(set.rules());
    let taken = taken(&round, &set, action, model, &mut generator);
    let mut answers: Vec<TakenObject> = taken
        .into_iter()
        .map(|(answer, probability)| TakenObject { answer: answer.to_string(), probability })
        .collect();
    answers.sort_by(|one, other| other.probability.total_cmp(&one.probability));
    Ok(Answer::new(&AnswersObject {
        schema: "board.answers/1",
        engine: ENGINE,
        information_set: set.to_string(),
        action: action.to_string(),
        kind: Strength::Estimated,
        model: model.map_or("greedy", WordSetting::word),
        n: DEALS,
        answers,
    }))
}

/// The best model available of the opponent's hand and play; `None` for `greedy`, which implies nothing about hands.
fn model(rules: &Rules) -> Option<Past> {
    match Past::for_rules(rules) {
        Past::Uniform if rules.is_standard_round() => Some(Past::Learned),
        Past::Uniform => None,
        past => Some(past),
    }
}

/// Probability of each answer by the model of the opponent, averaged over hands drawn from its posterior;
/// `greedy` has none, so its hands are drawn uniformly.
fn taken(
    round: &Round,
    set: &InformationSet,
    offer: Action,
    model: Option<Past>,
    generator: &mut Xoshiro256PlusPlus,
) -> BTreeMap<Action, f64> {
    let known = model.and_then(Past::policy);
    let policy: &dyn Policy = known.as_deref().map_or(&GreedyPolicy, |policy| policy);
    let posterior = known.as_ref().map(|policy| Posterior::new(round, set.key(), policy));
    let hidden = round.hidden(set.key());
    let mut shares = BTreeMap::new();
    let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
    for _ in 0..DEALS {
        let mut state = match &posterior {
            Some(posterior) => posterior.sample(generator),
            None => hidden.sample(generator),
        };
        round.play(&mut state, offer);
        let information = round.information(&state, !set.seat());
        round.legal(&information, &mut actions);
        policy.probabilities(round, &information, &actions, &mut probabilities);
        for (&action, probability) in actions.iter().zip(&probabilities) {
            *shares.entry(action).or_default() += probability / f64::from(DEALS);
        }
    }
    shares
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhatIfParams {
    round: String,
    seat: Option<SeatNumber>,
    seed: Option<u64>,
    iterations: Option<NonZeroU64>,
}

/// `board.whatif/1`: the effect of other cards in hand.
#[derive(Serialize)]
struct WhatIfObject {
    schema: &'static str,
    engine: &'static str,
    information_set: String,
    seed: u64,
    /// `exact`, `equilibrium` or `ismcts`.
    method: &'static str,
    /// `null` if there is no card to exchange.
    what_if: Option<WhatIf>,
}

/// Default number of iterations for each hand.
const EACH: NonZeroU64 = NonZeroU64::new(1000).unwrap();

/// A question about the other hands.
struct OtherHands<'a> {
    host: &'a dyn Host,
    set: InformationSet,
    round: Round,
    variations: Vec<Variation>,
    method: Method,
    seed: u64,
}

/// Values each card in hand against each card that might be there instead.
pub(crate) fn what_if(_: &Solvers, params: WhatIfParams, host: &dyn Host) -> Result<Answer, Fault> {
    let set = set_of(&read(&params.round)?, params.seat)?;
    let (round, variations) = (super::round_of(&set), set.variations());
    let method = Method::for_rules(set.rules());
    let seed = params.seed.unwrap_or_else(|| set.seed(&round));
    let question = OtherHands { host, set, round, variations, method, seed };
    let solved = if params.iterations.is_none() { question.solve()? } else { None };
    let answer = match solved {
        Some(answer) => answer,
        None => question.search(params.iterations.unwrap_or(EACH))?,
    };
    Ok(Answer::new(&answer))
}

impl OtherHands<'_> {
    /// Solves the rest of the round for all hands at once where the program does. A quick search of each hand
    /// is reported first.
    fn solve(&self) -> Result<Option<WhatIfObject>, Fault> {
        let Self { host, set, round, variations, seed, .. } = self;
        // Without a limit of time, the answer equals the program's.
        let question = Evaluate::usual(None, Some(*seed));
        if question.may_solve(set) {
            self.searched(quick(self.method, *seed), None)?;
        }
        let work = Work::until(*host, "iterations", None, host.elapsed() + host.limits().time);
        let solved = question.solve_if_small(round, set, variations, work.context());
        Ok(solved.map_err(solve_fault)?.map(|study| {
            let method = match &study.value {
                PositionValue::Solved(solved) => solved.method(),
                PositionValue::Searched(found) => found.method.name(),
            };
            self.object(method, study.exchanges.as_ref(), None)
        }))
    }

    /// Searches each hand.
    fn search(&self, iterations: NonZeroU64) -> Result<WhatIfObject, Fault> {
        let hands = self.variations.len() as u64 + 1;
        let total = iterations.get().saturating_mul(hands);
        let most = self.host.limits().iterations;
        if total > most {
            let message = format!("{} iterations for each hand at most", most / hands);
            return Err(Fault::parameter("iterations", message));
        }
        let block_size = NonZeroU64::new(iterations.get().div_ceil(10)).unwrap_or(NonZeroU64::MIN);
        let effort = Effort { iterations: iterations.get(), block_size, seed: self.seed };
        self.searched(effort, Some(total))
    }

    /// Searches each hand with this effort, and reports the hands so far after each of them.
    fn searched(&self, effort: Effort, total: Option<u64>) -> Result<WhatIfObject, Fault> {
        let work = Work::until(self.host, "iterations", total, self.host.limits().time_of(WHAT_IF));
        let method = self.method.name();
        let each = NonZeroU64::new(effort.iterations);
        // A hand whose search was cut short cannot be compared with the others.
        let partial = |exchanges: &Exchanges| {
            if work.check().is_ok() {
                self.host.tell(&Message::Partial(&raw(&self.object(method, Some(exchanges), each))));
            }
        };
        let exchanges =
            Exchanges::search(&self.round, &self.set, (self.method, effort), work.context(), partial);
        let exchanges = exchanges.map_err(search_fault)?;
        work.check()?;
        Ok(self.object(method, exchanges.as_ref(), each))
    }

    fn object(
        &self,
        method: &'static str,
        exchanges: Option<&Exchanges>,
        each: Option<NonZeroU64>,
    ) -> WhatIfObject {
        WhatIfObject {
            schema: "board.whatif/1",
            engine: ENGINE,
            information_set: self.set.to_string(),
            seed: self.seed,
            method,
            what_if: exchanges.map(|exchanges| WhatIf::new(&self.set, exchanges, each)),
        }
    }
}
