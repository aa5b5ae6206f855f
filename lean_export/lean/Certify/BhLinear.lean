/-
The bh-linear certificate that a Sidon set lies in no perfect difference set, for any modulus.

Three pairs `(2 b - s, b)` of `A` with one shift `s` exclude odd order (theorem T) and make `B - s` closed under doubling,
so every `2^k (a - s)` with `a ∈ A` lies in `B - s` modulo `v`. A clash is four of them with `x₁ - x₂ = x₃ - x₄`; it excludes
every modulus that divides neither `x₁ - x₂` nor `x₁ - x₃`. The finitely many even orders left get a clash of their own.
-/
import Certify.TheoremT
import Certify.Check
namespace Certify

/-- Four pairs `(k, a)` that stand for `2^k (a - s)`. -/
structure Clash where
  one : Nat × Int
  two : Nat × Int
  three : Nat × Int
  four : Nat × Int

/-- `2^k (a - s)`. -/
def shifted (s : Int) (p : Nat × Int) : Int := power 2 p.1 * (p.2 - s)

namespace Clash

def inside (A : List Int) (c : Clash) : Bool :=
  both (occurs c.one.2 A) (both (occurs c.two.2 A) (both (occurs c.three.2 A) (occurs c.four.2 A)))

/-- The clash is one modulo `v`. -/
def excludes (s v : Int) (c : Clash) : Bool :=
  decide ((shifted s c.one - shifted s c.two - (shifted s c.three - shifted s c.four)) % v = 0 ∧
    (shifted s c.one - shifted s c.two) % v ≠ 0 ∧ (shifted s c.one - shifted s c.three) % v ≠ 0)

end Clash

/-- Two elements of `A` are congruent modulo `v`. -/
def collapses (A : List Int) (v : Int) : Bool := oneOf (fun a => oneOf (fun b => decide (a ≠ b ∧ (a - b) % v = 0)) A) A

/-- Even order `2 j`: too small for `A`, or excluded by one of the clashes, or `A` is not injective there. -/
def orderExcluded (A : List Int) (s : Int) (clashes : List Clash) (j : Int) : Bool :=
  match decide (2 * j + 1 < len A) with
  | true => true
  | false => match oneOf (Clash.excludes s (4 * j * j + 2 * j + 1)) clashes with
    | true => true
    | false => collapses A (4 * j * j + 2 * j + 1)

/-- The orders `2, 4, …, 2 m`. -/
def ordersExcluded (A : List Int) (s : Int) (clashes : List Clash) : Nat → Bool
  | 0 => true
  | Nat.succ m => match orderExcluded A s clashes (Int.ofNat m + 1) with
    | true => ordersExcluded A s clashes m
    | false => false

structure BhLinear where
  shift : Int
  b₁ : Int
  b₂ : Int
  b₃ : Int
  clash : Clash
  exceptional : List Clash
  orders : Nat

namespace BhLinear

/-- `-d < v` and `d < v`. -/
def small (d v : Int) : Bool := decide (0 ≤ v - d - 1 ∧ 0 ≤ v + d - 1)

/-- `A` is a Sidon set with three pairs of the shift. -/
def pairsOk (A : List Int) (c : BhLinear) : Bool :=
  both (sidon A) (both (distinct A) (both
    (within [c.b₁, c.b₂, c.b₃, 2 * c.b₁ - c.shift, 2 * c.b₂ - c.shift, 2 * c.b₃ - c.shift] A)
    (decide (c.b₁ ≠ c.b₂ ∧ c.b₁ ≠ c.b₃ ∧ c.b₂ ≠ c.b₃))))

/-- The clash holds in the integers, and moduli from `v` on cannot divide its differences. -/
def clashOk (s v : Int) (c : Clash) : Bool :=
  both (decide (shifted s c.one - shifted s c.two - (shifted s c.three - shifted s c.four) = 0 ∧
      shifted s c.one - shifted s c.two ≠ 0 ∧ shifted s c.one - shifted s c.three ≠ 0))
    (both (small (shifted s c.one - shifted s c.two) v) (small (shifted s c.one - shifted s c.three) v))

