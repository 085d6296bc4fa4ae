//! Solves a garden of Okiya: the proved value of every opening, and a line of best play.
//!
//!     cargo run --example solve_garden

use hanamachi_solver::okiya::{FullBoard, Garden, Outcome, Position, Solver};
use hanamachi_solver::search::budget::Budget;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let garden: Garden = "PRISMRPT/MSCRMBPB/ITCBIRPS/CTIBCSMT".parse()?;
    let start = Position::start(garden);
    let solution = Solver::new().solve(&start, FullBoard::Draw, &Budget::UNLIMITED)?;
    for opening in &solution.moves {
        let value = opening.value;
        println!("{}  {:?}, tiles left: {}", opening.cell, value.outcome(), value.tiles_left());
    }
    let line: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
    println!("{}", line.join(" "));
    // One opening wins, with the fifteenth token.
    let wins = solution.moves.iter().filter(|opening| opening.value.outcome() == Outcome::Win);
    assert_eq!((wins.count(), line[0].as_str(), line.len()), (1, "a3", 15));
    Ok(())
}
