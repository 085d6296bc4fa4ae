//! The help of every subcommand, and its examples, which run as written.

use std::path::Path;

use snapbox::data::DataFormat;
use snapbox::{Assert, Data};

use crate::support::{Run, finish, hanamachi, run};

/// All commands that help lists, in the order of the book.
const COMMANDS: [&str; 30] = [
    "",
    "okiya",
    "okiya solve",
    "okiya play",
    "okiya review",
    "okiya report",
    "okiya random",
    "okiya census",
    "okiya ledger",
    "hanamikoji",
    "hanamikoji evaluate",
    "hanamikoji play",
    "hanamikoji review",
    "hanamikoji report",
    "hanamikoji show",
    "hanamikoji beliefs",
    "hanamikoji deal",
    "hanamikoji match",
    "hanamikoji exploit",
    "hanamikoji train",
    "hanamikoji favour",
    "board",
    "table",
    "table info",
    "table verify",
    "table export",
    "table merge",
    "cfr",
    "completions",
    "man",
];

/// Commands for developers, which no list shows.
const HIDDEN: [&str; 4] = ["okiya perft", "hanamikoji tree", "hanamikoji perft", "bench"];

#[test]
fn every_command_has_help_and_examples() {
    for command in COMMANDS.into_iter().chain(HIDDEN) {
        let help = run(&format!("{command} --help"));
        assert_eq!((help.code, help.stderr.as_str()), (0, ""), "{command}");
        assert!(help.stdout.contains("Usage: hanamachi"), "{help:?}");
        assert_eq!(run(&format!("{command} -h")).code, 0);
        assert!(!examples(command).is_empty(), "{command} shows no example");
        assert!(help.stdout.lines().all(|line| line.chars().count() <= 110), "{}", help.stdout);
    }
}

#[test]
fn lists_show_no_command_for_developers() {
    for command in HIDDEN {
        let (group, name) = command.rsplit_once(' ').unwrap_or(("", command));
        let list = run(&format!("{group} --help")).stdout;
        let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert!(names.contains(&"help") && !names.contains(&name), "{list}");
    }
}

/// The book lists every command with the first line of its help: `README=overwrite cargo test --test integration help::` writes it.
#[test]
fn the_book_lists_every_command() {
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/commands.md");
    let mut text = std::fs::read_to_string(&chapter).expect("the chapter");
    for command in COMMANDS
        .into_iter()
        .chain(HIDDEN)
        .filter(|command| !["", "okiya", "hanamikoji", "table"].contains(command))
    {
        let help = run(&format!("{command} -h")).stdout;
        let about = help.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        let row = format!("| `{command}` |");
        let lines: Vec<String> = text
            .lines()
            .map(|line| if line.starts_with(&row) { format!("{row} {about} |") } else { line.to_owned() })
            .collect();
        assert!(lines.iter().any(|line| line.starts_with(&row)), "docs/src/commands.md lacks {row}");
        text = lines.join("\n") + "\n";
    }
    let written = Data::read_from(&chapter, Some(DataFormat::Text));
    Assert::new().action_env("README").normalize_paths(false).eq(Data::text(text), written);
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(run("--version").stdout, concat!("hanamachi ", env!("CARGO_PKG_VERSION"), "\n"));
    let is_in = |file: &str, version: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        assert!(std::fs::read_to_string(path).unwrap().contains(version), "{file} has another version");
    };
    is_in("CITATION.cff", concat!("\nversion: ", env!("CARGO_PKG_VERSION"), "\n"));
    is_in("scripts/conda/recipe.yaml", concat!("\"", env!("CARGO_PKG_VERSION"), "\""));
    is_in("bindings/python/Cargo.toml", "\nversion.workspace = true\n");
}

#[test]
fn examples_work_as_they_stand() {
    // Those of `board` start servers, which run until they are ended: tests/board has them.
    for command in COMMANDS.into_iter().chain(HIDDEN).filter(|command| *command != "board") {
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
        let to_a_file = [" -o ", " > "].iter().any(|flag| example.contains(flag));
        assert!(!stdout.is_empty() || to_a_file, "{example} prints nothing");
    }
}

#[test]
fn shells_complete_commands_and_flags() {
    for (shell, part) in [
        ("bash", "complete -F _hanamachi"),
        ("zsh", "#compdef hanamachi"),
        ("fish", "complete -c hanamachi"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let script = run(&format!("completions {shell}"));
        assert_eq!((script.code, script.stderr.as_str()), (0, ""), "{shell}");
        for part in [part, "okiya", "evaluate", "--favour-table", "color"] {
            assert!(script.stdout.contains(part), "{shell}: no {part}");
        }
        for hidden in ["perft", "slip"] {
            assert!(!script.stdout.contains(hidden), "{shell}: {hidden}");
        }
    }
    assert_eq!(run("completions tcsh").code, 2);
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    let write = |flags: &str| finish(hanamachi(&format!("man {flags} -o")).arg(&pages));
    let written = write("");
    assert_eq!((written.code, written.stdout.as_str()), (0, ""), "{written:?}");
    for command in COMMANDS {
        let words: Vec<&str> = std::iter::once("hanamachi").chain(command.split_whitespace()).collect();
        let name = format!("{}.1", words.join("-"));
        let page =
            std::fs::read_to_string(pages.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains(".SH SYNOPSIS") && page.contains(".SH EXAMPLES\n.nf\n"), "{name}");
        assert!(!page.contains('\0'), "{name}");
    }
    assert_eq!(std::fs::read_dir(&pages).unwrap().count(), COMMANDS.len());
    let again = write("");
    assert_eq!(again.code, 1);
    assert!(again.stderr.contains("exists; --force replaces it"), "{again:?}");
    assert_eq!((write("--force -q").code, write("--force -q").stderr.as_str()), (0, ""));
}

#[test]
fn colour_is_where_it_is_wanted() {
    let has_colour = |line: &str| {
        let run = run(line);
        [run.stdout, run.stderr].map(|text| text.contains('\u{1b}'))
    };
    let solve = "okiya solve --show position 05af/b4c1/27d8/3e96 moves a2 c1";
    assert_eq!(has_colour(solve), [false, false]);
    assert_eq!(has_colour(&format!("{solve} --color never")), [false, false]);
    assert_eq!(has_colour("hana review --score random --seed 1 --color always"), [true, false]);
    assert_eq!(has_colour("okiya solve oops --color always"), [false, true]);
    assert_eq!(has_colour("okiya solve oops"), [false, false]);
    assert_eq!(has_colour("--color=always okiya --help"), [true, false]);
    assert_eq!(has_colour("--color always okiya nonsense"), [false, true]);
    assert_eq!(run("--color sometimes okiya solve random").code, 2);
}
