//! Rounds to begin with: set up from a hand, or dealt.

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::Geisha;
use hanamachi_solver::hanamikoji::notation::{DescribedDeal, Tags};
use hanamachi_solver::hanamikoji::objects::DealObject;
use hanamachi_solver::search::parallel::Streams;
use hanamachi_solver::text::shell_word;
use serde::{Deserialize, Serialize};

use super::round::{BoardRoundObject, told};
use super::{SeatNumber, read};
use crate::fault::Fault;
use crate::host::Host;
use crate::method::{Answer, Solvers};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupParams {
    seat: SeatNumber,
    hand: String,
    favour: Option<String>,
    rules: Option<String>,
    round: Option<u16>,
}

/// The tags of a game by these rules in round `round`.
fn tags(rules: Option<&str>, round: Option<u16>) -> Result<Tags, Fault> {
    let text = rules.unwrap_or_default();
    let mut tags: Tags = text.parse().map_err(|error| Fault::of_text(&error, text).about("rules"))?;
    if let Some(round) = round {
        tags.round = round.try_into().map_err(|_| Fault::parameter("round", "rounds are counted from 1"))?;
    }
    Ok(tags)
}

/// The tags as a suffix of a text; empty for the default tags.
fn behind(tags: Tags) -> String {
    let text = tags.to_string();
    if text.is_empty() { text } else { format!(" {text}") }
}

/// Sets up a round at a table before its first turn, from a hand.
pub(crate) fn setup(_: &Solvers, params: SetupParams, _: &dyn Host) -> Result<Answer, Fault> {
    let SeatNumber(seat) = params.seat;
    let tags = tags(params.rules.as_deref(), params.round)?;
    let rules = &tags.rules;
    let mut letters: Vec<char> = params.hand.chars().map(|letter| letter.to_ascii_uppercase()).collect();
    letters.sort_unstable();
    if let Some(wrong) = letters.iter().find(|&&letter| Geisha::from_letter(letter).is_none()) {
        let message = format!("`{}` is no geisha: cards are letters from A to G", wrong.escape_debug());
        return Err(Fault::refused("invalid_card", message).about("hand"));
    }
    let first = rules.first_hand() as usize;
    // The first player's first draw: it makes no difference which of the cards was drawn.
    let drawn = if seat == Seat::First && letters.len() == first + 1 { letters.pop() } else { None };
    if letters.len() != first {
        let with_draw = if seat == Seat::First { ", or one more with the first draw" } else { "" };
        let message = format!(
            "a first hand has {first} cards{with_draw}, and this one has {}",
            params.hand.chars().count()
        );
        return Err(Fault::refused("invalid_hand", message).about("hand"));
    }
    let mut draws: String = "X".repeat(rules.turns());
    if let Some(drawn) = drawn {
        draws.replace_range(..1, &drawn.to_string());
    }
    let favour = match (params.favour, seat) {
        (None, _) => ".".repeat(rules.geisha_count()),
        (Some(favour), Seat::First) => favour,
        (Some(favour), Seat::Second) => favour
            .chars()
            .map(|sign| match sign {
                '+' => '-',
                '-' => '+',
                other => other,
            })
            .collect(),
    };
    let own: String = letters.into_iter().collect();
    let hidden = "X".repeat(first);
    let hands = if seat == Seat::First { format!("{own}/{hidden}") } else { format!("{hidden}/{own}") };
    let text = format!("{} X/{hands}/{draws} -{}", one_field(&favour), behind(tags));
    let document = read(&text).map_err(|fault| {
        let fault = fault.without_place();
        if fault.field.as_deref() == Some("deal") { fault.about("hand") } else { fault }
    })?;
    told(&document, None)
}

/// Markers that fill one field of a text, or a text that names none: a blank would shift all later fields.
fn one_field(favour: &str) -> &str {
    if favour.is_empty() || favour.contains([' ', '_']) { "?" } else { favour }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DealParams {
    seed: u64,
    #[serde(default)]
    index: u64,
    favour: Option<String>,
    rules: Option<String>,
    round: Option<u16>,
    seat: Option<SeatNumber>,
}

#[derive(Serialize)]
struct DealtObject {
    #[serde(flatten)]
    round: BoardRoundObject,
    deal: DealObject,
}

/// Number of deals that one seed can name.
const MOST_DEALS: u64 = 1_000_000;

/// Shuffles and deals a round.
pub(crate) fn deal(_: &Solvers, params: DealParams, _: &dyn Host) -> Result<Answer, Fault> {
    let DealParams { seed, index, favour, rules, round, seat } = params;
    if index >= MOST_DEALS {
        return Err(Fault::parameter(
            "index",
            format!("the deals of a seed are counted from 0 to {}", MOST_DEALS - 1),
        ));
    }
    let tags = tags(rules.as_deref(), round)?;
    let mut generator = Streams::new(seed).first();
    for _ in 0..index {
        let _ = DescribedDeal::random(tags, &mut generator);
    }
    let dealt = DescribedDeal::random(tags, &mut generator);
    let favour = favour.unwrap_or_else(|| ".".repeat(tags.rules.geisha_count()));
    let text = format!("{} {} -{}", one_field(&favour), dealt.deal(), behind(tags));
    let document = read(&text).map_err(Fault::without_place)?;
    let object = DealtObject {
        round: BoardRoundObject::new(&document, seat)?,
        deal: DealObject::new(&dealt, seed, index),
    };
    let answer = Answer::new(&object);
    let tags = tags.to_string();
    let rules = if tags.is_empty() { String::new() } else { format!(" --rules {}", shell_word(&tags)) };
    Ok(if index == 0 {
        answer.by(format!("hanamachi hana deal --seed {seed}{rules} --json"))
    } else {
        answer
    })
}
