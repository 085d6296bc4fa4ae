//! The training report: the progress of a policy, by the curve in the file of its weights or in its
//! checkpoint.

use std::fmt::Write as _;
use std::path::Path;

use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::training::{CurvePoint, Measurement, RefinedRun, Rung, measurement};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::table::Metadata;
use hanamachi_solver::text::shell_word as quoted;
use serde::Serialize;
use serde_json::Value;

use super::parts::PARTS;
use super::words;
use crate::frame::chart::{Axis, Curve, Curves, Scale, Whisker};
use crate::frame::{Drawings, Facts, Report, Sheet, Templates, thousands};
use crate::percent;

/// `hanamikoji.training_report/1`.
#[derive(Serialize)]
pub struct TrainingReport {
    file: String,
    /// True for the checkpoint of a run, which may go on; false for weights.
    is_checkpoint: bool,
    /// Rounds so far.
    rounds: u64,
    seed: Option<u64>,
    /// Program and command that made the file.
    program: String,
    made_by: String,
    settings: Vec<SettingObject>,
    /// Refined run, with whose networks this one began.
    #[serde(skip_serializing_if = "Option::is_none")]
    refined: Option<RefinedRun>,
    /// Method of the measurements, if points were measured.
    measurement: Option<Measurement>,
    /// Players of the ladder, in its order.
    players: Vec<String>,
    /// Strength of every entropy and error.
    curve_kind: Strength,
    curve: Vec<CurvePoint>,
    #[serde(skip)]
    rules: String,
}

#[derive(Serialize)]
struct SettingObject {
    name: String,
    value: String,
}

/// A setting in words, if there are any for it.
fn setting(name: &str) -> String {
    match name {
        "games" => "rounds of the whole run",
        "batch" => "rounds between two steps",
        "rate" => "size of a step, from first to last",
        "temperature" => "temperature, the weight of the entropy, from first to last",
        "attraction" => "weight of the divergence from the magnet",
        "magnet_every" => "rounds after which the smoothed policy becomes the magnet",
        "trace" => "weight of the result of a round in the targets of its decisions, λ of TD(λ)",
        "variations" => "share of the decisions of a round at which a variation begins",
        "smoothed_over" => "rounds over which weights are smoothed, at most",
        other => return other.replace('_', " "),
    }
    .to_owned()
}

/// Value of a setting; two numbers are the first and the last value.
fn value(value: &Value) -> String {
    match value {
        Value::Array(values) => values.iter().map(self::value).collect::<Vec<_>>().join(" to "),
        Value::String(text) => text.clone(),
        // In single precision products of round numbers are round.
        #[expect(clippy::cast_possible_truncation, reason = "to be read")]
        Value::Number(number) if number.is_f64() => (number.as_f64().unwrap_or_default() as f32).to_string(),
        other => other.to_string(),
    }
}

impl TrainingReport {
    /// Page of the run that left this file, by its metadata and its curve, which must be [sound](hanamachi_solver::hanamikoji::training::is_sound).
    pub fn new(path: &Path, is_checkpoint: bool, metadata: &Metadata, curve: Vec<CurvePoint>) -> Self {
        let settings = metadata.details.get("settings").and_then(Value::as_object);
        let settings = settings.into_iter().flatten();
        let settings = settings.map(|(name, of)| SettingObject { name: setting(name), value: value(of) });
        let mut players: Vec<String> = Vec::new();
        for rung in curve.iter().flat_map(|point| &point.ladder) {
            if !players.contains(&rung.player) {
                players.push(rung.player.clone());
            }
        }
        let last = curve.last().map_or(0, |point| point.rounds);
        Self {
            file: path.display().to_string(),
            is_checkpoint,
            rounds: metadata.counts.get("rounds").copied().filter(|&rounds| rounds >= last).unwrap_or(last),
            seed: metadata.seed,
            program: metadata.program.clone(),
            made_by: metadata.command.clone(),
            settings: settings.collect(),
            refined: RefinedRun::of(metadata),
            measurement: measurement(metadata),
            players,
            curve_kind: Strength::Estimated,
            curve,
            rules: metadata.rules.clone(),
        }
    }

