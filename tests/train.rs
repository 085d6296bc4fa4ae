//! `hanamikoji train` and the player of what it writes, from outside.

use std::fs;

use crate::support::{Place, finish, hanamachi, run};

const RULES: &str = "geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none";

#[test]
fn training_an_evaluation_repeats_itself_and_never_overwrites_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let train = |flags: &str, file: &str| {
        let mut command = hanamachi(&format!("hana train --evaluation --rounds 200 --json {flags}"));
        finish(command.arg("-o").arg(folder.path().join(file)))
    };
    let (one, other) = (train("--seed 5", "one"), train("--seed 5", "other"));
    assert_eq!(one.object()["blake3"], other.object()["blake3"]);
    assert_ne!(one.object()["blake3"], train("--seed 6", "third").object()["blake3"]);
    assert_eq!(train("--seed 5", "one").code, 1);
    assert_eq!(train("--seed 5 --force", "one").code, 0);
    let bytes = fs::read(folder.path().join("one")).unwrap();
    assert_eq!(blake3::hash(&bytes).to_hex().to_string(), one.object()["blake3"]);
}

/// Trains a policy for a reduced round.
fn train(place: &Place, flags: &str, files: &[&str]) -> crate::support::Run {
    let mut command = hanamachi(&format!("hana train --threads 1 --json {flags}"));
    finish(command.args(["--rules", RULES]).args(files).current_dir(place.folder()))
}

#[test]
fn a_policy_is_learned_measured_and_played() {
    let place = Place::new();
    let trained = train(&place, "--rounds 30000 --seed 1", &["-o", "small.network"]).object();
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
    // A run that is over is only asked for its weights.
    let kept = train(&place, "--rounds 4096 --seed 1", &["--resume", "run.train"]);
    assert_eq!(kept.object()["bytes"], serde_json::Value::Null);
    let again = train(&place, "--rounds 4096 --seed 1", &["--resume", "run.train", "-o", "again.network"]);
    assert_eq!(again.object()["blake3"], whole["blake3"]);
    for flags in ["--rounds 4096 --seed 2", "--rounds 8192 --seed 1", "--rounds 4096 --seed 1 --threads 2"] {
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
