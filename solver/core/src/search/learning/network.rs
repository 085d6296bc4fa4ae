//! A network that scores the actions of an information set.
//!
//! Let *x* be the sum of the context's rows and a bias, and *h* = relu(*x*). *c*, *v* and *w* are linear in
//! *h*, with a layer for each bucket of decisions as in the networks of chess programs (NNUE, Y. Nasu 2018;
//! buckets by Stockfish). A branch whose changes have the rows *s* has the features *y* = relu(*c* + Σ*s*)
//! and the score *v*·*y*, plus a number for each change. The score of an action is that of its branch, or the
//! mean over its branches, weighted by the softmax of *w*·*y*: so the network may learn to expect the worst
//! answer.
//!
//! The order of every sum is fixed, and no operations are fused: each instruction set gives the same bits.

use rand::{Rng, RngExt};
use rayon::prelude::*;

use super::encoding::{Branch, Encoding, Features, MOST_BRANCHES};
use super::wide::{self, WideWork};

/// Length of a row of the context.
const HIDDEN: usize = 128;
/// Length of a row of an action.
const WIDTH: usize = 64;
/// Outputs of the dense layer: the action's context, the score head, and the weights of the branches.
const HEADS: usize = 3 * WIDTH;

type Row = [f32; WIDTH];

/// The weights of a network, or one number for each of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    features: Features,
    weights: Box<[f32]>,
}

/// The dense layer of a bucket: a row for each unit of the hidden layer, and the bias.
type Dense = [[f32; HEADS]; HIDDEN + 1];
/// Number of weights of a dense layer.
const DENSE: usize = (HIDDEN + 1) * HEADS;

/// The tables of weights, in order.
struct WeightTables<'a> {
    context: &'a [[f32; HIDDEN]],
    bias: &'a [f32; HIDDEN],
    dense: &'a [Dense],
    action: &'a [Row],
    linear: &'a [f32],
}

/// The tables of weights, mutable.
struct TablesMut<'a> {
    context: &'a mut [[f32; HIDDEN]],
    bias: &'a mut [f32; HIDDEN],
    dense: &'a mut [Dense],
    action: &'a mut [Row],
    linear: &'a mut [f32],
}

/// Number of weights whose gradients are updated together or not at all, except in the last table. Each table
/// begins with a block.
pub(super) const BLOCK: usize = WIDTH;

/// Gradient of the weights, with a flag for each block that was updated.
#[derive(Clone, Debug)]
pub(super) struct Gradient {
    slopes: Network,
    touched: Box<[bool]>,
}

impl Gradient {
    /// A zero gradient.
    pub(super) fn zero(features: Features) -> Self {
        let slopes = Network::zero(features);
        let touched = vec![false; slopes.weights.len().div_ceil(BLOCK)].into();
        Self { slopes, touched }
    }

    /// Sets the gradient to 0.
    pub(super) fn clear(&mut self) {
        for (touched, block) in self.touched.iter_mut().zip(self.slopes.weights.chunks_mut(BLOCK)) {
            if std::mem::take(touched) {
                block.fill(0.0);
            }
        }
    }

    /// Gradient of a block, if it was updated.
    #[inline(always)]
    pub(super) fn block(&self, block: usize) -> Option<&[f32]> {
        let start = block * BLOCK;
        let end = self.slopes.weights.len().min(start + BLOCK);
        self.touched[block].then(|| &self.slopes.weights[start..end])
    }

    /// Gradient of all weights.
    #[cfg(test)]
    pub(super) const fn slopes(&self) -> &[f32] {
        self.slopes.weights()
    }

    #[inline(always)]
    fn touch(&mut self, first: usize, weights: usize) {
        self.touched[first / BLOCK..(first + weights).div_ceil(BLOCK)].fill(true);
    }
}

