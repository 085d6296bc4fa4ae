"""OpenSpiel's own checks and algorithms on both games."""

import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import (
    cfr,
    cfr_br,
    discounted_cfr,
    efr,
    evaluate_bots,
    exploitability,
    external_sampling_mccfr,
    fictitious_play,
    ismcts,
    mcts,
    minimax,
    mmd_dilated,
    outcome_sampling_mccfr,
    tabular_qlearner,
)

import hanamachi
import hanamachi.openspiel
from hanamachi import hanamikoji, okiya

GIFT = "geisha=2,2,3 actions=3 tiebreak=none rounds=1"
# No two geisha have equal values, so nothing is merged that OpenSpiel distinguishes.
DISTINCT = ["geisha=3,4 actions=1,2 tiebreak=none rounds=1", "geisha=1,2,4 actions=3 tiebreak=none rounds=1"]
SECRET_AND_GIFT = "geisha=4,5 actions=1,3 tiebreak=none rounds=1"


def load(rules, order="forgotten"):
    return pyspiel.load_game(f"hanamikoji(rules={hanamachi.openspiel.rules_parameter(rules)},order={order})")


@pytest.mark.parametrize(
    ("game", "simulations"),
    [
        (f"hanamikoji(rules={hanamachi.openspiel.rules_parameter(GIFT)})", 20),
        ("hanamikoji", 4),
        ("hanamikoji(markers=fnnnsnn,order=kept)", 2),
        ("okiya", 20),
        ("okiya(full_board=last,garden=0123/4567/89ab/cdef)", 10),
    ],
)
def test_openspiels_own_check(game, simulations):
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=simulations, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", [GIFT, SECRET_AND_GIFT])
def test_uniform_play_is_as_exploitable_as_the_solver_says(rules):
    game = load(rules)
    theirs = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert abs(theirs - hanamikoji.exploit("random", rules=rules).exploitability) < 1e-9


def by_table(game, table):
    """The strategies of a table as a policy of OpenSpiel."""
    probabilities = {}
    for row in table.to_polars().iter_rows(named=True):
        known = hanamikoji.InformationSet(row["information_set"])
        probabilities.setdefault(known, {})[row["action"]] = row["probability"]
    tabular = policy.TabularPolicy(game)
    texts = game.new_initial_state().round_state.round.actions
    for state in tabular.states:
        known = state.round_state.information_set(state.current_player())
        played = probabilities.get(known)
        if played is not None:
            of_state = tabular.policy_for_key(tabular._state_key(state, state.current_player()))
            of_state[:] = [played.get(text, 0.0) for text in texts]
    return tabular


def test_a_solved_round_is_as_exploitable_as_the_solver_says():
    run = hanamachi.cfr(rules=SECRET_AND_GIFT, exploitability=1e-3)
    game = load(SECRET_AND_GIFT)
    assert abs(exploitability.exploitability(game, by_table(game, run.strategy)) - run.exploitability) < 1e-9


def test_openspiels_cfr_comes_to_the_value_of_the_solver():
    game = load(GIFT)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    theirs = exploitability.exploitability(game, average)
    assert theirs < 0.02
    value = policy_value(game, average)
    low, high = hanamachi.cfr(rules=GIFT, exploitability=1e-4).value_bounds
    assert low - 2 * theirs < value < high + 2 * theirs


def policy_value(game, average):
    from open_spiel.python.algorithms import expected_game_score

    return expected_game_score.policy_value(game.new_initial_state(), [average] * 2)[0]


def test_openspiels_search_finds_a_win_that_is_proved():
    """One ply before the end of a won game of Okiya."""
    game = pyspiel.load_game("okiya")
    state = game.new_initial_state()
    line = okiya.solve(str(game.get_parameters()["garden"])).line
    for move in line[:-1]:
        state.apply_action(state.string_to_action(move))
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(2, rng), solve=True, random_state=rng)
    state.apply_action(bot.step(state))
    assert state.is_terminal() and state.returns() == [1.0, -1.0]


def test_openspiels_search_plays_a_round_without_chance():
    """MCTS sees all cards: it plays from a deal to the end, and the returns are those of the solver."""
    game = load(GIFT)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, probabilities = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(actions, p=probabilities)))
        else:
            state.apply_action(bot.step(state))
    assert state.returns()[0] == state.round_state.utility == -state.returns()[1]


def test_states_are_copied_and_kept():
    state = load(GIFT).new_initial_state()
    while not state.is_terminal():
        other = pickle.loads(pickle.dumps(state.round_state))
        assert other == state.round_state and hash(other) == hash(state.round_state)
        child = state.child(state.legal_actions()[0])
        assert str(child) != str(state) or child.history() != state.history()
        state = child


