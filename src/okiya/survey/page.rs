//! A survey as a page of Markdown.

use std::fmt::Write;

use super::figures::{
    ByOutcome, Estimate, OpeningFigures, RuleFigures, SurveyFigures, SurveyRow, score_in_words,
};
use crate::report::{interval, share};

/// How wide the bar of a share of 1 is.
const BAR_WIDTH: f64 = 40.0;

/// The page.
pub(super) fn markdown(figures: &SurveyFigures) -> String {
    let SurveyFigures { engine, command, gardens, .. } = figures;
    let mut page = format!(
        "# A survey of {gardens} random gardens\n\n\
         Written by {engine} with\n\n```\n{command}\n```\n\n\
         Each garden was drawn uniformly from the 16! shuffles and solved exactly, all twelve openings, under \
         both rules for a full board. The values that are counted are **proved**. \
         The shares are **estimated**, and stand with their 95 % intervals: Wilson's score interval for shares of \
         gardens; for shares of openings the normal interval from the spread between gardens, since the \
         openings of one garden depend on one another. x is the player who moves first.\n\n\
         Where several best moves are as good as one another, the line that is followed to the end takes the \
         first in cell order (a1 b1 c1 d1 a2 …). That chooses among endings of the same score, and is why rows \
         and columns differ; every other figure is free of it.\n"
    );
    for rule in &figures.results {
        page += &section(rule);
    }
    page
}

fn section(figures: &RuleFigures) -> String {
    let RuleFigures { rules, outcomes, scores, endings, winning_openings, openings } = figures;
    let result = |row: &SurveyRow<ByOutcome>| match row.key.outcome {
        "win" => "x wins".to_owned(),
        "loss" => "o wins".to_owned(),
        other => other.to_owned(),
    };
    let mut text = format!("\n## Rules: {rules}\n");
    text += &table("Who wins with best play", "result", outcomes, result);
    text += &table("By how much (score for x)", "result", scores, |row| {
        format!("{}: {}", row.key.score, score_in_words(row.key.score))
    });
    text += &table("How best play ends", "ending", endings, |row| row.key.ending.replace('_', " "));
    text += &table("Winning openings in a garden", "winning openings", winning_openings, |row| {
        row.key.winning_openings.to_string()
    });
    text += &opening_table(openings);
    text
}

fn table<Key>(
    title: &str,
    heading: &str,
    rows: &[SurveyRow<Key>],
    name: impl Fn(&SurveyRow<Key>) -> String,
) -> String {
    let mut text = format!("\n### {title}\n\n| {heading} | gardens | share | 95 % interval | |\n");
    text += "| :-- | --: | --: | :-: | :-- |\n";
    for row in rows {
        let bar = "█".repeat(bar_length(row.share.share));
        let _ = writeln!(text, "| {} | {} | {} | {bar} |", name(row), row.count, shown(row.share));
    }
    text
}

fn opening_table(rows: &[OpeningFigures]) -> String {
    let mut text = "\n### Openings, by where the first token goes\n\n".to_owned();
    text += "| openings | outcome for x | share | 95 % interval | |\n| :-- | :-- | --: | :-: | :-- |\n";
    for row in rows {
        let outcomes = [("win", Some(row.win)), ("draw", row.draw), ("loss", Some(row.loss))];
        for (outcome, estimate) in outcomes {
            let Some(estimate) = estimate else { continue };
            let bar = "█".repeat(bar_length(estimate.share));
            let _ = writeln!(text, "| {} | {outcome} | {} | {bar} |", row.openings, shown(estimate));
        }
    }
    text
}

/// `67.60 % | 67.51 to 67.69 %`: as many decimals as the interval leaves.
fn shown(estimate: Estimate) -> String {
    let Estimate { share: found, low, high } = estimate;
    let ends = [low, high];
    let shown = found.map_or("?".to_owned(), |found| format!("{} %", share(found, Some(ends))));
    format!("{shown} | {} %", interval(found.unwrap_or_default(), ends))
}

fn bar_length(share: Option<f64>) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the width")]
    let length = (share.unwrap_or(0.0).clamp(0.0, 1.0) * BAR_WIDTH).round() as usize;
    length
}
