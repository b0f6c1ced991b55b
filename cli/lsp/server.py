"""The wiring: which request of an editor is answered by which function.

What a document says is asked of the linter in a thread of its own, so that typing never waits for
it; everything else is quick and answered at once. Editors that pull diagnostics (LSP 3.17) get
them when they ask, all others are sent them a moment after the last change.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from lsprotocol import types
from pygls.exceptions import FeatureNotificationError
from pygls.lsp.server import LanguageServer

import dhyana
from dhyana.cli.lsp.actions import FIX_ALL, actions, unversioned
from dhyana.cli.lsp.checking import Checked, check
from dhyana.cli.lsp.completion import TRIGGERS, completions
from dhyana.cli.lsp.diagnostics import SOURCE, diagnostics
from dhyana.cli.lsp.documents import Document, Documents
from dhyana.cli.lsp.hovering import hover
from dhyana.cli.lsp.navigation import definitions, links, references
from dhyana.cli.lsp.outline import symbols, weights
from dhyana.cli.lsp.positions import Encoding

DELAY = 0.15
"""Seconds without a change after which diagnostics are sent."""


class Server(LanguageServer):
    """The server of one editor, with the documents that are open in it."""

    def __init__(self) -> None:
        # The whole text each time: records are small, and no edit can be applied to another
        # text than the editor's, whose line ends are not those of str.splitlines.
        super().__init__(SOURCE, dhyana.__version__, types.TextDocumentSyncKind.Full)
        self.documents = Documents()
        self._checking: dict[Document, asyncio.Future[Checked]] = {}
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._thread = ThreadPoolExecutor(1, "check")
        self._results = count(1)
        self._result_ids: dict[Document, str] = {}

    @property
    def encoding(self) -> Encoding:
        """How the client counts columns."""
        return Encoding(self.workspace.position_encoding or Encoding.Utf16)

    @property
    def pulls(self) -> bool:
        """Whether the client asks for diagnostics, so that it need not be sent any."""
        capabilities = self.client_capabilities.text_document
        return capabilities is not None and capabilities.diagnostic is not None

    @property
    def knows_versions(self) -> bool:
        """Whether the client can be asked to edit a version of a document and no other."""
        workspace = self.client_capabilities.workspace
        return bool(
            workspace and workspace.workspace_edit and workspace.workspace_edit.document_changes
        )

    async def checked(self, document: Document) -> Checked:
        """Give what the linter says of a version of a document; each is checked once."""
        if document not in self._checking:
            loop = asyncio.get_running_loop()
            self._checking[document] = loop.run_in_executor(self._thread, check, document)
            self._result_ids[document] = str(next(self._results))
        # A request that is cancelled leaves the check to the others that wait for it.
        return await asyncio.shield(self._checking[document])

    def result_id(self, document: Document) -> str | None:
        """Name what was last found in a document."""
        return self._result_ids.get(document)

    def send(self, document: Document, delay: float) -> None:
        """Send diagnostics after a while, unless another version comes meanwhile."""
        self._forget_superseded()
        sending = self._sending.pop(document.uri, None)
        if sending is not None:
            sending.cancel()
        if not self.pulls:
            sending = asyncio.create_task(self._send(document, delay))
            sending.add_done_callback(self._report)
            self._sending[document.uri] = sending

    async def _send(self, document: Document, delay: float) -> None:
        await asyncio.sleep(delay)
        checked = await self.checked(document)
        if not document.superseded:
            found = diagnostics(document, checked)
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(document.uri, found, document.version)
            )

    def _report(self, sending: asyncio.Task[None]) -> None:
        """Tell the user of an error of ours, which nobody else waits for."""
        error = None if sending.cancelled() else sending.exception()
        if isinstance(error, Exception):
            self.report_server_error(error, FeatureNotificationError)

    def saved(self) -> None:
        """Check all documents anew: what one says may depend on the files beside it."""
        self._checking.clear()
        for document in self.documents:
            self.send(document, 0)
        workspace = self.client_capabilities.workspace
        refresh = workspace and workspace.diagnostics and workspace.diagnostics.refresh_support
        if self.pulls and refresh:
            self.workspace_diagnostic_refresh(None)

    def closed(self, uri: str) -> None:
        """Forget a document, and let the editor forget what was said of it."""
        self.documents.closed(uri)
        self._forget_superseded()
        sending = self._sending.pop(uri, None)
        if sending is not None:
            sending.cancel()
        if not self.pulls:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def end(self) -> None:
        """Give up what is still being checked, so that the process can end."""
        for document in self.documents:
            self.documents.closed(document.uri)
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _forget_superseded(self) -> None:
        for document in [each for each in self._checking if each.superseded]:
            del self._checking[document]
        for document in [each for each in self._result_ids if each.superseded]:
            del self._result_ids[document]


server = Server()


# --- documents -----------------------------------------------------------------------------


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def _opened(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    ls.send(ls.documents.opened(params.text_document, ls.encoding), 0)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def _changed(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    named = params.text_document
    text = ls.workspace.get_text_document(named.uri).source
    document = ls.documents.changed(named.uri, named.version, text)
    if document is not None:
        ls.send(document, DELAY)


@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def _saved(ls: Server, _: types.DidSaveTextDocumentParams) -> None:
    ls.saved()


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def _closed(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.closed(params.text_document.uri)


# --- diagnostics and what to do about them -------------------------------------------------


@server.feature(
    types.TEXT_DOCUMENT_DIAGNOSTIC,
    types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=False, identifier=SOURCE
    ),
)
async def _pulled(
    ls: Server, params: types.DocumentDiagnosticParams
) -> types.DocumentDiagnosticReport:
    document = ls.documents.get(params.text_document.uri)
    while document is not None:
        checked = await ls.checked(document)
        if not document.superseded:
            break
        document = ls.documents.get(params.text_document.uri)
    if document is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    result = ls.result_id(document)
    if result is not None and params.previous_result_id == result:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result)
    found = diagnostics(document, checked)
    return types.RelatedFullDocumentDiagnosticReport(items=found, result_id=result)


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL]),
)
async def _code_actions(
    ls: Server, params: types.CodeActionParams
) -> list[types.CodeAction] | None:
    document = ls.documents.get(params.text_document.uri)
    if document is None:
        return None
    checked = await ls.checked(document)
    if document.superseded:
        return None
    bounds = document.places.indices(params.range)
    given = actions(document, checked, bounds, params.context.only)
    return given if ls.knows_versions else [unversioned(action) for action in given]


# --- what is known of a place --------------------------------------------------------------


def _place(
    ls: Server, named: types.TextDocumentIdentifier, position: types.Position
) -> tuple[Document, int] | None:
    """Find a place in an open document, unless that is too large to be asked about."""
    document = ls.documents.get(named.uri)
    if document is None or document.is_too_large:
        return None
    return document, document.places.index(position)


@server.feature(types.TEXT_DOCUMENT_HOVER)
def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    place = _place(ls, params.text_document, params.position)
    text = hover(*place) if place else None
    if text is None:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text))


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
def _definition(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
    place = _place(ls, params.text_document, params.position)
    return definitions(*place) if place else []


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
def _references(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
    place = _place(ls, params.text_document, params.position)
    return references(*place) if place else []


@server.feature(
    types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=list(TRIGGERS))
)
def _completion(ls: Server, params: types.CompletionParams) -> types.CompletionList:
    place = _place(ls, params.text_document, params.position)
    return types.CompletionList(is_incomplete=False, items=completions(*place) if place else [])


# --- what is known of a document -----------------------------------------------------------


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
def _links(ls: Server, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    document = ls.documents.get(params.text_document.uri)
    return [] if document is None else links(document)


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def _symbols(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    document = ls.documents.get(params.text_document.uri)
    return [] if document is None else symbols(document)


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
def _weights(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    document = ls.documents.get(params.text_document.uri)
    return [] if document is None else weights(document, document.places.indices(params.range))
