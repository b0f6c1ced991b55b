"""Markdown of ours as HTML."""

import pytest

from dhyana.cli.handbook.site.markdown import Markdown, plain_text
from dhyana.cli.handbook.site.markup import Sanskrit
from dhyana.grammar.lipi.transliteration import Script

MARKDOWN = Markdown(Sanskrit(Script.DEVANAGARI), ["metre"], ["CHA103"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("*a* `b<c`", "<p><em>a</em> <code>b&lt;c</code></p>\n"),
        ("`--no-cache`", '<p><code class="nb">--no-cache</code></p>\n'),
        ("## Two words", '<h2 id="two-words">Two words</h2>\n'),
        ("a [link](metre.md#top)", '<p>a <a href="doc-metre.html#top">link</a></p>\n'),
        ("a [link](https://x.org/)", '<p>a <a href="https://x.org/">link</a></p>\n'),
        ("a [file](../README.md)", "<p>a <a>file</a></p>\n"),
        ("see CHA103, CHA999", '<p>see <a href="rule-CHA103.html">CHA103</a>, CHA999</p>\n'),
        ("`CHA103`", '<p><a href="rule-CHA103.html"><code>CHA103</code></a></p>\n'),
        ("[CHA103](https://x.org/)", '<p><a href="https://x.org/">CHA103</a></p>\n'),
        ("$5 and $6", "<p>$5 and $6</p>\n"),
        ("शान्ति, peace", '<p><span lang="sa-Deva" data-sa>शान्ति</span>, peace</p>\n'),
    ],
)
def test_markdown(text: str, expected: str) -> None:
    """Links lead to pages of the site, Sanskrit has its language, money is no formula."""
    assert MARKDOWN(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "[a](javascript:alert(1))",
        '[a](data:text/html,"x")',
        "![a](javascript:alert(1))",
        '`<b>` <!-- x --> <a href="javascript:x">',
        "```\n</code><script>\n```",
    ],
)
def test_no_markup_but_ours(text: str) -> None:
    """HTML in Markdown is text, and a link that would run something is none."""
    written = MARKDOWN(text)
    assert "<script" not in written
    assert "<img" not in written
    assert "<!--" not in written
    assert 'href="javascript' not in written
    assert 'href="data' not in written


def test_plain_text_has_no_marks() -> None:
    """What is searched are the words: without stars, fences, targets of links, or pipes."""
    text = (
        "# A *b*\n\n[link](x.md) and\n`code`\n\n```sh\nls\n```\n\n| c | d |\n|---|---|\n| e | f |\n"
    )
    assert plain_text(text).split() == ["A", "b", "link", "and", "code", "ls", *"cdef"]


def test_headings_have_names_of_their_own() -> None:
    """Two headings of one name have two ids."""
    assert MARKDOWN("# A\n\n# A\n").count('id="a"') == 1
    assert 'id="a-2"' in MARKDOWN("# A\n\n# A\n")


def test_an_empty_head_is_a_cell() -> None:
    """A column without a name has no head, which would be read as nothing."""
    written = MARKDOWN("| a | |\n|---|---|\n| b | c |\n")
    assert "<th>a</th>" in written.replace("\n", "")
    assert written.count("<th>") == 1


def test_sections_are_those_of_the_page() -> None:
    """The contents of a page name its headings of the second level, by the ids they have there."""
    text = "# A\n\n## One `x`\n\n### Not this\n\n## One `x`\n"
    sections = MARKDOWN.sections(text)
    assert sections == [("one-x", "One <code>x</code>"), ("one-x-2", "One <code>x</code>")]
    for anchor, _ in sections:
        assert f'<h2 id="{anchor}">' in MARKDOWN(text)
