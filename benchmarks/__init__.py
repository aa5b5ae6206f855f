"""Measurements beside our peers; `make bench` runs them all."""
