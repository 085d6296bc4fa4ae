//! `hanamikoji play`, driven through standard input.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Run, feed, finish, hanamachi, run};
use hanamachi_solver::hanamikoji::notation::FavourText;
use hanamachi_solver::hanamikoji::{Action, Favour, Game, InformationSet, RoundOutcome, RoundRecord};

/// A game with these lines typed.
fn play(flags: &str, typed: &str) -> Run {
    feed(&format!("hana play --seed 5 {flags}"), typed)
}

/// The program's output between the last two prompts.
fn last_answer(game: &Run) -> &str {
    game.stdout.rsplit("you> ").nth(1).expect("two prompts")
}

/// A whole game in which `choose` picks the user's actions: the input, and the course of the game.
fn whole_game(flags: &str, choose: impl Fn(&[Action]) -> Action) -> (String, Run) {
    let mut typed = String::new();
    let table = Game::new(hanamachi_solver::hanamikoji::Rules::STANDARD);
    for _ in 0..200 {
        let game = play(&format!("{flags} --undo never"), &format!("{typed}record\n"));
        assert_eq!(game.code, 0, "{game:?}");
        if !game.stdout.ends_with("You leave the game.\n") {
            return (typed, game);
        }
        let set: InformationSet = last_answer(&game).trim().parse().expect("the user's information");
        let round = table.round(set.round_number(), set.favour_of_first(), |_| 0.0);
        let mut legal = Vec::new();
        round.legal(set.key(), &mut legal);
        typed = format!("{typed}{}\n", choose(&legal));
    }
    panic!("the game does not end");
}

/// Picks one of the legal actions.
type Choose = fn(&[Action]) -> Action;

/// Every round of a record.
fn rounds(path: &Path) -> (String, Vec<RoundRecord>) {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rounds = lines.map(|line| line.parse().unwrap_or_else(|error| panic!("{error}: {line}"))).collect();
    (text, rounds)
}

/// A command as a person copies it.
fn run_in_shell(command: &str) -> Run {
    let bin = assert_cmd::cargo::cargo_bin!("hanamachi").parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&path))).unwrap();
    finish(assert_cmd::Command::new("sh").args(["-c", command]).env("PATH", path))
}

