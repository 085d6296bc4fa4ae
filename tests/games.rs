//! `okiya play`, driven through standard input, and `okiya review`.

use crate::support::{GARDEN, LATE, WON, feed, finish, hanamachi, keys, run};
use hanamachi_solver::okiya::notation::Record;
use serde_json::json;

/// One game from the late position, as x, with these lines typed.
fn play(flags: &str, typed: &str) -> crate::support::Run {
    let mut command = hanamachi("okiya play --seed 1 --garden");
    finish(command.arg(LATE).args(flags.split_whitespace()).write_stdin(typed))
}

#[test]
fn following_the_hints_wins_a_won_game() {
    // The solver's replies depend on the seed, so ask for a hint before every move.
    let mut typed = String::new();
    loop {
        let game = play("", &format!("{typed}hint\n"));
        assert_eq!(game.code, 0, "{game:?}");
        if game.stdout.contains("x has won") {
            break;
        }
        let hint = game.stdout.lines().rev().find_map(|line| line.split_once("Best is ")).expect("a hint").1;
        assert!(hint.contains("win +"), "{hint}");
        typed += &hint[..2];
        typed.push('\n');
        assert!(typed.len() < 30, "the game does not end");
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for flags in ["", "--level weak", "--slip 1"] {
        let game = play(flags, "b2\nmoves\n");
        assert_eq!(game.stdout, play(flags, "b2\nmoves\n").stdout);
        assert!(game.stdout.contains("o takes "), "{game:?}");
    }
}

#[test]
fn bad_moves_and_words_are_explained_and_change_nothing() {
    let game = play("", "a1\nb4\nhello\n\nboard\nmoves\nquit\n");
    assert_eq!(game.code, 0);
    assert!(game.stdout.contains("a1 holds a token already"), "{game:?}");
    assert!(game.stdout.contains("b4 (IB) shares neither plant nor symbol"), "{game:?}");
    assert!(game.stdout.contains("`hello` is not a cell, a tile or a command"), "{game:?}");
    assert!(game.stdout.contains("  b2  CS  cherry, rising sun\n  c4  PT  pine, tanzaku\n"), "{game:?}");
    assert!(!game.stdout.contains("o takes"), "{game:?}");
}

#[test]
fn a_review_is_offered_after_a_game() {
    let game = play("", "b2\nresign\n");
    let (_, command) = game.stderr.split_once("To grade the moves:\n  hanamachi ").expect("an offer");
    let quoted = command.trim().replace("okiya review ", "");
    let reviewed = finish(hanamachi("okiya review").arg(quoted.trim_matches('\'')));
    assert_eq!(reviewed.code, 0, "{quoted}: {reviewed:?}");
    assert!(!play("-q", "b2\nresign\n").stderr.contains("okiya review"));
}

#[test]
fn undo_takes_back_the_move_and_the_reply() {
    let game = play("", "b2\nundo\nmoves\nquit\n");
    let after_undo = game.stdout.rsplit("x> ").nth(1).unwrap();
    assert_eq!(after_undo, "  b2  CS  cherry, rising sun\n  c4  PT  pine, tanzaku\n");
    let fresh = finish(hanamachi("okiya play --seed 1 -q --garden").arg(GARDEN).write_stdin("undo\n"));
    assert!(fresh.stdout.contains("There is no move of yours to take back."), "{fresh:?}");
}

#[test]
fn every_way_to_leave_keeps_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let flags = format!("--record {}", path.display());
    assert_eq!(play(&flags, "b2\nquit\n").code, 0);
    assert_eq!(play(&flags, "b2\n").code, 0);
    assert_eq!(play(&flags, "resign\n").code, 0);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("[Game \"Okiya\"]").count(), 3, "{text}");
    assert_eq!(text.matches("[Result \"*\"]").count(), 2);
    assert_eq!(text.matches("[Result \"o\"]\n[Ending \"resignation\"]\n[TilesLeft \"10\"]").count(), 1);

    let last = text.split("\n\n[").last().unwrap();
    assert!(format!("[{last}").parse::<Record>().is_ok(), "{last}");
}

#[test]
fn save_writes_a_new_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my game.txt");
    let typed = format!("save {0}\nsave {0}\nquit\n", path.display());
    let game = play("", &typed);
    assert_eq!(game.stdout.matches("Saved to ").count(), 1, "{game:?}");
    assert_eq!(game.stdout.matches("Not saved to ").count(), 1, "{game:?}");
    assert!(std::fs::read_to_string(&path).unwrap().contains("c1 a2 d1 c2 a1 d3"));
}

#[test]
fn in_a_match_the_loser_starts_and_points_count() {
    let game = play("--match points10", "resign\nquit\n");
    assert!(
        game.stdout.contains("Match to 10 points: you 0, the solver 10. The solver wins the match."),
        "{game:?}"
    );
    let game = play("--match three", "resign\nquit\n");
    assert!(
        game.stdout.contains("Match to 3 wins: you 0, the solver 1. You start the next game."),
        "{game:?}"
    );
    assert_eq!(game.stdout.matches("You are x").count(), 2, "{game:?}");
}

#[test]
fn a_game_starts_from_a_garden_or_moves() {
    let refused = run("okiya play --garden 05af");
    assert_eq!(refused.code, 3);
    let position = "05af/b4c1/27d8/3e96 x3/4/4/4 a1 o";
    assert_eq!(finish(hanamachi("okiya play --garden").arg(position)).code, 3);
}

