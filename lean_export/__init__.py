"""Claims and certificates as Lean 4 source, and running Lean on it.

One writer per family of kinds, named in certify/kinds.py; `term` prints terms, `document` the file around them,
`toolchain` finds and runs `lean`, `policy` and `check` decide what a yes of Lean is worth. The support library is
lean/Certify.
"""
