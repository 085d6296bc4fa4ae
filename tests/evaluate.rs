//! `hanamikoji evaluate`, `favour` and `train` from outside.

#[cfg(unix)]
use crate::support::interrupted;
use crate::support::{Run, feed, finish, hanamachi};
use serde_json::Value;

const OPENING: &str = "....... 1 ABCDEFG -";
const MIDDLE: &str = "+..-... 2 ABDFG 2XX,3EEG-E,1X";
const OFFER: &str = "....... 2 ABDEFG 4ACBD";

/// The last two turns, a competition each; and an offer of the last but one.
const COMPETITIONS: &str = "....... 1 DEFG 1A,1X,2BC,2XX,3FFG-F,3EEG-E";
const FOUR_LEFT: &str = "....... 1 CDEFFG 1A,4BDEG-BD,2BC,1X";
const LATE_OFFER: &str = "....... 2 ABBC 4CEEG-CE,3DEG-D,2XX,1F,3ADF";

fn evaluate(flags: &str, set: &str) -> Run {
    finish(hanamachi(&format!("hana evaluate --seed 1 {flags}")).arg(set))
}

fn object(flags: &str, set: &str) -> Value {
    evaluate(&format!("--json {flags}"), set).object()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn every_legal_action_has_a_value_an_error_and_a_share() {
    for set in [OPENING, MIDDLE, OFFER] {
        let evaluation = object("--method ismcts --iterations 40000", set);
        assert_eq!(evaluation["schema"], "hanamikoji.evaluation/1");
        assert_eq!(
            (&evaluation["kind"], &evaluation["method"], &evaluation["exact"], &evaluation["n"]),
            (&"estimated".into(), &"ismcts".into(), &false.into(), &40_000.into())
        );
        let legal = finish(hanamachi("hana show --legal --json").arg(set)).object();
        let actions = evaluation["actions"].as_array().unwrap();
        let mut named: Vec<&str> = actions.iter().map(|action| action["action"].as_str().unwrap()).collect();
        let mut expected: Vec<&str> =
            legal["actions"].as_array().unwrap().iter().map(|action| action.as_str().unwrap()).collect();
        named.sort_unstable();
        expected.sort_unstable();
        assert_eq!(named, expected);
        let share: f64 = actions.iter().map(|action| number(&action["probability"])).sum();
        assert!((share - 1.0).abs() < 1e-9);
        let visits: u64 = actions.iter().map(|action| action["visits"].as_u64().unwrap()).sum();
        // Equal actions share their visits evenly, rounded.
        assert!(visits.abs_diff(40_000) <= actions.len() as u64 / 2, "{visits}");
        let wins: Vec<f64> = actions.iter().map(|action| number(&action["win"])).collect();
        let best = evaluation["advice"]["best"].as_array().unwrap().len();
        assert!(wins[best..].is_sorted_by(|one, other| one >= other), "the best, then the others: {wins:?}");
        assert!(actions.iter().all(|action| (0.0..0.2).contains(&number(&action["se"]))));
        // The value of the position is that of the action that is played most.
        let most = actions
            .iter()
            .max_by(|one, other| number(&one["probability"]).total_cmp(&number(&other["probability"])));
        assert_eq!((&most.unwrap()["win"], &most.unwrap()["se"]), (&evaluation["win"], &evaluation["se"]));
    }
}

/// Both have played by the approximate equilibrium and continue with it: every action has its value, its loss and its frequency.
#[test]
fn the_equilibrium_is_played_out_where_nothing_else_is_asked_for() {
    for set in [OPENING, MIDDLE, OFFER] {
        let evaluation = object("--iterations 10000", set);
        assert_eq!(
            [&evaluation["kind"], &evaluation["method"], &evaluation["exploitability_method"]],
            [&"computed".into(), &"equilibrium".into(), &Value::from("lower_bound")]
        );
        assert_eq!((&evaluation["n"], &evaluation["exact"]), (&10_000.into(), &false.into()));
        assert!(
            number(&evaluation["exploitability"]) > 0.0 && evaluation["exploitability_kind"] == "estimated"
        );
        let actions = evaluation["actions"].as_array().unwrap();
        let legal = finish(hanamachi("hana show --legal --json").arg(set)).object();
        assert_eq!(actions.len(), legal["actions"].as_array().unwrap().len());
        let often: f64 = actions.iter().map(|action| number(&action["frequency"])).sum();
        assert!((often - 1.0).abs() < 1e-6, "{often}");
        let best = actions.iter().map(|action| number(&action["win"])).fold(0.0, f64::max);
        // The value of the position is the mean of its actions' values, weighted by frequency; rarely played actions are not known well.
        let mut mixed = 0.0;
        for action in actions {
            assert_eq!(action["kind"], "computed");
            assert!((number(&action["loss"]) - (best - number(&action["win"]))).abs() < 1e-6);
            mixed += number(&action["frequency"]) * number(&action["win"]);
        }
        let se = number(&evaluation["se"]);
        assert!((mixed - number(&evaluation["win"])).abs() < 5.0 * se, "{mixed} {evaluation}");
        let interval = [&evaluation["interval"][0], &evaluation["interval"][1]].map(number);
        assert!(interval[0] < number(&evaluation["win"]) && number(&evaluation["win"]) < interval[1]);
    }
}

/// The last turns are solved with the posterior of the equilibrium, unless another is requested.
#[test]
fn endings_are_solved_behind_the_equilibrium() {
    let reach = |flags: &str| object(flags, LATE_OFFER)["asked"]["reach"].clone();
    assert_eq!(reach(""), "equilibrium");
    assert_eq!(reach("--reach learned"), "learned");
    assert_eq!(reach("--method exact"), "uniform");
    let small = object("", "... 1 ABC - geisha=2,3,4 actions=1,3");
    assert_eq!(small["asked"]["reach"], "uniform", "a reduced game has no network");
    let solved = object("", LATE_OFFER);
    assert_eq!(
        [&solved["kind"], &solved["over_hands"]["kind"]],
        [&Value::from("computed"), &"bounded".into()]
    );
    // Over all hands the value is the same as over the likely ones, except for the share that both leave out.
    let believed = object("--reach equilibrium --method exact", LATE_OFFER);
    assert!((number(&believed["win"]) - number(&solved["win"])).abs() < 0.01, "{believed} {solved}");
    let live = number(&solved["subgame"]["live"]);
    assert!((0.9..1.0).contains(&live) && believed["subgame"]["live"] == 1.0, "{live}");
}

/// Certain results: the opponent's last offer is open, and one of the answers loses the game whatever is hidden.
#[test]
fn an_answer_that_loses_whatever_is_hidden_is_worth_nothing() {
    let record = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";
    let replay = finish(hanamachi("hana review --score --json").arg(record)).object();
    assert_eq!(replay["outcome"], "first");
    let decisions = replay["decisions"].as_array().unwrap();
    let answer = decisions.iter().find(|decision| decision["action"] == "-EE").unwrap();
    let evaluation =
        object("--method equilibrium --iterations 4000", answer["information_set"].as_str().unwrap());
    let actions = evaluation["actions"].as_array().unwrap();
    let win = |name: &str| {
        let action = actions.iter().find(|action| action["action"] == name).unwrap();
        number(&action["win"])
    };
    // Taking EE gives up F and with her the game. Means are kept with 24 bits.
    assert!(win("-EE") < 1e-5, "{evaluation}");
    assert_eq!(actions[0]["action"], "-FG");
}

#[test]
fn a_seed_gives_one_answer_on_any_number_of_threads() {
    let without_time = |threads: u8| {
        let mut object = object(&format!("--iterations 30000 --threads {threads}"), MIDDLE);
        object.as_object_mut().unwrap().remove("elapsed_ms").unwrap();
        object
    };
    let one = without_time(1);
    assert_eq!(one, without_time(3));
    assert_ne!(one, {
        let run = finish(hanamachi("hana evaluate --json --seed 2 --iterations 30000").arg(MIDDLE));
        run.object()
    });
}

#[test]
fn beliefs_follow_the_model_of_the_opponent() {
    let uniform = object("--iterations 400 --opponent uniform", MIDDLE);
    let learned = object("--iterations 400 --method ismcts", MIDDLE);
    let played = object("--iterations 400", MIDDLE);
    assert_eq!(
        (&uniform["beliefs"]["kind"], &learned["beliefs"]["kind"]),
        (&"proved".into(), &"computed".into())
    );
    let exact = finish(hanamachi("hana beliefs --json --reach uniform").arg(MIDDLE)).object();
    assert_eq!(uniform["beliefs"]["geisha"], exact["geisha"]);
    assert_ne!(learned["beliefs"]["geisha"], exact["geisha"]);
    // For every form of the request.
    for flags in ["--reach learned", "--policy learned:temperature=0.15"] {
        let asked = finish(hanamachi(&format!("hana beliefs --json {flags}")).arg(MIDDLE)).object();
        assert_eq!(asked["tremble"], Value::Null);
        assert_eq!(asked["geisha"], learned["beliefs"]["geisha"]);
    }
    let asked = finish(hanamachi("hana beliefs --json --reach equilibrium").arg(MIDDLE)).object();
    // That is the assumption of every command, unless another is named.
    assert_eq!(finish(hanamachi("hana beliefs --json").arg(MIDDLE)).object(), asked);
    assert_eq!((&asked["geisha"], &asked["tremble"]), (&played["beliefs"]["geisha"], &0.02.into()));
    // Without trembling it differs only slightly.
    let steady = finish(hanamachi("hana beliefs --json --policy policy").arg(MIDDLE)).object();
    assert_ne!(steady["geisha"], asked["geisha"]);
    let greedy = finish(hanamachi("hana beliefs --policy greedy --json").arg(MIDDLE)).object();
    assert_eq!((&greedy["method"], &greedy["policy"]), (&"policy".into(), &"greedy".into()));
    assert_eq!(finish(hanamachi("hana beliefs --policy ismcts").arg(MIDDLE)).code, 2);
}

/// Search and solution of the same end of a round agree if they use the same model of the play so far, with any seed. They differ
/// slightly: in the search the opponent decides by trees of its own, in the solution by an equilibrium.
#[test]
fn the_search_and_the_solution_agree_under_the_same_beliefs() {
    let set = "--.+-.+ 2 CFF 2XX,1G,4DDGG-GG,2DF,1X,3EEE-E,3BCG";
    for (reach, opponent) in [("uniform", "uniform"), ("learned", "learned")] {
        let solved = object(&format!("--method exact --reach {reach}"), set);
        for seed in [1, 2, 3] {
            let search = format!("--method ismcts --opponent {opponent} --iterations 100000 --seed {seed}");
            let searched = finish(hanamachi(&format!("hana evaluate --json {search}")).arg(set)).object();
            let difference = number(&solved["win"]) - number(&searched["win"]);
            assert!(difference.abs() < 0.005, "{reach}, seed {seed}: {difference}");
        }
    }
}

#[test]
fn every_method_answers() {
    for flags in [
        "--method pimc --iterations 40",
        "--guide none --iterations 4000",
        "--rule ucb --iterations 4000",
        "--leaf random --iterations 4000",
        "--leaf learned --iterations 400",
        "--leaf random --opponent uniform --iterations 400",
    ] {
        let evaluation = object(flags, MIDDLE);
        assert!((0.0..=1.0).contains(&number(&evaluation["win"])), "{flags}");
        assert_eq!(evaluation["actions"].as_array().unwrap().len(), 30, "{flags}");
    }
}

/// One text has all settings: the text in an answer makes the same request again, and so do the flags of earlier versions,
/// which say what stands for them.
#[test]
fn settings_in_one_text_ask_for_the_same_as_flags() {
    let mut asked = Vec::new();
    for (flags, now, search) in [
        ("--iterations 400", "equilibrium --iterations 400", "equilibrium:iterations=400"),
        (
            "--method ismcts --iterations 400",
            "ismcts:iterations=400",
            "ismcts:iterations=400,guide=auto,floor=0.25",
        ),
        (
            "--rule ucb --leaf random --iterations 400 --block 100",
            "ismcts:guide=auto,rule=ucb,leaf=random,block=100 --iterations 400",
            "ismcts:iterations=400,guide=auto,rule=ucb,leaf=random,block=100",
        ),
        (
            "--guide none --iterations 400",
            "ismcts:guide=none --iterations 400",
            "ismcts:iterations=400,guide=none",
        ),
        ("--method pimc --iterations 40", "pimc:deals=40", "pimc:deals=40,playouts=10"),
    ] {
        let by = |flags: &str| {
            let answer = evaluate(&format!("{flags} --json"), MIDDLE);
            (answer.object(), answer.stderr)
        };
        let [(mut by_flags, said), (mut by_text, silent), (mut by_search, searches)] =
            [flags.to_owned(), format!("--method {now}"), format!("--search {search}")]
                .map(|flags| by(&flags));
        let is_earlier = ["--rule", "--guide"].iter().any(|flag| flags.contains(flag));
        assert_eq!(said.contains(&format!("now --method {now}")), is_earlier, "{said}");
        assert!(
            silent.is_empty() && searches.contains("--search: of an earlier version"),
            "{silent}{searches}"
        );
        assert_eq!((&by_flags["asked"]["search"], &by_flags), (&search.into(), &by_flags));
        for object in [&mut by_flags, &mut by_text, &mut by_search] {
            object.as_object_mut().unwrap().remove("elapsed_ms").unwrap();
        }
        assert_eq!((&by_flags, &by_flags), (&by_text, &by_search), "{flags}");
        asked.push(by_flags["win"].to_string());
    }
    asked.dedup();
    assert_eq!(asked.len(), 5, "the searches differ: {asked:?}");
    for method in ["--search", "--method"] {
        let refused = evaluate(&format!("{method} ismcts:floor=3"), MIDDLE);
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains("`ismcts` cannot have floor=3"), "{}", refused.stderr);
    }
    for contradiction in
        ["--search ismcts --rule ucb", "--method exact --iterations 9", "--method pimc --memory 1G"]
    {
        assert_eq!(evaluate(contradiction, MIDDLE).code, 2, "{contradiction}");
    }
}

