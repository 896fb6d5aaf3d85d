"""`gruntle.Arena`: how often a function that plays, a net say, wins against bots, and how long either thinks."""

from __future__ import annotations

import concurrent.futures
import os
import time
from typing import Any, Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ._gruntle import Match, make
from .policy import Tables

Policy = Callable[[NDArray[np.int16], NDArray[np.uint8], NDArray[np.int16]], NDArray[np.int64]]


def wilson(share: float, games: float) -> tuple[float, float]:
    """The interval that holds a share with 95 % by Wilson, of so many games.

    >>> import gruntle.arena
    >>> [round(end, 2) for end in gruntle.arena.wilson(0.75, 40)]
    [0.6, 0.86]
    """
    z = 1.96
    middle, scale = share + z * z / (2 * games), 1 + z * z / games
    width = z * (share * (1 - share) / games + (z / (2 * games)) ** 2) ** 0.5
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


class Arena:
    """Tables of one set-up, as `make` has it, at which a function meets bots. Each deal is played as often as there are seats, the function
    at each of them once, so luck of the deal is the same for all.

    >>> import gruntle.arena
    >>> arena = gruntle.Arena("spam-o-rama", seats=3, seed=1)
    >>> came = arena.play(lambda observations, masks, begun: masks.argmax(axis=1), against="random", deals=2)
    >>> came["games"], 0 <= came["low"] <= came["share"] <= came["high"] <= 1
    (6, True)
    """

    def __init__(self, game: str = "spam-o-rama", seats: int = 2, *, seed: int = 0, threads: int | None = None, **setup: Any):
        self._make = lambda number: make(game, seats, seed=seed, number=number, **setup)
        self._seats, self._threads = seats, threads or os.cpu_count()
        self._layout = self._make(0).layout()

    def play(self, policy: Policy, against: str | Sequence[str] = "greedy", deals: int = 100) -> dict[str, float]:
        """Plays all deals at once: bots in threads, the function for all tables together. It is asked as `bot` asks it: observations, masks,
        tokens of decisions so far, a row for each table; it gives a token for each. `against` is a bot for all other seats or a list,
        clockwise from the function's seat.

        What comes of it: `games`; `wins`, of which a shared one is a part; `share`, and from `low` to `high` what holds it with 95 %: Wilson's
        interval, of as many games as say as much as these deals, whose games hang together; `fair`, the share of one among equals;
        `policy_ms` and `bot_ms`, the time of a decision, of the function by the clock and of bots by the processor.

        >>> came = gruntle.Arena("spammers", longest=300).play(lambda seen, masks, begun: masks.argmax(axis=1), "random", deals=1)
        >>> sorted(came)
        ['bot_ms', 'fair', 'games', 'high', 'low', 'policy_ms', 'share', 'wins']
        """
        bots = [against] * (self._seats - 1) if isinstance(against, str) else list(against)
        if len(bots) != self._seats - 1:
            raise ValueError(f"{len(bots)} bots for {self._seats - 1} seats; name one for each, or one for all")
        if deals < 1:
            raise ValueError(f"{deals} deals are none; take 1 or more")
        matches = [self._make(game // self._seats) for game in range(deals * self._seats)]
        for game, match in enumerate(matches):
            for after, bot in enumerate(bots, 1):
                match.seat_bot((game + after) % self._seats, bot)
        tables, clock = Tables(self._layout, len(matches)), {"policy": 0.0, "bots": 0.0, "asked": 0}
        with concurrent.futures.ThreadPoolExecutor(self._threads) as threads:
            going = matches
            while True:
                clock["bots"] += sum(threads.map(_played, going))
                going = [match for match in going if not match.over]
                if not going:
                    break
                before = time.perf_counter()
                tokens = tables.ask(policy, going)
                clock["policy"] += time.perf_counter() - before
                for token, match in zip(tokens, going):
                    decided = match.decisions
                    match.step_token(token)
                    clock["asked"] += match.decisions - decided
        return _told(matches, self._seats, clock)


def _played(match: Match) -> float:
    begun = time.thread_time()
    match.play_bots()
    return time.thread_time() - begun


def _told(matches: list[Match], seats: int, clock: dict[str, float]) -> dict[str, float]:
    won = [match.winners or () for match in matches]
    won = np.array([(game % seats in winners) / max(1, len(winners)) for game, winners in enumerate(won)])
    share, games, deals = won.mean(), len(won), won.reshape(-1, seats).mean(axis=1)
    varies = deals.var(ddof=1) / len(deals) if len(deals) > 1 else 0.0
    # Where no two deals differ they say nothing of how much they do.
    worth = share * (1 - share) / varies if varies > 0 else games
    low, high = wilson(share, min(worth, games * seats))
    theirs = sum(match.decisions for match in matches) - clock["asked"]
    return {
        "games": games,
        "wins": float(won.sum()),
        "share": float(share),
        "low": float(low),
        "high": float(high),
        "fair": 1 / seats,
        "policy_ms": 1000 * clock["policy"] / max(1, clock["asked"]),
        "bot_ms": 1000 * clock["bots"] / max(1, theirs),
    }
