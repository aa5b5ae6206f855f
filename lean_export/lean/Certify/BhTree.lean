/-
No even order, without a known shift: a binary tree of clashes.

A perfect difference set of even order has a shift `s` about which it is closed under doubling (theorem T), so `2^k (a - s)` is in
`B - s` modulo `v` for every `a ∈ A`: as a form in `(1, s)` that is `(2^k a, -2^k)`. A node knows forms `(x, y)` with `x + y s = 0`
modulo `v`. Its clash `E₁ - E₂ = E₃ - E₄` follows from them, up to a power of 2 (`v` is odd), and a difference occurs once, so
`E₁ = E₂` or `E₁ = E₃`: two children. A leaf has a number `N ≠ 0` that `v` divides; its finitely many orders are tried out.
-/
import Certify.BhLinear
namespace Certify

/-- `x + y s`. -/
abbrev Form := Int × Int

def Form.at (s : Int) (f : Form) : Int := f.1 + f.2 * s

/-- `2^k (a - s)` as a form. -/
def doubled (p : Nat × Int) : Form := (power 2 p.1 * p.2, -power 2 p.1)

def Form.minus (f g : Form) : Form := (f.1 - g.1, f.2 - g.2)

/-- `c₁ g₁ + c₂ g₂ + …`. -/
def combination : List Int → List Form → Form
  | c :: cs, g :: gs => (c * g.1 + (combination cs gs).1, c * g.2 + (combination cs gs).2)
  | _, _ => (0, 0)

/-- `2^t f` is that combination of the forms. -/
def follows (gs : List Form) (f : Form) (t : Nat) (cs : List Int) : Bool :=
  decide (power 2 t * f.1 = (combination cs gs).1 ∧ power 2 t * f.2 = (combination cs gs).2)

inductive BhTree where
  /-- A clash with the combination it follows from, and the trees for `E₁ = E₂` and `E₁ = E₃`. -/
  | node (clash : Clash) (t : Nat) (cs : List Int) (first second : BhTree)
  /-- The number `N`, the combination, clashes for single moduli, and how many even orders are tried. -/
  | leaf (n : Int) (t : Nat) (cs : List Int) (clashes : List Clash) (orders : Nat)

namespace BhTree

/-- The shift contradicts a known form, or a clash, modulo `v`. -/
def shiftExcluded (A : List Int) (gs : List Form) (clashes : List Clash) (v s : Int) : Bool :=
  match oneOf (fun g => decide (Form.at s g % v ≠ 0)) gs with
  | true => true
  | false => match oneOf (Clash.excludes s v) clashes with
    | true => true
    | false => collapses A v

/-- Order `2 j`, modulus `v` the natural number `p`: too small, no divisor of `n`, or excluded for every shift. -/
def orderOk (A : List Int) (gs : List Form) (clashes : List Clash) (n : Int) (j : Int) (p : Nat) : Bool :=
  both (decide (Int.ofNat p = 4 * j * j + 2 * j + 1)) (match decide (2 * j + 1 < len A ∨ n % Int.ofNat p ≠ 0) with
    | true => true
    | false => every (shiftExcluded A gs clashes (Int.ofNat p)) (below p))

def ordersOk (A : List Int) (gs : List Form) (clashes : List Clash) (n : Int) : Nat → Bool
  | 0 => true
  | Nat.succ m => both (orderOk A gs clashes n (Int.ofNat m + 1) (4 * (m + 1) * (m + 1) + 2 * (m + 1) + 1))
      (ordersOk A gs clashes n m)

