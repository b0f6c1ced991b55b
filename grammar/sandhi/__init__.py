"""External sandhi by Pāṇini's rules: words joined, and a text proven to be those words joined.

`join` gives all permitted results of a row of words, each step with its sūtras; `matches` says of
a text whether it is one of them: proven, refuted with the places, or not decidable from sounds.

>>> next(join(["aBUt", "SAKAsu"])).text
'aBUcSAKAsu'
"""

from dhyana.grammar.sandhi.joining import Joined, Step, in_words, join
from dhyana.grammar.sandhi.junction import Joint, Pada
from dhyana.grammar.sandhi.matching import Proven, Said, Undecided
from dhyana.grammar.sandhi.refuting import Fault, Parting, Refuted, matches

__all__ = [
    "Fault",
    "Joined",
    "Joint",
    "Pada",
    "Parting",
    "Proven",
    "Refuted",
    "Said",
    "Step",
    "Undecided",
    "in_words",
    "join",
    "matches",
]
