"""Pronouns: the list that begins with सर्व (1.1.27), and what is declined like it in some cells."""

_LISTED = {
    *("sarva", "viSva", "uBa", "uBaya", "itara", "anya", "anyatara", "tva", "tvat", "nema"),
    *("sama", "sima", "pUrva", "para", "avara", "dakziRa", "uttara", "apara", "aDara", "sva"),
    *("antara", "tyad", "tad", "yad", "etad", "idam", "adas", "eka", "dvi", "yuzmad", "asmad"),
    *("Bavat", "Bavatu", "kim", "enad"),
}
_IN_DATARA = {
    *("katara", "katama", "yatara", "yatama", "tatara", "tatama", "ekatara", "ekatama"),
}
"""What the suffixes डतर and डतम of the list make (5.3.92–94)."""

_PARTLY = {
    **dict.fromkeys(("praTama", "carama", "alpa", "arDa", "katipaya"), "1.1.33"),
    **dict.fromkeys(("dvaya", "traya", "dvitaya", "tritaya"), "1.1.33"),
    **dict.fromkeys(("dvitIya", "tftIya"), "1.1.36, vārttika"),
    **dict.fromkeys(("paraspara", "anyonya", "itaretara"), "8.1.12, vārttika"),
}


def pronoun(stem: str) -> str | None:
    """Say where a stem (SLP1) is named a pronoun, in all its cells or in some; None if nowhere.

    >>> pronoun("sarva"), pronoun("rAma")
    ('1.1.27', None)
    """
    return "1.1.27" if stem in _LISTED | _IN_DATARA else _PARTLY.get(stem)
