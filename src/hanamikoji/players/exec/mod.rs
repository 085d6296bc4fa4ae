//! Outside programs as players: a program is started once for each thread, plays one game after another, and
//! loses a game that it cannot go on with. Then it is ended, and started again for the next game.

mod program;
mod protocol;

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use hanamachi_solver::hanamikoji::players::{Event, Forfeit, Player};
use hanamachi_solver::hanamikoji::{Action, Geisha, Information, Round};
use hanamachi_solver::search::budget::{CancelToken, Stop};
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

pub(crate) use self::program::Errors;
use self::program::{Fault, Program};
use self::protocol::{Answer, Decided, Request, Rows};

/// Starts in a row that may go wrong before the whole match is given up.
const STARTS: u32 = 3;

/// A program has so many times longer to start than to decide: interpreters and models have to be loaded.
const START_FACTOR: u32 = 10;

/// How outside programs are run, and what is known of them. All threads share it.
pub(crate) struct Launcher {
    /// The time for a decision.
    pub(crate) move_time: Duration,
    /// Where their standard error goes.
    pub(crate) errors: Errors,
    /// Ends the match.
    cancel: &'static CancelToken,
    /// Why there is no sense in going on.
    hopeless: OnceLock<String>,
    /// What each player of the match said about itself, if it did.
    introductions: Vec<Mutex<Introduction>>,
}

/// What a program says about itself.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Introduction {
    pub(crate) name: Option<String>,
    pub(crate) version: Option<String>,
}

impl Launcher {
    /// For a match of so many players, which it may end.
    pub(crate) fn new(
        players: usize,
        move_time: Duration,
        errors: Errors,
        cancel: &'static CancelToken,
    ) -> Self {
        let introductions = (0..players).map(|_| Mutex::default()).collect();
        Self { move_time, errors, cancel, hopeless: OnceLock::new(), introductions }
    }

    /// Why a program could not even be started.
    pub(crate) fn hopeless(&self) -> Option<&str> {
        self.hopeless.get().map(String::as_str)
    }

    /// What a player said about itself.
    pub(crate) fn introduction(&self, player: usize) -> Introduction {
        self.introductions[player].lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends the match. The token is the one of Ctrl-C; that this was not Ctrl-C is for the command to say.
    fn give_up(&self, why: String) {
        let _ = self.hopeless.set(why);
        self.cancel.cancel(Stop::Interrupted);
    }
}

/// An outside program that plays.
pub(crate) struct ExecPlayer {
    /// Which player of the match it is.
    player: usize,
    words: Vec<String>,
    launcher: super::spec::Outside,
    running: Option<Running>,
    /// What a program that has not been started yet is to be told.
    untold: Vec<String>,
    /// The card that was drawn for the turn at hand.
    drawn: Option<Geisha>,
    legal: Vec<Action>,
}

struct Running {
    program: Program,
    /// The number of the next question.
    next: u64,
}

impl ExecPlayer {
    /// Player number `player`, to be started with these words when it has to decide first.
    pub(super) const fn new(player: usize, words: Vec<String>, launcher: super::spec::Outside) -> Self {
        Self { player, words, launcher, running: None, untold: Vec::new(), drawn: None, legal: Vec::new() }
    }

    /// Starts the program, some times if need be, and hears who it is.
    fn start(&self, round: &Round) -> Result<Running, Forfeit> {
        let mut why = String::new();
        for _ in 0..STARTS {
            match self.start_once(round) {
                Ok(running) => return Ok(running),
                Err(Fault::Cancelled) => return Err(forfeit("the match was interrupted")),
                Err(fault) => why = fault.to_string(),
            }
        }
        let why = format!("cannot start `{}`, tried {STARTS} times: {why}", self.words.join(" "));
        self.launcher.give_up(why.clone());
        Err(forfeit(why))
    }

    fn start_once(&self, round: &Round) -> Result<Running, Fault> {
        let mut program = Program::start(&self.words, self.launcher.errors).map_err(Fault::Start)?;
        let hello = Request::Hello { id: 0, protocol: protocol::NAME, rules: protocol::rules_text(round) };
        let limit = self.launcher.move_time * START_FACTOR;
        let said = program
            .ask(&hello.line(), limit, self.launcher.cancel)
            .and_then(|line| Answer::read(&line, 0).map_err(Fault::Answer));
        match said {
            Ok(Answer { name, version, .. }) => {
                let introduction = &self.launcher.introductions[self.player];
                *introduction.lock().unwrap_or_else(PoisonError::into_inner) = Introduction { name, version };
                Ok(Running { program, next: 1 })
            }
            Err(fault) => {
                program.kill();
                Err(fault)
            }
        }
    }

    fn ask(
        &self,
        running: &mut Running,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Fault> {
        let id = running.next;
        running.next += 1;
        let legal: Vec<String> = self.legal.iter().map(Action::to_string).collect();
        let request = Request::Decide {
            id,
            protocol: protocol::NAME,
            information_set: protocol::information_text(round, information)
                .map_err(|contradiction| Fault::Answer(contradiction.to_string()))?,
            rules: protocol::rules_text(round),
            legal: &legal,
            // 53 bits survive a reader of JSON that knows no integers.
            seed: rng.next_u64() >> 11,
            drawn: self.drawn.map(Geisha::letter),
            rows: Rows::new(round, information),
        };
        let line = running.program.ask(&request.line(), self.launcher.move_time, self.launcher.cancel)?;
        let decided =
            Answer::read(&line, id).and_then(|answer| answer.decided(&legal)).map_err(Fault::Answer)?;
        let place = match decided {
            Decided::Action(place) => place,
            Decided::Policy(weights) => draw(&weights, rng),
        };
        Ok(self.legal[place])
    }
}

/// A place, each as likely as its weight says; the weights have a sum above 0.
fn draw(weights: &[f64], rng: &mut Xoshiro256PlusPlus) -> usize {
    let mut left = rng.random::<f64>() * weights.iter().sum::<f64>();
    let reached = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    // Rounding may leave a hair beyond the last one.
    reached.or_else(|| weights.iter().rposition(|&weight| weight > 0.0)).unwrap_or_default()
}

fn forfeit(reason: impl Into<String>) -> Forfeit {
    Forfeit { reason: reason.into() }
}

impl Player for ExecPlayer {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start(round)?,
        };
        for line in self.untold.drain(..) {
            running.program.tell(&line);
        }
        round.legal(information, &mut self.legal);
        let asked = self.ask(&mut running, round, information, rng);
        self.drawn = None;
        match asked {
            Ok(action) => {
                self.running = Some(running);
                Ok(action)
            }
            Err(fault) => {
                running.program.kill();
                Err(forfeit(fault.to_string()))
            }
        }
    }

    fn sees(&mut self, event: Event<'_>) {
        if let Event::Draws { card } = event {
            self.drawn = Some(card);
        }
        let Some(line) = Request::of(event).map(|request| request.line()) else { return };
        match &mut self.running {
            Some(running) => running.program.tell(&line),
            None if matches!(event, Event::GameOver(_)) => self.untold.clear(),
            None => self.untold.push(line),
        }
    }
}

/// The moment in which this time will have passed; none for times beyond all clocks.
fn deadline(limit: Duration) -> Option<Instant> {
    Instant::now().checked_add(limit)
}