/// Intermediate results of an evaluation: a reusable buffer, and the input of the gradient.
#[derive(Clone, Debug)]
pub struct Activations {
    hidden: [f32; HIDDEN],
    heads: [f32; HEADS],
    parts: Vec<Row>,
    linear: Vec<f32>,
    /// Scores of the branches, and their weights, whose softmax counts.
    branches: [Vec<f32>; 2],
    /// Scores and probabilities of the actions.
    pub(super) actions: [Vec<f32>; 2],
    of_parts: Vec<Row>,
    /// `None` for parts that did not contribute.
    of_linear: Vec<Option<f32>>,
}

impl Default for Activations {
    fn default() -> Self {
        Self {
            hidden: [0.0; HIDDEN],
            heads: [0.0; HEADS],
            parts: Vec::new(),
            linear: Vec::new(),
            branches: Default::default(),
            actions: Default::default(),
            of_parts: Vec::new(),
            of_linear: Vec::new(),
        }
    }
}

impl Network {
    /// A network with all weights 0.
    #[must_use]
    pub fn zero(features: Features) -> Self {
        Self { features, weights: vec![0.0; Self::count(features)].into() }
    }

    /// A network with small random weights.
    pub fn random<R: Rng + ?Sized>(features: Features, rng: &mut R) -> Self {
        let mut network = Self::zero(features);
        let mut fill = |weights: &mut [f32], size: f32| {
            weights.fill_with(|| (rng.random::<f32>() * 2.0 - 1.0) * size);
        };
        let tables = network.tables_mut();
        fill(tables.context.as_flattened_mut(), 0.25);
        fill(tables.bias, 0.1);
        fill(tables.action.as_flattened_mut(), 0.15);
        if let Some((first, others)) = tables.dense.split_first_mut() {
            for row in first.iter_mut() {
                // The weights of the branches begin with 0: all branches count equally.
                fill(&mut row[..2 * WIDTH], 0.1);
            }
            others.fill(*first);
        }
        network
    }

    /// Scales all scores by `factor`.
    #[must_use]
    pub fn scaled(mut self, factor: f32) -> Self {
        let tables = self.tables_mut();
        for row in tables.dense.as_flattened_mut() {
            row[WIDTH..2 * WIDTH].iter_mut().for_each(|weight| *weight *= factor);
        }
        tables.linear.iter_mut().for_each(|weight| *weight *= factor);
        self
    }

    /// A step of the exponential moving average of another network's weights: keeps `decay` of its own.
    pub(super) fn approach(&mut self, other: &Self, decay: f32) {
        let size = 1 << 14;
        let both = self.weights.par_chunks_mut(size).zip(other.weights.par_chunks(size));
        both.for_each(|(weights, others)| {
            for (weight, other) in weights.iter_mut().zip(others) {
                *weight = decay * *weight + (1.0 - decay) * other;
            }
        });
    }

    /// Its numbers of features.
    pub(super) const fn features(&self) -> Features {
        self.features
    }

    /// Number of weights of a network with this many features.
    #[must_use]
    pub const fn count(features: Features) -> usize {
        Starts::new(features).linear + features.action
    }

    /// The network with these weights; `None` if their number is wrong.
    #[must_use]
    pub fn from_weights(features: Features, weights: Vec<f32>) -> Option<Self> {
        (weights.len() == Self::count(features)).then(|| Self { features, weights: weights.into() })
    }

