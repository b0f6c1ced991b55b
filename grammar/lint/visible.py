"""Text of strangers as it may be shown: what would steer a terminal is spelled out."""

import unicodedata

_KEPT = "\t\n\u200c\u200d"
"""Tab and line end lay text out; the joiners belong to the spelling of Indian scripts."""


def visible(text: str) -> str:
    r"""Write control and format characters (categories Cc and Cf of Unicode) as escapes.

    >>> visible("a\x1b[31m\u202e")
    'a\\x1b[31m\\u202e'
    """
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character in _KEPT or unicodedata.category(character) not in ("Cc", "Cf"):
        return character
    return character.encode("unicode_escape").decode("ascii")