def test_parameters_that_are_wrong_are_refused():
    with pytest.raises(hanamachi.ParseError):
        hanamachi.openspiel.HanamikojiGame({"rules": "geisha:2.2"})
    with pytest.raises(ValueError):
        hanamachi.openspiel.OkiyaGame({"full_board": "first"})
    with pytest.raises(ValueError, match="^order: expected"):
        hanamachi.openspiel.HanamikojiGame({"order": "lost"})
    with pytest.raises(hanamachi.ParseError):
        hanamachi.openspiel.OkiyaGame({"garden": "0"})


def test_observations_tell_apart_what_the_player_can_tell_apart():
    """Over all of a small round: tensors are equal exactly if texts are."""
    game = load(GIFT)
    texts, tensors = {}, {}
    open_states = [game.round.start()]
    seen = set()
    while open_states:
        state = open_states.pop()
        for seat in (0, 1):
            text, tensor = state.information_text(seat), state.information_tensor(seat).tobytes()
            assert texts.setdefault(text, tensor) == tensor
            assert tensors.setdefault(tensor, text) == text
        actions = [number for number, _ in state.chance_outcomes()] + state.legal_actions()
        for number in actions:
            after = state.play(number)
            if after not in seen:
                seen.add(after)
                open_states.append(after)
    assert len(texts) > 400


@pytest.mark.parametrize(("player", "rules"), [("random", GIFT), ("greedy", GIFT), ("greedy", SECRET_AND_GIFT)])
def test_players_as_policies_are_as_exploitable_as_the_solver_says(player, rules):
    game = load(rules)
    theirs = exploitability.exploitability(game, hanamachi.openspiel.PlayerPolicy(game, player))
    assert abs(theirs - hanamikoji.exploit(player, rules=rules).exploitability) < 1e-9


def test_tables_and_networks_as_policies_are_as_exploitable_as_the_solver_says(tmp_path):
    game = load(GIFT)
    run = hanamachi.cfr(rules=GIFT, exploitability=1e-3)
    table, network = tmp_path / "solved.table", tmp_path / "learned.network"
    run.strategy.save(table)
    hanamikoji.train(rules=GIFT, rounds=500, threads=1).save(network)
    for name in (f"table:{table}", f"policy:weights={network}"):
        player = hanamikoji.Player(name, GIFT)
        theirs = exploitability.exploitability(game, hanamachi.openspiel.PlayerPolicy(game, player))
        assert abs(theirs - hanamikoji.exploit(player, rules=GIFT).exploitability) < 1e-9


def test_policies_are_tabulated_and_played_by_openspiel():
    game = load(GIFT)
    tabular = hanamachi.openspiel.PlayerPolicy(game, "greedy").to_tabular()
    theirs = exploitability.exploitability(game, tabular)
    assert abs(theirs - hanamikoji.exploit("greedy", rules=GIFT).exploitability) < 1e-9
    with pytest.raises(ValueError, match="^player: `ismcts` states no probabilities"):
        hanamachi.openspiel.PlayerPolicy(game, "ismcts")
    with pytest.raises(hanamachi.UnsuitedError):
        hanamachi.openspiel.PlayerPolicy(game, "policy")


def test_players_as_bots():
    game = load(SECRET_AND_GIFT)
    bots = [
        hanamachi.openspiel.PlayerBot(game, 0, "greedy", seed=1),
        hanamachi.openspiel.PlayerBot(game, 1, "ismcts:iterations=20", seed=2),
    ]
    rng = np.random.RandomState(3)
    for _ in range(10):
        first, second = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)
        assert first == -second and abs(first) <= 1


def uniform_weight_left_out(solver):
    """One iteration of a solver of OpenSpiel, forgotten by the averages and by the counter of iterations."""
    solver.evaluate_and_update_policy()
    for node in solver._info_state_nodes.values():
        node.cumulative_policy.clear()
    solver._iteration = 0


def test_whether_the_order_of_own_cards_is_kept_changes_information_states_and_no_exploitability():
    forgotten, kept = load(GIFT), load(GIFT, "kept")
    states = [len(policy.TabularPolicy(game).states) for game in (forgotten, kept)]
    assert states[0] < states[1]
    for player in ("random", "greedy"):
        found = [exploitability.exploitability(game, hanamachi.openspiel.PlayerPolicy(game, player)) for game in (forgotten, kept)]
        assert abs(found[0] - found[1]) < 1e-12


