//! The person's opponent: a player, its random numbers, and its launcher.

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use hanamachi_solver::exec::Launcher;
use hanamachi_solver::hanamikoji::players::{Event, Forfeit, Player};
use hanamachi_solver::hanamikoji::{Action, Rules};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::round::Sitting;
use crate::failure::Failure;
use crate::hanamikoji::players::{PlayerSpec, launcher, makers};
use crate::session::Session;

/// The opponent. It sees only what its seat may see.
pub(super) struct Opponent {
    player: Box<dyn Player>,
    stream: Xoshiro256PlusPlus,
    launcher: Arc<Launcher>,
}

impl Opponent {
    /// Makes the player of this specification in games by these rules, which draws from this stream.
    pub(super) fn new(
        spec: &PlayerSpec,
        rules: &Rules,
        stream: Xoshiro256PlusPlus,
        move_time: Duration,
        session: &Session,
    ) -> Result<Self, Failure> {
        let launcher = launcher(1, move_time, session);
        let makers = makers(std::slice::from_ref(spec), rules, &launcher)?;
        let make = makers.first().ok_or_else(|| anyhow!("there is no opponent"))?;
        Ok(Self { player: make(), stream, launcher })
    }

    /// A legal action, or the reason why the opponent cannot go on.
    pub(super) fn decide(
        &mut self,
        sitting: &Sitting,
        session: &Session,
    ) -> Result<Result<Action, Forfeit>, Failure> {
        let seat = !sitting.person();
        if let Some(card) = sitting.drawn(seat) {
            self.sees(Event::Draws { card });
        }
        let information = sitting.information(seat);
        let decided = self.player.decide(sitting.round(), &information, &mut self.stream);
        // An outside program could not even be started.
        if let Some(why) = self.launcher.hopeless() {
            return Err(anyhow!("{why}").into());
        }
        // The player may have given up because the token was set meanwhile.
        session.check()?;
        Ok(decided.and_then(|action| {
            if sitting.is_legal(action) {
                Ok(action)
            } else {
                Err(Forfeit { reason: format!("the action {action} is not legal") })
            }
        }))
    }

    /// Tells the opponent of an event.
    pub(super) fn sees(&mut self, event: Event<'_>) {
        self.player.sees(event);
    }

    /// Tells the opponent that a round begins.
    pub(super) fn begins(&mut self, sitting: &Sitting) {
        let seat = !sitting.person();
        self.sees(Event::RoundBegins { round: sitting.round(), seat, hand: sitting.first_hand(seat) });
    }
}
