"""What the net of Spam-O-Rama sees: small whole numbers made of observations, the same that the program makes in
`crates/bots/src/net/features.rs`, for many positions at once.

Suits stand in an order of their own: the viewer's first, the one with the least prospect leading, then the others, those that
rivals placed well leading.
"""

import math

import gruntle
import torch
import torch.nn.functional as F

SUITS, PORTS, SEATS, WAYS = 12, 60, 6, 4
# Numbers of a port, of a relay, of a suit, and of the whole table.
PORT = 5 * SUITS + 14
PAIR = 2 * SUITS
SLOT = 8 + SUITS + 10
TABLE = 8 * SUITS + 6 + 1 + 1 + 5 + SUITS + 10 * SUITS + 7
# The numbers of a position, by name, in the order in which the net takes them.
KEYS = ["ports", "pair", "slot", "table", "mask", "neighbours"]


class Features:
    """Makes what the net sees of observations and masks."""

    def __init__(self):
        layout = gruntle.make("spam-o-rama").layout()
        self.digest = layout["digest"]
        self.size, self.tokens = layout["size"], len(layout["tokens"])
        self.places = {name: (start, math.prod(shape)) for name, (start, shape, _) in layout["channels"].items()}

    def __call__(self, seen, mask):
        """The tensors of KEYS and the order of the suits, for observations (int16) and masks (uint8), a row each."""
        count, device = len(seen), seen.device
        ports_range = torch.arange(PORTS, device=device)

        def channel(name):
            start, size = self.places[name]
            return seen[:, start : start + size].float()

        def numbers(name):
            start, size = self.places[name]
            return seen[:, start : start + size].long()

        def counted(places, size, what):
            """How often each place below size occurs; what lies at size itself is not counted."""
            counts = torch.zeros(count, size + 1, device=device)
            return counts.scatter_add_(1, places, what)[:, :size]

        # Who is whose neighbour, found by columns and rows, so that any network will do.
        square = (numbers("port_column") + 1) * 64 + numbers("port_row") + 1
        at_square = torch.full((count, 4096), PORTS, dtype=torch.long, device=device)
        at_square.scatter_(1, square, ports_range.expand(count, PORTS))
        ways = torch.tensor([-1, 64, 1, -64], device=device)  # up, right, down, left
        neighbours = at_square.gather(1, (square[:, :, None] + ways).flatten(1).clamp(0, 4095))  # PORTS is nowhere
        beside = (neighbours.view(count, PORTS, WAYS, 1) == ports_range).any(2).float()

        def around(of_ports):
            """The sum over the neighbours of each port."""
            return torch.matmul(beside, of_ports[..., None])[..., 0]

        # Coins by port and suit, and by who placed them.
        coin_port, coin_suit, placer = numbers("coin_port"), numbers("coin_suit"), numbers("coin_placer")
        ones = torch.ones(count, PORTS, device=device)
        nowhere = torch.full_like(coin_port, PORTS * SUITS)
        coins = torch.where((coin_port > 0) & (coin_suit > 0), (coin_port - 1) * SUITS + coin_suit - 1, nowhere)
        coins = counted(coins, PORTS * SUITS, ones).view(count, PORTS, SUITS)
        nobody = torch.full_like(placer, SEATS * SUITS)
        placed = torch.where((placer > 0) & (coin_suit > 0), (placer - 1) * SUITS + coin_suit - 1, nobody)
        placed = counted(placed, SEATS * SUITS, ones).view(count, SEATS, SUITS)
        own_coins = counted((coin_port - 1).remainder(PORTS + 1), PORTS, (placer == 1).float())
        home = F.one_hot(numbers("port_suit") - 1, SUITS).float()
        worth = channel("port_value")

        def added(coins, home, worth):
            """What coins add to each client: at home each counts, elsewhere a suit counts once."""
            return torch.where(home > 0, coins, (coins > 0).float()) * worth[..., None]

        # What each client has for sure from ports, and what it would have if all were scored where it lies.
        values = torch.arange(1, 6, device=device).float()
        sure = channel("scores") - torch.matmul(channel("scored").view(count, SUITS, 5), values)
        prospect = sure + added(coins, home, worth).sum(1)
        leanings = channel("leanings").view(count, SEATS, SUITS)
        seats = numbers("seats")
        is_there = torch.arange(1, SEATS, device=device) < seats
        rival = torch.where(is_there[:, :, None], leanings[:, 1:], torch.full_like(leanings[:, 1:], -99.0)).amax(1)
        own = numbers("clients") == 1
        order = torch.where(own, prospect - 1000, 0.01 * prospect - rival).argsort(dim=1, stable=True)

        def ordered(of_suits):
            return of_suits.gather(-1, order.expand_as(of_suits) if of_suits.dim() == 2 else order[:, None].expand_as(of_suits))

        coins, home = ordered(coins), ordered(home)
        add = added(coins, home, worth)
        hand = (numbers("hand")[:, :1] == order + 1).float()
        height = coins.sum(2)
        occupied = (height > 0).float()
        occupied_beside = around(occupied)
        alone = occupied * (occupied_beside == 1)
        isolates = torch.matmul(beside, add * alone[..., None])
        last = numbers("last_moves").view(count, SEATS, 2)[:, :2].reshape(count, 4, 1)
        moves = torch.zeros(count, 4, PORTS + 1, device=device).scatter_(2, last, 1.0)[:, :, 1:].transpose(1, 2)
        in_hand = hand[:, None]
        single = [worth, height, occupied, occupied_beside, alone, own_coins, beside.sum(2), around(worth)]
        single += [(home * in_hand).sum(2), (coins * in_hand).sum(2)]
        ports = torch.cat([coins, add, home, isolates, home * add, torch.stack(single, 2), moves], 2)

        # What a relay changes: what each client gains, and what is locked in.
        def beyond(of_ports):
            """The same of the neighbour in each way; nothing where there is none."""
            padded = torch.cat([of_ports, torch.zeros_like(of_ports[:, :1])], 1)
            found = padded.gather(1, neighbours[:, :, None].expand(count, PORTS * WAYS, of_ports.shape[2]))
            return found.view(count, PORTS, WAYS, of_ports.shape[2])

        there = beyond(torch.cat([coins, home, add, worth[..., None], alone[..., None]], 2))
        coins_there, home_there, add_there, worth_there, alone_there = there.split([SUITS, SUITS, SUITS, 1, 1], 3)
        merged = added(coins[:, :, None] + coins_there, home_there, worth_there[..., 0])
        gained = merged - add[:, :, None] - add_there
        locked = isolates[:, :, None] + (merged - add_there) * alone_there
        pair = torch.cat([gained, locked], 3)

        # Suits, and the whole table.
        of_rivals = [ordered(leanings[:, 1:]), ordered(placed[:, 1:])]
        of_rivals = torch.cat(of_rivals, 1).transpose(1, 2) / 5
        slot = [ordered(prospect) / 10, ordered(sure) / 10, ordered(channel("pool")) / 5, ordered(rival) / 5]
        slot += [ordered(leanings[:, 0]) / 5, ordered(own.float()), hand, ordered(placed[:, 0]) / 5]
        slot = torch.stack(slot, 2)
        stage = F.one_hot(numbers("stage")[:, 0], 6).float()
        empty = 1 - occupied
        empty_by_value = torch.stack([((worth == value) * empty).sum(1) / 5 for value in range(1, 6)], 1)
        empty_by_suit = torch.matmul((worth * empty)[:, None], home)[:, 0] / 5
        # No table has nought seats, so that place tells that there is no memory aid.
        at_table = torch.cat([1 - channel("memory"), F.one_hot(seats[:, 0] - 1, SEATS).float()], 1)
        table = [slot.flatten(1), stage, channel("turns") / 120, occupied.mean(1, keepdim=True)]
        table += [empty_by_value, empty_by_suit, of_rivals.flatten(1), at_table]
        number = torch.arange(SUITS, device=device)
        number = (number[:, None] == number).float().expand(count, SUITS, SUITS)
        return {
            "ports": ports.to(torch.int8),
            "pair": pair.to(torch.int8),
            "slot": sixteen_bits(torch.cat([slot, number, of_rivals], 2)),
            "table": sixteen_bits(torch.cat(table, 1)),
            "mask": torch.cat([ordered(mask[:, :SUITS]), mask[:, SUITS:]], 1).bool(),
            "neighbours": neighbours.to(torch.uint8),
            "order": order.to(torch.int8),
        }


def sixteen_bits(numbers):
    """Fractions as the program has them: whole numbers of 1/256, to the nearest."""
    return torch.floor(numbers * 256 + 0.5).clamp(-32768, 32767).to(torch.int16)


def token_of(choice, order):
    """The tokens of choices, which count suits in the order of the net."""
    suit = order.long().gather(1, choice.clamp(max=SUITS - 1)[:, None])[:, 0]
    return torch.where(choice < SUITS, suit, choice)