    /// Chart of a number at each point that has it, on an axis that begins at 0 or below.
    fn curve_of(
        &self,
        name: &str,
        unit: &str,
        of: impl Fn(&CurvePoint) -> Option<(f64, f64)>,
    ) -> Option<Curves> {
        let spot = |point: &CurvePoint| of(point).map(|(value, se)| Spot { rounds: point.rounds, value, se });
        let points: Vec<Spot> = self.curve.iter().filter_map(spot).collect();
        let (first, last) = (points.first()?, points.last()?);
        let low = points.iter().map(|spot| spot.value - spot.se).fold(0.0, f64::min);
        let high = points.iter().map(|spot| spot.value + spot.se).fold(0.0, f64::max);
        let title = format!(
            "{name}: {:.3} after {} rounds, {:.3} after {}",
            first.value,
            rounds(&place(first.rounds)),
            last.value,
            rounds(&place(last.rounds))
        );
        let range = [low * 1.1, if high > 0.0 { high * 1.1 } else { 1.0 }];
        let line = CurveLine { name: name.to_lowercase(), points };
        chart(title, unit, range, &[line], |value| format!("{value:.2}"))
    }

    /// Chart of the games won against each player of the ladder.
    fn strength(&self) -> Option<Curves> {
        let spot = |player: &str, point: &CurvePoint| {
            let rung = point.ladder.iter().find(|rung| rung.player == player)?;
            Some(Spot { rounds: point.rounds, value: 100.0 * rung.win, se: 100.0 * rung.se })
        };
        let line = |player: &String| CurveLine {
            name: player.clone(),
            points: self.curve.iter().filter_map(|point| spot(player, point)).collect(),
        };
        let shown: Vec<CurveLine> = self.players.iter().map(line).collect();
        let lowest =
            shown.iter().flat_map(|line| &line.points).map(|spot| spot.value - spot.se).fold(50.0, f64::min);
        let last =
            |line: &CurveLine| Some(format!("{:.1} % against {}", line.points.last()?.value, line.name));
        let title = shown.iter().filter_map(last).collect::<Vec<_>>().join(", ");
        let range = [((lowest / 10.0).floor() * 10.0).max(0.0), 100.0];
        chart(format!("At last it wins {title}"), "games won, %", range, &shown, |value| {
            format!("{value:.0}")
        })
    }

    /// Last point that was measured.
    fn last_measured(&self) -> Option<&CurvePoint> {
        self.curve.iter().rfind(|point| !point.ladder.is_empty() || point.exploitability.is_some())
    }

    fn summary(&self) -> String {
        let written = |rounds: u64| thousands(i64::try_from(rounds).unwrap_or(i64::MAX));
        let after = written(self.rounds);
        let so_far = if self.is_checkpoint {
            format!("The run has come to {after} rounds of self-play")
        } else {
            format!("The run is over after {after} rounds of self-play")
        };
        let refined = self.refined.as_ref();
        let so_far = match refined.map(|refined| written(refined.rounds)) {
            Some(before) => format!("{so_far}, which refine another of {before}"),
            None => so_far,
        };
        let Some(point) = self.last_measured() else {
            return format!(
                "{so_far}. The strength of the policy was not measured; hana train --measure N measures it."
            );
        };
        let mut told = Vec::new();
        for (rung, of) in point.ladder.iter().zip([" of the games"].into_iter().chain(std::iter::repeat("")))
        {
            let win = percent::estimated(rung.win, Some(rung.se));
            told.push(format!("{win} %{of} against {}", rung.player));
        }
        let strength = format!("the policy wins {} ({})", told.join(", "), Strength::Estimated);
        let exploitability = point.exploitability.map(|of| format!("its exploitability is {of}"));
        let found = (!told.is_empty()).then_some(strength).into_iter().chain(exploitability);
        let found = found.collect::<Vec<_>>().join("; ");
        if point.rounds == self.rounds {
            format!("{so_far}: {found}.")
        } else {
            format!("{so_far}. After {} {found}.", written(point.rounds))
        }
    }
}

