"""Calls in forked and spawned processes: every one works, or raises at once. Each test runs its own program, with a time limit."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")

# Longer than any of them takes; a program that hangs is killed.
PATIENCE = 180

CALLS = '''
import multiprocessing
import os
import sys
import threading

import numpy as np

import hanamachi
from hanamachi import hanamikoji, okiya

GARDEN = "05af/b4c1/27d8/3e96"
SET = "....... 2 DG 3CEG-C,4BBCE-CE,2XX,3DEG-E,1X"
RULES = "geisha=2,2,3 actions=1,2 rounds=1"
GARDENS = okiya.random_gardens(1500, seed=1)


def calls():
    """What every call finds, as numbers and texts."""
    yield "solve", okiya.solve(GARDEN).line
    yield "solve with two threads", okiya.solve(GARDEN, threads=2).line
    yield "solve_many", [solution.score for solution in okiya.solve_many([GARDEN] * 3)]
    yield "verdicts", okiya.verdicts(GARDENS).outcome.tolist()
    yield "random_gardens", okiya.random_gardens(5000, seed=2).tolist()
    yield "class_ranks", okiya.class_ranks(GARDENS[:100]).tolist()
    yield "evaluate", hanamikoji.evaluate(SET, iterations=200, seed=1).win.value
    yield "beliefs", hanamikoji.beliefs(SET, "learned").probabilities.tolist()
    yield "exploit", hanamikoji.exploit("greedy", rules=RULES).exploitability
    yield "policy", hanamikoji.policy("policy", SET)
    yield "match", hanamikoji.match(["greedy", "random"], pairs=4, seed=1).scores[0].win
    yield "hint", hanamikoji.hint(SET, iterations=40).advice.play
    run = hanamachi.cfr("kuhn", iterations=50)
    yield "cfr", run.value
    yield "table", run.strategy.to_arrow().num_rows


def all_calls(_=None):
    return dict(calls())
'''


def run(program, *arguments):
    """Runs a program, and shows its output if it failed."""
    text = CALLS + textwrap.dedent(program)
    command = [sys.executable, "-c", text, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_a_pool_of_processes_finds_the_same(method, tmp_path):
    # Spawned processes import the module by its file.
    path = tmp_path / "program.py"
    main = '''
    if __name__ == "__main__":
        found = all_calls()
        with multiprocessing.get_context(sys.argv[1]).Pool(2) as pool:
            for other in pool.map(all_calls, range(2)):
                assert other == found, (other, found)
        assert all_calls() == found
        print(len(found))
    '''
    path.write_text(CALLS + textwrap.dedent(main), "utf-8")
    command = [sys.executable, path, method]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) == 14


def test_a_fork_after_calls_and_one_of_the_fork():
    run(
        """
        found = all_calls()

        def child():
            assert all_calls() == found

        def in_child(what):
            number = os.fork()
            if number == 0:
                try:
                    what()
                    os._exit(0)
                except BaseException as error:
                    print(repr(error), file=sys.stderr, flush=True)
                    os._exit(1)
            assert os.waitpid(number, 0)[1] == 0

        in_child(child)
        in_child(lambda: in_child(child))
        child()
        """
    )


def test_a_child_that_was_forked_while_a_call_ran_raises():
    run(
        """
        many = okiya.random_gardens(200_000, seed=1)
        begun, over = threading.Event(), threading.Event()

        def progress(done, total):
            begun.set()
            if over.is_set():
                raise LookupError("enough")

        def work():
            try:
                okiya.verdicts(many, progress=progress)
            except LookupError:
                pass

        thread = threading.Thread(target=work)
        thread.start()
        begun.wait()
        number = os.fork()
        if number == 0:
            refused = 0
            for call in (lambda: okiya.solve(GARDEN), lambda: hanamachi.cfr("kuhn"), lambda: okiya.random_gardens(1, seed=1)):
                try:
                    call()
                except RuntimeError as error:
                    refused += "forked while a call" in str(error)
            # Calls that need no other thread work.
            assert okiya.Position(GARDEN).play("a1").side == "o"
            os._exit(0 if refused == 3 else 1)
        assert os.waitpid(number, 0)[1] == 0
        over.set()
        thread.join()
        okiya.solve(GARDEN)
        """
    )


def test_a_callback_that_forks():
    run(
        """
        parent, children = os.getpid(), []

        def progress(done, total):
            if os.getpid() == parent and not children:
                children.append(os.fork())

        try:
            okiya.verdicts(okiya.random_gardens(20_000, seed=1), progress=progress)
        except RuntimeError as error:
            # The child's call, which has no thread to finish it.
            assert os.getpid() != parent and "forked" in str(error)
            os._exit(0)
        assert os.getpid() == parent and os.waitpid(children[0], 0)[1] == 0
        """
    )


def test_ctrl_c_ends_parent_and_children():
    text = CALLS + textwrap.dedent(
        """
        def work(number):
            told = []

            def progress(done, total):
                if not told:
                    # In one piece, so that the lines of the two processes do not mix.
                    told.append(os.write(1, b"at work\\n"))

            okiya.verdicts(okiya.random_gardens(400_000, seed=1), progress=progress)

        if __name__ == "__main__":
            okiya.solve(GARDEN)
            processes = [multiprocessing.get_context("fork").Process(target=work, args=(number,)) for number in range(2)]
            for process in processes:
                process.start()
            for process in processes:
                process.join()
        """
    )
    command = [sys.executable, "-c", text]
    group = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert [group.stdout.readline() for _ in range(2)] == ["at work\n"] * 2
        os.killpg(group.pid, signal.SIGINT)
        _, trouble = group.communicate(timeout=PATIENCE)
        assert trouble.count("KeyboardInterrupt") >= 3, trouble
        with pytest.raises(ProcessLookupError):
            os.killpg(group.pid, 0)
    finally:
        if group.poll() is None:
            os.killpg(group.pid, signal.SIGKILL)
            group.wait()
