"""Many verses at once: weights, metres and verdicts as columns, at corpus speed."""