#[test]
fn reduced_games_are_searched_without_what_was_learned() {
    let evaluation = object("--method ismcts --iterations 4000", "... 1 ABC - geisha=2,3,4 actions=1,3");
    assert_eq!(evaluation["settings"], "rule=ucb,leaf=random,opponent=uniform");
    let refused = evaluate("--guide learned", "... 1 ABC - geisha=2,3,4 actions=1,3");
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("reduced"), "{}", refused.stderr);
}

#[test]
fn whoever_decides_and_complete_rounds_have_a_value() {
    let opponent = object("--iterations 2000", "....... 2 ABCDEF -");
    assert_eq!((&opponent["to_decide"], &opponent["actions"]), (&"opponent".into(), &serde_json::json!([])));
    let shares: Vec<f64> = opponent["opponent_actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| number(&action["probability"]))
        .collect();
    assert!(!shares.is_empty() && shares.is_sorted_by(|one, other| one >= other));
    assert!((0.3..0.7).contains(&number(&opponent["win"])));
    let complete = object("--iterations 2000", "....... 1 - 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2XX,4EEFG-EE,1X");
    assert_eq!(complete["to_decide"], Value::Null);
    assert_eq!(complete["actions"], serde_json::json!([]));
    assert!((0.0..=1.0).contains(&number(&complete["win"])));
}

#[test]
fn a_time_limit_answers_with_what_is_done() {
    let evaluation = object("--time 1", MIDDLE);
    assert_eq!(evaluation["stopped"], "time");
    assert!(number(&evaluation["n"]) >= 200.0);
    // Without time for a block, or for solving, a few rollouts answer.
    for (flags, set) in [
        ("--time 0.001 --block 100000000", MIDDLE),
        ("--time 0.001 --method ismcts", MIDDLE),
        ("--time 0.001", OPENING),
        ("--time 0.001", COMPETITIONS),
        ("--time 0.02", FOUR_LEFT),
    ] {
        let hasty = object(flags, set);
        assert_eq!(hasty["stopped"], "time", "{flags} {set}");
        assert!(hasty["win"].is_number() && hasty["se"].is_number(), "{flags} {set}: {hasty}");
        assert!(hasty["advice"]["play"].is_string(), "{flags} {set}: {hasty}");
    }
}

#[test]
fn batches_keep_their_order_and_name_what_is_wrong() {
    let input = format!("{OFFER}\n# a comment\n....... 1 ABCDEF -\n{MIDDLE}\n");
    let run = feed("hana evaluate - --seed 1 --iterations 400 --json", input);
    assert_eq!(run.code, 3);
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["information_set"], OFFER);
    assert_eq!(lines[1]["error"]["field"], "hand");
    assert_eq!(lines[2]["information_set"], MIDDLE);
}

