//! The pages about the solved game agree with the ledger.

use std::fs;
use std::path::Path;

use hanamachi_solver::okiya::Outcome;
use hanamachi_solver::okiya::verdicts::{ALL_GARDENS, Ledger};

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file of the repository")
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
    groups.join(",")
}

#[test]
fn the_ledger_adds_up_to_all_gardens_and_is_what_the_program_says() {
    let ledger = Ledger::parse(&read("results/okiya-solved/ledger.csv")).expect("a ledger");
    assert!(ledger.is_complete());
    assert_eq!(ledger.rows().len(), 2270);
    assert_eq!(ledger.tally().all_shuffles(), (1..=16).product::<u64>());
    assert_eq!(ledger.tally(), ALL_GARDENS);
}

#[test]
fn pages_say_the_figures_of_the_ledger() {
    let all = ALL_GARDENS.all_shuffles();
    let gardens = [Outcome::Win, Outcome::Draw, Outcome::Loss].map(|outcome| ALL_GARDENS.shuffles(outcome));
    #[expect(clippy::cast_precision_loss, reason = "shares with three decimals")]
    let [won, drawn, _] = gardens.map(|gardens| format!("{:.3} %", 100.0 * gardens as f64 / all as f64));
    let one_in = grouped((all + gardens[2] / 2) / gardens[2]);
    for page in ["results/okiya-solved/README.md", "docs/src/solved.md", "README.md", "CHANGELOG.md"] {
        let text = read(page);
        for figure in [&won, &drawn, &one_in] {
            assert!(text.contains(figure), "{page} does not contain {figure}");
        }
    }
    for page in ["results/okiya-solved/README.md", "docs/src/solved.md"] {
        let text = read(page);
        for count in gardens {
            assert!(text.contains(&grouped(count)), "{page} does not contain {count}");
        }
    }
}
