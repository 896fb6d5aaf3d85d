"""Writes the weights of a trained net of Spam-O-Rama as whole numbers, as the program reads them.

    python3 python/train/export.py CHECKPOINT.pt LAYOUT-DIGEST nets/spam-o-rama.net

A row of weights is rounded to eight bits by its largest; beside it stand the factor that brings sums back, in 2^-24, and what
is added, in 1/256. The checkpoint has the weights by name, as a module of PyTorch does, under "ema".
"""

import hashlib
import struct
import sys

import torch

ONE, SHIFT = 256, 24


def layer(weight, bias=None):
    """A layer as bytes: outputs, inputs, then row by row factor, what is added, weights."""
    weight = weight.double()
    outputs, inputs = weight.shape
    bias = torch.zeros(outputs, dtype=torch.float64) if bias is None else bias.double()
    written = struct.pack("<HH", inputs, outputs)
    for row, add in zip(weight, bias):
        step = max(row.abs().max().item() / 127, 1e-9)
        whole = (row / step).round().clamp(-127, 127).to(torch.int8)
        written += struct.pack("<ii", round(step * 2**SHIFT), round(add.item() * ONE)) + bytes(whole.numpy().tobytes())
    return written


# All layers of the net in the order in which the program reads them. Numbers of a suit: eight of it, which one it is, ten of rivals.
HEADS = ["take1", "take_g", "take2", "place1", "place_g", "place2", "rel_p", "rel_q", "rel_d", "rel_g", "rel2"]
NAMES = ["port", "glob"]
NAMES += [f"{name}.{number}" for number in range(3) for name in ("self_", "nbr", "all_")]
NAMES += ["pool", *HEADS]
# Those that add nothing.
PLAIN = ("nbr", "all_", "rel_q", "rel_d")


def layers(weights):
    """All layers as bytes."""
    return b"".join(layer(weights[f"{name}.weight"], weights.get(f"{name}.bias")) for name in NAMES)


def read(path):
    """The weights of a net by name, as nearly as they were written, and the digest of its layout; it has no value to learn by."""
    with open(path, "rb") as file:
        head, _, body = file.read().partition(b"\n")
    weights, at = {}, 0
    for name in NAMES:
        inputs, outputs = struct.unpack_from("<HH", body, at)
        size = 8 + inputs
        rows = [body[start : start + size] for start in range(at + 4, at + 4 + outputs * size, size)]
        told = [struct.unpack_from(f"<ii{inputs}b", row) for row in rows]
        weights[f"{name}.weight"] = torch.tensor([[factor / 2**SHIFT * one for one in row] for factor, _, *row in told])
        if not name.startswith(PLAIN):
            weights[f"{name}.bias"] = torch.tensor([add / ONE for _, add, *_ in told])
        at += 4 + outputs * size
    return weights, head.decode().split()[-1]


def write(weights, digest, out):
    """Writes the weights of this layout of observations to a file; what it is in words."""
    written = f"gruntle net 1 spam-o-rama {digest}\n".encode() + layers(weights)
    with open(out, "wb") as file:
        file.write(written)
    return f"{out}: {len(written)} bytes, SHA-256 {hashlib.sha256(written).hexdigest()}"


def main():
    checkpoint, digest, out = sys.argv[1:]
    weights = {name: one.float() for name, one in torch.load(checkpoint, map_location="cpu")["ema"].items()}
    print(write(weights, digest, out))


if __name__ == "__main__":
    main()
