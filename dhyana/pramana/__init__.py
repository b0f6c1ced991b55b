"""Pramāṇa, "means of knowledge": for each verse, the experiment that measures what it claims.

`registry` marks and finds the experiments, `experiment` runs one and puts down its evidence,
`canto_NN` hold them. Importing this package imports none of them, nor torch.
"""
