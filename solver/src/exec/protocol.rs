//! `hanamikoji.player/1`: the protocol between a match and an outside program.
//!
//! JSON Lines: a request on the program's standard input, an answer on its standard output, one object a
//! line. `docs/src/protocol.md` documents it for authors of such programs; `scripts/example_player.py` is an
//! example.
//!
//! ```text
//! → {"type":"hello","id":0,"protocol":"hanamikoji.player/1","rules":"rounds=inf …"}
//! ← {"id":0,"name":"example","version":"1.0"}
//! → {"type":"game_start","rules":"rounds=inf …","moves_first":false}
//! → {"type":"round_start","rules":"rounds=inf …","favour":"+..-...","seat":2,"hand":"ABDFGG"}
//! → {"type":"decide","id":1,"protocol":"hanamikoji.player/1","information_set":"+..-... 2 ABDFGG 2XX,3EEG",
//!    "rules":"rounds=inf …","legal":["-E","-G"],"seed":81985529216486895,"drawn":null,"rows":{"mine":"","theirs":""}}
//! ← {"id":1,"action":"-G"}            or {"id":1,"policy":{"-E":0.25,"-G":0.75}} or {"id":1,"error":"why not"}
//! → {"type":"game_over","result":"win"}
//! ```
//!
//! Answers may hold more keys than those, and requests will: both sides skip unknown keys. The seed comes
//! from the player's random stream, and so does the choice of an action from a policy: a program that takes
//! its random numbers from the seed repeats a match with it.

use std::collections::BTreeMap;

use hanamachi_hanamikoji::notation::{FavourText, Tags};
use hanamachi_hanamikoji::players::{Event, Verdict};
use hanamachi_hanamikoji::{Contradiction, FIRST_ROUND, Information, InformationSet, Round};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The protocol's name and version.
pub(super) const NAME: &str = "hanamikoji.player/1";

/// Length of the part of a wrong answer that messages quote.
const SHOWN: usize = 80;

/// A request to a program.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Request<'a> {
    /// First request: asks the program to introduce itself.
    Hello { id: u64, protocol: &'static str, rules: String },
    /// Asks for a decision.
    Decide {
        id: u64,
        protocol: &'static str,
        information_set: String,
        rules: String,
        legal: &'a [String],
        seed: u64,
        /// The card that the player has drawn for the turn; `None` when answering an offer.
        drawn: Option<char>,
        rows: RowCards,
    },
    /// A game begins. There is no answer.
    GameStart { rules: String, moves_first: bool },
    /// A round begins. There is no answer.
    RoundStart { rules: String, favour: String, seat: usize, hand: String },
    /// A game is over. There is no answer.
    GameOver { result: &'static str },
}

/// The open cards of both players, without an offer that waits for its answer.
#[derive(Debug, Serialize)]
pub(super) struct RowCards {
    mine: String,
    theirs: String,
}

impl RowCards {
    /// The rows as a player with this information sees them.
    pub(super) fn new(round: &Round, information: &Information) -> Self {
        let (hidden, seat) = (round.hidden(information), information.seat());
        let row = |seat| hidden.known().row(seat).to_string();
        Self { mine: row(seat), theirs: row(!seat) }
    }
}

impl Request<'_> {
    /// The request that reports an event, if it is reported. A drawn card follows with the next decision.
    pub(super) fn from_event(event: Event<'_>) -> Option<Self> {
        Some(match event {
            Event::GameBegins { rules, moves_first } => {
                let tags = Tags { rules: *rules, round: FIRST_ROUND };
                Self::GameStart { rules: tags.complete().to_string(), moves_first }
            }
            Event::RoundBegins { round, seat, hand } => Self::RoundStart {
                rules: rules_text(round),
                favour: FavourText::new(round.favour().seen_from(seat), round.rules()).to_string(),
                seat: seat.index() + 1,
                hand: hand.to_string(),
            },
            Event::GameOver(verdict) => Self::GameOver { result: verdict_word(verdict) },
            Event::Draws { .. } => return None,
        })
    }
}

impl Request<'_> {
    /// The line to send, without a line break.
    pub(super) fn line(&self) -> String {
        serde_json::to_string(self).expect("a request has text keys")
    }
}

/// A program's answer.
#[derive(Debug, Deserialize)]
pub(super) struct Answer {
    id: u64,
    action: Option<String>,
    policy: Option<BTreeMap<String, f64>>,
    error: Option<String>,
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
}

/// A decision, by places in the list of legal actions.
#[derive(PartialEq, Debug)]
pub(super) enum ProgramDecision {
    /// The action at this place.
    Action(usize),
    /// A random action with these weights, some of them above 0.
    Policy(Vec<f64>),
}

impl Answer {
    /// Reads the answer to the request of this number.
    pub(super) fn read(line: &str, id: u64) -> Result<Self, String> {
        let answer: Self = serde_json::from_str(line).map_err(|_| misread(line))?;
        if answer.id != id {
            return Err(format!("the program answered question {} when it was asked {id}", answer.id));
        }
        answer.error.map_or(Ok(()), |error| Err(format!("the program gave up: {}", shown(&error))))?;
        let plain = |text: Option<String>| text.map(|text| shown(&text));
        Ok(Self { error: None, name: plain(answer.name), version: plain(answer.version), ..answer })
    }

