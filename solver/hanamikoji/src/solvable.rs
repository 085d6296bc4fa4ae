//! Merged rounds to be solved as a whole.

use std::error::Error;

use crate::FIRST_ROUND;
use crate::exploit::against_average;
use crate::merged::MergedRound;
use crate::notation::{FavourText, GAME, Tags, rules_text};
use crate::rules::{Continuation, Favour, Round};
use crate::strategy_table::{describe_round, rows_of_merged, rows_of_sampled};
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::cfr::{Behavior, External, SequenceForm};
use hanamachi_core::search::strength::Estimated;
use hanamachi_strategies::{SolvableGame, Tabled};
use hanamachi_table::{Identity, Metadata, PolicyError, RowBuffer};
use hanamachi_text::shell_word;

impl SolvableGame for MergedRound {
    fn name(&self) -> &'static str {
        GAME
    }

    fn title(&self) -> String {
        let rules = self.round().rules();
        let values: Vec<String> = rules.geisha().map(|geisha| rules.value(geisha).to_string()).collect();
        let actions: Vec<String> = rules.actions().iter().map(|kind| kind.digit().to_string()).collect();
        format!("Hanamikoji, geisha {}, actions {}", values.join(" "), actions.join(" "))
    }

    fn unit(&self) -> &'static str {
        "games"
    }

    fn rules(&self) -> String {
        rules_text(self.round().rules())
    }

    fn command(&self) -> String {
        let round = self.round();
        let rules = Tags { rules: *round.rules(), round: round.number() }.to_string();
        let mut command = format!("hanamachi cfr --game hanamikoji --rules {}", shell_word(&rules));
        if round.favour() != Favour::NEUTRAL {
            let favour = FavourText::new(round.favour(), round.rules()).to_string();
            command.push_str(" --favour ");
            command.push_str(&shell_word(&favour));
        }
        command
    }

    /// Adds what differs from the usual question: neutral markers, and no undecided game. So do runs of before 0.3 go on.
    fn identify(&self, identity: Identity) -> Identity {
        let round = self.round();
        let identity = match round.favour() {
            Favour::NEUTRAL => identity,
            favour => identity.with("favour", FavourText::new(favour, round.rules()).to_string()),
        };
        let identity = match round.number() {
            FIRST_ROUND => identity,
            number => identity.with("round", number.to_string()),
        };
        match round.continuation() {
            Continuation::None => identity,
            Continuation::FavourTable(source) => {
                identity.with("continuation", format!("favour_table {}", source.hash_text()))
            }
            other => identity.with("continuation", other.word()),
        }
    }

    fn describe(&self, metadata: &mut Metadata) {
        describe_round(self.round(), metadata);
    }

    fn key_bytes(&self) -> usize {
        Round::KEY_BYTES
    }

    fn rows(
        &self,
        form: &SequenceForm<Self>,
        strategies: &Behavior,
        buffer: RowBuffer,
    ) -> Result<RowBuffer, PolicyError> {
        rows_of_merged(self, form, strategies, buffer)
    }

    const HAS_SAMPLED_ROWS: bool = true;

    fn sampled_rows(&self, run: &External<'_, Self>) -> Result<Option<RowBuffer>, PolicyError> {
        rows_of_sampled(self, run).map(Some)
    }

    fn local_best_response(
        &self,
        run: &External<'_, Self>,
        seed: u64,
        context: RunContext<'_>,
    ) -> Result<Option<Estimated>, Box<dyn Error + Send + Sync>> {
        Ok(against_average(self, run, seed, context)?)
    }
}
