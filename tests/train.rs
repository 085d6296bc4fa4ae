//! `hanamikoji train` and the player that uses its file, from outside.

use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::{Command, Stdio};

use hanamachi_solver::table::Reader;
#[cfg(unix)]
use nix::sys::signal::{Signal, kill};
#[cfg(unix)]
use nix::unistd::Pid;

#[cfg(unix)]
use crate::support::interrupted;
use crate::support::{Place, finish, hanamachi, run};

const RULES: &str = "geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none";

/// Trains a policy for a reduced round.
fn train(place: &Place, flags: &str, files: &[&str]) -> crate::support::Run {
    let mut command = hanamachi(&format!("hana train --threads 1 --json {flags}"));
    finish(command.args(["--rules", RULES]).args(files).current_dir(place.folder()))
}

#[test]
fn a_policy_is_learned_measured_and_played() {
    let place = Place::new();
    let trained = train(&place, "--rounds 10000 --seed 1", &["-o", "small.network"]).object();
    assert_eq!(
        (&trained["schema"], &trained["network"]),
        (&"hanamikoji.training/1".into(), &"policy".into())
    );
    assert_eq!(trained["blake3"], blake3::hash(&place.bytes("small.network")).to_hex().to_string());
    let curve = trained["curve"].as_array().unwrap();
    assert_eq!(curve.len(), 20);
    assert!(curve[19]["error"].as_f64() < curve[0]["error"].as_f64());
    let exploit = |player: &str| {
        let mut command = hanamachi("hana exploit --json");
        let found = finish(command.arg(player).args(["--rules", RULES]).current_dir(place.folder())).object();
        assert_eq!(found["kind"], "proved");
        found["exploitability"].as_f64().unwrap()
    };
    let (learned, random) = (exploit("policy:weights=small.network"), exploit("random"));
    assert!(learned < 0.5 * random, "{learned} {random}");
    let mut command = hanamachi("hana match policy:weights=small.network random --pairs 100 --seed 1 --json");
    let played = finish(command.args(["--rules", RULES]).current_dir(place.folder())).object();
    assert!(played["win"].as_f64() > Some(0.5), "{played}");
    // The standard game is another one.
    let refused =
        finish(hanamachi("hana exploit policy:weights=small.network --json").current_dir(place.folder()));
    assert!(refused.refusal(6)["message"].as_str().unwrap().contains("other geisha or actions"));
}

#[test]
fn a_run_is_kept_and_goes_on_as_what_it_was() {
    let place = Place::new();
    let whole = train(&place, "--rounds 4096 --seed 1", &["-o", "whole.network"]).object();
    // A finished run only writes its weights.
    let kept = train(&place, "--rounds 4096 --seed 1", &["--resume", "run.train"]);
    assert_eq!(kept.object()["bytes"], serde_json::Value::Null);
    let again = train(&place, "--rounds 4096 --seed 1", &["--resume", "run.train", "-o", "again.network"]);
    assert_eq!(again.object()["blake3"], whole["blake3"]);
    for flags in [
        "--rounds 4096 --seed 2",
        "--rounds 8192 --seed 1",
        "--rounds 4096 --seed 1 --threads 2",
        "--rounds 4096 --seed 1 --rates 0.5",
        "--rounds 4096 --seed 1 --temperature 0.05,0.02",
    ] {
        let refused = hanamachi("hana train --json --resume run.train --rules")
            .arg(RULES)
            .args(flags.split(' '))
            .args(if flags.contains("threads") { &[][..] } else { &["--threads", "1"] })
            .current_dir(place.folder())
            .output()
            .unwrap();
        assert_eq!(refused.status.code(), Some(6), "{flags}");
    }
    let mut bytes = place.bytes("run.train");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(place.path("run.train"), bytes).unwrap();
    let damaged = train(&place, "--rounds 4096 --seed 1", &["--resume", "run.train"]);
    damaged.refusal(6);
    run("hana exploit policy:weights=nothing.network --json").refusal(1);
    assert!(run("hana exploit policy:weights=").stderr.contains("policy:weights=FILE"));
}