    /// The weights.
    #[must_use]
    pub const fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub(super) const fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    #[inline(always)]
    fn tables(&self) -> WeightTables<'_> {
        let (context, rest) = self.weights.split_at(self.features.context * HIDDEN);
        let (bias, rest) = rest.split_first_chunk().expect("the number of weights fits");
        let (dense, rest) = rest.split_at(self.features.buckets * DENSE);
        let (action, linear) = rest.split_at(self.features.action * WIDTH);
        WeightTables {
            context: context.as_chunks().0,
            bias,
            dense: dense.as_chunks().0.as_chunks().0,
            action: action.as_chunks().0,
            linear,
        }
    }

    #[inline(always)]
    fn tables_mut(&mut self) -> TablesMut<'_> {
        let (context, rest) = self.weights.split_at_mut(self.features.context * HIDDEN);
        let (bias, rest) = rest.split_first_chunk_mut().expect("the number of weights fits");
        let (dense, rest) = rest.split_at_mut(self.features.buckets * DENSE);
        let (action, linear) = rest.split_at_mut(self.features.action * WIDTH);
        TablesMut {
            context: context.as_chunks_mut().0,
            bias,
            dense: dense.as_chunks_mut().0.as_chunks_mut().0,
            action: action.as_chunks_mut().0,
            linear,
        }
    }

    /// Replaces the contents of `scores` by those of all actions.
    pub(super) fn scores(&self, encoding: &Encoding, activations: &mut Activations, scores: &mut Vec<f32>) {
        wide::run(ScoreWork { network: self, encoding, activations, scores });
    }

    /// [`scores`](Self::scores) with the instructions of the caller.
    #[inline(always)]
    fn scores_here(&self, encoding: &Encoding, activations: &mut Activations, scores: &mut Vec<f32>) {
        let tables = self.tables();
        let Activations { hidden, heads, parts, linear, branches, .. } = activations;
        let mut sum = *tables.bias;
        for &feature in encoding.context() {
            add(&mut sum, &tables.context[usize::from(feature)]);
        }
        let (mut active, mut count) = ([0; HIDDEN], 0);
        for (place, value) in sum.iter_mut().enumerate() {
            *value = larger(*value, 0.0);
            active[count] = place;
            count += usize::from(*value > 0.0);
        }
        *hidden = sum;
        let (dense, active) = (&tables.dense[encoding.bucket()], &active[..count]);
        let (of_branch, of_weights) = heads.split_at_mut(2 * WIDTH);
        of_branch.copy_from_slice(&outputs::<0, { 2 * WIDTH }>(dense, &sum, active));
        // Without another branch of the same action, the weight of a branch does not matter.
        if encoding.has_answers() {
            of_weights.copy_from_slice(&outputs::<{ 2 * WIDTH }, WIDTH>(dense, &sum, active));
        } else {
            of_weights.fill(0.0);
        }
        parts.clear();
        linear.clear();
        for changes in encoding.parts() {
            let (mut sum, mut number) = ([0.0; WIDTH], 0.0);
            for change in changes {
                add_scaled(&mut sum, change.sign(), &tables.action[change.feature()]);
                number += change.sign() * tables.linear[change.feature()];
            }
            parts.push(sum);
            linear.push(number);
        }
        let heads = Heads::new(heads);
        let [of_branches, weights] = branches;
        of_branches.clear();
        weights.clear();
        for branch in encoding.branches() {
            let end = heads.end(branch, parts, linear).1;
            of_branches.push(end.score);
            weights.push(end.weight);
        }
        for branches in encoding.actions() {
            let weights = &mut weights[branches];
            let largest = weights.iter().copied().fold(f32::NEG_INFINITY, larger);
            for weight in weights {
                *weight -= largest;
            }
        }
        exponentials_here(weights);
        scores.clear();
        for branches in encoding.actions() {
            let weights = &weights[branches.clone()];
            let all: f32 = weights.iter().sum();
            let shares = weights.iter().map(|weight| weight / all);
            scores.push(shares.zip(&of_branches[branches]).map(|(share, score)| share * score).sum());
        }
    }

    /// Adds the gradient of the sum of all scores, weighted by `slopes`, to `gradient`. The activations must
    /// be those left by [`scores`](Self::scores) for the same encoding.
    pub(super) fn add_gradient(
        &self,
        encoding: &Encoding,
        activations: &mut Activations,
        slopes: &[f32],
        gradient: &mut Gradient,
    ) {
        wide::run(Differentiate { network: self, encoding, activations, slopes, gradient });
    }

    /// [`add_gradient`](Self::add_gradient) with the instructions of the caller.
    #[inline(always)]
    fn add_gradient_here(
        &self,
        encoding: &Encoding,
        activations: &mut Activations,
        slopes: &[f32],
        gradient: &mut Gradient,
    ) {
        let tables = self.tables();
        let starts = Starts::new(self.features);
        let Activations { hidden, heads, parts, linear, of_parts, of_linear, .. } = activations;
        let heads = Heads::new(heads);
        of_parts.clear();
        of_parts.resize(parts.len(), [0.0; WIDTH]);
        of_linear.clear();
        of_linear.resize(parts.len(), None);
        let (mut of_context, mut of_score, mut of_weight) = ([0.0; WIDTH], [0.0; WIDTH], [0.0; WIDTH]);
        let mut contributes = false;
        for (branches, &slope) in encoding.actions().zip(slopes) {
            if slope.abs() < LEAST_SLOPE {
                continue;
            }
            contributes = true;
            let mut all = [(None, [0.0; WIDTH]); MOST_BRANCHES];
            let mut ends = [End::default(); MOST_BRANCHES];
            let mut count = 0;
            for ((kept, end), branch) in all.iter_mut().zip(&mut ends).zip(branches) {
                let branch = encoding.branch(branch);
                let (features, of_branch) = heads.end(branch, parts, linear);
                *kept = (Some(branch), features);
                *end = of_branch;
                count += 1;
            }
            let ends = &ends[..count];
            let (mean, shares) = (mean(ends), shares(ends));
            for (((branch, features), end), share) in all.iter().zip(ends).zip(shares) {
                let score = slope * share;
                let weight = score * (end.score - mean);
                let mut of_features = [0.0; WIDTH];
                for place in 0..WIDTH {
                    let slope = score * heads.score[place] + weight * heads.weight[place];
                    of_features[place] = if features[place] > 0.0 { slope } else { 0.0 };
                }
                add(&mut of_context, &of_features);
                add_scaled(&mut of_score, score, features);
                add_scaled(&mut of_weight, weight, features);
                for part in branch.iter().flat_map(|branch| branch.parts()) {
                    add(&mut of_parts[part], &of_features);
                    *of_linear[part].get_or_insert(0.0) += score;
                }
            }
        }
        if !contributes {
            return;
        }
        for ((changes, row), number) in encoding.parts().zip(&*of_parts).zip(&*of_linear) {
            let Some(number) = number else { continue };
            for change in changes {
                gradient.touch(starts.action + change.feature() * WIDTH, WIDTH);
                gradient.touch(starts.linear + change.feature(), 1);
                let into = gradient.slopes.tables_mut();
                add_scaled(&mut into.action[change.feature()], change.sign(), row);
                into.linear[change.feature()] += change.sign() * number;
            }
        }
        let mut of_heads = [0.0; HEADS];
        for (part, of_part) in of_heads.chunks_exact_mut(WIDTH).zip([&of_context, &of_score, &of_weight]) {
            part.copy_from_slice(of_part);
        }
        gradient.touch(starts.dense + encoding.bucket() * DENSE, DENSE);
        gradient.touch(starts.bias, HIDDEN);
        for &feature in encoding.context() {
            gradient.touch(usize::from(feature) * HIDDEN, HIDDEN);
        }
        let into = gradient.slopes.tables_mut();
        let [dense @ .., _] = &tables.dense[encoding.bucket()];
        let [into_dense @ .., dense_bias] = &mut into.dense[encoding.bucket()];
        add(dense_bias, &of_heads);
        let mut of_hidden = [0.0; HIDDEN];
        for (place, &value) in hidden.iter().enumerate() {
            if value > 0.0 {
                of_hidden[place] = dot(&dense[place], &of_heads);
                add_scaled(&mut into_dense[place], value, &of_heads);
            }
        }
        add(into.bias, &of_hidden);
        for &feature in encoding.context() {
            add(&mut into.context[usize::from(feature)], &of_hidden);
        }
    }
}