@pytest.mark.parametrize(("algorithm", "theirs"), [("cfr", cfr.CFRSolver), ("cfr+", cfr.CFRPlusSolver)])
@pytest.mark.parametrize("name", ["kuhn_poker", *DISTINCT, SECRET_AND_GIFT])
def test_cfr_agrees_with_openspiel_iteration_by_iteration(algorithm, theirs, name):
    """With `averaging="played"` as it is, and with the default after an iteration whose strategies are excluded from the average."""
    game = pyspiel.load_game(name) if name == "kuhn_poker" else load(name, "kept")
    given = {"game": "kuhn"} if name == "kuhn_poker" else {"rules": name}
    played, updated = theirs(game), theirs(game)
    uniform_weight_left_out(updated)
    differ = 0
    # OpenSpiel's solvers in Python take a second for an iteration of the largest round. Rules of update and weights differ from the second on.
    compared = (1, 2, 5, 20) if name == "kuhn_poker" else (1, 3)
    for iteration in range(1, compared[-1] + 1):
        found = []
        for averaging, solver in (("played", played), ("updated", updated)):
            solver.evaluate_and_update_policy()
            if iteration in compared:
                run = hanamachi.cfr(**given, algorithm=algorithm, averaging=averaging, iterations=iteration)
                average = solver.average_policy()
                other = exploitability.exploitability(game, average)
                assert abs(run.exploitability - other) < 1e-9, (averaging, iteration)
                if name != SECRET_AND_GIFT or averaging == "updated":
                    assert abs(run.value - policy_value(game, average)) < 1e-9, (averaging, iteration)
                found.append(run.exploitability)
        differ += len(found) == 2 and abs(found[0] - found[1]) > 1e-4
    assert differ == len(compared)


SOLVERS = {
    "DCFR": lambda game: (made := discounted_cfr.DCFRSolver(game), made.evaluate_and_update_policy, 8, 0.01),
    "LCFR": lambda game: (made := discounted_cfr.LCFRSolver(game), made.evaluate_and_update_policy, 8, 0.05),
    "CFR-BR": lambda game: (made := cfr_br.CFRBRSolver(game), made.evaluate_and_update_policy, 3, 0.3),
    "EFR": lambda game: (made := efr.EFRSolver(game, "blind cf"), made.evaluate_and_update_policy, 8, 0.1),
    "external sampling": lambda game: (made := external_sampling_mccfr.ExternalSamplingSolver(game), made.iteration, 100, 0.1),
    "outcome sampling": lambda game: (made := outcome_sampling_mccfr.OutcomeSamplingSolver(game), made.iteration, 400, 0.1),
    "C++ CFR": lambda game: (made := pyspiel.CFRSolver(game), made.evaluate_and_update_policy, 8, 0.12),
    "C++ external sampling": lambda game: (made := pyspiel.ExternalSamplingMCCFRSolver(game), made.run_iteration, 100, 0.1),
}


@pytest.mark.parametrize("name", SOLVERS)
def test_openspiels_algorithms_come_near_to_an_equilibrium(name):
    np.random.seed(1)
    game = load("geisha=3,4 actions=3 tiebreak=none rounds=1", "kept")
    solver, iterate, iterations, least = SOLVERS[name](game)
    for _ in range(iterations):
        iterate()
    measure = pyspiel.exploitability if name.startswith("C++") else exploitability.exploitability
    uniform = measure(game, (pyspiel.UniformRandomPolicy if name.startswith("C++") else policy.UniformRandomPolicy)(game))
    assert measure(game, solver.average_policy()) < least < uniform


def test_openspiels_other_algorithms_run():
    game = load("geisha=3,4 actions=3 tiebreak=none rounds=1", "kept")
    play = fictitious_play.XFPSolver(game)
    descent = mmd_dilated.MMDDilatedEnt(game, alpha=0.05)
    for _ in range(6):
        play.iteration()
        descent.update_sequences()
    assert exploitability.exploitability(game, play.average_policy()) < 0.2
    assert exploitability.exploitability(game, descent.get_policies()) < 0.3
    environment = rl_environment.Environment(game)
    agents = [tabular_qlearner.QLearner(player, environment.action_spec()["num_actions"]) for player in (0, 1)]
    for _ in range(20):
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
    assert sum(step.rewards) == 0
    bot = pyspiel.ISMCTSBot(
        1, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, 20, -1, pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT, False, False
    )
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()


