/-
Exact orbits over the rationals, replayed from a list of reduced states.

A rational state is a list of integers up to a positive factor: `x₁/d, …, xₙ/d` is `d, x₁, …, xₙ`, and weights that are only
compared with one another are integers up to a factor. Steps and tests do not depend on the factor, so each state may be
divided by a common factor `g > 0` before the next step; without that the numbers double in length with every step.
-/
import Certify.Linear
namespace Certify

/-- All entries times `c`. -/
def scaled (c : Int) (s : List Int) : List Int := Linear.scale c s

theorem scaled_cons (c a : Int) (s : List Int) : scaled c (a :: s) = c * a :: scaled c s := rfl

theorem scaled_scaled (c e : Int) (s : List Int) : scaled c (scaled e s) = scaled (c * e) s := by
  induction s with
  | nil => rfl
  | cons a s ih =>
    rw [scaled_cons, scaled_cons, scaled_cons, ih, Int.mul_assoc]

theorem pos_mul {c e : Int} (hc : 0 < c) (he : 0 < e) : 0 < c * e := by
  have p := lt_sub hc
  have q := lt_sub he
  apply lt_of_sub
  exact nonneg_of_eq (nonneg_add (nonneg_add (nonneg_mul p q) p) q)
    (ring [c, e] (((X 0 * X 1) - K 0) - K 1) (((((X 0 - K 0) - K 1) * ((X 1 - K 0) - K 1)) + ((X 0 - K 0) - K 1)) + ((X 1 - K 0) - K 1)) rfl)

theorem pos_of_mul {c x : Int} (hc : 0 < c) (h : 0 < c * x) : 0 < x := by
  have p := lt_sub hc
  have q := lt_sub h
  apply lt_of_sub
  cases trichotomy (x - 1) with
  | inr r => cases r with
    | inl z => exact nonneg_of_eq (Int.le_refl 0) ((ring [x] ((X 0 - K 0) - K 1) (X 0 - K 1) rfl : x - 0 - 1 = x - 1).trans z)
    | inr k => exact nonneg_of_eq (nonneg_add k (zero_le_ofNat 1)) (ring [x] ((X 0 - K 0) - K 1) (((X 0 - K 1) - K 1) + K 1) rfl)
  | inl n =>
    have u := nonneg_add (nonneg_add (nonneg_mul p n) n) q
    exact (lin_false u (ring [c, x] (((((X 0 - K 0) - K 1) * ((-(X 1 - K 1)) - K 1)) + ((-(X 1 - K 1)) - K 1)) + (((X 0 * X 1) - K 0) - K 1)) (-K 1) rfl)).elim

theorem lt_scale {c a b : Int} (hc : 0 < c) : c * a < c * b ↔ a < b := by
  constructor
  · intro h
    have k : 0 < c * (b - a) := by
      apply lt_of_sub
      exact nonneg_of_eq (lt_sub h) (ring [c, a, b] (((X 0 * (X 2 - X 1)) - K 0) - K 1) (((X 0 * X 2) - (X 0 * X 1)) - K 1) rfl)
    have q := lt_sub (pos_of_mul hc k)
    exact lt_of_sub (nonneg_of_eq q (ring [a, b] ((X 1 - X 0) - K 1) (((X 1 - X 0) - K 0) - K 1) rfl))
  · intro h
    have k : 0 < b - a := by
      apply lt_of_sub
      exact nonneg_of_eq (lt_sub h) (ring [a, b] (((X 1 - X 0) - K 0) - K 1) ((X 1 - X 0) - K 1) rfl)
    have q := lt_sub (pos_mul hc k)
    exact lt_of_sub (nonneg_of_eq q (ring [c, a, b] (((X 0 * X 2) - (X 0 * X 1)) - K 1) (((X 0 * (X 2 - X 1)) - K 0) - K 1) rfl))

