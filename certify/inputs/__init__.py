"""Readers of bulk input: rows of logits from arrays on disk, distributions from JSON, CSV and arrays. Never pickle."""
