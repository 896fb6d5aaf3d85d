"""Both games as PettingZoo environments, one agent at a time (AEC) or all at once. Needs the packages `pettingzoo` and
`gymnasium`.

An action is a token of the game's vocabulary. In Spam-O-Rama a decision is one token; in SPAMMERS it may take up to four
(what to do, the card, what it aims at), and the same agent is asked until it is whole. The last four numbers of an
observation are the tokens of the decision so far, each plus 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ._gruntle import make

#: The most tokens of a decision.
MOST_TOKENS = 4


def env(game: str = "spam-o-rama", seats: int = 2, **setup: Any) -> AECEnv:
    """The game as an environment, wrapped as PettingZoo's own games are.

    >>> import gruntle.pettingzoo
    >>> env = gruntle.pettingzoo.env("spammers", seats=2, longest=40)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     over = terminated or truncated
    ...     env.step(None if over else int(observation["action_mask"].argmax()))
    >>> env.agents
    []
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(RawEnv(game, seats, **setup)))


def parallel_env(
    game: str = "spam-o-rama", seats: int = 2, *, max_cycles: int | None = None, **setup: Any
) -> ParallelEnv:
    """The game as an environment in which all agents act in every cycle.

    >>> import gruntle.pettingzoo
    >>> env = gruntle.pettingzoo.parallel_env("spam-o-rama", seats=2, max_cycles=30)
    >>> observations, infos = env.reset(seed=1)
    >>> while env.agents:
    ...     actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}
    ...     observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> truncations
    {'seat_0': True, 'seat_1': True}
    """
    return TableEnv(game, seats, max_cycles=max_cycles, **setup)


class RawEnv(AECEnv):
    """A match; 1 for whoever wins, -1 for the rest. `longest` decisions end it without a winner (truncated).

    >>> import gruntle.pettingzoo
    >>> env = gruntle.pettingzoo.RawEnv("spammers", seats=3)
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.possible_agents
    ('seat_0', ['seat_0', 'seat_1', 'seat_2'])
    """

    metadata = {"name": "gruntle_v1", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(self, game: str = "spam-o-rama", seats: int = 2, render_mode: str | None = None, **setup: Any):
        super().__init__()
        self._match = make(game, seats, **setup)
        self._seed = int(setup.get("seed", 0))
        self._number = 0
        self.metadata = {**self.metadata, "name": f"{game.replace('-', '_')}_v1"}
        self.render_mode = render_mode
        layout = self._match.layout()
        self._size = layout["size"]
        tokens = len(layout["tokens"])
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-(2**15), 2**15 - 1, (self._size + MOST_TOKENS,), np.int16),
                "action_mask": spaces.Box(0, 1, (tokens,), np.int8),
            }
        )
        self._observation_spaces = {agent: self._observation_space for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(tokens) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space:
        """What an agent sees: numbers as `Match.layout` has them, and the mask of its actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The tokens of the game."""
        return self._action_spaces[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees now; whoever is not asked has no action."""
        seat = self._seats[agent]
        observation = np.zeros(self._size + MOST_TOKENS, np.int16)
        self._match.observe(seat, observation[: self._size])
        mask = np.zeros(self.action_space(agent).n, np.int8)
        if self._match.current == seat:
            mask[:] = self._match.mask()
            for place, token in enumerate(self._match.begun):
                observation[self._size + place] = token + 1
        return {"observation": observation, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """A new match: the first of this seed, or the next of the last seed."""
        if seed is not None:
            self._seed, self._number = int(seed), 0
        self._match.restart(self._seed, self._number)
        self._number += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._match.current]

    def step(self, action: int | None) -> None:
        """Takes a token for the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._match.step_token(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._match.over:
            is_won = self._match.winners is not None
            for one, reward in zip(self.agents, self._match.returns()):
                self.rewards[one] = float(reward)
                self.terminations[one] = is_won
                self.truncations[one] = not is_won
            self.agent_selection = self.agents[(self._seats[agent] + 1) % len(self.agents)]
        else:
            self.agent_selection = self.agents[self._match.current]
        self._accumulate_rewards()

    def render(self) -> str:
        """The table as everybody sees it."""
        return str(self._match.open_view())

    def close(self) -> None:
        """Nothing to close."""


class TableEnv(ParallelEnv):
    """A match in which all agents act in every cycle. The one that is asked has ones in its mask and its action is taken;
    the others have none, and whatever they say is passed over. An action that the mask does not allow costs the move: the
    first legal token is taken instead, and the agent's info says `illegal`. `max_cycles` end a match without a winner.

    >>> import gruntle.pettingzoo
    >>> env = gruntle.pettingzoo.TableEnv("spam-o-rama", seats=2)
    >>> observations, infos = env.reset(seed=1)
    >>> [bool(observations[agent]["action_mask"].any()) for agent in env.agents].count(True)
    1
    """

    def __init__(self, game: str = "spam-o-rama", seats: int = 2, *, max_cycles: int | None = None, **setup: Any):
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"a match of {max_cycles} cycles is none; max_cycles is 1 or more")
        self._one_by_one = RawEnv(game, seats, **setup)
        self.metadata = {**self._one_by_one.metadata, "is_parallelizable": True}
        self.render_mode = self._one_by_one.render_mode
        self.possible_agents = self._one_by_one.possible_agents
        self.agents: list[str] = []
        self.max_cycles = max_cycles
        self._cycles = 0

    def observation_space(self, agent: str) -> spaces.Space:
        """What an agent sees: numbers as `Match.layout` has them, and the mask of its actions."""
        return self._one_by_one.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space:
        """The tokens of the game."""
        return self._one_by_one.action_space(agent)

    def _observations(self) -> dict[str, dict[str, np.ndarray]]:
        return {agent: self._one_by_one.observe(agent) for agent in self.agents}

    def reset(self, seed: int | None = None, options: dict | None = None):
        """A new match: the first of this seed, or the next of the last seed."""
        self._one_by_one.reset(seed, options)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]):
        """Takes the token of the agent that is asked."""
        table, infos = self._one_by_one, {agent: {} for agent in self.agents}
        if not self.agents:
            return {}, {}, {}, {}, {}
        asked = table.agent_selection
        if asked not in actions:
            raise ValueError(f"{asked} is asked and has no action")
        legal = np.flatnonzero(table.observe(asked)["action_mask"])
        action = int(actions[asked])
        if action not in legal:
            action, infos[asked]["illegal"] = int(legal[0]), True
        table.step(action)
        self._cycles += 1
        observations = self._observations()
        rewards, terminations, truncations = dict(table.rewards), dict(table.terminations), dict(table.truncations)
        if self.max_cycles is not None and self._cycles >= self.max_cycles:
            truncations = {agent: not terminations[agent] for agent in self.agents}
        self.agents = [agent for agent in self.agents if not (terminations[agent] or truncations[agent])]
        return observations, rewards, terminations, truncations, infos

    def render(self) -> str:
        """The table as everybody sees it."""
        return self._one_by_one.render()

    def close(self) -> None:
        """Nothing to close."""