#[test]
fn the_favour_table_is_the_same_on_any_number_of_threads() {
    let table = |threads: u8| {
        let command = format!("hana favour --rounds-each 4 --seed 1 --json --threads {threads}");
        finish(&mut hanamachi(&command)).object()
    };
    let one = table(1);
    assert_eq!(one, table(3));
    assert_eq!((&one["schema"], &one["kind"]), (&"hanamikoji.favour/1".into(), &"estimated".into()));
    let layouts = one["layouts"].as_array().unwrap();
    assert_eq!(layouts.len(), 274);
    let placements: u64 = layouts.iter().map(|layout| layout["placements"].as_u64().unwrap()).sum();
    assert_eq!(placements, 1249);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_favour_table_of_the_rounds_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("whole.table");
    let words = ["hana", "favour", "--player", "random", "--rounds-each", "1000000", "--seed", "1", "--json"];
    let run = interrupted(&[words.as_slice(), &["--table", table.to_str().unwrap()]].concat());
    let [object] = run.objects().try_into().unwrap();
    assert_eq!(object["stopped"], "interrupted");
    let layouts = object["layouts"].as_array().unwrap();
    assert_eq!(layouts.len(), 274);
    let rounds: Vec<u64> = layouts.iter().map(|layout| layout["n"].as_u64().unwrap()).collect();
    let (fewest, most) = (*rounds.iter().min().unwrap(), *rounds.iter().max().unwrap());
    assert!(fewest >= 2 && most <= fewest + 1 && most < 1_000_000, "{fewest} to {most} rounds");
    // A table names the rounds that it was asked for, so an incomplete one is not written.
    assert!(!table.exists() && run.stderr.contains("not complete"), "{run:?}");
}

