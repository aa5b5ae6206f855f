/-
Linear systems over the rationals: Farkas certificates and points.

Rows are scaled to integers. A rational point is `x₁/d, …, xₙ/d` with integers `xᵢ` and `d > 0`, so quantifying over integers
`xᵢ` and `d > 0` quantifies over all rational points, and a row `a·x ≤ b` reads `a·x ≤ b d`.
-/
import Certify.Check
namespace Certify

inductive Rel where
  | le
  | lt
  | eq

structure Row where
  coefficients : List Int
  relation : Rel
  bound : Int

/-- `s + a₁ x₁ + … + aₙ xₙ`. -/
def dotFrom (s : Int) : List Int → List Int → Int
  | a :: as, x :: xs => dotFrom (s + a * x) as xs
  | _, _ => s

/-- `a₁ x₁ + … + aₙ xₙ`. -/
def dot : List Int → List Int → Int
  | a :: as, x :: xs => dotFrom (a * x) as xs
  | _, _ => 0

/-- The row holds at `x / d`. -/
def Row.holds (x : List Int) (d : Int) (r : Row) : Prop :=
  match r.relation with
  | .le => dot r.coefficients x ≤ r.bound * d
  | .lt => dot r.coefficients x < r.bound * d
  | .eq => dot r.coefficients x = r.bound * d

/-- All rows hold at `x / d`. -/
def holds (x : List Int) (d : Int) : List Row → Prop
  | [] => True
  | [r] => r.holds x d
  | r :: s :: rs => r.holds x d ∧ holds x d (s :: rs)

namespace Linear

def vadd : List Int → List Int → List Int
  | [], bs => bs
  | a :: as, [] => a :: as
  | a :: as, b :: bs => (a + b) :: vadd as bs

def scale (y : Int) : List Int → List Int
  | [] => []
  | a :: as => y * a :: scale y as

def zeros : List Int → Bool
  | [] => true
  | a :: as => both (decide (a = 0)) (zeros as)

/-- Equal up to zeros at the end. -/
def same : List Int → List Int → Bool
  | [], bs => zeros bs
  | a :: as, [] => zeros (a :: as)
  | a :: as, b :: bs => both (decide (a = b)) (same as bs)

/-- Multipliers of inequalities are nonnegative. -/
def signs : List Row → List Int → Bool
  | r :: rs, y :: ys => both (match r.relation with
      | .eq => true
      | _ => decide (0 ≤ y)) (signs rs ys)
  | _, _ => true

def left : List Row → List Int → List Int
  | r :: rs, y :: ys => vadd (scale y r.coefficients) (left rs ys)
  | _, _ => []

def right : List Row → List Int → Int
  | r :: rs, y :: ys => y * r.bound + right rs ys
  | _, _ => 0

/-- A strict row has a positive multiplier. -/
def strict : List Row → List Int → Bool
  | r :: rs, y :: ys => match r.relation with
    | .lt => match decide (0 < y) with
      | true => true
      | false => strict rs ys
    | _ => strict rs ys
  | _, _ => false

/-- Farkas multipliers: the rows add up to `0 ≤ b` with `b < 0`, or `0 < 0`. -/
def infeasible (rows : List Row) (y : List Int) : Bool :=
  both (signs rows y) (both (zeros (left rows y)) (match strict rows y with
    | true => decide (right rows y ≤ 0)
    | false => decide (right rows y < 0)))

/-- Multipliers that give `t` times the goal `a·x ≤ b`, or `<`. -/
def bounds (rows : List Row) (isStrict : Bool) (a : List Int) (b t : Int) (y : List Int) : Bool :=
  both (decide (0 < t)) (both (signs rows y) (both (same (left rows y) (scale t a)) (match isStrict with
    | false => decide (right rows y ≤ t * b)
    | true => match strict rows y with
      | true => decide (right rows y ≤ t * b)
      | false => decide (right rows y < t * b))))

/-- Multipliers for the goal; `below` and `above` for an equality, the same list twice otherwise. -/
def implies (rows : List Row) (goal : Row) (t : Int) (y : List Int) (u : Int) (z : List Int) : Bool :=
  match goal.relation with
  | .le => bounds rows false goal.coefficients goal.bound t y
  | .lt => bounds rows true goal.coefficients goal.bound t y
  | .eq => both (bounds rows false goal.coefficients goal.bound t y)
      (bounds rows false (scale (-1) goal.coefficients) (-goal.bound) u z)

