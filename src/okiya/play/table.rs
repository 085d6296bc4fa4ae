//! Plays games at the terminal: draws the board, asks the person for moves and keeps the record.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hanamachi_solver::okiya::match_play::{Conclusion, MatchSeat};
use hanamachi_solver::okiya::notation::Record;
use hanamachi_solver::okiya::{FullBoard, Game, Player};
use hanamachi_solver::table::disk::reason;

use super::engine::SlippingEngine;
use super::prompt::{HELP, PromptInput};
use crate::failure::Failure;
use crate::lines::Lines;
use crate::okiya::{picture, words};
use crate::output::{ENGINE, Output, records_file};
use crate::session::Session;
use crate::shell::quoted;

/// Seat of the person; the solver has the other one.
pub(super) const PERSON: MatchSeat = MatchSeat::First;

/// Reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GameOver {
    /// The game was finished.
    Finished,
    /// This player resigned.
    Resigned(Player),
    /// The person quit, or a failure ended the game.
    Left,
}

/// State shared by the games of a session.
#[derive(Debug)]
pub(super) struct GameTable {
    engine: SlippingEngine,
    full_board: FullBoard,
    record: Option<GameRecordFile>,
    session: Session,
    output: Output,
    input: Lines,
}

impl GameTable {
    /// Creates a table before its first game.
    pub(super) fn new(
        engine: SlippingEngine,
        full_board: FullBoard,
        record: Option<PathBuf>,
        session: &Session,
    ) -> Result<Self, Failure> {
        Ok(Self {
            engine,
            full_board,
            record: record.map(GameRecordFile::open).transpose()?,
            session: *session,
            output: Output::stdout(),
            input: Lines::of_stdin(),
        })
    }

    /// Plays one game; returns `None` if the person quits. The record is kept even then, and after a failure.
    pub(super) fn play(&mut self, mut game: Game, starter: MatchSeat) -> Result<Option<Conclusion>, Failure> {
        let person = if starter == PERSON { Player::X } else { Player::O };
        self.say(&format!("Garden {}. You are {person}; {}.", game.garden().short(), self.full_board))?;
        let result = self.play_out(&mut game, person);
        let record = self.record_of(&game, person, *result.as_ref().unwrap_or(&GameOver::Left));
        let kept = self.keep(&record);
        result?;
        kept?;
        if !game.moves().is_empty() {
            let rule = if self.full_board == FullBoard::Draw { "" } else { " --full last" };
            let text = quoted(&game.to_string());
            self.session.note(format_args!("\nTo grade the moves:\n  hanamachi okiya review {text}{rule}"));
        }
        Ok(record.conclusion())
    }