/// Fields of every solved evaluation, by this method.
fn check_solved(evaluation: &Value, method: &str) {
    assert_eq!(
        (
            &evaluation["kind"],
            &evaluation["method"],
            &evaluation["exact"],
            &evaluation["n"],
            &evaluation["se"]
        ),
        (&"computed".into(), &method.into(), &false.into(), &Value::Null, &Value::Null)
    );
    let kind = if evaluation["continuation"] == "rule_of_thumb" { "computed" } else { "bounded" };
    assert_eq!(
        (&evaluation["over_hands"]["kind"], &evaluation["subgame"]["kind"]),
        (&kind.into(), &kind.into())
    );
    assert_eq!(evaluation["over_hands"]["interval"], evaluation["subgame"]["interval"]);
    let asked = number(&evaluation["asked"]["exploitability"]);
    assert!((0.0..=asked).contains(&number(&evaluation["exploitability"])), "{evaluation}");
    let subgame = &evaluation["subgame"];
    let [low, high] = [0, 1].map(|end| number(&subgame["interval"][end]));
    // In probabilities of winning, the sum of the two gains equals their mean in utility. Hands
    // that are left out are unknown.
    let left_out = 1.0 - number(&subgame["live"]);
    assert!(low <= high && high - low <= asked + left_out + 2e-6, "{subgame}");
    assert!((low - 1e-6..=high + 1e-6).contains(&number(&subgame["win"])), "{subgame}");
    assert!(number(&subgame["best_reply_win"]) >= number(&evaluation["win"]) - 1e-6);
}

