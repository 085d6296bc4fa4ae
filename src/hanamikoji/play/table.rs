//! The table of a game: asks the person and the opponent, and keeps the record.

use std::num::NonZeroU64;

use clap::ValueEnum;
use hanamachi_report::hanamikoji::insight;
use hanamachi_report::terminal::hanamikoji::{self as terminal, Whose};
use hanamachi_report::terminal::{BOLD, DIM, paint};
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::analysis::Past;
use hanamachi_solver::hanamikoji::arena::Deals;
use hanamachi_solver::hanamikoji::objects::{LastGame, words};
use hanamachi_solver::hanamikoji::players::{Event, Forfeit, Verdict};
use hanamachi_solver::hanamikoji::study::{Evaluate, Holdings, PositionValue};
use hanamachi_solver::hanamikoji::{Action, FIRST_ROUND, Favour, Game, RoundOutcome, RoundRecord};
use hanamachi_solver::search::budget::RunContext;
use rayon::ThreadPool;

use super::opponent::Opponent;
use super::prompt::{HELP, Input};
use super::record_file::RecordFile;
use super::round::Sitting;
use super::{input, messages};
use crate::failure::Failure;
use crate::hanamikoji::continuation_values::ContinuationValues;
use crate::hanamikoji::{legal, show};
use crate::lines::Lines;
use crate::output::Output;
use crate::session::Session;

/// Number of actions that a hint shows.
const HINTED: usize = 8;

/// Treatment of a decision before it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Undo {
    /// A decision waits for Enter
    Ask,
    /// A decision stands at once
    Never,
}

/// End of a round at the table.
enum RoundOver {
    /// It was played to its end.
    Complete,
    /// The opponent could not go on, and loses the game.
    Forfeited(Forfeit),
    /// The person left.
    Left,
}

/// Everything that a game needs.
pub(super) struct Table {
    pub(super) session: Session,
    pub(super) output: Output,
    pub(super) input: Lines,
    pub(super) game: Game,
    pub(super) continuation: ContinuationValues,
    pub(super) deals: Deals,
    pub(super) opponent: Opponent,
    pub(super) record: RecordFile,
    /// Rounds played so far; the last may be incomplete.
    pub(super) rounds: Vec<RoundRecord>,
    pub(super) undo: Undo,
    /// Whether a hint comes before each decision.
    pub(super) hints: bool,
    pub(super) iterations: NonZeroU64,
    pub(super) threads: ThreadPool,
    /// Last game, for pictures.
    pub(super) last: LastGame,
}

impl Table {
    /// Plays a game; the person has this seat in the first round.
    pub(super) fn play(&mut self, mut person: Seat) -> Result<(), Failure> {
        let mut favour = Favour::NEUTRAL;
        let mut number = FIRST_ROUND;
        loop {
            let deal = self.deals.get(usize::from(number.get()) - 1).clone();
            let mut sitting = Sitting::new(self.continuation.round(&self.game, number, favour), deal, person);
            if number == FIRST_ROUND {
                let (rules, moves_first) = (self.game.rules(), person == Seat::Second);
                self.opponent.sees(Event::GameBegins { rules, moves_first });
            }
            self.opponent.begins(&sitting);
            self.announce(&sitting)?;
            let over = self.round(&mut sitting);
            let record = sitting.record();
            // Keep the moves of the round, whatever ended it.
            let kept = self.record.line(&record.to_string());
            self.rounds.push(record.clone());
            let over = over?;
            kept?;
            match (over, record.favour_after(), record.outcome()) {
                (RoundOver::Complete, Some(after), Some(outcome)) => {
                    if self.score(&record, outcome, person)? {
                        return Ok(());
                    }
                    favour = after.flipped();
                }
                (RoundOver::Forfeited(forfeit), ..) => return self.forfeit(&forfeit),
                _ => {
                    self.record.comment("the person left")?;
                    return self.say("You leave the game.");
                }
            }
            person = !person;
            let Some(next) = number.checked_add(1) else { return self.say("The game goes on for ever.") };
            number = next;
        }
    }

