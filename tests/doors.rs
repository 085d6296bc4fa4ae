//! The doors of the program: texts as people bring them, files, outputs, and programs that play.

use std::fs;

use crate::support::{GARDEN, LATE, LONG, Place, feed, finish, hanamachi, run};
use serde_json::{Value, json};

const SET: &str = "+..-... 2 ABDFG 2XX,3EEG-E,1X";
const ROUND: &str = "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,1B";

/// The object without what it was asked with.
fn answer(mut object: Value) -> Value {
    for key in ["elapsed_ms", "asked"] {
        object[key] = Value::Null;
    }
    object
}

#[test]
fn a_file_and_a_dash_and_a_text_are_told_apart_by_every_command() {
    let place = Place::new();
    let commands = [
        ("okiya solve", LATE),
        ("okiya solve --show position", LATE),
        ("okiya solve --show class", GARDEN),
        ("okiya perft --depth 1", LATE),
        ("okiya review", LATE),
        ("hana show", SET),
        ("hana show --legal", SET),
        ("hana beliefs --reach uniform", SET),
        ("hana review --score", ROUND),
        ("hana evaluate --seed 1 --iterations 20", SET),
        ("hana review --seed 1 --iterations 20", ROUND),
    ];
    for (command, text) in commands {
        let path = place.path("one.txt");
        fs::write(&path, format!("\u{feff}# a comment\r\n{text}\r\n")).unwrap();
        let by_text = finish(hanamachi(command).args([text, "--json"]));
        let by_file = finish(hanamachi(command).arg(&path).arg("--json"));
        let by_dash = feed(&format!("{command} - --json"), fs::read(&path).unwrap());
        let expected = answer(by_text.object());
        assert_eq!(answer(by_file.object()), expected, "{command}");
        assert_eq!(answer(by_dash.object()), expected, "{command}");
        // Two texts in a file are answered as on standard input.
        let path = place.path("two.txt");
        fs::write(&path, format!("{text}\n\n{text}\n")).unwrap();
        let by_file = finish(hanamachi(command).arg(&path).arg("--json"));
        assert_eq!((by_file.code, by_file.objects().len()), (0, 2), "{command}: {by_file:?}");
        // A name of no file is called that.
        let error = run(&format!("{command} no/such-file.txt --json")).refusal(3);
        assert_eq!(error["code"], "no_text", "{command}: {error}");
    }
}

/// An evaluation of a first hand, the longest object that people carry, is read as the hand that it is about.
#[test]
fn a_long_object_is_read_as_what_it_is_about() {
    let place = Place::new();
    let first = "....... 1 ABCDEFG -";
    let object = finish(hanamachi("hana evaluate --iterations 20 --json").arg(first)).stdout;
    assert!(object.len() > 100_000, "{} bytes", object.len());
    let path = place.path("evaluation.json");
    fs::write(&path, &object).unwrap();
    let expected = finish(hanamachi("hana show --json").arg(first)).object();
    assert_eq!(finish(hanamachi("hana show --json").arg(&path)).object(), expected);
    assert_eq!(feed("hana show - --json", object).object(), expected);
}

#[test]
fn a_record_is_solved_under_its_own_rule() {
    let record = format!(
        "[Game \"Niya\"]\n[Garden \"{LONG}\"]\n[FullBoard \"LAST\"]\n\n1. c1! a2 {{a comment}} 2. d1 c2 (2... b2 {{or}} a1)\n3. a1 d3 $1 *\n"
    );
    let expected = finish(hanamachi("okiya solve --full last --json").arg(LATE)).object();
    let solved = feed("okiya solve - --json", record.as_str()).object();
    for key in ["position", "rules", "line", "score"] {
        assert_eq!(solved[key], expected[key], "{key}");
    }
    let told = finish(hanamachi("okiya solve").arg(&record));
    assert!(told.stderr.contains("1 comment, 1 variation, 2 marks skipped)"), "{told:?}");
    let by_command =
        finish(hanamachi("okiya solve --json").arg(format!("hanamachi okiya solve '{LATE}' --full last")));
    assert_eq!(by_command.object()["rules"], "full=last");
}

