//! The games of a match on disk, and how a match goes on that was cut short.
//!
//! JSON Lines: a header that says whose games these are, then a line for each game, in order. Every line ends with a
//! check value that depends on all that stands before it, so that a file that was changed is told from one that was
//! cut short, which is nothing unusual: what follows the last complete pair is cut off, and the match goes on
//! there. What is written depends on nothing but the header and the players, so that in the end the file is
//! the same, byte for byte, as if nothing had happened.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

use anyhow::{Context, anyhow};
use hanamachi_solver::hanamikoji::arena::{Ending, GameReport, Leg, Luck, Side, Standings, pairings};
use hanamachi_solver::hanamikoji::players::Forfeit;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, Trouble};
use crate::output::{ENGINE, json};
use crate::resumable::Journal;
use crate::session::Session;

/// The schema and its version, in every header.
const SCHEMA: &str = "hanamikoji.match_records/1";
/// Before the check value of a line.
const CHECK: &str = ",\"check\":\"";

/// Whose games these are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    schema: String,
    engine: String,
    players: Vec<String>,
    rules: String,
    seed: u64,
    /// Of the tables that decide how games go, where there are some. A file of before this was kept has none.
    #[serde(default, skip_serializing_if = "Hashes::is_empty")]
    hashes: Hashes,
}

/// Hashes of the tables that decide how games go.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hashes {
    /// Of each player the strategy table that plays; nothing where none does.
    tables: Vec<Option<String>>,
    /// The favour table, unless it is the one that comes with the program.
    favour_table: Option<String>,
}

impl Hashes {
    /// Those of the players' strategy tables, and of the favour table.
    pub(super) fn new(tables: Vec<Option<String>>, favour_table: Option<String>) -> Self {
        let tables = if tables.iter().any(Option::is_some) { tables } else { Vec::new() };
        Self { tables, favour_table }
    }

    fn is_empty(&self) -> bool {
        self.favour_table.is_none() && self.tables.is_empty()
    }
}

/// One game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// The number of the pair, counted from 0.
    pair: u64,
    /// The players by their places in the header, the one who starts the game first.
    seats: [usize; 2],
    ending: EndingWord,
    /// The place of the winner.
    winner: Option<usize>,
    /// Why the loser forfeited.
    reason: Option<String>,
    /// Rounds begun.
    rounds: u16,
    /// In the order of the seats.
    decisions: [u64; 2],
    /// How much of the game who starts it owes to luck. A file of before this was kept has none: then nothing is taken out.
    #[serde(default)]
    luck: f64,
    /// Round records.
    records: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EndingWord {
    Won,
    Shared,
    Unfinished,
    Forfeited,
}

/// An open file of records, or none.
#[derive(Debug)]
pub(super) struct Records(Option<Log>);

#[derive(Debug)]
struct Log {
    players: usize,
    journal: Journal,
    chain: Chain,
}

/// What to do with a file that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Existing {
    /// Leave it alone.
    Refuse,
    /// Begin anew.
    Replace,
    /// Go on where it ends.
    Resume,
}

impl Header {
    /// The header of a match between these players.
    pub(super) fn new(players: Vec<String>, rules: String, seed: u64, hashes: Hashes) -> Self {
        Self { schema: SCHEMA.to_owned(), engine: ENGINE.to_owned(), players, rules, seed, hashes }
    }

    /// Whether a file with this header, which may be of before hashes were kept, is of this match. Of another favour table it never
    /// is: that one had no flag then.
    fn is_of(&self, asked: &Self) -> bool {
        let hashes = if self.hashes.is_empty() && asked.hashes.favour_table.is_none() {
            &asked.hashes
        } else {
            &self.hashes
        };
        *asked == Self { hashes: hashes.clone(), ..self.clone() }
    }

    /// What another run did otherwise, in words.
    fn difference(&self, other: &Self) -> String {
        let list = |players: &[String]| players.join(", ");
        if self.schema != other.schema {
            format!("its schema is `{}`", other.schema)
        } else if self.players != other.players {
            format!("there the players are {}", list(&other.players))
        } else if self.rules != other.rules {
            format!("there the rules are `{}`", other.rules)
        } else if self.seed != other.seed {
            format!("there the seed is {}", other.seed)
        } else if self.hashes.tables != other.hashes.tables {
            "there a strategy table of that name held something else".to_owned()
        } else if self.hashes.favour_table != other.hashes.favour_table {
            "there undecided rounds were valued by another favour table".to_owned()
        } else {
            format!("it was written by {}", other.engine)
        }
    }
}

impl Records {
    /// Nothing is to be written.
    pub(super) const fn none() -> Self {
        Self(None)
    }

