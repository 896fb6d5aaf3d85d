"""SPAMMERS and Spam-O-Rama: two exact games of hidden information for two to six players.

>>> import gruntle
>>> match = gruntle.make("spam-o-rama", seats=2, network="ring", seed=1)
>>> while not match.over:
...     match.step(gruntle.bot("random").choose(match))
>>> match.winners is not None
True
"""

from ._gruntle import TENSORS_VERSION, Bot, Match, __version__, make, read_record
from .arena import Arena
from .policy import bot
from .vector import Vector

__all__ = ["TENSORS_VERSION", "Arena", "Bot", "Match", "Vector", "__version__", "bot", "make", "read_record"]
