//! Texts as people bring them: whatever the spelling, the reader gives the canonical text.

use std::fmt::Write;

use crate::common::games;
use crate::common::positions::rng;
use crate::common::rounds::random_record;
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::notation::DescribedDeal;
use hanamachi_solver::hanamikoji::{
    Entry, FIRST_ROUND, Favour, Game, InformationSet, Played, RecordedRound, RoundRecord, Rules,
};
use hanamachi_solver::okiya::notation::{Described, Record};
use hanamachi_solver::okiya::{FullBoard, Garden, Position};
use hanamachi_solver::text::{GameName, game_of, items, shell_word};
use proptest::prelude::*;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

/// Wraps a text of a game as mail, word processors, chats, shells and browsers do; `fragment` is that of the board.
fn wrapped<R: Rng>(text: &str, fragment: &str, game: GameName, rng: &mut R) -> String {
    let command = match game {
        GameName::Okiya => "hanamachi okiya solve",
        GameName::Hanamikoji => "hanamachi hana evaluate",
    };
    let key = match game {
        GameName::Okiya => r#""schema":"okiya.solution/1","position""#,
        GameName::Hanamikoji => {
            r#""schema":"hanamikoji.evaluation/1","rules":"rounds=inf","information_set""#
        }
    };
    let escaped = text.replace('"', "\\\"").replace('\n', "\\n");
    match rng.random_range(0..12) {
        0 => format!("\u{feff}{text}\r\n"),
        1 => format!("“{text}”"),
        2 => format!("'{text}'"),
        3 => format!("> {}", text.replace('\n', "\n> ")),
        4 => text.replace(' ', "\u{a0}"),
        5 => format!("`{text}`"),
        6 => format!("$ {command} {} --json", shell_word(text)),
        7 => format!("{command} --seed 7 {} --time 3", shell_word(text)),
        8 => format!("https://example.org/board/#{fragment}"),
        9 => format!("#{fragment}"),
        10 => format!("{{{key}:\"{escaped}\",\"n\":1}}"),
        _ => format!("\u{3000}{text}\u{200b} "),
    }
}

/// Typographic signs for plain ones.
fn typographic<R: Rng>(text: &str, rng: &mut R) -> String {
    let dash = *["-", "–", "−", "‐"].choose(rng).unwrap();
    text.replace("...", if rng.random() { "…" } else { "..." }).replace('-', dash)
}

/// A garden in any spelling.
fn garden_spelling<R: Rng>(garden: &Garden, rng: &mut R) -> String {
    let rows = *["/", " / ", "\n", "", "  "].choose(rng).unwrap();
    let short = garden.short().to_string();
    let long = garden.long().to_string();
    let exchanged = || -> String {
        let exchange = |tile: &[u8]| [tile[1], tile[0]].map(char::from).iter().collect::<String>();
        let row = |row: &str| row.as_bytes().chunks(2).map(exchange).collect::<String>();
        long.split('/').map(row).collect::<Vec<_>>().join("/")
    };
    let in_words = || -> String {
        let name = |tile: &hanamachi_solver::okiya::Tile| {
            format!("{} {}", tile.plant().name(), tile.symbol().name())
        };
        garden.tiles().iter().map(name).collect::<Vec<_>>().join(", ")
    };
    match rng.random_range(0..5) {
        0 => short.replace('/', rows),
        1 => long.replace('/', rows),
        2 => exchanged().replace('/', rows),
        3 => long.to_lowercase().replace('/', rows),
        _ => in_words(),
    }
}

/// A turn with its cards and pairs in any order.
fn turn_spelling<R: Rng>(entry: Entry, rng: &mut R) -> String {
    let shuffled = |cards: &mut dyn Iterator<Item = char>, rng: &mut R| -> String {
        let mut cards: Vec<char> = cards.collect();
        cards.shuffle(rng);
        cards.into_iter().collect()
    };
    let text = entry.to_string();
    let (action, answer) =
        text.split_once('-').map_or((text.as_str(), None), |(action, answer)| (action, Some(answer)));
    let cards = match entry.unpack() {
        Some(Played::Competition([one, two], _)) => {
            let mut pairs = [one, two].map(|pair| shuffled(&mut pair.iter().map(|card| card.letter()), rng));
            pairs.shuffle(rng);
            pairs.concat()
        }
        _ => shuffled(&mut action.chars().skip(1), rng),
    };
    let answer = answer.map_or(String::new(), |answer| format!("-{}", shuffled(&mut answer.chars(), rng)));
    format!("{}{cards}{answer}", &action[..1])
}

