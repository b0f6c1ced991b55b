"""A client of the editor server: JSON-RPC with a process, as an editor speaks it."""

import json
import queue
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from dhyana.shlokas import load

PATIENCE = 20.0
"""Seconds to wait for an answer, on a machine that does other things besides."""


class Client:
    """One server process; positions are the protocol's, in units of the agreed encoding."""

    def __init__(self, root: Path | None = None, **capabilities: Any) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "dhyana", "lsp", "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=root,
        )
        self._inbox: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._waiting: list[dict[str, Any]] = []
        self._number = 0
        Thread(target=self._read, daemon=True).start()
        self.capabilities = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri() if root else None,
                "capabilities": capabilities,
            },
        )["capabilities"]
        self.notify("initialized", {})

    def _read(self) -> None:
        assert self._process.stdout is not None
        while header := self._process.stdout.readline():
            length = int(header.split(b":")[1])
            while self._process.stdout.readline().strip():
                pass
            self._inbox.put(json.loads(self._process.stdout.read(length)))
        self._inbox.put(None)

    def send_bytes(self, body: bytes) -> None:
        """Send a message as it stands."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _send(self, message: dict[str, Any]) -> None:
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def start(self, method: str, params: Any) -> int:
        """Send a request and give its number."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self._number

    def answer(self, number: int) -> dict[str, Any]:
        """Wait for the answer to a request."""
        return self._wait(lambda message: message.get("id") == number and "method" not in message)

    def request(self, method: str, params: Any) -> Any:
        """Send a request and wait for its result."""
        answer = self.answer(self.start(method, params))
        assert "error" not in answer, answer
        return answer["result"]

    def _wait(self, wanted: Any) -> dict[str, Any]:
        for message in self._waiting:
            if wanted(message):
                self._waiting.remove(message)
                return message
        while True:
            message = self._inbox.get(timeout=PATIENCE)
            assert message is not None, "the server has ended"
            if wanted(message):
                return message
            self._waiting.append(message)

    def open(self, path: Path, text: str, language: str, version: int = 1) -> str:
        """Open a document and give its URI; the file need not exist."""
        uri = path.as_uri()
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def change(self, uri: str, text: str, version: int) -> None:
        """Give a document a new text."""
        named = {"uri": uri, "version": version}
        self.notify(
            "textDocument/didChange",
            {"textDocument": named, "contentChanges": [{"text": text}]},
        )

    def close(self, uri: str) -> None:
        """Close a document."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def pushed(self, uri: str, version: int | None = None) -> list[dict[str, Any]]:
        """Wait for the diagnostics that are sent of a version of a document."""

        def wanted(message: dict[str, Any]) -> bool:
            params = message.get("params", {})
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == uri
                and version in (None, params.get("version"))
            )

        found: list[dict[str, Any]] = self._wait(wanted)["params"]["diagnostics"]
        return found

    def pushes_waiting(self, uri: str) -> list[dict[str, Any]]:
        """Give what was sent of diagnostics of a document and nobody has waited for."""
        return [
            each
            for each in self._waiting
            if each.get("method") == "textDocument/publishDiagnostics"
            and each["params"]["uri"] == uri
        ]

    def at(self, method: str, uri: str, position: dict[str, int], **more: Any) -> Any:
        """Ask something of a place."""
        return self.of(method, uri, position=position, **more)

    def of(self, method: str, uri: str, **more: Any) -> Any:
        """Ask something of a document."""
        return self.request(f"textDocument/{method}", {"textDocument": {"uri": uri}, **more})

    def pulled(self, uri: str, **more: Any) -> dict[str, Any]:
        """Ask for diagnostics."""
        report: dict[str, Any] = self.of("diagnostic", uri, **more)
        return report

    def end(self) -> tuple[int, str]:
        """Part as the protocol has it: exit code, and what stands on standard error."""
        self.request("shutdown", None)
        self._send({"method": "exit"})
        assert self._process.stdin is not None
        self._process.stdin.close()
        code = self._process.wait(PATIENCE)
        assert self._process.stderr is not None
        return code, self._process.stderr.read().decode()

    def leave(self) -> None:
        """Close the pipe without a word, and wait for the server to end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)

    def kill(self) -> None:
        """End the process, however it is."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


def position(text: str, index: int, encoding: str = "utf-16-le") -> dict[str, int]:
    """Count a place as the protocol does, by other means than the server's."""
    line = text[:index].split("\n")
    width = {"utf-16-le": 2, "utf-8": 1, "utf-32-le": 4}[encoding]
    return {"line": len(line) - 1, "character": len(line[-1].encode(encoding)) // width}


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """Apply edits of the protocol to a text, in UTF-16 as an editor does."""
    lines = [line.encode("utf-16-le") for line in text.split("\n")]
    starts = [sum(len(line) + 2 for line in lines[:number]) for number in range(len(lines))]
    units = text.encode("utf-16-le")

    def offset(place: dict[str, int]) -> int:
        at = place["character"] * 2
        return starts[place["line"]] + min(at, len(lines[place["line"]])) if at or lines else 0

    for edit in sorted(edits, key=lambda each: offset(each["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        units = units[:start] + edit["newText"].encode("utf-16-le") + units[end:]
    return units.decode("utf-16-le")


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    """Give a client to which diagnostics are sent."""
    client = Client()
    yield client
    client.kill()


@pytest.fixture(scope="session")
def pulling() -> Iterator[Client]:
    """Give a client that pulls diagnostics."""
    client = Client(textDocument={"diagnostic": {"dynamicRegistration": False}})
    yield client
    client.kill()


@pytest.fixture(scope="session")
def record() -> str:
    """Give the record of verse 12."""
    return load().verse(12).path.read_text("utf-8")


@pytest.fixture
def faulty(record: str) -> str:
    """Give the record of verse 12 with a short vowel for a long one in its verse."""
    return record.replace("संख्याया मूल", "संख्याया मुल", 1)
