"""Both games as Gymnasium environments: one learner against bots. Needs the package `gymnasium`."""

from __future__ import annotations

from typing import Any, Sequence

import gymnasium
import numpy as np
from gymnasium import spaces

from ._gruntle import make


class SeatEnv(gymnasium.Env):
    """The learner sits at `seat`; the others are bots by name. An illegal action is refused with a ValueError; the mask of
    legal ones is in `info["action_mask"]`."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str = "spam-o-rama",
        bots: Sequence[str] = ("greedy",),
        seat: int = 0,
        render_mode: str | None = None,
        **setup: Any,
    ):
        self._match = make(game, len(bots) + 1, **setup)
        if not 0 <= seat <= len(bots):
            raise ValueError(f"there is no seat {seat}; seats are 0 to {len(bots)}")
        self._bots = {place: name for place, name in zip((one for one in range(len(bots) + 1) if one != seat), bots)}
        self._seat = seat
        self._seed, self._number = int(setup.get("seed", 0)), 0
        self.render_mode = render_mode
        layout = self._match.layout()
        self.observation_space = spaces.Box(-(2**15), 2**15 - 1, (layout["size"] + 4,), np.int16)
        self.action_space = spaces.Discrete(len(layout["tokens"]))

    def _look(self) -> tuple[np.ndarray, dict[str, Any]]:
        size = self.observation_space.shape[0] - 4
        observation = np.zeros(size + 4, np.int16)
        self._match.observe(self._seat, observation[:size])
        for place, token in enumerate(self._match.begun):
            observation[size + place] = token + 1
        return observation, {"action_mask": self._match.mask().astype(np.int8)}

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        """A new match: the first of this seed, or the next of the last seed."""
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._number = int(seed), 0
        self._match.restart(self._seed, self._number)
        self._number += 1
        for seat, name in self._bots.items():
            self._match.seat_bot(seat, name)
        self._match.play_bots()
        return self._look()

    def step(self, action: int):
        """Takes a token, and lets the bots answer."""
        self._match.step_token(int(action))
        self._match.play_bots()
        observation, info = self._look()
        won = self._match.winners is not None
        reward = float(self._match.returns()[self._seat])
        return observation, reward, won, self._match.over and not won, info

    def render(self) -> str:
        """The table as everybody sees it."""
        return str(self._match.open_view())