/// A refined run is less exploitable than its base run, resumes as a refinement, and refines no other run.
#[test]
fn a_run_that_is_refined_is_harder_to_exploit() {
    let place = Place::new();
    let base = train(&place, "--rounds 2000 --seed 1 --measure 1", &["--resume", "base.train"]).object();
    let refine = |flags: &str, files: &[&str]| {
        let files: Vec<&str> = ["--refine", "base.train"].iter().chain(files).copied().collect();
        train(&place, &format!("--rounds 2000 --seed 2 --measure 5 {flags}"), &files)
    };
    let refined = refine("", &["-o", "refined.network"]).object();
    let exploitability = |object: &serde_json::Value| {
        let point = object["curve"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(point["exploitability"]["kind"], "proved");
        point["exploitability"]["value"].as_f64().unwrap()
    };
    let [before, after] = [&base, &refined].map(exploitability);
    assert!(after < 0.9 * before, "{before} {after}");
    // The networks were there from the beginning: no point is as poor as those of a run from scratch.
    let first = |object: &serde_json::Value| {
        let mut curve = object["curve"].as_array().unwrap().iter();
        curve.find_map(|point| point["exploitability"]["value"].as_f64()).unwrap()
    };
    let nothing = train(&place, "--rounds 2000 --seed 2 --measure 5", &["-o", "nothing.network"]).object();
    assert!(first(&refined) < 0.8 * first(&nothing), "{refined} {nothing}");
    // Its saved file is a run of its own.
    refine("", &["--resume", "run.train"]);
    let again = refine("", &["--resume", "run.train", "-o", "again.network"]).object();
    assert_eq!(again["blake3"], refined["blake3"]);
    train(&place, "--rounds 2000 --seed 2 --measure 5", &["--resume", "run.train"]).refusal(6);
    train(&place, "--rounds 500 --seed 3 --measure 1", &["--resume", "other.train"]);
    let other = ["--refine", "other.train", "--resume", "run.train"];
    train(&place, "--rounds 2000 --seed 2 --measure 5", &other).refusal(6);
    let page = finish(hanamachi("hana report refined.network --format markdown").current_dir(place.folder()));
    assert!(page.stdout.contains("rounds of self-play, which refine another of 2,"), "{}", page.stdout);
    // A network is a beginning too, and the values that it lacks do not spoil it.
    let from_network = ["--refine", "nothing.network", "--resume", "more.train", "-o", "more.network"];
    let more = train(&place, "--rounds 2000 --seed 2 --measure 5", &from_network).object();
    let [before, after] = [&nothing, &more].map(exploitability);
    assert!(after < before, "{before} {after}");
    assert!(first(&more) < 0.8 * first(&nothing), "{more} {nothing}");
    // Files other than runs by the same rules are refused.
    fs::write(place.path("empty.network"), "").unwrap();
    train(&place, "--rounds 2000", &["--refine", "empty.network", "-o", "never.network"]).refusal(6);
    for file in ["base.train", "nothing.network"] {
        let mut standard = hanamachi("hana train --rounds 1000 --json -o never.network --refine");
        let refused = finish(standard.arg(file).current_dir(place.folder())).refusal(6);
        assert!(refused["message"].as_str().unwrap().contains("other rules"), "{refused}");
    }
    train(&place, "--rounds 1000", &["--refine", "missing.train", "-o", "never.network"]).refusal(1);
    assert!(!place.path("never.network").exists());
}

/// The weights of a file, to the last bit.
fn weights(place: &Place, name: &str) -> Vec<u8> {
    let bytes = place.bytes(name);
    let reader = Reader::open(&bytes).unwrap();
    reader.records::<[u8; 2]>("policy").unwrap().concat()
}

#[test]
fn measuring_tells_more_and_changes_no_weight() {
    let place = Place::new();
    let run = |flags: &str, file: &str| {
        train(&place, &format!("--rounds 4096 --rates 0.5 --seed 1 {flags}"), &["-o", file]).object()
    };
    let [unmeasured, measured] = [run("", "one.network"), run("--measure 4", "other.network")];
    assert_eq!(weights(&place, "one.network"), weights(&place, "other.network"));
    assert_ne!(unmeasured["blake3"], measured["blake3"], "the file has its curve");
    assert_eq!(
        run("--measure 0", "none.network")["blake3"],
        unmeasured["blake3"],
        "short runs are not measured"
    );
    let [plain, told] = [&unmeasured, &measured].map(|object| object["curve"].as_array().unwrap());
    assert_eq!(plain.len(), told.len());
    let mut exploitability = Vec::new();
    for (index, (plain, told)) in plain.iter().zip(told).enumerate() {
        for key in ["rounds", "entropy", "error"] {
            assert_eq!(plain[key], told[key]);
        }
        assert!(plain.get("ladder").is_none() && plain.get("exploitability").is_none());
        assert_eq!(told.get("exploitability").is_some(), index % 5 == 4, "{told}");
        let Some(found) = told.get("exploitability") else { continue };
        assert_eq!((&found["method"], &found["kind"]), (&"exact".into(), &"proved".into()));
        exploitability.push(found["value"].as_f64().unwrap());
        let ladder = told["ladder"].as_array().unwrap();
        let players: Vec<_> = ladder.iter().map(|rung| rung["player"].as_str().unwrap()).collect();
        assert_eq!(players, ["random", "greedy"], "`learned` plays the standard game alone");
    }
    assert!(exploitability[3] < 0.5 * exploitability[0], "{exploitability:?}");
    // They agree with the other commands' figures for the last policy.
    let mut command = hanamachi("hana exploit policy:weights=other.network --json --rules");
    let found = finish(command.arg(RULES).current_dir(place.folder())).object();
    let [last, found] = [exploitability[3], found["exploitability"].as_f64().unwrap()];
    assert!((last - found).abs() < 1e-3, "{last} {found}: the file rounds its weights");
    assert_eq!(measured["measurement"]["seed"], 1);
    train(&place, "--rounds 10 --measure 21", &["-o", "x"]).refusal(2);
}

/// Ctrl-C after some points, repeatedly: the run resumes to the same file, with the same curve.
#[cfg(unix)]
#[test]
fn a_measured_run_that_is_stopped_ends_as_one_that_is_not() {
    let place = Place::new();
    let flags = "--rounds 8192 --seed 1 --measure 5";
    let whole = train(&place, flags, &["-o", "whole.network"]).object();
    let mut stops = 0;
    for points in [1, 2, 4] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"));
        command.args(["hana", "train", "--threads", "1", "--verbose", "--resume", "run.train"]);
        command.args(flags.split(' ')).args(["--rules", RULES]).current_dir(place.folder());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let shown = lines.map(Result::unwrap).filter(|line| line.contains("entropy"));
        assert_eq!(shown.take(points).count(), points);
        // One that has ended already is not there to be stopped.
        let _ = kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT);
        stops += u32::from(!child.wait().unwrap().success());
    }
    assert!(stops > 0);
    let ended = train(&place, flags, &["--resume", "run.train", "-o", "again.network"]).object();
    assert_eq!((&ended["blake3"], &ended["curve"]), (&whole["blake3"], &whole["curve"]));
    // The checkpoint has the same curve, and belongs to a run with the same number of measurements.
    let mut command = hanamachi("hana report --json run.train");
    let page = finish(command.current_dir(place.folder())).object();
    assert_eq!((&page["curve"], &page["is_checkpoint"]), (&whole["curve"], &true.into()));
    train(&place, "--rounds 8192 --seed 1 --measure 4", &["--resume", "run.train"]).refusal(6);
}