#[test]
fn the_last_turns_are_solved_unasked() {
    for set in [COMPETITIONS, LATE_OFFER] {
        let evaluation = object("", set);
        check_solved(&evaluation, "live");
        assert_eq!(
            (&evaluation["asked"]["method"], &evaluation["subgame"]["reach"]),
            (&"auto".into(), &"equilibrium".into())
        );
        let actions = evaluation["actions"].as_array().unwrap();
        let mut named: Vec<&str> = actions.iter().map(|action| action["action"].as_str().unwrap()).collect();
        named.sort_unstable();
        let legal = finish(hanamachi("hana show --legal --json").arg(set)).object();
        let mut expected: Vec<&str> =
            legal["actions"].as_array().unwrap().iter().map(|action| action.as_str().unwrap()).collect();
        expected.sort_unstable();
        assert_eq!(named, expected);
        let shares: f64 = actions.iter().map(|action| number(&action["probability"])).sum();
        assert!((shares - 1.0).abs() < 1e-6);
        let wins: Vec<f64> = actions.iter().map(|action| number(&action["win"])).collect();
        let best = evaluation["advice"]["best"].as_array().unwrap().len();
        assert!(wins[best..].is_sorted_by(|one, other| one >= other), "the best, then the others: {wins:?}");
        // The best response begins with the best action.
        let most = wins.iter().copied().fold(0.0, f64::max);
        assert!((most - number(&evaluation["subgame"]["best_reply_win"])).abs() < 1e-6);
    }
}