    /// The file in `path`; what it holds of this match already is added to `standings`. Returns how many pairs
    /// those are, too.
    pub(super) fn open(
        path: &Path,
        existing: Existing,
        header: &Header,
        standings: &mut Standings,
        session: &Session,
    ) -> Result<(Self, u64), Failure> {
        let cannot = || format!("cannot write {}", path.display());
        let there = path.try_exists().with_context(cannot)?;
        if there && !path.is_file() {
            return Err(anyhow!("{} exists and is not a regular file", path.display()).into());
        }
        if there && existing == Existing::Refuse {
            let message = "exists; --resume goes on with it, --force replaces it";
            return Err(anyhow!("{} {message}", path.display()).into());
        }
        let mut journal = Journal::open(path, session)?;
        if existing == Existing::Replace {
            journal.set_end(0)?;
        }
        let found = FileContents::read(journal.file(), path, header, standings)?;
        journal.set_end(found.length)?;
        let mut log = Log { players: header.players.len(), journal, chain: found.chain };
        if found.length == 0 {
            log.append([json(header)])?;
        }
        Ok((Self(Some(log)), found.pairs))
    }

    /// Whether games are kept.
    pub(super) const fn is_kept(&self) -> bool {
        self.0.is_some()
    }

    /// Writes the games of a leg; they are in the file when this returns.
    pub(super) fn add(&mut self, leg: &Leg) -> Result<(), Failure> {
        let Some(log) = &mut self.0 else { return Ok(()) };
        let games = pairings(log.players).zip(&leg.games);
        let lines = games.flat_map(|(pairing, games)| {
            games.iter().map(move |report| json(&Line::new(leg.pair, pairing, report)))
        });
        log.append(lines.collect::<Vec<_>>())
    }

    /// Sees to it that a power cut takes nothing away.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.0.map_or(Ok(()), |log| log.journal.sync())
    }
}

impl Log {
    /// Adds lines with these objects, all or none.
    fn append(&mut self, bodies: impl IntoIterator<Item = String>) -> Result<(), Failure> {
        let mut lines = String::new();
        for body in bodies {
            lines += &self.chain.sealed(&body);
            lines.push('\n');
        }
        self.journal.append(lines.as_bytes()).map_err(|error| self.journal.writing(error))
    }
}

/// The check values: each is the beginning of the BLAKE3 of the one before it and the line without it.
#[derive(Clone, Debug, Default)]
struct Chain(String);

impl Chain {
    fn next(&mut self, body: &str) -> &str {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.0.as_bytes()).update(body.as_bytes());
        self.0.clear();
        self.0.push_str(&hasher.finalize().to_hex()[..16]);
        &self.0
    }

    /// The object with its check value.
    fn sealed(&mut self, body: &str) -> String {
        let check = self.next(body);
        format!("{}{CHECK}{check}\"}}", body.strip_suffix('}').unwrap_or(body))
    }

    /// The line without its check value, if that is right.
    fn checked(&mut self, line: &str) -> Option<String> {
        let (open, check) = line.rsplit_once(CHECK)?;
        let body = format!("{open}}}");
        (self.next(&body) == check.strip_suffix("\"}")?).then_some(body)
    }
}

/// What a file holds.
struct FileContents {
    pairs: u64,
    /// Bytes up to the end of the last complete pair, and the check value there.
    length: u64,
    chain: Chain,
}

impl FileContents {
    fn read(file: &File, path: &Path, header: &Header, standings: &mut Standings) -> Result<Self, Failure> {
        let damaged = |why: &str| {
            Trouble::Damaged.of(path, format!("{} is no file to go on with: {why}", path.display()))
        };
        let mut lines = Lines { reader: BufReader::new(file), length: 0, path };
        let mut chain = Chain::default();
        let nothing = Self { pairs: 0, length: 0, chain: Chain::default() };
        let Some(first) = lines.next()? else {
            // Not even the header is whole: there is nothing to lose, unless it is somebody else's file.
            let line = Chain::default().sealed(&json(header));
            return if line.as_bytes().starts_with(&lines.rest(line.len())?) {
                Ok(nothing)
            } else {
                Err(damaged("it does not begin with a header"))
            };
        };
        let body = chain.checked(&first).ok_or_else(|| damaged("its header is not as it was written"))?;
        let found: Header =
            serde_json::from_str(&body).map_err(|error| damaged(&format!("its header: {error}")))?;
        if !found.is_of(header) {
            let difference = header.difference(&found);
            let message = format!("{} belongs to another match: {difference}", path.display());
            return Err(Trouble::Foreign.of(path, message));
        }
        let players = header.players.len();
        let mut whole = Self { pairs: 0, length: lines.length, chain: chain.clone() };
        let mut number = 1_u64;
        loop {
            let mut leg = Leg { pair: whole.pairs, games: Vec::new() };
            for pairing in pairings(players) {
                let mut games = Vec::new();
                for starter in Side::BOTH {
                    let Some(line) = lines.next()? else { return Ok(whole) };
                    number += 1;
                    let wrong = |why: &str| damaged(&format!("line {number} {why}"));
                    let body = chain.checked(&line).ok_or_else(|| wrong("is not as it was written"))?;
                    let line: Line = serde_json::from_str(&body)
                        .map_err(|error| wrong(&format!("is no game: {error}")))?;
                    let report = line.report(leg.pair, pairing, starter);
                    games.push(report.ok_or_else(|| wrong("is not the game that comes next"))?);
                }
                leg.games.extend(<[GameReport; 2]>::try_from(games));
            }
            standings.add(&leg);
            whole = Self { pairs: whole.pairs + 1, length: lines.length, chain: chain.clone() };
        }
    }
}

