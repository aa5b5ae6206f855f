"""The one table of claim kinds. A new kind is a change to the kernel: a module beside this one and a line here."""

from __future__ import annotations

from certify.kernel import linear
from certify.kernel.rule import Rule

RULES: dict[str, Rule] = {
    "linear/infeasible": linear.INFEASIBLE,
    "linear/implies": linear.IMPLIES,
    "linear/feasible": linear.FEASIBLE,
}