theorem not_lt_le {a b : Int} (h : ¬ b < a) : a ≤ b := by
  apply le_of_sub
  cases trichotomy (b - a) with
  | inl n => exact (h (lt_of_sub (nonneg_of_eq n (ring [a, b] ((X 0 - X 1) - K 1) ((-(X 1 - X 0)) - K 1) rfl)))).elim
  | inr r => cases r with
    | inl z => rw [z]; exact Int.le_refl 0
    | inr p => exact nonneg_of_eq (nonneg_add p (zero_le_ofNat 1)) (ring [a, b] (X 1 - X 0) (((X 1 - X 0) - K 1) + K 1) rfl)

theorem le_scale {c a b : Int} (hc : 0 < c) : c * a ≤ c * b ↔ a ≤ b := by
  constructor
  · intro h
    exact not_lt_le (fun k => Int.lt_irrefl _ (Int.lt_of_lt_of_le ((lt_scale hc).mpr k) h))
  · intro h
    exact not_lt_le (fun k => Int.lt_irrefl _ (Int.lt_of_lt_of_le ((lt_scale hc).mp k) h))

theorem dot_scaled (c : Int) (a : List Int) : (s : List Int) → dot a (scaled c s) = c * dot a s := by
  induction a with
  | nil => intro s; exact (Int.mul_zero c).symm
  | cons a as ih => intro s; cases s with
    | nil => exact (Int.mul_zero c).symm
    | cons x xs =>
      rw [scaled_cons, Linear.dot_cons, Linear.dot_cons, ih]
      exact ring [c, a, x, dot as xs] ((X 1 * (X 0 * X 2)) + (X 0 * X 3)) (X 0 * ((X 1 * X 2) + X 3)) rfl

/-! ### Affine recursions and first exits

A state is `d, x₁, …, xₙ`; a step is an integer matrix with a row for each entry. -/

def advance (rows : List (List Int)) (s : List Int) : List Int :=
  match rows with
  | [] => []
  | r :: rows => dot r s :: advance rows s

theorem advance_scaled (c : Int) (rows : List (List Int)) (s : List Int) :
    advance rows (scaled c s) = scaled c (advance rows s) := by
  induction rows with
  | nil => rfl
  | cons r rows ih =>
    show dot r (scaled c s) :: advance rows (scaled c s) = _
    rw [dot_scaled, ih]
    rfl

/-- The state after `k` of the steps. -/
def after : List (List (List Int)) → List Int → Nat → List Int
  | _, s, 0 => s
  | [], s, Nat.succ _ => s
  | m :: ms, s, Nat.succ k => after ms (advance m s) k

theorem after_scaled (c : Int) (ms : List (List (List Int))) : (s : List Int) → (k : Nat) →
    after ms (scaled c s) k = scaled c (after ms s k) := by
  induction ms with
  | nil => intro s k; cases k with
    | zero => rfl
    | succ k => rfl
  | cons m ms ih => intro s k; cases k with
    | zero => rfl
    | succ k =>
      show after ms (advance m (scaled c s)) k = scaled c (after ms (advance m s) k)
      rw [advance_scaled, ih]

/-- One side of a region: `a·s ≤ 0`, or `<`. -/
structure Side where
  coefficients : List Int
  strict : Bool

def Side.holds (s : List Int) (a : Side) : Prop :=
  match a.strict with
  | true => dot a.coefficients s < 0
  | false => dot a.coefficients s ≤ 0

/-- Inside the region: every side holds. -/
def Inside (sides : List Side) (s : List Int) : Prop := ∀ a, a ∈ sides → a.holds s

def sideAt (s : List Int) (a : Side) : Bool :=
  match a.strict with
  | true => decide (dot a.coefficients s < 0)
  | false => decide (dot a.coefficients s ≤ 0)

def inside (sides : List Side) (s : List Int) : Bool := every (sideAt s) sides

theorem sideAt_iff (s : List Int) (a : Side) : sideAt s a = true ↔ a.holds s := by
  cases a with | mk row strict =>
  cases strict with
  | true =>
    constructor
    · intro h
      have k : dot row s < 0 := of_decide_eq_true h
      exact k
    · intro h
      have k : dot row s < 0 := h
      exact decide_eq_true k
  | false =>
    constructor
    · intro h
      have k : dot row s ≤ 0 := of_decide_eq_true h
      exact k
    · intro h
      have k : dot row s ≤ 0 := h
      exact decide_eq_true k

