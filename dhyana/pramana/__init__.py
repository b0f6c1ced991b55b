"""Experiments: for each verse, measure what it claims."""
