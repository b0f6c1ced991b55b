"""छन्दस्: the rules of metre."""