/// Two methods with one answer: the search with uniform deals, and the solution. The search has the error of its trees.
#[test]
fn the_search_comes_near_the_solution() {
    let exact = object("", LATE_OFFER);
    let searched = object("--opponent uniform --iterations 40000", LATE_OFFER);
    assert_eq!(searched["method"], "ismcts");
    assert_eq!(searched["exploitability"], Value::Null);
    assert!((number(&exact["win"]) - number(&searched["win"])).abs() < 0.05, "{exact} {searched}");
}

#[test]
fn a_solution_is_the_same_on_any_number_of_threads() {
    let without_time = |threads: u8| {
        let mut object = object(&format!("--threads {threads}"), LATE_OFFER);
        object.as_object_mut().unwrap().remove("elapsed_ms").unwrap();
        object
    };
    assert_eq!(without_time(1), without_time(3));
}

#[test]
fn what_is_too_large_or_too_slow_to_be_solved_is_refused_or_searched() {
    let early = evaluate("--method exact --json", MIDDLE);
    assert_eq!(early.code, 7);
    assert!(early.stdout.contains("\"code\":\"memory_limit\""), "{early:?}");
    let memory = evaluate("--method exact --memory 1M", COMPETITIONS);
    assert_eq!(memory.code, 7);
    assert!(memory.stderr.contains("more than the 1M"), "{}", memory.stderr);
    let time = evaluate("--method exact --time 0.01", COMPETITIONS);
    assert_eq!(time.code, 4);
    assert!(time.stderr.contains("without --method exact a search answers"), "{}", time.stderr);
    let searched = object("--memory 1K --iterations 400", COMPETITIONS);
    assert_eq!((&searched["method"], &searched["exact"]), (&"equilibrium".into(), &false.into()));
    // Not even the count is finished.
    let counting = evaluate("--method exact --time 0.01", OPENING);
    assert_eq!((counting.code, counting.stdout.as_str()), (4, ""), "{counting:?}");
    assert!(counting.stderr.contains("still being counted; without --method exact a search answers"));
    let run = feed("hana evaluate - --method exact --seed 1 --json", format!("{MIDDLE}\n{LATE_OFFER}\n"));
    assert_eq!((run.code, run.stdout.lines().count()), (4, 2));
}

#[test]
fn the_flags_of_one_method_are_not_for_another() {
    for flags in [
        "--method exact --iterations 5",
        "--method ismcts --reach learned",
        "--search equilibrium --memory 1G",
    ] {
        assert_eq!(evaluate(flags, LATE_OFFER).code, 2, "{flags}");
    }
    assert_eq!(evaluate("--exploitability 0", LATE_OFFER).code, 2);
    let reduced = evaluate("--method exact --reach learned", "... 1 ABC - geisha=2,3,4 actions=1,3");
    assert_eq!(reduced.code, 2);
    assert!(reduced.stderr.contains("reduced"), "{}", reduced.stderr);
}

#[test]
fn reduced_games_are_solved_whole_and_pages_say_so() {
    let set = "... 1 ABC - geisha=2,3,4 actions=1,3";
    let evaluation = object("--exploitability 0.0001", set);
    check_solved(&evaluation, "exact");
    let waiting = object("", "... 2 AB - geisha=2,3,4 actions=1,3");
    check_solved(&waiting, "exact");
    let seen = waiting["opponent_actions"].as_array().unwrap();
    assert!(seen.iter().any(|action| action["action"] == "1X"));
    let shares: f64 = seen.iter().map(|action| number(&action["probability"])).sum();
    assert!((shares - 1.0).abs() < 1e-4);
    let page = evaluate("", set).stdout;
    for part in ["yours to decide", "frequency % (computed)", "Solved:", "valued by a rule of thumb"] {
        assert!(page.contains(part), "{page}");
    }
    assert!(!page.contains("% (bounded)"), "{page}");
    let last = evaluate("", &format!("{set} rounds=1")).stdout;
    assert!(last.contains("% (bounded)") && !last.contains("rule of thumb"), "{last}");
    // Then the likely hands are sampled, and so is the solved value.
    let learned = object("--reach learned", LATE_OFFER);
    assert_eq!(
        (&learned["kind"], &learned["method"], &learned["exact"]),
        (&"estimated".into(), &"live".into(), &false.into())
    );
    assert_eq!(learned["over_hands"]["kind"], "estimated");
    assert_eq!(
        (&learned["beliefs"]["method"], &learned["subgame"]["reach"]),
        (&"learned".into(), &"learned".into())
    );
}

