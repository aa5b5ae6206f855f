/-
Order and remainders of integers, as far as the other files need them. Core Lean only.
-/
import Certify.Poly
namespace Certify

/-! ### Order -/

theorem zero_le_ofNat (n : Nat) : (0 : Int) ≤ Int.ofNat n := by
  show Int.NonNeg (Int.ofNat n)
  exact Int.NonNeg.mk n

theorem not_zero_le_negSucc (n : Nat) : ¬ (0 : Int) ≤ Int.negSucc n := by
  intro h
  have h : Int.NonNeg (Int.negSucc n) := h
  cases h

theorem exists_ofNat {a : Int} (h : 0 ≤ a) : ∃ n : Nat, a = Int.ofNat n := by
  cases a with
  | ofNat n => exact ⟨n, rfl⟩
  | negSucc n => exact absurd h (not_zero_le_negSucc n)

theorem nonneg_add {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a + b := by
  cases exists_ofNat ha with
  | intro m em => cases exists_ofNat hb with
    | intro n en => rw [em, en]; exact zero_le_ofNat (m + n)

theorem nonneg_mul {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a * b := by
  cases exists_ofNat ha with
  | intro m em => cases exists_ofNat hb with
    | intro n en => rw [em, en]; exact zero_le_ofNat (m * n)

/-- `0 ≤ t` because `t = s` and `0 ≤ s`. -/
theorem nonneg_of_eq {s t : Int} (h : 0 ≤ s) (e : t = s) : 0 ≤ t := by rw [e]; exact h

/-- A sum of nonnegative terms that is -1. -/
theorem lin_false {s : Int} (h : 0 ≤ s) (e : s = -1) : False := by
  rw [e] at h
  exact not_zero_le_negSucc 0 h

theorem sub_nonneg {a b : Int} (h : a ≤ b) : 0 ≤ b - a := by
  have h : Int.NonNeg (b - a) := h
  generalize b - a = c at h
  cases h with
  | mk n => exact zero_le_ofNat n

theorem le_of_sub {a b : Int} (h : 0 ≤ b - a) : a ≤ b := by
  show Int.NonNeg (b - a)
  cases exists_ofNat h with
  | intro n e => rw [e]; exact Int.NonNeg.mk n

theorem lt_sub {a b : Int} (h : a < b) : 0 ≤ b - a - 1 := by
  have h : a + 1 ≤ b := h
  exact nonneg_of_eq (sub_nonneg h) (ring [b, a] ((X 0 - X 1) - K 1) (X 0 - (X 1 + K 1)) rfl)

theorem lt_of_sub {a b : Int} (h : 0 ≤ b - a - 1) : a < b := by
  show a + 1 ≤ b
  exact le_of_sub (nonneg_of_eq h (ring [b, a] (X 0 - (X 1 + K 1)) ((X 0 - X 1) - K 1) rfl))

theorem le_antisymm {a b : Int} (h : a ≤ b) (k : b ≤ a) : a = b := by
  have hd := sub_nonneg h
  have kd := sub_nonneg k
  cases exists_ofNat hd with
  | intro n e => cases n with
    | zero =>
      have e : b - a = 0 := e
      have w : a = b - (b - a) := ring [a, b] (X 0) (X 1 - (X 1 - X 0)) rfl
      rw [e, Int.sub_zero] at w
      exact w
    | succ m =>
      have e : b - a = Int.ofNat m + 1 := e
      have s : 0 ≤ (a - b) + Int.ofNat m := nonneg_add kd (zero_le_ofNat m)
      have t : (a - b) + Int.ofNat m = -1 := by
        have u : (a - b) + Int.ofNat m = (a - b) + (Int.ofNat m + 1) - 1 :=
          ring [a, b, Int.ofNat m] ((X 0 - X 1) + X 2) (((X 0 - X 1) + (X 2 + K 1)) - K 1) rfl
        rw [u, ← e]
        exact ring [a, b] (((X 0 - X 1) + (X 1 - X 0)) - K 1) (-K 1) rfl
      exact (lin_false s t).elim

/-- Every integer is negative, zero or positive. -/
theorem trichotomy (k : Int) : 0 ≤ -k - 1 ∨ k = 0 ∨ 0 ≤ k - 1 := by
  cases k with
  | ofNat n => cases n with
    | zero => exact Or.inr (Or.inl rfl)
    | succ m =>
      refine Or.inr (Or.inr ?_)
      have e : Int.ofNat (Nat.succ m) - 1 = Int.ofNat m :=
        ring [Int.ofNat m] ((X 0 + K 1) - K 1) (X 0) rfl
      exact nonneg_of_eq (zero_le_ofNat m) e
  | negSucc n =>
    refine Or.inl ?_
    have e : -Int.negSucc n - 1 = Int.ofNat n :=
      ring [Int.ofNat n] ((X 0 + K 1) - K 1) (X 0) rfl
    exact nonneg_of_eq (zero_le_ofNat n) e

theorem zero_or_pos {a : Int} (h : 0 ≤ a) : a = 0 ∨ 0 ≤ a - 1 := by
  cases trichotomy a with
  | inl n => exact (lin_false (nonneg_add h n) (ring [a] (X 0 + ((-X 0) - K 1)) (-K 1) rfl)).elim
  | inr r => exact r

theorem eq_of_sub_zero {a b : Int} (h : a - b = 0) : a = b := by
  have w := ring [a, b] (X 0) ((X 0 - X 1) + X 1) rfl
  have w : a = (a - b) + b := w
  rw [h, Int.zero_add] at w
  exact w

theorem mul_zero_cases {a b : Int} (ha : 0 ≤ a) (hb : 0 ≤ b) (h : a * b = 0) : a = 0 ∨ b = 0 := by
  cases zero_or_pos ha with
  | inl z => exact Or.inl z
  | inr p => cases zero_or_pos hb with
    | inl z => exact Or.inr z
    | inr r =>
      have s : 0 ≤ (a - 1) * (b - 1) + (a - 1) + (b - 1) := nonneg_add (nonneg_add (nonneg_mul p r) p) r
      have t : (a - 1) * (b - 1) + (a - 1) + (b - 1) = a * b - 1 := ring [b, a] ((((X 1 - K 1) * (X 0 - K 1)) + (X 1 - K 1)) + (X 0 - K 1)) ((X 1 * X 0) - K 1) rfl
      rw [h] at t
      exact (lin_false s t).elim

theorem ofNat_le {m n : Nat} (h : m ≤ n) : Int.ofNat m ≤ Int.ofNat n := by
  cases Nat.le.dest h with
  | intro k e =>
    rw [← e]
    apply le_of_sub
    have w : Int.ofNat (m + k) - Int.ofNat m = Int.ofNat k :=
      ring [Int.ofNat m, Int.ofNat k] ((X 0 + X 1) - X 0) (X 1) rfl
    exact nonneg_of_eq (zero_le_ofNat k) w

/-! ### Remainders -/

/-- Division with remainder by a positive integer. -/
theorem remainder (x : Int) {v : Int} (hv : 0 < v) : (∃ k : Int, x = v * k + x % v) ∧ 0 ≤ x % v ∧ x % v < v := by
  have hv := lt_sub hv
  have pv : 0 ≤ v - 1 := nonneg_of_eq hv (ring [v] (X 0 - K 1) ((X 0 - K 0) - K 1) rfl)
  cases exists_ofNat pv with
  | intro p ep =>
    have ev : v = Int.ofNat (Nat.succ p) := by
      have w : v = (v - 1) + 1 := ring [v] (X 0) ((X 0 - K 1) + K 1) rfl
      rw [ep] at w
      exact w
    subst ev
    cases x with
    | ofNat m =>
      have lt : m % Nat.succ p < Nat.succ p := Nat.mod_lt m (Nat.zero_lt_succ p)
      refine ⟨⟨Int.ofNat (m / Nat.succ p), ?_⟩, zero_le_ofNat _, ?_⟩
      · show Int.ofNat m = Int.ofNat (Nat.succ p * (m / Nat.succ p) + m % Nat.succ p)
        rw [Nat.div_add_mod]
      · exact ofNat_le lt
    | negSucc m =>
      have lt : m % Nat.succ p < Nat.succ p := Nat.mod_lt m (Nat.zero_lt_succ p)
      have dm : Nat.succ p * (m / Nat.succ p) + m % Nat.succ p = m := Nat.div_add_mod m (Nat.succ p)
      generalize hr : m % Nat.succ p = r at lt dm
      generalize m / Nat.succ p = d at dm
      have er : Int.negSucc m % Int.ofNat (Nat.succ p) = Int.ofNat p + 1 + -(Int.ofNat r + 1) := by
        rw [← hr]; rfl
      rw [er]
      refine ⟨⟨-(Int.ofNat d + 1), ?_⟩, ?_, ?_⟩
      · have w : Int.negSucc m = -((Int.ofNat p + 1) * Int.ofNat d + Int.ofNat r + 1) := by rw [← dm]; rfl
        rw [w]
        exact ring [Int.ofNat p, Int.ofNat d, Int.ofNat r] (-((((X 0 + K 1) * X 1) + X 2) + K 1)) (((X 0 + K 1) * (-(X 1 + K 1))) + ((X 0 + K 1) + (-(X 2 + K 1)))) rfl
      · exact nonneg_of_eq (sub_nonneg (ofNat_le lt)) rfl
      · apply lt_of_sub
        have w : Int.ofNat p + 1 - (Int.ofNat p + 1 + -(Int.ofNat r + 1)) - 1 = Int.ofNat r :=
          ring [Int.ofNat p, Int.ofNat r] (((X 0 + K 1) - ((X 0 + K 1) + (-(X 1 + K 1)))) - K 1) (X 1) rfl
        exact nonneg_of_eq (zero_le_ofNat r) w

/-- A multiple of `v` that lies strictly between `-v` and `v` is 0. -/
theorem small_multiple {v k d : Int} (e : d = v * k) (h₁ : 0 ≤ v - d - 1) (h₂ : 0 ≤ v + d - 1) : d = 0 := by
  have hv : 0 ≤ v - 1 := by
    cases trichotomy v with
    | inl n => 
      have s : 0 ≤ (v - d - 1) + (v + d - 1) + (-v - 1) + (-v - 1) := nonneg_add (nonneg_add (nonneg_add h₁ h₂) n) n
      have t : (v - d - 1) + (v + d - 1) + (-v - 1) + (-v - 1) = -4 := ring [v, d] (((((X 0 - X 1) - K 1) + ((X 0 + X 1) - K 1)) + ((-X 0) - K 1)) + ((-X 0) - K 1)) (-K 4) rfl
      rw [t] at s
      exact (not_zero_le_negSucc 3 s).elim
    | inr r => cases r with
      | inl z =>
        have s : 0 ≤ (v - d - 1) + (v + d - 1) := nonneg_add h₁ h₂
        rw [z] at s
        have t : ((0 : Int) - d - 1) + (0 + d - 1) = -2 := ring [d] (((K 0 - X 0) - K 1) + ((K 0 + X 0) - K 1)) (-K 2) rfl
        rw [t] at s
        exact (not_zero_le_negSucc 1 s).elim
      | inr p => exact p
  cases trichotomy k with
  | inl n =>
    have s : 0 ≤ (v - 1) * (-k - 1) + (-k - 1) + (v + d - 1) := nonneg_add (nonneg_add (nonneg_mul hv n) n) h₂
    rw [e] at s
    exact (lin_false s (ring [v, k] ((((X 0 - K 1) * ((-X 1) - K 1)) + ((-X 1) - K 1)) + ((X 0 + (X 0 * X 1)) - K 1)) (-K 1) rfl)).elim
  | inr r => cases r with
    | inl z => rw [e, z, Int.mul_zero]
    | inr p =>
      have s : 0 ≤ (v - 1) * (k - 1) + (k - 1) + (v - d - 1) := nonneg_add (nonneg_add (nonneg_mul hv p) p) h₁
      rw [e] at s
      exact (lin_false s (ring [k, v] ((((X 1 - K 1) * (X 0 - K 1)) + (X 0 - K 1)) + ((X 1 - (X 1 * X 0)) - K 1)) (-K 1) rfl)).elim

theorem mod_eq {x y v : Int} (hv : 0 < v) (h : ∃ k : Int, x - y = v * k) : x % v = y % v := by
  cases remainder x hv with | intro hx bx => cases remainder y hv with | intro hy by_ =>
  cases hx with | intro i ei => cases hy with | intro j ej => cases h with | intro k ek =>
  apply eq_of_sub_zero
  generalize x % v = r at ei bx
  generalize y % v = t at ej by_
  have e : r - t = v * (k - i + j) := by
    have w : r - t = (x - y) - v * i + v * j := by
      rw [ei, ej]
      exact ring [r, t, v, j, i] (X 0 - X 1) (((((X 2 * X 4) + X 0) - ((X 2 * X 3) + X 1)) - (X 2 * X 4)) + (X 2 * X 3)) rfl
    rw [w, ek]
    exact ring [v, j, k, i] (((X 0 * X 2) - (X 0 * X 3)) + (X 0 * X 1)) (X 0 * ((X 2 - X 3) + X 1)) rfl
  refine small_multiple e ?_ ?_
  · exact nonneg_of_eq (nonneg_add (lt_sub bx.right) by_.left) (ring [v, r, t] ((X 0 - (X 1 - X 2)) - K 1) (((X 0 - X 1) - K 1) + X 2) rfl)
  · exact nonneg_of_eq (nonneg_add (lt_sub by_.right) bx.left) (ring [v, r, t] ((X 0 + (X 1 - X 2)) - K 1) (((X 0 - X 2) - K 1) + X 1) rfl)

theorem of_mod_eq {x y v : Int} (hv : 0 < v) (h : x % v = y % v) : ∃ k : Int, x - y = v * k := by
  cases remainder x hv with | intro hx bx => cases remainder y hv with | intro hy by_ =>
  cases hx with | intro i ei => cases hy with | intro j ej =>
  refine ⟨i - j, ?_⟩
  rw [ei, ej, h]
  exact ring [v, i, j, y % v] (((X 0 * X 1) + X 3) - ((X 0 * X 2) + X 3)) (X 0 * (X 1 - X 2)) rfl

theorem zero_mod {v : Int} (hv : 0 < v) : (0 : Int) % v = 0 := by
  cases remainder 0 hv with | intro h b => cases h with | intro k e =>
  generalize (0 : Int) % v = r at e b
  have e : r = v * (-k) := by
    have w : r = (v * k + r) - v * k := ring [r, v, k] (X 0) (((X 1 * X 2) + X 0) - (X 1 * X 2)) rfl
    rw [← e] at w
    rw [w]
    exact ring [v, k] (K 0 - (X 0 * X 1)) (X 0 * (-X 1)) rfl
  refine small_multiple e ?_ ?_
  · exact lt_sub b.right
  · exact nonneg_of_eq (nonneg_add (lt_sub b.right) (nonneg_add b.left b.left)) (ring [v, r] ((X 0 + X 1) - K 1) (((X 0 - X 1) - K 1) + (X 1 + X 1)) rfl)

theorem mod_zero_iff {x v : Int} (hv : 0 < v) : x % v = 0 ↔ ∃ k : Int, x = v * k := by
  constructor
  · intro h
    cases of_mod_eq (y := 0) hv (h.trans (zero_mod hv).symm) with | intro k e =>
    exact ⟨k, by rw [Int.sub_zero] at e; exact e⟩
  · intro h
    cases h with | intro k e =>
    have w := mod_eq (x := x) (y := 0) hv ⟨k, by rw [Int.sub_zero]; exact e⟩
    rw [w, zero_mod hv]

/-- Residues are their own remainders. -/
theorem mod_small {x v : Int} (hv : 0 < v) (h₁ : 0 ≤ x) (h₂ : x < v) : x % v = x := by
  cases remainder x hv with | intro h b => cases h with | intro k e =>
  generalize x % v = r at e b
  apply eq_of_sub_zero
  have e : r - x = v * (-k) := by
    rw [e]
    exact ring [r, v, k] (X 0 - ((X 1 * X 2) + X 0)) (X 1 * (-X 2)) rfl
  refine small_multiple e ?_ ?_
  · exact nonneg_of_eq (nonneg_add (lt_sub b.right) h₁) (ring [v, r, x] ((X 0 - (X 1 - X 2)) - K 1) (((X 0 - X 1) - K 1) + X 2) rfl)
  · exact nonneg_of_eq (nonneg_add (lt_sub h₂) b.left) (ring [v, r, x] ((X 0 + (X 1 - X 2)) - K 1) (((X 0 - X 2) - K 1) + X 1) rfl)

theorem mod_add {a b c d v : Int} (hv : 0 < v) (h : a % v = b % v) (k : c % v = d % v) : (a + c) % v = (b + d) % v := by
  cases of_mod_eq hv h with | intro i ei => cases of_mod_eq hv k with | intro j ej =>
  refine mod_eq hv ⟨i + j, ?_⟩
  have w : (a + c) - (b + d) = (a - b) + (c - d) := ring [a, c, b, d] ((X 0 + X 1) - (X 2 + X 3)) ((X 0 - X 2) + (X 1 - X 3)) rfl
  rw [w, ei, ej, Int.mul_add]

theorem mod_neg {a b v : Int} (hv : 0 < v) (h : a % v = b % v) : (-a) % v = (-b) % v := by
  cases of_mod_eq hv h with | intro i ei =>
  refine mod_eq hv ⟨-i, ?_⟩
  have w : -a - -b = -(a - b) := ring [a, b] ((-X 0) - (-X 1)) (-(X 0 - X 1)) rfl
  rw [w, ei]
  exact ring [v, i] (-(X 0 * X 1)) (X 0 * (-X 1)) rfl

theorem mod_sub {a b c d v : Int} (hv : 0 < v) (h : a % v = b % v) (k : c % v = d % v) : (a - c) % v = (b - d) % v :=
  mod_add hv h (mod_neg hv k)

end Certify