    /// Prints a line for the person.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.output.line(text)
    }

    /// Ends the session.
    pub(super) fn leave(self) -> Result<(), Failure> {
        self.output.finish()
    }

    fn play_out(&mut self, game: &mut Game, person: Player) -> Result<GameOver, Failure> {
        loop {
            let position = game.position();
            if let Some(end) = position.end() {
                self.draw(game)?;
                self.say(&words::paint(words::BOLD, words::end(&end, self.full_board)))?;
                return Ok(GameOver::Finished);
            }
            if position.side() == person {
                if let Some(over) = self.person_moves(game)? {
                    return Ok(over);
                }
            } else {
                self.engine_moves(game)?;
            }
        }
    }

    fn engine_moves(&mut self, game: &mut Game) -> Result<(), Failure> {
        let position = game.position();
        if let Some(cell) = self.engine.choose(&position)? {
            let tile = position.garden().tile(cell);
            self.say(&format!("{} takes {cell}: {tile} ({})", position.side(), words::tile(tile)))?;
            // The solver's moves are legal.
            let _ = game.play(cell);
        }
        Ok(())
    }

    /// Prompts until the person moves, resigns or quits.
    fn person_moves(&mut self, game: &mut Game) -> Result<Option<GameOver>, Failure> {
        self.draw(game)?;
        loop {
            let side = game.position().side();
            self.output.prompt(&format!("{side}> "))?;
            let Some(line) = self.input.next(&self.session)? else {
                self.say("")?;
                return Ok(Some(GameOver::Left));
            };
            let Ok(line) = line.text else {
                self.say("That line cannot be read.")?;
                continue;
            };
            let input = match PromptInput::parse(&line) {
                PromptInput::Take(tile) => PromptInput::Move(game.position().garden().cell_of(tile)),
                input => input,
            };
            match input {
                PromptInput::Move(cell) => match game.play(cell) {
                    Ok(()) => return Ok(None),
                    Err(illegal) => {
                        self.say(&format!("{illegal}. `moves` lists the tiles that you may take."))?;
                    }
                },
                PromptInput::Undo => match game.moves().len() {
                    // The person cannot take back the opponent's opening.
                    0 | 1 => self.say("There is no move of yours to take back.")?,
                    _ => {
                        game.undo();
                        game.undo();
                        self.draw(game)?;
                    }
                },
                PromptInput::Resign => {
                    self.say(&format!("{side} resigns."))?;
                    return Ok(Some(GameOver::Resigned(side)));
                }
                PromptInput::Quit => return Ok(Some(GameOver::Left)),
                other => self.inform(game, side, other)?,
            }
        }
    }

    /// Answers input that does not change the game.
    fn inform(&mut self, game: &Game, person: Player, input: PromptInput) -> Result<(), Failure> {
        match input {
            PromptInput::Hint => self.hint(game),
            PromptInput::Moves => self.list_moves(game),
            PromptInput::Board => self.draw(game),
            PromptInput::Help => self.say(HELP),
            PromptInput::SaveWhere => self.say("Name a file: `save FILE`."),
            PromptInput::Save(file) => self.save(game, person, Path::new(&file)),
            PromptInput::Unknown(line) => self.say(&format!(
                "`{}` is not a cell, a tile or a command; `help` lists them.",
                line.escape_debug()
            )),
            PromptInput::Empty
            | PromptInput::Move(_)
            | PromptInput::Take(_)
            | PromptInput::Undo
            | PromptInput::Resign
            | PromptInput::Quit => Ok(()),
        }
    }

    fn draw(&mut self, game: &Game) -> Result<(), Failure> {
        let position = game.position();
        self.say(&picture::with_names(&position, position.moves()))
    }

    fn list_moves(&mut self, game: &Game) -> Result<(), Failure> {
        let position = game.position();
        for cell in position.moves() {
            let tile = position.garden().tile(cell);
            self.say(&format!("  {cell}  {tile}  {}", words::tile(tile)))?;
        }
        Ok(())
    }

    fn hint(&mut self, game: &Game) -> Result<(), Failure> {
        let position = game.position();
        let solution = self.engine.solve(&position)?;
        match solution.moves.first() {
            Some(best) => {
                let tile = position.garden().tile(best.cell);
                self.say(&format!("Best is {} ({tile}): {}, proved.", best.cell, words::named(best.value)))
            }
            None => Ok(()),
        }
    }

    /// Writes a record of the game so far to a new file. A write error does not end the game.
    fn save(&mut self, game: &Game, person: Player, path: &Path) -> Result<(), Failure> {
        let text = self.record_of(game, person, GameOver::Left).to_string();
        let written = OpenOptions::new().write(true).create_new(true).open(path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        match written {
            Ok(()) => self.say(&format!("Saved to {}.", path.display())),
            Err(error) => self.say(&format!("Not saved to {}: {}.", path.display(), reason(&error))),
        }
    }

    fn record_of(&self, game: &Game, person: Player, over: GameOver) -> Record {
        let unfinished = || Record::new(game.clone(), self.full_board);
        let mut record = match over {
            // A player can resign only before the game is over.
            GameOver::Resigned(loser) => {
                Record::resigned(game.clone(), self.full_board, loser).unwrap_or_else(|_| unfinished())
            }
            GameOver::Finished | GameOver::Left => unfinished(),
        };
        let (x, o) = if person == Player::X { ("person", ENGINE) } else { (ENGINE, "person") };
        for (name, value) in [("X", x), ("O", o)] {
            // These tag names are not reserved.
            let _ = record.set_tag(name, value);
        }
        record
    }

    /// Appends the game to the file of `--record`.
    fn keep(&self, record: &Record) -> Result<(), Failure> {
        self.record.as_ref().map_or(Ok(()), |file| file.append(record))
    }
}

/// The file of `--record`, which may contain other games. It is opened before the first game, so that an unwritable
/// file is reported before any play.
#[derive(Debug)]
struct GameRecordFile {
    file: File,
    path: PathBuf,
}

impl GameRecordFile {
    fn open(path: PathBuf) -> Result<Self, Failure> {
        let file = records_file(&path, b"[")?;
        Ok(Self { file, path })
    }

    fn append(&self, record: &Record) -> Result<(), Failure> {
        let mut file = &self.file;
        let mut write = || {
            // A blank line between records.
            let gap = if file.metadata()?.len() > 0 { "\n" } else { "" };
            file.write_all(format!("{gap}{record}").as_bytes())?;
            file.sync_all()
        };
        Ok(write().with_context(|| format!("cannot write {}", self.path.display()))?)
    }
}