theorem every_complete {α : Type} {p : α → Bool} {l : List α} (h : ∀ a, a ∈ l → p a = true) : every p l = true := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    show (match p a with | true => every p l | false => false) = true
    rw [h a (mem_self a l)]
    exact ih (fun b k => h b (mem_next a k))

theorem inside_iff (sides : List Side) (s : List Int) : inside sides s = true ↔ Inside sides s := by
  constructor
  · intro h a k
    exact (sideAt_iff s a).mp (every_sound h a k)
  · intro h
    exact every_complete (fun a k => (sideAt_iff s a).mpr (h a k))

theorem side_scaled {c : Int} (hc : 0 < c) (s : List Int) (a : Side) : a.holds (scaled c s) ↔ a.holds s := by
  cases a with | mk row strict =>
  cases strict with
  | true =>
    show dot row (scaled c s) < 0 ↔ dot row s < 0
    rw [dot_scaled]
    have w := lt_scale (a := dot row s) (b := 0) hc
    rw [Int.mul_zero] at w
    exact w
  | false =>
    show dot row (scaled c s) ≤ 0 ↔ dot row s ≤ 0
    rw [dot_scaled]
    have w := le_scale (a := dot row s) (b := 0) hc
    rw [Int.mul_zero] at w
    exact w

theorem inside_scaled {c : Int} (hc : 0 < c) (sides : List Side) (s : List Int) : Inside sides (scaled c s) ↔ Inside sides s :=
  ⟨fun h a k => (side_scaled hc s a).mp (h a k), fun h a k => (side_scaled hc s a).mpr (h a k)⟩

/-- The states `0, …, k - 1` are inside. -/
def Stays (sides : List Side) (ms : List (List (List Int))) (s : List Int) (k : Nat) : Prop :=
  ∀ j : Nat, j < k → Inside sides (after ms s j)

/-- State `k` is the first one that is not inside. -/
def FirstExit (sides : List Side) (ms : List (List (List Int))) (s : List Int) (k : Nat) : Prop :=
  Stays sides ms s k ∧ ¬ Inside sides (after ms s k)

/-- Replay: `advance m s = g s'` with `g > 0`, state by state; `last` says whether the last state is inside. -/
def replay (sides : List Side) (last : Bool) : List (List (List Int)) → List Int → List (Int × List Int) → Bool
  | _, s, [] => decide (inside sides s = last)
  | [], _, _ :: _ => false
  | m :: ms, s, (g, t) :: trace => both (inside sides s) (both (decide (0 < g)) (both (decide (advance m s = scaled g t))
      (replay sides last ms t trace)))

theorem replay_sound {sides : List Side} {last : Bool} {trace : List (Int × List Int)} : (ms : List (List (List Int))) →
    (s : List Int) → replay sides last ms s trace = true →
    Stays sides ms s trace.length ∧ (Inside sides (after ms s trace.length) ↔ last = true) := by
  induction trace with
  | nil =>
    intro ms s h
    refine ⟨fun j k => absurd k (Nat.not_lt_zero j), ?_⟩
    have e : after ms s 0 = s := by cases ms with
      | nil => rfl
      | cons m ms => rfl
    show Inside sides (after ms s 0) ↔ last = true
    rw [e]
    have k : inside sides s = last := by
      cases ms with
      | nil => exact of_decide_eq_true h
      | cons m ms => exact of_decide_eq_true h
    rw [← k]
    exact (inside_iff sides s).symm
  | cons p trace ih => cases p with | mk g t =>
    intro ms s h
    cases ms with
    | nil => exact absurd h Bool.false_ne_true
    | cons m ms =>
      have h1 := both_sound h
      have h2 := both_sound h1.right
      have h3 := both_sound h2.right
      have hg := of_decide_eq_true h2.left
      have hs := of_decide_eq_true h3.left
      have w := ih ms t h3.right
      have step : ∀ k : Nat, after (m :: ms) s (Nat.succ k) = scaled g (after ms t k) := by
        intro k
        show after ms (advance m s) k = _
        rw [hs, after_scaled]
      constructor
      · intro j hj
        cases j with
        | zero => exact (inside_iff sides s).mp h1.left
        | succ j =>
          rw [step]
          exact (inside_scaled hg sides _).mpr (w.left j (Nat.le_of_succ_le_succ hj))
      · show Inside sides (after (m :: ms) s (Nat.succ trace.length)) ↔ last = true
        rw [step]
        exact (inside_scaled hg sides _).trans w.right

