"""The tables by which a page turns its Devanagari into other scripts and folds what is searched.

They are asked of `dhyana.grammar` and `dhyana search` themselves, so that the browser has no
spelling of its own; `assets/scripts.js` only runs them.
"""

import json
from typing import Any

from dhyana.cli.handbook.site.markup import TAGS
from dhyana.cli.search import FOLDS
from dhyana.grammar.lipi.letters import CONSONANTS, MARKS, OM, VIRAMA, VOWELS
from dhyana.grammar.lipi.transliteration import Script, transliterate

NAMES = {
    Script.DEVANAGARI: "देवनागरी",
    Script.IAST: "IAST",
    Script.ISO: "ISO 15919",
    Script.BENGALI: "বাংলা",
    Script.GUJARATI: "ગુજરાતી",
    Script.KANNADA: "ಕನ್ನಡ",
    Script.MALAYALAM: "മലയാളം",
    Script.ODIA: "ଓଡ଼ିଆ",
    Script.TELUGU: "తెలుగు",
    Script.GRANTHA: "𑌗𑍍𑌰𑌨𑍍𑌥",
    Script.HK: "Harvard-Kyoto",
    Script.SLP1: "SLP1",
}
"""The scripts that the page offers, each in itself."""

_ROMAN = {Script.IAST, Script.ISO, Script.HK, Script.SLP1}
_KA = "क"


def tables() -> dict[str, dict[str, Any]]:
    """Give of each script its name, language tag and letters.

    A romanisation has `consonants` (without their vowel), `signs` (vowels after a consonant) and
    `others`; a script of India has one letter for each, in `others`.
    """
    return {
        str(script): {"name": name, "tag": TAGS.get(script, "sa-Latn")} | _letters(script)
        for script, name in NAMES.items()
    }


def _letters(script: Script) -> dict[str, dict[str, str]]:
    if script is Script.DEVANAGARI:
        return {}
    others = [vowel.devanagari for vowel in VOWELS] + [mark.devanagari for mark in MARKS]
    others += [OM, *map(chr, range(0x966, 0x970))]
    consonants = [consonant.devanagari for consonant in CONSONANTS]
    signs = [vowel.sign for vowel in VOWELS if vowel.sign]
    if script not in _ROMAN:
        found = [*others, *consonants, VIRAMA]
        written = {each: transliterate(each, script) for each in found}
        ka = written[_KA]
        written |= {s: transliterate(_KA + s, script).removeprefix(ka) for s in signs}
        return {"others": _changed(written)}
    ka = transliterate(_KA + VIRAMA, script)
    return {
        "consonants": {each: transliterate(each + VIRAMA, script) for each in consonants},
        "signs": {each: transliterate(_KA + each, script).removeprefix(ka) for each in signs},
        "others": {each: transliterate(each, script) for each in others},
    }


def _changed(written: dict[str, str]) -> dict[str, str]:
    return {letter: text for letter, text in written.items() if letter != text}


def script_tables() -> str:
    """Write the tables as a script for the page."""
    # JavaScript's \w is ASCII, and it calls a group in a replacement $1.
    folds = [
        [pattern.pattern.replace(r"\w", r"\p{L}\p{N}"), to.replace("\\", "$")]
        for pattern, to in FOLDS
    ]
    return f"window.DHYANA_SCRIPTS = {_json(tables())};\nwindow.DHYANA_FOLDS = {_json(folds)};\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False)