def rowAt (x : List Int) (d : Int) (r : Row) : Bool :=
  match r.relation with
  | .le => decide (dot r.coefficients x ≤ r.bound * d)
  | .lt => decide (dot r.coefficients x < r.bound * d)
  | .eq => decide (dot r.coefficients x = r.bound * d)

/-- The point `x / d` satisfies all rows. -/
def satisfies (rows : List Row) (x : List Int) (d : Int) : Bool := both (decide (0 < d)) (every (rowAt x d) rows)

theorem dotFrom_eq (as : List Int) : (s : Int) → (xs : List Int) → dotFrom s as xs = s + dot as xs := by
  induction as with
  | nil => intro s xs; exact (Int.add_zero s).symm
  | cons a as ih => intro s xs; cases xs with
    | nil => exact (Int.add_zero s).symm
    | cons x xs =>
      show dotFrom (s + a * x) as xs = s + dotFrom (a * x) as xs
      rw [ih, ih, Int.add_assoc]

theorem dot_cons (a x : Int) (as xs : List Int) : dot (a :: as) (x :: xs) = a * x + dot as xs := dotFrom_eq as (a * x) xs

theorem dot_nil (as : List Int) : dot as [] = 0 := by
  cases as with
  | nil => rfl
  | cons a as => rfl

theorem dot_vadd (a : List Int) : (b x : List Int) → dot (vadd a b) x = dot a x + dot b x := by
  induction a with
  | nil => intro b x; exact (Int.zero_add _).symm
  | cons a as ih => intro b x; cases b with
    | nil => exact (Int.add_zero _).symm
    | cons b bs => cases x with
      | nil => rfl
      | cons x xs =>
        show dot ((a + b) :: vadd as bs) (x :: xs) = _
        rw [dot_cons, dot_cons, dot_cons, ih]
        exact ring [a, b, x, dot as xs, dot bs xs] (((X 0 + X 1) * X 2) + (X 3 + X 4)) (((X 0 * X 2) + X 3) + ((X 1 * X 2) + X 4)) rfl

theorem dot_scale (y : Int) (a : List Int) : (x : List Int) → dot (scale y a) x = y * dot a x := by
  induction a with
  | nil => intro x; exact (Int.mul_zero y).symm
  | cons a as ih => intro x; cases x with
    | nil => exact (Int.mul_zero y).symm
    | cons x xs =>
      show dot (y * a :: scale y as) (x :: xs) = _
      rw [dot_cons, dot_cons, ih]
      exact ring [y, a, x, dot as xs] (((X 0 * X 1) * X 2) + (X 0 * X 3)) (X 0 * ((X 1 * X 2) + X 3)) rfl

theorem dot_zeros (a : List Int) : zeros a = true → (x : List Int) → dot a x = 0 := by
  induction a with
  | nil => intro _ x; rfl
  | cons a as ih => intro h x; cases x with
    | nil => rfl
    | cons x xs =>
      have h := both_sound h
      rw [dot_cons, of_decide_eq_true h.left, ih h.right, Int.zero_mul]
      rfl

theorem dot_same (a : List Int) : (b : List Int) → same a b = true → (x : List Int) → dot a x = dot b x := by
  induction a with
  | nil => intro b h x; rw [dot_zeros b h x]; rfl
  | cons a as ih => intro b h x; cases b with
    | nil => rw [dot_zeros _ h x]; rfl
    | cons b bs => cases x with
      | nil => rfl
      | cons x xs =>
        have h := both_sound h
        rw [dot_cons, dot_cons, of_decide_eq_true h.left, ih bs h.right]

theorem holds_cons {x : List Int} {d : Int} {r : Row} {rs : List Row} (h : holds x d (r :: rs)) : r.holds x d ∧ holds x d rs := by
  cases rs with
  | nil => exact ⟨h, trivial⟩
  | cons s rs => exact h

theorem holds_intro {x : List Int} {d : Int} {r : Row} {rs : List Row} (h : r.holds x d) (k : holds x d rs) : holds x d (r :: rs) := by
  cases rs with
  | nil => exact h
  | cons s rs => exact ⟨h, k⟩

/-- A row with a multiplier of the right sign: `0 ≤ y (b d - a·x)`. -/
theorem row_nonneg {x : List Int} {d y : Int} {r : Row} (h : r.holds x d)
    (s : (match r.relation with
      | .eq => true
      | _ => decide (0 ≤ y)) = true) : 0 ≤ y * (r.bound * d - dot r.coefficients x) := by
  cases r with | mk a rel b =>
  cases rel with
  | le => exact nonneg_mul (of_decide_eq_true s) (sub_nonneg h)
  | lt => exact nonneg_mul (of_decide_eq_true s) (sub_nonneg (Int.le_of_lt h))
  | eq =>
    have h : dot a x = b * d := h
    have e : y * (b * d - dot a x) = 0 := by rw [h, Int.sub_self, Int.mul_zero]
    exact nonneg_of_eq (Int.le_refl 0) e

