//! Input that is refused, arguments that make no question, and the exit code of each.

use crate::support::{GARDEN, LATE, feed, finish, hanamachi, run};
use serde_json::json;

/// Bad texts, and the field and code that the error object names.
const BAD: [(&str, &str, &str); 15] = [
    ("", "garden", "invalid_garden"),
    ("   ", "garden", "invalid_garden"),
    ("nonsense", "garden", "invalid_garden"),
    ("05af/b4c1/27d8/3e9", "garden", "invalid_garden"),
    ("05afb4c127d83e9", "garden", "invalid_garden"),
    ("05af/b4c1/27d8/3e960", "garden", "invalid_garden"),
    ("05af/b4c1/27d8/3e9f", "garden", "invalid_garden"),
    ("05af/b4c1/27d8/3e96 moves b2", "moves", "illegal_move"),
    ("05af/b4c1/27d8/3e96 moves a1 b3", "moves", "illegal_move"),
    ("05af/b4c1/27d8/3e96 moves a1 a1", "moves", "illegal_move"),
    ("05af/b4c1/27d8/3e96 moves e5", "moves", "invalid_cell"),
    ("05af/b4c1/27d8/3e96 x3/4/4/4 a1 x", "side", "invalid_position"),
    ("05af/b4c1/27d8/3e96 xx2/4/4/4 a1 o", "tokens", "invalid_position"),
    ("05af/b4c1/27d8/3e96 x3/4/4/5 a1 o", "tokens", "invalid_tokens"),
    ("[Garden \"05af\"] a1", "garden", "invalid_garden"),
];

#[test]
fn bad_texts_are_refused_with_field_and_column() {
    for (text, field, code) in BAD {
        for command in ["solve", "solve --show position", "solve --show class", "perft --depth 2"] {
            let refused = finish(hanamachi(&format!("okiya {command} --json")).arg(text));
            let error = refused.refusal(3);
            assert_eq!(refused.stderr, "", "{text:?}");
            assert_eq!(error["field"], field, "{text:?}: {error}");
            assert!(error["column"].as_u64().is_some_and(|column| column >= 1), "{text:?}: {error}");
            assert!(error["code"].is_string() && error["message"].is_string(), "{error}");
            if !text.trim().is_empty() {
                assert_eq!(error["code"], code, "{text:?}: {error}");
            }
        }
    }
}

#[test]
fn people_get_the_text_with_a_caret() {
    let refused = run("okiya solve 05af/b4c1/27d8/3e9f");
    assert_eq!((refused.code, refused.stdout.as_str()), (3, ""));
    assert_eq!(
        refused.stderr,
        "error: tile f (IR) already lies on d1; a garden holds each tile once\n  \
         |\n1 | 05af/b4c1/27d8/3e9f\n  |                   ^\n"
    );
}

