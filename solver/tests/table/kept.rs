//! Files that were written by the first version of each kind, which every later version must read.

use std::fs;
use std::path::{Path, PathBuf};

use hanamachi_solver::game::Seat;
use hanamachi_solver::reference::kuhn::{History, Kuhn, KuhnCard, KuhnInformation};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::{SequenceForm, Strategy, Uniform};
use hanamachi_solver::strategy_table::TableStrategy;
use hanamachi_solver::table::little_endian::F64;
use hanamachi_solver::table::{Checkpoint, Identity, PolicyTable};

fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/table/kept").join(name)
}

/// The equilibrium of Kuhn poker in which the first player bets the jack with 1/5.
fn bets(known: KuhnInformation) -> f64 {
    match (known.history, known.card) {
        (History::Open, Some(KuhnCard::Jack)) => 0.2,
        (History::Open, Some(KuhnCard::King)) => 0.6,
        (History::CheckedBet, Some(KuhnCard::Queen)) => 0.2 + 1.0 / 3.0,
        (History::Checked, Some(KuhnCard::Jack)) | (History::Bet, Some(KuhnCard::Queen)) => 1.0 / 3.0,
        (History::Open | History::Checked, Some(KuhnCard::Queen)) | (_, Some(KuhnCard::Jack)) => 0.0,
        _ => 1.0,
    }
}

#[test]
fn a_policy_of_version_1_is_read() {
    let table = PolicyTable::open(fs::read(kept("kuhn-policy-1.table")).unwrap()).unwrap();
    table.verify().unwrap();
    let metadata = table.metadata();
    assert_eq!((metadata.game.as_str(), metadata.seed), ("kuhn", Some(7)));
    assert_eq!(metadata.memo, "Kuhn 1950, alpha = 1/5; 花札");
    assert_eq!(metadata.counts["information_sets"], 12);
    assert_eq!(metadata.details["exploitability"].as_f64(), Some(1.25e-5));
    let form = SequenceForm::compile(&Kuhn, 1 << 20, RunContext::unwatched()).unwrap();
    let strategy = TableStrategy::new(&Kuhn, &table, Uniform);
    let (mut rows, mut probabilities) = (0, Vec::new());
    for choice in Seat::BOTH.into_iter().flat_map(|seat| form.choices(seat)) {
        Strategy::<Kuhn>::probabilities(&strategy, choice.information, 2, &mut probabilities);
        assert!((probabilities[1] - bets(*choice.information)).abs() < 1e-5, "{choice:?}");
        rows += 1;
    }
    assert_eq!((rows, strategy.missing()), (12, 0));
}

#[test]
fn a_checkpoint_of_version_1_is_read() {
    let identity = Identity::new().with("game", "kuhn").with("algorithm", "cfr+");
    let bytes = fs::read(kept("kuhn-checkpoint-1.table")).unwrap();
    let checkpoint = Checkpoint::open(&bytes, &identity).unwrap();
    let state: (u64, Option<String>, Vec<i32>) = checkpoint.state().unwrap();
    assert_eq!(state, (1000, Some("average".to_owned()), vec![-1, 2]));
    let regrets = checkpoint.records::<F64>("regrets").unwrap();
    assert!(regrets.iter().map(|regret| regret.get()).eq([0.5, -1.25e300, f64::INFINITY]));
}
