"""A plain PPO by self-play at Spam-O-Rama for two, in numpy alone, and how it fares against our bots.

    python examples/ppo.py --rounds 40 --seed 1 --out ppo.npz

One net scores each choice by what is to be said of that choice, so what it learns of one port holds for all; it plays both
seats. A round is a batch of whole games, then two passes over them (clipped ratios, generalised advantages, an entropy bonus).
Nothing but the end of a game is rewarded. What is learnt is kept after every round; the same command goes on where it was
stopped, and then plays against bots, which does not look at the clock.
"""

import argparse
import pathlib
import time

import gruntle
import numpy as np

SUITS, PORTS = 12, 60
TABLE = gruntle.make("spam-o-rama")
LAYOUT = TABLE.layout()


def channel(seen: np.ndarray, name: str) -> np.ndarray:
    """The numbers of a channel, a row for each observation."""
    start, shape, _ = LAYOUT["channels"][name]
    return seen[:, start : start + int(np.prod(shape))].astype(np.int64)


# The port above, right, below and left of each; the one after the last is nowhere.
NEXT = np.array([[PORTS if port is None else port for port in ways] for ways in [*LAYOUT["neighbours"], [None] * 4]])
# For each token the ports that a stack goes from and to, where there are any.
FROM = np.array([PORTS] * (SUITS + PORTS) + [port for port in range(PORTS) for _ in range(4)])
TO = np.array([PORTS] * SUITS + [*range(PORTS), *NEXT[:PORTS].ravel()])
KIND = np.repeat([0, 1, 2], [SUITS, PORTS, 4 * PORTS])


def prepared(seen: np.ndarray, masks: np.ndarray) -> dict[str, np.ndarray]:
    """The nets' input: a row for each table, and a row for each choice at it.

    The coins of a client are worth 15 in all, so the value of ports counts: scored points, which are sure, and the prospect, if
    every stack were scored where it lies. Suits are put in order: one's own, that with the least prospect first, then the
    others, those first that the other seat placed well.
    """
    count = len(seen)
    own = channel(seen, "clients") == 1
    leaning = channel(seen, "leanings").reshape(count, -1, SUITS)[:, 1]
    worth = np.pad(channel(seen, "port_value"), ((0, 0), (0, 1))).astype(np.float32)
    coins = np.zeros((count, PORTS + 1, SUITS + 1), np.float32)
    # Coins without a port or suit are counted at the end and at the beginning, and left out.
    np.add.at(coins, (np.arange(count)[:, None], channel(seen, "coin_port") - 1, channel(seen, "coin_suit")), 1)
    coins[:, PORTS] = 0
    coins = coins[:, :, 1:]
    home = np.pad(channel(seen, "port_suit"), ((0, 0), (0, 1)))[:, :, None] == np.arange(1, SUITS + 1)

    def added(coins: np.ndarray, home: np.ndarray, worth: np.ndarray) -> np.ndarray:
        return np.where(home, coins, coins > 0) * worth[..., None]

    scored = channel(seen, "scored").reshape(count, SUITS, 5) @ np.arange(1, 6)
    sure = channel(seen, "scores") - scored
    prospect = sure + added(coins, home, worth).sum(axis=1)
    order = np.where(own, prospect, 1000 - leaning).argsort(axis=1, kind="stable")
    coins, home = (np.take_along_axis(one, order[:, None], axis=2) for one in (coins, home))
    hand = channel(seen, "hand")[:, :1] == order + 1
    adds = added(coins, home, worth)
    height = coins.sum(axis=2)
    beside = (height[:, NEXT] > 0).sum(axis=2)
    alone = (height > 0) & (beside == 1)
    isolates = (adds * alone[:, :, None])[:, NEXT].sum(axis=2)
    by_suit = [prospect / 10, sure / 10, channel(seen, "pool") / 5, leaning / 5]
    stage = np.eye(6)[channel(seen, "stage")[:, 0]]
    ordered = [np.take_along_axis(one, order, axis=1) for one in by_suit]
    at_table = [*ordered, hand, stage, channel(seen, "turns") / 120, (height > 0).sum(axis=1, keepdims=True) / 60]

    table, token = np.nonzero(masks)
    start, end, kind = FROM[token], TO[token], KIND[token]
    suit = (order[table] == token[:, None]) & (kind == 0)[:, None]
    moved = coins[table, start] + suit + (hand[table] & (kind == 1)[:, None])
    merged = added(coins[table, end] + moved, home[table, end], worth[table, end])
    gained = merged - adds[table, start] - adds[table, end]
    locked = isolates[table, start] + (merged - adds[table, end]) * (alone[table, end] & (kind == 2))[:, None]
    of_ports = np.stack([worth, height, beside, worth[:, NEXT].mean(axis=2)], axis=2) / 4
    of_choice = [
        moved / 3,
        coins[table, end] / 3,
        home[table, end],
        gained / 5,
        locked / 5,
        np.stack([of_ports[table, start], of_ports[table, end]], axis=2).reshape(len(table), 8),
        np.eye(3, dtype=np.float32)[kind],
    ]
    return {
        "at_table": np.concatenate(at_table, axis=1, dtype=np.float32),
        "of_choice": np.concatenate(of_choice, axis=1, dtype=np.float32),
        "choices": np.count_nonzero(masks, axis=1),
        "token": token,
    }


