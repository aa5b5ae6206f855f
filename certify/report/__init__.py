"""`certify report`: one self-contained HTML page for accepted, refused and open claims alike."""

from certify.report.page import report

__all__ = ["report"]