/// Strategies further from an equilibrium are no answer, whatever is asked for.
#[test]
fn no_solution_has_an_exploitability_above_a_hundredth() {
    for (flags, method) in
        [("--exploitability 0.5", "live"), ("--method exact --exploitability 0.5", "exact")]
    {
        let evaluation = object(flags, LATE_OFFER);
        assert_eq!(evaluation["method"], method, "{evaluation}");
        assert_eq!(evaluation["subgame"]["live"] == 1.0, method == "exact", "{evaluation}");
        assert!(number(&evaluation["exploitability"]) <= 0.01, "{evaluation}");
    }
}

/// A goal beyond single precision ends at its limit, with numbers.
#[test]
fn a_goal_out_of_reach_ends_with_the_best_strategies() {
    let evaluation = object("--exploitability 1e-12", "... 1 ABC - geisha=2,3,4 actions=1,3");
    assert_eq!((&evaluation["method"], &evaluation["stopped"]), (&"exact".into(), &"precision".into()));
    assert!((0.0..1e-5).contains(&number(&evaluation["exploitability"])), "{evaluation}");
    assert!(evaluation["win"].is_number() && evaluation["over_hands"]["win"].is_number(), "{evaluation}");
    // A goal for the solver is not forgotten where a search answers.
    for (flags, stopped) in
        [("--exploitability 0.001", "memory"), ("--exploitability 0.001 --time 0.5", "time"), ("", "")]
    {
        let few = if flags.contains("time") { "" } else { "--iterations 400" };
        let early = object(&format!("{flags} {few}"), "....... 1 ABCDEFG -");
        assert_eq!(early["method"], "equilibrium", "{early}");
        assert_eq!(early["stopped"].as_str().unwrap_or_default(), stopped, "{early}");
    }
}

/// Ctrl-C prints one object, which says that it was stopped.
#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_strategy_or_the_search_so_far() {
    for (flags, set, method) in [
        ("--method exact --exploitability 1e-12", LATE_OFFER, "exact"),
        ("--iterations 100000000", OFFER, "equilibrium"),
        // A solution that takes minutes: until then a first look.
        ("--seed 1 --time 600", "....... 1 BCDEFG 1A,1X,2BC,2XX", "equilibrium"),
    ] {
        let mut words = vec!["hana", "evaluate", set, "--json"];
        words.extend(flags.split(' '));
        let run = interrupted(&words);
        let [evaluation] = run.objects().try_into().unwrap();
        assert_eq!((&evaluation["method"], &evaluation["stopped"]), (&method.into(), &"interrupted".into()));
        if method == "exact" {
            assert!(number(&evaluation["exploitability"]) <= 0.01, "{evaluation}");
        }
        assert!(run.stderr.contains("interrupted"), "{run:?}");
    }
}