class Net:
    """Two hidden layers and one number."""

    def __init__(self, luck: np.random.Generator, inputs: int, hidden: int):
        sizes = [inputs, hidden, hidden, 1]
        self.weights = []
        for above, below in zip(sizes, sizes[1:]):
            scale = (2 / above) ** 0.5 * (0.1 if below == 1 else 1)
            self.weights += [luck.normal(0, scale, (above, below)).astype(np.float32), np.zeros(below, np.float32)]
        self.moments = [np.zeros_like(one) for one in self.weights + self.weights]
        self.steps = 0

    def forward(self, inputs: np.ndarray) -> list[np.ndarray]:
        """What each layer says."""
        one, one_bias, two, two_bias, three, three_bias = self.weights
        first = np.maximum(inputs @ one + one_bias, 0)
        second = np.maximum(first @ two + two_bias, 0)
        return [inputs, first, second, (second @ three + three_bias)[:, 0]]

    def slopes(self, layers: list[np.ndarray], slope: np.ndarray) -> list[np.ndarray]:
        """The slopes of the loss at all weights, from those at the output."""
        slopes: list[np.ndarray] = []
        slope = slope[:, None].astype(layers[0].dtype)
        for place in (2, 1, 0):
            slopes = [layers[place].T @ slope, slope.sum(axis=0), *slopes]
            if place:
                slope = (slope @ self.weights[2 * place].T) * (layers[place] > 0)
        return slopes

    def learn(self, slopes: list[np.ndarray], rate: float) -> None:
        """A step of Adam."""
        length = sum(float((one * one).sum()) for one in slopes) ** 0.5
        self.steps += 1
        half = len(self.weights)
        for place, one in enumerate(slopes):
            one = one * min(1, 0.5 / (length + 1e-9))
            mean, square = self.moments[place], self.moments[half + place]
            mean += 0.1 * (one - mean)
            square += 0.001 * (one * one - square)
            fair = (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
            self.weights[place] -= rate * fair * mean / (np.sqrt(square) + 1e-8)


def starts_of(choices: np.ndarray) -> np.ndarray:
    """Where the choices of each table begin."""
    return np.cumsum(choices) - choices


def chances(scores: np.ndarray, choices: np.ndarray) -> np.ndarray:
    """How likely each choice is among those of its table."""
    starts = starts_of(choices)
    powers = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), choices))
    return powers / np.repeat(np.add.reduceat(powers, starts), choices)