#[test]
fn a_word_that_names_no_file_and_a_folder_are_refused_as_such() {
    for command in
        ["okiya solve", "okiya review", "okiya report", "hana evaluate", "hana review", "hana report"]
    {
        let refused = run(&format!("{command} nofile"));
        assert_eq!(refused.code, 3, "{command}");
        assert!(refused.stderr.contains("found `n`"), "{command}: {}", refused.stderr);
        assert!(
            refused.stderr.contains("; nor is there a file of this name"),
            "{command}: {}",
            refused.stderr
        );
        // A folder is a ledger to this one.
        if command == "okiya report" {
            continue;
        }
        let refused = run(&format!("{command} src"));
        assert_eq!(refused.code, 3, "{command}");
        assert!(refused.stderr.contains("`src` is a folder"), "{command}: {}", refused.stderr);
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let broken = std::ffi::OsStr::from_bytes(b"05af\xff");
    for command in ["solve", "solve --show position", "solve --show class", "review"] {
        let refused = finish(hanamachi(&format!("okiya {command} --json")).arg(broken));
        assert_eq!(refused.refusal(3)["code"], "not_utf8");
    }
}

#[test]
fn control_characters_in_a_refused_text_do_not_reach_the_terminal() {
    let refused = finish(hanamachi("okiya solve").arg("05af\u{1b}[31m\u{7}"));
    assert_eq!(refused.code, 3);
    assert!(!refused.stderr.contains('\u{1b}') && !refused.stderr.contains('\u{7}'), "{refused:?}");
}

#[test]
fn arguments_that_make_no_question_are_usage_errors() {
    for line in [
        "",
        "okiya",
        "okiya solve --full maybe random",
        "okiya solve random --threads 0",
        "okiya solve random --time 0",
        "okiya solve random --time -1",
        "okiya solve random --time nan",
        "okiya solve random --nodes 0",
        "okiya solve random --memory lots",
        "okiya solve random --seed -1",
        "okiya solve random --force",
        "okiya solve random --verdict --lines",
        "okiya solve random -q -v",
        "okiya perft random",
        "okiya perft random --depth 0",
        "okiya perft random --depth 17",
        "okiya random --count 0",
        "okiya random --openings 1",
        "okiya random --won-by nobody",
        "okiya random --won-by second --openings 1",
        "okiya random --won-by first --openings 0",
        "okiya random --won-by first --openings 13",
        "okiya random --won-by first --openings -1",
        "okiya play --slip 2",
        "okiya play --slip nan",
        "okiya play --slip 0.1 --level weak",
        "okiya play --match bestof5",
        "bench --gardens 0",
        "hanabi",
    ] {
        let refused = run(line);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{line}: {refused:?}");
        assert!(!refused.stderr.is_empty());
    }
}

#[test]
fn with_json_a_usage_error_is_an_object_too() {
    for line in ["okiya solve --json --nope", "okiya perft --json --depth 0 x", "okiya --json"] {
        let run = run(line);
        assert_eq!(run.refusal(2)["code"], "usage", "{line}");
        assert!(run.stderr.contains("error: "), "{line}");
    }
}

#[test]
fn a_missing_text_is_a_usage_error_with_an_example() {
    for command in ["solve", "show", "class", "review", "perft --depth 3"] {
        let refused = run(&format!("okiya {command}"));
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{refused:?}");
        assert!(refused.stderr.contains("for example: hanamachi okiya "), "{refused:?}");
    }
}

#[test]
fn a_file_appears_whole_or_not_at_all_and_is_not_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.jsonl");
    let solve = |flags: &str| {
        let mut command = hanamachi(&format!("okiya solve - --json {flags}"));
        finish(command.arg("-o").arg(&path).write_stdin(format!("{LATE}\nbad\n{LATE}\n")))
    };
    let first = solve("");
    // A batch with refused lines is complete: each has its error object.
    assert_eq!((first.code, first.stdout.as_str()), (3, ""));
    let written = std::fs::read_to_string(&path).unwrap();
    assert_eq!(written.lines().count(), 3);

    let again = solve("");
    assert_eq!(again.code, 1);
    assert_eq!(again.objects()[0]["error"]["code"], "operation_failed");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), written);
    assert_eq!(solve("--force").code, 3);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "a temporary file was left");
}

#[test]
fn a_refused_item_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.txt");
    let refused = finish(hanamachi("okiya solve nonsense -o").arg(&path));
    assert_eq!(refused.code, 3);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(finish(hanamachi("okiya solve --show position random -o").arg(folder.path())).code, 1);
    assert_eq!(
        finish(hanamachi("okiya solve --show position random -o").arg(folder.path().join("no/such/folder")))
            .code,
        1
    );
}

#[test]
fn a_file_holds_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answer.txt");
    let mut command = hanamachi(&format!("okiya solve {LATE} -o"));
    let run = finish(command.arg(&path).env("CLICOLOR_FORCE", "1"));
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("x wins in 9") && !page.contains('\u{1b}'));
}

