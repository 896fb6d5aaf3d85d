"""Both games as Gymnasium environments: one learner against bots. Needs the package `gymnasium`."""

from __future__ import annotations

from typing import Any, Sequence

import gymnasium
import numpy as np
from gymnasium import spaces

from ._gruntle import make


class SeatEnv(gymnasium.Env):
    """The learner sits at `seat`; the others are bots by name. The mask of legal actions is in `info["action_mask"]`, and for
    the MaskablePPO of sb3-contrib in `action_masks()`. An illegal action costs the move: the first legal token is taken, and
    `info["illegal"]` says so; with `illegal="refuse"` it is a ValueError.

    >>> import gruntle.gym
    >>> env = gruntle.gym.SeatEnv("spam-o-rama", bots=["greedy"], seat=0)
    >>> observation, info = env.reset(seed=1)
    >>> int(env.action_masks().sum()) == int(info["action_mask"].sum())
    True
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str = "spam-o-rama",
        bots: Sequence[str] = ("greedy",),
        seat: int = 0,
        render_mode: str | None = None,
        illegal: str = "first",
        **setup: Any,
    ):
        if illegal not in ("first", "refuse"):
            raise ValueError(f"an illegal action takes the 'first' legal token or is 'refuse'd, not {illegal!r}")
        self._refuses = illegal == "refuse"
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

    def action_masks(self) -> np.ndarray:
        """True where a token may come next: what MaskablePPO asks for.

        >>> import gruntle.gym
        >>> env = gruntle.gym.SeatEnv("spammers", bots=["random", "random"])
        >>> observation, info = env.reset(seed=1)
        >>> masks = env.action_masks()
        >>> masks.dtype.name, masks.shape == (env.action_space.n,), bool(masks.any())
        ('bool', True, True)
        """
        return self._match.mask().astype(bool)

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        """A new match: the first of this seed, or the next of the last seed.

        >>> import gruntle.gym
        >>> env = gruntle.gym.SeatEnv("spam-o-rama")
        >>> first, _ = env.reset(seed=7)
        >>> next_one, _ = env.reset()
        >>> again, _ = env.reset(seed=7)
        >>> bool((first == again).all()), bool((first == next_one).all())
        (True, False)
        """
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
        """Takes a token, and lets the bots answer.

        >>> import gruntle.gym
        >>> env = gruntle.gym.SeatEnv("spam-o-rama")
        >>> observation, info = env.reset(seed=7)
        >>> action = int(info["action_mask"].argmax())
        >>> observation, reward, terminated, truncated, info = env.step(action)
        >>> reward, terminated, "illegal" in info
        (0.0, False, False)
        """
        mask = self._match.mask()
        token = int(action)
        is_legal = 0 <= token < len(mask) and bool(mask[token])
        if not is_legal and not self._refuses and not self._match.over:
            token = int(np.flatnonzero(mask)[0])
        self._match.step_token(token)
        self._match.play_bots()
        observation, info = self._look()
        if not is_legal:
            info["illegal"] = True
        won = self._match.winners is not None
        reward = float(self._match.returns()[self._seat])
        return observation, reward, won, self._match.over and not won, info

    def render(self) -> str:
        """The table as everybody sees it.

        >>> import gruntle.gym
        >>> env = gruntle.gym.SeatEnv("spammers", render_mode="ansi")
        >>> observation, info = env.reset(seed=7)
        >>> "masses" in env.render()
        True
        """
        return str(self._match.open_view())