def test_openspiels_search_plays_a_whole_game():
    rules = hanamachi.openspiel.rules_parameter("geisha=2,2,3 actions=1,2")
    game, rng = pyspiel.load_game(f"hanamikoji(rules={rules},length=game)"), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game, uct_c=1.0, evaluator=mcts.RandomRolloutEvaluator(1, rng), max_simulations=8, random_state=rng
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(outcomes, p=probabilities)))
        else:
            state.apply_action(bot.step(state))
    assert sorted(state.returns()) in ([-1, 1], [0, 0])


def test_openspiels_alpha_beta_agrees_with_the_solver():
    game = pyspiel.load_game("okiya")
    state = game.new_initial_state()
    for move in okiya.solve(state.position.garden).line[:6]:
        state.apply_action("abcd".index(move[0]) + 4 * (int(move[1]) - 1))
    value, _ = minimax.alpha_beta_search(game, state=state)
    assert {1: "win", 0: "draw", -1: "loss"}[value] == okiya.solve(state.position).outcome


def test_values_differ_from_openspiels_by_a_tie():
    """Regrets of exactly 0: rounding lets `hanamachi.cfr` play one of the two actions alone from the third iteration on."""
    game = load(SECRET_AND_GIFT, "kept")
    plain, tied = cfr.CFRSolver(game), cfr.CFRSolver(game)
    preferred = game.actions.index("3BBB")
    for iteration in range(1, 6):
        plain.evaluate_and_update_policy()
        tied.evaluate_and_update_policy()
        (node,) = (node for text, node in tied._info_state_nodes.items() if text.startswith(".. 2 BBB 1X "))
        assert max(map(abs, node.cumulative_regret.values())) < 1e-12
        if iteration >= 2:
            node.cumulative_regret[preferred] = 1e-15
            cfr._update_current_policy(tied._current_policy, tied._info_state_nodes)
    run = hanamachi.cfr(rules=SECRET_AND_GIFT, algorithm="cfr", averaging="played", iterations=5)
    values = [policy_value(game, solver.average_policy()) for solver in (plain, tied)]
    assert 1e-5 < abs(run.value - values[0]) < 1e-3 and abs(run.value - values[1]) < 1e-9


def test_what_is_refused():
    game = pyspiel.load_game("hanamikoji(rules=geisha:2.2.3+actions:3+tiebreak:none+rounds:1)")
    for wrong in (7, -1):
        with pytest.raises(ValueError, match="^seat: expected 0 to 1"):
            hanamachi.openspiel.PlayerBot(game, wrong, "random")
    for wrong in ("x", None, 1.5, True):
        with pytest.raises(TypeError, match="^seat: expected an integer"):
            hanamachi.openspiel.PlayerBot(game, wrong, "random")
    other = hanamikoji.Player("greedy")
    with pytest.raises(hanamachi.UnsuitedError, match="^player: `greedy` was opened for the rules"):
        hanamachi.openspiel.PlayerBot(game, 0, other)
    with pytest.raises(hanamachi.UnsuitedError, match="^player: `greedy` was opened for the rules"):
        hanamachi.openspiel.PlayerPolicy(game, other)
    okiya_game = pyspiel.load_game("okiya")
    for wrong in (5, None, okiya_game):
        for make in (hanamachi.openspiel.HanamikojiState, lambda of: hanamachi.openspiel.PlayerPolicy(of, "random")):
            with pytest.raises(TypeError, match="^game: expected a HanamikojiGame"):
                make(wrong)
    with pytest.raises(TypeError, match="^game: expected a OkiyaGame"):
        hanamachi.openspiel.OkiyaState(game)
    with pytest.raises(TypeError, match="^player: expected a Player or a name"):
        hanamachi.openspiel.PlayerPolicy(game, 5)
    for wrong in (5, "", [], 0, np.zeros(3)):
        for make in (hanamachi.openspiel.HanamikojiGame, hanamachi.openspiel.OkiyaGame):
            with pytest.raises(TypeError, match="^params: expected a dict or None, found"):
                make(wrong)
    policy = hanamachi.openspiel.PlayerPolicy(game, "random")
    for wrong, kind in ((2, ValueError), (-1, ValueError), ("x", TypeError), (1.0, TypeError)):
        with pytest.raises(kind, match="^player_id: expected"):
            policy.action_probabilities(game.new_initial_state(), wrong)
    bot = hanamachi.openspiel.PlayerBot(game, 0, "random")
    for ask in (policy.action_probabilities, bot.step):
        with pytest.raises(TypeError, match="^state: expected a HanamikojiState"):
            ask(okiya_game.new_initial_state())
