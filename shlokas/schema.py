"""JSON Schema of the records, for the editors that complete and check them.

`python -m dhyana.shlokas.schema` writes `verse.schema.json` and `treatise.schema.json` anew
from the record types; each record names its schema in its first line.
"""

import json
from pathlib import Path
from typing import Any

from dhyana.shlokas.record import TreatiseRecord, VerseRecord
from dhyana.shlokas.shape import shape_of

SCHEMAS: dict[str, type[VerseRecord] | type[TreatiseRecord]] = {
    "verse.schema.json": VerseRecord,
    "treatise.schema.json": TreatiseRecord,
}


def json_schema(record_type: type[VerseRecord] | type[TreatiseRecord]) -> dict[str, Any]:
    """Derive the JSON Schema (draft 2020-12) of a record type."""
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, "title": record_type.__name__, **shape_of(record_type).schema()}


def schema_text(record_type: type[VerseRecord] | type[TreatiseRecord]) -> str:
    """Write the JSON Schema of a record type as its file has it."""
    return json.dumps(json_schema(record_type), ensure_ascii=False, indent=2) + "\n"


def write_schemas(folder: Path) -> None:
    """Write both schemas; each file is replaced as a whole or left alone."""
    for name, record_type in SCHEMAS.items():
        new = folder / f"{name}.new"
        new.write_text(schema_text(record_type), encoding="utf-8", newline="\n")
        new.replace(folder / name)


if __name__ == "__main__":
    write_schemas(Path(__file__).parent)
