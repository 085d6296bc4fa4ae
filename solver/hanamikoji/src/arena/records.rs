//! The games of a match on disk, and the resumption of interrupted matches.
//!
//! JSON Lines: a header that identifies the match, then a line for each game, in order. Every line ends with
//! a check value that depends on everything before it. This tells a file that was changed from one that was
//! only cut short. The latter is nothing unusual: the program drops everything after the last complete pair
//! and continues there. The lines depend only on the header and the players, so the finished file is the
//! same, byte for byte, with or without interruptions.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use hanamachi_core::ENGINE;
use hanamachi_table::disk::{DiskError, Existing, Journal, Trouble};
use serde::{Deserialize, Serialize};

use super::game::{Ending, GameReport, Side};
use super::luck::Luck;
use super::schedule::{Leg, pairings};
use super::standings::Standings;
use crate::notation::{ParseError, Tags};
use crate::players::Forfeit;
use crate::{RoundRecord, Rules};

/// Schema and version, in every header.
const SCHEMA: &str = "hanamikoji.match_records/1";
/// Separator before the check value of a line.
const CHECK: &str = ",\"check\":\"";

/// Identity of the match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchHeader {
    schema: String,
    engine: String,
    players: Vec<String>,
    rules: String,
    seed: u64,
    /// Hashes of the tables that decide how games go, if any. Older files have none.
    #[serde(default, skip_serializing_if = "Hashes::is_empty")]
    hashes: Hashes,
}

/// Hashes of the tables that decide how games go.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hashes {
    /// Hash of each player's strategy table; nothing for players without one.
    tables: Vec<Option<String>>,
    /// Hash of the favour table, unless it is the one that comes with the program.
    favour_table: Option<String>,
}

impl Hashes {
    /// Hashes of the players' strategy tables, and of the favour table.
    #[must_use]
    pub fn new(tables: Vec<Option<String>>, favour_table: Option<String>) -> Self {
        let tables = if tables.iter().any(Option::is_some) { tables } else { Vec::new() };
        Self { tables, favour_table }
    }

    fn is_empty(&self) -> bool {
        self.favour_table.is_none() && self.tables.is_empty()
    }
}

/// One game, as a line of the file has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// The number of the pair, counted from 0.
    pub pair: u64,
    /// The players by their places in the header, the one who starts the game first.
    pub seats: [usize; 2],
    /// How it ended.
    pub ending: EndingWord,
    /// Place of the winner.
    pub winner: Option<usize>,
    /// Reason for the loser's forfeit.
    pub reason: Option<String>,
    /// Rounds begun.
    pub rounds: u16,
    /// Number of decisions, in the order of the seats.
    pub decisions: [u64; 2],
    /// Part of the game that its starter owes to luck. Older files have none; then no luck is removed.
    #[serde(default)]
    pub luck: f64,
    /// Round records.
    pub records: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndingWord {
    /// Somebody won.
    Won,
    /// Nobody won.
    Shared,
    /// It reached the limit of rounds.
    Unfinished,
    /// A player gave up.
    Forfeited,
}

impl EndingWord {
    /// The word, as in a file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Shared => "shared",
            Self::Unfinished => "unfinished",
            Self::Forfeited => "forfeited",
        }
    }
}

/// An open file of records.
#[derive(Debug)]
pub struct MatchRecords {
    players: usize,
    journal: Journal,
    chain: CheckChain,
}

impl MatchHeader {
    /// The header of a match between these players.
    #[must_use]
    pub fn new(players: Vec<String>, rules: String, seed: u64, hashes: Hashes) -> Self {
        Self { schema: SCHEMA.to_owned(), engine: ENGINE.to_owned(), players, rules, seed, hashes }
    }

    /// Whether a file with this header belongs to this match. The header may be older than hashes; then the
    /// favour table must be the one that comes with the program, as there was no flag for another.
    fn is_of(&self, asked: &Self) -> bool {
        let hashes = if self.hashes.is_empty() && asked.hashes.favour_table.is_none() {
            &asked.hashes
        } else {
            &self.hashes
        };
        *asked == Self { hashes: hashes.clone(), ..self.clone() }
    }