/-- An accepted replay that ends outside: its length is the first exit. -/
theorem firstExit_sound {sides : List Side} {ms : List (List (List Int))} {s : List Int} {trace : List (Int × List Int)}
    (h : replay sides false ms s trace = true) : FirstExit sides ms s trace.length :=
  have w := replay_sound ms s h
  ⟨w.left, fun i => Bool.false_ne_true (w.right.mp i)⟩

/-- An accepted replay that ends inside: no exit up to and with its length. -/
theorem stays_sound {sides : List Side} {ms : List (List (List Int))} {s : List Int} {trace : List (Int × List Int)}
    (h : replay sides true ms s trace = true) : Stays sides ms s (Nat.succ trace.length) := by
  have w := replay_sound ms s h
  intro j hj
  cases Nat.lt_or_ge j trace.length with
  | inl k => exact w.left j k
  | inr k =>
    rw [Nat.le_antisymm (Nat.le_of_lt_succ hj) k]
    exact w.right.mpr rfl

/-! ### AdaBoost

Columns of signs (`true` for 1, `false` for -1) and weights up to a positive factor. -/

/-- The mass of the rows with sign 1. -/
def plus : List Bool → List Int → Int
  | true :: ps, w :: ws => w + plus ps ws
  | false :: ps, _ :: ws => plus ps ws
  | _, _ => 0

/-- The mass of the rows with sign -1. -/
def minus' : List Bool → List Int → Int
  | true :: ps, _ :: ws => minus' ps ws
  | false :: ps, w :: ws => w + minus' ps ws
  | _, _ => 0

/-- The edge of a column. -/
def edge (column : List Bool) (w : List Int) : Int := plus column w - minus' column w

/-- Rows of sign 1 times `a`, the others times `b`. -/
def reweigh (a b : Int) : List Bool → List Int → List Int
  | true :: ps, w :: ws => a * w :: reweigh a b ps ws
  | false :: ps, w :: ws => b * w :: reweigh a b ps ws
  | _, _ => []

