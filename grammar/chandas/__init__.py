"""Metre from the inside: lines matched, divided and aligned, and what is said of them."""
