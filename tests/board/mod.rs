//! `hanamachi board` from outside: a server with valid requests, invalid ones, and requests by strangers.

mod client;
mod malformed;

use std::io::Write;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};

use self::client::{Response, Server, raw};
use crate::support::{hanamachi, run};

/// The object that the command prints, without the fields that differ between runs.
fn printed(command: &str) -> Value {
    let mut shell = std::process::Command::new("sh");
    let folder = assert_cmd::cargo::cargo_bin!("hanamachi").parent().expect("a folder").to_owned();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let output = shell.args(["-c", command]).env("PATH", path).output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    settled(serde_json::from_slice(&output.stdout).unwrap())
}

/// Without the time, and the number of expanded positions, which may depend on the threads.
fn settled(mut object: Value) -> Value {
    for key in ["elapsed_ms", "nodes"] {
        if let Some(object) = object.as_object_mut() {
            object.remove(key);
        }
    }
    object
}

#[test]
fn the_page_comes_with_its_headers() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<!doctype html>") || page.text().contains("<!DOCTYPE html>"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let tag = page.header("etag").unwrap().to_owned();
    let again = server.send("GET", "/", &[("If-None-Match", &tag)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    for (path, media_type) in [
        ("/transport.js", "text/javascript; charset=utf-8"),
        ("/api/v1/engine.json", "application/json"),
        ("/files.json", "application/json"),
    ] {
        let file = server.get(path);
        assert_eq!((file.status, file.header("content-type")), (200, Some(media_type)), "{path}");
    }
    let files: Value = serde_json::from_str(&server.get("/files.json").text()).unwrap();
    for path in files["files"].as_array().unwrap() {
        assert_eq!(server.get(&format!("/{}", path.as_str().unwrap())).status, 200, "{path}");
    }
    for path in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn the_page_is_told_where_links_lead() {
    let site = |server: &Server| -> Value {
        let info: Value = serde_json::from_str(&server.get("/api/v1/engine.json").text()).unwrap();
        info["site"].clone()
    };
    assert_eq!(site(&Server::start(&[])), Value::Null);
    assert_eq!(site(&Server::start(&["--site", "https://example.org/board"])), "https://example.org/board/");
}

#[test]
fn strangers_get_nothing() {
    let server = Server::start(&[]);
    let own = server.host();
    let json = ("Content-Type", "application/json");
    let ask = |headers: &[(&str, &str)]| server.send_as("POST", "/api/v1/engine.info", headers, b"{}").status;
    assert_eq!(ask(&[("Host", &own), json]), 200);
    assert_eq!(ask(&[("Host", &own), json, ("Origin", &format!("http://{own}"))]), 200);
    for headers in [
        vec![("Host", "evil.example"), json],
        vec![json],
        vec![("Host", &own), ("Host", "evil.example"), json],
        vec![("Host", &own), json, ("Origin", "http://evil.example")],
        vec![("Host", &own), json, ("Origin", "null")],
    ] {
        let status = ask(&headers);
        assert!([400, 403].contains(&status), "{status} {headers:?}");
    }
    // Requests that a form on another page could send.
    assert_eq!(ask(&[("Host", &own), ("Content-Type", "text/plain")]), 415);
    assert_eq!(ask(&[("Host", &own)]), 415);
}

#[test]
fn names_of_the_server_are_accepted_and_others_get_a_page() {
    let server = Server::start(&["--host", "board.local"]);
    let ask = |host: &str| {
        server.send_as("GET", "/", &[("Host", host), ("Accept", "text/html,application/xhtml+xml")], b"")
    };
    for host in ["localhost", "localhost:1", "127.0.0.1", "board.local", "Board.Local:8742"] {
        assert_eq!(ask(host).status, 200, "{host}");
    }
    let refused = ask("evil.example:80");
    assert_eq!(refused.status, 403);
    let page = refused.text();
    assert!(page.starts_with("<!doctype html>") && page.contains("--host evil.example<"), "{page}");
}

#[test]
fn requests_have_limits() {
    let server = Server::start(&[]);
    assert_eq!(server.ask("import.text", &json!({ "text": "x".repeat(2 << 20) })).status, 413);
    let long = format!("/api/v1/{}", "x".repeat(100_000));
    assert!((400..500).contains(&server.get(&long).status));
    assert_eq!(server.send("GET", "/api/v1/okiya.position", &[], b"").status, 405);
    assert_eq!(server.ask("nothing", &json!({})).status, 404);
    assert_eq!(server.ask("okiya.position", &json!({ "position": "05af" })).status, 422);
    assert_eq!(server.ask("okiya.position", &json!({ "place": "05af" })).status, 400);
    // Half a request does not block other clients, nor does one that has not begun.
    let _blank = raw(server.port, b"\r\n\r\n");
    let _half = raw(server.port, b"POST /api/v1/engine.info HTTP/1.1\r\nHost: x\r\nContent-Le");
    assert_eq!(server.ask("engine.info", &json!({})).status, 200);
}

/// An answer over HTTP equals the output of the command that comes with it, on random positions.
#[test]
fn answers_are_those_of_the_program() {
    let server = Server::start(&[]);
    let answer = |method: &str, params: &Value| {
        let response = server.ask(method, params);
        assert_eq!(response.status, 200, "{method} {params}: {}", response.text());
        let last = response.lines().pop().unwrap();
        (last["result"].clone(), last["command"].as_str().map(str::to_owned).unwrap_or_default())
    };
    for index in 0..8 {
        let garden = answer("okiya.random", &json!({ "seed": 11, "index": index })).0["garden"].clone();
        // A few moves into the game, played by the computer.
        let mut text = garden.clone();
        for _ in 0..index {
            if answer("okiya.parse", &json!({ "text": text })).0["position"]["over"] == true {
                break;
            }
            text = answer("okiya.reply", &json!({ "position": text, "level": "weak", "seed": 5 })).0["text"]
                .clone();
        }
        for full in ["draw", "last"] {
            let (result, command) = answer("okiya.position", &json!({ "position": text, "full": full }));
            if !result["solution"].is_null() {
                assert_eq!(settled(result["solution"].clone()), printed(&command), "{command}");
            }
        }
        let (result, command) = answer("okiya.parse", &json!({ "text": text }));
        assert_eq!(result["position"], printed(&command));
        let (result, command) = answer("okiya.class", &json!({ "garden": garden }));
        assert_eq!(result, printed(&command));
        if index > 0 {
            let (result, command) = answer("okiya.review", &json!({ "game": text }));
            assert_eq!(result, printed(&command));
        }
        let (result, command) = answer("hana.deal", &json!({ "seed": index }));
        assert_eq!(result["deal"], printed(&command));
        // A few decisions into a round.
        let mut round = result["text"].clone();
        for _ in 0..index {
            let params = json!({ "round": round, "player": "greedy", "seed": 2 });
            round = answer("hana.reply", &params).0["round"]["text"].clone();
        }
        let (result, command) = answer("hana.legal", &json!({ "round": round }));
        assert_eq!(result["position"], printed(&command));
        let set = result["information_set"].clone();
        let (result, command) = answer("hana.legal", &json!({ "round": set }));
        let legal = printed(&command.replace("hana show", "hana show --legal"));
        assert_eq!(result["actions"], legal["actions"]);
        for opponent in ["uniform", "learned"] {
            let (result, command) = answer("hana.beliefs", &json!({ "round": set, "opponent": opponent }));
            assert_eq!(result, printed(&command));
        }
        let params = json!({ "round": set, "seed": 3, "iterations": 3000 });
        let (result, command) = answer("hana.advice", &params);
        assert_eq!(settled(result["evaluation"].clone()), printed(&command), "{command}");
        // Later each decision is an end to be solved, which takes this build longer than the server gives it.
        if (3..6).contains(&index) {
            let (result, command) =
                answer("hana.review", &json!({ "rounds": [round], "seed": 3, "iterations": 200 }));
            assert_eq!(result["reviews"][0], printed(&command));
        }
    }
}

/// Two threads run at most two searches of half a minute at a time; when the client of one disconnects, the next one starts.
#[test]
fn a_closed_connection_ends_its_search() {
    let server = Server::start(&["--threads", "2"]);
    let long = json!({ "round": "....... 1 ABCDEFG -", "seed": 1, "time_ms": 30_000 });
    for _ in 0..6 {
        let mut open = server.open("hana.advice", &long);
        // The first interim answer has arrived, possibly after some progress messages: the search continues.
        while !open.line().contains("partial") {}
        drop(open);
    }
    let response =
        server.ask("hana.advice", &json!({ "round": "....... 1 ABCDEFG -", "seed": 1, "iterations": 2000 }));
    let last = response.lines().pop().unwrap();
    assert_eq!(last["result"]["evaluation"]["n"], 2000);
    // While both are running a move is answered.
    let open: Vec<_> = (0..2)
        .map(|_| {
            let mut open = server.open("hana.advice", &long);
            open.line();
            open
        })
        .collect();
    assert_eq!(server.ask("okiya.position", &json!({ "position": "05afb4c127d83e96" })).status, 200);
    drop(open);
}

#[test]
fn many_tabs_are_answered() {
    let server = Server::start(&[]);
    std::thread::scope(|scope| {
        let tabs: Vec<_> = (0..40)
            .map(|tab| {
                let server = &server;
                scope.spawn(move || {
                    (0..5).all(|index| {
                        server.ask("okiya.random", &json!({ "seed": tab, "index": index })).status == 200
                    })
                })
            })
            .collect();
        assert!(tabs.into_iter().all(|tab| tab.join().unwrap()));
    });
}

/// Thousands of requests, invalid in every conceivable way: none causes a server fault, and none ends the server.
#[test]
fn malformed_requests_are_refused() {
    let server = Server::start(&[]);
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(15);
    for _ in 0..4000 {
        let request = malformed::request(&server.host(), &mut generator);
        let Some(Response { status, body, .. }) = server.exchange(&request) else { continue };
        let shown = String::from_utf8_lossy(&request[..request.len().min(300)]).into_owned();
        assert!(status < 500, "{status} for {shown}");
        assert!(!String::from_utf8_lossy(&body).contains("\"internal\""), "{shown}");
    }
    assert_eq!(server.ask("engine.info", &json!({})).status, 200);
    #[cfg(target_os = "linux")]
    assert!(server.memory_mib() < 500, "{} MiB", server.memory_mib());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly() {
    let server = Server::start(&[]);
    let mut open =
        server.open("hana.advice", &json!({ "round": "....... 1 ABCDEFG -", "seed": 1, "time_ms": 30_000 }));
    open.line();
    let (code, said) = server.interrupt();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.ends_with("The board has been closed.\n"), "{said}");
}

#[test]
fn a_port_that_is_taken_is_refused_with_a_way_out() {
    let server = Server::start(&[]);
    let run = run(&format!("board --port {}", server.port));
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("--port 0"), "{}", run.stderr);
    let mut refused = hanamachi("board --listen nowhere");
    assert_eq!(refused.output().unwrap().status.code(), Some(2));
}

/// The examples of its help, except for the browser: each starts a server.
#[test]
fn examples_of_the_help_start_it() {
    let help = run("board --help").stdout;
    let examples: Vec<&str> =
        help.lines().map(str::trim).filter_map(|line| line.strip_prefix("hanamachi board")).collect();
    assert_eq!(examples.len(), 5, "{help}");
    for example in examples {
        let words: Vec<&str> =
            example.split(' ').filter(|word| !["", "--open", "--port", "0"].contains(word)).collect();
        let server = Server::start(&words);
        assert_eq!(server.get("/").status, 200, "{example}");
    }
}

/// A request in pieces, each after the other has arrived, is one request.
#[test]
fn a_request_may_come_in_pieces() {
    let server = Server::start(&[]);
    let mut stream = raw(server.port, b"POST /api/v1/engine.info HTTP/1.1\r\n");
    let head =
        format!("Host: {}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n", server.host());
    for piece in [head.as_bytes(), b"{", b"}"] {
        stream.write_all(piece).unwrap();
        stream.flush().unwrap();
    }
    assert_eq!(Response::read(&mut stream).unwrap().status, 200);
}
