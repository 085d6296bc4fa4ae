//! The help of every subcommand, and that its examples work as they stand.

use crate::house::{Run, finish, hanamachi, run};

const COMMANDS: [&str; 36] = [
    "",
    "bench",
    "cfr",
    "table",
    "table info",
    "table verify",
    "table export",
    "table merge",
    "okiya",
    "okiya solve",
    "okiya play",
    "okiya review",
    "okiya show",
    "okiya random",
    "okiya class",
    "okiya perft",
    "okiya survey",
    "okiya census",
    "okiya ledger",
    "okiya report",
    "hanamikoji",
    "hanamikoji deal",
    "hanamikoji show",
    "hanamikoji legal",
    "hanamikoji beliefs",
    "hanamikoji evaluate",
    "hanamikoji solve",
    "hanamikoji favour",
    "hanamikoji train",
    "hanamikoji tree",
    "hanamikoji replay",
    "hanamikoji perft",
    "hanamikoji play",
    "hanamikoji review",
    "hanamikoji report",
    "hanamikoji match",
];

#[test]
fn every_command_has_help_and_those_that_work_have_examples() {
    for command in COMMANDS {
        let help = run(&format!("{command} --help"));
        assert_eq!((help.code, help.stderr.as_str()), (0, ""), "{command}");
        assert!(help.stdout.contains("Usage: hanamachi"), "{help:?}");
        assert_eq!(run(&format!("{command} -h")).code, 0);
        assert!(
            ["okiya", "hanamikoji", "table"].contains(&command) || !examples(command).is_empty(),
            "{command} shows no example"
        );
        assert!(help.stdout.lines().all(|line| line.chars().count() <= 110), "{}", help.stdout);
    }
}

#[test]
fn the_book_has_the_help_of_every_command() {
    let chapters = [
        include_str!("../docs/src/okiya_commands.md"),
        include_str!("../docs/src/hanamikoji_commands.md"),
        include_str!("../docs/src/other_commands.md"),
    ];
    let overview = include_str!("../docs/src/commands.md");
    for command in COMMANDS.iter().filter(|command| !["", "okiya", "hanamikoji", "table"].contains(command)) {
        let help = format!("$ hanamachi {command} -h\n");
        assert!(chapters.iter().any(|chapter| chapter.contains(&help)), "no chapter has {help}");
        assert!(overview.contains(&format!("[`{command}`](")), "docs/src/commands.md lacks {command}");
    }
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(run("--version").stdout, concat!("hanamachi ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn examples_work_as_they_stand() {
    for command in COMMANDS {
        run_examples(command);
    }
}

/// The commands in the examples section of a command's help.
fn examples(command: &str) -> Vec<String> {
    let help = finish(hanamachi(command).arg("--help")).stdout;
    let section = help.split_once("Examples:").map(|(_, section)| section.to_owned()).unwrap_or_default();
    section.lines().map(str::trim).filter(|line| line.starts_with("hanamachi ")).map(str::to_owned).collect()
}

fn run_examples(command: &str) {
    let folder = tempfile::tempdir().unwrap();
    // A table for those that read one.
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/solver/tests/table/kept/kuhn-policy-1.table");
    std::fs::copy(kept, folder.path().join("kuhn.table")).unwrap();
    let bin = assert_cmd::cargo::cargo_bin!("hanamachi").parent().expect("a folder").to_owned();
    let path = std::env::join_paths(
        std::iter::once(bin).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )
    .unwrap();
    for example in examples(command) {
        let mut shell = assert_cmd::Command::new("sh");
        let Run { code, stdout, stderr } = finish(
            shell.args(["-c", &example]).env("PATH", &path).current_dir(folder.path()).write_stdin(""),
        );
        assert_eq!(code, 0, "{example}\n{stdout}{stderr}");
        assert!(!stdout.is_empty() || example.contains(" -o "), "{example} says nothing");
    }
}
