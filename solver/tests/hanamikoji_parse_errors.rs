//! Refused texts of Hanamikoji, and the positions of the errors.

use hanamachi_solver::hanamikoji::notation::{DescribedDeal, ParseError, Tags};
use hanamachi_solver::hanamikoji::{InformationSet, RoundRecord, SeatRecord};

#[track_caller]
fn refused<T: std::str::FromStr<Err = ParseError> + std::fmt::Debug>(
    text: &str,
    expected: (&str, &str, usize, &str),
    turn: Option<usize>,
) -> String {
    let error = text.parse::<T>().expect_err(text);
    let facts = (error.code(), error.field(), error.column(), &error.text()[error.span()]);
    assert_eq!(facts, expected, "{text}: {error}");
    assert_eq!(error.turn(), turn, "{text}: {error}");
    error.to_string()
}

#[track_caller]
fn set(text: &str, expected: (&str, &str, usize, &str)) -> String {
    refused::<InformationSet>(text, expected, None)
}

#[track_caller]
fn turn(history: &str, turn: usize, expected: (&str, usize, &str)) -> String {
    let text = format!("+..-... 1 ABCDEFG {history}");
    let (code, column, span) = expected;
    refused::<InformationSet>(&text, (code, "history", 18 + column, span), Some(turn))
}

#[test]
fn fields_of_an_information_set() {
    set("", ("missing_field", "favour", 1, ""));
    set("+..-...", ("missing_field", "seat", 8, ""));
    set("+..-... 1", ("missing_field", "hand", 10, ""));
    set("+..-... 1 ABCDEFG", ("missing_field", "history", 18, ""));
    set("nonsense", ("invalid_favour", "favour", 1, "n"));
    set("+..x... 1 ABCDEFG -", ("invalid_favour", "favour", 4, "x"));
    set("+..-.. 1 ABCDEFG -", ("invalid_favour", "favour", 1, "+..-.."));
    set("+..-.... 1 ABCDEFG -", ("invalid_favour", "favour", 1, "+..-...."));
    set("+..-... 3 ABCDEFG -", ("invalid_seat", "seat", 9, "3"));
    set("+..-... first ABCDEFG -", ("invalid_seat", "seat", 9, "first"));
    set("+..-... 1 ABCDEFH -", ("invalid_cards", "hand", 17, "H"));
    let hint = set("+..-... 2 ABDFG 2XX 3EEG-E", ("invalid_rules", "rules", 21, "3EEG-E"));
    assert_eq!(hint, "turns are separated by commas, without blanks; expected a rules tag, found `3EEG-E`");
    let hint = turn("4", 1, ("invalid_history", 2, ""));
    assert!(hint.ends_with("the competition, uses 4 cards"), "{hint}");
    // A hand is written in alphabetical order, and read in any.
    let read: InformationSet = "+..-... 1 GABCDEF -".parse().unwrap();
    assert_eq!(read.to_string(), "+..-... 1 ABCDEFG -");
    set("+..-... 1 ABCDEFG - more", ("invalid_rules", "rules", 21, "more"));
    let hint = set("+..-... 1 ABCDEF -", ("invalid_hand", "hand", 11, "ABCDEF"));
    assert_eq!(hint, "the hand has 6 cards instead of 7: 6 at first, 1 drawn, 0 used");
    set("+..-... 2 ABCDEFG -", ("invalid_hand", "hand", 11, "ABCDEFG"));
    set("+..-... 2 - -", ("invalid_hand", "hand", 11, "-"));
    let hint = set("+..-... 1 AAABCDE -", ("invalid_hand", "hand", 11, "AAABCDE"));
    assert_eq!(hint, "geisha A has 2 cards, but hand and history show 3");
    set("+..-... 2 ABBCDE 3BCC", ("invalid_hand", "hand", 11, "ABBCDE"));
    // A hand alone.
    let hint = set("ABCDEFGG", ("invalid_hand", "hand", 1, "ABCDEFGG"));
    assert_eq!(hint, "the hand has 8 cards instead of 7: 6 at first, 1 drawn, 0 used");
    set("ABCDEF", ("invalid_hand", "hand", 1, "ABCDEF"));
}

#[test]
fn markers_that_have_decided_the_game() {
    let hint = set("++++... 1 ABCDEFG -", ("game_decided", "favour", 1, "++++..."));
    assert!(hint.contains("the first player has 9 charm points and 4 geisha"), "{hint}");
    let hint = set("-....-- 2 ABCDEF -", ("game_decided", "favour", 1, "-....--"));
    assert!(hint.contains("the first player has 11 charm points and 3 geisha"), "{hint}");
}

