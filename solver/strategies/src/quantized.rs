use hanamachi_core::game::HiddenInformation;
use hanamachi_core::search::cfr::Strategy;
use hanamachi_table::{quantize, unquantize};

/// A strategy with the rounding of a table, to 16 bits.
#[derive(Clone, Copy, Debug)]
pub struct Quantized<S>(pub S);

impl<G: HiddenInformation, S: Strategy<G>> Strategy<G> for Quantized<S> {
    fn probabilities(&self, information: &G::Information, actions: usize, probabilities: &mut Vec<f64>) {
        self.0.probabilities(information, actions, probabilities);
        let mut units = Vec::with_capacity(actions);
        // An invalid distribution is left unchanged: a table would refuse it.
        if quantize(probabilities, &mut units).is_ok() {
            probabilities.clear();
            probabilities.extend(units.into_iter().map(unquantize));
        }
    }
}