def check (A : List Int) : List Form → BhTree → Bool
  | gs, node c t cs first second =>
    both (c.inside A) (both
      (follows gs (Form.minus (Form.minus (doubled c.one) (doubled c.two)) (Form.minus (doubled c.three) (doubled c.four))) t cs)
      (both (check A (Form.minus (doubled c.one) (doubled c.two) :: gs) first)
        (check A (Form.minus (doubled c.one) (doubled c.three) :: gs) second)))
  | gs, leaf n t cs clashes orders =>
    both (decide (n ≠ 0)) (both (follows gs (n, 0) t cs) (both (every (Clash.inside A) clashes) (both
      (BhLinear.small n (4 * (Int.ofNat orders + 1) * (Int.ofNat orders + 1) + 2 * (Int.ofNat orders + 1) + 1))
      (ordersOk A gs clashes n orders))))

/-- The whole certificate: `A` is a Sidon set of at least 3 elements with a tree. -/
def certified (A : List Int) (tree : BhTree) : Bool :=
  both (sidon A) (both (distinct A) (both (decide (3 ≤ len A)) (check A [] tree)))

end BhTree

section
variable {v : Int} {A B : List Int}

theorem combination_at (s : Int) (gs : List Form) : (cs : List Int) → (∀ g, g ∈ gs → ∃ k : Int, Form.at s g = v * k) →
    ∃ k : Int, Form.at s (combination cs gs) = v * k := by
  induction gs with
  | nil =>
    intro cs _
    refine ⟨0, ?_⟩
    have e : combination cs [] = (0, 0) := by
      cases cs with
      | nil => rfl
      | cons c cs => rfl
    rw [e]
    exact ring [s, v] (K 0 + (K 0 * X 0)) (X 1 * K 0) rfl
  | cons g gs ih => intro cs h; cases cs with
    | nil => exact ⟨0, ring [s, v] (K 0 + (K 0 * X 0)) (X 1 * K 0) rfl⟩
    | cons c cs =>
      cases h g (mem_self g gs) with | intro i hi =>
      cases ih cs (fun f k => h f (mem_next g k)) with | intro j hj =>
      refine ⟨c * i + j, ?_⟩
      have e : Form.at s (combination (c :: cs) (g :: gs)) = c * Form.at s g + Form.at s (combination cs gs) :=
        ring [c, g.1, g.2, (combination cs gs).1, (combination cs gs).2, s] (((X 0 * X 1) + X 3) + (((X 0 * X 2) + X 4) * X 5)) ((X 0 * (X 1 + (X 2 * X 5))) + (X 3 + (X 4 * X 5))) rfl
      rw [e, hi, hj]
      exact ring [c, v, i, j] ((X 0 * (X 1 * X 2)) + (X 1 * X 3)) (X 1 * ((X 0 * X 2) + X 3)) rfl

/-- A power of 2 can be cancelled modulo the odd `v`. -/
theorem cancel_power (P : Perfect v B) (t : Nat) (x : Int) : (∃ k : Int, power 2 t * x = v * k) → ∃ k : Int, x = v * k := by
  induction t with
  | zero =>
    intro h
    cases h with | intro k e => exact ⟨k, (ring [x] (X 0) (K 1 * X 0) rfl : x = 1 * x).trans e⟩
  | succ t ih =>
    intro h
    cases h with | intro k e =>
    apply ih
    apply (mod_zero_iff P.positive).mp
    apply halve P
    apply (mod_zero_iff P.positive).mpr
    refine ⟨k, ?_⟩
    have e : power 2 t * 2 * x = v * k := e
    rw [← e]
    exact ring [power 2 t, x] (K 2 * (X 0 * X 1)) ((X 0 * K 2) * X 1) rfl

theorem follows_at (P : Perfect v B) {s : Int} {gs : List Form} {f : Form} {t : Nat} {cs : List Int}
    (h : follows gs f t cs = true) (known : ∀ g, g ∈ gs → ∃ k : Int, Form.at s g = v * k) : ∃ k : Int, Form.at s f = v * k := by
  have h := of_decide_eq_true h
  refine cancel_power P t _ ?_
  cases combination_at s gs cs known with | intro k e =>
  refine ⟨k, ?_⟩
  rw [← e]
  show power 2 t * (f.1 + f.2 * s) = (combination cs gs).1 + (combination cs gs).2 * s
  rw [← h.left, ← h.right]
  exact ring [power 2 t, f.1, f.2, s] (X 0 * (X 1 + (X 2 * X 3))) ((X 0 * X 1) + ((X 0 * X 2) * X 3)) rfl

