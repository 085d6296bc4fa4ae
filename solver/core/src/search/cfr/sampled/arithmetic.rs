//! Arithmetic on the numbers of an information set. Independent of the game, so that it is compiled once for all games.

/// The sum of the values, each times its share.
pub(super) fn dot(strategy: &[f64], values: &[f64]) -> f64 {
    strategy.iter().zip(values).map(|(share, value)| share * value).sum()
}

/// Writes what regret matching makes of regrets to the end of `strategy`; where none is above 0, and where there are none, all
/// actions alike.
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

/// Writes the regrets of actions beside what their set was worth, divided by `reach`, to the end of `regrets`.
pub(super) fn push_regrets(values: &[f64], value: f64, reach: f64, regrets: &mut Vec<f64>) {
    regrets.extend(values.iter().map(|action| (action - value) / reach));
}

/// Writes numbers times a factor to the end of `scaled`.
pub(super) fn push_scaled(numbers: &[f64], factor: f64, scaled: &mut Vec<f64>) {
    scaled.extend(numbers.iter().map(|number| factor * number));
}

/// Writes how likely outcome sampling takes each action: at random with the probability `exploration`, else by the strategy
/// that begins at `start` and ends at the end of `numbers`, behind which it writes.
pub(super) fn push_chances(start: usize, exploration: f64, numbers: &mut Vec<f64>) {
    let end = numbers.len();
    #[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
    let each = exploration / (end - start) as f64;
    for place in start..end {
        let chance = each + (1.0 - exploration) * numbers[place];
        numbers.push(chance);
    }
}

/// Adds numbers to others, one by one.
pub(super) fn add(sums: &mut [f64], numbers: &[f64]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}
