//! The commands in a Markdown page print the output shown in the page.
//!
//! Every `$` line of a `console` block runs in a shell with the program on the path; standard error and standard output are combined as
//! on a terminal. The commands between two headings of level 1 or 2 run in order in one empty folder; those under different headings of
//! these levels run at the same time. In the expected output `[..]` stands for any part of a line and `...` for any number of lines,
//! because times and rates differ between machines. The progress messages that a slow command prints every minute are left out.
//!
//! With `README=overwrite` in the environment the program's output is written into the page.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::{env, iter};

use rayon::prelude::*;
use snapbox::data::DataFormat;
use snapbox::filter::NormalizeToExpected;
use snapbox::{Assert, Data};

/// Runs the commands of a page, and fails if their output differs from the page.
///
/// `page` is a path from the root of the repository.
pub(crate) fn assert_commands_print_what_it_says(page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let written = Data::read_from(&path, Some(DataFormat::Text));
    let text = written.render().unwrap_or_else(|| panic!("{page} is no text"));
    let (printed, commands): (Vec<String>, Vec<usize>) =
        sections(&text).into_par_iter().with_max_len(1).map(|section| section_as_printed(&section)).unzip();
    assert_ne!(commands.into_iter().sum::<usize>(), 0, "{page} has no commands in console blocks");
    Assert::new().action_env("README").normalize_paths(false).eq(Data::text(printed.concat()), written);
}

/// The lines from one heading of level 1 or 2 to the next.
fn sections(text: &str) -> Vec<Vec<&str>> {
    let mut sections = vec![Vec::new()];
    let mut block = Block::Prose;
    for line in text.lines() {
        block = block.after(line);
        if block == Block::Prose && (line.starts_with("# ") || line.starts_with("## ")) {
            sections.push(Vec::new());
        }
        sections.last_mut().expect("the first one").push(line);
    }
    sections
}
/// The section with the output of its commands, and the number of commands.
fn section_as_printed(section: &[&str]) -> (String, usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut actual = String::new();
    let mut commands = 0;
    let mut block = Block::Prose;
    let mut lines = section.iter().copied().peekable();
    while let Some(line) = lines.next() {
        block = block.after(line);
        actual += line;
        actual.push('\n');
        if block == Block::Command {
            let is_output = |line: &&str| Block::Command.after(line) == Block::Output;
            let expected: String =
                iter::from_fn(|| lines.next_if(is_output)).flat_map(|l| [l, "\n"]).collect();
            actual += &elided(run(line.trim_start_matches("$ "), folder.path()), &expected);
            commands += 1;
        }
    }
    (actual, commands)
}

/// The output as written in the page, with its `[..]` and `...` where they match.
fn elided(output: String, expected: &str) -> String {
    let data = NormalizeToExpected::new().redact().normalize(Data::text(output), &Data::text(expected));
    data.render().expect("text stays text")
}

/// Kind of a line of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Block {
    Prose,
    OtherCode,
    Console,
    Command,
    Output,
}

impl Block {
    /// Kind of `line`, given the kind of the line before it.
    fn after(self, line: &str) -> Self {
        match (self, line) {
            (Self::Prose, "```console") => Self::Console,
            (Self::Prose, _) if line.starts_with("```") => Self::OtherCode,
            (Self::Prose, _) | (_, "```") => Self::Prose,
            (Self::OtherCode, _) => Self::OtherCode,
            _ if line.starts_with("$ ") => Self::Command,
            _ => Self::Output,
        }
    }
}

/// Output of the command, ending with a line break unless it is empty.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_hanamachi"));
    let ours = program.parent().expect("the program lies in a folder").to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    let path: OsString = env::join_paths(iter::once(ours).chain(env::split_paths(&others))).expect("a path");
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .output()
        .expect("a shell runs");
    let text = String::from_utf8(output.stdout).expect("the program writes UTF-8");
    let mut text: String = text.split_inclusive('\n').filter(|line| !tells_progress(line)).collect();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Whether the line is a progress message: these appear only after a minute, so not here, except on a slow machine.
fn tells_progress(line: &str) -> bool {
    line.contains(" a second, ") && line.trim_end().ends_with(" left")
}