/// The work of [`Network::scores`].
pub(super) struct ScoreWork<'a> {
    pub(super) network: &'a Network,
    pub(super) encoding: &'a Encoding,
    pub(super) activations: &'a mut Activations,
    pub(super) scores: &'a mut Vec<f32>,
}

impl WideWork for ScoreWork<'_> {
    #[inline(always)]
    fn run(self) {
        self.network.scores_here(self.encoding, self.activations, self.scores);
    }
}

/// The work of [`Network::add_gradient`].
pub(super) struct Differentiate<'a> {
    pub(super) network: &'a Network,
    pub(super) encoding: &'a Encoding,
    pub(super) activations: &'a mut Activations,
    pub(super) slopes: &'a [f32],
    pub(super) gradient: &'a mut Gradient,
}

impl WideWork for Differentiate<'_> {
    #[inline(always)]
    fn run(self) {
        self.network.add_gradient_here(self.encoding, self.activations, self.slopes, self.gradient);
    }
}

/// Start of each table of weights after the first.
struct Starts {
    bias: usize,
    dense: usize,
    action: usize,
    linear: usize,
}

impl Starts {
    const fn new(features: Features) -> Self {
        let bias = features.context * HIDDEN;
        let dense = bias + HIDDEN;
        let action = dense + features.buckets * DENSE;
        Self { bias, dense, action, linear: action + features.action * WIDTH }
    }
}