/-- The weights after the pick of a column: either sign divided by its mass, up to a common factor. -/
def boost (column : List Bool) (w : List Int) : List Int := reweigh (minus' column w) (plus column w) column w

def column : List (List Bool) → Nat → List Bool
  | [], _ => []
  | c :: _, 0 => c
  | _ :: cs, Nat.succ j => column cs j

/-- Whether column `j` wins a tie against column `k`. -/
def wins (lowest : Bool) (j k : Nat) : Bool :=
  match lowest with
  | true => Nat.ble (Nat.succ j) k
  | false => Nat.ble (Nat.succ k) j

/-- Column `j` has the largest edge, and that is positive; ties go to the lowest or the highest index. -/
abbrev Picks (lowest : Bool) (cs : List (List Bool)) (w : List Int) (j : Nat) : Prop :=
  j < cs.length ∧ 0 < edge (column cs j) w ∧ ∀ k : Nat, k < cs.length → k ≠ j →
    edge (column cs k) w < edge (column cs j) w ∨ (edge (column cs k) w = edge (column cs j) w ∧ wins lowest j k = true)

/-- The picks from these weights on are these. -/
def Boosts (lowest : Bool) (cs : List (List Bool)) : List Int → List Nat → Prop
  | _, [] => True
  | w, j :: js => Picks lowest cs w j ∧ Boosts lowest cs (boost (column cs j) w) js

def picks (lowest : Bool) (cs : List (List Bool)) (w : List Int) (j : Nat) : Bool :=
  decide (j < cs.length ∧ 0 < edge (column cs j) w ∧ ∀ k : Nat, k < cs.length → k ≠ j →
    edge (column cs k) w < edge (column cs j) w ∨ (edge (column cs k) w = edge (column cs j) w ∧ wins lowest j k = true))

/-- Replay: the first pick at `w`, then `boost … = g w'` with `g > 0`, and so on. -/
def boosts (lowest : Bool) (cs : List (List Bool)) : List Int → List Nat → List (Int × List Int) → Bool
  | _, [], _ => true
  | w, j :: js, trace => both (picks lowest cs w j) (match js with
    | [] => true
    | _ :: _ => match trace with
      | [] => false
      | (g, u) :: trace => both (decide (0 < g)) (both (decide (boost (column cs j) w = scaled g u)) (boosts lowest cs u js trace)))

theorem plus_scaled (c : Int) (p : List Bool) : (w : List Int) → plus p (scaled c w) = c * plus p w := by
  induction p with
  | nil => intro w; exact (Int.mul_zero c).symm
  | cons b p ih => intro w; cases w with
    | nil => cases b with
      | true => exact (Int.mul_zero c).symm
      | false => exact (Int.mul_zero c).symm
    | cons x w => cases b with
      | true =>
        show c * x + plus p (scaled c w) = c * (x + plus p w)
        rw [ih, Int.mul_add]
      | false => exact ih w

theorem minus_scaled (c : Int) (p : List Bool) : (w : List Int) → minus' p (scaled c w) = c * minus' p w := by
  induction p with
  | nil => intro w; exact (Int.mul_zero c).symm
  | cons b p ih => intro w; cases w with
    | nil => cases b with
      | true => exact (Int.mul_zero c).symm
      | false => exact (Int.mul_zero c).symm
    | cons x w => cases b with
      | true => exact ih w
      | false =>
        show c * x + minus' p (scaled c w) = c * (x + minus' p w)
        rw [ih, Int.mul_add]

theorem edge_scaled (c : Int) (p : List Bool) (w : List Int) : edge p (scaled c w) = c * edge p w := by
  rw [edge, edge, plus_scaled, minus_scaled, Int.mul_sub]

theorem reweigh_scaled (c a b : Int) (p : List Bool) : (w : List Int) →
    reweigh (c * a) (c * b) p (scaled c w) = scaled (c * c) (reweigh a b p w) := by
  induction p with
  | nil => intro w; rfl
  | cons s p ih => intro w; cases w with
    | nil => cases s with
      | true => rfl
      | false => rfl
    | cons x w => cases s with
      | true =>
        show c * a * (c * x) :: reweigh (c * a) (c * b) p (scaled c w) = c * c * (a * x) :: scaled (c * c) (reweigh a b p w)
        rw [ih, Poly.interchange]
      | false =>
        show c * b * (c * x) :: reweigh (c * a) (c * b) p (scaled c w) = c * c * (b * x) :: scaled (c * c) (reweigh a b p w)
        rw [ih, Poly.interchange]

theorem boost_scaled (c : Int) (p : List Bool) (w : List Int) : boost p (scaled c w) = scaled (c * c) (boost p w) := by
  rw [boost, boost, plus_scaled, minus_scaled, reweigh_scaled]

theorem cancel_scale {c a b : Int} (hc : 0 < c) (h : c * a = c * b) : a = b :=
  le_antisymm ((le_scale hc).mp (by rw [h]; exact Int.le_refl _)) ((le_scale hc).mp (by rw [h]; exact Int.le_refl _))

