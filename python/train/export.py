"""Writes the weights of a trained net of Spam-O-Rama as whole numbers, as the program reads them.

    python3 python/train/export.py CHECKPOINT.pt LAYOUT-DIGEST nets/spam-o-rama.net

A row of weights is rounded to eight bits by its largest; beside it stand the factor that brings sums back, in 2^-24, and what
is added, in 1/256. The checkpoint has the weights by name, as a module of PyTorch does, under "ema".
"""

import hashlib
import struct
import sys

import torch

ONE, SHIFT, SUITS = 256, 24, 12


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


def layers(w):
    """All layers of the net in the order in which the program reads them."""
    def linear(name):
        return layer(w[f"{name}.weight"], w.get(f"{name}.bias"))

    yield linear("port")
    yield linear("glob")
    for number in range(3):
        yield linear(f"self_.{number}")
        yield linear(f"nbr.{number}")
        yield linear(f"all_.{number}")
    yield linear("pool")
    # Numbers of a suit: eight of it, which one it is, ten of rivals.
    for head in ["take1", "take_g", "take2", "place1", "place_g", "place2", "rel_p", "rel_q", "rel_d", "rel_g", "rel2"]:
        yield linear(head)


def main():
    checkpoint, digest, out = sys.argv[1:]
    weights = {name: one.float() for name, one in torch.load(checkpoint, map_location="cpu")["ema"].items()}
    written = f"gruntle net 1 spam-o-rama {digest}\n".encode() + b"".join(layers(weights))
    with open(out, "wb") as file:
        file.write(written)
    print(f"{out}: {len(written)} bytes, SHA-256 {hashlib.sha256(written).hexdigest()}")


if __name__ == "__main__":
    main()