#[test]
fn whole_games_end_with_a_result_and_a_record_that_replays() {
    let folder = tempfile::tempdir().unwrap();
    let first = |legal: &[Action]| legal[0];
    let last = |legal: &[Action]| legal[legal.len() - 1];
    let mut reviews = Vec::new();
    for (number, (opponent, choose)) in
        [("random", first as Choose), ("random", last), ("greedy", first)].into_iter().enumerate()
    {
        let flags = format!("--opponent {opponent}");
        let (typed, game) = whole_game(&flags, choose);
        let path = folder.path().join(format!("{number}.txt"));
        let again = play(&format!("{flags} --undo never --record {}", path.display()), &typed);
        assert_eq!(again.stdout, game.stdout, "the record changes nothing");
        // A review is offered, from the file or from the command line alone.
        assert!(again.stderr.contains(&format!("hanamachi hana review - < {}", path.display())), "{again:?}");
        let (_, command) = game.stderr.split_once("What each decision was worth:\n  ").unwrap();
        let command = command.trim_end();
        let command = format!("{command} --seed 1 --iterations 40 --json");

        let (text, rounds) = rounds(&path);
        let replayed = feed("hana review --score - --json", text.clone());
        assert_eq!(replayed.code, 0, "{replayed:?}");
        let mut favour = Favour::NEUTRAL;
        for (record, object) in rounds.iter().zip(replayed.objects()) {
            assert_eq!(record.favour(), favour, "the markers stay: {text}");
            let after = record.favour_after().expect("complete");
            assert_eq!(object["favour_after"], FavourText::new(after, record.rules()).to_string());
            favour = after.flipped();
        }
        let outcomes: Vec<_> = rounds.iter().filter_map(RoundRecord::outcome).collect();
        let (end, before) = outcomes.split_last().unwrap();
        assert!(before.iter().all(|outcome| *outcome == RoundOutcome::Undecided), "{text}");
        assert!(matches!(end, RoundOutcome::Won(_)), "{text}");
        let wins = game.stdout.contains("You win the game.");
        assert_ne!(wins, game.stdout.contains("The opponent wins the game."));
        let word = if wins { "# result: the person wins;" } else { "# result: the opponent wins;" };
        assert!(text.contains(word), "{text}");
        assert_eq!(game.stdout.matches(" is over.").count(), rounds.len());

        reviews.push((rounds, command));
    }
    // The shortest game of several rounds, because a review solves the ends of all of them.
    let games = reviews.into_iter().filter(|(rounds, _)| rounds.len() > 1);
    let (rounds, command) = games.min_by_key(|(rounds, _)| rounds.len()).expect("a game of several rounds");
    let offered = run_in_shell(&command);
    assert_eq!(offered.code, 0, "{command}: {offered:?}");
    let reviewed = offered.objects();
    let texts: Vec<&str> = reviewed.iter().map(|round| round["record"].as_str().unwrap()).collect();
    assert_eq!(texts, rounds.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(reviewed.last().unwrap()["game"]["round"], rounds.len());
}

/// Every decision there can be, a line each, and more.
fn everything() -> String {
    let add = |sets: &[String]| -> Vec<String> {
        let with = |set: &String| ('A'..='G').map(|card| format!("{set}{card}")).collect::<Vec<_>>();
        sets.iter().flat_map(with).collect()
    };
    let mut lines = Vec::new();
    let mut sets = vec![String::new()];
    for size in 1..=4 {
        sets = add(&sets);
        // Cards may be typed in any order, so one order will do.
        sets.retain(|set| set.chars().is_sorted());
        lines.extend(sets.iter().filter(|_| size < 3).cloned());
        lines.extend(sets.iter().map(|set| format!("{size}{set}")));
    }
    lines.join("\n") + "\n"
}

#[test]
fn at_the_limit_a_game_is_over_in_any_case() {
    for rules in ["--rounds 1", "--rules geisha=2,3,4_actions=1,3_rounds=1"] {
        let rules = rules.replace('_', " ");
        let mut command = hanamachi("hana play --opponent random --seed 3 --undo never");
        let words = rules.split_once(' ').map(|(flag, value)| [flag, value]).unwrap();
        // After an illegal input the program asks again, so all of these inputs together play any round.
        let game = finish(command.args(words).write_stdin(everything().repeat(8)));
        assert_eq!(game.code, 0, "{rules}");
        let over = ["You win the game.\n", "The opponent wins the game.\n", "The game is shared.\n"];
        assert!(over.iter().any(|end| game.stdout.ends_with(end)), "{rules}");
        assert_eq!(game.stdout.matches("Round ").count(), 2, "one begins and ends");
    }
}

#[test]
fn the_same_seed_plays_the_same_game_whatever_is_asked_meanwhile() {
    let flags = "--opponent ismcts:iterations=200 --seat first --undo ask";
    let game = play(flags, "3ABC\n1E\n\n2AE\n\nrecord\n");
    assert_eq!(game.stdout, play(flags, "3ABC\n1E\n\n2AE\n\nrecord\n").stdout);
    let asked = play(
        &format!("{flags} --hint-iterations 100"),
        "hint\n1E\nbeliefs\nhint\nundo\n1E\n\nhint\n2AE\n\nrecord\n",
    );
    assert_eq!(last_answer(&game), last_answer(&asked));
    assert_ne!(game.stdout, feed(&format!("hana play --seed 6 {flags}"), "1E\n\n2AE\n\nrecord\n").stdout);
}

#[test]
fn what_is_no_decision_is_explained_and_asked_again() {
    let game = play(
        "--opponent random --seat first",
        "hello\n5A\n1\n2GGGGGG\n1H\nE\n3GGG\nshow\nlegal\nhelp\nrecord\nquit\n",
    );
    assert_eq!(game.code, 0);
    for part in [
        "`hello` is no decision and no command",
        "There is no action 5; you have left 1 2 3 4.",
        "Action 1, the secret, uses 1 card, not 0.",
        "Action 2, the trade-off, uses 2 cards, not 6.",
        "`H` is not a card; cards are A to G.",
        "There is no offer to answer.",
        "cannot be played from your hand",
        "1 secret: ",
        "take your decision back",
        "opponent  holds 6 cards; actions left 1 2 3 4, used -",
    ] {
        assert!(game.stdout.contains(part), "{part}: {}", game.stdout);
    }
    assert_eq!(game.stdout.matches("The opponent").count(), 0, "nothing was played: {}", game.stdout);
    let set: InformationSet = last_answer(&game).trim().parse().unwrap();
    assert!(set.history().is_empty());
    assert!(game.stdout.ends_with("You leave the game.\n"));
}

#[test]
fn a_decision_is_taken_back_until_it_stands_and_not_after() {
    let flags = "--opponent random --seat first --undo ask";
    let hand = |game: &Run| last_answer(game).trim().to_owned();
    let before = play(flags, "record\nquit\n");
    let set: InformationSet = hand(&before).parse().unwrap();
    let card = set.hand().iter().next().unwrap();
    let taken_back = play(flags, &format!("1{card}\nundo\nrecord\nquit\n"));
    assert!(taken_back.stdout.contains(&format!("1{card} is taken back.")), "{taken_back:?}");
    assert_eq!(hand(&taken_back), hand(&before));
    // While it waits, it answers other questions and refuses another decision.
    let waiting = play(flags, &format!("1{card}\nrecord\n2AB\nundo\nrecord\nquit\n"));
    assert!(waiting.stdout.contains(&format!("1{card} is decided: Enter lets it stand")), "{waiting:?}");
    assert_eq!(hand(&waiting), hand(&before));

    let stands = play(flags, &format!("1{card}\n\nundo\nrecord\nquit\n"));
    assert!(stands.stdout.contains("you have seen what the opponent did since."), "{stands:?}");
    let set: InformationSet = hand(&stands).parse().unwrap();
    assert_eq!(set.history()[0].to_string(), format!("1{card}"));
    assert!(play(flags, "undo\n").stdout.contains("There is no decision of yours in this round"));
    let at_once = play("--opponent random --seat first", &format!("1{card}\nundo\nrecord\nquit\n"));
    assert_eq!(hand(&at_once), hand(&stands), "without --undo ask nothing waits");
    // An answer is followed by the own draw.
    let (typed, _) = whole_game("--opponent random --seat second", |legal| legal[0]);
    let lines: Vec<&str> = typed.lines().collect();
    let answer = lines.iter().position(|line| line.starts_with('-')).expect("an offer in the game");
    let typed = lines[..=answer].join("\n") + "\nundo\nquit\n";
    let game = play("--opponent random --seat second --undo never", &typed);
    assert!(game.stdout.contains("you have drawn a card since."), "{game:?}");
}

#[test]
fn hints_evaluate_the_actions_and_beliefs_the_opponent() {
    let game =
        play("--opponent random --seat first --hint-iterations 400", "hint\nbeliefs\nshow\nhint\nquit\n");
    let hint = game.stdout.split("you> ").nth(1).unwrap();
    assert!(hint.to_lowercase().contains("play "), "{hint}");
    let rows: Vec<&str> = hint
        .lines()
        .filter(|line| line.contains('±') && (line.starts_with("  ") || line.starts_with("≈ ")))
        .collect();
    assert_eq!(rows.len(), 8, "{hint}");
    assert!(hint.contains(" more\n"), "{hint}");
    assert!(hint.contains("400 iterations in 20 blocks, seed "), "{hint}");
    // Actions that cannot be distinguished from the best come first, marked; the others follow by loss.
    let close = rows.iter().take_while(|row| row.starts_with('≈')).count();
    assert!(close > 0 && rows[close..].iter().all(|row| row.starts_with("  ")), "{hint}");
    let losses: Vec<f64> =
        rows[close..].iter().map(|row| row.split_whitespace().nth(1).unwrap().parse().unwrap()).collect();
    assert!(losses.is_sorted(), "{hint}");
    assert_eq!(last_answer(&game), hint, "repeated requests give the same hint");
    let beliefs = game.stdout.split("you> ").nth(2).unwrap();
    assert!(
        beliefs.contains("in hand")
            && beliefs.contains(
                "Exact if the opponent plays by the approximate equilibrium, and at random 2 % of the time."
            ),
        "{beliefs}"
    );

    let always = play("--opponent random --seat first --hint-iterations 400 --hints", "quit\n");
    assert!(always.stdout.contains(rows[0]), "{always:?}");
    let reduced = finish(
        hanamachi("hana play --seed 1 --seat first --hint-iterations 400 --rules")
            .arg("geisha=2,3,4 actions=1,3")
            .write_stdin("hint\nbeliefs\n"),
    );
    assert!(reduced.stdout.contains("Solved to the end of the round."), "{reduced:?}");
    assert!(reduced.stdout.contains("Exact if the unseen cards are shuffled."), "{reduced:?}");
}

#[test]
fn the_end_of_input_leaves_and_keeps_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let flags = format!("--opponent random --seat first --undo ask --record {}", path.display());
    let game = play(&flags, "");
    assert_eq!((game.code, game.stdout.ends_with("You leave the game.\n")), (0, true), "{game:?}");
    let set: InformationSet = last_answer(&play(&flags, "record\n")).trim().parse().unwrap();
    let card = set.hand().iter().next().unwrap();
    assert_eq!(play(&flags, &format!("1{card}\n\n")).code, 0);
    // Entries that were taken back have not been played.
    assert_eq!(play(&flags, &format!("1{card}\n")).code, 0);
    let (text, rounds) = rounds(&path);
    let played: Vec<bool> = rounds.iter().map(|record| !record.history().is_empty()).collect();
    assert_eq!(played, [false, false, true, false], "{text}");
    assert_eq!(text.matches("# the person left").count(), 4, "{text}");
    assert_eq!(feed("hana review --score -", text).code, 0);
}

