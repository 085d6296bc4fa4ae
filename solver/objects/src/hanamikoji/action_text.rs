//! Decisions in objects: a text for programs, its parts for templates.

use std::fmt;
#[cfg(feature = "templates")]
use std::sync::Arc;

use hanamachi_solver::hanamikoji::endgame::Seen;
use hanamachi_solver::hanamikoji::{Action, Decision, Geisha, Kind};
#[cfg(feature = "templates")]
use minijinja::value::{Object, ObjectRepr, Value};
use serde::{Serialize, Serializer};

/// A decision as its recipient sees it.
///
/// In JSON it is its text as in a history. A template that prints it prints the same text, and can read its
/// parts: `number`, the number of the action, or nothing for an answer, and `groups`, its separate sets of
/// cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionText(Seen);

impl From<Action> for ActionText {
    fn from(action: Action) -> Self {
        Self(Seen::Open(action))
    }
}

impl From<Seen> for ActionText {
    fn from(seen: Seen) -> Self {
        Self(seen)
    }
}

impl fmt::Display for ActionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for ActionText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A template receives the object itself, all other formats its text.
        #[cfg(feature = "templates")]
        return Value::from_object(*self).serialize(serializer);
        #[cfg(not(feature = "templates"))]
        serializer.collect_str(self)
    }
}

impl ActionText {
    /// The number of the action; `None` for an answer.
    #[must_use]
    pub fn number(self) -> Option<u8> {
        let kind = match self.0 {
            Seen::Open(action) => action.kind(),
            Seen::FaceDown(kind) => Some(kind),
        };
        kind.map(Kind::number)
    }

    /// The cards, in the sets that a player can take separately.
    #[must_use]
    pub fn groups(self) -> Vec<String> {
        let letters = |cards: &[Geisha]| cards.iter().map(|card| card.letter()).collect::<String>();
        let action = match self.0 {
            Seen::Open(action) => action,
            Seen::FaceDown(kind) => return vec!["X".repeat(kind.number().into())],
        };
        match action.unpack() {
            Decision::Secret(card) | Decision::TakeCard(card) => vec![letters(&[card])],
            Decision::TradeOff(cards) | Decision::TakePair(cards) => vec![letters(&cards)],
            Decision::Gift(cards) => cards.map(|card| letters(&[card])).to_vec(),
            Decision::Competition(pairs) => pairs.map(|pair| letters(&pair)).to_vec(),
        }
    }
}

#[cfg(feature = "templates")]
impl Object for ActionText {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        match key.as_str()? {
            "number" => Some(Value::from(self.number())),
            "groups" => Some(Value::from(self.groups())),
            _ => None,
        }
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(all(test, feature = "templates"))]
mod tests {
    use minijinja::value::Serde;
    use minijinja::{Environment, context};

    use super::*;

    #[test]
    fn programs_get_a_text_and_templates_its_parts() {
        let [a, b, c, d, ..] = Geisha::ALL;
        let mut environment = Environment::new();
        let source = "{{ of.action }} {{ of.action.number or 'answer' }} {{ of.action.groups | join('|') }}";
        environment.add_template("parts", source).unwrap();
        let template = environment.get_template("parts").unwrap();
        for (action, number, groups) in [
            (Action::secret(a).into(), "1", "A"),
            (Action::trade_off([a, b]).into(), "2", "AB"),
            (Action::gift([a, b, b]).into(), "3", "A|B|B"),
            (Action::competition([[a, c], [b, d]]).into(), "4", "AC|BD"),
            (Action::take_card(c).into(), "answer", "C"),
            (Action::take_pair([b, d]).into(), "answer", "BD"),
            (ActionText::from(Seen::FaceDown(Kind::TradeOff)), "2", "XX"),
        ] {
            #[derive(Serialize)]
            struct Row {
                action: ActionText,
            }
            let row = Row { action };
            assert_eq!(serde_json::to_value(&row).unwrap()["action"], action.to_string());
            let page = template.render(context! { of => Serde(&row) }).unwrap();
            assert_eq!(page, format!("{action} {number} {groups}"));
        }
    }
}