#[test]
fn histories_that_are_not_written_right() {
    let code = "invalid_history";
    turn("1A,", 2, (code, 4, ""));
    turn(",1A", 1, (code, 1, ""));
    turn("5A", 1, (code, 1, "5"));
    turn("桜", 1, (code, 1, "桜"));
    turn("1AB", 1, (code, 2, "AB"));
    turn("1", 1, (code, 2, ""));
    turn("2AX", 1, (code, 2, "AX"));
    turn("3ABX", 1, (code, 2, "ABX"));
    turn("1A-A", 1, (code, 3, "-A"));
    turn("3ABC-", 1, (code, 6, ""));
    turn("3ABC-AB", 1, (code, 6, "AB"));
    turn("4ABCD-A", 1, (code, 7, "A"));
    turn("2AB,3AB?", 2, (code, 8, "?"));
}

#[test]
fn turns_that_the_rules_forbid() {
    let code = "illegal_turn";
    turn("1A,1X,1B", 3, (code, 7, "1B"));
    turn("1X", 1, (code, 1, "1X"));
    turn("1A,2BC", 2, (code, 4, "2BC"));
    turn("3ABC,1X", 1, (code, 1, "3ABC"));
    turn("3ABC-D", 1, (code, 1, "3ABC-D"));
    turn("4ABCD-AC", 1, (code, 1, "4ABCD-AC"));
    turn("3AAA-A", 1, (code, 1, "3AAA-A"));
    turn("1A,1X,2BC,2XX,3DEF-D,3DEF-D,4EFFG-EF,4DGGG-DG,1A", 9, (code, 47, "1A"));
    let message = turn("1A,1X,1B", 3, (code, 7, "1B"));
    assert_eq!(message, "turn 3: this player has used action 1, the secret, already in turn 1");
    let text = "... 1 ABC 2AB geisha=2,3,4 actions=1,3";
    refused::<InformationSet>(text, (code, "history", 11, "2AB"), Some(1));
}

#[test]
fn records_name_the_turn_and_the_reason() {
    let at = |history: &str| format!("....... G/ABCDEF/ABDEFG/CDEFFGGG {history}");
    let code = "illegal_turn";
    let refuse = |history: &str, turn: usize, expected: (usize, &str)| {
        let text = at(history);
        refused::<RoundRecord>(&text, (code, "history", 33 + expected.0, expected.1), Some(turn))
    };
    assert_eq!(refuse("1G", 1, (1, "1G")), "turn 1: G cannot be played from the hand ABCCDEF");
    refuse("1A,1A,1X", 3, (7, "1X"));
    refuse("3ABC,1A", 1, (1, "3ABC"));
    refuse("3ABC-E", 1, (1, "3ABC-E"));
    refuse("2XX", 1, (1, "2XX"));
    // Cards and pairs are read in any order.
    assert_eq!(at("3BAC").parse::<RoundRecord>().map(|record| record.to_string()), Ok(at("3ABC")));
    assert_eq!(at("4DBCA-AC").parse::<RoundRecord>().map(|record| record.to_string()), Ok(at("4ACBD-AC")));
    refused::<RoundRecord>("....... G/ABCDEF", ("invalid_deal", "deal", 9, "G/ABCDEF"), None);
    refused::<RoundRecord>("....... ", ("missing_field", "deal", 9, ""), None);
    let hint = refused::<RoundRecord>("....... 2 ABDEFG 4ACBD", ("invalid_deal", "deal", 9, "2"), None);
    assert!(hint.contains("looks like an information set"), "{hint}");
    let bare = "G/ABCDEF/ABDEFG/CDEFFGGG 1A";
    let hint = refused::<RoundRecord>(bare, ("invalid_favour", "favour", 26, "1A"), None);
    assert!(hint.contains("begins with the markers"), "{hint}");
}

#[test]
fn deals() {
    let refuse = |text: &str, expected| refused::<DescribedDeal>(text, expected, None);
    let code = "invalid_deal";
    refuse("", ("missing_field", "deal", 1, ""));
    refuse("G/ABCDEF/ABDEFG", (code, "deal", 1, "G/ABCDEF/ABDEFG"));
    refuse("GG/ABCDEF/ABDEFG/CDEFFGGG", (code, "deal", 1, "GG"));
    refuse("/ABCDEF/ABDEFG/CDEFFGGG", (code, "deal", 1, ""));
    refuse("G/ABCDE/ABDEFG/CDEFFGGG", (code, "deal", 3, "ABCDE"));
    refuse("G/ABCDEF/ABDEFG/CDEFFGGGG", (code, "deal", 17, "CDEFFGGGG"));
    refuse("G/AACDEF/ABDEFG/CDEFFGGG", (code, "deal", 1, "G/AACDEF/ABDEFG/CDEFFGGG"));
    refuse("G/ABCDEH/ABDEFG/CDEFFGGG", ("invalid_cards", "deal", 8, "H"));
}

