//! One result, three texts: JSON, terminal and page have the same numbers, each with the same kind.

use serde_json::Value;

use crate::support::{finish, hanamachi};

/// Searched: five cards, an unseen trade-off and secret of the opponent.
const OPEN: &str = "+..-... 2 ABDFG 2XX,3EEG-E,1X";
/// Solved three turns before the end: the value with these cards lies outside of the interval over all hands.
const SOLVED: &str = "....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X";
/// Solved at an offer.
const LATE_OFFER: &str = "....... 2 ABBC 4CEEG-CE,3DEG-D,2XX,1F,3ADF";
/// A whole reduced game, to decide and to wait.
const REDUCED: &str = "... 1 ABC - geisha=2,3,4 actions=1,3";
const WAITING: &str = "... 2 AB - geisha=2,3,4 actions=1,3";

/// The content of a text about an evaluation: each number as written, each kind as a word.
#[derive(Clone, PartialEq, Debug, Default)]
struct Told {
    win: [String; 2],
    over_hands: Option<[String; 2]>,
    /// The kind of each column of numbers.
    loses: Option<String>,
    wins: String,
    frequencies: Option<String>,
    /// The rows of the table: loss, win, frequency.
    rows: Vec<[Option<String>; 3]>,
}

/// A text and its kind, `54.1 ± 0.1` of `54.1 ± 0.1 % (estimated)`.
fn with_kind(text: &str) -> [String; 2] {
    let (number, rest) = text.split_once(" % (").unwrap_or_else(|| panic!("{text}"));
    [number.trim(), rest.split(')').next().unwrap()].map(str::to_owned)
}

/// The kind behind a heading, `win % (estimated)`.
fn kind_behind(heading: &str, line: &str) -> Option<String> {
    let rest = line.split(heading).nth(1)?;
    Some(rest.trim_start_matches([' ', '%']).strip_prefix('(')?.split(')').next()?.to_owned())
}

fn evaluate(set: &str, flags: &str) -> String {
    let run = finish(hanamachi("hana evaluate --seed 1").arg(set).args(flags.split_whitespace()));
    assert_eq!(run.code, 0, "{run:?}");
    run.stdout
}

fn report(set: &str, flags: &str, format: &str) -> String {
    let mut command = hanamachi("hana report --seed 1 --what-if 0");
    let run = finish(command.arg(set).args(flags.split_whitespace()).args(["--format", format]));
    assert_eq!(run.code, 0, "{run:?}");
    run.stdout
}

/// The page and its Markdown and CSV twins, of one computation.
fn page_and_twins(set: &str, flags: &str) -> [String; 3] {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let mut command = hanamachi("hana report --seed 1 --what-if 0 -o");
    let run = finish(command.arg(&path).arg(set).args(flags.split_whitespace()));
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{run:?}");
    ["html", "md", "csv"].map(|twin| std::fs::read_to_string(path.with_extension(twin)).unwrap())
}

/// Reads the terminal output.
fn of_terminal(text: &str) -> Told {
    let mut told = Told::default();
    let mut lines = text.lines();
    // The advice is above it, if the reader is to decide.
    told.win = with_kind(lines.find_map(|line| line.strip_prefix("win ")).unwrap());
    for line in lines {
        if let Some(rest) = line.strip_prefix("before the hands were known") {
            told.over_hands = Some(with_kind(rest));
        } else if line.starts_with("  action ") {
            told.wins = kind_behind("win ", line).unwrap();
            told.frequencies = kind_behind("frequency ", line).or_else(|| kind_behind("likely ", line));
            // The reader's own actions have losses, of the same kind as their values.
            told.loses = line.contains("loses").then(|| told.wins.clone());
        } else if !told.wins.is_empty() {
            if line.is_empty() || line.contains(" more") {
                break;
            }
            // The names of equal actions have blanks between them.
            let named: String = line.chars().skip(2).collect();
            let (_, cells) = named.split_once("  ").unwrap_or_else(|| panic!("{line}"));
            let line = cells.replace(" ± ", "±").replace("about ", "about_");
            let mut words =
                line.split_whitespace().map(|word| word.replace('±', " ± ").replace("about_", "about "));
            let loss = told.loses.as_ref().map(|_| words.next().unwrap());
            let win = words.next();
            let frequency = told.frequencies.as_ref().map(|_| words.next().unwrap());
            told.rows.push([loss, win, frequency]);
        }
    }
    told
}

