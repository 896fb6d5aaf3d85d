"""The notebooks run from top to bottom, and the examples do what they say."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import gruntle
import pytest

PYTHON = pathlib.Path(__file__).parents[1]
NOTEBOOKS = sorted((PYTHON / "notebooks").glob("*.py"))


def run(script, *words, cwd):
    """What a script prints, run where nothing else lies."""
    asked = [sys.executable, str(script), *map(str, words)]
    done = subprocess.run(asked, cwd=cwd, capture_output=True, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_runs(notebook, tmp_path):
    assert notebook.read_text().startswith("# %% [markdown]\n# # ")
    assert run(notebook, cwd=tmp_path)


def test_ismcts_goes_on_where_it_was_stopped(tmp_path):
    pytest.importorskip("pyspiel")
    script, asked = PYTHON / "examples" / "ismcts.py", ["--simulations", 3, "--ours", "search:2", "--seed", 3]
    run(script, *asked, "--games", 1, "--out", "stopped.jsonl", cwd=tmp_path)
    told = [run(script, *asked, "--games", 2, "--out", f"{name}.jsonl", cwd=tmp_path) for name in ("stopped", "whole")]
    assert "2 games" in told[0]
    games = []
    for name in ("stopped", "whole"):
        lines = [json.loads(line) for line in (tmp_path / f"{name}.jsonl").read_text().splitlines()]
        games.append([(line["game"], line["won"]) for line in lines[1:]])
    assert games[0] == games[1] and len(games[0]) == 2


def test_ppo_learns_on_where_it_was_stopped(tmp_path):
    script, asked = PYTHON / "examples" / "ppo.py", ["--games", 4, "--hidden", 8, "--against", "random", "--matches", 4]
    run(script, *asked, "--rounds", 1, "--rate", 0, "--out", "net.npz", cwd=tmp_path)
    again = run(script, *asked, "--rounds", 2, "--out", "net.npz", cwd=tmp_path)
    assert again.startswith("against random: ") and " of 4, " in again


def test_ppo_foresees_what_a_choice_adds():
    spec = importlib.util.spec_from_file_location("ppo", PYTHON / "examples" / "ppo.py")
    ppo = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(ppo)
    match = gruntle.make("spam-o-rama", seed=3)

    def told(seat):
        """Sums over all suits of sure points and of prospects, and the changes of both by each choice."""
        table = ppo.prepared(match.observe(seat)[None], match.mask()[None])
        sums = 10 * table["at_table"][0, :24].reshape(2, 12).sum(axis=1)
        return table["token"], sums, 5 * table["of_choice"][:, 36:60].reshape(-1, 2, 12).sum(axis=2)

    while not match.over:
        seat = match.current
        tokens, sums, changes = told(seat)
        choice = 7 * match.decisions % len(tokens)
        match.step_token(int(tokens[choice]))
        assert told(seat)[1] == pytest.approx(sums + changes[choice], abs=1e-3)


def test_a_ladder_on_ray_plays_the_games_of_the_command_line(tmp_path):
    pytest.importorskip("ray")
    program = os.environ.get("GRUNTLE")
    if program is None:
        pytest.skip("GRUNTLE does not name the program")
    for game in ("spammers", "spam-o-rama"):
        asked = ["--bots", "random,greedy", "--games", 6, "--per-task", 2, "--seed", 5, "--workers", 2]
        told = run(PYTHON / "examples" / "ray_ladder.py", game, *asked, "--sim", program, cwd=tmp_path)
        assert "of 6" in told and "every game is that of gruntle sim" in told
