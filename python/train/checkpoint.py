"""What is kept of learning, so that it can be stopped and go on: weights, their mean, what the optimiser knows, seeds, versions."""

import os
import platform

import torch

import export
from port_net import PortNet


def keep(learner, path):
    """Writes it whole or not at all."""
    asked = vars(learner.asked)
    kept = {
        "net": learner.net.state_dict(),
        "ema": learner.mean.state_dict(),
        "optimiser": learner.optimiser.state_dict(),
        "done": learner.done,
        "asked": {name: one for name, one in asked.items() if isinstance(one, (bool, int, float, str))},
        "luck": torch.get_rng_state(),
        "digest": learner.features.digest,
        "versions": {"python": platform.python_version(), "torch": str(torch.__version__)},
    }
    torch.save(kept, f"{path}.part")
    os.replace(f"{path}.part", path)


def read(path, device):
    """What was kept; plain data alone, where PyTorch is new enough to see to that."""
    careful = {"weights_only": True} if int(torch.__version__.split(".")[0]) > 1 else {}
    return torch.load(path, map_location=device, **careful)


def of_net(path):
    """The weights that the program plays by; what only learning needs is not in them."""
    weights, digest = export.read(path)
    return {"ema": PortNet().state_dict() | weights, "digest": digest}


def take_up(learner, path):
    """Goes on from what was kept, or from weights alone, which is all that a net to download has; says which it was."""
    kept = of_net(path) if path.endswith(".net") else read(path, learner.device)
    if kept["digest"] != learner.features.digest:
        raise ValueError(f"{path} was trained on layout {kept['digest']}; this package has {learner.features.digest}")
    weights = {name: one.float() for name, one in kept["ema"].items()}
    learner.mean.load_state_dict(weights)
    learner.net.load_state_dict({name: one.float() for name, one in kept.get("net", weights).items()})
    if "optimiser" not in kept or learner.asked.fresh:
        # The mean follows slowly from the first step on.
        learner.done["updates"] = 10_000
        return False
    learner.optimiser.load_state_dict(kept["optimiser"])
    learner.done.update(kept["done"])
    torch.set_rng_state(kept["luck"].cpu())
    return True
