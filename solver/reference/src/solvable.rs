//! The test games to be solved as a whole.

use super::kuhn::Kuhn;
use super::leduc::Leduc;
use super::liars_dice::LiarsDice;
use hanamachi_core::search::cfr::{Behavior, SequenceForm};
use hanamachi_strategies::{SolvableGame, Tabled, rows_of};
use hanamachi_table::{PolicyError, RowBuffer};

macro_rules! solvable {
    ($($game:ty: $name:literal, $title:literal, $unit:literal;)+) => {
        $(impl SolvableGame for $game {
            fn name(&self) -> &'static str {
                $name
            }

            fn title(&self) -> String {
                $title.to_owned()
            }

            fn unit(&self) -> &'static str {
                $unit
            }

            fn key_bytes(&self) -> usize {
                Self::KEY_BYTES
            }

            fn rows(
                &self,
                form: &SequenceForm<Self>,
                strategies: &Behavior,
                buffer: RowBuffer,
            ) -> Result<RowBuffer, PolicyError> {
                rows_of(self, form, strategies, buffer)
            }
        })+
    };
}

solvable! {
    Kuhn: "kuhn", "Kuhn poker", "chips";
    Leduc: "leduc", "Leduc poker", "chips";
    LiarsDice: "liars_dice", "Liar's dice, one die each", "games";
}
