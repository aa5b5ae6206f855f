(set-logic QF_NRA)
(declare-const x Real) (declare-const y Real)
(assert (< (+ (* x x) (* y y)) (* 2 x y)))
(check-sat)
