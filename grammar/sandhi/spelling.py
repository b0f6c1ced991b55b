"""The same words in another spelling: nasals, doubled consonants and avagraha are free.

Inside a word a nasal before a stop of its own place may be written as anusvāra (8.4.58; सम्बन्ध,
संबन्ध), anusvāra before y, v, l as these made nasal (8.4.59; संयम, सय्ँयम), and a consonant before
another may be doubled (8.4.46–47; सिध्यति, सिद्ध्यति, कर्म्म).
"""

from dhyana.grammar.sandhi.classes import AC, JHAY, VARGAS, row

_UNASPIRATED = {stops[k]: stops[k - 1] for stops in VARGAS for k in (1, 3)}
_NEVER_DOUBLED = AC + "hrMH~'"
_SPELLED_VISARGA = str.maketrans("ZV", "HH")  # ᳵ and ᳶ are spellings of visarga


def plain(written: str) -> str:
    """Write jihvāmūlīya and upadhmānīya as visarga."""
    return written.translate(_SPELLED_VISARGA)


def spelled(word: str, written: str, at: int) -> int | None:
    """Where the word ends if it stands in `written` from `at`, in whatever spelling; else None.

    `written` is `plain`. An avagraha in `word` may be left out. One pass over the word.
    """
    if written.startswith(word, at):
        return at + len(word)
    for index, sound in enumerate(word):
        before, after = word[max(index - 2, 0) : index], word[index + 1 : index + 3]
        if sound == "'":
            at += written.startswith("'", at)
        elif _may_double(before, sound, after[:1]) and written.startswith(_double(sound), at):
            at += 2
        elif written.startswith(sound, at) or written[at : at + 1] in _other_nasals(
            word, index, sound, after[:1]
        ):
            at += 1
        elif sound == "M" and written[at : at + 2] in _nasal_semivowels(after[:1]):
            at += 2
        elif not _is_first_of_double(before, sound, after):
            return None
    return at


def _may_double(before: str, sound: str, after: str) -> bool:
    """Whether 8.4.46 or 8.4.47 lets a sound be doubled between these."""
    if sound in _NEVER_DOUBLED or not after or after in "'" + sound:
        return False
    if before[-1:] in ("r", "h"):
        return len(before) > 1 and before[0] in AC
    return before != "" and before[-1] in AC and after not in AC


def _double(sound: str) -> str:
    return _UNASPIRATED.get(sound, sound) + sound


def _is_first_of_double(before: str, sound: str, after: str) -> bool:
    """Whether the sound is the first of two that could be one: the d of सिद्ध्यति.

    Of ttv both may belong to the word (तत्त्व); then neither may go (8.4.65 wants a consonant
    before them).
    """
    if not after or sound + after[:1] != _double(after[0]) or sound + after == "ttv":
        return False
    return _may_double(before, after[0], after[1:])


def _other_nasals(word: str, index: int, sound: str, after: str) -> tuple[str, ...]:
    """Other ways to write a nasal before a stop, or the m of sam- before n and m."""
    if after and after in JHAY:
        nasal = row(after)[4]
        return ("M",) if sound == nasal else (nasal,) if sound == "M" else ()
    if after in ("n", "m") and index == _AFTER_SA and word.startswith("sa"):
        return ("M",) if sound == after else (after,) if sound == "M" else ()
    return ()


def _nasal_semivowels(after: str) -> tuple[str, ...]:
    """Give a nasal y, v or l for an anusvāra before it (8.4.59): सय्ँयमः is संयमः."""
    return (f"~{after}", f"{after}~") if after and after in "yvl" else ()


_AFTER_SA = 2
