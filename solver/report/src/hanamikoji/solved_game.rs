//! Texts about solved games and algorithms, for pages.

/// A game as a page names it.
pub(super) struct SolvedGame {
    pub(super) title: &'static str,
    /// Unit of its utilities.
    pub(super) unit: &'static str,
    /// Its rules in a sentence or two; those of Hanamikoji stand in the file.
    pub(super) rules: &'static str,
}

/// The game with this name in files.
pub(super) fn game(name: &str) -> SolvedGame {
    match name {
        "kuhn" => SolvedGame {
            title: "Kuhn poker",
            unit: "chips",
            rules: "Kuhn poker: three cards, one each; one chip put in, one to bet; the higher card wins (Kuhn, 1950)",
        },
        "leduc" => SolvedGame {
            title: "Leduc poker",
            unit: "chips",
            rules: "Leduc poker: jack, queen and king in two suits, one card each; one chip put in; two rounds with at most two raises, of two chips, \
                    then of four; a card laid open between them; a pair with it wins, else the higher rank (Southey et al., 2005)",
        },
        "liars_dice" => SolvedGame {
            title: "Liar's dice",
            unit: "games",
            rules: "Liar's dice: one die each with six faces, sixes wild; bids rise until one is called a lie",
        },
        "hanamikoji" => SolvedGame { title: "Hanamikoji", unit: "games", rules: "" },
        _ => SolvedGame { title: "A game", unit: "games", rules: "" },
    }
}

/// Description of an algorithm, in a sentence.
pub(super) fn told(algorithm: &str) -> Option<String> {
    let how = match algorithm {
        "cfr" => "nothing is forgotten",
        "cfr+" => "no regret falls below 0, and later iterations weigh more",
        "lcfr" => "an iteration weighs as much as its number",
        "dcfr" => "early iterations, which know little, are discounted",
        "pcfr+" => "no regret falls below 0, and the next regrets are predicted from the last",
        "external" => "an iteration follows all own actions and one of everybody else's, drawn at random",
        "external+" => {
            "an iteration follows all own actions and one of everybody else's, drawn at random, and no regret falls below 0"
        }
        "outcome" => "an iteration follows one line of play, drawn at random",
        "vr-outcome+" => {
            "an iteration follows one line of play, drawn at random, with baselines against variance, and no regret falls below 0"
        }
        _ => return None,
    };
    Some(format!(
        "{algorithm} is a variant of counterfactual regret minimization: both players play the game again and again, each plays more \
         often the actions that it regrets not having played, and their average strategies approach an equilibrium. In this variant {how}."
    ))
}