/// Reads the Markdown twin of the page.
fn of_markdown(text: &str) -> Told {
    let mut told = Told::default();
    let sentence =
        text.lines().find(|line| line.starts_with("You win ") && line.contains(" of the games (")).unwrap();
    let (win, rest) = sentence["You win ".len()..].split_once(" % of the games (").unwrap();
    told.win = [win, rest.split(')').next().unwrap()].map(str::to_owned);
    told.over_hands = sentence.split("the position was worth ").nth(1).map(with_kind);
    let table = text
        .lines()
        .skip_while(|line| !line.starts_with("| action |"))
        .take_while(|line| line.starts_with('|'));
    let table: Vec<&str> = table.collect();
    let head = table[0];
    told.wins = kind_behind("you win ", head).unwrap();
    told.loses = kind_behind("loses ", head);
    told.frequencies = kind_behind("how often ", head).or_else(|| kind_behind("likely ", head));
    for row in &table[2..] {
        let mut cells = row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).skip(1);
        let loss = told.loses.as_ref().and_then(|_| cells.next());
        let frequency = told.frequencies.as_ref().and_then(|_| cells.next());
        told.rows.push([loss, cells.next(), frequency]);
    }
    told
}

/// The text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split_once(end).map(|(found, _)| found)
}

/// Reads the page itself.
fn of_html(text: &str) -> Told {
    let card = |name: &str| {
        let card = between(text, &format!("<span>{name}</span>"), "</li>")?;
        let number = between(card, "<strong>", " %</strong>")?;
        let kind = between(card, "<span class=\"kind ", "\"")?;
        Some([number, kind].map(str::to_owned))
    };
    let mut told = Told {
        win: card("you win the game").unwrap(),
        over_hands: card("before the hands were known"),
        ..Told::default()
    };
    let section = between(text, "What to play</h2>", "</section>")
        .or_else(|| between(text, "What the opponent may play</h2>", "</section>"))
        .unwrap();
    let caption = between(section, "<caption>", "</caption>").unwrap();
    between(caption, "<span class=\"kind ", "\"").unwrap().clone_into(&mut told.wins);
    let head = between(section, "<thead>", "</thead>").unwrap();
    told.loses = head.contains(">loses<").then(|| told.wins.clone());
    told.frequencies =
        [">how often<", ">likely<"].iter().any(|name| head.contains(name)).then(|| told.wins.clone());
    for row in section.split("<tr><th scope=\"row\">").skip(1) {
        let mut cells = row
            .split("<td class=\"number\">")
            .skip(1)
            .map(|cell| cell.split("</td>").next().unwrap().trim_end_matches(" %").to_owned());
        let loss = told.loses.as_ref().and_then(|_| cells.next());
        let frequency = told.frequencies.as_ref().and_then(|_| cells.next());
        told.rows.push([loss, cells.next(), frequency]);
    }
    told
}

/// Fails unless a written number is this one: to its last digit, and its error rounded up to one decimal.
fn assert_written(text: &str, value: &Value, se: &Value) {
    let value = 100.0 * value.as_f64().unwrap_or_else(|| panic!("{text} of {value}"));
    let (number, error) =
        text.split_once(" ± ").map_or((text, None), |(number, error)| (number, Some(error)));
    // Without a known error a value is written in whole per cent.
    let number = number.trim_start_matches("about ");
    let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let number: f64 = number.replace('−', "-").parse().unwrap_or_else(|_| panic!("{text}"));
    assert!(
        (number - value).abs() <= 0.5 / 10_f64.powi(decimals.try_into().unwrap()) + 1e-9,
        "{text} of {value}"
    );
    match error {
        None => assert!(se.is_null(), "{text}: {se}"),
        Some(error) => {
            assert_eq!(decimals, 1, "{text}");
            let (told, se) = (error.parse::<f64>().unwrap(), 100.0 * se.as_f64().unwrap());
            assert!((-1e-9..0.1 + 1e-9).contains(&(told - se)), "{text}: {se}");
        }
    }
}