#[test]
fn the_page_of_a_run_has_its_points() {
    let place = Place::new();
    let trained = train(&place, "--rounds 4096 --seed 1 --measure 3", &["-o", "small.network"]).object();
    let page = |flags: &str| {
        let mut command = hanamachi(&format!("hana report small.network {flags}"));
        finish(command.current_dir(place.folder()))
    };
    let object = page("--json").object();
    assert_eq!(object["schema"], "hanamikoji.training_report/1");
    assert_eq!((&object["curve"], &object["rounds"]), (&trained["curve"], &trained["rounds"]));
    assert_eq!(object["kinds"], serde_json::json!(["proved", "estimated"]));
    let csv = page("--format csv").stdout;
    let [html, markdown] = ["html", "markdown"].map(|format| page(&format!("--format {format}")).stdout);
    assert_eq!(html.matches("<svg class=\"plot\"").count(), 4);
    let curve = trained["curve"].as_array().unwrap();
    assert_eq!(csv.lines().count(), 1 + 2 * curve.len() + 3 * 3);
    for point in curve {
        let rounds = &point["rounds"];
        assert!(csv.contains(&format!("{rounds},entropy,,{},,estimated,,\n", point["entropy"])), "{csv}");
        let Some(found) = point.get("exploitability") else { continue };
        let value = &found["value"];
        assert!(csv.contains(&format!("{rounds},exploitability,,{value},0,proved,exact,false\n")), "{csv}");
        let shown = format!("{:.4}", value.as_f64().unwrap());
        assert!(markdown.contains(&format!("{shown} (proved)")) && html.contains(&shown), "{markdown}");
        for rung in point["ladder"].as_array().unwrap() {
            let win = format!("{:.1} ± ", 100.0 * rung["win"].as_f64().unwrap());
            assert!(markdown.contains(&win) && html.contains(&win), "{win} {markdown}");
        }
    }
    // Values that were not measured have no figure.
    train(&place, "--rounds 512 --seed 1", &["--force", "-o", "small.network"]).object();
    let html = page("--format html").stdout;
    assert!(html.contains("were not measured") && html.matches("<svg class=\"plot\"").count() == 2);
}