#[test]
fn a_record_that_cannot_be_written_is_told_before_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no such folder").join("game.txt");
    let mut command = hanamachi("hana play --opponent random --seed 1 --record");
    let game = finish(command.arg(&path).write_stdin("quit\n"));
    assert_eq!((game.code, game.stdout.as_str()), (1, ""), "{game:?}");
    assert!(game.stderr.contains("cannot write"), "{game:?}");
}

#[test]
fn arguments_that_make_no_game_are_refused() {
    for (line, part) in [
        ("hana play --opponent nobody", "there is no player `nobody`"),
        ("hana play --rounds 0", "number of rounds"),
        ("hana play --seat third", "third"),
        ("hana play --rules round=2", "first round"),
    ] {
        let refused = run(line);
        assert_eq!(refused.code, 2, "{line}: {refused:?}");
        assert!(refused.stderr.contains(part), "{line}: {refused:?}");
    }
}

#[test]
fn an_outside_program_that_cannot_start_is_a_failure_and_the_record_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let mut command = hanamachi("hana play --seed 1 --seat second --opponent");
    let game = finish(
        command.arg("exec:no-such-program-here\nor here").arg("--record").arg(&path).write_stdin("quit\n"),
    );
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(game.code, 1, "{game:?}");
    assert!(text.starts_with("# hanamachi ") && text.contains("# round 1: the opponent first\n"), "{text}");
    assert!(game.stderr.contains("cannot start `no-such-program-here or here`"), "{game:?}");
    assert_eq!(feed("hana review --score -", text).code, 0);
}