/// Fails unless the texts agree with the object.
fn assert_told(object: &Value, told: &Told) {
    assert_written(&told.win[0], &object["win"], &object["se"]);
    assert_eq!(told.win[1], object["kind"], "{told:?}");
    let over_hands = &object["over_hands"];
    // An interval that says nothing is not printed for people.
    let ends = |of: &Value| [0, 1].map(|end| of["interval"][end].as_f64());
    let is_told = |of: &Value| !matches!(ends(of), [Some(low), Some(high)] if high - low > 0.2);
    assert_eq!(told.over_hands.is_some(), !over_hands.is_null() && is_told(over_hands), "{told:?}");
    if let Some([number, kind]) = &told.over_hands {
        assert_eq!(kind, &over_hands["kind"]);
        match number.split_once(" to ") {
            None => assert_written(number, &over_hands["win"], &Value::Null),
            Some(ends) => {
                let written = [ends.0, ends.1].map(|end| end.parse::<f64>().unwrap() / 100.0);
                let [low, high] = [0, 1].map(|end| over_hands["interval"][end].as_f64().unwrap());
                assert!(
                    written[0] <= low
                        && high <= written[1]
                        && low - written[0] < 1e-4
                        && written[1] - high < 1e-4
                );
            }
        }
    }
    let is_own = object["to_decide"] == "reader";
    let actions = object[if is_own { "actions" } else { "opponent_actions" }].as_array().unwrap();
    assert_eq!(told.loses.is_some(), is_own);
    assert!(!told.rows.is_empty() && told.rows.len() <= actions.len());
    let firsts = actions.iter().filter(|action| action["action"] == action["orbit"]);
    for (row, action) in told.rows.iter().zip(firsts) {
        let equal: f64 = actions.iter().filter(|other| other["orbit"] == action["orbit"]).map(|_| 1.0).sum();
        let [loss, win, frequency] = row;
        assert_written(win.as_ref().unwrap(), &action["win"], &action["se"]);
        assert_eq!(told.wins, action["kind"], "{action}");
        assert_eq!(frequency.is_some(), !action["frequency"].is_null(), "{action}");
        if let Some(frequency) = frequency {
            let of_all = |key: &str| action[key].as_f64().map_or(Value::Null, |of| (of * equal).into());
            assert_written(frequency, &of_all("frequency"), &of_all("frequency_se"));
        }
        assert_eq!(told.frequencies.as_deref(), action["frequency_kind"].as_str(), "{action}");
        if let Some(loss) = loss {
            let error = if loss.contains('±') { &action["loss_se"] } else { &Value::Null };
            assert_written(loss, &action["loss"], error);
        }
    }
}

/// Fails unless every action has its loss against the best, and a frequency only if an equilibrium was found.
fn assert_consistent(object: &Value) {
    let actions = object["actions"].as_array().unwrap();
    let win = |action: &Value| action["win"].as_f64();
    let best = actions.iter().filter_map(win).fold(0.0, f64::max);
    for action in actions {
        let loss = win(action).map(|win| best - win);
        assert_eq!(action["loss"].as_f64().is_some(), loss.is_some(), "{action}");
        assert!(loss.is_none_or(|loss| (action["loss"].as_f64().unwrap() - loss).abs() < 1e-12), "{action}");
        assert_eq!(action["kind"], if loss.is_some() { object["kind"].clone() } else { Value::Null });
    }
    // First the actions that cannot be distinguished from the best, then the others by loss.
    let best = object["advice"]["best"].as_array().map(Vec::as_slice).unwrap_or_default();
    let (first, others) = actions.split_at(best.len());
    assert!(first.iter().map(|action| &action["action"]).eq(best), "{object}");
    let losses: Vec<f64> = others.iter().filter_map(|action| action["loss"].as_f64()).collect();
    assert!(losses.is_sorted(), "{losses:?}");
    // A bounded number has an interval, and one under a rule of thumb, and it lies in it.
    let over_hands = &object["over_hands"];
    let has_interval = over_hands["kind"] == "bounded" || over_hands["kind"] == "computed";
    assert_eq!(has_interval, over_hands["interval"].is_array(), "{over_hands}");
    if let Some(interval) = over_hands["interval"].as_array() {
        let [low, win, high] =
            [&interval[0], &over_hands["win"], &interval[1]].map(|end| end.as_f64().unwrap());
        assert!(low <= win && win <= high, "{over_hands}");
    }
    assert_eq!(object["exact"], object["kind"] == "proved");
    // A sampled number has an error, and therefore an interval.
    assert_eq!(object["interval"].is_array(), !object["se"].is_null());
}

