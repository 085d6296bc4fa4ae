//! Policies learned by self-play, compared with the known values of Kuhn and Leduc poker.

use rand::Rng;

use crate::kuhn::{self, Kuhn};
use crate::leduc::{self, Leduc};
use hanamachi_core::game::{HiddenInformation, Seat};
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::cfr::{SequenceForm, Strategy};
use hanamachi_core::search::learning::{
    Activations, COLUMNS, Change, Encoder, Encoding, Features, GameSource, Network, Trainer, TrainingSettings,
};

/// A source of games that all start at the root.
struct Again<G>(G);

impl<G: HiddenInformation + Send> GameSource for Again<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.0
    }

    fn begin<R: Rng + ?Sized>(&mut self, _rng: &mut R) -> G::State {
        self.0.start()
    }

    fn end(&mut self, _state: &G::State) {}

    fn save(&self) -> u64 {
        0
    }

    fn restore(&mut self, _saved: u64) {}
}

struct KuhnFeatures;

impl Encoder<Kuhn> for KuhnFeatures {
    fn features(&self) -> Features {
        Features { context: 3 + 4, action: 2, buckets: 1 }
    }

    fn encode(
        &self,
        _game: &Kuhn,
        known: &kuhn::KuhnInformation,
        actions: &[kuhn::KuhnAction],
        encoding: &mut Encoding,
    ) {
        encoding.push_context(known.card.unwrap() as u16);
        let histories =
            [kuhn::History::Open, kuhn::History::Checked, kuhn::History::Bet, kuhn::History::CheckedBet];
        let history = histories.iter().position(|&history| history == known.history).unwrap();
        encoding.push_context(3 + u16::try_from(history).unwrap());
        for &action in actions {
            push_action(action as u16, encoding);
        }
    }
}

struct LeducFeatures;

impl Encoder<Leduc> for LeducFeatures {
    fn features(&self) -> Features {
        Features { context: 3 + 4 + 9 + 2 * 6, action: 3, buckets: 1 }
    }

    fn encode(
        &self,
        _game: &Leduc,
        known: &leduc::LeducInformation,
        actions: &[leduc::LeducAction],
        encoding: &mut Encoding,
    ) {
        let own = known.card.unwrap().rank as u16;
        let open = known.open.map_or(3, |card| card.rank as u16);
        encoding.push_context(own);
        encoding.push_context(3 + open);
        if open < 3 {
            encoding.push_context(7 + 3 * own + open);
        }
        for (round, bets) in (0..).zip(known.bets.rounds) {
            encoding.push_context(16 + 6 * round + 3 * u16::from(bets.checked) + u16::from(bets.raises));
        }
        for &action in actions {
            push_action(action as u16, encoding);
        }
    }
}

fn push_action(feature: u16, encoding: &mut Encoding) {
    let part = encoding.part([Change::comes(feature)]);
    encoding.push(part);
    encoding.end_branch();
    encoding.end_action();
}

struct RootGames<'a, G: HiddenInformation, E> {
    game: &'a G,
    form: &'a SequenceForm<G>,
    encoder: &'a E,
    network: &'a Network,
}

impl<G: HiddenInformation, E: Encoder<G>> Strategy<G> for RootGames<'_, G, E> {
    fn probabilities(&self, information: &G::Information, _actions: usize, probabilities: &mut Vec<f64>) {
        let choice = Seat::BOTH
            .into_iter()
            .find_map(|seat| self.form.choices(seat).find(|choice| choice.information == information));
        let mut encoding = Encoding::default();
        self.encoder.encode(self.game, information, choice.unwrap().actions, &mut encoding);
        self.network.probabilities(&encoding, &mut Activations::default(), probabilities);
    }
}

/// With 40,000, a quarter of the seeds leave Kuhn poker with an exploitability above 0.06.
const GAMES: u64 = 100_000;