    /// Says a line to the person.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.output.line(text)
    }

    fn announce(&mut self, sitting: &Sitting) -> Result<(), Failure> {
        let number = sitting.round().number();
        let (first, sentence) = match sitting.person() {
            Seat::First => ("the person", "you start"),
            Seat::Second => ("the opponent", "the opponent starts"),
        };
        self.record.comment(&format!("round {number}: {first} first"))?;
        self.say(&paint(BOLD, format_args!("Round {number}: {sentence}.")))
    }

    fn round(&mut self, sitting: &mut Sitting) -> Result<RoundOver, Failure> {
        while let Some(seat) = sitting.decider() {
            let action = if seat == sitting.person() {
                match self.person_decides(sitting)? {
                    Some(action) => action,
                    None => return Ok(RoundOver::Left),
                }
            } else {
                match self.opponent.decide(sitting, &self.session)? {
                    Ok(action) => action,
                    Err(forfeit) => return Ok(RoundOver::Forfeited(forfeit)),
                }
            };
            sitting.play(action);
            if seat != sitting.person()
                && let Some(entry) = sitting.last_turn()
            {
                self.say(&messages::opponents_turn(entry))?;
            }
        }
        Ok(RoundOver::Complete)
    }

    /// Tells the end of a round. Returns `true` at the end of the game.
    fn score(&mut self, record: &RoundRecord, outcome: RoundOutcome, person: Seat) -> Result<bool, Failure> {
        self.say(&format!("\n{}", messages::end_of_round(record, person)))?;
        let after = record.favour_after().unwrap_or_default();
        let [mine, theirs] = [person, !person].map(|seat| messages::standing(after, seat, record.rules()));
        let standing = format!("the person {mine}, the opponent {theirs}");
        let Some(result) = messages::result(outcome, person) else {
            self.record.comment(&format!("after it: {standing}"))?;
            self.say("Nobody has won yet: the markers stay, and the other player starts.\n")?;
            return Ok(false);
        };
        let (verdict, word) = match outcome {
            RoundOutcome::Won(winner) if winner == person => (Verdict::Lost, "the person wins"),
            RoundOutcome::Won(_) => (Verdict::Won, "the opponent wins"),
            RoundOutcome::Shared | RoundOutcome::Undecided => (Verdict::Shared, "shared"),
        };
        self.opponent.sees(Event::GameOver(verdict));
        self.record.comment(&format!("result: {word}; {standing}"))?;
        self.say(&paint(BOLD, result))?;
        Ok(true)
    }

    fn forfeit(&mut self, forfeit: &Forfeit) -> Result<(), Failure> {
        self.opponent.sees(Event::GameOver(Verdict::Lost));
        self.record.comment(&format!("result: the person wins; the opponent gave up: {forfeit}"))?;
        self.say(&paint(BOLD, format_args!("The opponent gives up: {forfeit}. You win the game.")))
    }

    /// Asks until a decision stands; `None` when the person leaves.
    fn person_decides(&mut self, sitting: &Sitting) -> Result<Option<Action>, Failure> {
        self.begin(sitting)?;
        let mut held: Option<Action> = None;
        loop {
            let prompt = held.map_or_else(|| "you> ".to_owned(), |action| format!("{action}? "));
            self.output.prompt(&prompt)?;
            let Some(line) = self.input.next(&self.session)? else {
                self.say("")?;
                return Ok(None);
            };
            let Ok(line) = line.text else {
                self.say("That line cannot be read.")?;
                continue;
            };
            match (Input::parse(&line), held) {
                (Input::Quit, _) => return Ok(None),
                (Input::Empty, Some(action)) => return Ok(Some(action)),
                (Input::Undo, Some(action)) => {
                    held = None;
                    self.say(&format!("{action} is taken back."))?;
                }
                (Input::Undo, None) => self.say(why_not(sitting))?,
                (Input::Decision(_), Some(action)) => {
                    let message = "is decided: Enter lets it stand, `undo` takes it back.";
                    self.say(&format!("{action} {message}"))?;
                }
                (Input::Decision(text), None) => {
                    match (self.read(sitting, &text)?, self.undo) {
                        (Some(action), Undo::Never) => return Ok(Some(action)),
                        (action, Undo::Ask) => held = action,
                        (None, Undo::Never) => {}
                    }
                    if let Some(action) = held {
                        self.say(&format!("{action}: Enter lets it stand, `undo` takes it back."))?;
                    }
                }
                (other, _) => self.inform(sitting, other)?,
            }
        }
    }

    /// Shows the situation before a decision.
    fn begin(&mut self, sitting: &Sitting) -> Result<(), Failure> {
        self.say("")?;
        self.show(sitting)?;
        if let Some(card) = sitting.drawn(sitting.person()) {
            self.say(&format!("You have drawn {card}."))?;
        }
        if self.hints { self.hint(sitting) } else { Ok(()) }
    }

    /// Reads the decision that was typed; if there is none, tells the person why.
    fn read(&mut self, sitting: &Sitting, text: &str) -> Result<Option<Action>, Failure> {
        match input::read(text, sitting.round(), &sitting.information(sitting.person())) {
            Ok(action) => Ok(Some(action)),
            Err(message) => self.say(&message).map(|()| None),
        }
    }

    /// Answers requests that change nothing in the game.
    fn inform(&mut self, sitting: &Sitting, input: Input) -> Result<(), Failure> {
        match input {
            Input::Hint => self.hint(sitting),
            Input::Beliefs => self.beliefs(sitting),
            Input::Show => self.show(sitting),
            Input::Legal => {
                let text = legal::page_of_set(&sitting.known_to_person(), &mut self.last);
                self.say(&text)
            }
            Input::Record => self.say(&sitting.known_to_person().to_string()),
            Input::Help => self.say(HELP),
            Input::Unknown(line) => {
                let line = line.escape_debug();
                self.say(&format!("`{line}` is no decision and no command; `help` lists them."))
            }
            Input::Empty | Input::Undo | Input::Decision(_) | Input::Quit => Ok(()),
        }
    }

    fn show(&mut self, sitting: &Sitting) -> Result<(), Failure> {
        let text = show::page_of_set(&sitting.known_to_person());
        self.say(&text)
    }

    fn hint(&mut self, sitting: &Sitting) -> Result<(), Failure> {
        let round = sitting.round();
        let set = sitting.known_to_person();
        let question = Evaluate::usual(Some(self.iterations), None);
        let context = RunContext::silent(self.session.cancel);
        let study = self.threads.install(|| question.run(round, &set, context))?;
        let Some(advice) = study.value.advice() else { return Ok(()) };
        let actions = study.value.actions();
        let (hinted, left_out) = terminal::table(actions, Whose::Own, HINTED);
        let mut lines = vec![paint(BOLD, advice.headline(actions)), hinted];
        if left_out > 0 {
            lines.push(format!("  and {left_out} more"));
        }
        let how = match &study.value {
            PositionValue::Solved(_) => "Solved to the end of the round.".to_owned(),
            PositionValue::Searched(searched) => format!(
                "{} by {}, {} iterations in {} blocks, seed {}; ± is one standard error of sampling.",
                insight::standing(round.rules()),
                words::search_method(round.rules()),
                searched.iterations,
                searched.blocks,
                searched.effort.seed
            ),
        };
        lines.push(paint(DIM, how));
        lines.extend(terminal::exploitability(&study.value).map(|text| paint(DIM, text)));
        lines.extend(study.value.model_error().map(|error| paint(DIM, error.sentence())));
        self.say(&lines.join("\n"))
    }

    fn beliefs(&mut self, sitting: &Sitting) -> Result<(), Failure> {
        let round = sitting.round();
        let opponent = Past::for_rules(round.rules());
        let holdings = Holdings::new(round, &sitting.known_to_person(), opponent);
        self.say(&terminal::holdings_table(&holdings))
    }
}

/// Reason why the last decision cannot be taken back.
fn why_not(sitting: &Sitting) -> &'static str {
    match sitting.last_decision() {
        None => "There is no decision of yours in this round to take back.",
        Some(answer) if answer.kind().is_none() => {
            "Your last decision cannot be taken back: you have drawn a card since."
        }
        Some(_) => "Your last decision cannot be taken back: you have seen what the opponent did since.",
    }
}
