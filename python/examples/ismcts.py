"""OpenSpiel's ISMCTS bot against one of ours at Spam-O-Rama for two.

    python examples/ismcts.py --simulations 200 --ours search:200 --games 200 --seed 2026 --out ismcts.jsonl

Both play every deal from both seats. Its rollouts are random, as OpenSpiel's own, but played in Rust; its worlds are imagined
from the view of its seat, as ours are. Every finished game is a line of the file; the same command goes on where it was
stopped, and tells how it stands. With bots that do not look at the clock the same command plays the same games. Time is that of
the processor, so that it says the same on a busy machine: for equal time give ours as many iterations as take as long.
"""

import argparse
import json
import pathlib
import time

import gruntle
import gruntle.openspiel
import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95% interval of a share, as docs/bots.md has them."""
    z, share = 1.959964, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    return middle - half, middle + half


def play(number: int, asked: argparse.Namespace) -> dict:
    """Game `number`: deals come in pairs, in which the seats are changed."""
    game = pyspiel.load_game("python_spam_o_rama", {"players": 2, "seed": asked.seed + number // 2})
    luck = np.random.RandomState((asked.seed * 1_000_003 + number) % 2**32)
    theirs = ismcts.ISMCTSBot(
        game=game,
        evaluator=gruntle.openspiel.RandomRollout(luck),
        uct_c=asked.uct_c,
        max_simulations=asked.simulations,
        random_state=luck,
    )
    # Its own way to draw worlds is seeded by the clock.
    theirs.set_resampler(lambda state, player: state.resample_from_infostate(player, luck.uniform))
    ours = gruntle.bot(asked.ours, seed=asked.seed + number)
    seat, seconds, decisions = number % 2, [0.0, 0.0], [0, 0]
    state = game.new_initial_state()
    while not state.is_terminal():
        match, player = state.match, state.current_player()
        begun = time.process_time()
        if player == seat:
            token = match.tokens()[ours.choose(match)][0]
        else:
            token = theirs.step(state)
        if len(match.tokens()) > 1:
            side = int(player != seat)
            seconds[side] += time.process_time() - begun
            decisions[side] += 1
        state.apply_action(int(token))
    winners = state.match.winners
    won = 1 / len(winners) if seat in winners else 0.0
    milliseconds = [1000 * spent / count for spent, count in zip(seconds, decisions)]
    return {"game": number, "won": won, "ours_ms": milliseconds[0], "theirs_ms": milliseconds[1]}


def main() -> None:
    """Plays missing games and prints the score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=200, help="of OpenSpiel's bot, a decision")
    parser.add_argument("--ours", default="search:200", help="any bot of ours by name")
    parser.add_argument("--uct-c", type=float, default=1.4, help="how much OpenSpiel's bot explores")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("ismcts.jsonl"))
    asked = parser.parse_args()
    settings = {name: value for name, value in vars(asked).items() if name not in ("games", "out")}
    lines = asked.out.read_text().splitlines() if asked.out.exists() else []
    if lines and json.loads(lines[0]) != settings:
        parser.error(f"{asked.out} has games of other settings: {lines[0]}")
    games = [json.loads(line) for line in lines[1:]]
    with asked.out.open("a") as out:
        if not lines:
            print(json.dumps(settings), file=out, flush=True)
        for number in range(len(games), asked.games):
            games.append(play(number, asked))
            print(json.dumps(games[-1]), file=out, flush=True)
    wins, count = sum(game["won"] for game in games), len(games)
    low, high = wilson(wins, count)
    ours, theirs = (sum(game[name] for game in games) / count for name in ("ours_ms", "theirs_ms"))
    print(f"{asked.ours} against ISMCTS of {asked.simulations} simulations, {count} games: {100 * wins / count:.1f}% ", end="")
    print(f"({100 * low:.1f}–{100 * high:.1f}); {ours:.1f} and {theirs:.1f} ms of CPU a decision")


if __name__ == "__main__":
    main()