    /// The decision among these legal actions.
    pub(super) fn decided(self, legal: &[String]) -> Result<ProgramDecision, String> {
        let place = |action: &str| {
            let place = legal.iter().position(|other| other == action);
            place.ok_or_else(|| format!("the program's action `{}` is not legal", shown(action)))
        };
        match (self.action, self.policy) {
            (Some(action), None) => place(&action).map(ProgramDecision::Action),
            (None, Some(policy)) => {
                let mut weights = vec![0.0; legal.len()];
                for (action, weight) in policy {
                    if !(weight.is_finite() && weight >= 0.0) {
                        return Err(format!(
                            "the program's policy gives `{}` the weight {weight}",
                            shown(&action)
                        ));
                    }
                    weights[place(&action)?] = weight;
                }
                let sum: f64 = weights.iter().sum();
                if sum > 0.0 && sum.is_finite() {
                    Ok(ProgramDecision::Policy(weights))
                } else {
                    Err(format!("the weights of the program's policy sum to {sum}"))
                }
            }
            (None, None) => Err("the program's answer has neither `action` nor `policy`".to_owned()),
            (Some(_), Some(_)) => Err("the program's answer has both `action` and `policy`".to_owned()),
        }
    }
}

/// The reason why a line is no answer, in words.
fn misread(line: &str) -> String {
    let found = shown(line);
    let Ok(value) = serde_json::from_str::<Value>(line) else {
        return format!("the program's answer is not JSON: {found}");
    };
    let Some(object) = value.as_object() else {
        return format!("the program's answer is not a JSON object: {found}");
    };
    let is_number = |key: &str| object.get(key).is_some_and(Value::is_u64);
    let is_text = |key: &&&str| object.get(**key).is_none_or(|value| value.is_string() || value.is_null());
    if !object.contains_key("id") {
        return format!("the program's answer has no `id`, the number of the question: {found}");
    }
    if !is_number("id") {
        return format!("the `id` of the program's answer is not the number of a question: {found}");
    }
    match ["action", "error", "name", "version"].iter().find(|key| !is_text(key)) {
        Some(key) => format!("the `{key}` of the program's answer is not a text: {found}"),
        None => format!(
            "the `policy` of the program's answer is not an object with a number for each action: {found}"
        ),
    }
}

/// The beginning of a text, for messages: without control characters, and with single quotes, which need no escapes in
/// JSON.
fn shown(text: &str) -> String {
    let text = text.trim_end();
    let plain = |c: char| match c {
        '"' => '\'',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    let mut start: String = text.chars().take(SHOWN).map(plain).collect();
    if text.chars().nth(SHOWN).is_some() {
        start.push('…');
    }
    start
}

/// The rules and the number of the round as tags, none left out.
pub(super) fn rules_text(round: &Round) -> String {
    Tags { rules: *round.rules(), round: round.number() }.complete().to_string()
}

/// Information set of the program.
pub(super) fn information_text(round: &Round, information: &Information) -> Result<String, Contradiction> {
    Ok(InformationSet::from_information(round, round.number(), information)?.to_string())
}

/// Result of a game for the program.
const fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Won => "win",
        Verdict::Shared => "shared",
        Verdict::Lost => "loss",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(line: &str) -> Result<ProgramDecision, String> {
        let legal = ["1A", "1B", "2AB"].map(str::to_owned);
        Answer::read(line, 3)?.decided(&legal)
    }

    #[test]
    fn actions_and_policies_are_read() {
        assert_eq!(decided(r#"{"id":3,"action":"1B"}"#), Ok(ProgramDecision::Action(1)));
        assert_eq!(
            decided(r#"{"id":3,"action":"1B","policy":null,"comment":[1]}"#),
            Ok(ProgramDecision::Action(1))
        );
        let policy = decided(r#"{"id":3,"policy":{"2AB":3,"1A":1}}"#);
        assert_eq!(policy, Ok(ProgramDecision::Policy(vec![1.0, 0.0, 3.0])));
    }

    #[test]
    fn everything_else_is_refused() {
        for (line, why) in [
            ("", "is not JSON"),
            ("hello", "is not JSON: hello"),
            ("7", "is not a JSON object: 7"),
            (r#"{"action":"1B"}"#, "has no `id`, the number of the question: {'action':'1B'}"),
            (r#"{"id":"3","action":"1B"}"#, "`id` of the program's answer is not the number"),
            (r#"{"id":3,"action":7}"#, "`action` of the program's answer is not a text"),
            (r#"{"id":3,"policy":["1B"]}"#, "`policy` of the program's answer is not an object"),
            ("{\"id\":3,\"policy\":{\"\\u001b[31m\":-1}}", "policy gives `\u{fffd}[31m` the weight -1"),
            (r#"{"id":2,"action":"1B"}"#, "answered question 2 when it was asked 3"),
            (r#"{"id":3}"#, "neither"),
            (r#"{"id":3,"action":"1B","policy":{}}"#, "both"),
            (r#"{"id":3,"action":"1G"}"#, "`1G` is not legal"),
            (r#"{"id":3,"policy":{"1A":1,"1G":1}}"#, "`1G` is not legal"),
            (r#"{"id":3,"policy":{"1A":-1}}"#, "the weight -1"),
            (r#"{"id":3,"policy":{"1A":1e308,"1B":1e308}}"#, "sum to inf"),
            (r#"{"id":3,"policy":{"1A":0}}"#, "sum to 0"),
            (r#"{"id":3,"error":"too tired"}"#, "gave up: too tired"),
        ] {
            let message = decided(line).unwrap_err();
            assert!(message.contains(why), "{line}: {message}");
        }
        let long = "x".repeat(1000);
        assert!(decided(&long).unwrap_err().len() < 400);
    }
}
