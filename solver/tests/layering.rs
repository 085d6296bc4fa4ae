//! The arrows between the parts point one way, and the library touches nothing that it was not handed.
//!
//! A scan of the sources, comments left out. It knows words and not Rust, so it is a net with wide meshes: what
//! it catches is wrong, what it lets through is for the reviewer.

use std::fs;
use std::path::{Path, PathBuf};

/// The games, each a folder of `solver/src`, there already or on its way.
const GAMES: [&str; 3] = ["okiya", "hanamikoji", "reference"];

/// What draws, asks the machine, or waits for it.
const OUTSIDE: [&str; 14] = [
    "print!(",
    "println!(",
    "eprint!(",
    "eprintln!(",
    "dbg!(",
    "Instant::now",
    "SystemTime",
    "std::env",
    "env::var",
    "stdin()",
    "stdout()",
    "stderr()",
    "thread::sleep",
    "available_parallelism",
];

/// Random numbers that no seed repeats.
const UNSEEDED: [&str; 4] = ["rand::rng(", "thread_rng", "SysRng", "from_os_rng"];

#[test]
fn the_search_the_contracts_and_the_text_tools_know_no_game() {
    for part in ["search", "table", "strategy_table.rs", "game", "text", "conformance", "conformance.rs"] {
        refuse_words(part, &GAMES);
    }
}

#[test]
fn no_game_knows_another() {
    for game in GAMES {
        let others: Vec<&str> = GAMES.into_iter().filter(|&other| other != game).collect();
        refuse_words(game, &others);
    }
}

#[test]
fn the_library_prints_nothing_and_reads_no_clock_and_no_environment() {
    refuse("", |line| OUTSIDE.into_iter().chain(UNSEEDED).find(|word| line.contains(word)));
}

#[test]
fn the_scan_finds_what_it_looks_for() {
    assert!(lines_of(&sources("")).len() > 1000, "the sources have moved");
    assert!(lines_of(&sources("search")).iter().any(|(_, line)| has_word(line, "game")));
    assert!(has_word("use crate::okiya::Cell;", "okiya"));
    assert!(!has_word("let okiya_like = not_okiya;", "okiya"));
}

fn refuse_words(part: &str, words: &[&'static str]) {
    refuse(part, |line| words.iter().copied().find(|word| has_word(line, word)));
}

/// Fails with every line of this part of `solver/src` in which `wrong` finds something. A part that is not there
/// (yet) has no lines.
fn refuse(part: &str, wrong: impl Fn(&str) -> Option<&'static str>) {
    let found: Vec<String> = lines_of(&sources(part))
        .into_iter()
        .filter_map(|(place, line)| wrong(&line).map(|word| format!("{place}: `{word}` in: {}", line.trim())))
        .collect();
    assert!(found.is_empty(), "the layers are crossed:\n{}", found.join("\n"));
}

/// Whether `word` stands in `line` as an identifier of its own.
fn has_word(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

/// Every line of code with its place; comments and what follows them are left out.
fn lines_of(files: &[PathBuf]) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).expect("a source file is text");
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            lines.push((format!("{}:{}", file.display(), number + 1), code.to_owned()));
        }
    }
    lines
}

/// The source files of a file or folder below `solver/src`.
fn sources(part: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(part), &mut files);
    files
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder can be listed") {
            collect(&entry.expect("an entry can be read").path(), files);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") && path.exists() {
        files.push(path.to_owned());
    }
}
