# What a contributor runs, and what .ci/run calls. `just` alone lists the recipes.

python := env("PYTHON", ".venv/bin/python")

default:
    @just --list

# Make the virtual environment and install the project with everything its tests need.
setup:
    test -x .venv/bin/python || python3 -m venv .venv
    {{python}} -m pip install --quiet --constraint constraints.txt --editable '.[dev]'

# Run the tests.
test *ARGS:
    {{python}} -m pytest {{ARGS}}

# Check style and types.
check:
    {{python}} -m ruff check
    {{python}} -m ruff format --check
    {{python}} -m mypy

# The project's own gate on its fifty verses: every finding explained or waived, the emended edition clean.
lint:
    {{python}} -m dhyana lint
    {{python}} -m dhyana lint --edition emended

# Measure every claim in its short form; fails where a verdict is not the one the record expects.
experiments:
    {{python}} -m dhyana run --all

# Build the handbook in all its forms, validate it, and try the website in a browser.
handbook:
    {{python}} -m dhyana handbook build
    {{python}} -m pytest tests/cli/handbook/browser

# Write the generated files anew (JSON Schema, tables, reference pages); the tests compare them.
generate:
    {{python}} -m dhyana.shlokas.schema
    {{python}} -m dhyana.grammar.akshara_table
    {{python}} -m dhyana.grammar.anushtubh_table
    {{python}} -m dhyana.grammar.vrttas
    {{python}} -m dhyana.grammar.category_table
    {{python}} -m dhyana.cli.view.verse_metre
    {{python}} -m dhyana.cli.view.faults_page
    {{python}} -m dhyana.cli.view.reference_pages

# Build wheel and sdist, check what they hold, and that the pages say rightly how to install.
package:
    rm -rf dist build
    {{python}} -m build --no-isolation
    {{python}} -m check_wheel_contents --package dhyana dist/*.whl
    {{python}} tests/packaging/check_install.py dist
    {{python}} tests/packaging/check_docs.py
