//! Requests that are invalid in many ways, and occasionally valid.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};

use super::client;

const METHODS: [&str; 31] = [
    "engine.info",
    "okiya.position",
    "okiya.parse",
    "okiya.play",
    "okiya.random",
    "okiya.class",
    "okiya.symmetry",
    "okiya.review",
    "okiya.reply",
    "okiya.match",
    "okiya.puzzle",
    "hana.setup",
    "hana.deal",
    "hana.parse",
    "hana.legal",
    "hana.play",
    "hana.undo",
    "hana.edit",
    "hana.cut",
    "hana.answers",
    "hana.beliefs",
    "hana.players",
    "hana.reply",
    "hana.review",
    "hana.whatif",
    "hana.advice",
    "import.text",
    "import.bga",
    "nothing",
    "",
    "okiya.position/../../x",
];

const KEYS: [&str; 32] = [
    "position", "move", "full", "seed", "index", "winner", "openings", "garden", "number", "turn", "game",
    "level", "slip", "form", "starter", "games", "exercise", "seat", "hand", "favour", "rules", "round",
    "text", "play", "draw", "secret", "entry", "action", "player", "rounds", "method", "",
];

const TEXTS: [&str; 30] = [
    "",
    "-",
    " ",
    "05af/b4c1/27d8/3e96",
    "05afb4c127d83e96",
    "05afb4c127d83e96/a2c1",
    "05afb4c127d83e96/a2c",
    "x",
    "o",
    "a1",
    "d4",
    "draw",
    "last",
    "perfect",
    "....... 1 ABCDEFG -",
    "+..-... 2 ABDFG 2XX,3EEG-E,1X",
    "....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,3DEF-F,2BC",
    "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF",
    "._.",
    "greedy",
    "ismcts:iterations=10",
    "random",
    "1E",
    "2BC",
    "3BCC-C",
    "-F",
    "ABCDEF",
    "AAAAAAA",
    "\u{0}\u{1f3ae}é\u{202e}",
    "[Game \"Okiya\"]\n[Garden \"x\"]",
];

/// A request as bytes.
pub(super) fn request(host: &str, generator: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let any = |generator: &mut Xoshiro256PlusPlus, size: usize| -> Vec<u8> {
        (0..size).map(|_| u8::try_from(generator.random_range(0..=255_u16)).unwrap_or_default()).collect()
    };
    match generator.random_range(0..20) {
        // Not HTTP at all. Blank lines alone are no request yet: the server would wait for one.
        0 => {
            let size = generator.random_range(1..200);
            let mut bytes = any(generator, size);
            bytes.extend_from_slice(b"\r\n\r\n");
            bytes
        }
        // Wrong paths and verbs.
        1 => {
            let verb = *["GET", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "POST", "CONNECT", "X"]
                .choose(generator)
                .unwrap();
            let path = *[
                "/",
                "*",
                "/api/v1/",
                "/api/v1",
                "/api/v1/%00",
                "/%ff",
                "/a?b#c",
                "http://x/",
                "//",
                "/api/v1/okiya.position?x=1",
            ]
            .choose(generator)
            .unwrap();
            client::request(verb, path, &[("Host", host), ("Content-Type", "application/json")], b"{}")
        }
        // Strange headers.
        2 => {
            let value: String = (0..generator.random_range(1..3000)).map(|_| 'x').collect();
            let headers = [
                ("Host", host),
                ("Content-Type", "application/json"),
                ("X-Strange", value.as_str()),
                ("Range", "bytes=9-1"),
            ];
            client::request("POST", "/api/v1/engine.info", &headers, b"{}")
        }
        // Bodies that are no JSON, or too much of it.
        3 => {
            let size = generator.random_range(0..500);
            post(host, method(generator), &any(generator, size))
        }
        4 => post(host, method(generator), "[".repeat(generator.random_range(1..5000)).as_bytes()),
        5 => post(host, method(generator), format!("{{\"position\":{}}}", "{\"a\":".repeat(300)).as_bytes()),
        // A body cut short.
        6 => {
            let body = parameters(generator).to_string();
            let cut = generator.random_range(0..=body.len());
            post(host, method(generator), &body.as_bytes()[..cut])
        }
        _ => post(host, method(generator), parameters(generator).to_string().as_bytes()),
    }
}

fn method(generator: &mut Xoshiro256PlusPlus) -> &'static str {
    METHODS.choose(generator).copied().unwrap_or_default()
}

fn post(host: &str, method: &str, body: &[u8]) -> Vec<u8> {
    let headers = [("Host", host), ("Content-Type", "application/json")];
    client::request("POST", &format!("/api/v1/{method}"), &headers, body)
}

fn parameters(generator: &mut Xoshiro256PlusPlus) -> Value {
    let mut object = Map::new();
    // A search that is right takes no longer than this.
    if generator.random_bool(0.5) {
        object.insert("iterations".to_owned(), json!(generator.random_range(0..30)));
    }
    for _ in 0..generator.random_range(0..5) {
        let key = KEYS.choose(generator).copied().unwrap_or_default();
        let value = value(generator, 0);
        object.insert(key.to_owned(), value);
    }
    // So that some get past the first checks.
    if generator.random_bool(0.5) {
        object.insert("seed".to_owned(), json!(generator.random_range(0..9)));
        let key = *["position", "round", "text", "garden", "game"].choose(generator).unwrap();
        object.insert(key.to_owned(), json!(TEXTS.choose(generator)));
    }
    // Without a number of iterations advice takes seconds.
    if object.contains_key("round") && !object.contains_key("iterations") {
        object.insert("time_ms".to_owned(), json!(generator.random_range(-1..3)));
    }
    Value::Object(object)
}

fn value(generator: &mut Xoshiro256PlusPlus, depth: usize) -> Value {
    match generator.random_range(0..10) {
        0 => Value::Null,
        1 => json!(generator.random_bool(0.5)),
        2 => json!(generator.random_range(-3..20)),
        3 => json!(generator.next_u64()),
        4 => json!(generator.random::<f64>() * 1e300),
        5 if depth < 3 => (0..generator.random_range(0..4)).map(|_| value(generator, depth + 1)).collect(),
        6 if depth < 3 => {
            json!({ "winner": value(generator, depth + 1), "tiles_left": value(generator, depth + 1) })
        }
        _ => json!(TEXTS.choose(generator)),
    }
}