#[test]
fn a_file_that_is_no_run_of_training_has_no_page() {
    let place = Place::new();
    train(&place, "--rounds 512 --seed 1", &["-o", "small.network"]).object();
    let mut bytes = place.bytes("small.network");
    bytes[100] ^= 1;
    fs::write(place.path("damaged"), &bytes).unwrap();
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tables/");
    for (file, says) in [
        ("damaged".to_owned(), "section `policy`"),
        (format!("{tables}kuhn-checkpoint.table"), "the checkpoint of another run"),
    ] {
        let mut command = hanamachi("hana report --json");
        let refused = finish(command.arg(&file).current_dir(place.folder())).refusal(6);
        assert!(refused["message"].as_str().unwrap().contains(says), "{refused}");
        assert_eq!(refused["file"].as_str(), Some(&*file));
    }
    run("hana report --json nothing.network").refusal(3);
    for flags in ["--seed 1", "--at y"] {
        let mut command = hanamachi(&format!("hana report --json small.network {flags}"));
        finish(command.current_dir(place.folder())).refusal(2);
    }
}

/// The file that comes with the library has its whole curve, with measurements.
#[test]
fn the_curve_of_the_standard_network_is_shown() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/solver/hanamikoji/src/learn/standard.network");
    let page = finish(hanamachi("hana report --json").arg(network)).object();
    assert_eq!(page["curve"].as_array().unwrap().len(), 21);
    assert_eq!(page["rounds"], 53_256_192);
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_the_weights_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("so-far.network");
    let file = path.to_str().unwrap();
    let rules = "geisha=2,3,4 actions=1,3";
    let line = "hana train --rounds 100000000 --measure 0 --seed 1 --threads 2 --force --json -o";
    let mut words: Vec<&str> = line.split(' ').collect();
    words.extend([file, "--rules", rules]);
    let [training] = interrupted(&words).objects().try_into().unwrap();
    assert_eq!(training["stopped"], "interrupted");
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(training["bytes"], bytes.len());
    let info = finish(hanamachi("table info --json").arg(file)).object();
    assert_eq!(info["metadata"]["counts"]["rounds"], training["rounds"]);
    assert_eq!(info["metadata"]["details"]["stopped"], "interrupted");
}

/// Games of `greedy`, which decides by a rule, against `random`.
fn games(place: &Place, pairs: u32) {
    let mut command = hanamachi("hana match greedy random --seed 1 -o games.jsonl");
    command.args(["--pairs", &pairs.to_string(), "--rules", RULES]);
    assert_eq!(finish(command.current_dir(place.folder())).code, 0);
}

#[test]
fn a_player_is_imitated_from_its_games() {
    let place = Place::new();
    games(&place, 300);
    let imitate = |flags: &str, file: &str| {
        let mut command = hanamachi(&format!("hana train --imitate games.jsonl --json {flags}"));
        finish(command.args(["-o", file]).current_dir(place.folder()))
    };
    let learned = imitate("--seed 1 --threads 1", "like.network").object();
    assert_eq!(learned["network"], "imitation");
    assert_eq!(learned["imitation"]["player"], "greedy", "the first of the players");
    assert_eq!(learned["blake3"], blake3::hash(&place.bytes("like.network")).to_hex().to_string());
    let of = |learned: &serde_json::Value, key: &str| learned["imitation"]["held_out"][key].as_f64().unwrap();
    assert!(of(&learned, "accuracy") > 0.9, "{learned}");
    assert!(of(&learned, "cross_entropy") < 0.3, "{learned}");
    let (all, held_out) = (learned["imitation"]["decisions"].as_f64().unwrap(), of(&learned, "decisions"));
    assert!((held_out / (all + held_out) - 0.1).abs() < 0.03, "{learned}");
    // The file is that of the games and the seed, and it is a player.
    assert_eq!(imitate("--seed 1 --threads 2", "again.network").object()["blake3"], learned["blake3"]);
    assert_ne!(imitate("--seed 2", "other.network").object()["blake3"], learned["blake3"]);
    let mut command = hanamachi("hana match policy:weights=like.network random --pairs 200 --seed 1 --json");
    let played = finish(command.args(["--rules", RULES]).current_dir(place.folder())).object();
    assert!(played["win"].as_f64() > Some(0.55), "{played}");
    // Self-play may begin with it.
    assert_eq!(
        train(&place, "--rounds 64 --seed 1 --refine like.network", &["-o", "refined.network"]).code,
        0
    );
    // Nobody can foresee `random`.
    let learned = imitate("--seed 1 --player random", "random.network").object();
    assert!(of(&learned, "accuracy") < 0.6, "{learned}");
}

