"""The committed JSON Schemas are those of the record types, and the records satisfy them."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped] # has no types
from ruamel.yaml import YAML

import dhyana.shlokas
from dhyana.shlokas.record import Verdict
from dhyana.shlokas.schema import SCHEMAS, schema_text, write_schemas
from dhyana.shlokas.shape import shape_of

FOLDER = Path(dhyana.shlokas.__file__).parent


def data_of(path: Path) -> Any:
    """Read a record as editors do: as YAML 1.2, without our types."""
    return YAML(typ="safe", pure=True).load(path)


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_committed_schema_is_current(name: str) -> None:
    """`python -m dhyana.shlokas.schema` would change nothing."""
    assert (FOLDER / name).read_text(encoding="utf-8") == schema_text(SCHEMAS[name])


def test_writing_replaces_whole_files(tmp_path: Path) -> None:
    """Both files are written, and nothing else is left behind."""
    (tmp_path / "verse.schema.json").write_text("old")
    write_schemas(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(SCHEMAS)
    for name, record_type in SCHEMAS.items():
        assert (tmp_path / name).read_text(encoding="utf-8") == schema_text(record_type)


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_is_one_and_describes_every_field(name: str) -> None:
    """It is valid draft 2020-12, closed against unknown keys, and says what each field is."""
    schema = json.loads(schema_text(SCHEMAS[name]))
    Draft202012Validator.check_schema(schema)
    objects = [schema]
    while objects:
        one = objects.pop()
        if "object" in one.get("type", ""):
            assert one["additionalProperties"] is False
            assert all(field["description"] for field in one["properties"].values())
            objects += one["properties"].values()
        objects += [one["items"]] if "items" in one else []


def test_shapes_beyond_those_of_the_verse() -> None:
    """A choice may be left empty; a type that no record has is refused."""
    schema = shape_of(Verdict | None).schema()
    assert schema["type"] == ["string", "null"]
    assert schema["enum"] == ["holds", "qualified", "refuted", "not_measurable", None]
    with pytest.raises(TypeError, match="a record has no use for"):
        shape_of(dict[str, str])


def test_every_record_satisfies_its_schema() -> None:
    """All verses and the treatise are valid, and each names its schema for editors."""
    paths = [FOLDER / "treatise.yaml", *sorted(FOLDER.glob("canto-*/verse-*.yaml"))]
    assert len(paths) > 1
    for path in paths:
        name = "treatise.schema.json" if path.name == "treatise.yaml" else "verse.schema.json"
        validator = Draft202012Validator(json.loads((FOLDER / name).read_text(encoding="utf-8")))
        assert [error.message for error in validator.iter_errors(data_of(path))] == [], path
        first_line = path.read_text(encoding="utf-8").partition("\n")[0]
        prefix, _, target = first_line.partition("$schema=")
        assert prefix == "# yaml-language-server: "
        assert (path.parent / target).resolve() == (FOLDER / name).resolve()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"number": "12"}, "'12' is not of type 'integer'"),
        ({"number": 0}, "0 is less than the minimum of 1"),
        ({"commentry": "x"}, "Additional properties are not allowed"),
        ({"waivers": [{"rule": "CHA1034", "reason": "x"}]}, "'CHA1034' does not match"),
        ({"claims": [{"text": "x", "verdict": "hold"}]}, "'hold' is not one of"),
        ({"morphology": [{"form": "x"}]}, "'category' is a required property"),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(change: dict[str, Any], message: str) -> None:
    """Types, bounds, patterns, choices and required fields are enforced by the schema too."""
    record = data_of(next(FOLDER.glob("canto-*/verse-*.yaml")))
    schema = json.loads(schema_text(SCHEMAS["verse.schema.json"]))
    errors = Draft202012Validator(schema).iter_errors(record | change)
    assert any(message in error.message for error in errors)
