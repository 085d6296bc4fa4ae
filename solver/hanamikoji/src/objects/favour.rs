//! The values of the markers between rounds, as they are estimated.
#![expect(missing_docs, reason = "keys that say themselves what they are, as they stand in the object")]

use std::fmt::Write;

use hanamachi_core::ENGINE;
use hanamachi_core::search::budget::Stop;
use hanamachi_core::search::strength::Strength;
use serde::Serialize;

use crate::notation::FavourText;
use crate::notation::rules_text;
use crate::{Chain, FavourTable, Tiebreak};

/// `hanamikoji.favour/1`.
#[derive(Clone, Debug, Serialize)]
pub struct FavourObject {
    schema: &'static str,
    pub engine: &'static str,
    pub rules: String,
    pub kind: Strength,
    pub method: &'static str,
    pub player: String,
    pub rounds_each: u64,
    pub seed: u64,
    pub command: String,
    pub layouts: Vec<LayoutObject>,
    /// `interrupted` if Ctrl-C ended it; `n` says how many rounds were played from each layout. Otherwise
    /// absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// A layout, from the seat of the player who starts the next round.
#[derive(Clone, Debug, Serialize)]
pub struct LayoutObject {
    pub favour: String,
    /// Number of equivalent placements of the markers.
    pub placements: usize,
    /// Probability that this player wins the game.
    pub win: f64,
    pub se: f64,
    pub n: u64,
    /// The same if the game ends after one, two or three more rounds, with undecided games decided by charm
    /// points.
    pub win_within_charm: [f64; 3],
    /// The same with undecided games shared.
    pub win_within_none: [f64; 3],
}

impl FavourObject {
    /// The estimates of this chain, whose counts are from games of this player against itself; `stopped` if they were cut short.
    /// Layouts without enough rounds are left out.
    #[must_use]
    pub fn new(
        chain: &Chain,
        player: String,
        (rounds_each, seed): (u64, u64),
        stopped: Option<Stop>,
    ) -> Self {
        let rules = chain.rules();
        let within = |tiebreak| [1, 2, 3].map(|rounds| chain.win_within(rounds, tiebreak));
        let (charm, none) = (within(Tiebreak::Charm), within(Tiebreak::None));
        let alike = FavourTable::placements(rules);
        let layouts =
            chain.layouts().iter().zip(chain.win()).enumerate().filter_map(|(number, (layout, win))| {
                let win = win?;
                Some(LayoutObject {
                    favour: FavourText::new(layout.favour(), rules).to_string(),
                    placements: alike.get(layout).copied().unwrap_or_default(),
                    win: win.value,
                    se: win.standard_error,
                    n: win.n,
                    win_within_charm: [0, 1, 2].map(|rounds: usize| charm[rounds][number]),
                    win_within_none: [0, 1, 2].map(|rounds: usize| none[rounds][number]),
                })
            });
        let layouts = layouts.collect();
        let mut command = format!(
            "hanamachi hanamikoji favour --player {player} --rounds-each {rounds_each} --seed {seed}"
        );
        if !rules.is_standard_round() {
            let _ = write!(command, " --rules '{}'", rules_text(rules));
        }
        Self {
            schema: "hanamikoji.favour/1",
            engine: ENGINE,
            rules: rules_text(rules),
            kind: Strength::Estimated,
            method: "markov_chain",
            player,
            rounds_each,
            seed,
            command,
            layouts,
            stopped: stopped.map(Stop::word),
        }
    }

    /// The layouts as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = format!("# {}\n# by {}\n", self.command, self.engine);
        if let Some(stopped) = self.stopped {
            let _ = writeln!(text, "# {stopped}");
        }
        text += "favour,placements,win,se,n,win_1_charm,win_2_charm,win_3_charm,win_1_none,win_2_none,win_3_none\n";
        for layout in &self.layouts {
            let LayoutObject { favour, placements, win, se, n, win_within_charm, win_within_none } = layout;
            let _ = write!(text, "{favour},{placements},{win:.5},{se:.5},{n}");
            for win in win_within_charm.iter().chain(win_within_none) {
                let _ = write!(text, ",{win:.5}");
            }
            text.push('\n');
        }
        text
    }

    /// Rounds played from each layout, at least.
    #[must_use]
    pub fn rounds_played(&self) -> u64 {
        self.layouts.iter().map(|layout| layout.n).min().unwrap_or_default()
    }
}
