"""Text filled into lines, by the columns that it takes at most on any terminal."""

import unicodedata


def columns(text: str) -> int:
    """Count the columns that text takes at most, on whatever terminal."""
    if text.isascii():
        return len(text)
    return sum(map(_advance, text))


def _advance(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrap(text: str, width: int, indent: str = "", hanging: str | None = None) -> list[str]:
    """Fill lines of at most `width` columns, breaking at spaces only.

    The first line starts with `indent`, the others with `hanging` (`indent` when not given). A
    word that is wider than a line keeps a line of its own; a no-break space breaks nothing and is
    written as a space. Line ends in `text` stay.
    """
    hanging = indent if hanging is None else hanging
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, used = hanging if lines else indent, -1
        room = width - columns(line)
        for word in paragraph.split(" "):
            size = columns(word)
            if used >= 0 and used + 1 + size > room:
                lines.append(line)
                line, used, room = hanging, -1, width - columns(hanging)
            line, used = (line + word, size) if used < 0 else (f"{line} {word}", used + 1 + size)
        lines.append(line)
    return [line.rstrip().replace("\u00a0", " ") for line in lines]