#[test]
fn records_are_appended_to_records_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for (line, games) in [
        ("okiya play --level weak --seed 1", "[Game \"Okiya\"]"),
        ("hana play --opponent random --seed 1", "# hanamachi"),
    ] {
        let play = || finish(hanamachi(line).arg("--record").arg(&path).write_stdin("quit\n"));
        std::fs::write(&path, "").unwrap();
        for count in 1..=2 {
            assert_eq!(play().code, 0);
            assert_eq!(std::fs::read_to_string(&path).unwrap().matches(games).count(), count, "{line}");
        }
        std::fs::write(&path, "a letter").unwrap();
        let refused = play();
        assert!(refused.code == 1 && refused.stderr.contains("other than records of games"), "{refused:?}");
        assert_eq!(std::fs::read(&path).unwrap(), b"a letter");
    }
}

/// Ctrl-C ends the game at once, and the record has the moves played so far.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"))
        .args(["hana", "play", "--seed", "5", "--opponent", "random", "--seat", "second", "--record"])
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"show\n").unwrap();
    // The game has begun when its header is in the file.
    let start = Instant::now();
    while !std::fs::read_to_string(&path).unwrap_or_default().contains("# round 1") {
        assert!(start.elapsed() < Duration::from_secs(60), "the game does not begin");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let (text, rounds) = rounds(&path);
    assert_eq!(rounds.len(), 1, "{text}");
}
