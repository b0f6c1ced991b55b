"""The editor server: what the linter and the reader know of a file while it is typed.

Every feature is a function from an open document and a place in it to an answer of the protocol;
`server` wires them to a client. Nothing that a document names is imported or run.
"""
