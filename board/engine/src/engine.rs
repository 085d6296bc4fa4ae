//! The methods by name.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::fault::{Fault, FaultKind};
use crate::host::Host;
use crate::method::{Answer, Nothing, Solvers};
use crate::{CONTRACT, hana, import, okiya};
use hanamachi_solver::ENGINE;

/// Answers requests. One engine serves many threads at a time.
pub struct Engine {
    /// The methods of this engine, in the order of the contract.
    methods: &'static [&'static [MethodInfo]],
    solvers: Solvers,
}

/// A method of the contract.
#[derive(Clone, Copy, Debug)]
pub struct MethodInfo {
    /// Name of the method.
    pub name: &'static str,
    /// Whether the method may search for long, so that the host should run it beside other work.
    pub is_long: bool,
    /// Reads its parameters and answers.
    run: fn(&Engine, &str, &dyn Host) -> Result<Answer, Fault>,
}

// What a method gets of the engine stands after the name of its list.
macro_rules! methods {
    ($(#[$doc:meta])* $list:ident($engine:ident => $own:expr): $($name:literal $length:ident $function:path;)+) => {
        $(#[$doc])*
        const $list: &[MethodInfo] = &[$(MethodInfo {
            name: $name,
            is_long: methods!(@$length),
            run: |$engine, parameters, host| $function($own, read(parameters)?, host),
        }),+];
    };
    (@quick) => { false };
    (@long) => { true };
}

methods! {
    /// Methods about the engine.
    OF_ENGINE(engine => engine):
    "engine.info" quick info;
}

methods! {
    /// Methods about Okiya.
    OF_OKIYA(engine => &engine.solvers):
    "okiya.position" quick okiya::position;
    "okiya.parse" quick okiya::parse;
    "okiya.play" quick okiya::play;
    "okiya.random" quick okiya::random;
    "okiya.class" quick okiya::class;
    "okiya.symmetry" quick okiya::symmetry;
    "okiya.review" quick okiya::review;
    "okiya.reply" quick okiya::reply;
    "okiya.match" quick okiya::score_match;
    "okiya.puzzle" quick okiya::puzzle;
}

methods! {
    /// Methods about Hanamikoji.
    OF_HANAMIKOJI(engine => &engine.solvers):
    "hana.setup" quick hana::setup;
    "hana.deal" quick hana::deal;
    "hana.parse" quick hana::parse;
    "hana.legal" quick hana::legal;
    "hana.play" quick hana::play;
    "hana.undo" quick hana::undo;
    "hana.edit" quick hana::edit;
    "hana.cut" quick hana::cut;
    "hana.advice" long hana::advice;
    "hana.answers" quick hana::answers;
    "hana.beliefs" quick hana::beliefs;
    "hana.whatif" long hana::what_if;
    "hana.players" quick hana::list_players;
    "hana.reply" long hana::reply;
    "hana.review" long hana::review;
    "hana.puzzle" long hana::puzzle;
}

methods! {
    /// Methods about texts of either game.
    OF_BOTH(engine => &engine.solvers):
    "import.text" quick import::text;
    "import.bga" quick import::bga;
}

/// Lists of methods, in the order of the contract.
const ALL: &[&[MethodInfo]] = &[OF_ENGINE, OF_OKIYA, OF_HANAMIKOJI, OF_BOTH];

/// All methods, in the order of the contract.
pub fn methods() -> impl Iterator<Item = MethodInfo> {
    Engine::new().methods().copied()
}

/// Whether a request may search for long although its method is quick: a random garden with a wish is found by solving
/// many.
#[must_use]
pub fn takes_long(method: &str, parameters: &str) -> bool {
    method == "okiya.random"
        && serde_json::from_str::<serde_json::Value>(parameters)
            .is_ok_and(|parameters| parameters.get("winner").is_some_and(|winner| !winner.is_null()))
}

/// Reads parameters.
fn read<P: DeserializeOwned>(text: &str) -> Result<P, Fault> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let parameters = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let message = error.into_inner().to_string();
        // `unknown field `x`, …` and `missing field `x`` name the field; for the other errors the path does.
        let named = message.split('`').nth(1).filter(|_| message.contains("field `"));
        let field = named.map(str::to_owned).or_else(|| (path != "." && path != "?").then_some(path));
        let without_place = message.split(" at line ").next().unwrap_or_default().to_owned();
        Fault {
            field: field.map(Into::into),
            ..Fault::new(FaultKind::Request, "invalid_params", without_place)
        }
    })?;
    reader
        .end()
        .map_err(|_| Fault::new(FaultKind::Request, "invalid_request", "something follows the parameters"))?;
    Ok(parameters)
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine with all methods.
    #[must_use]
    pub const fn new() -> Self {
        Self::with_methods(ALL)
    }

    /// An engine for Okiya alone. A program that uses no other one is linked without the searches of
    /// Hanamikoji.
    #[must_use]
    pub const fn of_okiya() -> Self {
        Self::with_methods(&[OF_ENGINE, OF_OKIYA])
    }

    /// An engine with the methods that the Okiya engine lacks: those about Hanamikoji, and about texts of
    /// either game.
    #[must_use]
    pub const fn of_hanamikoji() -> Self {
        Self::with_methods(&[OF_ENGINE, OF_HANAMIKOJI, OF_BOTH])
    }

    const fn with_methods(methods: &'static [&'static [MethodInfo]]) -> Self {
        Self { methods, solvers: Solvers::new() }
    }

    fn methods(&self) -> impl Iterator<Item = &'static MethodInfo> + use<> {
        self.methods.iter().copied().flatten()
    }

    /// Answers a request: a method, and its parameters as the text of a JSON object.
    ///
    /// # Errors
    ///
    /// The reason why there is no answer.
    pub fn answer(&self, method: &str, parameters: &str, host: &dyn Host) -> Result<Answer, Fault> {
        let known = self.methods().find(|known| known.name == method);
        let unknown = || {
            let message = "there is no such method; `engine.info` lists them";
            Fault::new(FaultKind::UnknownMethod, "unknown_method", message)
        };
        let answer = (known.ok_or_else(unknown)?.run)(self, parameters, host)?;
        // A cancelled request gets no answer, even if one was found by then.
        host.cancel().reason().map_or(Ok(answer), |stop| Err(stop.into()))
    }
}

/// `board.engine/1`: the engine and its methods.
#[derive(Serialize)]
struct InfoObject {
    schema: &'static str,
    engine: &'static str,
    contract: u32,
    threads: usize,
    methods: Vec<&'static str>,
    /// The methods that may take long.
    long: Vec<&'static str>,
}

#[expect(clippy::unnecessary_wraps, reason = "as every method")]
fn info(engine: &Engine, Nothing {}: Nothing, host: &dyn Host) -> Result<Answer, Fault> {
    Ok(Answer::new(&InfoObject {
        schema: "board.engine/1",
        engine: ENGINE,
        contract: CONTRACT,
        threads: host.limits().threads,
        methods: engine.methods().map(|method| method.name).collect(),
        long: engine.methods().filter(|method| method.is_long).map(|method| method.name).collect(),
    }))
}
