//! The figures, charts and names on the pages are those of `results/`, the sources and the program, and the library's chapter shows the examples.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn figures_are_those_of_the_results() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/figures.py");
    let program = assert_cmd::cargo::cargo_bin!("hanamachi");
    let output = Command::new("python3").arg(script).env("HANAMACHI", program).output().expect("Python 3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The chapter is a doctest, so that its programs run.
#[test]
fn the_chapter_of_the_library_shows_every_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chapter = fs::read_to_string(root.join("docs/src/library.md")).unwrap();
    let mut shown = 0;
    for entry in fs::read_dir(root.join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let program = text.split_once("\nuse ").map(|(_, program)| format!("\nuse {program}```\n")).unwrap();
        assert!(chapter.contains(&program), "docs/src/library.md lacks {}", path.display());
        shown += 1;
    }
    assert_eq!(shown, chapter.matches("```rust").count());
}
