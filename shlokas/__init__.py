"""The text: fifty verse records and the treatise around them."""
