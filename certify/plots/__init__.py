"""Plots, one module per family: `plot(claim, certificate, path)` writes an svg or png, for --plot and the report."""
