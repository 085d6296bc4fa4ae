//! The commands in the chapters of the book print the output shown there: see [`console`](crate::console). There is one test per
//! chapter; `cargo test --test integration book::okiya` runs the commands of `docs/src/okiya.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::console::assert_commands_print_what_it_says;

/// A test for each of these chapters, and the list of them.
macro_rules! chapters {
    ($($chapter:ident),+ $(,)?) => {
        const CHAPTERS: &[&str] = &[$(stringify!($chapter)),+];
        $(
            #[test]
            fn $chapter() {
                assert_commands_print_what_it_says(concat!("docs/src/", stringify!($chapter), ".md"));
            }
        )+
    };
}

chapters! {
    census,
    cfr,
    hanamikoji,
    json,
    okiya,
    play_hanamikoji,
    play_okiya,
    players,
    reports,
    solved,
    tables,
}

/// A chapter that is not listed here would have unchecked output.
#[test]
fn every_chapter_with_commands_has_a_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src");
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the folder of the book") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "md")
            && fs::read_to_string(&path).expect("a chapter").contains("\n```console\n")
        {
            found.insert(path.file_stem().expect("a name").to_string_lossy().into_owned());
        }
    }
    assert!(
        CHAPTERS.iter().copied().eq(found.iter().map(String::as_str)),
        "tests/book.rs tests {CHAPTERS:?}, not {found:?}"
    );
}

/// The reference of JSON names every schema of the program's sources.
#[test]
fn every_schema_is_in_the_reference() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chapters = ["docs/src/json.md", "board/REQUESTS.md"]
        .map(|page| fs::read_to_string(root.join(page)).expect("the page"));
    let mut folders = ["src", "solver/report/src", "board/engine/src", "board/server/src"]
        .map(|folder| root.join(folder))
        .to_vec();
    let mut schemas = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                schemas.extend(text.split('"').filter(|quoted| is_schema(quoted)).map(str::to_owned));
            }
        }
    }
    assert!(schemas.len() > 30, "{schemas:?}");
    let missing: Vec<_> = schemas
        .iter()
        .filter(|schema| {
            let named = [format!("`{schema}`"), format!("\"{schema}\"")];
            !chapters.iter().any(|chapter| named.iter().any(|named| chapter.contains(named)))
        })
        .collect();
    assert!(missing.is_empty(), "docs/src/json.md and board/REQUESTS.md lack {missing:?}");
}

/// `game.object/1`.
fn is_schema(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let parts = text.split_once('.').and_then(|(game, rest)| Some((game, rest.split_once('/')?)));
    parts.is_some_and(|(game, (object, number))| {
        is_word(game) && is_word(object) && number.parse::<u32>().is_ok()
    })
}
