"""Devanagari that is no Sanskrit: Hindi, Marathi and Nepali are written in it too.

The rules of Sanskrit have nothing to say of them, and a translation or a commentary is often in
one. A text is taken for theirs if it has any of their commonest words. Left out is what Sanskrit
has, too (होता the priest, केली play, गये in Gaya, हूं in spells); है alone is kept, a rare call
(8.2.85).
"""

import re
from functools import lru_cache

_WORD = re.compile("[\u0900-\u0963\u0966-\u097f]+")

_HINDI = """
है हैं हुआ हुई हुए था थी थे होती करता करती करते करना करने किया किये गई गए
रहा रही रहे में ने लिए लिये जो जिस जिसमें क्या कौन कि और नहीं इसलिए क्योंकि
"""
_MARATHI = "आहे आहेत आणि नाही नाहीत केले झाले झाला झाली त्याचे त्यांच्या"
_NEPALI = "छन् हुन् थियो भएको गरेको गर्न गर्ने पनि"
_MARKS = frozenset(f"{_HINDI} {_MARATHI} {_NEPALI}".split())


@lru_cache(maxsize=256)
def is_modern(text: str) -> bool:
    """Whether a text in Devanagari has words of a language of today.

    >>> is_modern("वह गाँव में रहता है।"), is_modern("ग्रामे वसति।")
    (True, False)
    """
    return not _MARKS.isdisjoint(_WORD.findall(text))