#[cfg(unix)]
#[test]
fn a_reader_who_has_read_enough_is_no_failure() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"))
        .args(["okiya", "random", "--seed", "1", "--count", "10000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(first, "d981/60c7/abf2/345e\n");
}

/// A batch whose input stays open: the first answer comes at once, and Ctrl-C ends the wait.
#[cfg(unix)]
#[test]
fn a_pipe_is_answered_line_by_line_and_can_be_interrupted() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"))
        .args(["okiya", "solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(input, "{LATE}").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        assert!(answer.contains("win +1 9 diagonal"), "{answer}");
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "error: interrupted\n");
    drop(input);
}

#[test]
fn errors_in_a_record_name_their_line() {
    let record = format!("[Garden \"{GARDEN}\"]\n[Result \"x\"]\n\nc1 a2 c1\n");
    let error = finish(hanamachi("okiya solve --json").arg(&record)).refusal(3);
    assert_eq!((&error["line"], &error["column"]), (&json!(4), &json!(7)));
    let error = feed("okiya review - --json", format!("# saved\n\n{record}")).refusal(3);
    assert_eq!((&error["line"], &error["column"]), (&json!(6), &json!(7)));
}

/// The operating system's messages about files are printed as sentences, without error numbers.
#[test]
fn errors_of_files_are_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(at("file"), "x").unwrap();
    std::fs::create_dir(at("folder")).unwrap();
    let no_such = "there is no such file or folder";
    for (line, expected) in [
        (format!("table info {}", at("missing")), no_such),
        (format!("table info {}", at("file/below")), "a part of the path is a file, not a folder"),
        (format!("table verify {}", at("folder")), "it is not a regular file"),
        (format!("hana evaluate random --seed 1 --favour-table {}", at("missing")), no_such),
        (format!("okiya ledger {}", at("file")), "a part of the path is a file, not a folder"),
        (format!("man -o {}", at("file")), "a file or folder of this name exists already"),
        (format!("okiya random --seed 1 -o {}", at("none/x")), "does not exist"),
        (format!("okiya random --seed 1 -o {}", at(&"x".repeat(300))), "the name is too long"),
        (format!("okiya play --seed 1 --record {}", at("folder")), "it is a folder"),
        (format!("hana play --seed 1 --record {}", at("none/x")), no_such),
        (format!("hana play --seed 1 --seat second --opponent exec:{}", at("missing")), no_such),
    ] {
        let failed = feed(&line, "");
        assert!(failed.code != 0 && failed.stderr.contains(expected), "{line}: {failed:?}");
        assert!(!failed.stderr.contains("os error"), "{line}: {failed:?}");
    }
    let object = run(&format!("table info --json {}", at("missing"))).refusal(1);
    assert_eq!(object["message"], format!("cannot read {}: {no_such}", at("missing")));
}

/// What earlier versions had is refused with what to use instead.
#[test]
fn what_is_gone_says_what_to_use_instead() {
    for (line, words) in [
        ("hana exploit greedy --method search", "`--method search` is no longer there: use lbr"),
        ("hana evaluate --method cfr", "the method `cfr` is no longer there: use `exact`"),
        ("hana evaluate --method=cfr", "the method `cfr` is no longer there: use `exact`"),
        ("hana evaluate --search cfr:root=public", "the method `cfr` is no longer there: use `exact`"),
        ("hana evaluate --root public", "`--root` is no longer there: use --method exact"),
        ("hana evaluate --rule regret", "`--rule regret` is no longer there: use puct or ucb"),
        ("hana match cfr:root=public random", "the player `cfr` is no longer there: use `best`"),
        ("hana match random exact", "the player `exact` is no longer there: use `best`"),
        ("hana train --evaluation -o weights.bin", "`--evaluation` is no longer there: use train without it"),
        ("cfr --game kuhn --tree implicit", "`--tree` is no longer there: use --algorithm external"),
        ("cfr --game kuhn --algorithm outcome", "`--algorithm outcome` is no longer there: use external"),
        ("cfr --game kuhn --algorithm external+", "`--algorithm external+` is no longer there: use external"),
        ("cfr --game hanamikoji --geisha 2,3,4 --algorithm vr-outcome+", "is no longer there: use external"),
    ] {
        let refused = run(line);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{line}");
        assert!(refused.stderr.contains(words), "{line}: {}", refused.stderr);
        let object = run(&format!("{line} --json")).refusal(2);
        assert!(object["message"].as_str().unwrap().contains(words), "{line}: {object}");
    }
    // Other words are refused as ever.
    let refused = run("hana evaluate --method nonsense");
    assert!(refused.code == 2 && !refused.stderr.contains("no longer there"), "{}", refused.stderr);
}

#[test]
fn a_command_of_another_group_is_named() {
    for (asked, told) in [
        ("evaluate x", "tip: there is `hanamachi hana evaluate`\n"),
        ("solve", "tip: there is `hanamachi okiya solve`\n"),
        ("okiya match greedy random", "tip: there is `hanamachi hana match`\n"),
        ("hana board", "tip: there is `hanamachi board`\n"),
    ] {
        let refused = run(asked);
        assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{asked}");
        assert!(refused.stderr.ends_with(told), "{asked}: {}", refused.stderr);
    }
    let refused = run("review");
    assert!(
        refused.stderr.contains("`hanamachi okiya review` and `hanamachi hana review`"),
        "{}",
        refused.stderr
    );
    assert!(!run("nonsense").stderr.contains("tip: there is"));
}