/// A point of a curve as a line of text.
#[must_use]
pub fn curve_line(point: &CurvePoint) -> String {
    let CurvePoint { rounds, entropy, error, ladder, exploitability, exploitability_in_play } = point;
    let mut line = format!("{rounds:>12} rounds   entropy {entropy:.3}   error of values {error:.3}");
    for Rung { player, win, se, .. } in ladder {
        let _ = write!(line, "   {player} {} %", percent::estimated(*win, Some(*se)));
    }
    if let Some(exploitability) = exploitability {
        let _ = write!(line, "   exploitability {exploitability}");
    }
    if let Some(exploitability) = exploitability_in_play {
        let _ = write!(line, "   as play meets markers {exploitability}");
    }
    line
}

/// A curve of a chart.
struct CurveLine {
    name: String,
    points: Vec<Spot>,
}

/// A point of a curve with its standard error, 0 if there is none.
struct Spot {
    rounds: u64,
    value: f64,
    se: f64,
}

#[expect(clippy::cast_precision_loss, reason = "a place on an axis")]
const fn place(rounds: u64) -> f64 {
    rounds as f64
}

/// Chart of numbers over rounds; `None` if there are none.
fn chart(
    title: String,
    name: &str,
    range: [f64; 2],
    shown: &[CurveLine],
    label: fn(&f64) -> String,
) -> Option<Curves> {
    let last = place(shown.iter().filter_map(|line| line.points.last()).map(|point| point.rounds).max()?);
    let whisker = |point: &Spot| Whisker {
        at: place(point.rounds),
        range: (point.value - point.se).max(range[0])..(point.value + point.se).min(range[1]),
    };
    let points =
        |line: &CurveLine| line.points.iter().map(|point| (place(point.rounds), point.value)).collect();
    (last > 0.0).then(|| Curves {
        title,
        x: Axis { name: "rounds".to_owned(), range: 0.0..last * 1.03, scale: Scale::Linear, label: rounds },
        y: Axis { name: name.to_owned(), range: range[0]..range[1], scale: Scale::Linear, label },
        whiskers: shown
            .iter()
            .flat_map(|line| &line.points)
            .filter(|spot| spot.se > 0.0)
            .map(whisker)
            .collect(),
        shown: shown.iter().map(|line| Curve { name: line.name.clone(), points: points(line) }).collect(),
        marks: Vec::new(),
    })
}

/// Rounds at an axis: `500`, `20k`, `1.5M`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as an axis asks for its labels")]
fn rounds(rounds: &f64) -> String {
    let short = |unit: f64, letter: &str| {
        let text = format!("{:.1}", rounds / unit);
        format!("{}{letter}", text.strip_suffix(".0").unwrap_or(&text))
    };
    match *rounds {
        number if number >= 1e6 => short(1e6, "M"),
        number if number >= 1e3 => short(1e3, "k"),
        number => format!("{number:.0}"),
    }
}