#[test]
fn json_terminal_and_page_of_an_evaluation_say_the_same_numbers_of_the_same_kinds() {
    for (set, flags, kind, over_hands) in [
        (OPEN, "--iterations 4000", "computed", None),
        ("....... 2 ABCDEF -", "--iterations 400", "computed", None),
        (OPEN, "--method ismcts --iterations 4000", "estimated", None),
        ("....... 2 ABCDEF -", "--method ismcts --iterations 400", "estimated", None),
        ("....... 1 CDEFFG 1A,4BDEG-BD,2BC,1X", "--method pimc --iterations 40", "estimated", None),
        (SOLVED, "", "computed", Some("bounded")),
        (SOLVED, "--exploitability 0.0002", "computed", Some("bounded")),
        (LATE_OFFER, "--reach learned", "estimated", Some("estimated")),
        // A rule of thumb values the games that the round leaves undecided.
        (REDUCED, "--exploitability 0.0001", "computed", Some("computed")),
        (WAITING, "", "computed", Some("computed")),
    ] {
        let object: Value = serde_json::from_str(&evaluate(set, &format!("{flags} --json"))).unwrap();
        assert_eq!(
            (object["kind"].as_str(), object["over_hands"]["kind"].as_str()),
            (Some(kind), over_hands),
            "{set}"
        );
        assert_consistent(&object);
        let terminal = of_terminal(&evaluate(set, flags));
        let [html, markdown, sheet] = page_and_twins(set, flags);
        let (markdown, html) = (of_markdown(&markdown), of_html(&html));
        assert_told(&object, &terminal);
        assert_told(&object, &markdown);
        // The pages have all actions; of the opponent's the terminal lists a few.
        assert_eq!(markdown, html, "{set} {flags}");
        let shown = Told { rows: markdown.rows[..terminal.rows.len()].to_vec(), ..markdown };
        assert_eq!(terminal, shown, "{set} {flags}");
        // The CSV twin has every number with all its digits, and its kind.
        let rows: Vec<std::collections::HashMap<String, String>> =
            csv::Reader::from_reader(sheet.as_bytes()).deserialize().map(Result::unwrap).collect();
        for row in rows.iter().filter(|row| row["part"] != "ends") {
            let of = match row["part"].as_str() {
                "position" => object.clone(),
                "over_all_hands" => object["over_hands"].clone(),
                part => {
                    let actions = object[&format!("{part}s")].as_array().unwrap();
                    actions.iter().find(|action| action["action"] == row["action"]).unwrap().clone()
                }
            };
            assert_eq!(row["kind"], of["kind"].as_str().unwrap_or_default(), "{row:?}");
            for (column, key) in [("win", "win"), ("loss", "loss"), ("frequency", "frequency")] {
                let written = row[column].parse::<f64>().ok();
                assert_eq!(written.map(f64::to_bits), of[key].as_f64().map(f64::to_bits), "{row:?} {key}");
            }
        }
    }
}

/// The visit share of a search is in the JSON, where it is documented, and in no text that gives advice.
#[test]
fn a_search_does_not_say_how_often_to_play_what() {
    let object: Value =
        serde_json::from_str(&evaluate(OPEN, "--method ismcts --iterations 4000 --json")).unwrap();
    assert!(
        object["actions"]
            .as_array()
            .unwrap()
            .iter()
            .all(|of| of["frequency"].is_null() && of["visits"].is_u64())
    );
    for text in [
        evaluate(OPEN, "--method ismcts --iterations 4000"),
        report(OPEN, "--method ismcts --iterations 4000", "html"),
        report(OPEN, "--method ismcts --iterations 4000", "markdown"),
    ] {
        assert!(
            !text.contains("play it") && !text.contains("of the time") && !text.contains("how often"),
            "{text}"
        );
        // Beside the sampling error there is the known error of the method.
        assert!(text.contains("method's own error") && text.contains("size of its blocks"), "{text}");
    }
    let error = &object["model_error"];
    let [mean, largest] = ["mean", "largest"].map(|key| error[key].as_f64().unwrap());
    assert!(mean < largest && error["against"] == "block_sizes", "{error}");
    // The number is that of the measurement, and with few turns left that of another one.
    let measured: Value =
        serde_json::from_str(include_str!("../results/hanamikoji-values/block-sizes.json")).unwrap();
    let endgames: Value =
        serde_json::from_str(include_str!("../results/hanamikoji-endgames/learned.json")).unwrap();
    let late: Value = serde_json::from_str(&evaluate(
        "....... 1 DEFG 1A,1X,2BC,2XX,3FFG-F,3EEG-E",
        "--method ismcts --iterations 400 --json",
    ))
    .unwrap();
    assert_eq!(late["model_error"]["against"], "solution");
    for (told, found) in [
        (mean, &measured["all"]["mean"]),
        (largest, &measured["all"]["largest"]),
        (late["model_error"]["mean"].as_f64().unwrap(), &endgames["all"]["mean_difference_of_values"]),
    ] {
        assert!((told - found.as_f64().unwrap()).abs() < 5e-5, "{told} {found}");
    }
    // Unmeasured errors are not reported.
    let other: Value =
        serde_json::from_str(&evaluate(OPEN, "--iterations 400 --leaf random --json")).unwrap();
    assert!(other["model_error"].is_null());
}

