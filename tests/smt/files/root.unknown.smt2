(set-logic QF_NRA)
(declare-const x Real)
(assert (= (* x x) 2))
(check-sat)