theorem doubled_at (s : Int) (p : Nat × Int) : Form.at s (doubled p) = shifted s p :=
  ring [power 2 p.1, p.2, s] ((X 0 * X 1) + ((-X 0) * X 2)) (X 0 * (X 1 - X 2)) rfl

theorem minus_at (s : Int) (f g : Form) : Form.at s (Form.minus f g) = Form.at s f - Form.at s g :=
  ring [f.1, f.2, g.1, g.2, s] ((X 0 - X 2) + ((X 1 - X 3) * X 4)) ((X 0 + (X 1 * X 4)) - (X 2 + (X 3 * X 4))) rfl

/-- A clash modulo `v` forces two of its elements to agree. -/
theorem clash_cases (P : Perfect v B) {s : Int} (sub : Subset A B)
    (closed : ∀ b, b ∈ B → ∃ d, d ∈ B ∧ d % v = (2 * b - s) % v) {c : Clash} (ins : c.inside A = true)
    (h₀ : (shifted s c.one - shifted s c.two - (shifted s c.three - shifted s c.four)) % v = 0) :
    (shifted s c.one - shifted s c.two) % v = 0 ∨ (shifted s c.one - shifted s c.three) % v = 0 := by
  cases Decidable.em ((shifted s c.one - shifted s c.two) % v = 0) with
  | inl e => exact Or.inl e
  | inr h₁ => cases Decidable.em ((shifted s c.one - shifted s c.three) % v = 0) with
    | inl e => exact Or.inr e
    | inr h₂ => exact (clash_false P sub closed ins h₀ h₁ h₂).elim

theorem ordersOk_sound {gs : List Form} {clashes : List Clash} {n : Int} {m : Nat} (h : BhTree.ordersOk A gs clashes n m = true) :
    ∀ j : Nat, j < m → BhTree.orderOk A gs clashes n (Int.ofNat j + 1) (4 * (j + 1) * (j + 1) + 2 * (j + 1) + 1) = true := by
  induction m with
  | zero => intro j k; exact absurd k (Nat.not_lt_zero j)
  | succ m ih =>
    have h := both_sound h
    intro j k
    cases Nat.lt_or_ge j m with
    | inl l => exact ih h.right j l
    | inr g =>
      rw [Nat.le_antisymm (Nat.le_of_lt_succ k) g]
      exact h.left

theorem at_congruent (P : Perfect v B) {s r : Int} (h : r % v = s % v) (f : Form) : Form.at r f % v = Form.at s f % v := by
  cases of_mod_eq P.positive h with | intro k e =>
  refine mod_eq P.positive ⟨f.2 * k, ?_⟩
  have w : Form.at r f - Form.at s f = f.2 * (r - s) :=
    ring [f.1, f.2, r, s] ((X 0 + (X 1 * X 2)) - (X 0 + (X 1 * X 3))) (X 1 * (X 2 - X 3)) rfl
  rw [w, e]
  exact ring [f.2, v, k] (X 0 * (X 1 * X 2)) (X 1 * (X 0 * X 2)) rfl

