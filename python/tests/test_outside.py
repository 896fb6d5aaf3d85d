"""What others demand of an environment: PettingZoo's own tests, and Gymnasium."""

import numpy as np
import pytest

pettingzoo_test = pytest.importorskip("pettingzoo.test")
gruntle_pettingzoo = pytest.importorskip("gruntle.pettingzoo")
gym = pytest.importorskip("gruntle.gym")

GAMES = ["spammers", "spam-o-rama"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_pettingzoo_api(game, seats):
    env = gruntle_pettingzoo.env(game, seats, longest=300)
    pettingzoo_test.api_test(env, num_cycles=120, verbose_progress=False)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 6])
def test_pettingzoo_seed(game, seats):
    pettingzoo_test.seed_test(lambda: gruntle_pettingzoo.env(game, seats, longest=300), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_ends_with_a_winner_or_is_cut_off(game):
    env = gruntle_pettingzoo.env(game, 3, longest=2000)
    env.reset(seed=4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        action = None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
    assert set(total.values()) in ({-1.0, 1.0}, {0.0})


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_meets_bots_in_gymnasium(game):
    env = gym.SeatEnv(game, ["greedy", "random"], seat=1, longest=2000)
    seen = []
    for _ in range(2):
        observation, info = env.reset(seed=3)
        steps, over = 0, False
        while not over:
            assert env.observation_space.contains(observation)
            action = int(np.flatnonzero(info["action_mask"])[0])
            observation, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            steps += 1
        assert reward in (-1.0, 0.0, 1.0)
        seen.append((steps, reward))
    assert seen[0] == seen[1]
