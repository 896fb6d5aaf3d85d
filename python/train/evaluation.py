"""How often the net wins against bots: by its likeliest choice, one net among bots, each deal from every seat."""

import concurrent.futures
import os
import time

import gruntle
import numpy as np
import torch

from features import KEYS, Features, token_of


def interval(wins, games):
    """A share and its 95 % interval by Wilson, games taken as independent."""
    share, z = wins / games, 1.96
    middle, scale = share + z * z / (2 * games), 1 + z * z / games
    width = z * (share * (1 - share) / games + (z / (2 * games)) ** 2) ** 0.5
    return share, (middle - width) / scale, (middle + width) / scale


def play(net, bot, table, games, seed, device):
    """Plays so many games against this bot at every other seat; what came of it."""
    seats, network, memory = table
    features = Features()
    setting = {"seed": seed, "network": network, "memory": memory}
    matches = [gruntle.make("spam-o-rama", seats, number=game // seats, **setting) for game in range(games)]
    for game, match in enumerate(matches):
        for seat in range(seats):
            if seat != game % seats:
                match.seat_bot(seat, bot)
    seen, mask = np.zeros((games, features.size), np.int16), np.zeros((games, features.tokens), np.uint8)
    begun, looking, asked = time.perf_counter(), 0.0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        going = list(matches)
        while True:
            list(threads.map(gruntle.Match.play_bots, going))
            going = [match for match in going if not match.over]
            if not going:
                break
            for row, match in enumerate(going):
                match.observe(out=seen[row])
                match.mask(out=mask[row])
            before = time.perf_counter()
            with torch.no_grad():
                some = features(*(torch.from_numpy(rows[: len(going)]).to(device) for rows in (seen, mask)))
                choice = net(*(some[key] for key in KEYS))[0].argmax(1)
                tokens = token_of(choice, some["order"]).tolist()
            looking, asked = looking + time.perf_counter() - before, asked + len(going)
            for token, match in zip(tokens, going):
                match.step_token(token)
    wins = sum(1 / len(match.winners) for game, match in enumerate(matches) if game % seats in match.winners)
    share, low, high = interval(wins, games)
    return {
        "bot": bot, "seats": seats, "network": network, "memory": memory, "games": games, "seed": seed, "wins": wins,
        "share": round(share, 4), "low": round(low, 4), "high": round(high, 4), "fair": round(1 / seats, 4),
        "net_ms": round(1000 * looking / asked, 4), "seconds": round(time.perf_counter() - begun, 1),
    }


def told(came):
    """The same in a line."""
    table = f"{came['seats']} seats, {came['network']}" + ("" if came["memory"] else ", from memory")
    share = f"{100 * came['share']:.1f} % ({100 * came['low']:.1f}–{100 * came['high']:.1f})"
    return f"net against {came['bot']} ({table}): {share} of {came['games']}; fair {100 * came['fair']:.0f} %; {came['seconds']} s"