/// The value for the first player and the exploitability, after training with as many magnets.
fn trained<G, E>(game: G, encoder: &E, magnets: u64) -> (f64, f64)
where
    G: HiddenInformation + Copy + Send,
    E: Encoder<G>,
{
    let usual = TrainingSettings::for_games(GAMES, TrainingSettings::BATCH);
    assert!(usual.attraction.abs() < f64::EPSILON, "a short run has no magnets");
    let attraction = if magnets > 0 { 0.05 } else { 0.0 };
    let magnet_every = GAMES.checked_div(magnets).unwrap_or(GAMES);
    let settings = TrainingSettings { temperature: [0.1, 0.03], attraction, magnet_every, ..usual };
    let form = SequenceForm::compile(&game, 1 << 30, RunContext::unwatched()).unwrap();
    let mut trainer = Trainer::new(encoder, settings, 1, vec![Again(game)]);
    while trainer.done() < settings.games {
        trainer.step();
    }
    let strategy = RootGames { game: &game, form: &form, encoder, network: trainer.policy() };
    let found = form.exploitability(&form.behavior(&strategy));
    (found.value, found.mean())
}

/// Kuhn poker has the value −1/18 (H. W. Kuhn, 1950); the uniform strategy has an exploitability of 0.458
/// chips.
#[test]
fn kuhn_poker_is_learned() {
    for magnets in [0, 20] {
        let (value, exploitability) = trained(Kuhn, &KuhnFeatures, magnets);
        assert!((value + 1.0 / 18.0).abs() < 0.015, "{magnets} magnets: {value}");
        assert!(exploitability < 0.05, "{magnets} magnets: {exploitability}");
    }
}

/// Leduc poker has the value −0.0856 chips, with at most thirteen to win; the uniform strategy has an
/// exploitability of 2.37.
#[test]
fn leduc_poker_is_learned() {
    let (value, exploitability) = trained(Leduc::default(), &LeducFeatures, 0);
    assert!((value + 0.0856).abs() < 0.05, "{value}");
    assert!(exploitability < 0.5, "{exploitability}");
}

/// A source whose game is not to be asked for between its end and the next beginning: the next may be
/// another.
struct EndedOnce {
    game: Kuhn,
    has_ended: bool,
}

impl GameSource for EndedOnce {
    type Game = Kuhn;

    fn game(&self) -> &Kuhn {
        assert!(!self.has_ended, "variations are part of the game");
        &self.game
    }

    fn begin<R: Rng + ?Sized>(&mut self, _rng: &mut R) -> kuhn::KuhnState {
        self.has_ended = false;
        self.game.start()
    }

    fn end(&mut self, _state: &kuhn::KuhnState) {
        self.has_ended = true;
    }

    fn save(&self) -> u64 {
        0
    }

    fn restore(&mut self, _saved: u64) {}
}

#[test]
fn a_game_ends_after_its_variations() {
    let settings = TrainingSettings { games: 64, variations: 1.0, ..TrainingSettings::default() };
    let source = EndedOnce { game: Kuhn, has_ended: true };
    let mut trainer = Trainer::new(&KuhnFeatures, settings, 1, vec![source]);
    let tally = trainer.step();
    // Two or three decisions of each game, and as many variations.
    assert!(tally.decisions > 3 * u64::from(settings.batch), "{tally:?}");
}

/// A saved and restored run gives the same result as an uninterrupted one, for any number of threads.
#[test]
fn a_resumed_run_is_the_unbroken_one() {
    // The magnet is replaced before and after the run is saved.
    let settings =
        TrainingSettings { games: 2048, batch: 64, magnet_every: 512, ..TrainingSettings::default() };
    let new =
        || Trainer::new(&LeducFeatures, settings, 7, vec![Again(Leduc::default()), Again(Leduc::default())]);
    let mut unbroken = new();
    let mut first = new();
    for _ in 0..12 {
        unbroken.step();
        first.step();
    }
    let (saved, columns) = (first.save(), first.columns().map(<[f32]>::to_vec));
    let mut second = new();
    assert!(second.restore(&saved, &columns));
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for _ in 0..12 {
        unbroken.step();
        alone.install(|| second.step());
    }
    assert_eq!(second.done(), 24 * 64);
    assert_eq!(second.save(), unbroken.save());
    assert_eq!(second.columns(), unbroken.columns());
    // A different shape is refused.
    let mut other = Trainer::new(&LeducFeatures, settings, 7, vec![Again(Leduc::default())]);
    assert!(!other.restore(&saved, &columns));
    assert_eq!(COLUMNS.len(), columns.len());
}
