//! Game-theoretic search, and two games on top of it: Okiya, solved exactly, and Hanamikoji, a card game with
//! hidden information.
//!
//! The library prints nothing and reads no clock, no environment and no file but those whose paths it is given: limits,
//! seeds and cancel flags are arguments; only [`exec`] starts programs, and limits their time. Its results for a position of Okiya are proved, and independent of threads, table size and
//! seed.
//!
//! # From a garden to its values
//!
//! ```
//! use hanamachi_solver::okiya::{Cell, FullBoard, Garden, Outcome, Position, Solver};
//! use hanamachi_solver::search::budget::{Budget, RunContext};
//!
//! // PR IS MR PT
//! // MS CR MB PB     maple, cherry, pine, iris · rising sun, tanzaku, bird, rain
//! // IT CB IR PS
//! // CT IB CS MT
//! let garden: Garden = "PRISMRPT/MSCRMBPB/ITCBIRPS/CTIBCSMT".parse()?;
//! let start = Position::start(garden);
//!
//! // One solver for many questions: its memory is allocated once.
//! let mut solver = Solver::new();
//! let solution = solver.solve(&start, FullBoard::Draw, &Budget::UNLIMITED)?;
//! let winning: Vec<Cell> =
//!     solution.moves.iter().filter(|m| m.value.outcome() == Outcome::Win).map(|m| m.cell).collect();
//! assert_eq!(winning, [Cell::from_name("a3").unwrap()]);
//!
//! // The line can be replayed, and ends with the announced ending.
//! let end = solution.line.iter().try_fold(start, |position, &cell| position.play(cell))?.end().unwrap();
//! assert_eq!((end.ending, end.tiles_left), (solution.ending, solution.value.tiles_left()));
//!
//! // The outcome alone is faster to compute than the value.
//! let verdict = solver.verdict(&start, FullBoard::Last, &Budget::UNLIMITED)?;
//! assert_eq!(verdict.outcome, Outcome::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a game with hidden information to strategies
//!
//! Counterfactual regret minimization over the sequence form. The exploitability of the average strategies is
//! computed exactly, and its bounds enclose the value of the game:
//!
//! ```
//! use hanamachi_solver::reference::kuhn::Kuhn;
//! use hanamachi_solver::search::budget::RunContext;
//! use hanamachi_solver::search::cfr::{Cfr, RegretRule, SequenceForm};
//!
//! // At most a mebibyte of memory.
//! let form = SequenceForm::compile(&Kuhn, 1 << 20, RunContext::unwatched())?;
//! let mut run = Cfr::new(&form, RegretRule::PredictivePlus);
//! (0..1_000).for_each(|_| run.iterate());
//! let [low, high] = run.exploitability().bounds();
//! assert!(high - low < 1e-5 && low < -1.0 / 18.0 && -1.0 / 18.0 < high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A round of a reduced Hanamikoji with three geisha, secret and gift. Strategically equivalent states are
//! merged:
//!
//! ```
//! use hanamachi_solver::hanamikoji::notation::Tags;
//! use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, MergedRound};
//! use hanamachi_solver::search::budget::RunContext;
//! use hanamachi_solver::search::cfr::{Cfr, RegretRule, SequenceForm};
//!
//! let rules = "rounds=1 tiebreak=none geisha=2,3,4 actions=1,3".parse::<Tags>()?.rules;
//! // The last argument values undecided rounds: here the game is over, and nobody has won it.
//! let round = MergedRound::new(Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0));
//! let form = SequenceForm::compile(&round, 1 << 24, RunContext::unwatched())?;
//! let mut run = Cfr::new(&form, RegretRule::DISCOUNTED);
//! (0..250).for_each(|_| run.iterate());
//! // Each player can gain at most two ten-thousandths of a game; the first player has the advantage.
//! let found = run.exploitability();
//! assert!(found.gains.iter().all(|gain| *gain < 2e-4) && found.bounds()[0] > 0.03);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`game`] | the contracts between games and search: [`PerfectInformation`](game::PerfectInformation), [`HiddenInformation`](game::HiddenInformation), [`Score`](game::Score), [`Bounds`](game::Bounds) |
//! | [`search`] | search algorithms and tools that are independent of the games |
//! | [`search::questions`] | yes-or-no questions about scores, between a search and a solver |
//! | [`search::alpha_beta`] | alpha-beta with null windows over any perfect-information game; it solves the positions of Okiya |
//! | [`search::ismcts`] | information-set Monte Carlo tree search over any game with hidden information |
//! | [`search::cfr::public_tree`] | counterfactual regret minimization over public trees with vectors of private states |
//! | [`search::determinized`] | search of random deals with open cards, the baseline |
//! | [`search::cfr`] | counterfactual regret minimization: regret rules over the [sequence form](search::cfr::SequenceForm), exact exploitability; [external sampling](search::cfr::External) of the game itself |
//! | [`search::transposition`] | the lock-free transposition table, whose entries hold the full key |
//! | [`search::parallel`] | blocks of work with numbered random streams, reduced in order |
//! | [`search::budget`] | limits, and reasons to stop a search |
//! | [`search::estimate`] | a mean or a share with its error and sample size |
//! | [`search::strength`] | proved, bounded, computed, estimated: the strength of a number, as a type |
//! | [`conformance`] | tests of a game against its contract |
//! | [`reference`](mod@reference) | standard test games: Kuhn poker, Leduc poker, liar's dice; random games |
//! | [`okiya`] | tiles, gardens, positions, games and their ends; [`Solver`](okiya::Solver) and [`perft`](okiya::perft()) |
//! | [`okiya::notation`] | the text forms, and errors that point into the text |
//! | [`okiya::match_play`] | single games, first to three wins, victory points |
//! | [`okiya::survey`] | statistics of random gardens, as counts only |
//! | [`okiya::census`] | the proved values of many gardens, in files |
//! | [`okiya::study`] | mistakes, only moves, traps: studies of gardens and games |
//! | [`okiya::oracle`], [`okiya::plain`] | plain minimax, and alpha-beta over the plain rules, to verify the solvers |
//! | [`okiya::population`] | statistics of the gardens of a census |
//! | [`hanamikoji`] | cards, rules, markers and the state machine of a round; information of a player and hidden cards; values of the markers |
//! | [`hanamikoji::evaluation`] | evaluation of a position without search, learned by self-play |
//! | [`hanamikoji::analysis`] | the searches, configured for rounds |
//! | [`hanamikoji::endgame`] | the last turns of a round, solved for all hands |
//! | [`hanamikoji::study`], [`hanamikoji::openings`] | for study of the game: analysis of positions, grading of rounds and games, effects of other cards, charts of markers and first hands, as types |
//! | [`hanamikoji::training`] | runs of self-play with their curve, and imitation of a recorded player |
//! | [`hanamikoji::players`], [`hanamikoji::arena`] | players, and whole games between them |
//! | [`exec`] | outside programs as players |
//! | [`hanamikoji::MergedRound`] | a round with strategically equivalent states merged, to be solved |
//! | [`hanamikoji::notation`] | the text forms: information sets, deals, round records, rules tags |
//! | [`hanamikoji::oracle`] | a slow and simple engine, to verify the state machine |
//! | [`strategy_table`] | strategies in policy tables |
//! | [`SolvedRun`] | what a run of counterfactual regret minimization found, as JSON |
//! | [`table`] | files on disk: a container with checked sections, checkpoints, policy tables; runs that are kept in [files](table::disk) |
//! | [`files`] | what can be done with a file of each kind: verify, merge, read as rows |
//! | [`text`] | tools common to the parsers of all text forms |
//!
//! `search` depends on `game` and on no particular game; a game depends on `game` and `search`, and on no
//! other game. A new game is a module beside them.
//!
//! # Conventions
//!
//! In Okiya a value is that of the player to move, and the value of a move is that of the player who makes
//! it. Best play prefers a win to a draw and a draw to a loss; the winner wants as many tiles left as
//! possible, the loser as few ([`Value`](okiya::Value)). The meaning of a full board is an argument
//! ([`FullBoard`](okiya::FullBoard)), because the published rules do not define it.
//!
//! In games with hidden information, utilities are those of the first player unless stated for a seat, −1 to
//! 1 for a lost and a won game. The result of a search is an estimate with its error
//! ([`ClusterMean`](search::estimate::ClusterMean)), for the player whose information was searched. The
//! [`Exploitability`](search::cfr::Exploitability) of strategies for a whole game is computed exactly and
//! bounds the game's value.

#[cfg(feature = "hanamikoji")]
pub mod exec;
pub mod files;
#[cfg(feature = "hanamikoji")]
mod solved_run;

pub use hanamachi_core::rand;
pub use hanamachi_core::{ENGINE, conformance, game, search};
#[cfg(feature = "hanamikoji")]
pub use hanamachi_hanamikoji as hanamikoji;
#[cfg(feature = "okiya")]
pub use hanamachi_okiya as okiya;
#[cfg(feature = "reference")]
pub use hanamachi_reference as reference;
pub use hanamachi_strategies as strategy_table;
pub use hanamachi_table as table;
pub use hanamachi_text as text;
#[cfg(feature = "hanamikoji")]
pub use solved_run::{MergedSets, RunPoint, RunRequest, SolvedRun};

/// The Rust code in the book's chapter about the library is a doctest, too.
#[cfg(doctest)]
#[doc = include_str!("../../docs/src/library.md")]
struct ChapterOfTheBook;