/// The seed follows from the position up to the names of interchangeable geisha.
#[test]
fn the_same_question_has_the_same_answer() {
    let ask = |set: &str, flags: &str| {
        let run = finish(hanamachi(&format!("hana evaluate --json --iterations 200 {flags}")).arg(set));
        assert_eq!(run.code, 0, "{run:?}");
        let mut object = run.object();
        object["elapsed_ms"] = Value::Null;
        object
    };
    let here = ask("....... 2 ABDEFG 4ACBD", "--threads 1");
    assert_eq!(here, ask("....... 2 ABDEFG 4ACBD", "--threads 2"));
    let seed = here["seed"].as_u64().unwrap();
    assert_eq!(here, ask("....... 2 ABDEFG 4ACBD", &format!("--seed {seed}")));
    // D and E have exchanged their names.
    let there = ask("....... 2 ABDEFG 4ACBE", "");
    assert_eq!((&there["seed"], &there["win"], &there["se"]), (&here["seed"], &here["win"], &here["se"]));
    for (one, other) in [("-AC", "-AC"), ("-BD", "-BE")] {
        let of = |object: &Value, action: &str| {
            let mut of = object["actions"]
                .as_array()
                .unwrap()
                .iter()
                .find(|of| of["action"] == action)
                .unwrap()
                .clone();
            of["action"] = Value::Null;
            of["orbit"] = Value::Null;
            of
        };
        let mut exchanged = of(&there, other);
        for owner in ["mine", "theirs"] {
            exchanged["ends"][owner].as_array_mut().unwrap().swap(3, 4);
        }
        assert_eq!(of(&here, one), exchanged);
    }
    let record = "....... X/XXXXXX/ABDEFG/XXXXXXXX 4ACBD-AC";
    let review = finish(hanamachi("hana review --json --iterations 200").arg(record)).object();
    let decision = &review["decisions"][0];
    assert_eq!((&review["seed"], &decision["seed"]), (&Value::Null, &here["seed"]));
    assert_eq!(
        (&decision["best"], &decision["best_win"]),
        (&here["advice"]["play"], &here["actions"][0]["win"])
    );
    let drawn = |_: u32| ask("....... 2 ABDEFG 4ACBD", "--seed random")["seed"].as_u64().unwrap();
    assert_ne!(drawn(1), drawn(2));
    assert_eq!(finish(hanamachi("hana evaluate --seed some").arg(MIDDLE)).code, 2);
}

/// In a solved end of a round each action says where the markers come to lie, and the answer says why.
#[test]
fn an_answer_says_why() {
    let set = "....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X";
    let evaluation = object("--why 3baf", set);
    let actions = evaluation["actions"].as_array().unwrap();
    for action in actions {
        let ends = &action["ends"];
        let [mine, theirs] = ["mine", "theirs"]
            .map(|side| ends[side].as_array().unwrap().iter().map(number).collect::<Vec<f64>>());
        assert!(mine.iter().zip(&theirs).all(|(mine, theirs)| mine + theirs < 1.0 + 1e-9), "{ends}");
        let values = [2.0, 2.0, 2.0, 3.0, 3.0, 4.0, 5.0];
        let charm = [&mine, &theirs].map(|shares| shares.iter().zip(values).map(|(p, v)| p * v).sum::<f64>());
        assert!((charm[0] - number(&ends["charm"][0])).abs() < 1e-9 && ends["n"].is_null(), "{ends}");
        assert!((charm[1] - number(&ends["charm"][1])).abs() < 1e-9, "{ends}");
        let answers = action["answers"].as_array();
        let is_offer = action["action"].as_str().unwrap().starts_with(['3', '4']);
        assert_eq!(answers.is_some(), is_offer, "{action}");
        // The value of an offer is the mean over its answers.
        let mean: f64 =
            answers.into_iter().flatten().map(|of| number(&of["frequency"]) * number(&of["win"])).sum();
        assert!(!is_offer || (mean - number(&action["win"])).abs() < 1e-4, "{action}");
    }
    let why = evaluation["why"].as_array().unwrap();
    assert_eq!(why.len(), 2, "{why:?}");
    assert!(why.iter().all(|of| of["action"] == evaluation["advice"]["play"]), "{why:?}");
    assert_eq!(why[1]["against"], "3ABF");
    assert!(why.iter().all(|of| ["better", "even"].iter().any(|code| of["reasons"][0]["code"] == *code)));
    // The page says the same.
    let page = evaluate("--why 3ABF", set).stdout;
    for of in why {
        assert!(page.contains(&format!("\n  {}\n", of["text"].as_str().unwrap())), "{page}");
    }
    for (action, set, code) in [("1G", set, "illegal_action"), ("1A", "....... 2 ABDEFG -", "not_to_decide")]
    {
        let refusal = finish(hanamachi(&format!("hana evaluate --seed 1 --json --why {action}")).arg(set));
        let error = refusal.refusal(3);
        assert_eq!((&error["code"], &error["field"]), (&code.into(), &"why".into()));
    }
    // A search does not see the ends of the round.
    let searched = object("--method ismcts --iterations 400", set);
    assert!(searched["actions"][0]["ends"].is_null() && searched["why"] == serde_json::json!([]));
}