/// A strategy from a table: computed, wherever it is shown.
#[test]
fn a_table_says_how_often_to_play_what_and_that_this_is_computed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strategy.table");
    let table = path.to_str().unwrap();
    let made = finish(
        hanamachi("cfr --game hanamikoji --rules 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none' --algorithm dcfr --iterations 60 -o")
            .arg(&path)
            .arg("--json"),
    );
    let run = made.object();
    assert_eq!((&run["kind"], &run["exploitability_kind"]), (&"bounded".into(), &"proved".into()));
    let point = &run["history"][0];
    assert_eq!((&point["kind"], &point["exploitability_kind"]), (&"computed".into(), &"proved".into()));

    let set = "... 1 ABC - rounds=1 tiebreak=none geisha=2,3,4 actions=1,3";
    let object: Value = serde_json::from_str(&evaluate(set, &format!("--table {table} --json"))).unwrap();
    let terminal = evaluate(set, &format!("--table {table}"));
    assert!(terminal.lines().next().unwrap().contains("frequency % (computed)"), "{terminal}");
    let page = |format: &str| {
        let mut command = hanamachi("hana report");
        let run = finish(command.arg(&path).args(["--at", set, "--format", format]));
        assert_eq!(run.code, 0, "{run:?}");
        run.stdout
    };
    let (html, markdown) = (page("html"), page("markdown"));
    assert!(markdown.contains("plays, and how often (computed)"), "{markdown}");
    let found: Value = finish(hanamachi("hana report --json").arg(&path).args(["--at", set])).object();
    for (action, choice) in
        object["actions"].as_array().unwrap().iter().zip(found["at"][0]["choices"].as_array().unwrap())
    {
        assert_eq!(
            (&action["frequency_kind"], &found["at"][0]["kind"]),
            (&"computed".into(), &"computed".into())
        );
        assert_eq!((&action["action"], &action["frequency"]), (&choice["action"], &choice["probability"]));
        let name = action["action"].as_str().unwrap();
        let shown = format!("{:.1}", 100.0 * action["frequency"].as_f64().unwrap());
        let row = terminal.lines().find(|line| line.trim_start().starts_with(&format!("{name} "))).unwrap();
        assert_eq!(row.split_whitespace().nth(1), Some(shown.as_str()), "{terminal}");
        assert!(markdown.contains(&format!("`{name}` {shown} %")), "{markdown}");
    }
    // The heading does not say that Hanamikoji is solved.
    for text in [&html, &markdown] {
        assert!(text.contains("A round of a reduced Hanamikoji solved by dcfr"), "{text}");
        assert!(text.contains("a reduced game, geisha worth 2, 3, 4, actions secret, gift"), "{text}");
    }
}