#[test]
fn what_is_read_differently_is_repeated_in_canonical_form() {
    let evaluated = |text: &str| finish(hanamachi("hana show --legal").arg(text));
    let plain = evaluated(SET);
    for text in [
        "+..−… 2 GFDBA 2XX, 3GEE–E, 1X".replace('…', "..."),
        format!("https://example.org/#h/{}", SET.replace(' ', "_")),
        format!("> “{SET}”"),
    ] {
        let read = evaluated(&text);
        assert_eq!((read.code, &read.stdout), (0, &plain.stdout), "{text}: {read:?}");
        assert_eq!(read.stderr.trim_end(), format!("read as {SET}"), "{text}");
    }
    assert_eq!((plain.stderr.as_str(), evaluated(&SET.to_lowercase()).stderr.as_str()), ("", ""));
    // Gardens of four lines, in a batch.
    let rows = GARDEN.replace('/', "\n");
    let batch = feed("okiya solve --show position - --json", format!("{rows}\n\n{rows}\n{LONG}\nnonsense\n"));
    let objects = batch.objects();
    assert_eq!((batch.code, objects.len()), (3, 4), "{batch:?}");
    assert!(objects[..3].iter().all(|object| object["garden"] == json!(GARDEN)));
    assert_eq!(objects[3]["error"]["line"], 11);
}

#[test]
fn a_batch_says_how_texts_were_read() {
    let other = format!("{GARDEN} moves a2! {{why}}\n{}\n", LONG.replace("MS", "SM"));
    let batch = feed("okiya solve --show position -", format!("{GARDEN}\n{LATE}\n{other}"));
    assert!(batch.stdout.lines().all(|line| line.starts_with(GARDEN)), "{batch:?}");
    let read = format!("read as {GARDEN} moves a2 (1 comment, 1 mark skipped)");
    let said = format!("2 texts differed from the canonical form; the first was {read}");
    assert_eq!(batch.stderr.trim_end(), said);
    assert_eq!(feed("okiya solve --show position -", format!("{GARDEN}\n{LATE}\n")).stderr, "");
}

#[test]
fn a_text_of_several_lines_is_one_item_however_it_arrives() {
    // Without a line end, and across the reads of a pipe.
    let one = format!("{GARDEN}\nmoves a2");
    let many = format!("{one}\n").repeat(4000);
    for (text, count) in [(format!("\"{one}\""), 1), (one, 1), (many, 4000)] {
        let objects = feed("okiya solve --show position - --json", text).objects();
        assert_eq!(objects.len(), count);
        assert!(objects.iter().all(|object| object["last"] == "a2"));
    }
}

#[test]
fn a_deal_is_a_round_before_its_first_turn() {
    let object = run("hana deal --seed 1 --rules rounds=2 --json");
    let deal = object.object()["deal"].as_str().unwrap().to_owned();
    for text in [&object.stdout, &format!("{deal} ROUNDS=2"), &format!("....... {deal} - rounds=2")] {
        let replay = finish(hanamachi("hana review --score --json").arg(text)).object();
        assert_eq!(replay["record"], json!(format!("....... {deal} - rounds=2")), "{text}");
    }
}

#[test]
fn a_tiebreak_of_contests_is_named_at_every_door() {
    let set = "....... 1 ABCDEFG - rounds=2 tiebreak=charm_only";
    let evaluate = |flags: &str| {
        finish(hanamachi("hana evaluate --seed 1 --iterations 20").args(flags.split_whitespace()).arg(set))
    };
    let object = evaluate("--json").object();
    assert_eq!(
        (&object["information_set"], &object["favour_table"]["tiebreak"]),
        (&json!(set), &json!("charm"))
    );
    assert!(evaluate("").stdout.contains("the values of tiebreak=charm"));
    let flag =
        run("hana match random random --pairs 1 --seed 1 --rounds 2 --tiebreak CHARM_ONLY --json").object();
    let tags = "hana match random random --pairs 1 --seed 1 --json --rules";
    let tags = finish(hanamachi(tags).arg("rounds=2 tiebreak=charm_only")).object();
    assert_eq!(flag["rules"], tags["rules"]);
    assert!(flag["rules"].as_str().unwrap().contains("tiebreak=charm_only"), "{flag}");
}

#[test]
fn an_error_speaks_of_the_game_that_was_meant() {
    let error = finish(hanamachi("okiya solve --json").arg(SET)).refusal(3);
    assert_eq!(error["code"], "other_game");
    let error = finish(hanamachi("hana evaluate --json").arg(GARDEN)).refusal(3);
    assert_eq!(error["message"], "this is a garden of Okiya, and a text of Hanamikoji is expected");
}

