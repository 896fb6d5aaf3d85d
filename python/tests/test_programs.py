"""Programs as bots from Python: told what the command line tells them, from the first card on."""

import json
import os
import shlex
import subprocess
import sys
import time

import gruntle
import pytest

GAMES = ["spammers", "spam-o-rama"]

#: Writes down what it is told, and takes the last choice.
LISTENER = """
import json, sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as told:
        told.write(line)
    if line.startswith('{"type":"choose"'):
        print(len(json.loads(line)["choices"]) - 1, flush=True)
"""


@pytest.fixture
def listener(tmp_path):
    """A program for each place to write to, by its name as a bot."""
    script = tmp_path / "listener.py"
    script.write_text(LISTENER)

    def named(place):
        return f"exec@10000ms:{shlex.join([sys.executable, str(script), str(place)])}"

    return named


def to_the_end(place):
    """All that a program was told, once it has read the last of it; nobody waits for that."""
    for _ in range(3000):
        text = place.read_text()
        if text.endswith("\n") and text.splitlines()[-1].startswith('{"type":"end"'):
            return text
        time.sleep(0.01)
    raise AssertionError("the program was not told the end")


def lines(text):
    """The lines that a program was told."""
    return [json.loads(line) for line in text.splitlines()]


def events(told):
    """Clause and sentence of all that it heard."""
    return [(event["clause"], event["text"]) for line in told for event in line.get("events", [])]


def heard(match, seat):
    """The same of a match."""
    return [(clause, text) for _, clause, text in match.heard(seat)]


@pytest.mark.parametrize("game", GAMES)
def test_a_program_hears_its_seat_from_the_start(game, listener, tmp_path):
    place = tmp_path / "told"
    match = gruntle.make(game, 3, seed=7, longest=40)
    set_up = heard(match, 1)
    assert len(set_up) > 2
    match.seat_bot(1, listener(place))
    while not match.over:
        match.play_bots()
        if not match.over:
            match.step(0)
    told = lines(to_the_end(place))
    assert [line["type"] for line in told[:2]] == ["game", "choose"] and told[-1]["type"] == "end"
    assert events(told) == heard(match, 1) and events(told)[: len(set_up)] == set_up


@pytest.mark.parametrize("game", GAMES)
def test_a_program_that_is_asked_once_hears_all_that_was(game, listener, tmp_path):
    match = gruntle.make(game, 2, seed=3, longest=60)
    asked = 0
    while not match.over and asked < 4:
        if len(match.legal()) > 1 and match.decisions % 5 == 0:
            place, asked = tmp_path / f"told{asked}", asked + 1
            assert gruntle.bot(listener(place)).choose(match) == len(match.legal()) - 1
            told = lines(place.read_text())
            assert events(told[:2]) == heard(match, match.current) and told[1]["view"] == match.view()
        match.step(0)
    assert asked == 4


def test_a_program_in_an_imagined_match_is_told_its_view(listener, tmp_path):
    place = tmp_path / "told"
    match = gruntle.make("spam-o-rama", 2, seed=3).imagine()
    assert gruntle.bot(listener(place)).choose(match) == len(match.legal()) - 1
    told = lines(place.read_text())
    assert events(told[:2]) == [] and told[1]["view"] == match.view()


@pytest.mark.parametrize("game", GAMES)
def test_a_program_is_told_the_same_as_on_the_command_line(game, listener, tmp_path):
    program = os.environ.get("GRUNTLE")
    if program is None:
        pytest.skip("GRUNTLE does not name the program")
    here, there = tmp_path / "here", tmp_path / "there"
    asked = [program, "sim", game, "--bots", f"{listener(there)},greedy", "--games", "1", "--seed", "11"]
    subprocess.run(asked, check=True, capture_output=True)
    match = gruntle.make(game, 2, seed=11)
    match.seat_bot(0, listener(here))
    match.seat_bot(1, "greedy")
    match.play_bots()
    # Whether it still reads the end is up to it.
    told, of_sim = ([line for line in place.read_text().splitlines() if '"type":"end"' not in line] for place in (here, there))
    assert match.over and told == of_sim and len(told) > 10