/// Slopes below this in absolute value count as 0: they would not change a weight.
const LEAST_SLOPE: f32 = 1e-6;

/// The three outputs of the dense layer.
#[derive(Clone, Copy)]
struct Heads<'a> {
    context: &'a Row,
    score: &'a Row,
    weight: &'a Row,
}

/// Sums of a branch: score and weight.
#[derive(Clone, Copy, Default)]
struct End {
    score: f32,
    weight: f32,
}

impl<'a> Heads<'a> {
    #[inline(always)]
    fn new(heads: &'a [f32; HEADS]) -> Self {
        let [context, score, weight] = heads.as_chunks().0 else { unreachable!("three rows") };
        Self { context, score, weight }
    }

    #[inline(always)]
    fn end(self, branch: Branch<'_>, parts: &[Row], linear: &[f32]) -> (Row, End) {
        let mut features = *self.context;
        let mut number = 0.0;
        for part in branch.parts() {
            add(&mut features, &parts[part]);
            number += linear[part];
        }
        for feature in &mut features {
            *feature = larger(*feature, 0.0);
        }
        let end = End { score: dot(self.score, &features) + number, weight: dot(self.weight, &features) };
        (features, end)
    }
}

/// The larger of two numbers, neither of which is NaN. `f32::max` would check for NaN; where there is no
/// instruction for it, as in WebAssembly, that is a call in the innermost loop.
#[inline(always)]
pub(super) fn larger(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

/// Outputs of a dense layer from one place on, given its inputs and the places of those that are not 0.
#[inline(always)]
fn outputs<const FROM: usize, const N: usize>(
    dense: &Dense,
    inputs: &[f32; HIDDEN],
    active: &[usize],
) -> [f32; N] {
    let of_row = |row: &[f32; HEADS]| *row[FROM..].first_chunk::<N>().expect("a part of the row");
    let [rows @ .., bias] = dense;
    let mut sum = of_row(bias);
    for &place in active {
        add_scaled(&mut sum, inputs[place], &of_row(&rows[place]));
    }
    sum
}

/// Replaces numbers, none of which is above 0, by their exponentials.
pub(super) struct Exponentials<'a>(pub(super) &'a mut [f32]);

impl WideWork for Exponentials<'_> {
    #[inline(always)]
    fn run(self) {
        exponentials_here(self.0);
    }
}

#[inline(always)]
fn exponentials_here(numbers: &mut [f32]) {
    for number in numbers {
        *number = exponential(*number);
    }
}