/-- Given the shift and what is known of it, an accepted tree is a contradiction. -/
theorem tree_contradiction (P : Perfect v B) (sub : Subset A B) (dA : Distinct A) {m s : Int} (odd : len B = 2 * m + 1)
    (closed : ∀ b, b ∈ B → ∃ d, d ∈ B ∧ d % v = (2 * b - s) % v) (m1 : 0 ≤ m - 1) (T : BhTree) : (gs : List Form) →
    (∀ g, g ∈ gs → ∃ k : Int, Form.at s g = v * k) → BhTree.check A gs T = true → False := by
  induction T with
  | node c t cs first second ih₁ ih₂ =>
    intro gs known h
    have h1 := both_sound h
    have h2 := both_sound h1.right
    have h3 := both_sound h2.right
    have f := follows_at P h2.left known
    rw [minus_at, minus_at, minus_at, doubled_at, doubled_at, doubled_at, doubled_at] at f
    cases clash_cases P sub closed h1.left ((mod_zero_iff P.positive).mpr f) with
    | inl e =>
      refine ih₁ _ (fun g hg => ?_) h3.left
      cases mem_cons hg with
      | inr k => exact known g k
      | inl q =>
        rw [q, minus_at, doubled_at, doubled_at]
        exact (mod_zero_iff P.positive).mp e
    | inr e =>
      refine ih₂ _ (fun g hg => ?_) h3.right
      cases mem_cons hg with
      | inr k => exact known g k
      | inl q =>
        rw [q, minus_at, doubled_at, doubled_at]
        exact (mod_zero_iff P.positive).mp e
  | leaf n t cs clashes orders =>
    intro gs known h
    have h1 := both_sound h
    have h2 := both_sound h1.right
    have h3 := both_sound h2.right
    have h4 := both_sound h3.right
    have nz := of_decide_eq_true h1.left
    have f := follows_at (s := s) P h2.left known
    have en : Form.at s ((n, 0) : Form) = n := ring [n, s] (X 0 + (K 0 * X 1)) (X 0) rfl
    rw [en] at f
    have dvd := (mod_zero_iff P.positive).mpr f
    have inside := every_sound h3.left
    have hv := modulus P
    rw [odd] at hv
    have hv : v = 4 * m * m + 2 * m + 1 := hv.trans (ring [m] (((((K 2 * X 0) + K 1) * ((K 2 * X 0) + K 1)) - ((K 2 * X 0) + K 1)) + K 1) ((((K 4 * X 0) * X 0) + (K 2 * X 0)) + K 1) rfl)
    cases exists_ofNat m1 with | intro j hj =>
    have ej : m = Int.ofNat j + 1 := by
      rw [← hj]
      exact ring [m] (X 0) ((X 0 - K 1) + K 1) rfl
    cases Nat.lt_or_ge j orders with
    | inl lt =>
      have order := ordersOk_sound h4.right j lt
      rw [← ej] at order
      have o := both_sound order
      have ep := of_decide_eq_true o.left
      rw [← hv] at ep
      have large := len_subset dA P.distinct sub
      rw [odd] at large
      have no : ¬ (2 * m + 1 < len A ∨ n % Int.ofNat (4 * (j + 1) * (j + 1) + 2 * (j + 1) + 1) ≠ 0) := by
        intro k
        cases k with
        | inl k => exact lin_false (nonneg_add large (lt_sub k)) (ring [m, len A] ((((K 2 * X 0) + K 1) - X 1) + ((X 1 - ((K 2 * X 0) + K 1)) - K 1)) (-K 1) rfl)
        | inr k => rw [ep] at k; exact k dvd
      have all := o.right
      rw [decide_eq_false no] at all
      have all : every (BhTree.shiftExcluded A gs clashes (Int.ofNat (4 * (j + 1) * (j + 1) + 2 * (j + 1) + 1)))
        (below (4 * (j + 1) * (j + 1) + 2 * (j + 1) + 1)) = true := all
      have hr := remainder s P.positive
      have again : s % v % v = s % v := mod_small P.positive hr.right.left hr.right.right
      have here := every_sound all (s % v) (below_mem hr.right.left (by rw [ep]; exact hr.right.right))
      rw [ep] at here
      have here : (match oneOf (fun g => decide (Form.at (s % v) g % v ≠ 0)) gs with
        | true => true
        | false => match oneOf (Clash.excludes (s % v) v) clashes with
          | true => true
          | false => collapses A v) = true := here
      cases e1 : oneOf (fun g => decide (Form.at (s % v) g % v ≠ 0)) gs with
      | true =>
        cases oneOf_sound e1 with | intro g hg =>
        have w := of_decide_eq_true hg.right
        rw [at_congruent P again] at w
        exact w ((mod_zero_iff P.positive).mpr (known g hg.left))
      | false =>
        rw [e1] at here
        have here : (match oneOf (Clash.excludes (s % v) v) clashes with
          | true => true
          | false => collapses A v) = true := here
        cases e2 : oneOf (Clash.excludes (s % v) v) clashes with
        | true =>
          cases oneOf_sound e2 with | intro k hk =>
          have w : decide ((shifted (s % v) k.one - shifted (s % v) k.two - (shifted (s % v) k.three - shifted (s % v) k.four)) % v = 0 ∧
            (shifted (s % v) k.one - shifted (s % v) k.two) % v ≠ 0 ∧ (shifted (s % v) k.one - shifted (s % v) k.three) % v ≠ 0) = true := hk.right
          have w := of_decide_eq_true w
          have same : ∀ b, b ∈ B → ∃ d, d ∈ B ∧ d % v = (2 * b - s % v) % v := by
            intro b hb
            cases closed b hb with | intro d hd =>
            exact ⟨d, hd.left, hd.right.trans (mod_sub P.positive rfl again.symm)⟩
          exact clash_false P sub same (inside k hk.left) w.left w.right.left w.right.right
        | false =>
          rw [e2] at here
          cases oneOf_sound here with | intro a ha =>
          cases oneOf_sound ha.right with | intro b hb =>
          have k := of_decide_eq_true hb.right
          exact P.nonzero a b (sub a ha.left) (sub b hb.left) k.left k.right
    | inr ge =>
      have up := sub_nonneg (ofNat_le ge)
      have up2 : 0 ≤ v - (4 * (Int.ofNat orders + 1) * (Int.ofNat orders + 1) + 2 * (Int.ofNat orders + 1) + 1) := by
        have t := zero_le_ofNat j
        have u := zero_le_ofNat orders
        rw [hv, ej]
        have prod := nonneg_mul up (nonneg_add t u)
        have s := nonneg_add (nonneg_add (nonneg_add prod prod) (nonneg_add prod prod))
          (nonneg_add (nonneg_add (nonneg_add up up) (nonneg_add up up)) (nonneg_add (nonneg_add (nonneg_add up up) (nonneg_add up up)) (nonneg_add up up)))
        exact nonneg_of_eq s (ring [Int.ofNat j, Int.ofNat orders] (((((K 4 * (X 0 + K 1)) * (X 0 + K 1)) + (K 2 * (X 0 + K 1))) + K 1) - ((((K 4 * (X 1 + K 1)) * (X 1 + K 1)) + (K 2 * (X 1 + K 1))) + K 1)) (((((X 0 - X 1) * (X 0 + X 1)) + ((X 0 - X 1) * (X 0 + X 1))) + (((X 0 - X 1) * (X 0 + X 1)) + ((X 0 - X 1) * (X 0 + X 1)))) + ((((X 0 - X 1) + (X 0 - X 1)) + ((X 0 - X 1) + (X 0 - X 1))) + ((((X 0 - X 1) + (X 0 - X 1)) + ((X 0 - X 1) + (X 0 - X 1))) + ((X 0 - X 1) + (X 0 - X 1))))) rfl)
      have s1 := grow up2 (of_decide_eq_true h4.left)
      exact not_zero_mod P.positive nz s1.left s1.right dvd

