//! Pooling of the samples of actions that are known to be equal, and resampling.

use super::{ActionAnswer, Answer};

impl<A: Copy> Answer<A> {
    /// Number of batches of the action with most of them.
    #[must_use]
    pub fn batches(&self) -> usize {
        self.actions.iter().map(|of| of.batches.len()).max().unwrap_or_default()
    }

    /// The answer from these of its batches, each as often as it is named, for the bootstrap: by how much would another sample change it?
    /// Shares stay as they are; visits before which something was known do not count.
    #[must_use]
    pub fn resample(&self, batches: &[usize]) -> Self {
        let actions = self.actions.iter().map(|of| {
            let picked = of.batches.picked(batches);
            let clusters = picked.with_visits();
            let value = picked.mean(clusters);
            let visits = value.map_or(0, |value| value.n);
            ActionAnswer { visits, value, batches: picked, trust: 1.0, ..of.clone() }
        });
        Self { actions: actions.collect(), ..self.clone() }
    }
}

impl<A> Answer<A> {
    /// Gives equal actions one value, one error and one share. `classes` has the place of the first of its equals for each action. The
    /// value becomes the mean over the visits of all equals, with the error of that mean; each action has all of these visits. The share
    /// becomes the mean of their shares, so that the sum stays the same.
    pub fn pool(&mut self, classes: &[usize]) {
        for first in 0..self.actions.len() {
            let equals: Vec<usize> =
                (first..self.actions.len()).filter(|&place| classes.get(place) == Some(&first)).collect();
            if equals.len() < 2 {
                continue;
            }
            let mut pooled = self.actions[first].batches.clone();
            let of = || equals.iter().map(|&place| &self.actions[place]);
            of().skip(1).for_each(|other| pooled.add_all(&other.batches));
            let (visits, availability) =
                (of().map(|of| of.visits).sum(), of().map(|of| of.availability).sum());
            #[expect(clippy::cast_precision_loss, reason = "few actions")]
            let share = of().map(|of| of.share).sum::<f64>() / equals.len() as f64;
            let clusters = of().filter_map(|of| Some(of.value?.clusters)).max();
            let value = clusters.and_then(|clusters| pooled.mean(clusters));
            for &place in &equals {
                let action = &mut self.actions[place];
                (action.visits, action.availability, action.share) = (visits, availability, share);
                (action.value, action.batches) = (value, pooled.clone());
            }
        }
    }
}