#[cfg(unix)]
#[test]
fn outputs_follow_links_and_replace_nothing_but_files() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    let to = |name: &str, force: &[&str]| {
        let mut command = hanamachi("okiya solve --show position --json");
        finish(command.arg(GARDEN).arg("-o").arg(place.path(name)).args(force))
    };
    fs::write(place.path("file"), "old").unwrap();
    symlink("file", place.path("link")).unwrap();
    let refused = to("link", &[]);
    assert_eq!(refused.code, 1);
    assert!(refused.stdout.contains("--force replaces it"), "{refused:?}");
    assert_eq!(to("link", &["--force"]).code, 0);
    assert!(place.path("link").symlink_metadata().unwrap().is_symlink());
    assert!(fs::read_to_string(place.path("file")).unwrap().contains("okiya.position/1"));
    symlink("/dev/null", place.path("device")).unwrap();
    symlink("nowhere", place.path("dangling")).unwrap();
    for (name, why) in [("device", "is a device"), ("dangling", "which does not exist"), (".", "is a folder")]
    {
        for force in [&[][..], &["--force"]] {
            let refused = to(name, force);
            assert_eq!(refused.code, 1, "{refused:?}");
            assert!(refused.stdout.contains(why) && !refused.stdout.contains("--force"), "{refused:?}");
        }
    }
    assert!(place.path("device").symlink_metadata().unwrap().is_symlink());
    assert_eq!(
        run(&format!("okiya solve --show position {GARDEN} -o -")).stdout,
        run(&format!("okiya solve --show position {GARDEN}")).stdout
    );
}

#[cfg(unix)]
#[test]
fn a_checkpoint_is_kept_where_its_link_leads() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    symlink("real.run", place.path("link.run")).unwrap();
    let survey = |file: &str| {
        let mut command = hanamachi("okiya census --counts --sample 2 --seed 1 -q --resume");
        finish(command.arg(place.path(file)))
    };
    let dangling = survey("link.run");
    assert_eq!(dangling.code, 1);
    assert!(dangling.stderr.contains("which does not exist"), "{dangling:?}");
    assert_eq!(survey("real.run").code, 0);
    let before = fs::read(place.path("real.run")).unwrap();
    assert_eq!(survey("link.run").code, 0);
    assert!(place.path("link.run").symlink_metadata().unwrap().is_symlink());
    assert_eq!(fs::read(place.path("real.run")).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn a_program_behind_a_script_ends_with_it() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let script = place.path("wrap.sh");
    let note = place.path("pid");
    let engine = format!("{}/tests/players/bad_player.py", env!("CARGO_MANIFEST_DIR"));
    // The engine stalls at its second decision; its process outlives the script that waits for it. Another one leaves the
    // group of the script.
    let text = format!(
        "#!/bin/sh\nsleep 600 </dev/null >/dev/null &\necho $! >>'{0}'\n\
         python3 -c 'import os, time; os.setsid(); time.sleep(600)' </dev/null >/dev/null &\necho $! >>'{0}'\n\
         python3 '{engine}' stall\n",
        note.display()
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let player = format!("exec:{}", script.display());
    let mut command = hanamachi("hana match");
    let run = finish(
        command
            .args([&player, "random"])
            .args("--pairs 1 --seed 1 --threads 1 --move-time 0.5 --json".split(' ')),
    );
    assert_eq!(run.code, 0, "{run:?}");
    let left: Vec<u32> = fs::read_to_string(&note).unwrap().lines().map(|pid| pid.parse().unwrap()).collect();
    assert!(!left.is_empty());
    for pid in left {
        // A killed process may wait for its parent to notice.
        let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let is_gone = state.is_empty() || state.contains(") Z ");
        assert!(is_gone, "{pid} still runs: {state}");
    }
}

#[test]
fn tables_are_exported_in_the_format_of_the_name() {
    let place = Place::new();
    let table = "tests/data/tables/kuhn-policy.table";
    let export = |name: &str| {
        let mut command = hanamachi("table export");
        finish(command.arg(table).arg("-o").arg(place.path(name)).current_dir(env!("CARGO_MANIFEST_DIR")))
    };
    assert_eq!((export("rows.csv").code, export("rows.JSONL").code, export("rows.txt").code), (0, 0, 2));
    assert!(fs::read_to_string(place.path("rows.JSONL")).unwrap().starts_with('{'));
}

#[test]
fn a_folder_without_a_ledger_shows_what_the_program_knows() {
    let place = Place::new();
    let mut command = hanamachi("okiya ledger");
    let shown = finish(command.current_dir(place.folder()));
    assert_eq!(shown.code, 0);
    assert!(shown.stderr.contains("There is no ledger"), "{shown:?}");
    assert!(shown.stdout.starts_with("All 2,270,454,064 classes"), "{shown:?}");
    assert!(!shown.stdout.contains("0 of 2,270 shards"), "{shown:?}");
}
