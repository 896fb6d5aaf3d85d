"""Bots: those of the command line by name, and functions of arrays, which answer many tables at once."""

import numpy as np

from . import _gruntle
from ._gruntle import Match


class Tables:
    """The arrays that a function is asked with, for as many matches of a game as there is room for."""

    def __init__(self, layout, room):
        self.observations = np.zeros((room, layout["size"]), np.int16)
        self.masks = np.zeros((room, len(layout["tokens"])), np.uint8)
        self.begun = np.zeros((room, 4), np.int16)

    def ask(self, policy, matches):
        """What the function would take next in each match, which may come next."""
        count = len(matches)
        for row, match in enumerate(matches):
            match.observe(out=self.observations[row])
            match.mask(out=self.masks[row])
            self.begun[row] = 0
            self.begun[row, : len(match.begun)] = np.add(match.begun, 1)
        tokens = np.asarray(policy(self.observations[:count], self.masks[:count], self.begun[:count]))
        if tokens.shape != (count,) or tokens.dtype.kind not in "iu":
            raise ValueError(f"a function that plays gives a whole number for each of {count} rows, not {tokens.dtype} {tokens.shape}")
        for row, (token, match) in enumerate(zip(tokens, matches)):
            if not (0 <= token < self.masks.shape[1] and match.mask()[token]):
                raise ValueError(f"token {token} cannot come next in row {row}; see its row of masks")
        return [int(token) for token in tokens]


class FunctionBot:
    """A bot that is a function; what `bot` gives for one."""

    def __init__(self, policy):
        self._policy = policy

    @property
    def name(self):
        return getattr(self._policy, "__name__", type(self._policy).__name__)

    def choose(self, match):
        if not isinstance(match, Match):
            raise ValueError(f"{match!r} is no match")
        if match.over:
            raise ValueError("the match is over; there is nothing to choose")
        copy, tokens, tables = match.clone(), [], Tables(match.layout(), 1)
        while copy.decisions == match.decisions:
            tokens += tables.ask(self._policy, [copy])
            copy.step_token(tokens[-1])
        return match.tokens().index([*match.begun, *tokens])

    def __repr__(self):
        return f"gruntle.bot({self.name})"


def bot(name, seed=0):
    return FunctionBot(name) if callable(name) else _gruntle.bot(name, seed)
