"""Verse in two scripts: a line of IAST among Devanagari, or the other way round.

What another script has of a pāda or more is read, with a warning; single words of it are glosses
and left to whoever reads the script. A line that only says again in another script what stands
in the text is no part of the verse.
"""

import re

from dhyana.grammar.lipi.near_miss import NearMiss
from dhyana.grammar.lipi.source_text import SourceText
from dhyana.grammar.lipi.transliteration import Script, transliterate

_LEAST = 4  # syllables

_LETTERS = "A-Za-zÀ-ɏḀ-ỿ\u0300-\u036f'’"
_LATIN_LETTERS = re.compile(f"[{_LETTERS}]+")
_LATIN_RUN = re.compile(f"[{_LETTERS}]+(?:[ \\t-]+[{_LETTERS}]+)*")
_TELLTALE = re.compile("[āīūṛṝḷṅñṭḍṇśṣṃṁḥĀĪŪṚṆŚṢ]")
_LATIN_VOWELS, _LATIN_CONSONANTS = "aāiīuūṛṝḷḹeo", "kgcjṭḍtdpbhṅñṇnmyrlvśṣs"
_LATIN_SYLLABLE = re.compile(
    f"(?i:[{_LATIN_CONSONANTS}]*(?:ai|au|[{_LATIN_VOWELS}])[ṃṁḥ]?|[{_LATIN_CONSONANTS}]+)"
)

_ONE_SYLLABLE = re.compile("[ऄ-औॠॡ]|[क-हळ](?!़?्)|ai|au|[aāiīuūṛṝḷḹeo]")

_SIGNS = "\u0900-\u0903\u093c-\u094d\u0951-\u0957\u0962\u0963\u200c\u200d"
_DEVANAGARI_LETTERS = re.compile("[ऀ-ॣॲ-ॿ]+")
_DEVANAGARI_RUN = re.compile("[ऀ-ॣॲ-ॿ\u200c\u200d]+(?:[ \\t-]+[ऀ-ॣॲ-ॿ\u200c\u200d]+)*")
_DEVANAGARI_SYLLABLE = re.compile(f"(?:[क-हळ]़?्)*(?:[क-हळ]|[ऄ-औॠॡॐ])[{_SIGNS}]*")


def respell_other(source: SourceText, script: str) -> list[NearMiss]:
    """Respell what is in the other script; what was, in order."""
    if script == "devanagari":
        runs, syllable, read = _latin_runs(source.text), _LATIN_SYLLABLE, _to_devanagari
        other = _LATIN_LETTERS
    elif script in ("iast", "iso"):
        runs, syllable, read = _devanagari_runs(source.text), _DEVANAGARI_SYLLABLE, _to_iast
        other = _DEVANAGARI_LETTERS
    else:
        return []
    if not runs:
        return []
    said = _sounds(other.sub(" ", source.text))
    found: list[NearMiss] = []
    inside: list[tuple[int, int]] = []
    for run in runs:
        if _sounds(run[0]) not in said:  # else it says the same words again
            place = slice(source.place(run.start()), source.place(run.end()))
            spelled = read(run[0])
            message = f"another script than {script}; read as {spelled}"
            written = source.original[place]
            found.append(NearMiss(place.start, place.stop, written, spelled, message))
            inside.append(run.span())

    def respell(match: re.Match[str]) -> str | None:
        if not any(start <= match.start() < end for start, end in inside):
            return None
        spelled = read(match[0])
        # What is more than one syllable would leave some of them without a place.
        return spelled if len(_ONE_SYLLABLE.findall(spelled)) <= 1 else None

    if inside:
        source.respell(syllable, respell)
    return found


def _sounds(text: str) -> str:
    """Sounds of a text in one script, in one; a nasal is written in several ways."""
    from dhyana.grammar.lipi.phonemes import sounds

    return re.sub("[mnNYRM]", "M", re.sub("[^a-zA-Z]", "", sounds(text).slp1))


def _to_devanagari(text: str) -> str:
    from dhyana.grammar.lipi.phonemes import devanagari, sounds

    return devanagari(sounds(text, "iast").slp1)


def _to_iast(text: str) -> str:
    return transliterate(text, Script.IAST)


def _latin_runs(text: str) -> list[re.Match[str]]:
    return [
        run
        for run in _LATIN_RUN.finditer(text)
        if _TELLTALE.search(run[0])
        and len(re.findall(f"[{_LATIN_VOWELS}]", run[0].lower())) >= _LEAST
    ]


def _devanagari_runs(text: str) -> list[re.Match[str]]:
    return [
        run
        for run in _DEVANAGARI_RUN.finditer(text)
        if len(_DEVANAGARI_SYLLABLE.findall(run[0])) >= _LEAST
    ]
