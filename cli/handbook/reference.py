"""What the book has beside the treatise: the rules of the linter, and the user documentation."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule of the linter; its sections are titles and Markdown, the first without a title."""

    code: str
    name: str
    severity: str
    authority: str
    summary: str
    sections: tuple[tuple[str, str], ...]
    under: tuple[tuple[str, str], ...]  # profile, severity
    waived_in: tuple[int, ...]  # verses with a waiver of this rule


@dataclass(frozen=True, slots=True)
class RuleFamily:
    """The rules that read one thing, such as `CHA`, metre."""

    code: str
    sanskrit: str
    title: str
    rules: tuple[RulePage, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A page of the user documentation: its file name without ending, title, and Markdown.

    `summary` is its first paragraph, in Markdown.
    """

    name: str
    title: str
    markdown: str
    summary: str
