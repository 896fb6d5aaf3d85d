"""Somebody else's learner that asks for masks: the MaskablePPO of sb3-contrib. It wants PyTorch, so it is tested apart."""

import pytest

sb3_contrib = pytest.importorskip("sb3_contrib")
gym = pytest.importorskip("gruntle.gym")


def test_maskable_ppo_of_sb3_learns_with_the_masks():
    env = gym.SeatEnv("spam-o-rama", ["random"], longest=60)
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=16, n_epochs=1, seed=1)
    model.learn(64)
    observation, _ = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=env.action_masks())
    assert env.action_masks()[int(action)]
