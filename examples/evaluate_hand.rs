//! Evaluates a decision of Hanamikoji as `hanamachi hana evaluate` does, and prints why the advice is better.
//!
//!     cargo run --example evaluate_hand

use hanamachi_solver::hanamikoji::study::Evaluate;
use hanamachi_solver::hanamikoji::{Game, InformationSet};
use hanamachi_solver::search::budget::RunContext;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The markers, the seat, the hand, and the turns so far: the opponent offers A and C, or B and D.
    let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse()?;
    let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
    // The text is that of `--method`.
    let question: Evaluate = "auto:iterations=4000".parse()?;
    let study = question.run(&round, &set, RunContext::unwatched())?;
    let advice = study.value.advice().ok_or("the opponent is to decide")?;
    println!("Play {}, which wins {:.1} %.", advice.play, 100.0 * study.value.win().value());
    let other = study.value.actions().iter().map(|of| of.action).find(|&action| action != advice.play);
    for comparison in study.why(other.as_slice()) {
        println!("{comparison}");
    }
    assert_eq!(advice.play.to_string(), "-AC");
    Ok(())
}