fn history_spelling<R: Rng>(history: &[Entry], rng: &mut R) -> String {
    if history.is_empty() {
        return "-".to_owned();
    }
    let comma = *[",", ", ", " ,", " , "].choose(rng).unwrap();
    history.iter().map(|&entry| turn_spelling(entry, rng)).collect::<Vec<_>>().join(comma)
}

/// `text` with its field number `place` replaced.
fn with_field(text: &str, place: usize, field: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    words[place] = field;
    words.join(" ")
}

proptest! {
    #[test]
    fn okiya_in_any_spelling(game in games(16), seed: u64) {
        let mut rng = rng(seed);
        let canonical = game.to_string();
        let garden = garden_spelling(game.garden(), &mut rng);
        let mut moves = String::new();
        for (ply, cell) in game.moves().iter().enumerate() {
            if ply % 2 == 0 && rng.random() {
                let _ = write!(moves, "{}. ", ply / 2 + 1);
            }
            moves += &cell.to_string();
            moves += [" ", "! ", "?! ", ", ", " {a (comment) }\n", " $14 ", " (1... a1 {b} (c3) d4) ", " "]
                .choose(&mut rng)
                .unwrap();
        }
        let compact: String = game.moves().iter().map(ToString::to_string).collect();
        let address = format!("o/{}/{compact}", game.garden().short().to_string().replace('/', ""));
        let address = address.trim_end_matches('/');
        for _ in 0..4 {
            let text = format!("{garden} moves {moves}");
            let text = wrapped(&text, address, GameName::Okiya, &mut rng);
            prop_assert_eq!(Described::parse(&text).map(|read| read.game()), Ok(Some(game.clone())), "{}", text);
            prop_assert_eq!(game_of(&text), Some(GameName::Okiya), "{}", text);
            prop_assert_eq!(items(&text).len(), 1, "{}", text);
        }
        // The same as a record, and as a position, each under its rule.
        let rule = if rng.random() { FullBoard::Draw } else { FullBoard::Last };
        let record = Record::new(game.clone(), rule);
        let word = if rng.random() { rule.word().to_uppercase() } else { rule.word().to_owned() };
        let text = format!(
            "[Game \"Niya\"]\n[Garden “{}”]\n[FullBoard \"{word}\"]\n\n{moves}{}",
            game.garden().long(),
            if record.ending().is_none() { "*" } else { "" }
        );
        prop_assert_eq!(text.parse::<Record>(), Ok(record.clone()), "{}", text);
        prop_assert_eq!(Described::parse(&format!("{canonical} FULL={word}")), Ok(Described::Record(record)));
        let position = game.position();
        let text = format!("{position} full={word}");
        prop_assert_eq!(Described::parse(&text), Ok(Described::Ruled(position, rule)));
        let command = format!("hanamachi okiya solve '{position}' --full {word}");
        prop_assert_eq!(Described::parse(&command), Ok(Described::Ruled(position, rule)), "{}", command);
        prop_assert_eq!(command.parse::<Position>().is_ok(), false);
    }

    #[test]
    fn hanamikoji_in_any_spelling(seed: u64) {
        let mut rng = rng(seed);
        let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
        let record = random_record(&round, seed);
        let canonical = record.to_string();
        let turns = history_spelling(record.history(), &mut rng);
        let text = typographic(&with_field(&canonical, 2, &turns), &mut rng);
        prop_assert_eq!(text.parse::<RoundRecord>().map(|read| read.to_string()), Ok(canonical.clone()), "{}", text);
        prop_assert_eq!(items(&text).len(), 1, "{}", text);
        prop_assert_eq!(text.parse::<RecordedRound>().map(|read| read.to_string()), Ok(canonical.clone()));
        for seat in Seat::BOTH {
            let set = record.information_set(seat);
            let canonical = set.to_string();
            let turns = history_spelling(set.history(), &mut rng);
            let mut hand: Vec<char> = set.hand().to_string().chars().collect();
            hand.shuffle(&mut rng);
            let hand: String = if hand.is_empty() { "-".to_owned() } else { hand.into_iter().collect() };
            let text = with_field(&with_field(&canonical, 3, &turns), 2, &hand);
            let address = format!("h/{}", text.replace(' ', "_").replace(',', if rng.random() { "%2C" } else { "," }));
            let text = wrapped(&typographic(&text, &mut rng), &address, GameName::Hanamikoji, &mut rng);
            prop_assert_eq!(text.parse::<InformationSet>().map(|read| read.to_string()), Ok(canonical), "{}", text);
            prop_assert_eq!(game_of(&text), Some(GameName::Hanamikoji), "{}", text);
            prop_assert_eq!(items(&text).len(), 1, "{}", text);
        }
    }
}

