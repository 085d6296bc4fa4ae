"""The examples run."""

import json
import subprocess
import sys

import polars
from conftest import REPOSITORY, program

RULES = "geisha=4,5 actions=1,3 rounds=1 tiebreak=none"


def test_the_example_trains_and_meets_a_search(tmp_path):
    example = REPOSITORY / "bindings/python/examples/train_player.py"
    strategy = tmp_path / "player.json"
    train = [sys.executable, example, "train", strategy, "--iterations", "200", "--rules", RULES]
    subprocess.run(train, check=True, capture_output=True)
    for played in json.loads(strategy.read_text("utf-8")).values():
        assert abs(sum(played.values()) - 1) < 1e-9
    player = f"exec:'{sys.executable}' '{example}' play '{strategy}'"
    match = ["hanamikoji", "match", player, "ismcts:iterations=50,guide=none", "--rules", RULES, "--pairs", "20"]
    command = [program(), *match, "--seed", "1", "--threads", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout)
    assert result["schema"].startswith("hanamikoji.match") and "forfeit" not in done.stderr


def test_the_study_has_every_decision(tmp_path):
    example = REPOSITORY / "bindings/python/examples/review_players.py"
    command = [sys.executable, example, "greedy", "random", "--pairs", "3", "--output", tmp_path / "rows.csv"]
    subprocess.run(command, check=True, capture_output=True)
    rows = polars.read_csv(tmp_path / "rows.csv")
    assert set(rows["player"]) == {"greedy", "random"}
    # The model is one of the two, and plays no dice.
    own = rows.filter((polars.col("player") == "greedy") & ~polars.col("forced"))
    assert own.height > 0 and (own["model"] > 0).all() and (own["loss"] >= 0).all()
