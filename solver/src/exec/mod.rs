//! Outside programs as players. Each thread starts the program once, and it plays one game after another. A
//! program that cannot go on loses its game; then it is ended, and started again for the next game.
//!
//! Their time is limited, so this module reads the clock, as no other of the library does.
#![expect(clippy::disallowed_methods, reason = "limits of time for programs, and the time that players take")]

mod program;
mod protocol;
mod timed;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use hanamachi_core::search::budget::{CancelToken, Stop};
use hanamachi_core::search::draw::place_at;
use hanamachi_hanamikoji::players::{Event, Forfeit, Player};
use hanamachi_hanamikoji::{Action, Geisha, Information, Round};
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;

pub use self::program::Errors;
use self::program::{Program, ProgramFault};
use self::protocol::{Answer, ProgramDecision, Request, RowCards};
pub use self::timed::{Clock, Timed};

/// Failed starts in a row before the whole match is given up.
const STARTS: u32 = 3;

/// Factor of the time to start over the time to decide: interpreters and models have to be loaded.
const START_FACTOR: u32 = 10;

/// Runs outside programs, and keeps what they said about themselves. All threads share it.
pub struct Launcher {
    /// Time limit for a decision.
    move_time: Duration,
    /// Destination of their standard error.
    errors: Errors,
    /// Token that ends the match.
    cancel: Arc<CancelToken>,
    /// Reason to give up the match.
    hopeless: OnceLock<String>,
    /// Each player's words about itself, if it said any.
    introductions: Vec<Mutex<Introduction>>,
}

/// A program's words about itself.
#[derive(Clone, Debug, Default)]
pub struct Introduction {
    /// Its name.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
}

impl Launcher {
    /// Makes the launcher of a match with this many players. It sets `cancel` when a program cannot be started.
    #[must_use]
    pub fn new(players: usize, move_time: Duration, errors: Errors, cancel: Arc<CancelToken>) -> Self {
        let introductions = (0..players).map(|_| Mutex::default()).collect();
        Self { move_time, errors, cancel, hopeless: OnceLock::new(), introductions }
    }

    /// Reason why a program could not even be started.
    #[must_use]
    pub fn hopeless(&self) -> Option<&str> {
        self.hopeless.get().map(String::as_str)
    }

    /// A player's words about itself.
    ///
    /// # Panics
    ///
    /// If there is no player of this number.
    #[must_use]
    pub fn introduction(&self, player: usize) -> Introduction {
        self.introductions[player].lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends the match. The token is that of Ctrl-C; the command reports that this was not Ctrl-C.
    fn give_up(&self, why: String) {
        let _ = self.hopeless.set(why);
        self.cancel.cancel(Stop::Interrupted);
    }
}

/// An outside program that plays.
pub struct ExecPlayer {
    /// Number of the player in the match.
    player: usize,
    words: Vec<String>,
    launcher: Arc<Launcher>,
    running: Option<RunningProgram>,
    /// Lines for a program that has not been started yet.
    untold: Vec<String>,
    /// Card drawn for the current turn.
    drawn: Option<Geisha>,
    legal: Vec<Action>,
}

struct RunningProgram {
    program: Program,
    /// Number of the next question.
    next: u64,
}

impl ExecPlayer {
    /// Player number `player`. Its program starts with these words at the player's first decision.
    #[must_use]
    pub const fn new(player: usize, words: Vec<String>, launcher: Arc<Launcher>) -> Self {
        Self { player, words, launcher, running: None, untold: Vec::new(), drawn: None, legal: Vec::new() }
    }

    /// Starts the program, with several attempts if necessary, and reads its introduction.
    fn start(&self, round: &Round) -> Result<RunningProgram, Forfeit> {
        let mut why = String::new();
        for _ in 0..STARTS {
            match self.start_once(round) {
                Ok(running) => return Ok(running),
                Err(ProgramFault::Cancelled) => return Err(forfeit("the match was interrupted")),
                Err(fault) => why = fault.to_string(),
            }
        }
        let why = format!("cannot start `{}`, tried {STARTS} times: {why}", self.words.join(" "));
        self.launcher.give_up(why.clone());
        Err(forfeit(why))
    }

    fn start_once(&self, round: &Round) -> Result<RunningProgram, ProgramFault> {
        let mut program = Program::start(&self.words, self.launcher.errors).map_err(ProgramFault::Start)?;
        let hello = Request::Hello { id: 0, protocol: protocol::NAME, rules: protocol::rules_text(round) };
        let limit = self.launcher.move_time.saturating_mul(START_FACTOR);
        let said = program
            .ask(&hello.line(), limit, &self.launcher.cancel)
            .and_then(|line| Answer::read(&line, 0).map_err(ProgramFault::Answer));
        match said {
            Ok(Answer { name, version, .. }) => {
                let introduction = &self.launcher.introductions[self.player];
                *introduction.lock().unwrap_or_else(PoisonError::into_inner) = Introduction { name, version };
                Ok(RunningProgram { program, next: 1 })
            }
            Err(fault) => {
                program.kill();
                Err(fault)
            }
        }
    }

    fn ask(
        &self,
        running: &mut RunningProgram,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, ProgramFault> {
        let id = running.next;
        running.next += 1;
        let legal: Vec<String> = self.legal.iter().map(Action::to_string).collect();
        let request = Request::Decide {
            id,
            protocol: protocol::NAME,
            information_set: protocol::information_text(round, information)
                .map_err(|contradiction| ProgramFault::Answer(contradiction.to_string()))?,
            rules: protocol::rules_text(round),
            legal: &legal,
            // 53 bits survive a JSON reader without integers.
            seed: rng.next_u64() >> 11,
            drawn: self.drawn.map(Geisha::letter),
            rows: RowCards::new(round, information),
        };
        let line = running.program.ask(&request.line(), self.launcher.move_time, &self.launcher.cancel)?;
        let decided = Answer::read(&line, id)
            .and_then(|answer| answer.decided(&legal))
            .map_err(ProgramFault::Answer)?;
        let place = match decided {
            ProgramDecision::Action(place) => place,
            ProgramDecision::Policy(weights) => {
                let all: f64 = weights.iter().sum();
                place_at(&weights, rng.random::<f64>() * all).unwrap_or_default()
            }
        };
        Ok(self.legal[place])
    }
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
        let Some(line) = Request::from_event(event).map(|request| request.line()) else { return };
        match &mut self.running {
            Some(running) => running.program.tell(&line),
            None if matches!(event, Event::GameOver(_)) => self.untold.clear(),
            None => self.untold.push(line),
        }
    }
}