theorem picks_scaled {c : Int} (hc : 0 < c) {lowest : Bool} {cs : List (List Bool)} {w : List Int} {j : Nat}
    (h : Picks lowest cs w j) : Picks lowest cs (scaled c w) j := by
  refine ⟨h.left, ?_, ?_⟩
  · rw [edge_scaled]
    exact pos_mul hc h.right.left
  · intro k hk ne
    rw [edge_scaled, edge_scaled]
    cases h.right.right k hk ne with
    | inl l => exact Or.inl ((lt_scale hc).mpr l)
    | inr e => exact Or.inr ⟨congrArg (fun x => c * x) e.left, e.right⟩

theorem boosts_scaled {lowest : Bool} {cs : List (List Bool)} {js : List Nat} : (c : Int) → 0 < c → (w : List Int) →
    Boosts lowest cs w js → Boosts lowest cs (scaled c w) js := by
  induction js with
  | nil => intro c _ w _; exact trivial
  | cons j js ih =>
    intro c hc w h
    refine ⟨picks_scaled hc h.left, ?_⟩
    rw [boost_scaled]
    exact ih (c * c) (pos_mul hc hc) _ h.right

/-- An accepted replay: AdaBoost picks these columns, in real arithmetic. -/
theorem boosts_sound {lowest : Bool} {cs : List (List Bool)} {js : List Nat} : (w : List Int) → (trace : List (Int × List Int)) →
    boosts lowest cs w js trace = true → Boosts lowest cs w js := by
  induction js with
  | nil => intro w trace _; exact trivial
  | cons j js ih =>
    intro w trace h
    have h1 := both_sound h
    have first : Picks lowest cs w j := of_decide_eq_true h1.left
    refine ⟨first, ?_⟩
    cases js with
    | nil => exact trivial
    | cons i js => cases trace with
      | nil => exact absurd h1.right Bool.false_ne_true
      | cons p trace => cases p with | mk g u =>
        have h2 := both_sound h1.right
        have h3 := both_sound h2.right
        rw [of_decide_eq_true h3.left]
        exact boosts_scaled g (of_decide_eq_true h2.left) u (ih u trace h3.right)

/-! ### Statements about the whole orbit -/

/-- The weights after `n` picks, up to a factor. -/
def weights (cs : List (List Bool)) (w : List Int) (picks : Nat → Nat) : Nat → List Int
  | 0 => w
  | Nat.succ n => boost (column cs (picks n)) (weights cs w picks n)

/-- Entry `i` of a list; 0 beyond its end. -/
def entry : List Int → Nat → Int
  | [], _ => 0
  | x :: _, 0 => x
  | _ :: xs, Nat.succ i => entry xs i

/-- Entry `i` of `u` and of `w`, each over the sum of its list, differ by at most `1/k`. -/
def Close (k : Nat) (u w : List Int) (i : Nat) : Prop :=
  Int.ofNat k * (entry u i * sum (fun x => x) w - entry w i * sum (fun x => x) u) ≤ sum (fun x => x) u * sum (fun x => x) w ∧
  Int.ofNat k * (entry w i * sum (fun x => x) u - entry u i * sum (fun x => x) w) ≤ sum (fun x => x) u * sum (fun x => x) w

/-- The normalised weights converge to a cycle of `p` distributions: along every residue class of steps they are Cauchy. -/
def Settles (cs : List (List Bool)) (w : List Int) (picks : Nat → Nat) (p : Nat) : Prop :=
  ∀ k : Nat, ∃ N : Nat, ∀ m n : Nat, N ≤ m → N ≤ n → m % p = n % p →
    ∀ i : Nat, Close k (weights cs w picks m) (weights cs w picks n) i

/-- The picks never end, are not eventually periodic, and the weights converge to no finite cycle. -/
def NeverCycles (lowest : Bool) (cs : List (List Bool)) (w : List Int) : Prop :=
  ∃ picks : Nat → Nat, (∀ n : Nat, Picks lowest cs (weights cs w picks n) (picks n)) ∧
    (¬ ∃ N : Nat, ∃ p : Nat, 0 < p ∧ ∀ n : Nat, N ≤ n → picks (n + p) = picks n) ∧
    ¬ ∃ p : Nat, 0 < p ∧ Settles cs w picks p

end Certify