/// The complete lines of a file.
struct Lines<'a> {
    reader: BufReader<&'a File>,
    /// Bytes of those that were read.
    length: u64,
    path: &'a Path,
}

/// The longest line that is read: a game of the most rounds is a tenth of that.
const MOST_BYTES: u64 = 1 << 20;

impl Lines<'_> {
    fn next(&mut self) -> Result<Option<String>, Failure> {
        let mut line = Vec::new();
        let read = std::io::Read::take(&mut self.reader, MOST_BYTES).read_until(b'\n', &mut line);
        read.with_context(|| format!("cannot read {}", self.path.display()))?;
        if line.pop() != Some(b'\n') {
            if line.len() as u64 >= MOST_BYTES - 1 {
                let message = format!("{} is no file to go on with: a line is too long", self.path.display());
                return Err(Trouble::Damaged.of(self.path, message));
            }
            return Ok(None);
        }
        self.length += line.len() as u64 + 1;
        // What is not UTF-8 is not as it was written, and neither is the replacement.
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    /// The first bytes of the file again, one more than `most` of them at most.
    fn rest(&mut self, most: usize) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let cannot = || format!("cannot read {}", self.path.display());
        self.reader.seek(SeekFrom::Start(0)).with_context(cannot)?;
        let mut limited = std::io::Read::take(&mut self.reader, most as u64 + 1);
        std::io::Read::read_to_end(&mut limited, &mut bytes).with_context(cannot)?;
        Ok(bytes)
    }
}

impl Line {
    fn new(pair: u64, pairing: [usize; 2], report: &GameReport) -> Self {
        let seats = [report.starter, !report.starter];
        let (ending, reason) = match &report.ending {
            Ending::Won(_) => (EndingWord::Won, None),
            Ending::Shared => (EndingWord::Shared, None),
            Ending::Unfinished => (EndingWord::Unfinished, None),
            Ending::Forfeited(_, forfeit) => (EndingWord::Forfeited, Some(forfeit.reason.clone())),
        };
        Self {
            pair,
            seats: seats.map(|side| pairing[side.index()]),
            ending,
            winner: report.ending.winner().map(|side| pairing[side.index()]),
            reason,
            rounds: report.rounds,
            decisions: seats.map(|side| report.decisions[side.index()]),
            luck: from_side(report.starter, report.luck).win(),
            records: report.records.iter().map(ToString::to_string).collect(),
        }
    }

    /// The report, if this is the game of that pair and pairing that `starter` starts.
    fn report(self, pair: u64, pairing: [usize; 2], starter: Side) -> Option<GameReport> {
        let seats = [starter, !starter];
        if (self.pair, self.seats) != (pair, seats.map(|side| pairing[side.index()])) {
            return None;
        }
        let winner = match self.winner {
            None => None,
            Some(place) => Some(Side::BOTH.into_iter().find(|side| pairing[side.index()] == place)?),
        };
        let ending = match (self.ending, winner, self.reason) {
            (EndingWord::Won, Some(winner), None) => Ending::Won(winner),
            (EndingWord::Shared, None, None) => Ending::Shared,
            (EndingWord::Unfinished, None, None) => Ending::Unfinished,
            (EndingWord::Forfeited, Some(winner), Some(reason)) => {
                Ending::Forfeited(!winner, Forfeit { reason })
            }
            _ => return None,
        };
        let mut decisions = [0; 2];
        for (side, count) in seats.into_iter().zip(self.decisions) {
            decisions[side.index()] = count;
        }
        let luck = from_side(starter, Luck::of_win(self.luck));
        Some(GameReport { starter, ending, rounds: self.rounds, decisions, luck, records: Vec::new() })
    }
}

/// The luck of side A from this side, and the other way round.
fn from_side(side: Side, luck: Luck) -> Luck {
    match side {
        Side::A => luck,
        Side::B => -luck,
    }
}
