(set-logic QF_LIA)
(declare-const x Int) (declare-const y Int)
(assert (and (< 0 (- (* 7 x) (* 5 y))) (< (- (* 7 x) (* 5 y)) 2) (<= 0 x 2) (<= 0 y 3)))
(check-sat)
