"""What may be written next: terms of a label, of the lexicon, codes of rules, symbols."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from lsprotocol import types

from dhyana.cli.lsp.context import context_at
from dhyana.cli.lsp.documents import Document
from dhyana.cli.lsp.treatises import lexicon
from dhyana.cli.lsp.verses import verse_at
from dhyana.grammar.category_table import END, following, spellings
from dhyana.grammar.lint.inputs import Kind
from dhyana.grammar.lint.registry import MODULES
from dhyana.grammar.lint.registry import rule as rule_of
from dhyana.grammar.lipi.transliteration import Script, transliterate
from dhyana.shlokas.code import CodeError, locate, names_in

TRIGGERS = (".", "(", ",", " ")

_PROSE = frozenset(
    {"verse", "verses", "padaccheda", "anvaya", "form", "description", "commentary", "translation"}
)
_WORD = re.compile(r"[^\s।॥|/,;:()\[\]{}-]*$")
_TERM = re.compile(r"[^\s,()/]*$")
_COMMENT = re.compile(r"dhyana[ \t]*:[ \t]*ignore[ \t]+(?:[A-Z]{3}[0-9]{3}[ \t]*,[ \t]*)*(\w*)$")
_PUNCTUATION = frozenset({"LPAR", "RPAR", "COMMA", "SLASH", END})
_PLACES = ("pada a", "pada b", "pada c", "pada d", "padaccheda", "anvaya")

Kinds = types.CompletionItemKind


def completions(document: Document, index: int) -> list[types.CompletionItem]:
    """Give what may be written at a place; nothing where anything may be."""
    if document.is_python or document.is_too_large:
        return []
    if document.kind is not Kind.YAML:
        return list(_in_text(document, index))
    context = context_at(document, index)
    if context is None:
        return []
    match context.keys[-2:]:
        case ("morphology", "category"):
            return list(_labels(document, index, context.written))
        case ("waivers", "rule"):
            return list(_codes(document, index, context.written))
        case ("waivers", "at"):
            return [_item(document, index, context.written, place) for place in _PLACES]
        case ("code", "symbol"):
            return list(_symbols(document, index, context.written))
        case (*_, key) if key in _PROSE:
            return list(_terms(document, index, context.written))
    return []


def _in_text(document: Document, index: int) -> Iterator[types.CompletionItem]:
    start, _ = document.places.line_of(index)
    line = document.text[start:index]
    comment = _COMMENT.search(line)
    if comment:
        yield from _codes(document, index, comment[1])
    elif verse_at(document, index) is not None:
        yield from _terms(document, index, line)


def _item(
    document: Document,
    index: int,
    written: str,
    text: str,
    kind: types.CompletionItemKind = Kinds.Value,
    *,
    inserted: str | None = None,
    said: str | None = None,
    documentation: str | None = None,
    rank: int = 0,
) -> types.CompletionItem:
    """Offer a text in the place of what is written of it; ASCII finds it by its romanisation."""
    sought = text if not written.isascii() or not written else _folded(text)
    return types.CompletionItem(
        label=text,
        kind=kind,
        detail=said,
        documentation=documentation,
        filter_text=sought,
        sort_text=f"{rank:04}",
        text_edit=types.TextEdit(
            document.places.range(index - len(written), index), inserted or text
        ),
    )


def _folded(text: str) -> str:
    """Write a word in ASCII, as one who cannot type its letters would."""
    apart = unicodedata.normalize("NFD", transliterate(text, Script.IAST))
    return "".join(character for character in apart if character.isascii())


def _tail(pattern: re.Pattern[str], written: str) -> str:
    found = pattern.search(written)
    return found[0] if found else ""


# --- labels --------------------------------------------------------------------------------


def _labels(document: Document, index: int, written: str) -> Iterator[types.CompletionItem]:
    """Offer the terms that the grammar of labels has here; what the file has before goes first."""
    fragment = _tail(_TERM, written)
    beginning = written.removesuffix(fragment)
    terminals = sorted(following(beginning) - _PUNCTUATION)
    offered = [text for terminal in terminals for text in spellings(terminal)]
    offered.sort(key=lambda text: -document.text.count(text))
    gap = " " if beginning.endswith((",", "/")) else ""
    for rank, text in enumerate(offered):
        opens = following(f"{beginning} {text}") == {"LPAR"}
        inserted = f"{gap}{text} (" if opens else f"{gap}{text}"
        said = transliterate(text, Script.IAST)
        yield _item(document, index, fragment, text, inserted=inserted, said=said, rank=rank)


# --- words, codes, symbols -----------------------------------------------------------------


def _terms(document: Document, index: int, written: str) -> Iterator[types.CompletionItem]:
    """Offer the terms of the lexicon that begin as a word that is begun."""
    fragment = _tail(_WORD, written)
    begun = fragment.casefold()
    for rank, entry in enumerate(lexicon(document.path)):
        spelled = _folded(entry.term) if fragment.isascii() else entry.term
        if not begun or not spelled.startswith(begun):
            continue
        yield _item(
            document,
            index,
            fragment,
            entry.term,
            Kinds.Text,
            said=entry.transliteration,
            documentation=entry.gloss,
            rank=rank,
        )


def _codes(document: Document, index: int, written: str) -> Iterator[types.CompletionItem]:
    for rank, code in enumerate(sorted(MODULES)):
        described = rule_of(code)
        summary = (described.documentation or "").partition("\n")[0]
        yield _item(
            document,
            index,
            written,
            code,
            Kinds.EnumMember,
            said=described.name,
            documentation=summary,
            rank=rank,
        )


def _symbols(document: Document, index: int, written: str) -> Iterator[types.CompletionItem]:
    """Offer what a dotted name may go on to, by the source alone."""
    base, dot, fragment = written.rpartition(".")
    names: Iterable[str] = names_in(base) if dot else ("dhyana",)
    for rank, name in enumerate(names):
        symbol = f"{base}.{name}" if dot else name
        try:
            signature = locate(symbol).signature
        except CodeError:  # a module
            yield _item(document, index, fragment, name, Kinds.Module, rank=rank)
        else:
            kind = Kinds.Class if signature.startswith("class ") else Kinds.Function
            yield _item(document, index, fragment, name, kind, said=signature, rank=rank)