def actors_inputs(some: dict[str, np.ndarray]) -> np.ndarray:
    """What the net that plays sees of each choice."""
    return np.concatenate([some["of_choice"], np.repeat(some["at_table"], some["choices"], axis=0)], axis=1)


def self_play(actor: Net, critic: Net, luck: np.random.Generator, games: int, seed: int) -> dict[str, np.ndarray]:
    """Plays whole games, and reckons for every decision how much better it came out than was expected."""
    many = gruntle.Vector("spam-o-rama", games, seed=seed)
    # Results are from the point of view of seat 0; for seat 1 they are the opposite.
    steps, alive, ends = [], np.ones(games, bool), np.zeros(games, np.float32)
    while alive.any():
        on = np.flatnonzero(alive)
        step = prepared(many.observations[on], many.masks[on])
        step["game"], step["sign"] = on, 1 - 2 * many.currents[on].astype(np.float32)
        likely = chances(actor.forward(actors_inputs(step))[-1], step["choices"])
        starts = starts_of(step["choices"])
        drawn = np.searchsorted(likely.cumsum(dtype=np.float64), np.arange(len(on)) + luck.random(len(on)), side="right")
        # Rounding may carry a draw over the edge.
        picked = np.clip(drawn, starts, starts + step["choices"] - 1)
        step["picked"], step["likely"] = picked - starts, likely[picked]
        tokens = many.masks.argmax(axis=1)
        tokens[on] = step["token"][picked]
        steps.append(step)
        many.step(tokens)
        over = alive & many.dones
        ends[over] = (many.rewards[over, 0] - many.rewards[over, 1]) / 2
        alive &= ~over
    gains, expected = np.zeros(games, np.float32), ends
    for step in reversed(steps):
        game, sign = step["game"], step["sign"]
        step["value"] = critic.forward(step["at_table"])[-1]
        gains[game] = expected[game] - sign * step["value"] + 0.95 * gains[game]
        expected[game] = sign * step["value"]
        step["advantage"] = sign * gains[game]
    names = ["at_table", "of_choice", "choices", "picked", "likely", "value", "advantage"]
    return {name: np.concatenate([step[name] for step in steps]) for name in names}