#[test]
fn what_cannot_be_imitated_is_refused() {
    let place = Place::new();
    games(&place, 2);
    let imitate = |flags: &str| {
        let command = format!("hana train --json -o like.network --seed 1 {flags}");
        finish(hanamachi(&command).current_dir(place.folder()))
    };
    let message =
        |code: i32, flags: &str| imitate(flags).refusal(code)["message"].as_str().unwrap().to_owned();
    let nobody = message(2, "--imitate games.jsonl --player learned");
    assert_eq!(nobody, "learned decides nothing in these games; their players are greedy, random");
    assert!(message(2, "--imitate games.jsonl --rounds 5").contains("cannot be used with"));
    assert!(message(2, "--player greedy").contains("--imitate"));
    assert!(message(1, "--imitate none.jsonl").contains("none.jsonl"));
    // Nothing is left behind, and few games leave none to be held out.
    assert_eq!(fs::read_dir(place.folder()).unwrap().count(), 1);
    let text = String::from_utf8(place.bytes("games.jsonl")).unwrap();
    let learned = imitate("--imitate games.jsonl").object();
    assert!(learned["imitation"]["held_out"].is_null());
    assert_eq!(learned["imitation"]["games"][0]["games"], 4);
    assert!(text.contains(learned["imitation"]["games"][0]["check"].as_str().unwrap()));
    let page = finish(hanamachi("hana report like.network --json").current_dir(place.folder()));
    assert!(page.refusal(6)["message"].as_str().unwrap().contains("imitates a player"));
    assert!(message(1, "--imitate games.jsonl").contains("exists"));
    for (name, damaged, why) in [
        ("changed", text.replacen("\"winner\":0", "\"winner\":1", 1), "is not as it was written"),
        ("header", text.split_inclusive('\n').next().unwrap().to_owned(), "holds no games"),
        ("other", "{}\n".to_owned(), "holds no games"),
        ("empty", String::new(), "holds no games"),
    ] {
        fs::write(place.folder().join(name), damaged).unwrap();
        let found = message(6, &format!("--imitate {name} --force"));
        assert!(found.starts_with(name) && found.contains(why), "{found}");
    }
    // What a stopped match had written of a game is left out, as by --resume.
    fs::write(place.folder().join("cut"), &text[..text.len() - 9]).unwrap();
    let cut = imitate("--imitate games.jsonl --imitate cut --force").object();
    assert_eq!(cut["imitation"]["games"][1]["games"], 3);
    // Another game.
    let mut command = hanamachi("hana match greedy random --pairs 1 --seed 1 -o standard.jsonl");
    assert_eq!(finish(command.current_dir(place.folder())).code, 0);
    let other = message(6, "--imitate games.jsonl --imitate standard.jsonl --force");
    assert!(other.contains("standard.jsonl") && other.contains("other rules"), "{other}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_imitation_leaves_nothing_behind() {
    let place = Place::new();
    games(&place, 300);
    // Many decisions: the same games again and again.
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"));
    command.args(["hana", "train", "--seed", "1", "--threads", "1", "-o", "like.network"]);
    command.args(["--imitate", "games.jsonl"].repeat(300)).current_dir(place.folder());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    kill(Pid::from_raw(child.id().try_into().unwrap()), Signal::SIGINT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let left = fs::read_dir(place.folder()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(left.collect::<Vec<_>>(), ["games.jsonl"]);
}
