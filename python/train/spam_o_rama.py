"""Trains a net for Spam-O-Rama by itself, writes it as the program reads it, and lets it play against bots.

    python3 python/train/spam_o_rama.py --seconds 600 --out net            # from nothing, on the GPU if there is one
    python3 python/train/spam_o_rama.py --from net/checkpoint.pt --seconds 600 --total 1200 --out net
    python3 python/train/spam_o_rama.py --from net/checkpoint.pt --seconds 0 --evaluate search:1000/2/ring*400

A table is SEATS/NETWORK, or SEATS/NETWORK/off to play from memory; *WEIGHT says how often. Spam-O-Rama has no settings that
change how it ends. SIGTERM ends it as the time limit does: all is kept. Needs gruntle, numpy and PyTorch.
"""

import argparse
import contextlib
import json
import pathlib
import signal
import sys

import torch

import checkpoint
import curves
import evaluation
import export
from learning import Learner

EVERYWHERE = "2/ring*6,2/generated*3,2/corners,2/strip,2/long,2/ring/off*2,2/generated/off,3/ring*4,3/generated*2,3/ring/off"
EVERYWHERE += ",4/ring*4,4/generated*2,4/ring/off,5/ring*4,5/generated*2,5/ring/off,6/ring*3,6/generated*2,6/ring/off"


def table_of(words):
    """A table in words, SEATS/NETWORK[/off]: seats, network, memory aid."""
    seats, _, network = words.partition("/")
    network, _, off = network.partition("/")
    if not (seats.isdigit() and network and off in ("", "off")):
        raise argparse.ArgumentTypeError(f"'{words}' is no table; it is SEATS/NETWORK or SEATS/NETWORK/off")
    return int(seats), network, not off


def several(words):
    """What stands before a star and the number behind it, which is 1 where there is none."""
    what, _, times = words.partition("*")
    if not (times or "1").isdigit() or times == "0":
        raise argparse.ArgumentTypeError(f"'{words}': behind the star stands a whole number, 1 or more")
    return what, int(times or 1)


def tables_of(words):
    """A list of tables, each as often as its weight says."""
    listed = [several(one) for one in words.split(",")]
    return [table_of(what) for what, times in listed for _ in range(times)]


def games_of(words):
    """What to evaluate, BOT/SEATS/NETWORK[/off]*GAMES: bot, table, games."""
    what, games = several(words)
    bot, _, table = what.partition("/")
    return bot, table_of(table), games


def arguments(words):
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--out", type=pathlib.Path, default=pathlib.Path("net"), help="a folder for checkpoint.pt, log.jsonl, curves.svg and spam-o-rama.net")
    add("--from", dest="start", help="a checkpoint to go on from")
    add("--fresh", action="store_true", help="from its weights alone, with a schedule of its own")
    add("--seconds", type=float, default=600, help="stop after so many")
    add("--rounds", type=int, default=10**9, help="or after so many rounds of playing and learning")
    add("--total", type=float, help="how many seconds the schedule has, those before --from among them; --seconds unless said")
    add("--every", type=float, default=60, help="keep everything every so many seconds")
    add("--tables", default=EVERYWHERE, help="what is played: %(default)s")
    add("--networks", type=int, default=512, help="how many networks are generated")
    add("--matches", type=int, default=8192, help="so many at once")
    add("--steps", type=int, default=64, help="so many decisions of each in a round")
    add("--batch", type=int, default=16384)
    add("--epochs", type=int, default=2)
    add("--rate", type=float, default=1e-3)
    add("--rate-end", type=float, default=5e-5)
    add("--entropy", type=float, default=0.02)
    add("--entropy-end", type=float, default=0.002)
    add("--clip", type=float, default=0.2)
    add("--trace", type=float, default=0.95, help="the lambda of advantages")
    add("--keep", type=float, default=0.999, help="how slowly the mean of the weights follows them")
    add("--seed", type=int, default=1)
    add("--compile", action=argparse.BooleanOptionalAction, default=torch.cuda.is_available())
    add("--evaluate", default="", help="then play, say search:1000/2/ring*400,greedy/5/ring*100")
    add("--evaluate-seed", type=int, default=2026)
    asked = parser.parse_args(words)
    try:
        asked.tables, asked.evaluate = tables_of(asked.tables), [games_of(one) for one in filter(None, asked.evaluate.split(","))]
    except argparse.ArgumentTypeError as wrong:
        parser.error(str(wrong))
    return asked


def keep(learner, out):
    """Writes everything: what to go on from, the net as the program reads it, the curves."""
    checkpoint.keep(learner, out / "checkpoint.pt")
    weights = {name: one.float().cpu() for name, one in learner.mean.state_dict().items()}
    told = export.write(weights, learner.features.digest, out / "spam-o-rama.net")
    curves.draw(out / "log.jsonl", out / "curves.svg")
    return told


def train(learner, asked, log):
    """Plays and learns until the time is over, the rounds are, or somebody says stop."""
    stopped = []
    before = signal.signal(signal.SIGTERM, lambda *_: stopped.append(True))
    learner.begin(asked.tables)
    begun, rounds, kept = learner.done["seconds"], learner.done["rounds"], 0.0
    try:
        while not stopped:
            spent, played = learner.done["seconds"] - begun, learner.done["rounds"] - rounds
            if spent >= asked.seconds or played >= asked.rounds:
                break
            if spent - kept >= asked.every:
                keep(learner, asked.out)
                kept = spent
            total = asked.total or begun + asked.seconds
            line = learner.round(min(1.0, max(learner.done["seconds"] / total, played / asked.rounds)))
            print(json.dumps(line), file=log, flush=True)
            if played < 3 or played % 10 == 9:
                told = " ".join(f"{name} {line[name]:.4g}" for name in ("seconds", "rate", "value", "entropy", "clipped", "explained"))
                speed = asked.steps * asked.matches / (line["playing"] + line["learning"])
                times = " ".join(f"{name} {line[name]:.2f}" for name in ("playing", "stepping", "learning"))
                print(f"round {line['rounds']}, {line['decisions'] / 1e6:.1f} M decisions, {speed / 1e3:.0f} k/s: {told} | {times}", flush=True)
    finally:
        learner.end()
        signal.signal(signal.SIGTERM, before)
    print("stopped" if stopped else "done", keep(learner, asked.out), flush=True)


def main(words=None):
    asked = arguments(words)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    asked.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(asked, device)
    goes_on = bool(asked.start) and checkpoint.take_up(learner, asked.start)
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(open(asked.out / "log.jsonl", "a" if goes_on else "w", encoding="utf-8"))
        settings = {name: str(one) for name, one in vars(asked).items()}
        begins = {"asked": settings, "torch": str(torch.__version__), "digest": learner.features.digest, "device": str(device)}
        print(json.dumps(begins), file=log, flush=True)
        if asked.seconds > 0:
            train(learner, asked, log)
        learner.mean.eval()
        for bot, table, games in asked.evaluate:
            came = evaluation.play(learner.mean, bot, table, games, asked.evaluate_seed, device)
            print(json.dumps({"evaluation": came}), file=log, flush=True)
            print(evaluation.told(came), flush=True)


if __name__ == "__main__":
    sys.exit(main())
