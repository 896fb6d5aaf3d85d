"""How often the net wins against bots: by its likeliest choice, each deal from every seat."""

import gruntle
import torch

from features import KEYS, Features, token_of


def policy_of(net, device):
    """The net as a function that plays."""
    features = Features()

    @torch.no_grad()
    def policy(observations, masks, _begun):
        some = features(torch.from_numpy(observations).to(device), torch.from_numpy(masks).to(device))
        choice = net(*(some[key] for key in KEYS))[0].argmax(1)
        return token_of(choice, some["order"]).cpu().numpy()

    return policy


def play(net, bot, table, games, seed, device):
    """Plays at least so many games against this bot at every other seat; what came of it."""
    seats, network, memory = table
    arena = gruntle.Arena("spam-o-rama", seats, seed=seed, network=network, memory=memory)
    came = arena.play(policy_of(net, device), bot, -(-games // seats))
    return {"bot": bot, "seats": seats, "network": network, "memory": memory, "seed": seed, **came}


def told(came):
    """The same in a line."""
    table = f"{came['seats']} seats, {came['network']}" + ("" if came["memory"] else ", from memory")
    share = f"{100 * came['share']:.1f} % ({100 * came['low']:.1f}–{100 * came['high']:.1f})"
    times = f"{came['policy_ms']:.3f} ms a decision, the bot {came['bot_ms']:.3f}"
    return f"net against {came['bot']} ({table}): {share} of {came['games']}; fair {100 * came['fair']:.0f} %; {times}"