#[test]
fn names_of_tiles_and_items_are_read() {
    let garden: Garden = "Maple Rising Sun; Cherry Blossom with Tanzaku; pine and bird; iris, rain\n\
                          Pines Rain, Cherries Sun, iris sun, maple ribbon /\n\
                          maple bird | cherry rain | iris ribbon | pine sun\n\
                          maple cloud, iris bird, pine poem, cherry bird"
        .parse()
        .unwrap();
    assert_eq!(garden.short().to_string(), "05af/b4c1/27d8/3e96");
    let set: InformationSet =
        "....... 1 flute,fan,scroll,parasol,shamisen,hairpin,hairpin -".parse().unwrap();
    assert_eq!(set.to_string(), "....... 1 ABCDEGG -");
    let set: InformationSet =
        "+..-... 2 Flute Fan Parasol Teacup Hairpin 2XX,3shamisen shamisens Hairpin-Shamisen,1X"
            .parse()
            .unwrap();
    assert_eq!(set.to_string(), "+..-... 2 ABDFG 2XX,3EEG-E,1X");
}

#[test]
fn a_first_hand_alone_is_the_first_players() {
    assert_eq!("GFEDCBA".parse::<InformationSet>().unwrap().to_string(), "....... 1 ABCDEFG -");
    assert!("AAABCDE".parse::<InformationSet>().is_err() && "ABCDEF".parse::<InformationSet>().is_err());
}

#[test]
fn an_error_points_into_the_text_as_it_was_given() {
    let at = |text: &str| {
        let error = text.parse::<InformationSet>().unwrap_err();
        (error.code(), error.line(), error.column(), error.text()[error.span()].to_owned())
    };
    assert_eq!(at("“+…—… 2 ABDFH 2XX”"), ("invalid_cards", 1, 13, "H".to_owned()));
    assert_eq!(at("> +..-... 2 ABDFG\n> 2XX,3EEH-E"), ("invalid_history", 2, 10, "H".to_owned()));
    assert_eq!(
        at("https://a.b/#h/+..-..._2_ABDFG_2XX%2C3EEG-F"),
        ("illegal_turn", 1, 38, "3EEG-F".to_owned())
    );
    let error = Described::parse("hanamachi okiya solve '05af/b4c1/27d8/3e9f' --json").unwrap_err();
    assert_eq!((error.code(), error.column()), ("invalid_garden", 42));
}

#[test]
fn an_error_speaks_of_the_game_that_was_meant() {
    let okiya = |text: &str| Described::parse(text).unwrap_err();
    let hana = |text: &str| text.parse::<InformationSet>().unwrap_err();
    for text in
        ["....... 1 ABCDEFG -", "#h/......._1_ABCDEFG_-", "hanamachi hana evaluate '....... 1 ABCDEFG -'"]
    {
        let error = okiya(text);
        assert_eq!(error.code(), "other_game", "{text}");
        assert!(error.to_string().contains("of Hanamikoji, and a text of Okiya is expected"), "{error}");
    }
    assert!(okiya("G/ABCDEF/ABDEFG/CDEFFGGG").to_string().starts_with("this is a deal of Hanamikoji"));
    let error = hana("05af/b4c1/27d8/3e96 moves a2");
    assert_eq!(error.to_string(), "this is a garden of Okiya, and a text of Hanamikoji is expected");
    assert!(
        hana("....... G/ABCDEF/ABDEFG/CDEFFGGG -").to_string().contains("this looks like a round record")
    );
    for text in [
        "https://example.org/#t/daily/1",
        "#h/play/2/0",
        "hanamachi okiya solve -",
        "{\"schema\":\"okiya.perft/1\"}",
    ] {
        assert_eq!(okiya(text).code(), "no_position", "{text}");
    }
    assert!("....... 1 ABCDEFG -".parse::<DescribedDeal>().is_err());
}
