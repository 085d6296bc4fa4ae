//! `hanamachi bench`: the signature of the search.
//!
//! Solves a fixed set of gardens on one thread. The number of positions expanded is the same on every
//! machine, so it reveals changes of the search and confirms that a refactoring changes nothing.

use std::time::{Duration, Instant};

use clap::Args;
use hanamachi_solver::okiya::{FullBoard, Garden, Position, Solver};
use hanamachi_solver::search::budget::{Budget, Stop};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{ENGINE, Output, json_asked};
use crate::seed;
use crate::session::Session;

/// The fixed set: the first gardens of this seed.
const SEED: u64 = 1;

const EXAMPLES: &str = "\
Examples:
  # The signature
  hanamachi bench

  # Only the first garden
  hanamachi bench --gardens 1
";

/// Solve a fixed set of gardens and print the number of positions expanded
///
/// Runs on one thread, under full=draw: first for the value of every opening, then for the outcome only. The total
/// depends on the search, not on the machine.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BenchArgs {
    /// Number of gardens of the set to solve
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(1..))]
    gardens: u32,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs, session: &Session) -> Result<(), Failure> {
    let mut solver = Solver::new();
    let budget = Budget { nodes: None, cancel: Some(session.cancel) };
    let mut output = Output::stdout();
    let solve = measure(args.gardens, |position| {
        solver.solve(position, FullBoard::Draw, &budget).map(|solution| solution.nodes)
    })?;
    let verdict = measure(args.gardens, |position| {
        solver.verdict(position, FullBoard::Draw, &budget).map(|verdict| verdict.nodes)
    })?;
    let total = solve.nodes + verdict.nodes;
    if args.json {
        let gardens = args.gardens;
        let object = BenchObject {
            schema: "okiya.bench/1",
            engine: ENGINE,
            rules: FullBoard::Draw.to_string(),
            seed: SEED,
            gardens,
            solve: solve.object(),
            verdict: verdict.object(),
            nodes: total,
        };
        output.line(&json_asked(&object))?;
    } else {
        output.line("             nodes  nodes/garden  ms/garden     nodes/s")?;
        output.line(&solve.row("solve", args.gardens))?;
        output.line(&verdict.row("verdict", args.gardens))?;
        output.line(&format!("Bench: {total}"))?;
    }
    output.finish()
}

fn measure(
    gardens: u32,
    mut nodes: impl FnMut(&Position) -> Result<u64, Stop>,
) -> Result<BenchTime, Failure> {
    let started = Instant::now();
    let positions = seed::gardens(SEED).take(gardens as usize).map(|garden: Garden| Position::start(garden));
    let nodes = positions.map(|position| nodes(&position)).sum::<Result<u64, Stop>>()?;
    Ok(BenchTime { nodes, elapsed: started.elapsed() })
}

/// Cost of one pass over the set.
#[derive(Clone, Copy, Debug)]
struct BenchTime {
    nodes: u64,
    elapsed: Duration,
}

impl BenchTime {
    #[expect(clippy::cast_precision_loss, reason = "a rate for the eye")]
    fn rate(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    fn row(&self, name: &str, gardens: u32) -> String {
        let milliseconds = self.elapsed.as_secs_f64() * 1e3 / f64::from(gardens);
        let each = self.nodes / u64::from(gardens);
        format!("{name:<8}{:>10}  {each:>12}  {milliseconds:>9.3}  {:>10.0}", self.nodes, self.rate())
    }

    fn object(&self) -> MeasurementObject {
        MeasurementObject {
            nodes: self.nodes,
            elapsed_ms: self.elapsed.as_secs_f64() * 1e3,
            nodes_per_second: self.rate().round(),
        }
    }
}

/// `okiya.bench/1`: `nodes` is the signature.
#[derive(Serialize)]
struct BenchObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    seed: u64,
    gardens: u32,
    solve: MeasurementObject,
    verdict: MeasurementObject,
    nodes: u64,
}

#[derive(Serialize)]
struct MeasurementObject {
    nodes: u64,
    elapsed_ms: f64,
    nodes_per_second: f64,
}
