"""A ladder of bots on a Ray cluster: every pair plays, and every game is the one that `gruntle sim` plays.

    pip install ray
    python examples/ray_ladder.py spam-o-rama --bots random,greedy,search:50 --games 40 --seed 7
    python examples/ray_ladder.py spam-o-rama --bots random,greedy --games 40 --seed 7 --sim target/release/gruntle

With `--sim PROGRAM` every game is compared with the record that `PROGRAM sim` writes of it, byte for byte. `--address` names a
cluster; without it one is started on this machine.
"""

import argparse
import itertools
import pathlib
import subprocess
import tempfile

import gruntle
import ray


@ray.remote
def play(game: str, bots: list[str], seed: int, numbers: range) -> list[tuple[int, list[int], str]]:
    """Plays games of a run: the number of each, who won by their places in `bots`, and its record."""
    played = []
    for number in numbers:
        # From game to game all move on by one seat.
        seated = [bots[(seat + number) % len(bots)] for seat in range(len(bots))]
        match = gruntle.make(game, len(bots), seed=seed, number=number)
        for seat, name in enumerate(seated):
            match.seat_bot(seat, name)
        match.play_bots()
        winners = [(seat + number) % len(bots) for seat in match.winners or []]
        played.append((number, winners, match.record(seated) if match.winners else ""))
    return played


def compare(program: str, game: str, bots: list[str], seed: int, records: dict[int, str]) -> None:
    """Holds every record against that of `gruntle sim`."""
    with tempfile.TemporaryDirectory() as folder:
        asked = [program, "sim", game, "--bots", ",".join(bots), "--games", str(len(records)), "--seed", str(seed)]
        subprocess.run([*asked, "--records", folder], check=True, capture_output=True)
        for number, record in records.items():
            [path] = pathlib.Path(folder).glob(f"{game}-*-{seed}-{number}.txt")
            if path.read_text() != record:
                raise SystemExit(f"game {number} of {bots} is another one than {program} plays")


def main() -> None:
    """Plays every pair and prints how often each won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=["spammers", "spam-o-rama"])
    parser.add_argument("--bots", default="random,greedy,search:50", help="who plays, by name")
    parser.add_argument("--games", type=int, default=100, help="of each pair")
    parser.add_argument("--per-task", type=int, default=10, help="games that a worker plays at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sim", help="the program to compare with")
    parser.add_argument("--address", help="of a Ray cluster")
    parser.add_argument("--workers", type=int, help="of a cluster that is started here")
    asked = parser.parse_args()
    started = {} if asked.address else {"num_cpus": asked.workers, "include_dashboard": False}
    ray.init(address=asked.address, log_to_driver=False, logging_level="error", **started)
    pairs = [list(pair) for pair in itertools.combinations(asked.bots.split(","), 2)]
    blocks = [range(first, min(first + asked.per_task, asked.games)) for first in range(0, asked.games, asked.per_task)]
    tasks = [[play.remote(asked.game, pair, asked.seed, block) for block in blocks] for pair in pairs]
    for pair, blocks_played in zip(pairs, tasks):
        games = [game for block in ray.get(blocks_played) for game in block]
        wins = [sum(place in winners for _, winners, _ in games) for place in range(2)]
        print(f"{pair[0]} – {pair[1]}: {wins[0]} to {wins[1]} of {len(games)}")
        if asked.sim:
            compare(asked.sim, asked.game, pair, asked.seed, {number: record for number, _, record in games})
            print(f"  every game is that of {pathlib.Path(asked.sim).name} sim")


if __name__ == "__main__":
    main()
