"""Learning by self-play: masked PPO, nothing but the present net at every seat.

Advantages run along each seat's own decisions, so any number may sit at a table; they are evened out by kind of decision.
"""

import copy
import time

import gruntle
import numpy as np
import torch
import torch.nn.functional as F

from features import KEYS, PORTS, SEATS, SUITS, Features, token_of
from port_net import PortNet


def pinned(array, device):
    """A tensor over an array of the package, which a GPU may read directly."""
    tensor = torch.from_numpy(array)
    if device.type == "cuda":
        torch.cuda.cudart().cudaHostRegister(tensor.data_ptr(), tensor.numel() * tensor.element_size(), 0)
    return tensor


class Learner:
    """A net, the mean of its weights, what it learns with, and the matches that it plays against itself."""

    def __init__(self, asked, device):
        self.asked, self.device = asked, device
        torch.manual_seed(asked.seed)
        self.features = Features()
        self.net = PortNet().to(device)
        self.mean = copy.deepcopy(self.net)
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=asked.rate, eps=1e-5)
        self.done = {"seconds": 0.0, "rounds": 0, "decisions": 0, "updates": 0}
        self.look_features, self.look_net, self.learn_net = self.features, self.net, self.net
        if asked.compile:
            compiled = [torch.compile(one, dynamic=False) for one in (self.features, self.net, self.net)]
            self.look_features, self.look_net, self.learn_net = compiled
        # How many rows of a batch relay; scores of relays are the dearest, so they are worked out for those alone.
        self.relaying = None

    def begin(self, tables):
        """Begins the matches, with other numbers each time that learning goes on."""
        asked = self.asked
        seats, networks, memory = zip(*tables)
        self.many = gruntle.Vector(
            "spam-o-rama",
            asked.matches,
            list(seats),
            network=list(networks),
            memory=list(memory),
            networks=asked.networks if "generated" in networks else None,
            seed=asked.seed * 1000 + self.done["rounds"],
            stagger=True,
            skip_forced=True,
        )
        self.pinned = [pinned(self.many.observations, self.device), pinned(self.many.masks, self.device)]
        self.kept = {}

    def end(self):
        """Lets go of the memory that the GPU could read."""
        if self.device.type == "cuda":
            for one in self.pinned:
                torch.cuda.cudart().cudaHostUnregister(one.data_ptr())
        self.pinned = []

    @torch.no_grad()
    def look(self):
        """What the net sees now, and what it thinks of it."""
        seen, mask = (one.to(self.device, non_blocking=True) for one in self.pinned)
        some = self.look_features(seen, mask)
        scores, values = self.look_net(*(some[key] for key in KEYS))
        return some, scores, values

    @torch.no_grad()
    def play(self):
        """Plays so many steps in every match; all that happened, by step and match."""
        many, steps, count = self.many, self.asked.steps, len(self.many)
        shape = {"choice": torch.long, "chance": torch.float32, "value": torch.float32}
        told = {name: torch.zeros(steps, count, dtype=kind, device=self.device) for name, kind in shape.items()}
        current = torch.zeros(steps + 1, count, dtype=torch.long)
        reward, done = torch.zeros(steps, count, SEATS), torch.zeros(steps, count)
        stepping = 0.0
        for step in range(steps):
            some, scores, values = self.look()
            if not self.kept:
                self.kept = {key: torch.zeros(steps, *some[key].shape, dtype=some[key].dtype, device=self.device) for key in KEYS}
            for key in KEYS:
                self.kept[key][step] = some[key]
            lots = -torch.log(torch.empty_like(scores).exponential_().clamp_(1e-20))
            choice = (scores + lots).argmax(1)
            told["choice"][step], told["value"][step] = choice, values
            told["chance"][step] = F.log_softmax(scores, 1).gather(1, choice[:, None])[:, 0]
            tokens = token_of(choice, some["order"]).cpu().numpy()
            current[step] = torch.from_numpy(many.currents)
            before = time.perf_counter()
            many.step(tokens)
            stepping += time.perf_counter() - before
            reward[step, :, : many.rewards.shape[1]] = torch.from_numpy(many.rewards)
            done[step] = torch.from_numpy(many.dones)
        _, _, last = self.look()
        current[steps] = torch.from_numpy(many.currents)
        told["ended"] = done.sum().item()
        told["stepping"] = stepping
        self.weigh(told, last, current.to(self.device), reward.to(self.device), done.to(self.device))
        return told

    def weigh(self, told, last, current, reward, done):
        """Advantages, a stream for each seat; a seat's last decision is left out where nothing follows it."""
        steps, count = told["value"].shape
        seats = F.one_hot(current, SEATS).float()
        # Of each seat what its next decision is worth, the advantage there, and whether anything is known of it.
        value, sum_there = seats[steps] * last[:, None], torch.zeros(count, SEATS, device=self.device)
        known = seats[steps].clone()
        advantage, counts = torch.zeros_like(told["value"]), torch.zeros_like(told["value"])
        for step in range(steps - 1, -1, -1):
            ends, own = done[step][:, None], seats[step]
            value, sum_there = value * (1 - ends) + reward[step] * ends, sum_there * (1 - ends)
            known = torch.maximum(known, ends)
            surprise = (value * own).sum(1) - told["value"][step]
            counts[step] = (known * own).sum(1)
            advantage[step] = (surprise + self.asked.trace * (sum_there * own).sum(1)) * counts[step]
            value = value * (1 - own) + told["value"][step][:, None] * own
            sum_there = sum_there * (1 - own) + advantage[step][:, None] * own
            known = torch.maximum(known, own)
        target = advantage + told["value"]
        mask = self.kept["mask"].flatten(0, 1)
        use = (counts.flatten().bool() & (mask.sum(1) > 1)).nonzero()[:, 0]
        is_take, is_place = mask[:, :SUITS].any(1), mask[:, SUITS : SUITS + PORTS].any(1)
        kind = torch.where(is_take, 0, torch.where(is_place, 1, 2))
        flat = advantage.flatten()
        told["explained"] = 1 - (flat[use].var() / target.flatten()[use].var()).item()
        even = flat.clone()
        for number in range(3):
            at = use[kind[use] == number]
            if len(at) > 1:
                even[at] = (flat[at] - flat[at].mean()) / (flat[at].std() + 1e-5)
        told.update(gain=even, target=target.flatten(), use=use, relays=kind[use] == 2)

    def batches(self, told):
        """Rows of batches, drawn by lot: first those that relay, as many in each."""
        size, use = self.asked.batch, told["use"]
        relays, others = use[told["relays"]], use[~told["relays"]]
        wanted = size * len(relays) / max(1, len(use))
        if self.relaying is None or abs(wanted - self.relaying) > size / 16:
            self.relaying = min(size, round(wanted))
        shares = [(relays, self.relaying), (others, size - self.relaying)]
        count = min(len(rows) // share for rows, share in shares if share)
        drawn = [rows[torch.randperm(len(rows), device=self.device)] for rows, _ in shares]
        for number in range(count):
            parts = [rows[number * share : (number + 1) * share] for rows, (_, share) in zip(drawn, shares)]
            yield torch.cat(parts)

    def learn(self, told, rate, curiosity):
        """Goes through what was played a few times; what came of it in the last batch."""
        asked = self.asked
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        flat = {key: self.kept[key].flatten(0, 1) for key in KEYS}
        choice, chance = told["choice"].flatten(), told["chance"].flatten()
        came = {}
        for _ in range(asked.epochs):
            for rows in self.batches(told):
                seen = [flat[key][rows[: self.relaying] if key == "pair" else rows] for key in KEYS]
                scores, values = self.learn_net(*seen)
                logs = F.log_softmax(scores, 1)
                ratio = (logs.gather(1, choice[rows][:, None])[:, 0] - chance[rows]).exp()
                gain = told["gain"][rows]
                policy = -torch.minimum(ratio * gain, ratio.clamp(1 - asked.clip, 1 + asked.clip) * gain).mean()
                entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
                value = F.mse_loss(values, told["target"][rows])
                self.optimiser.zero_grad(set_to_none=True)
                (policy + 0.5 * value - curiosity * entropy).backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                self.optimiser.step()
                self.done["updates"] += 1
                self.follow()
                clipped = ((ratio - 1).abs() > asked.clip).float().mean()
                came = {"policy": policy, "value": value, "entropy": entropy, "clipped": clipped}
        self.net.clip()
        return {name: one.item() for name, one in came.items()}

    @torch.no_grad()
    def follow(self):
        """The mean of the weights goes a little after them."""
        keep = min(self.asked.keep, 1 - 1 / (self.done["updates"] + 1))
        mean = list(self.mean.parameters())
        torch._foreach_mul_(mean, keep)
        torch._foreach_add_(mean, list(self.net.parameters()), alpha=1 - keep)

    def round(self, progress):
        """Plays and learns once; what there is to log."""
        asked, begun = self.asked, time.perf_counter()
        rate = asked.rate + (asked.rate_end - asked.rate) * progress
        curiosity = asked.entropy + (asked.entropy_end - asked.entropy) * progress
        told = self.play()
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        played = time.perf_counter()
        came = self.learn(told, rate, curiosity)
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        now = time.perf_counter()
        self.done["rounds"] += 1
        self.done["decisions"] += self.asked.steps * len(self.many)
        self.done["seconds"] += now - begun
        log = {**self.done, "steps": asked.steps * len(self.many), "rate": rate, "curiosity": curiosity, **came, "explained": told["explained"], "ended": told["ended"]}
        log.update(playing=played - begun, stepping=told["stepping"], learning=now - played)
        return {name: round(one, 6) if isinstance(one, float) else one for name, one in log.items()}