def learn(actor: Net, critic: Net, luck: np.random.Generator, batch: dict[str, np.ndarray], rate: float) -> None:
    """Two passes over a batch."""
    starts = starts_of(batch["choices"])
    targets = batch["value"] + batch["advantage"]
    advantages = (batch["advantage"] - batch["advantage"].mean()) / (batch["advantage"].std() + 1e-6)
    for _ in range(2):
        order = luck.permutation(len(targets))
        for some in np.array_split(order, max(1, len(order) // 1024)):
            choices, begin = batch["choices"][some], starts_of(batch["choices"][some])
            rows = np.repeat(starts[some] - begin, choices) + np.arange(choices.sum())
            part = {"of_choice": batch["of_choice"][rows], "at_table": batch["at_table"][some], "choices": choices}
            layers = actor.forward(actors_inputs(part))
            likely, taken, gain = chances(layers[-1], choices), begin + batch["picked"][some], advantages[some]
            ratio = likely[taken] / batch["likely"][some]
            # Past the clip nothing more is to be gained.
            weight = np.where(np.where(gain > 0, ratio < 1.2, ratio > 0.8), ratio * gain, 0)
            logs = np.log(np.maximum(likely, 1e-9))
            entropy = -np.add.reduceat(likely * logs, begin)
            slope = likely * (np.repeat(weight + 0.01 * entropy, choices) + 0.01 * logs)
            slope[taken] -= weight
            actor.learn(actor.slopes(layers, slope / len(some)), rate)
            layers = critic.forward(batch["at_table"][some])
            critic.learn(critic.slopes(layers, (layers[-1] - targets[some]) / len(some)), rate)


def wins_against(actor: Net, bot: str, games: int, seed: int) -> float:
    """Games won by the likeliest choice against a bot, seats changed from game to game."""
    matches = [gruntle.make("spam-o-rama", seed=seed, number=number) for number in range(games)]
    for number, match in enumerate(matches):
        match.seat_bot(1 - number % 2, bot)
        match.play_bots()
    going = matches
    while going:
        step = prepared(np.stack([one.observe() for one in going]), np.stack([one.mask() for one in going]))
        starts, scores = starts_of(step["choices"]), actor.forward(actors_inputs(step))[-1]
        for match, start, choices in zip(going, starts, step["choices"]):
            match.step_token(int(step["token"][start + scores[start : start + choices].argmax()]))
            match.play_bots()
        going = [match for match in going if not match.over]
    won = [number % 2 in match.winners and 1 / len(match.winners) for number, match in enumerate(matches)]
    return float(sum(won))


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95% interval of a share, in percent."""
    share, z = wins / games, 1.96
    middle, scale = share + z * z / (2 * games), 1 + z * z / games
    width = z * (share * (1 - share) / games + (z / (2 * games)) ** 2) ** 0.5
    return 100 * (middle - width) / scale, 100 * (middle + width) / scale


def main() -> None:
    """Learns, then plays."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--games", type=int, default=256, help="a round")
    parser.add_argument("--hidden", type=int, default=64, help="width of a hidden layer")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="random,careless:58,greedy", help="bots to play against at the end")
    parser.add_argument("--matches", type=int, default=400, help="against each of them")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("ppo.npz"))
    asked = parser.parse_args()
    luck = np.random.default_rng(asked.seed)
    seen = prepared(TABLE.observe()[None], TABLE.mask()[None])
    at_table, of_choice = seen["at_table"].shape[1], seen["of_choice"].shape[1]
    actor, critic, first = Net(luck, at_table + of_choice, asked.hidden), Net(luck, at_table, asked.hidden), 0
    nets = {"actor": actor, "critic": critic}
    if asked.out.exists():
        kept = np.load(asked.out)
        shape = kept["actor_weights_0"].shape if "actor_weights_0" in kept else ()
        if kept["layout"] != LAYOUT["digest"] or shape != actor.weights[0].shape:
            parser.error(f"{asked.out} has a net of other numbers or another size")
        first = int(kept["rounds"])
        for name, net in nets.items():
            net.steps = int(kept["steps"])
            net.weights = [kept[f"{name}_weights_{place}"] for place in range(len(net.weights))]
            net.moments = [kept[f"{name}_moments_{place}"] for place in range(len(net.moments))]
    begun = time.perf_counter()
    for place in range(first, asked.rounds):
        luck = np.random.default_rng([asked.seed, place])
        batch = self_play(actor, critic, luck, asked.games, asked.seed * 1_000_000 + place)
        learn(actor, critic, luck, batch, asked.rate * (1 - place / asked.rounds))
        arrays = {}
        for name, net in nets.items():
            arrays |= {f"{name}_weights_{number}": one for number, one in enumerate(net.weights)}
            arrays |= {f"{name}_moments_{number}": one for number, one in enumerate(net.moments)}
        np.savez(asked.out, rounds=place + 1, steps=actor.steps, layout=LAYOUT["digest"], **arrays)
        if (place + 1) % 10 == 0:
            spent = time.perf_counter() - begun
            print(f"round {place + 1}, {spent:.0f} s: {wins_against(actor, 'greedy', 40, 5):g} of 40 against greedy", flush=True)
    for bot in asked.against.split(","):
        wins = wins_against(actor, bot, asked.matches, 2026)
        low, high = wilson(wins, asked.matches)
        share = f"{100 * wins / asked.matches:.1f}% ({low:.1f} to {high:.1f})"
        print(f"against {bot}: {wins:g} of {asked.matches}, {share}", flush=True)


if __name__ == "__main__":
    main()
