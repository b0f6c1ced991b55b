"""Any text in a record by the path of its field."""

from dhyana.grammar.lint.record_rule import AnyRecord
from dhyana.shlokas.source import steps


def text_at(record: AnyRecord, field: str) -> str | None:
    """Give the text of a field such as `code[0].symbol`; None where there is none."""
    value: object = record
    try:
        for step in steps(field):
            if isinstance(step, str):
                value = getattr(value, step)
            elif isinstance(value, tuple):
                value = value[step]
    except (AttributeError, IndexError, ValueError):
        return None
    return value if isinstance(value, str) else None