/-- The modulus of the first even order that is not tested one by one. -/
def next (c : BhLinear) : Int := 4 * (Int.ofNat c.orders + 1) * (Int.ofNat c.orders + 1) + 2 * (Int.ofNat c.orders + 1) + 1

def check (A : List Int) (c : BhLinear) : Bool :=
  both (pairsOk A c) (both (every (Clash.inside A) (c.clash :: c.exceptional)) (both (clashOk c.shift c.next c.clash)
    (ordersExcluded A c.shift (c.clash :: c.exceptional) c.orders)))

end BhLinear

section
variable {v : Int} {A B : List Int}

/-- Doubling stays in `B - s`: every `2^k (a - s)` is there. -/
theorem shifted_inside (P : Perfect v B) {s : Int} (sub : Subset A B)
    (closed : ∀ b, b ∈ B → ∃ d, d ∈ B ∧ d % v = (2 * b - s) % v) {a : Int} (ha : a ∈ A) (k : Nat) :
    ∃ b, b ∈ B ∧ (b - s) % v = shifted s (k, a) % v := by
  induction k with
  | zero =>
    refine ⟨a, sub a ha, ?_⟩
    have e : shifted s (0, a) = a - s := ring [a, s] (K 1 * (X 0 - X 1)) (X 0 - X 1) rfl
    rw [e]
  | succ k ih =>
    cases ih with | intro b hb => cases closed b hb.left with | intro d hd =>
    refine ⟨d, hd.left, ?_⟩
    have e : shifted s (Nat.succ k, a) = shifted s (k, a) + shifted s (k, a) :=
      ring [power 2 k, a, s] ((X 0 * K 2) * (X 1 - X 2)) ((X 0 * (X 1 - X 2)) + (X 0 * (X 1 - X 2))) rfl
    rw [e, ← mod_add P.positive hb.right hb.right]
    have w := mod_sub (c := s) (d := s) P.positive hd.right rfl
    have e : 2 * b - s - s = b - s + (b - s) := ring [s, b] (((K 2 * X 1) - X 0) - X 0) ((X 1 - X 0) + (X 1 - X 0)) rfl
    rw [e] at w
    exact w

theorem inside_sound {c : Clash} (h : c.inside A = true) :
    c.one.2 ∈ A ∧ c.two.2 ∈ A ∧ c.three.2 ∈ A ∧ c.four.2 ∈ A :=
  have h := both_sound h
  have k := both_sound h.right
  have l := both_sound k.right
  ⟨occurs_sound h.left, occurs_sound k.left, occurs_sound l.left, occurs_sound l.right⟩

