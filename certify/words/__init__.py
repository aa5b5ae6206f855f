"""Claims and accepted evidence in plain words, one module per family.

Every module has `claim(kind, statement)`, `explain(kind, statement, evidence)`, `answer(kind, statement, evidence)` and
`counts(kind, statement, evidence)`; `evidence` is None for streamed certificates. They are called after the kernel has
accepted, and are not trusted: they only word what was proved.
"""