    /// Difference of another run, in words.
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

impl MatchRecords {
    /// Opens the file in `path` and adds the games that it holds of this match to `standings`. Also returns
    /// the number of those pairs. With `resumes` an existing file is continued where it ends. `note` receives a warning if the file cannot
    /// be locked.
    pub fn open(
        path: &Path,
        (existing, resumes): (Existing, bool),
        header: &MatchHeader,
        standings: &mut Standings,
        note: &dyn Fn(&dyn Display),
    ) -> Result<(Self, u64), DiskError> {
        let there = path.try_exists().map_err(DiskError::cannot("write", path))?;
        if there && !path.is_file() {
            return Err(DiskError::Refused(format!("{} exists and is not a regular file", path.display())));
        }
        if there && existing == Existing::Refuse && !resumes {
            return Err(DiskError::Unfinished(path.to_owned()));
        }
        let mut journal = Journal::open(path, note)?;
        if existing == Existing::Replace {
            journal.set_end(0)?;
        }
        let found = FileContents::read(journal.file(), path, header, standings)?;
        journal.set_end(found.length)?;
        let mut records = Self { players: header.players.len(), journal, chain: found.chain };
        if found.length == 0 {
            records.append([json(header)])?;
        }
        Ok((records, found.pairs))
    }

    /// Writes the games of a leg. They are in the file when this returns.
    pub fn add(&mut self, leg: &Leg) -> Result<(), DiskError> {
        let games = pairings(self.players).zip(&leg.games);
        let lines = games.flat_map(|(pairing, games)| {
            games.iter().map(move |report| json(&PlayedGame::new(leg.pair, pairing, report)))
        });
        self.append(lines.collect::<Vec<_>>())
    }

    /// Syncs the file, so that a power cut loses nothing.
    pub fn finish(self) -> Result<(), DiskError> {
        self.journal.sync()
    }

