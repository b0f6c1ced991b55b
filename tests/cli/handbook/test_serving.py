"""The preview on this machine."""

import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from dhyana.cli.handbook.serving import Preview, command, serve

MAKE = "import pathlib, sys; pathlib.Path(sys.argv[1], 'index.html').write_text(sys.argv[2])"


@pytest.fixture
def preview(tmp_path: Path) -> Preview:
    """Return a preview whose site is one page."""
    (tmp_path / "web").mkdir()
    page = "<head><title>x</title></head>"
    return Preview(tmp_path / "web", [sys.executable, "-c", MAKE, str(tmp_path / "web"), page])


@pytest.fixture
def get(preview: Preview) -> "Iterator[object]":
    """Ask the server for a path; its status and text."""
    assert preview.make()
    with serve(preview, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()

        def get(path: str) -> tuple[int, str]:
            connection = HTTPConnection("127.0.0.1", server.server_port, timeout=30)
            connection.request("GET", path)
            answer = connection.getresponse()
            text = answer.read().decode()
            connection.close()
            return answer.status, text

        yield get
        server.shutdown()


def test_pages_watch_for_changes(get: "object", preview: Preview) -> None:
    """A page comes with a script that waits, and the wait ends when the site is made anew."""
    assert callable(get)
    status, page = get("/")
    assert status == 200
    assert '<script src="/__watch.js"></script></head>' in page
    assert "/__changed.js" in get("/__watch.js")[1]
    answers: list[tuple[int, str]] = []
    waiting = Thread(target=lambda: answers.append(get("/__changed.js?1")))
    waiting.start()
    sleep(0.3)
    assert not answers
    assert preview.make()
    waiting.join(30)
    assert answers == [(200, "location.reload();")]


def test_nothing_outside_is_served(get: "object") -> None:
    """A path cannot leave the folder of the site."""
    assert callable(get)
    for path in ("/../secret.html", "/%2e%2e/%2e%2e/etc/passwd", "/missing.html"):
        assert get(path)[0] == 404


def test_the_command_of_a_build() -> None:
    """The site is made by the command itself, with the options given."""
    found = command(Path("out"), "--edition", "emended")
    assert found[1:] == [
        "-m", "dhyana", "handbook", "build", "--to", "web", "--out", "out", "--edition", "emended",
    ]  # fmt: skip


def test_a_port_that_is_taken_is_named(preview: Preview) -> None:
    """The error says which port, and that there is an option for another."""
    with serve(preview, 0) as server:
        taken = server.server_port
        with pytest.raises(OSError, match="another one can be given with --port") as caught:
            serve(preview, taken)
    assert caught.value.filename == f"port {taken}"
