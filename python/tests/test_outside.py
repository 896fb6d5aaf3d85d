"""What others demand of an environment: PettingZoo's own tests, and Gymnasium."""

import types

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo")
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
@pytest.mark.parametrize("seats", range(2, 7))
def test_pettingzoo_seed(game, seats):
    pettingzoo_test.seed_test(lambda: gruntle_pettingzoo.env(game, seats, longest=300), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_pettingzoo_parallel_api(game, seats):
    env = gruntle_pettingzoo.parallel_env(game, seats, longest=300)
    pettingzoo_test.parallel_api_test(env, num_cycles=120)
    pettingzoo_test.parallel_seed_test(
        lambda: gruntle_pettingzoo.parallel_env(game, seats, longest=300), num_cycles=60
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_pettingzoo_max_cycles(game, seats):
    """Both as it is, and turned into one agent at a time by PettingZoo."""

    def parallel_env(max_cycles):
        return gruntle_pettingzoo.parallel_env(game, seats, max_cycles=max_cycles)

    def env(max_cycles):
        return pettingzoo.utils.parallel_to_aec(parallel_env(max_cycles))

    pettingzoo_test.max_cycles_test(types.SimpleNamespace(parallel_env=parallel_env, env=env))


@pytest.mark.parametrize("game", GAMES)
def test_all_at_once_is_the_same_match_as_one_by_one(game):
    one, all_ = gruntle_pettingzoo.env(game, 3, longest=300), gruntle_pettingzoo.parallel_env(game, 3, longest=300)
    one.reset(seed=6)
    observations, _ = all_.reset(seed=6)
    luck, steps = np.random.default_rng(1), 0
    while all_.agents:
        asked = one.agent_selection
        for agent in all_.agents:
            seen = one.observe(agent)
            assert all(np.array_equal(observations[agent][name], seen[name]) for name in seen)
            assert observations[agent]["action_mask"].any() == (agent == asked)
        action = luck.choice(np.flatnonzero(observations[asked]["action_mask"]))
        # Actions of the other agents are ignored.
        actions = {agent: action if agent == asked else int(luck.integers(100)) for agent in all_.agents}
        observations, rewards, _, _, infos = all_.step(actions)
        one.step(action)
        assert rewards == one.rewards and infos == dict.fromkeys(rewards, {})
        steps += 1
    assert steps > 50 and all_.step({}) == ({},) * 5


def test_an_illegal_action_costs_the_move():
    env = gruntle_pettingzoo.parallel_env("spam-o-rama", 2)
    observations, _ = env.reset(seed=2)
    asked = next(agent for agent in env.agents if observations[agent]["action_mask"].any())
    mask = observations[asked]["action_mask"]
    taken = [env.step({agent: int(np.argmin(mask)) for agent in env.agents})]
    assert taken[0][4] == {agent: {"illegal": True} if agent == asked else {} for agent in env.possible_agents}
    env.reset(seed=2)
    taken.append(env.step({asked: int(np.argmax(mask))}))
    assert np.array_equal(*(step[0][asked]["observation"] for step in taken))
    with pytest.raises(ValueError, match="has no action"):
        env.step({})
    with pytest.raises(ValueError, match="1 or more"):
        gruntle_pettingzoo.parallel_env("spam-o-rama", 2, max_cycles=0)


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


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_nothing_wrong(game):
    from gymnasium.utils.env_checker import check_env

    check_env(gym.SeatEnv(game, ["greedy", "random"], seat=1, render_mode="ansi"))


@pytest.mark.parametrize("game", GAMES)
def test_the_masks_of_a_learner_are_those_of_its_seat(game):
    env = gym.SeatEnv(game, ["random"], seat=0)
    _, info = env.reset(seed=5)
    for _ in range(50):
        masks = env.action_masks()
        assert masks.dtype == bool and masks.shape == (env.action_space.n,) and masks.any()
        assert (masks == info["action_mask"].astype(bool)).all()
        _, _, terminated, truncated, info = env.step(np.flatnonzero(masks)[-1])
        if terminated or truncated:
            assert not env.action_masks().any(), "nobody is asked"
            _, info = env.reset()


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_of_a_learner_costs_the_move_or_is_refused(game):
    env, other = gym.SeatEnv(game, ["greedy"]), gym.SeatEnv(game, ["greedy"])
    env.reset(seed=3)
    other.reset(seed=3)
    illegal, first = int(np.flatnonzero(~env.action_masks())[0]), int(np.flatnonzero(env.action_masks())[0])
    observation, *_, info = env.step(illegal)
    expected, *_, legal_info = other.step(first)
    assert (observation == expected).all() and info["illegal"] is True and "illegal" not in legal_info
    strict = gym.SeatEnv(game, ["greedy"], illegal="refuse")
    strict.reset(seed=3)
    with pytest.raises(ValueError, match="cannot come next"):
        strict.step(illegal)
    with pytest.raises(ValueError, match="not 'punish'"):
        gym.SeatEnv(game, illegal="punish")