    /// Adds lines with these objects, all or none.
    fn append(&mut self, bodies: impl IntoIterator<Item = String>) -> Result<(), DiskError> {
        let mut lines = String::new();
        for body in bodies {
            lines += &self.chain.sealed(&body);
            lines.push('\n');
        }
        self.journal.append(lines.as_bytes()).map_err(|error| self.journal.writing(error))
    }
}

/// Formats an object as JSON on one line.
fn json<T: Serialize>(object: &T) -> String {
    serde_json::to_string(object).expect("structures of this file have text keys")
}

/// The check value of a line in a file of match records: its object without the value, after the check value of the line before it.
#[must_use]
pub fn check_value(before: &str, object: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(before.as_bytes()).update(object.as_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The check values: each is the beginning of the BLAKE3 hash of its predecessor and the line without it.
#[derive(Clone, Debug, Default)]
struct CheckChain(String);

impl CheckChain {
    fn next(&mut self, body: &str) -> &str {
        self.0 = check_value(&self.0, body);
        &self.0
    }

    /// The object with its check value.
    fn sealed(&mut self, body: &str) -> String {
        let check = self.next(body);
        format!("{}{CHECK}{check}\"}}", body.strip_suffix('}').unwrap_or(body))
    }

    /// The line without its check value, if the value is right.
    fn checked(&mut self, line: &str) -> Option<String> {
        let (open, check) = line.rsplit_once(CHECK)?;
        let body = format!("{open}}}");
        (self.next(&body) == check.strip_suffix("\"}")?).then_some(body)
    }
}

/// Contents of a file.
struct FileContents {
    pairs: u64,
    /// Bytes up to the end of the last complete pair.
    length: u64,
    chain: CheckChain,
}

impl FileContents {
    fn read(
        file: &File,
        path: &Path,
        header: &MatchHeader,
        standings: &mut Standings,
    ) -> Result<Self, DiskError> {
        let damaged = |why: &str| -> DiskError {
            Trouble::Damaged.saying(path, format!("{} is no file to go on with: {why}", path.display()))
        };
        let mut lines = GameLines { reader: BufReader::new(file), length: 0, path };
        let mut chain = CheckChain::default();
        let nothing = Self { pairs: 0, length: 0, chain: CheckChain::default() };
        let Some(first) = lines.next()? else {
            // Even the header is incomplete: nothing is lost, unless the file is somebody else's.
            let line = CheckChain::default().sealed(&json(header));
            return if line.as_bytes().starts_with(&lines.rest(line.len())?) {
                Ok(nothing)
            } else {
                Err(damaged("it does not begin with a header"))
            };
        };
        let body = chain.checked(&first).ok_or_else(|| damaged("its header is not as it was written"))?;
        let found: MatchHeader =
            serde_json::from_str(&body).map_err(|error| damaged(&format!("its header: {error}")))?;
        if !found.is_of(header) {
            let difference = header.difference(&found);
            let message = format!("{} belongs to another match: {difference}", path.display());
            return Err(Trouble::Foreign.saying(path, message));
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
                    let line: PlayedGame = serde_json::from_str(&body)
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

/// A match in a file, and how much of it was read.
#[derive(Clone, Debug, Serialize)]
pub struct RecordedMatch {
    /// The players, at least two.
    pub players: Vec<String>,
    /// The rules.
    #[serde(skip)]
    pub rules: Rules,
    /// The seed.
    pub seed: u64,
    /// Number of complete games.
    pub games: u64,
    /// Check value of the last of them, which depends on everything before.
    pub check: String,
}

/// A game in a file.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// Number of its pair.
    pub pair: u64,
    /// Places of the players, the one who starts the game first.
    seats: [usize; 2],
    /// Its rounds.
    rounds: Vec<RoundRecord>,
}

impl RecordedGame {
    /// Each round, with the place of the player who starts it and of the other.
    pub fn rounds(&self) -> impl Iterator<Item = (&RoundRecord, [usize; 2])> {
        let [first, second] = self.seats;
        let seats = [[first, second], [second, first]];
        self.rounds.iter().zip(seats.into_iter().cycle())
    }

    /// The game of a line; `Err` says why it cannot be one.
    fn read(line: &str, of: &RecordedMatch) -> Result<Self, String> {
        let PlayedGame { pair, seats, records, .. } =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        let [first, second] = seats;
        if first == second || seats.iter().any(|&place| place >= of.players.len()) {
            return Err("its seats are not of two players".to_owned());
        }
        let rounds: Result<Vec<RoundRecord>, _> = records.iter().map(|record| record.parse()).collect();
        let rounds = rounds.map_err(|error| error.to_string())?;
        if rounds.iter().any(|round| *round.rules() != of.rules) {
            return Err("it has other rules than the match".to_owned());
        }
        Ok(Self { pair, seats, rounds })
    }
}

/// Reads the complete games of the file in `path`, of any match, one after the other.
pub fn read_games<E: From<DiskError>>(
    path: &Path,
    each: &mut dyn FnMut(&RecordedMatch, &RecordedGame) -> Result<(), E>,
) -> Result<RecordedMatch, E> {
    let file = File::open(path).map_err(DiskError::unread(path))?;
    let mut lines = GameLines { reader: BufReader::new(&file), length: 0, path };
    let mut chain = CheckChain::default();
    let foreign = |why: &str| Trouble::Foreign.in_file::<DiskError>(path, why);
    let no_games = || foreign("it holds no games: `hanamachi hanamikoji match -o` writes such files");
    let first = lines.next()?.ok_or_else(no_games)?;
    let header = chain.checked(&first).ok_or_else(no_games)?;
    let header: MatchHeader =
        serde_json::from_str(&header).map_err(|error| foreign(&format!("its header: {error}")))?;
    if header.schema != SCHEMA {
        let why = format!("its schema is `{}`", header.schema.escape_debug());
        return Err(Trouble::OtherVersion.in_file::<DiskError>(path, why).into());
    }
    if header.players.len() < 2 {
        return Err(foreign("its match has fewer than two players").into());
    }
    let tags: Tags =
        header.rules.parse().map_err(|error: ParseError| foreign(&format!("its rules: {error}")))?;
    let MatchHeader { players, seed, .. } = header;
    let mut of = RecordedMatch { players, rules: tags.rules, seed, games: 0, check: String::new() };
    while let Some(line) = lines.next()? {
        let number = of.games + 2;
        let damaged =
            || Trouble::Damaged.in_file::<DiskError>(path, format!("line {number} is not as it was written"));
        let body = chain.checked(&line).ok_or_else(damaged)?;
        let game = RecordedGame::read(&body, &of);
        each(&of, &game.map_err(|why| foreign(&format!("line {number} is no game: {why}")))?)?;
        of.games += 1;
        of.check.clone_from(&chain.0);
    }
    if of.games == 0 { Err(no_games().into()) } else { Ok(of) }
}

/// The complete lines of a file.
struct GameLines<'a> {
    reader: BufReader<&'a File>,
    /// Bytes of the lines read so far.
    length: u64,
    path: &'a Path,
}

/// Length limit of a line; a game of the most rounds needs a tenth of it.
const MOST_BYTES: u64 = 1 << 20;

impl GameLines<'_> {
    fn next(&mut self) -> Result<Option<String>, DiskError> {
        let mut line = Vec::new();
        let read = (&mut self.reader).take(MOST_BYTES).read_until(b'\n', &mut line);
        read.map_err(DiskError::unread(self.path))?;
        if line.pop() != Some(b'\n') {
            if line.len() as u64 >= MOST_BYTES - 1 {
                return Err(Trouble::Damaged.in_file(self.path, "a line is too long for a game"));
            }
            return Ok(None);
        }
        self.length += line.len() as u64 + 1;
        // Invalid UTF-8 was never written here, and its replacement fails the check as well.
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    /// Rereads the first bytes of the file, at most one more than `most`.
    fn rest(&mut self, most: usize) -> Result<Vec<u8>, DiskError> {
        let mut bytes = Vec::new();
        self.reader.seek(SeekFrom::Start(0)).map_err(DiskError::unread(self.path))?;
        let mut limited = (&mut self.reader).take(most as u64 + 1);
        limited.read_to_end(&mut bytes).map_err(DiskError::unread(self.path))?;
        Ok(bytes)
    }
}

impl PlayedGame {
    /// The game of this pair with this report; `pairing` has the places of sides A and B.
    #[must_use]
    pub fn new(pair: u64, pairing: [usize; 2], report: &GameReport) -> Self {
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

    /// The report, if this is the game of that pair and pairing which `starter` starts.
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

/// Converts the luck of side A to this side, and back.
fn from_side(side: Side, luck: Luck) -> Luck {
    match side {
        Side::A => luck,
        Side::B => -luck,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"{"pair":0,"seats":[0,1],"ending":"won","winner":0,"reason":null,"rounds":1,"decisions":[6,6],"records":[]}"#;

    /// Reads a file with this header and this game, both with right check values.
    fn read(header: &str, game: &str) -> Result<RecordedMatch, String> {
        let mut chain = CheckChain::default();
        let file = tempfile::NamedTempFile::new().unwrap();
        let lines = [header, game].map(|body| chain.sealed(body) + "\n");
        std::fs::write(file.path(), lines.concat()).unwrap();
        read_games(file.path(), &mut |_, _| Ok::<_, DiskError>(())).map_err(|error| error.to_string())
    }

    /// Anybody can compute check values: they tell damage, not intent.
    #[test]
    fn files_that_no_match_has_written_are_refused() {
        let header = |schema: &str, players: &[&str]| {
            let players = players.iter().map(|&player| player.to_owned()).collect();
            let header = MatchHeader::new(players, "rounds=inf".to_owned(), 1, Hashes::default());
            json(&MatchHeader { schema: schema.to_owned(), ..header })
        };
        let usual = header(SCHEMA, &["greedy", "random"]);
        let good = read(&usual, GAME).unwrap();
        assert_eq!((good.players.len(), good.seed, good.games), (2, 1, 1));
        let refused = |header: &str, game: &str| read(header, game).map(|_| ()).unwrap_err();
        assert!(
            refused(&header("hanamikoji.match_records/", &["greedy", "random"]), GAME).contains("schema")
        );
        assert!(refused(&header(SCHEMA, &["greedy"]), GAME).contains("fewer than two players"));
        for seats in ["[0,0]", "[0,2]", "[18446744073709551615,0]"] {
            assert!(refused(&usual, &GAME.replace("[0,1]", seats)).contains("line 2"), "{seats}");
        }
        let rules = GAME.replace("[]}", r#"["....... G/ACEFFG/ABBDEG/ECDFFGGD 1A rounds=3"]}"#);
        assert!(refused(&usual, &rules).contains("other rules"), "{}", refused(&usual, &rules));
        let record = GAME.replace("[]}", r#"["....... G/ACEFFG/ABBDEG/ECDFFGGD 1B"]}"#);
        assert!(refused(&usual, &record).contains("line 2 is no game"));
    }
}