#[test]
fn a_review_marks_mistakes() {
    let object = run(&format!("okiya review {LATE} c4 --json")).object();
    let seventh = &object["moves"][6];
    assert_eq!(
        keys(seventh),
        [
            "best",
            "legal",
            "mark",
            "move",
            "outcome_after",
            "outcome_before",
            "player",
            "ply",
            "refutation",
            "score_after",
            "score_before",
            "score_loss",
            "tile",
            "tiles_left_after",
            "tiles_left_before"
        ]
    );
    assert_eq!((&seventh["mark"], &seventh["best"]), (&json!("?"), &json!("b2")));
    assert_eq!((&seventh["outcome_before"], &seventh["outcome_after"]), (&json!("win"), &json!("draw")));
    assert_eq!((&seventh["score_loss"], &seventh["legal"]), (&json!(2), &json!(2)));
}

#[test]
fn a_mistake_is_followed_by_the_line_that_refutes_it() {
    let object = run(&format!("okiya review {LATE} c4 --json")).object();
    let refutations: Vec<Vec<&str>> = object["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|ply| ply["mark"] == "?")
        .map(|ply| ply["refutation"].as_array().unwrap().iter().filter_map(|cell| cell.as_str()).collect())
        .collect();
    let shown: Vec<String> = refutations.iter().map(|line| line.join(" ")).collect();
    let page = run(&format!("okiya review {LATE} c4"));
    let lines: Vec<&str> =
        page.stdout.lines().filter_map(|line| line.strip_prefix("     refuted by ")).collect();
    assert_eq!(lines.len(), shown.len(), "{page:?}");
    for (line, cells) in lines.iter().zip(&shown) {
        assert!(line.strip_prefix(cells.as_str()).is_some_and(|rest| rest.starts_with(": ")), "{line}");
    }
    // The last move of the game is one: the line goes on from it, to an end that it does not win.
    let replies = run(&format!("okiya solve {LATE} c4 {} --json", shown.last().unwrap())).object();
    assert_eq!((&replies["outcome"], &replies["moves"]), (&json!("draw"), &json!([])), "{replies}");
    assert!(lines.last().unwrap().ends_with("nobody wins"), "{lines:?}");
    let unmarked = object["moves"].as_array().unwrap().iter().filter(|ply| ply["mark"] != "?");
    assert!(unmarked.into_iter().all(|ply| ply["refutation"].is_null()));
}

#[test]
fn a_review_of_best_play_gives_nothing_away() {
    let object = run(&format!("okiya review {WON} --json")).object();
    assert_eq!(
        keys(&object),
        [
            "ending", "engine", "garden", "kind", "moves", "o", "over", "position", "rules", "schema",
            "winner", "x"
        ]
    );
    assert_eq!((&object["winner"], &object["ending"]), (&json!("x"), &json!("diagonal")));
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 15);
    assert_eq!((&moves[6]["move"], &moves[6]["mark"]), (&json!("b2"), &json!("!")));
    for ply in moves {
        assert_eq!(ply["score_loss"], 0, "{ply}");
        assert_ne!(ply["mark"], "?", "{ply}");
    }
    // After a move, the player's score is the other player's, negated.
    for pair in moves.windows(2) {
        assert_eq!(pair[0]["score_after"].as_i64(), pair[1]["score_before"].as_i64().map(|score| -score));
    }
}

#[test]
fn a_review_reads_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let record =
        format!("[Garden \"{GARDEN}\"]\n[Result \"x\"]\n[Ending \"resignation\"]\n\nc1 a2 d1 c2 a1 d3 c4\n");
    std::fs::write(&path, record).unwrap();
    let review = finish(hanamachi("okiya review").arg(&path));
    assert_eq!(review.code, 0, "{review:?}");
    assert!(
        review.stdout.contains("  7  x       c4    PT    win +1   draw     ?  best b2 win +1\n"),
        "{review:?}"
    );
    assert!(review.stdout.contains("o has resigned: x has won."), "{review:?}");
}

#[test]
fn a_file_of_games_is_reviewed_game_by_game() {
    let games = format!("# saved\n{GARDEN} moves\nnonsense\n{GARDEN} moves\n");
    let mixed = feed("okiya review - --json", games.clone());
    let objects = mixed.objects();
    assert_eq!((mixed.code, objects.len()), (3, 3));
    assert_eq!((&objects[0]["moves"], &objects[1]["error"]["line"]), (&json!([]), &json!(3)));
    assert_eq!(feed("okiya review -", games).stdout.matches("ply  player").count(), 2);
}

#[test]
fn a_review_needs_moves() {
    let error = run(&format!("okiya review {GARDEN} --json")).refusal(3);
    assert_eq!((&error["code"], &error["field"]), (&json!("no_moves"), &json!("moves")));
    for input in ["", "# nothing\n"] {
        assert_eq!(feed("okiya review -", input).code, 3);
    }
    let message = run("okiya review no-such-file.txt --json").refusal(3)["message"].to_string();
    assert!(
        message.contains("`no-such-file.txt` is neither a text that this command reads nor a file"),
        "{message}"
    );
}

#[test]
fn every_game_of_a_mixed_file_is_answered() {
    let file = format!("[Garden \"{GARDEN}\"]\n\na2 c1\n\n{GARDEN} moves a2 zz\n{GARDEN} moves a2 d1\n");
    let run = feed("okiya review - --json", file);
    assert_eq!(run.code, 3);
    let lengths: Vec<_> =
        run.objects().iter().map(|object| object["moves"].as_array().map(Vec::len)).collect();
    assert_eq!(lengths, [Some(2), None, Some(2)]);
}

#[test]
fn a_record_that_cannot_be_kept_ends_play_before_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(&format!("--record {}", folder.path().display()), "b2\n");
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
}
