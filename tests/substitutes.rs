//! Nothing stands in silently for what was asked. Every place where the program would need a stand-in is listed here: it
//! refuses, or names the stand-in in its result, in text and JSON.
//!
//! What is asked of a round is its rules, its markers, and what values the games that it leaves undecided. A table of
//! strategies or of favours for another question is refused; the rule of thumb, the built-in favour table and the quicker
//! policy of `best` are named.

use std::path::PathBuf;

use crate::support::{Run, finish, hanamachi};
use serde_json::{Value, json};

/// The geisha and actions of all rounds here.
const GAME: &str = "geisha=2,3,4 actions=1,3";
/// One round as a whole game.
const ONE: &str = "geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none";

/// Runs these words and then these arguments, which may contain blanks.
fn with(line: &str, arguments: &[&str]) -> Run {
    finish(hanamachi(line).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")))
}

/// A folder with tables.
struct Tables(tempfile::TempDir);

impl Tables {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// The player of a table.
    fn player(&self, name: &str) -> String {
        format!("table:{}", self.text(name))
    }

    /// A favour table of some rounds of random play, and its hash.
    fn favours(&self, name: &str, rules: &str, seed: u64) -> String {
        let line = format!("hana favour --player random --rounds-each 60 --seed {seed} --json --table");
        let run = with(&line, &[&self.text(name), "--rules", rules]);
        assert_eq!(run.code, 0, "{run:?}");
        with("table info --json", &[&self.text(name)]).object()["hash"].as_str().unwrap().to_owned()
    }

    /// What `solve` prints of this round; its strategies go into a table.
    fn solve(&self, name: &str, question: &[&str]) -> Value {
        let line = "cfr --game hanamikoji --algorithm pcfr+ --iterations 60 --json -o";
        with(line, &[&[&*self.text(name)], question].concat()).object()
    }
}

/// A refusal of a file of other rules, with this in its message.
fn other_rules(run: &Run, message: &str) {
    let error = run.refusal(6);
    assert_eq!(error["code"], "file_of_other_rules", "{error}");
    assert!(error["message"].as_str().unwrap().contains(message), "{error}");
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

/// The questions of this file: the arguments of `solve` and `exploit`.
fn questions(favours: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["--rules", ONE],
        vec!["--rules", ONE, "--favour", "+.."],
        // Nobody has a choice, so that the table has no rows.
        vec!["--rules", "geisha=1,2 actions=1 rounds=1 tiebreak=charm", "--favour", "+."],
        vec!["--rules", "geisha=2,3,4 actions=1,3 rounds=1 tiebreak=charm", "--favour", ".-."],
        vec!["--rules", GAME],
        vec!["--rules", GAME, "--favour", "-.."],
        vec!["--rules", "geisha=2,3,4 actions=1,3 rounds=3 round=2", "--favour", "..-"],
        vec!["--rules", GAME, "--favour", "+..", "--favour-table", favours],
        vec!["--rules", "geisha=2,3,4 actions=1,3 rounds=3 round=2", "--favour-table", favours],
    ]
}

/// A round has one value: solved, from its table, by the best responses to its table, and by all histories of the game itself.
#[test]
fn a_round_has_one_value_at_every_door() {
    let tables = Tables::new();
    tables.favours("favours", GAME, 1);
    let favours = tables.text("favours");
    for (place, question) in questions(&favours).into_iter().enumerate() {
        let name = format!("{place}.table");
        let solved = tables.solve(&name, &question);
        let path = tables.text(&name);
        let metadata = with("table info --json", &[&path]).object()["metadata"]["details"].clone();
        let exploit = with("hana exploit --json", &[&[&*tables.player(&name)], &*question].concat()).object();
        let pairs = [
            (&metadata["exploitability_rounded_to_16_bits"], &exploit["exploitability"]),
            (&metadata["value_rounded_to_16_bits"], &exploit["self_play"]),
        ];
        for (stored, found) in pairs {
            assert!((number(stored) - number(found)).abs() < 1e-9, "{question:?} {stored} {found}");
        }
        let [low, high] = [0, 1].map(|end| number(&exploit["value_interval"][end]));
        let value = number(&solved["value"]);
        assert!(low - 1e-4 <= value && value <= high + 1e-4, "{question:?} {low} {value} {high}");
        for key in ["rules", "round", "favour", "continuation"] {
            assert_eq!(solved[key], exploit[key], "{question:?} {key}");
        }
        assert_eq!(solved["favour_table"]["hash"], exploit["favour_table"]["hash"], "{question:?}");
        let mut verify = vec![&*path];
        if question.contains(&"--favour-table") {
            let unchecked = with("table verify --json", &verify).object();
            let reason = unchecked["not_checked"][0]["reason"].as_str().unwrap().to_owned();
            assert!(
                reason.contains("the favour table of a file") && reason.contains("--favour-table"),
                "{reason}"
            );
            verify.extend(["--favour-table", &favours]);
        }
        let verified = with("table verify --json", &verify).object();
        let checked = json!(["hashes", "rows", "legal_actions", "value_and_exploitability"]);
        assert_eq!(verified["checked"], checked, "{question:?}");
        // It names what the strategies are for.
        let stated = &verified["question"];
        assert_eq!(stated["continuation"], solved["continuation"], "{question:?}");
        assert!(
            stated["favour"].as_str().unwrap().starts_with(solved["favour"].as_str().unwrap()),
            "{stated}"
        );
        assert_eq!(verified["rules"], solved["rules"]);
        let page = with("table verify", &verify).stdout;
        let stated = [&solved["favour"], &solved["continuation"], &solved["rules"]];
        assert!(stated.iter().all(|word| page.contains(word.as_str().unwrap())), "{page}");
    }
}

/// The continuation stands beside every value, and under a rule of thumb nothing is proved.
#[test]
fn the_value_of_undecided_games_is_named() {
    let tables = Tables::new();
    let hash = tables.favours("favours", GAME, 1);
    let favours = tables.text("favours");
    let cases = [
        (vec!["--rules", ONE], "none", "bounded", "proved", json!(null), "no game is left undecided"),
        (
            vec!["--rules", GAME],
            "rule_of_thumb",
            "computed",
            "computed",
            json!({"source": "rule_of_thumb", "file": null, "hash": null}),
            "undecided games are valued by a rule of thumb",
        ),
        (
            vec!["--rules", GAME, "--favour-table", &favours],
            "favour_table",
            "bounded",
            "proved",
            json!({"source": "file", "file": favours, "hash": hash}),
            "undecided games are valued by the favour table of a file",
        ),
    ];
    for (place, (question, word, bounds, gains, favour_table, sentence)) in cases.into_iter().enumerate() {
        let name = format!("{place}.table");
        let solved = tables.solve(&name, &question);
        let run = with("cfr --game hanamikoji --iterations 20 --json", &question).object();
        let exploit = with("hana exploit random --json", &question).object();
        for object in [&solved, &run, &exploit] {
            assert_eq!((&object["continuation"], &object["favour_table"]), (&json!(word), &favour_table));
            assert_eq!(object["favour"], "...");
        }
        for object in [&solved, &run] {
            assert_eq!((&object["kind"], &object["exploitability_kind"]), (&json!(bounds), &json!(gains)));
            assert_eq!(
                (&object["gains_kind"], &object["history"][0]["exploitability_kind"]),
                (&json!(gains), &json!(gains))
            );
        }
        assert_eq!((&exploit["kind"], &exploit["value_interval_kind"]), (&json!(gains), &json!(bounds)));
        for page in
            [with("cfr --game hanamikoji --iterations 20", &question), with("hana exploit random", &question)]
        {
            assert!(page.stdout.contains(sentence), "{page:?}");
            assert_eq!(page.stdout.contains("proved"), gains == "proved", "{page:?}");
        }
        // The same words about a position, solved and from the table, and about a played round.
        let [_, rules, rest @ ..] = &*question else { unreachable!("rules") };
        let position = format!("... 1 ABC - {rules}");
        let played = format!("... C/AC/AC/BCBB 1A {rules}");
        let about = |line: &str, text: &str| with(line, &[&[text], rest].concat());
        let evaluated = about("hana evaluate --method exact --json", &position).object();
        let reviewed = about("hana review --iterations 50 --json", &played).object();
        for object in [&evaluated, &reviewed] {
            assert_eq!((&object["continuation"], &object["favour_table"]), (&json!(word), &favour_table));
        }
        let over_hands = &evaluated["over_hands"];
        assert_eq!((&over_hands["kind"], &evaluated["exploitability_kind"]), (&json!(bounds), &json!(gains)));
        assert!(number(&over_hands["interval"][0]) <= number(&over_hands["interval"][1]), "{over_hands}");
        let path = tables.text(&name);
        let by_table = about(&format!("hana evaluate --table {path} --json"), &position).object();
        assert_eq!(
            (&by_table["continuation"], &by_table["exploitability_kind"]),
            (&json!(word), &json!(gains))
        );
        for page in ["evaluate --method exact", &format!("evaluate --table {path}")] {
            let page = about(&format!("hana {page}"), &position).stdout;
            assert_eq!(page.contains("(proved"), gains == "proved", "{page}");
        }
        for page in
            [about("hana evaluate --method exact", &position), about("hana review --iterations 50", &played)]
        {
            assert_eq!(
                page.stdout.contains("valued by a rule of thumb"),
                word == "rule_of_thumb",
                "{page:?}"
            );
            assert_eq!(
                page.stdout.contains("valued by the favour table"),
                word == "favour_table",
                "{page:?}"
            );
        }
        // The table says what its strategies are for, and its report as well.
        let info = with("table info --json", &[&tables.text(&name)]).object();
        let stated = json!({"favour": "...", "continuation": word, "continuation_stated": true});
        assert_eq!(info["question"], stated);
        let report = with("hana report --json", &[&*tables.text(&name)]).object();
        assert_eq!((&report["continuation"], &report["favour"]), (&json!(word), &json!("...")));
        assert_eq!((&report["kind"], &report["exploitability_kind"]), (&json!(bounds), &json!(gains)));
    }
    // The table that comes with the program is data as well.
    let standard = with("hana exploit random --rounds 4 --rollouts 2 --seed 1 --json", &[]).object();
    let source = &standard["favour_table"];
    assert_eq!((&standard["continuation"], &source["source"]), (&json!("favour_table"), &json!("built_in")));
    assert_eq!(source["hash"].as_str().map(str::len), Some(64));
}

/// Beliefs are proved where every placement of the cards is as likely, and computed under a model of the play.
#[test]
fn beliefs_under_a_model_are_computed() {
    for (position, policy, kind) in [
        ("... 2 ABC 1X geisha=2,3,4 actions=1,3", None, "proved"),
        ("... 2 ABC 1X geisha=2,3,4 actions=1,3", Some("random"), "computed"),
        ("....... 2 ABDEFG 4ACBD", Some("policy"), "computed"),
    ] {
        let policy = policy.map_or_else(Vec::new, |policy| vec!["--policy", policy]);
        let beliefs = with("hana beliefs --json", &[&[position], &*policy].concat()).object();
        assert_eq!(beliefs["kind"], kind, "{position} {policy:?}");
    }
}

/// Before 0.3 tables did not say their markers and the value of undecided games: the rows and the rules tell.
#[test]
fn a_table_of_an_earlier_version_says_what_is_assumed() {
    let old = "tests/data/tables/hanamikoji-policy.table";
    let info = with("table info --json", &[old]).object();
    assert_eq!(
        info["question"],
        json!({"favour": "..", "continuation": "none", "continuation_stated": false})
    );
    assert!(with("table info", &[old]).stdout.contains("in files of before 0.3"));
    let rules = "rounds=1 tiebreak=none geisha=3,4 actions=1,2";
    let exploit = with("hana exploit --json", &[&format!("table:{old}"), "--rules", rules]).object();
    assert_eq!(exploit["kind"], "proved");
    let other = ["--rules", rules, "--favour", "+."];
    other_rules(
        &with("hana exploit --json", &[&[&*format!("table:{old}")], &other[..]].concat()),
        "begins with +.",
    );
}

/// A table is asked in the rounds that it is for.
#[test]
fn a_table_of_another_round_is_refused() {
    let tables = Tables::new();
    tables.favours("favours", GAME, 1);
    tables.favours("others", GAME, 2);
    let (favours, others) = (tables.text("favours"), tables.text("others"));
    tables.solve("one", &["--rules", ONE]);
    tables.solve("marked", &["--rules", ONE, "--favour", "+.."]);
    tables.solve("thumb", &["--rules", GAME]);
    tables.solve("valued", &["--rules", GAME, "--favour-table", &favours]);
    let exploit = |name: &str, question: &[&str]| {
        with("hana exploit --json", &[&[&*tables.player(name)], question].concat())
    };
    // Markers.
    other_rules(
        &exploit("one", &["--rules", ONE, "--favour", "+.."]),
        "the markers ..., but this one begins with +..",
    );
    other_rules(&exploit("marked", &["--rules", ONE]), "the markers +.., but this one begins with ...");
    // Rules.
    other_rules(&exploit("one", &["--rules", GAME]), "but the game is");
    // The value of undecided games.
    let thumb = "in the table undecided games are valued by a rule of thumb, but here by the favour table";
    other_rules(&exploit("thumb", &["--rules", GAME, "--favour-table", &favours]), thumb);
    other_rules(&exploit("valued", &["--rules", GAME]), "but here by a rule of thumb");
    other_rules(
        &exploit("valued", &["--rules", GAME, "--favour-table", &others]),
        "but here by the favour table",
    );
    assert_eq!(exploit("valued", &["--rules", GAME, "--favour-table", &favours]).object()["kind"], "proved");
    // A model, and the policy whose last turns are solved anew.
    let model = ["--rules", ONE, "--method", "lbr", "--rounds", "2", "--seed", "1", "--model"];
    let marked = with("hana exploit greedy --json", &[&model[..], &[&tables.player("marked")]].concat());
    other_rules(&marked, "the markers +..");
    let resolving = format!("resolve:turns=1,policy={}", tables.player("marked"));
    other_rules(&with("hana exploit --json", &[&resolving, "--rules", ONE]), "the markers +..");

    // Whole games: markers move from round to round.
    let game = |rules: &str, name: &str| {
        with("hana match greedy --pairs 2 --seed 1 --json", &[&tables.player(name), "--rules", rules])
    };
    assert_eq!(game(ONE, "one").code, 0);
    other_rules(&game(ONE, "marked"), "the markers +.., but this one begins with ...");
    other_rules(&game(GAME, "thumb"), "have rounds that begin with others");
    let play = ["--opponent", &tables.player("thumb"), "--rules", GAME];
    assert_eq!(finish(hanamachi("hana play --seed 1").args(play).write_stdin("quit\n")).code, 6);
    let count = ["--player", &tables.player("thumb"), "--rules", GAME];
    assert_eq!(with("hana favour --rounds-each 2 --seed 1", &count).code, 6);
    // Nobody else plays for a table.
    let fallback = format!("{},fallback=random", tables.player("one"));
    assert_eq!(with("hana match greedy --seed 1", &[&fallback]).code, 2);

    // Positions.
    let marked = format!("+.. 2 ABC 1X {ONE}");
    let beliefs = with("hana beliefs --json --policy", &[&tables.player("one"), &marked]);
    other_rules(&beliefs, "the markers ...");
    let table = tables.text("one");
    other_rules(&with("hana evaluate --json --seed 1", &[&marked, "--table", &table]), "the markers ...");
    let report = with("hana report --json", &[&*table, "--at", &marked]);
    other_rules(&report, "the markers ...");
    let start = format!("... 1 ABC - {GAME}");
    let valued = ["--table", &tables.text("valued"), "--favour-table", &others];
    other_rules(
        &with("hana evaluate --json --seed 1", &[&[&*start], &valued[..]].concat()),
        "the favour table",
    );
}

/// A favour table values games by its rules.
#[test]
fn a_favour_table_of_other_rules_is_refused() {
    let tables = Tables::new();
    tables.favours("favours", "geisha=3,4 actions=1,2", 1);
    let question = ["--rules", GAME, "--favour-table", &tables.text("favours")];
    for line in ["cfr --game hanamikoji --json", "hana exploit random --json"] {
        other_rules(&with(line, &question), "the favour table is for");
    }
}

/// A run goes on with the question that it began with.
#[test]
fn a_checkpoint_of_another_round_is_refused() {
    let tables = Tables::new();
    tables.favours("favours", GAME, 1);
    let (run, favours) = (tables.text("run"), tables.text("favours"));
    let solve = |question: &[&str]| {
        with("cfr --game hanamikoji --iterations 5 --json --resume", &[&[&*run], question].concat())
    };
    assert_eq!(solve(&["--rules", GAME]).code, 0);
    for (question, fact) in [
        (&["--rules", GAME, "--favour", "+.."][..], "favour"),
        (&["--rules", GAME, "--favour-table", &favours], "continuation"),
        (&["--rules", ONE], "another run: its"),
    ] {
        let error = solve(question).refusal(6);
        assert_eq!(error["code"], "file_of_another_run", "{error}");
        assert!(error["message"].as_str().unwrap().contains(fact), "{error}");
    }
    assert_eq!(solve(&["--rules", GAME]).code, 0);
}

/// What is quick to ask answers in the place of `best`, whose own probabilities take long.
#[test]
fn the_quicker_policy_of_a_player_is_named() {
    let exploit = |player: &str| {
        with("hana exploit --method lbr --since 8 --rounds 2 --rollouts 1 --seed 1 --json", &[player])
            .object()
    };
    assert_eq!(exploit("policy")["stand_in"], false);
    assert_eq!(exploit("best:rollouts=1,turns=1")["stand_in"], true);
}

/// One text names a round at every door. The flags of earlier versions say which text they stand for.
#[test]
fn the_same_rules_mean_the_same_round_at_every_door() {
    let value = |line: &str, arguments: &[&str]| {
        let run = with(&format!("{line} --iterations 50 --json"), arguments);
        let object = run.object();
        (object["value"].clone(), object["rules"].clone(), run.stderr)
    };
    let tags = value("cfr --game hanamikoji", &["--rules", ONE]);
    assert_eq!(tags, value("cfr --game hanamikoji", &["--rules", ONE]));
    assert_eq!(tags, value("cfr --game hanamikoji", &["--rules", tags.1.as_str().unwrap()]));
    let flags = value("cfr --game hanamikoji --geisha 2,3,4 --actions 1,3", &[]);
    assert_eq!((&flags.0, &flags.1), (&tags.0, &tags.1));
    let hint = "write --rules 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none'";
    assert!(flags.2.contains(hint) && !tags.2.contains(hint), "{flags:?}");
    let endless = value("cfr --game hanamikoji", &["--rules", GAME]);
    assert_eq!(endless.1, "rounds=inf tiebreak=charm geisha=2,3,4 actions=1,3");
    assert_ne!(endless.0, flags.0);
    assert_eq!(with("cfr --game hanamikoji --geisha 2,3,4 --actions 1,3", &["--rules", ONE]).code, 2);
}
