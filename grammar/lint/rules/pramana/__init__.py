"""The family PRA, प्रमाण: the evidence for what verses claim, one rule a file."""