/// Okiya: everything is proved, and all texts have the same values.
#[test]
fn values_of_okiya_are_proved_in_every_text() {
    let garden = "bc39/072a/d6f8/5e41";
    let text = |line: &str| {
        let run = finish(hanamachi(line).arg(garden));
        assert_eq!(run.code, 0, "{run:?}");
        run.stdout
    };
    for full in ["draw", "last"] {
        let object: Value =
            serde_json::from_str(&text(&format!("okiya solve --json --full {full}"))).unwrap();
        let page: Value = serde_json::from_str(&text(&format!("okiya report --json --full {full}"))).unwrap();
        assert_eq!((&object["kind"], &page["kind"]), (&"proved".into(), &"proved".into()));
        let terminal = text(&format!("okiya solve --full {full}"));
        assert!(terminal.contains("Every value is proved."), "{terminal}");
        let [markdown, html] =
            ["markdown", "html"].map(|format| text(&format!("okiya report --full {full} --format {format}")));
        assert!(
            markdown.contains("**proved**") && html.contains("<span class=\"kind proved\">proved</span>")
        );
        let moves = object["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 12);
        for (found, row) in moves.iter().zip(page["openings"].as_array().unwrap()) {
            for key in ["move", "outcome", "tiles_left"] {
                assert_eq!(found[key], row[key], "{found} {row}");
            }
            let name = found["move"].as_str().unwrap();
            let (outcome, tiles) = (found["outcome"].as_str().unwrap(), &found["tiles_left"]);
            let [plain, told] = match outcome {
                "win" => [format!("win  +{tiles} "), format!("win +{tiles}")],
                "draw" => ["draw = ".to_owned(), "draw".to_owned()],
                _ => [format!("loss -{tiles} "), format!("loss −{tiles}")],
            };
            let line = terminal.lines().find(|line| line.starts_with(&format!(" {name} "))).unwrap();
            assert!(line.contains(&plain), "{line}");
            let row = markdown.lines().find(|line| line.starts_with(&format!("| {name}"))).unwrap();
            assert!(row.contains(&format!("| {told} |")), "{row}");
        }
        // The rule is in the heading, and the sign for draws is explained only if there are draws.
        let head = html.split("<main>").next().unwrap();
        let rule =
            if full == "draw" { "without a four is a draw" } else { "the player of the last token wins" };
        assert!(head.contains(rule) && markdown.split("## ").next().unwrap().contains(rule), "{head}");
        assert_eq!(html.contains("nobody wins, ▼"), full == "draw");
        assert_eq!(markdown.contains("`=` a draw"), full == "draw");
    }
}

/// Values over few hands, and rollouts late in a round, state the error that was measured.
#[test]
fn values_over_few_hands_state_their_measured_error() {
    const MOVED: &str = "+..-.-+ 2 BEGG 3CEG-G,1B,1X,4ADFF-FF,2XX";
    let object = |set: &str, flags: &str| -> Value { serde_json::from_str(&evaluate(set, flags)).unwrap() };
    let read = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let late = read(include_str!("../results/hanamikoji-values/few-hands.json"));
    let fourth = read(include_str!("../results/hanamikoji-values/fourth-turn.json"));
    // Several measurements count together.
    let is_measured = |told: &Value, found: &[&Value]| {
        let number = |of: &Value, key: &str| of[key].as_f64().unwrap();
        let n: f64 = found.iter().map(|of| number(of, "positions")).sum();
        let mean = found.iter().map(|of| number(of, "positions") * number(of, "mean")).sum::<f64>() / n;
        let largest = found.iter().map(|of| number(of, "largest")).fold(0.0, f64::max);
        assert_eq!((&told["against"], told["n"].as_f64()), (&Value::from("more_hands"), Some(n)));
        for (key, found) in [("mean", mean), ("largest", largest)] {
            let told = 100.0 * number(told, key);
            // The files and the constants have two decimals of a per cent.
            assert!((told - found).abs() <= 0.005 + 1e-9 && told > 0.0, "{key}: {told} {found}");
        }
    };
    let few = object(MOVED, "--memory 1M --json");
    let live = few["subgame"]["live"].as_f64().unwrap();
    let of_share = if live < 0.1 {
        "0.0 to 0.1"
    } else if live < 0.5 {
        "0.1 to 0.5"
    } else {
        "0.5 to 0.9"
    };
    is_measured(&few["model_error"], &[&late, &fourth].map(|of| &of["by_share_of_pairs"][of_share]));
    let rollouts = "--method equilibrium --iterations 400 --json";
    for (set, file, markers) in [
        (MOVED, &late, "moved_markers"),
        (SOLVED, &late, "neutral_markers"),
        ("+.-+.-+ 2 BDEFFGG 3EFG-F,1G,1X", &fourth, "moved_markers"),
        ("....... 2 BDEFFGG 3EFG-F,1G,1X", &fourth, "neutral_markers"),
    ] {
        is_measured(&object(set, rollouts)["model_error"], &[&file["rollouts"][markers]]);
    }
    assert!(object(MOVED, "--json")["model_error"].is_null());
    let page = report(MOVED, "--method equilibrium --iterations 400", "markdown");
    assert!(
        page.contains("nearly all hands on average") && page.contains("± is the error of sampling."),
        "{page}"
    );
    let page = evaluate(MOVED, "--memory 1M");
    assert!(page.contains(", method error ") && page.contains("nearly all hands on average"), "{page}");
    for format in ["html", "markdown"] {
        let page = report(MOVED, "--memory 1M", format);
        assert!(page.contains("so few hands") && page.contains("nearly all hands on average"), "{page}");
    }
}
