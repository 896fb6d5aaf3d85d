"""The net of Spam-O-Rama, as the program computes it in `crates/bots/src/net/port_net.rs`: every port sees its neighbours, three
times over; then each choice is scored by what is known of its ports or its suit, and of the whole table.

It learns with the rounding of the program: weights of eight bits by row, activations of sixteen in units of 1/256. What is rounded
has the gradient of what it was before. With weights of sixty-four bits (`net.double()`) the scores are those of the program.
"""

import torch
import torch.nn.functional as F
from torch import nn

from features import PAIR, PORT, PORTS, SLOT, TABLE, WAYS

WIDTH, ROUNDS = 64, 3
ONE = 256
# The largest activation that sixteen bits hold, and the largest weight, far below what could overflow a sum.
LARGEST = 32767 / ONE
LARGEST_WEIGHT = 8.0


def instead(whole, plain):
    """What is rounded, with the gradient of what it was before."""
    return plain + (whole - plain).detach() if torch.is_grad_enabled() else whole


def rounded(numbers):
    """To the nearest 1/256; of two that are equally near the larger."""
    return instead(torch.floor(numbers * ONE + 0.5) / ONE, numbers)


def exact_enough(numbers):
    """For sums: of thirty-two bits at least."""
    return numbers if numbers.dtype == torch.float64 else numbers.float()


class Beyond(torch.autograd.Function):
    """For each port the numbers of its neighbour in each way, noughts where there is none: [rows, PORTS, WAYS, numbers].

    Where a port is somebody's neighbour upwards, that one is its neighbour downwards: so gradients are gathered, too, not scattered.
    """

    @staticmethod
    def forward(ctx, of_ports, neighbours):
        ctx.save_for_backward(neighbours)
        rows, _, numbers = of_ports.shape
        padded = torch.cat([of_ports, torch.zeros_like(of_ports[:, :1])], 1)
        found = padded.gather(1, neighbours[:, :, None].expand(rows, PORTS * WAYS, numbers))
        return found.view(rows, PORTS, WAYS, numbers)

    @staticmethod
    def backward(ctx, gradient):
        (neighbours,) = ctx.saved_tensors
        rows, numbers = len(gradient), gradient.shape[3]
        padded = torch.cat([gradient, torch.zeros_like(gradient[:, :1])], 1).flatten(1, 2)
        back = torch.arange(WAYS, device=gradient.device).roll(2)
        places = (neighbours.view(rows, PORTS, WAYS) * WAYS + back).flatten(1)
        found = padded.gather(1, places[:, :, None].expand(rows, PORTS * WAYS, numbers))
        return found.view(rows, PORTS, WAYS, numbers).sum(2), None


class Layer(nn.Linear):
    """A layer whose weights are rounded to eight bits, each row by its largest."""

    def forward(self, seen):
        step = (self.weight.detach().abs().amax(1) / 127).clamp(min=1e-9)
        # The steps themselves have twenty-four bits behind the point.
        factor = torch.floor(step * 2**24 + 0.5) / 2**24
        plain = self.weight / step[:, None]
        whole = instead(torch.round(plain), plain)
        sums = exact_enough(F.linear(seen, whole.to(seen.dtype))) * factor
        if sums.dtype == torch.float64:
            sums = rounded(sums)
        return sums if self.bias is None else sums + instead(torch.round(self.bias * ONE) / ONE, self.bias)


class PortNet(nn.Module):
    """How much it likes each choice, and who it thinks will win."""

    def __init__(self):
        super().__init__()
        width, whole = WIDTH, 2 * WIDTH
        self.port = Layer(PORT, width)
        self.glob = Layer(TABLE, width)
        self.self_ = nn.ModuleList(Layer(width, width) for _ in range(ROUNDS))
        self.nbr = nn.ModuleList(Layer(width, width, bias=False) for _ in range(ROUNDS))
        self.all_ = nn.ModuleList(Layer(width, width, bias=False) for _ in range(ROUNDS))
        self.pool = Layer(3 * width, whole)
        # Only learning needs the value; it is no part of the program's net.
        self.value = nn.Sequential(nn.Linear(whole, width), nn.ReLU(), nn.Linear(width, 1))
        self.take1, self.take_g, self.take2 = Layer(SLOT, width), Layer(whole, width), Layer(width, 1)
        self.place1, self.place_g, self.place2 = Layer(width, width), Layer(whole, width), Layer(width, 1)
        self.rel_p, self.rel_q = Layer(width, width), Layer(width, width, bias=False)
        self.rel_d = Layer(PAIR, width, bias=False)
        self.rel_g, self.rel2 = Layer(whole, width), Layer(width, 1)
        self.register_buffer("numbers", torch.arange(PORTS), persistent=False)
        for last in (self.take2, self.place2, self.rel2, self.value[2]):
            last.weight.data.mul_(0.1)

    def kind(self):
        """The numbers that activations are kept in: of sixteen bits on a GPU, elsewhere as the weights."""
        weights = self.port.weight
        return torch.bfloat16 if weights.is_cuda and weights.dtype == torch.float32 else weights.dtype

    def forward(self, ports, pair, slot, table, mask, neighbours):
        """Scores of all choices, -1e9 where there is none, and values. Only the first rows, as many as `pair` has, may relay."""
        count, kind = len(ports), self.kind()

        def rectified(sums):
            """As an activation that is not below nought."""
            return rounded(sums.clamp(0, LARGEST)).to(kind)

        def mean(of_ports):
            return rounded(exact_enough(of_ports).mean(1)).to(kind)

        neighbours = neighbours.long()
        beside = (neighbours.view(count, PORTS, WAYS, 1) == self.numbers).any(2).to(kind)
        base = self.glob(table.to(kind) / ONE)
        known = rectified(self.port(ports.to(kind) / 4) + base[:, None])
        for own, around, everywhere in zip(self.self_, self.nbr, self.all_):
            near = rounded((exact_enough(torch.matmul(beside, known)) / 4).clamp(max=LARGEST)).to(kind)
            sums = own(known) + around(near) + everywhere(mean(known))[:, None]
            known = (known + rectified(sums)).clamp(max=LARGEST)
        table = rectified(self.pool(torch.cat([mean(known), known.amax(1), rectified(base)], 1)))
        value = self.value(table.to(self.value[0].weight.dtype))[:, 0]
        sums = self.take1(slot.to(kind) / ONE) + self.take_g(table)[:, None]
        take = self.take2(rectified(sums))[..., 0]
        sums = self.place1(known) + self.place_g(table)[:, None]
        place = self.place2(rectified(sums))[..., 0]

        # What a relay is worth: both of its ports, what it changes, and the table.
        relaying = len(pair)
        known, table = known[:relaying], table[:relaying]
        there = Beyond.apply(self.rel_q(known), neighbours[:relaying])
        here = self.rel_p(known) + self.rel_g(table)[:, None]
        changes = self.rel_d(rounded(pair.float() / 5).to(kind))
        sums = here[:, :, None] + there + changes
        relay = self.rel2(rectified(sums))[..., 0].flatten(1)
        relay = F.pad(relay, (0, 0, 0, count - relaying))
        return torch.cat([take, place, relay], 1).masked_fill(~mask, -1e9), value

    @torch.no_grad()
    def clip(self):
        """Keeps weights where no sum of the program can overflow."""
        for layer in self.modules():
            if isinstance(layer, Layer):
                layer.weight.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)
