//! Arithmetic on the numbers of an information set. Independent of the game, so it is compiled once for all
//! games.

/// Sum of the values weighted by the strategy.
pub(super) fn dot(strategy: &[f64], values: &[f64]) -> f64 {
    strategy.iter().zip(values).map(|(share, value)| share * value).sum()
}

/// Appends the regret-matching strategy for `regrets` to `strategy`. It is uniform if no regret is above 0,
/// or if there are none.
pub(super) fn push_regret_matching(regrets: &[f64], actions: usize, strategy: &mut Vec<f64>) {
    let start = strategy.len();
    let mut sum = 0.0;
    for &regret in regrets {
        let positive = regret.max(0.0);
        sum += positive;
        strategy.push(positive);
    }
    if sum > 0.0 {
        let scale = 1.0 / sum;
        strategy[start..].iter_mut().for_each(|share| *share *= scale);
    } else {
        strategy.truncate(start);
        #[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
        strategy.resize(start + actions, 1.0 / actions as f64);
    }
}

/// Appends the regrets of actions with these `values` to `regrets`: the differences from `value`, divided by
/// `reach`.
pub(super) fn push_regrets(values: &[f64], value: f64, reach: f64, regrets: &mut Vec<f64>) {
    regrets.extend(values.iter().map(|action| (action - value) / reach));
}

/// Appends the numbers times a factor to `scaled`.
pub(super) fn push_scaled(numbers: &[f64], factor: f64, scaled: &mut Vec<f64>) {
    scaled.extend(numbers.iter().map(|number| factor * number));
}

/// Appends the probabilities with which outcome sampling takes each action to `numbers`: uniform with
/// probability `exploration`, otherwise by the strategy from `start` to the end of `numbers`.
pub(super) fn push_chances(start: usize, exploration: f64, numbers: &mut Vec<f64>) {
    let end = numbers.len();
    #[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
    let each = exploration / (end - start) as f64;
    for place in start..end {
        let chance = each + (1.0 - exploration) * numbers[place];
        numbers.push(chance);
    }
}

/// Adds `numbers` to `sums` elementwise.
pub(super) fn add(sums: &mut [f64], numbers: &[f64]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}