/-- A clash modulo `v` contradicts that `B` is a perfect difference set closed under doubling about `s`. -/
theorem clash_false (P : Perfect v B) {s : Int} (sub : Subset A B)
    (closed : ∀ b, b ∈ B → ∃ d, d ∈ B ∧ d % v = (2 * b - s) % v) {c : Clash} (ins : c.inside A = true)
    (h₀ : (shifted s c.one - shifted s c.two - (shifted s c.three - shifted s c.four)) % v = 0)
    (h₁ : (shifted s c.one - shifted s c.two) % v ≠ 0) (h₂ : (shifted s c.one - shifted s c.three) % v ≠ 0) : False := by
  have ins := inside_sound ins
  cases shifted_inside P sub closed ins.left c.one.1 with | intro b₁ k₁ =>
  cases shifted_inside P sub closed ins.right.left c.two.1 with | intro b₂ k₂ =>
  cases shifted_inside P sub closed ins.right.right.left c.three.1 with | intro b₃ k₃ =>
  cases shifted_inside P sub closed ins.right.right.right c.four.1 with | intro b₄ k₄ =>
  have k₁r : (b₁ - s) % v = shifted s c.one % v := k₁.right
  have k₂r : (b₂ - s) % v = shifted s c.two % v := k₂.right
  have k₃r : (b₃ - s) % v = shifted s c.three % v := k₃.right
  have k₄r : (b₄ - s) % v = shifted s c.four % v := k₄.right
  have d₁₂ : (b₁ - b₂) % v = (shifted s c.one - shifted s c.two) % v := by
    rw [← mod_sub P.positive k₁r k₂r]
    have e : b₁ - b₂ = b₁ - s - (b₂ - s) := ring [b₁, b₂, s] (X 0 - X 1) ((X 0 - X 2) - (X 1 - X 2)) rfl
    rw [e]
  have d₁₃ : (b₁ - b₃) % v = (shifted s c.one - shifted s c.three) % v := by
    rw [← mod_sub P.positive k₁r k₃r]
    have e : b₁ - b₃ = b₁ - s - (b₃ - s) := ring [b₁, b₃, s] (X 0 - X 1) ((X 0 - X 2) - (X 1 - X 2)) rfl
    rw [e]
  have d₃₄ : (b₃ - b₄) % v = (shifted s c.three - shifted s c.four) % v := by
    rw [← mod_sub P.positive k₃r k₄r]
    have e : b₃ - b₄ = b₃ - s - (b₄ - s) := ring [b₃, b₄, s] (X 0 - X 1) ((X 0 - X 2) - (X 1 - X 2)) rfl
    rw [e]
  have same : (shifted s c.one - shifted s c.two) % v = (shifted s c.three - shifted s c.four) % v :=
    mod_eq P.positive ((mod_zero_iff P.positive).mp h₀)
  have n₁₂ : b₁ ≠ b₂ := by
    intro e
    rw [e, Int.sub_self, zero_mod P.positive] at d₁₂
    exact h₁ d₁₂.symm
  have n₃₄ : b₃ ≠ b₄ := by
    intro e
    rw [e, Int.sub_self, zero_mod P.positive, ← same] at d₃₄
    exact h₁ d₃₄.symm
  have eq := (P.once b₁ b₂ b₃ b₄ k₁.left k₂.left k₃.left k₄.left n₁₂ n₃₄ ((d₁₂.trans same).trans d₃₄.symm)).left
  rw [eq, Int.sub_self, zero_mod P.positive] at d₁₃
  exact h₂ d₁₃.symm

theorem ordersExcluded_sound {s : Int} {clashes : List Clash} {m : Nat} (h : ordersExcluded A s clashes m = true) :
    ∀ j : Nat, j < m → orderExcluded A s clashes (Int.ofNat j + 1) = true := by
  induction m with
  | zero => intro j k; exact absurd k (Nat.not_lt_zero j)
  | succ m ih =>
    have h : (match orderExcluded A s clashes (Int.ofNat m + 1) with
      | true => ordersExcluded A s clashes m
      | false => false) = true := h
    cases e : orderExcluded A s clashes (Int.ofNat m + 1) with
    | false => rw [e] at h; exact absurd h Bool.false_ne_true
    | true =>
      rw [e] at h
      intro j k
      cases Nat.lt_or_ge j m with
      | inl l => exact ih h j l
      | inr g =>
        have q : j = m := Nat.le_antisymm (Nat.le_of_lt_succ k) g
        rw [q]; exact e

theorem not_zero_mod {d v : Int} (hv : 0 < v) (ne : d ≠ 0) (h₁ : 0 ≤ v - d - 1) (h₂ : 0 ≤ v + d - 1) : d % v ≠ 0 := by
  intro z
  cases (mod_zero_iff hv).mp z with | intro k e => exact ne (small_multiple e h₁ h₂)

theorem grow {d v w : Int} (h : 0 ≤ w - v) (k : 0 ≤ v - d - 1 ∧ 0 ≤ v + d - 1) : 0 ≤ w - d - 1 ∧ 0 ≤ w + d - 1 :=
  ⟨nonneg_of_eq (nonneg_add h k.left) (ring [w, d, v] ((X 0 - X 1) - K 1) ((X 0 - X 2) + ((X 2 - X 1) - K 1)) rfl),
   nonneg_of_eq (nonneg_add h k.right) (ring [w, d, v] ((X 0 + X 1) - K 1) ((X 0 - X 2) + ((X 2 + X 1) - K 1)) rfl)⟩

