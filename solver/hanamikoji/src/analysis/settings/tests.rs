use super::*;
use crate::endgame::ResolveSettings;

fn shown(text: &str) -> String {
    text.parse::<SearchSettings>().map_or_else(|error| error.to_string(), |settings| settings.to_string())
}

/// A text keeps its meaning when it is shown and read again, in any order of the parameters and with any
/// blanks.
#[test]
fn texts_are_shown_in_one_form_that_reads_back() {
    for (text, expected) in [
        ("ismcts", "ismcts:guide=auto"),
        ("ismcts:iterations=100", "ismcts:iterations=100,guide=auto"),
        ("ismcts: guide=learned, iterations=7", "ismcts:iterations=7,guide=learned"),
        (
            "ismcts:block=50,rule=ucb,leaf=random,opponent=uniform,exploration=0.1",
            "ismcts:guide=auto,rule=ucb,exploration=0.1,leaf=random,opponent=uniform,block=50",
        ),
        (
            "ismcts:floor=.25,temperature=1,model-temperature=0.3",
            "ismcts:guide=auto,temperature=1,floor=0.25,model-temperature=0.3",
        ),
        ("pimc", "pimc:playouts=10"),
        ("pimc:playouts=3,deals=20", "pimc:deals=20,playouts=3"),
    ] {
        assert_eq!(shown(text), expected);
        assert_eq!(shown(expected), expected);
        let settings: SearchSettings = text.parse().unwrap();
        let json = serde_json::to_string(&settings).unwrap();
        assert_eq!(json, format!("{expected:?}"));
        assert_eq!(serde_json::from_str::<SearchSettings>(&json).unwrap(), settings);
    }
    let resolve: ResolveSettings = "resolve:uniform=0.5,turns=3".parse().unwrap();
    let shown =
        "resolve:turns=3,exploitability=0.002,memory=256M,mass=0.001,share=0.95,committed=0.1,uniform=0.5";
    assert_eq!((resolve.to_string().as_str(), resolve.to_string().parse()), (shown, Ok(resolve)));
}

#[test]
fn what_cannot_be_is_refused_with_what_there_is() {
    for (text, message) in [
        ("mcts", "there is no method `mcts`; there are `pimc`, `ismcts`, `equilibrium`"),
        (
            "ismcts:",
            "a parameter of `ismcts` is missing: write `ismcts:parameter=value,…`, or `ismcts` without a colon",
        ),
        ("ismcts:iterations=0", "`ismcts` cannot have iterations=0: number would be zero for non-zero type"),
        ("ismcts:guide=both", "`ismcts` cannot have guide=both: it is `auto`, `learned` or `none`"),
        ("ismcts:floor=2", "`ismcts` cannot have floor=2: it is a number from 0 to 1"),
        ("ismcts:exploration=-1", "`ismcts` cannot have exploration=-1: it is a number above 0"),
        ("ismcts:guide=none,floor=0.1", "`ismcts` has no use for floor with rule=ucb"),
        (
            "ismcts:opponent=uniform,model-temperature=3",
            "`ismcts` has no use for model-temperature with opponent=uniform",
        ),
        (
            "ismcts:rule=regret",
            "`ismcts` cannot have rule=regret: selection by regret matching is no longer there: use `puct` or `ucb`",
        ),
        (
            "cfr:root=public",
            "the method `cfr` is no longer there: use `exact`, which solves the last turns, or `equilibrium`",
        ),
    ] {
        assert_eq!(shown(text), message);
    }
}

#[test]
fn no_memory_is_refused() {
    let error = "resolve:memory=0".parse::<ResolveSettings>().unwrap_err();
    assert!(error.to_string().ends_with("cannot have memory=0: it is a size above 0, such as 64M"));
}

#[test]
fn guides_stand_for_settings() {
    let resolved = |text: &str| match text.parse::<SearchSettings>().unwrap().method {
        Method::Ismcts(settings) => settings.resolve(&Rules::STANDARD),
        Method::Pimc { .. } | Method::Equilibrium => panic!("{text}"),
    };
    assert_eq!(resolved("ismcts"), Settings::LEARNED);
    assert_eq!(resolved("ismcts:guide=learned"), Settings::LEARNED);
    assert_eq!(resolved("ismcts:guide=learned,floor=0.25"), Settings::ANALYSIS);
    assert_eq!(resolved("ismcts:guide=none"), Settings::PLAIN);
    let reduced = "geisha=2,3,4 actions=1,3".parse::<crate::notation::Tags>().unwrap().rules;
    let check = |text: &str| text.parse::<SearchSettings>().unwrap().method.check(&reduced);
    assert_eq!(check("ismcts"), Ok(()));
    assert_eq!(check("ismcts:guide=learned"), Err(AnalysisError::NotStandard));
    assert_eq!(check("ismcts:leaf=learned"), Err(AnalysisError::NotStandard));
    assert_eq!(check("equilibrium"), Err(AnalysisError::NotStandard));
    assert_eq!(check("pimc"), Ok(()));
}