#[test]
fn rules_tags() {
    let refuse = |text: &str, column, span: &str| {
        refused::<Tags>(text, ("invalid_rules", "rules", column, span), None);
    };
    refuse("rounds", 1, "rounds");
    refuse("rounds=0", 8, "0");
    refuse("rounds=3 rounds=4", 10, "rounds=4");
    refuse("rounds=99999", 8, "99999");
    refuse("rounds=+3", 8, "+3");
    refuse("round=4 rounds=3", 1, "round=4");
    refuse("tiebreak=dice", 10, "dice");
    refuse("geisha=2,2", 1, "geisha=2,2");
    refuse("geisha=", 8, "");
    refuse("geisha=1,1,1,1,1,1,1,14", 1, "geisha=1,1,1,1,1,1,1,14");
    refuse("actions=1,2", 1, "actions=1,2");
    refuse("actions=1,1", 9, "1,1");
    refuse("actions=5", 9, "5");
    refuse("colour=red", 1, "colour=red");
}

#[track_caller]
fn seat(text: &str, expected: (&str, &str, usize, &str), turn: Option<usize>) -> String {
    refused::<SeatRecord>(&format!("....... {text}"), expected, turn)
}

#[test]
fn records_from_one_seat() {
    // The seat.
    let hint =
        seat("X/ABCDEF/ABDEFG/CXEXXXXX -", ("invalid_deal", "deal", 9, "X/ABCDEF/ABDEFG/CXEXXXXX"), None);
    assert!(hint.ends_with("here both are in letters"), "{hint}");
    let hint =
        seat("X/XXXXXX/XXXXXX/XXXXXXXX -", ("invalid_deal", "deal", 9, "X/XXXXXX/XXXXXX/XXXXXXXX"), None);
    assert!(hint.ends_with("here neither is in letters"), "{hint}");
    // The deal.
    seat("X/ABCDEF/XXXXXX 1A", ("invalid_deal", "deal", 9, "X/ABCDEF/XXXXXX"), None);
    let hint = seat("G/ABCDEF/XXXXXX/CXXXXXXX 1A", ("invalid_deal", "deal", 9, "G"), None);
    assert_eq!(hint, "the reader never sees the card that is removed: write `X`, found `G`");
    seat("X/ABCDXX/XXXXXX/CXXXXXXX 1A", ("invalid_deal", "deal", 11, "ABCDXX"), None);
    let hint = seat("X/ABCDEF/XXXXX/CXXXXXXX 1A", ("invalid_deal", "deal", 18, "XXXXX"), None);
    assert_eq!(hint, "the second hand has 5 cards instead of 6");
    seat("X/ABCDEFG/XXXXXX/CXXXXXXX 1A", ("invalid_deal", "deal", 11, "ABCDEFG"), None);
    seat("X/ABCDEF/XXXXXX/CXXXXXX 1A", ("invalid_deal", "deal", 25, "CXXXXXX"), None);
    seat("X/ABCDEF/XXXXXX/CXHXXXXX 1A", ("invalid_cards", "deal", 27, "H"), None);
    let hint =
        seat("X/AAAAAA/XXXXXX/CXXXXXXX 1A", ("invalid_hand", "deal", 9, "X/AAAAAA/XXXXXX/CXXXXXXX"), None);
    assert_eq!(hint, "geisha A has 2 cards, but hand and history show 6");
    let hint = seat("X/ABCDEF/XXXXXX/CCXXXXXX 1A", ("invalid_deal", "deal", 26, "C"), Some(2));
    assert_eq!(hint, "turn 2: the other player drew this card, which the reader never saw: write `X`");
    let hint = seat("X/ABCDEF/XXXXXX/CXXXXXXX 1A,2XX,2BC", ("invalid_deal", "deal", 27, "X"), Some(3));
    assert_eq!(hint, "turn 3: the reader drew a card for this turn and knows it: write a letter in the deal");
    seat("X/XXXXXX/ABCDEF/CXXXXXXX -", ("invalid_deal", "deal", 25, "C"), Some(1));
    // The history.
    let history =
        |text: &str, expected, turn| seat(&format!("X/ABCDEF/XXXXXX/CXEXXXXX {text}"), expected, Some(turn));
    let hint = history("1X", ("illegal_turn", "history", 34, "1X"), 1);
    assert_eq!(hint, "turn 1: the reader has played this secret and knows it: write letters instead of `X`");
    let hint = history("1A,1C", ("illegal_turn", "history", 37, "1C"), 2);
    assert_eq!(hint, "turn 2: the reader has not seen this secret of the opponent: write `1X`");
    history("1A,2CC", ("illegal_turn", "history", 37, "2CC"), 2);
    let hint = history("1A,2XX,2GG", ("illegal_turn", "history", 41, "2GG"), 3);
    assert_eq!(hint, "turn 3: GG cannot be played from the hand BCCDEEF");
    history("1A,3AAC-C", ("illegal_turn", "history", 37, "3AAC-C"), 2);
    history("1A,3XXX-C", ("invalid_history", "history", 38, "XXX"), 2);
    seat("X/ABCDEF/XXXXXX/CXEXXXXX 1A more", ("invalid_rules", "rules", 37, "more"), None);
}