impl Report for TrainingReport {
    const SCHEMA: &'static str = "hanamikoji.training_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/training.html"),
        markdown: include_str!("templates/training.md"),
        parts: &PARTS,
    };

    fn facts(&self) -> Facts {
        let tags = self.rules.parse::<Tags>().ok();
        let is_standard = tags.is_some_and(|tags| tags.rules.is_standard_round());
        let found = self.curve.iter().filter_map(|point| point.exploitability);
        let is_proved = found.clone().any(|of| of.kind == Strength::Proved);
        let is_bound = found.clone().any(|of| of.is_lower_bound);
        let mut standing = vec![
            "Entropy and error are means over the rounds of self-play since the point before: estimated. The entropy is that of the players who learn, in nats a decision; the error \
             is the root of the mean squared difference between what an action was held to be worth and what came of it, in utility."
                .to_owned(),
        ];
        if let Some(Measurement { pairs, deals, rollouts, seed }) =
            self.measurement.filter(|_| self.last_measured().is_some())
        {
            standing.push(format!(
                "Strength is estimated from {pairs} pairs of games against each player, both games of a pair with the same deals, seed {seed}: the same deals at every \
                 point. The policy that is measured is the one with smoothed weights, which is kept. ± is one standard error."
            ));
            if is_bound {
                standing.push(format!(
                    "Exploitability is a lower bound, estimated: what a local best response wins in {deals} deals from both seats under neutral markers, {rollouts} rollouts a decision, \
                     in utility of a round, −1 to 1. Other responses may win more."
                ));
            }
        }
        if is_proved {
            standing.push("Exploitability is proved where it is exact: what the best response over all of the round wins, mean of both seats, in utility of a round.".to_owned());
        }
        let strengths = [is_proved.then_some(Strength::Proved), Some(self.curve_kind)];
        Facts {
            title: format!(
                "Training of a policy for {}",
                if is_standard { "Hanamikoji" } else { "a reduced Hanamikoji" }
            ),
            summary: self.summary(),
            rules_in_words: tags
                .map_or_else(|| self.rules.clone(), |tags| words::rules_in_words(&tags.rules)),
            rules: self.rules.clone(),
            command: format!("hanamachi hanamikoji report {}", quoted(&self.file)),
            strengths: strengths.into_iter().flatten().collect(),
            standing,
        }
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new("rounds quantity player value se kind method is_lower_bound");
        let none = None::<f64>;
        for point in &self.curve {
            for (quantity, value) in [("entropy", point.entropy), ("error", point.error)] {
                sheet.row((point.rounds, quantity, none, value, none, self.curve_kind, none, none));
            }
            for rung in &point.ladder {
                sheet.row((point.rounds, "win", &rung.player, rung.win, rung.se, rung.kind, none, none));
            }
            let found = [
                ("exploitability", &point.exploitability),
                ("exploitability_in_play", &point.exploitability_in_play),
            ];
            for (name, of) in found.into_iter().filter_map(|(name, of)| Some((name, of.as_ref()?))) {
                let how = (of.method.to_string(), of.is_lower_bound);
                sheet.row((point.rounds, name, none, of.value, of.se, of.kind, how.0, how.1));
            }
        }
        sheet
    }

    fn drawings(&self) -> Drawings {
        // Curves that cannot be drawn are left out: the numbers stand in the table.
        let svg = |curves: Option<Curves>| curves.and_then(|curves| curves.svg().ok()).unwrap_or_default();
        let exploitability = self.curve_of("Exploitability", "utility of a round", |point| {
            point.exploitability.map(|of| (of.value, of.se))
        });
        let entropy = self.curve_of("Entropy", "nats a decision", |point| Some((point.entropy, 0.0)));
        let error = self.curve_of("Error of the values", "utility", |point| Some((point.error, 0.0)));
        Drawings::default()
            .with("strength", svg(self.strength()))
            .with("exploitability", svg(exploitability))
            .with("entropy", svg(entropy))
            .with("error", svg(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_told_with_what_was_measured() {
        let plain = r#"{"rounds":512,"entropy":0.75,"error":0.5}"#;
        let told = |text: &str| curve_line(&serde_json::from_str(text).unwrap());
        assert_eq!(told(plain), "         512 rounds   entropy 0.750   error of values 0.500");
        let measured = r#","ladder":[{"player":"greedy","win":0.6666666666666666,"se":0.30000000000000004,"kind":"estimated"}],
            "exploitability":{"value":0.3333333333333333,"se":0.0,"method":"lbr","kind":"estimated","is_lower_bound":true}}"#;
        let measured = told(&plain.replace('}', measured));
        assert!(
            measured.ends_with("greedy 66.7 ± 30.0 %   exploitability 0.3333 ± 0.0000 (at least, estimated)"),
            "{measured}"
        );
    }
}
