"""The one table of claim kinds. A new kind is a change to the kernel: a module beside this one and a line here."""

from __future__ import annotations

from certify.kernel import (
    box,
    klaccepted,
    klbound,
    klmargin,
    linear,
    logform,
    lrat,
    matrix,
    model,
    polynomial,
    sidon,
    sidon_doubling,
    sidon_tree,
    smt,
)
from certify.kernel.rule import Rule

RULES: dict[str, Rule] = {
    "linear/infeasible": linear.INFEASIBLE,
    "linear/implies": linear.IMPLIES,
    "linear/feasible": linear.FEASIBLE,
    "sidon/is-sidon": sidon.IS_SIDON,
    "sidon/not-sidon": sidon.NOT_SIDON,
    "sidon/is-sidon-at": sidon.IS_SIDON_AT,
    "sidon/not-sidon-at": sidon.NOT_SIDON_AT,
    "sidon/extends-at": sidon.EXTENDS_AT,
    "sidon/extends": sidon.EXTENDS,
    "sidon/even-order": sidon.EVEN_ORDER,
    "sidon/no-extension": sidon_doubling.NO_EXTENSION,
    "sidon/no-even-order": sidon_doubling.NO_EVEN_ORDER,
    "sidon/no-extension-at": sidon_tree.NO_EXTENSION_AT,
    "sidon/smallest-modulus": sidon_tree.SMALLEST_MODULUS,
    "polynomial/identity": polynomial.IDENTITY,
    "polynomial/member": polynomial.MEMBER,
    "polynomial/nonneg": polynomial.NONNEG,
    "polynomial/box": box.BOX,
    "matrix/psd": matrix.PSD,
    "matrix/negative": matrix.NEGATIVE,
    "matrix/rank": matrix.RANK,
    "matrix/perron": matrix.PERRON,
    "search/lrat": lrat.UNSATISFIABLE,
    "search/model": lrat.MODEL,
    "smt/unsat": smt.UNSAT,
    "smt/sat": model.SAT,
    "logform/sign": logform.SIGN,
    "kl/bound": klbound.RULE,
    "kl/accepted": klaccepted.RULE,
    "kl/margin": klmargin.RULE,
}
