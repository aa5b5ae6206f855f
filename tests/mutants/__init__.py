"""Mutation testing of the kernel: `python -m tests.mutants --kind KIND|MODULE|all [--sample N --seed S] [--jobs J]`.

Each mutant is one small change to one kernel module. It runs in a forked process against the tables of that module
(tests/tables) and is killed when the verdict, category or code of any case changes, when it raises anything but a
Reject, or when it does not end in time. Survivors are listed by function and mutated source; those that cannot be told
apart from the kernel stand in equivalent.toml with a reason.
"""
