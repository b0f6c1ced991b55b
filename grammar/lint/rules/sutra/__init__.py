"""The family SUT, सूत्र (thread): the links between verses and code, one rule a file."""
