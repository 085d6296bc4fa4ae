//! Commands and flags of earlier versions: they print what their new forms print, and a sentence that names these.

use crate::support::{GARDEN, LATE, hanamachi, run};

const SET: &str = "'+..-... 2 ABDFG 2XX,3EEG-E,1X'";
const ROUND: &str = "'... C/AC/AB/BBCC 1A,1A geisha=2,3,4 actions=1,3'";
const REDUCED: &str = "--rules 'geisha=3,3,3 actions=1,3 rounds=1 tiebreak=none' --iterations 5";

/// A command line of an earlier version and its new form.
fn pairs() -> Vec<(String, String)> {
    let pair = |old: &str, new: &str, rest: &str| (format!("{old} {rest}"), format!("{new} {rest}"));
    let mut pairs = vec![
        pair("okiya class --solve", "okiya solve --show rarity", GARDEN),
        pair("okiya class", "okiya solve --show class", "--number 7"),
        pair("okiya survey", "okiya census --counts", "--sample 5 --seed 1"),
        pair("hanamikoji replay", "hanamikoji review --score", "random --seed 3"),
        pair("okiya play --slip 0.5", "okiya play --level 0.5", "--seed 1"),
        pair("hana play --rounds 2", "hana play --rules rounds=2", "--seed 1 --opponent random"),
        pair(
            "hana favour --tiebreak none",
            "hana favour --rules tiebreak=none",
            "--player random --rounds-each 2 --seed 1",
        ),
    ];
    for json in ["", " --json"] {
        pairs.extend([
            pair("okiya show", "okiya solve --show position", &format!("{LATE}{json}")),
            pair("okiya class", "okiya solve --show class", &format!("{GARDEN}{json}")),
            pair("hana legal", "hana show --legal", &format!("{SET}{json}")),
            pair("hana replay", "hana review --score", &format!("{ROUND}{json}")),
        ]);
    }
    pairs
}

#[test]
fn an_earlier_command_line_prints_what_its_new_form_prints() {
    for (old, new) in pairs() {
        let [before, after] = [&old, &new].map(|line| run(line));
        assert_eq!((before.code, &before.stdout), (after.code, &after.stdout), "{old}");
        assert_eq!(after.code, 0, "{new}: {after:?}");
        let sentence =
            before.stderr.strip_suffix(&after.stderr).unwrap_or_else(|| panic!("{old}: {before:?}"));
        let (_, now) = sentence.trim_end().split_once("` is now `").expect("a sentence");
        let words = new.replace("hana ", "hanamikoji ");
        let now = now
            .trim_end_matches('`')
            .trim_start_matches("hanamachi ")
            .replace("=N", "=2")
            .replace("=RULE", "=none")
            .replace("level P", "level 0.5");
        assert!(words.contains(&now), "{old}: {sentence}");
        assert_eq!(run(&format!("{old} -q")).stderr, "", "{old}");
    }
}

/// The object keeps its schema; only times differ.
#[test]
fn a_reduced_round_is_solved_by_its_earlier_name() {
    let [before, after] = ["hana solve", "cfr --game hanamikoji"]
        .map(|command| run(&format!("{command} {REDUCED} --json")).object());
    assert_eq!((&before["schema"], &after["schema"]), (&"hanamikoji.solution/1".into(), &"cfr.run/1".into()));
    for key in ["asked", "rules", "value_bounds", "exploitability", "information_sets", "merged"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    let told = run(&format!("hana solve {REDUCED}")).stderr;
    assert!(
        told.starts_with("`hanamachi hanamikoji solve` is now `hanamachi cfr --game hanamikoji`\n"),
        "{told}"
    );
}

#[test]
fn a_report_takes_its_file_with_or_without_its_earlier_flag() {
    let folder = tempfile::tempdir().unwrap();
    let in_folder = |line: &str| crate::support::finish(hanamachi(line).current_dir(folder.path()));
    for line in [
        "okiya census --sample 20 --seed 1 -q -o sample.census".to_owned(),
        "okiya census --classes 0..2000 --verdicts -q -o verdicts.table".to_owned(),
        "okiya ledger solved --add verdicts.table -q".to_owned(),
        format!("cfr --game hanamikoji {REDUCED} -q -o round.table"),
        "hana train --rules 'geisha=2,3,4 actions=1,3' --rounds 64 --seed 1 --measure 0 -q -o small.network"
            .to_owned(),
    ] {
        let run = in_folder(&line);
        assert_eq!(run.code, 0, "{line}: {run:?}");
    }
    let round = in_folder(&format!("cfr --game hanamikoji {REDUCED} --json")).stdout;
    std::fs::write(folder.path().join("round.json"), round).unwrap();
    for (game, flag, file, now) in [
        ("okiya", "--table", "sample.census", "FILE"),
        ("okiya", "--ledger", "solved", "DIR"),
        ("hanamikoji", "--table", "round.table", "FILE"),
        ("hanamikoji", "--solution", "round.table", "FILE"),
        ("hanamikoji", "--solution", "round.json", "FILE"),
        ("hanamikoji", "--training", "small.network", "FILE"),
    ] {
        let after = in_folder(&format!("{game} report {file} --format csv"));
        assert_eq!((after.code, after.stderr.as_str()), (0, ""), "{file}");
        for old in [format!("{flag} {file}"), format!("{flag}={file}")] {
            let before = in_folder(&format!("{game} report {old} --format csv"));
            assert_eq!((before.code, &before.stdout), (0, &after.stdout), "{old}");
            let sentence =
                format!("`hanamachi {game} report {flag}` is now `hanamachi {game} report {now}`\n");
            assert_eq!(before.stderr, sentence);
        }
    }
}

#[test]
fn a_usage_error_names_the_new_form() {
    let refused = run("okiya show --nope");
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("`hanamachi okiya show` is now `hanamachi okiya solve --show position`"),
        "{refused:?}"
    );
}
