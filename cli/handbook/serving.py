"""The website served on this machine, made anew and reloaded when something it shows changes."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import dhyana
from dhyana.cli.handbook.gathering import DOCUMENTS

_EVERY = 0.5  # seconds between looks at the files
_PATIENCE = 20.0  # seconds that a page waits for a change before it asks again
_SUFFIXES = {".py", ".yaml", ".json", ".lark", ".tsv", ".html", ".css", ".js", ".md", ".ttf"}

_CHANGED, _WATCH = "/__changed.js", "/__watch.js"
# The policy of the pages lets them load scripts and nothing else, so a change comes as a script.
_WATCHING = f"""
const wait = (delay) => setTimeout(() => {{
  const script = document.createElement("script");
  script.src = "{_CHANGED}?" + Date.now();
  script.onload = () => {{ script.remove(); wait(0); }};
  script.onerror = () => {{ script.remove(); wait(2000); }};
  document.head.append(script);
}}, delay);
addEventListener("load", () => wait(0));
"""


class Preview:
    """A site in a folder and the number of times it was made; `make` gives the command for it."""

    def __init__(self, folder: Path, command: list[str]) -> None:
        self.folder = folder
        self._command = command
        self._made = 0
        self._news = threading.Condition()

    def make(self) -> bool:
        """Make the site in a process of its own, which reads everything anew; whether it worked."""
        done = subprocess.run(self._command, stdout=subprocess.DEVNULL, check=False)  # noqa: S603 - no shell
        worked = done.returncode == 0
        if worked:
            with self._news:
                self._made += 1
                self._news.notify_all()
        return worked

    def wait(self) -> bool:
        """Wait for the site to be made again, for a while; whether it was."""
        with self._news:
            before = self._made
            return self._news.wait_for(lambda: self._made > before, _PATIENCE)

    def watch(self) -> None:
        """Make the site whenever a file that goes into it changes, for ever."""
        seen = _state()
        while True:
            time.sleep(_EVERY)
            if (now := _state()) != seen:
                seen = now
                self.make()


def command(out: Path, *options: str) -> list[str]:
    """Give the command that makes the site."""
    build = ["handbook", "build", "--to", "web", "--out", str(out)]
    return [sys.executable, "-m", "dhyana", *build, *options]


def serve(preview: Preview, port: int) -> ThreadingHTTPServer:
    """Open the server, on this machine only; port 0 takes a free one.

    Raises OSError, which names the port, when it cannot be opened.
    """
    handler = partial(_Handler, preview, directory=str(preview.folder))
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        remedy = "another one can be given with --port"
        raise OSError(error.errno, f"{error.strerror}; {remedy}", f"port {port}") from None


def _state() -> dict[Path, int]:
    """Give the files that go into the site and when each was changed."""
    state: dict[Path, int] = {}
    for path in _sources():
        with suppress(FileNotFoundError):  # an editor that saves puts another file in its place
            state[path] = path.stat().st_mtime_ns
    return state


def _sources() -> Iterator[Path]:
    package = Path(dhyana.__path__[0])
    # The rooms beside the model are links in a checkout, which a walk would pass by.
    rooms = [package, *(package / room for room in ("shlokas", "grammar", "cli"))]
    for folder in dict.fromkeys([*(room.resolve() for room in rooms), DOCUMENTS]):
        yield from (path for path in folder.rglob("*") if path.suffix in _SUFFIXES)


class _Handler(SimpleHTTPRequestHandler):
    """Serves the files of the site, its pages with a script that waits for changes."""

    def __init__(self, preview: Preview, *args: object, directory: str) -> None:
        self._preview = preview
        super().__init__(*args, directory=directory)  # type: ignore[arg-type] # the arguments are socketserver's

    def do_GET(self) -> None:
        """Answer one request."""
        path = self.path.partition("?")[0]
        if path == _WATCH:
            self._send(_WATCHING, "text/javascript")
        elif path == _CHANGED:
            self._send("location.reload();" if self._preview.wait() else "", "text/javascript")
        elif path.endswith((".html", "/")):
            self._send_page(Path(self.translate_path(path)))
        else:
            super().do_GET()

    def _send_page(self, file: Path) -> None:
        file = file / "index.html" if file.is_dir() else file
        try:
            page = file.read_text("utf-8")
        except OSError:
            self.send_error(404)
            return
        self._send(page.replace("</head>", f'<script src="{_WATCH}"></script></head>'), "text/html")

    def _send(self, text: str, kind: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of every request."""
