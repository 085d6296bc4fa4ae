"""The example trains and meets a search."""

import json
import subprocess
import sys

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