theorem combine {x : List Int} {d : Int} (rows : List Row) : (y : List Int) → holds x d rows → signs rows y = true →
    0 ≤ right rows y * d - dot (left rows y) x := by
  induction rows with
  | nil =>
    intro y _ _
    exact nonneg_of_eq (Int.le_refl 0) (ring [d] ((K 0 * X 0) - K 0) (K 0) rfl)
  | cons r rows ih => intro y h s; cases y with
    | nil => exact nonneg_of_eq (Int.le_refl 0) (ring [d] ((K 0 * X 0) - K 0) (K 0) rfl)
    | cons y ys =>
      have h := holds_cons h
      have s := both_sound s
      have one := row_nonneg h.left s.left
      have rest := ih ys h.right s.right
      have e : right (r :: rows) (y :: ys) * d - dot (left (r :: rows) (y :: ys)) x =
          y * (r.bound * d - dot r.coefficients x) + (right rows ys * d - dot (left rows ys) x) := by
        show (y * r.bound + right rows ys) * d - dot (vadd (scale y r.coefficients) (left rows ys)) x = _
        rw [dot_vadd, dot_scale]
        exact ring [y, r.bound, d, right rows ys, dot r.coefficients x, dot (left rows ys) x] ((((X 0 * X 1) + X 3) * X 2) - ((X 0 * X 4) + X 5)) ((X 0 * ((X 1 * X 2) - X 4)) + ((X 3 * X 2) - X 5)) rfl
      exact nonneg_of_eq (nonneg_add one rest) e

theorem combine_strict {x : List Int} {d : Int} (rows : List Row) : (y : List Int) → holds x d rows → signs rows y = true →
    strict rows y = true → 0 ≤ right rows y * d - dot (left rows y) x - 1 := by
  induction rows with
  | nil => intro y _ _ k; exact absurd k Bool.false_ne_true
  | cons r rows ih => intro y h s k; cases y with
    | nil => exact absurd k Bool.false_ne_true
    | cons y ys =>
      have h := holds_cons h
      have s := both_sound s
      have e : right (r :: rows) (y :: ys) * d - dot (left (r :: rows) (y :: ys)) x - 1 =
          y * (r.bound * d - dot r.coefficients x) + (right rows ys * d - dot (left rows ys) x) - 1 := by
        show (y * r.bound + right rows ys) * d - dot (vadd (scale y r.coefficients) (left rows ys)) x - 1 = _
        rw [dot_vadd, dot_scale]
        exact ring [y, r.bound, d, right rows ys, dot r.coefficients x, dot (left rows ys) x] (((((X 0 * X 1) + X 3) * X 2) - ((X 0 * X 4) + X 5)) - K 1) (((X 0 * ((X 1 * X 2) - X 4)) + ((X 3 * X 2) - X 5)) - K 1) rfl
      have one := row_nonneg h.left s.left
      have later (k : strict rows ys = true) : 0 ≤ right (r :: rows) (y :: ys) * d - dot (left (r :: rows) (y :: ys)) x - 1 := by
        have rest := ih ys h.right s.right k
        rw [e]
        exact nonneg_of_eq (nonneg_add one rest) (ring [y * (r.bound * d - dot r.coefficients x), right rows ys * d - dot (left rows ys) x] ((X 0 + X 1) - K 1) (X 0 + (X 1 - K 1)) rfl)
      cases r with | mk a rel b =>
      cases rel with
      | le => exact later k
      | eq => exact later k
      | lt =>
        have k : (match decide (0 < y) with
          | true => true
          | false => strict rows ys) = true := k
        cases p : decide (0 < y) with
        | false => rw [p] at k; exact later k
        | true =>
          have py := lt_sub (of_decide_eq_true p)
          have row : dot a x < b * d := h.left
          have row := lt_sub row
          have rest := combine rows ys h.right s.right
          rw [e]
          have prod := nonneg_add (nonneg_add (nonneg_add (nonneg_mul py row) py) row) rest
          exact nonneg_of_eq prod (ring [y, b, d, dot a x, right rows ys * d - dot (left rows ys) x] (((X 0 * ((X 1 * X 2) - X 3)) + X 4) - K 1) ((((((X 0 - K 0) - K 1) * (((X 1 * X 2) - X 3) - K 1)) + ((X 0 - K 0) - K 1)) + (((X 1 * X 2) - X 3) - K 1)) + X 4) rfl)

