"""Where things stand on the site: file names and anchors, which never change.

All pages lie in one folder, so that a browser that reads them from disk lets them share a font.
"""

import re

_LONGEST = 80
_NO_NAME = re.compile(r"[^\w.-]+", re.ASCII)


def verse_file(number: int) -> str:
    """Name the page of a verse."""
    return f"verse-{number}.html"


def verse_place(number: int) -> str:
    """Name a verse on its page: the permanent link."""
    return f"{verse_file(number)}#v{number}"


def canto_file(number: int) -> str:
    """Name the page of a canto, where its verses have the anchors `#v12` as well."""
    return f"canto-{number}.html"


def module_file(name: str) -> str:
    """Name the page of a module."""
    return f"module-{_safe(name)}.html"


def rule_file(code: str) -> str:
    """Name the page of a lint rule."""
    return f"rule-{_safe(code)}.html"


def document_file(name: str) -> str:
    """Name a page of the user documentation."""
    return f"doc-{_safe(name)}.html"


def _safe(name: str) -> str:
    """Make of any name a part of a file name."""
    return _NO_NAME.sub("-", name)[:_LONGEST]
