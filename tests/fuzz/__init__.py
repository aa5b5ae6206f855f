"""Fuzzing of the reader and of every kind, on demand: `make fuzz` (ten minutes), or a short round in the tests."""