/-- Accepted multipliers: no rational point satisfies the rows. -/
theorem infeasible_sound {rows : List Row} {y : List Int} (h : infeasible rows y = true) :
    ∀ (x : List Int) (d : Int), 0 < d → ¬ holds x d rows := by
  intro x d hd hx
  have h1 := both_sound h
  have h2 := both_sound h1.right
  have z := dot_zeros _ h2.left x
  have pd := lt_sub hd
  have k := h2.right
  cases e : strict rows y with
  | true =>
    rw [e] at k
    have s := combine_strict rows y hx h1.left e
    rw [z] at s
    have b := sub_nonneg (of_decide_eq_true k)
    have t := nonneg_add (nonneg_add (nonneg_mul b pd) b) s
    exact lin_false t (ring [right rows y, d] ((((K 0 - X 0) * ((X 1 - K 0) - K 1)) + (K 0 - X 0)) + (((X 0 * X 1) - K 0) - K 1)) (-K 1) rfl)
  | false =>
    rw [e] at k
    have s := combine rows y hx h1.left
    rw [z] at s
    have b := lt_sub (of_decide_eq_true k)
    have t := nonneg_add (nonneg_add (nonneg_add (nonneg_mul b pd) b) pd) s
    exact lin_false t (ring [right rows y, d] ((((((K 0 - X 0) - K 1) * ((X 1 - K 0) - K 1)) + ((K 0 - X 0) - K 1)) + ((X 1 - K 0) - K 1)) + ((X 0 * X 1) - K 0)) (-K 1) rfl)

theorem bounds_le {rows : List Row} {a : List Int} {b t : Int} {y : List Int} (h : bounds rows false a b t y = true)
    {x : List Int} {d : Int} (hd : 0 < d) (hx : holds x d rows) : dot a x ≤ b * d := by
  have h1 := both_sound h
  have h2 := both_sound h1.right
  have h3 := both_sound h2.right
  have e := dot_same _ _ h3.left x
  rw [dot_scale] at e
  have s := combine rows y hx h2.left
  rw [e] at s
  have pd := lt_sub hd
  have pt := lt_sub (of_decide_eq_true h1.left)
  have pb := sub_nonneg (of_decide_eq_true h3.right)
  apply le_of_sub
  cases trichotomy (b * d - dot a x) with
  | inr r => cases r with
    | inl z => rw [z]; exact Int.le_refl 0
    | inr p => exact nonneg_of_eq (nonneg_add p (zero_le_ofNat 1)) (ring [b * d - dot a x] (X 0) ((X 0 - K 1) + K 1) rfl)
  | inl n =>
    have u := nonneg_add (nonneg_add (nonneg_add (nonneg_add (nonneg_mul pt n) n) s) (nonneg_mul pb pd)) (nonneg_add pb pt)
    exact (lin_false u (ring [t, b, d, dot a x, right rows y] (((((((X 0 - K 0) - K 1) * ((-((X 1 * X 2) - X 3)) - K 1)) + ((-((X 1 * X 2) - X 3)) - K 1)) + ((X 4 * X 2) - (X 0 * X 3))) + (((X 0 * X 1) - X 4) * ((X 2 - K 0) - K 1))) + (((X 0 * X 1) - X 4) + ((X 0 - K 0) - K 1))) (-K 1) rfl)).elim

