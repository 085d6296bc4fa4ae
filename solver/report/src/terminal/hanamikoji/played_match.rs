//! Matches: Markdown that reads well as it stands.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::arena::{MatchFigures, PairingFigures, ScoreFigures, WithoutLuck};

/// The whole page. Pairs of games that each pairing played, the rules as tags, empty for the standard ones, the seed of the deals, and
/// whether Ctrl-C ended the match before all pairs were played.
pub fn page(figures: &MatchFigures, pairs: u64, own_rules: &str, seed: u64, is_interrupted: bool) -> String {
    let mut text = String::new();
    let several = figures.pairings.is_some();
    let what = if several { "pairs of games of each two players" } else { "pairs of games" };
    let rules = if own_rules.is_empty() { "standard rules" } else { own_rules };
    let stopped = if is_interrupted { ", interrupted" } else { "" };
    let _ = writeln!(text, "{pairs} {what}, {rules}, seed {seed}{stopped}\n");
    text += &players(figures);
    if several {
        text += "\nScore of the row against the column, per cent, with its 95 % interval\n\n";
        text += &cross_table(figures);
    } else {
        for (_, pairing) in figures.rows() {
            text.push('\n');
            text += &details(pairing);
        }
    }
    text + &forfeits(figures)
}

fn players(figures: &MatchFigures) -> String {
    let head = ["", "player", "score", "95 % interval", "without luck", "Elo", "95 % interval", "ms a move"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (place, player) in figures.players.iter().enumerate() {
        let ScoreFigures { low, high, elo, .. } = player.score;
        rows.push(vec![
            (place + 1).to_string(),
            player.player.clone(),
            player.score.win.map_or("?".to_owned(), |win| format!("{} %", percent(win))),
            format!("{} to {} %", percent(low), percent(high)),
            without_luck(player.score.without_luck),
            signed(elo.value, player.score.win),
            format!("{} to {}", signed(elo.low, Some(low)), signed(elo.high, Some(high))),
            player.ms_per_move.map_or("?".to_owned(), |ms| format!("{ms:.4}")),
        ]);
    }
    table(&rows, &[0, 2, 5, 7])
}

/// Score without luck with its standard error, and the variance saved.
fn without_luck(score: Option<WithoutLuck>) -> String {
    let Some(WithoutLuck { value, standard_error, variance_saved, .. }) = score else {
        return "?".to_owned();
    };
    let mut text = percent(value);
    if let Some(se) = standard_error {
        let _ = write!(text, " ± {}", percent(se));
    }
    text += " %";
    if let Some(saved) = variance_saved {
        let _ = write!(text, ", {:.0} % of the variance saved", 100.0 * saved);
    }
    text
}

fn cross_table(figures: &MatchFigures) -> String {
    let count = figures.players.len();
    let mut cells = vec![vec![String::new(); count + 1]; count + 1];
    for (place, cell) in cells[0].iter_mut().enumerate().skip(1) {
        *cell = place.to_string();
    }
    for (place, player) in figures.players.iter().enumerate() {
        cells[place + 1][0] = format!("{} {}", place + 1, player.player);
    }
    for ([a, b], pairing) in figures.rows() {
        let ScoreFigures { win, low, high, .. } = pairing.score;
        let cell = |win: Option<f64>, low: f64, high: f64| {
            let win = win.map_or("?".to_owned(), percent);
            format!("{win} ({} to {})", percent(low), percent(high))
        };
        cells[a + 1][b + 1] = cell(win, low, high);
        cells[b + 1][a + 1] = cell(win.map(|win| 1.0 - win), 1.0 - high, 1.0 - low);
    }
    table(&cells, &[])
}

fn details(pairing: &PairingFigures) -> String {
    let games = pairing.games;
    let mut text =
        format!("Games of the first: {} won, {} shared, {} lost\n", games.won, games.shared, games.lost);
    let starter = &pairing.starter;
    if let Some(share) = starter.share {
        let [share, low, high] = [share, starter.low, starter.high].map(percent);
        let _ = writeln!(text, "Won by who starts: {share} % ({low} to {high} %)");
    }
    let rounds = &pairing.rounds_per_game;
    if let (Some(mean), Some(se)) = (rounds.mean, rounds.se) {
        let _ = writeln!(text, "Rounds in a game: {mean:.3} (standard error {se:.3})");
    }
    text
}

fn forfeits(figures: &MatchFigures) -> String {
    let mut text = String::new();
    for player in figures.players.iter().filter(|player| player.forfeits.count > 0) {
        let count = player.forfeits.count;
        let games = if count == 1 { "game" } else { "games" };
        let _ = writeln!(text, "\n{} forfeited {count} {games}, for example:", player.player);
        for note in &player.forfeits.first {
            let _ = writeln!(text, "- {}", note.reason);
        }
    }
    text
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Difference in Elo with its sign; an infinite one takes its sign from the score.
fn signed(elo: Option<f64>, score: Option<f64>) -> String {
    match (elo, score) {
        (Some(elo), _) => format!("{elo:+.0}"),
        (None, Some(score)) if score >= 1.0 => "+∞".to_owned(),
        (None, Some(score)) if score <= 0.0 => "−∞".to_owned(),
        _ => "?".to_owned(),
    }
}

/// Markdown table with padded columns; `right` names those aligned to the right.
fn table(rows: &[Vec<String>], right: &[usize]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default().max(3);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        text.push('|');
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = if right.contains(&column) {
                write!(text, " {cell:>width$} |")
            } else {
                write!(text, " {cell:<width$} |")
            };
        }
        text.push('\n');
        if number == 0 {
            text.push('|');
            for (column, &width) in widths.iter().enumerate() {
                let dashes = "-".repeat(width - 1);
                let _ = if right.contains(&column) {
                    write!(text, " {dashes}: |")
                } else {
                    write!(text, " :{dashes} |")
                };
            }
            text.push('\n');
        }
    }
    text
}
