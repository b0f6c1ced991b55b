"""How fast the model is, against others on the same machine: what `dhyana model bench` shows.

The scripts in `benchmarks/` measure with the same functions, longer and on other sizes.
"""