/-- An accepted bh-linear certificate: `A` is a Sidon set and lies in no perfect difference set. -/
theorem BhLinear.sound {A : List Int} {c : BhLinear} (h : c.check A = true) : Sidon A ∧ ¬ Extends A := by
  have g := both_sound h
  have g1 := both_sound g.left
  have g2 := both_sound g1.right
  have g3 := both_sound g2.right
  have g4 := both_sound g.right
  have g5 := both_sound g4.right
  have di := g2.left
  have wi := g3.left
  have h2 := of_decide_eq_true g3.right
  have h3 := g4.left
  have cl := both_sound g5.left
  have h4 := of_decide_eq_true cl.left
  have cl := And.intro cl.left (both_sound cl.right)
  have h5 := g5.right
  refine ⟨sidon_sound g1.left, fun ext => ?_⟩
  cases ext with | intro v ext => cases ext with | intro B ext =>
  have P := ext.left
  have sub := ext.right
  have mem := within_sound wi
  have m1 := mem_self c.b₁ [c.b₂, c.b₃, 2 * c.b₁ - c.shift, 2 * c.b₂ - c.shift, 2 * c.b₃ - c.shift]
  have m2 := mem_next c.b₁ (mem_self c.b₂ [c.b₃, 2 * c.b₁ - c.shift, 2 * c.b₂ - c.shift, 2 * c.b₃ - c.shift])
  have m3 := mem_next c.b₁ (mem_next c.b₂ (mem_self c.b₃ [2 * c.b₁ - c.shift, 2 * c.b₂ - c.shift, 2 * c.b₃ - c.shift]))
  have m4 := mem_next c.b₁ (mem_next c.b₂ (mem_next c.b₃ (mem_self (2 * c.b₁ - c.shift) [2 * c.b₂ - c.shift, 2 * c.b₃ - c.shift])))
  have m5 := mem_next c.b₁ (mem_next c.b₂ (mem_next c.b₃ (mem_next (2 * c.b₁ - c.shift) (mem_self (2 * c.b₂ - c.shift) [2 * c.b₃ - c.shift]))))
  have m6 := mem_next c.b₁ (mem_next c.b₂ (mem_next c.b₃ (mem_next (2 * c.b₁ - c.shift) (mem_next (2 * c.b₂ - c.shift) (mem_self (2 * c.b₃ - c.shift) [])))))
  have i1 := sub _ (mem _ m1)
  have i2 := sub _ (mem _ m2)
  have i3 := sub _ (mem _ m3)
  have T := three_pairs P i1 i2 i3 (sub _ (mem _ m4)) (sub _ (mem _ m5)) (sub _ (mem _ m6)) h2.left h2.right.left h2.right.right
  have closed := T.right
  have size : 0 ≤ len B - 3 := sum_ge_three P.distinct (fun _ _ => zero_le_ofNat 1) i1 i2 i3 rfl rfl rfl h2.left h2.right.left h2.right.right
  have large := len_subset (distinct_sound di) P.distinct sub
  have inside := every_sound h3
  have hv := modulus P
  cases T.left with | intro m odd =>
  rw [odd] at hv size large
  have hv : v = 4 * m * m + 2 * m + 1 := hv.trans (ring [m] (((((K 2 * X 0) + K 1) * ((K 2 * X 0) + K 1)) - ((K 2 * X 0) + K 1)) + K 1) ((((K 4 * X 0) * X 0) + (K 2 * X 0)) + K 1) rfl)
  have m1 : 0 ≤ m - 1 := by
    cases trichotomy (m - 1) with
    | inl n =>
      have t := nonneg_add (nonneg_add n n) size
      have u : -(m - 1) - 1 + (-(m - 1) - 1) + (2 * m + 1 - 3) = -2 := ring [m] ((((-(X 0 - K 1)) - K 1) + ((-(X 0 - K 1)) - K 1)) + (((K 2 * X 0) + K 1) - K 3)) (-K 2) rfl
      rw [u] at t
      exact (not_zero_le_negSucc 1 t).elim
    | inr r => cases r with
      | inl z => rw [z]; exact zero_le_ofNat 0
      | inr p => exact nonneg_of_eq (nonneg_add p (zero_le_ofNat 1)) (ring [m] (X 0 - K 1) (((X 0 - K 1) - K 1) + K 1) rfl)
  cases exists_ofNat m1 with | intro j hj =>
  have ej : m = Int.ofNat j + 1 := by
    rw [← hj]
    exact ring [m] (X 0) ((X 0 - K 1) + K 1) rfl
  cases Nat.lt_or_ge j c.orders with
  | inl lt =>
    have order := ordersExcluded_sound h5 j lt
    rw [← ej] at order
    have order : (match decide (2 * m + 1 < len A) with
      | true => true
      | false => match oneOf (Clash.excludes c.shift (4 * m * m + 2 * m + 1)) (c.clash :: c.exceptional) with
        | true => true
        | false => collapses A (4 * m * m + 2 * m + 1)) = true := order
    cases e : decide (2 * m + 1 < len A) with
    | true =>
      have k := lt_sub (of_decide_eq_true e)
      exact lin_false (nonneg_add large k) (ring [m, len A] ((((K 2 * X 0) + K 1) - X 1) + ((X 1 - ((K 2 * X 0) + K 1)) - K 1)) (-K 1) rfl)
    | false =>
      rw [e, ← hv] at order
      cases f : oneOf (Clash.excludes c.shift v) (c.clash :: c.exceptional) with
      | true =>
        cases oneOf_sound f with | intro k hk =>
        have hk2 : decide ((shifted c.shift k.one - shifted c.shift k.two - (shifted c.shift k.three - shifted c.shift k.four)) % v = 0 ∧
          (shifted c.shift k.one - shifted c.shift k.two) % v ≠ 0 ∧ (shifted c.shift k.one - shifted c.shift k.three) % v ≠ 0) = true := hk.right
        have hk2 := of_decide_eq_true hk2
        exact clash_false P sub closed (inside k hk.left) hk2.left hk2.right.left hk2.right.right
      | false =>
        have order : (match oneOf (Clash.excludes c.shift v) (c.clash :: c.exceptional) with
          | true => true
          | false => collapses A v) = true := order
        rw [f] at order
        cases oneOf_sound order with | intro a ha =>
        cases oneOf_sound ha.right with | intro b hb =>
        have k := of_decide_eq_true hb.right
        exact P.nonzero a b (sub a ha.left) (sub b hb.left) k.left k.right
  | inr ge =>
    have up := sub_nonneg (ofNat_le ge)
    have up2 : 0 ≤ v - c.next := by
      have t := zero_le_ofNat j
      have u := zero_le_ofNat c.orders
      rw [hv, ej]
      have prod := nonneg_mul up (nonneg_add t u)
      have s := nonneg_add (nonneg_add (nonneg_add prod prod) (nonneg_add prod prod))
        (nonneg_add (nonneg_add (nonneg_add up up) (nonneg_add up up)) (nonneg_add (nonneg_add (nonneg_add up up) (nonneg_add up up)) (nonneg_add up up)))
      exact nonneg_of_eq s (ring [Int.ofNat j, Int.ofNat c.orders] (((((K 4 * (X 0 + K 1)) * (X 0 + K 1)) + (K 2 * (X 0 + K 1))) + K 1) - ((((K 4 * (X 1 + K 1)) * (X 1 + K 1)) + (K 2 * (X 1 + K 1))) + K 1)) (((((X 0 - X 1) * (X 0 + X 1)) + ((X 0 - X 1) * (X 0 + X 1))) + (((X 0 - X 1) * (X 0 + X 1)) + ((X 0 - X 1) * (X 0 + X 1)))) + ((((X 0 - X 1) + (X 0 - X 1)) + ((X 0 - X 1) + (X 0 - X 1))) + ((((X 0 - X 1) + (X 0 - X 1)) + ((X 0 - X 1) + (X 0 - X 1))) + ((X 0 - X 1) + (X 0 - X 1))))) rfl)
    have s1 := grow up2 (of_decide_eq_true cl.right.left)
    have s2 := grow up2 (of_decide_eq_true cl.right.right)
    refine clash_false P sub closed (inside c.clash (mem_self _ _)) ?_ ?_ ?_
    · rw [h4.left]; exact zero_mod P.positive
    · exact not_zero_mod P.positive h4.right.left s1.left s1.right
    · exact not_zero_mod P.positive h4.right.right s2.left s2.right

end
end Certify