/-- (f) A perfect difference set of even order, of more than one element, has a shift. -/
theorem shift_exists (P : Perfect v B) {m : Int} (odd : len B = 2 * m + 1) (m1 : 0 ≤ m - 1) :
    ∃ s : Int, doubles v B s = len B := by
  cases modulus_nat P with | intro p hp =>
  cases flag_cases (fun s => decide (doubles v B s ≠ 1)) (below p) with
  | inl h =>
    cases h with | intro s hs =>
    refine ⟨s, ?_⟩
    cases even_order P odd s with
    | inl e => exact absurd e (of_decide_eq_true hs.right)
    | inr e => exact e
  | inr none =>
    have each := sum_zero_each (fun s (_ : s ∈ below p) => flag_nonneg (decide (doubles v B s ≠ 1))) none
    have ones : sum (fun s => doubles v B s) (below p) = len (below p) := by
      refine sum_congr (fun s hs => ?_)
      have z : flag (decide (doubles v B s ≠ 1)) = 0 := each s hs
      cases Decidable.em (doubles v B s = 1) with
      | inl e => exact e
      | inr ne =>
        have ne : doubles v B s ≠ 1 := ne
        rw [decide_eq_true ne] at z
        exact absurd z (by decide)
    rw [first_moment P hp, len_below, ← hp] at ones
    have e := modulus P
    rw [← ones, odd] at e
    have z : 2 * m = 0 := by
      have w : 2 * m = (2 * m + 1) * (2 * m + 1) - ((2 * m + 1) * (2 * m + 1) - (2 * m + 1) + 1) :=
        ring [m] (K 2 * X 0) ((((K 2 * X 0) + K 1) * ((K 2 * X 0) + K 1)) - (((((K 2 * X 0) + K 1) * ((K 2 * X 0) + K 1)) - ((K 2 * X 0) + K 1)) + K 1)) rfl
      rw [← e, Int.sub_self] at w
      exact w
    have t := nonneg_add m1 m1
    have u : m - 1 + (m - 1) = 2 * m - 2 := ring [m] ((X 0 - K 1) + (X 0 - K 1)) ((K 2 * X 0) - K 2) rfl
    rw [u, z] at t
    exact (not_zero_le_negSucc 1 t).elim