/// `libm::expf` of a number that is not above 0, to the last bit: the same operations without its branches, so that a loop
/// computes several at once.
#[inline(always)]
fn exponential(number: f32) -> f32 {
    const LN2: [f32; 2] = [f32::from_bits(0x3f31_7200), f32::from_bits(0x35bf_be8e)];
    const INVERSE_LN2: f32 = f32::from_bits(0x3fb8_aa3b);
    const P: [f32; 2] = [f32::from_bits(0x3e2a_aa8f), f32::from_bits(0xbb35_5215)];
    // The exponential of the first is 0, and from the others on the power of two is −1 and less, and 0.
    const ZERO: f32 = -f32::from_bits(0x42cf_f1b5);
    const LESS: f32 = -f32::from_bits(0x3f85_1592);
    const HALF: f32 = -f32::from_bits(0x3eb1_7218);
    const TINY: f32 = -f32::from_bits(0x3900_0000);
    // Added to a small number, it leaves the nearest integer in the last bits.
    const ROUNDER: f32 = 12_582_912.0;
    let clamped = larger(number, -104.0);
    let scaled = INVERSE_LN2 * clamped - 0.5;
    let nearest = scaled + ROUNDER - ROUNDER;
    let truncated = if nearest < scaled { nearest + 1.0 } else { nearest };
    let of_half = if clamped < HALF { -1.0 } else { 0.0 };
    let of_power = if clamped < LESS { truncated } else { of_half };
    let power = (of_power + ROUNDER).to_bits().wrapping_sub(ROUNDER.to_bits()).cast_signed();
    let (high, low) = (clamped - of_power * LN2[0], of_power * LN2[1]);
    let reduced = high - low;
    let square = reduced * reduced;
    let rest = reduced - square * (P[0] + square * P[1]);
    let value = 1.0 + (reduced * rest / (2.0 - rest) - low + high);
    // In two steps, because the result may be subnormal.
    let first = power.max(-102);
    let two_to = |power: i32| f32::from_bits(((power + 127) << 23).cast_unsigned());
    let scaled = value * two_to(first) * two_to(power - first);
    let scaled = if number <= ZERO { 0.0 } else { scaled };
    if number >= TINY { 1.0 + number } else { scaled }
}

/// Softmax of the weights.
#[inline(always)]
fn shares(ends: &[End]) -> [f32; MOST_BRANCHES] {
    let mut shares = [0.0; MOST_BRANCHES];
    let largest = ends.iter().fold(f32::NEG_INFINITY, |largest, end| larger(largest, end.weight));
    let mut all = 0.0;
    for (share, end) in shares.iter_mut().zip(ends) {
        *share = libm::expf(end.weight - largest);
        all += *share;
    }
    shares.map(|share| share / all)
}

#[inline(always)]
fn mean(ends: &[End]) -> f32 {
    match ends {
        [end] => end.score,
        _ => shares(ends).iter().zip(ends).map(|(share, end)| share * end.score).sum(),
    }
}

#[inline(always)]
fn add<const N: usize>(sum: &mut [f32; N], other: &[f32; N]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += other;
    }
}

#[inline(always)]
fn add_scaled<const N: usize>(sum: &mut [f32; N], scale: f32, other: &[f32; N]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum += scale * other;
    }
}

/// Dot product in sixteen lanes, so that the order of the sum does not depend on the instruction set.
#[inline(always)]
fn dot<const N: usize>(one: &[f32; N], other: &[f32; N]) -> f32 {
    let mut lanes = [0.0; 16];
    for (one, other) in one.as_chunks::<16>().0.iter().zip(other.as_chunks::<16>().0) {
        for ((lane, one), other) in lanes.iter_mut().zip(one).zip(other) {
            *lane += one * other;
        }
    }
    // From here on the lanes are treated as numbers in memory: otherwise the compiler keeps the pairs that
    // are added next together, two to a register, in the loop.
    let lanes = std::hint::black_box(lanes);
    let eight: [f32; 8] = std::array::from_fn(|lane| lanes[lane] + lanes[lane + 8]);
    let four: [f32; 4] = std::array::from_fn(|lane| eight[lane] + eight[lane + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}