theorem bounds_lt {rows : List Row} {a : List Int} {b t : Int} {y : List Int} (h : bounds rows true a b t y = true)
    {x : List Int} {d : Int} (hd : 0 < d) (hx : holds x d rows) : dot a x < b * d := by
  have h1 := both_sound h
  have h2 := both_sound h1.right
  have h3 := both_sound h2.right
  have e := dot_same _ _ h3.left x
  rw [dot_scale] at e
  have pd := lt_sub hd
  have pt := lt_sub (of_decide_eq_true h1.left)
  have k := h3.right
  -- t (b d - a·x) ≥ 1
  have gap : 0 ≤ t * (b * d - dot a x) - 1 := by
    cases f : strict rows y with
    | true =>
      have k : (match strict rows y with
        | true => decide (right rows y ≤ t * b)
        | false => decide (right rows y < t * b)) = true := k
      rw [f] at k
      have s := combine_strict rows y hx h2.left f
      rw [e] at s
      have pb := sub_nonneg (of_decide_eq_true k)
      exact nonneg_of_eq (nonneg_add (nonneg_add s (nonneg_mul pb pd)) pb)
        (ring [t, b, d, dot a x, right rows y] ((X 0 * ((X 1 * X 2) - X 3)) - K 1) (((((X 4 * X 2) - (X 0 * X 3)) - K 1) + (((X 0 * X 1) - X 4) * ((X 2 - K 0) - K 1))) + ((X 0 * X 1) - X 4)) rfl)
    | false =>
      have k : (match strict rows y with
        | true => decide (right rows y ≤ t * b)
        | false => decide (right rows y < t * b)) = true := k
      rw [f] at k
      have s := combine rows y hx h2.left
      rw [e] at s
      have pb := lt_sub (of_decide_eq_true k)
      exact nonneg_of_eq (nonneg_add (nonneg_add (nonneg_add s (nonneg_mul pb pd)) pb) pd)
        (ring [t, b, d, dot a x, right rows y] ((X 0 * ((X 1 * X 2) - X 3)) - K 1) (((((X 4 * X 2) - (X 0 * X 3)) + ((((X 0 * X 1) - X 4) - K 1) * ((X 2 - K 0) - K 1))) + (((X 0 * X 1) - X 4) - K 1)) + ((X 2 - K 0) - K 1)) rfl)
  apply lt_of_sub
  cases trichotomy (b * d - dot a x - 1) with
  | inr r => cases r with
    | inl z => rw [z]; exact Int.le_refl 0
    | inr p => exact nonneg_of_eq (nonneg_add p (zero_le_ofNat 1)) (ring [b * d - dot a x - 1] (X 0) ((X 0 - K 1) + K 1) rfl)
  | inl n =>
    have u := nonneg_add (nonneg_add (nonneg_mul pt n) n) gap
    exact (lin_false u (ring [t, b, d, dot a x] (((((X 0 - K 0) - K 1) * ((-(((X 1 * X 2) - X 3) - K 1)) - K 1)) + ((-(((X 1 * X 2) - X 3) - K 1)) - K 1)) + ((X 0 * ((X 1 * X 2) - X 3)) - K 1)) (-K 1) rfl)).elim

/-- Accepted multipliers: every rational point that satisfies the rows satisfies the goal. -/
theorem implies_sound {rows : List Row} {goal : Row} {t u : Int} {y z : List Int} (h : implies rows goal t y u z = true) :
    ∀ (x : List Int) (d : Int), 0 < d → holds x d rows → goal.holds x d := by
  intro x d hd hx
  cases goal with | mk a rel b =>
  cases rel with
  | le => exact bounds_le h hd hx
  | lt => exact bounds_lt h hd hx
  | eq =>
    have h := both_sound h
    have up := bounds_le h.left hd hx
    have down := bounds_le h.right hd hx
    have down : dot (scale (-1) a) x ≤ -b * d := down
    rw [dot_scale] at down
    have down := sub_nonneg down
    exact le_antisymm up (le_of_sub (nonneg_of_eq down (ring [dot a x, b, d] (X 0 - (X 1 * X 2)) (((-X 1) * X 2) - ((-K 1) * X 0)) rfl)))

theorem rowAt_sound {x : List Int} {d : Int} {r : Row} (h : rowAt x d r = true) : r.holds x d := by
  cases r with | mk a rel b =>
  cases rel with
  | le =>
    have k : dot a x ≤ b * d := of_decide_eq_true h
    exact k
  | lt =>
    have k : dot a x < b * d := of_decide_eq_true h
    exact k
  | eq =>
    have k : dot a x = b * d := of_decide_eq_true h
    exact k

/-- An accepted point satisfies the rows. -/
theorem satisfies_sound {rows : List Row} {x : List Int} {d : Int} (h : satisfies rows x d = true) : 0 < d ∧ holds x d rows := by
  have h := both_sound h
  refine ⟨of_decide_eq_true h.left, ?_⟩
  have k := h.right
  induction rows with
  | nil => exact trivial
  | cons r rows ih =>
    have each := every_sound k
    have tail : every (rowAt x d) rows = true := by
      have k : (match rowAt x d r with
        | true => every (rowAt x d) rows
        | false => false) = true := k
      cases e : rowAt x d r with
      | true => rw [e] at k; exact k
      | false => rw [e] at k; exact absurd k Bool.false_ne_true
    refine holds_intro (rowAt_sound (each r (mem_self r rows))) (ih ?_ ⟨h.left, tail⟩ tail)
    show both (decide (0 < d)) (every (rowAt x d) rows) = true
    rw [h.left]
    exact tail

end Linear
end Certify