end

/-- An accepted tree: `A` is a Sidon set and lies in no perfect difference set of even order. -/
theorem BhTree.sound {A : List Int} {T : BhTree} (h : BhTree.certified A T = true) : Sidon A ∧ ¬ ExtendsEven A := by
  have h1 := both_sound h
  have h2 := both_sound h1.right
  have h3 := both_sound h2.right
  refine ⟨sidon_sound h1.left, fun ext => ?_⟩
  cases ext with | intro v ext => cases ext with | intro B ext =>
  have P := ext.left
  have sub := ext.right.right
  have dA := distinct_sound h2.left
  cases ext.right.left with | intro m odd =>
  have large := len_subset dA P.distinct sub
  have three := sub_nonneg (of_decide_eq_true h3.left)
  have m1 : 0 ≤ m - 1 := by
    rw [odd] at large
    have t := nonneg_add large three
    cases trichotomy (m - 1) with
    | inl n =>
      have u := nonneg_add (nonneg_add n n) t
      have w : -(m - 1) - 1 + (-(m - 1) - 1) + (2 * m + 1 - len A + (len A - 3)) = -2 :=
        ring [m, len A] ((((-(X 0 - K 1)) - K 1) + ((-(X 0 - K 1)) - K 1)) + ((((K 2 * X 0) + K 1) - X 1) + (X 1 - K 3))) (-K 2) rfl
      rw [w] at u
      exact (not_zero_le_negSucc 1 u).elim
    | inr r => cases r with
      | inl z => rw [z]; exact zero_le_ofNat 0
      | inr p => exact nonneg_of_eq (nonneg_add p (zero_le_ofNat 1)) (ring [m] (X 0 - K 1) (((X 0 - K 1) - K 1) + K 1) rfl)
  cases shift_exists P odd m1 with | intro s full =>
  exact tree_contradiction P sub dA odd (closed_of_full P full) m1 T [] (fun g k => (not_mem_nil k).elim) h3.right

end Certify
