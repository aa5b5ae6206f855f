/-
Theorem T on perfect difference sets, by parity and two moments. Let `B` be a perfect difference set modulo `v` with
`n` elements (order `q = n - 1`) and `N s` the number of `b ∈ B` with `2 b - s ∈ B` modulo `v`.

  * `n` even (odd order): `N s ≤ 2` for every `s`.
  * `n` odd (even order): for `s` outside `B` modulo `v`, `N s` is 1 or `n`; where it is `n`, `b ↦ 2 b - s` maps `B` to `B`.

Consequence (`three_pairs`): three elements `b` of `B` with `2 b - s ∈ B` make `n` odd and `B - s` closed under doubling.
-/
import Certify.Sidon
namespace Certify

/-- How many elements of `B` are congruent to `x`. -/
def hits (v : Int) (B : List Int) (x : Int) : Int := sum (fun d => flag (decide (d % v = x % v))) B

/-- How many pairs of `B` have difference `z`. -/
def pairs (v : Int) (B : List Int) (z : Int) : Int := sum (fun d => hits v B (d - z)) B

/-- `N s`: how many `b ∈ B` have `2 b - s ∈ B` modulo `v`. -/
def doubles (v : Int) (B : List Int) (s : Int) : Int := sum (fun b => hits v B (2 * b - s)) B

section
variable {v : Int} {B : List Int}

theorem hits_nonneg (x : Int) : 0 ≤ hits v B x := sum_nonneg (fun _ _ => flag_nonneg _)

theorem hits_periodic {x y : Int} (h : x % v = y % v) : hits v B x = hits v B y := by
  rw [hits, hits, h]

/-- Elements of a perfect difference set are equal when they are congruent. -/
theorem eq_of_congruent (P : Perfect v B) {a b : Int} (ha : a ∈ B) (hb : b ∈ B) (h : a % v = b % v) : a = b := by
  cases Decidable.em (a = b) with
  | inl e => exact e
  | inr ne => exact absurd ((mod_zero_iff P.positive).mpr (of_mod_eq P.positive h)) (P.nonzero a b ha hb ne)

theorem hits_one (P : Perfect v B) {d x : Int} (hd : d ∈ B) (h : d % v = x % v) : hits v B x = 1 :=
  sum_flag_one _ P.distinct hd (decide_eq_true h)
    (fun _ hb pb => eq_of_congruent P hb hd ((of_decide_eq_true pb).trans h.symm))

theorem hits_cases (v : Int) (B : List Int) (x : Int) : (∃ d, d ∈ B ∧ d % v = x % v) ∨ hits v B x = 0 := by
  cases flag_cases (fun d => decide (d % v = x % v)) B with
  | inl h => cases h with | intro d h => exact Or.inl ⟨d, h.left, of_decide_eq_true h.right⟩
  | inr h => exact Or.inr h

theorem hits_mem {x : Int} (h : hits v B x ≠ 0) : ∃ d, d ∈ B ∧ d % v = x % v := by
  cases hits_cases v B x with
  | inl k => exact k
  | inr z => exact absurd z h

theorem hits_le_one (P : Perfect v B) (x : Int) : 0 ≤ 1 + -1 * hits v B x := by
  cases hits_cases v B x with
  | inl h => cases h with | intro d h => rw [hits_one P h.left h.right]; exact zero_le_ofNat 0
  | inr z => rw [z]; exact zero_le_ofNat 1

/-- Summing a periodic function over the residues `r` with `x - r ∈ B`. -/
theorem residues_hit (P : Perfect v B) {p : Nat} (hp : v = Int.ofNat p) (g : Int → Int)
    (period : ∀ x y : Int, x % v = y % v → g x = g y) (x : Int) :
    sum (fun r => hits v B (x - r) * g r) (below p) = sum (fun d => g (x - d)) B := by
  have swap : sum (fun r => hits v B (x - r) * g r) (below p) =
      sum (fun d => sum (fun r => flag (decide (d % v = (x - r) % v)) * g r) (below p)) B := by
    rw [← sum_swap]
    exact sum_congr (fun r _ => (sum_mul_right _ _ _).symm)
  rw [swap]
  refine sum_congr (fun d _ => ?_)
  have hr := remainder (x - d) P.positive
  have inside : (x - d) % v ∈ below p := below_mem hr.right.left (by rw [← hp]; exact hr.right.right)
  have again : (x - d) % v % v = (x - d) % v := mod_small P.positive hr.right.left hr.right.right
  rw [sum_unique (fun r => decide (d % v = (x - r) % v)) g (below_distinct p) inside ?_ ?_]
  · exact period _ _ again
  · refine decide_eq_true ?_
    have w := mod_sub (a := x) (b := x) P.positive rfl again
    have e : x - (x - d) = d := ring [x, d] (X 0 - (X 0 - X 1)) (X 1) rfl
    rw [e] at w
    exact w.symm
  · intro r hr' pr
    have b := mem_below hr'
    rw [← hp] at b
    have w := mod_sub (a := x) (b := x) P.positive rfl (of_decide_eq_true pr)
    have e : x - (x - r) = r := ring [x, r] (X 0 - (X 0 - X 1)) (X 1) rfl
    rw [e, mod_small P.positive b.left b.right] at w
    exact w.symm

theorem residues_hit_one (P : Perfect v B) {p : Nat} (hp : v = Int.ofNat p) (x : Int) :
    sum (fun r => hits v B (x - r)) (below p) = len B := by
  have w := residues_hit P hp (fun _ => 1) (fun _ _ _ => rfl) x
  exact (sum_congr (fun r _ => (Int.mul_one _).symm)).trans w

theorem pairs_zero (P : Perfect v B) {z : Int} (h : z % v = 0) : pairs v B z = len B := by
  refine sum_congr (fun d hd => hits_one P hd ?_)
  have w := mod_sub (a := d) (b := d) P.positive rfl (h.trans (zero_mod P.positive).symm)
  rw [Int.sub_zero] at w
  exact w.symm

theorem pairs_one (P : Perfect v B) {z : Int} (h : z % v ≠ 0) : pairs v B z = 1 := by
  have hr := remainder z P.positive
  have pos : 0 < z % v := by
    apply lt_of_sub
    rw [Int.sub_zero]
    cases zero_or_pos hr.right.left with
    | inl e => exact absurd e h
    | inr k => exact k
  cases P.every (z % v) pos hr.right.right with | intro a ha => cases ha with | intro b hab =>
  have hz : (a - b) % v = z % v := hab.right.right
  have ne : a ≠ b := by
    intro e
    rw [e, Int.sub_self, zero_mod P.positive] at hz
    exact h hz.symm
  have only : pairs v B z = sum (fun d => flag (decide (d = a))) B := by
    refine sum_congr (fun d hd => ?_)
    cases Decidable.em (d = a) with
    | inl e =>
      subst e
      rw [decide_eq_true rfl]
      refine hits_one P hab.right.left ?_
      have w := mod_sub (a := d) (b := d) P.positive rfl hz
      have e : d - (d - b) = b := ring [d, b] (X 0 - (X 0 - X 1)) (X 1) rfl
      rw [e] at w
      exact w
    | inr other =>
      rw [decide_eq_false other]
      cases hits_cases v B (d - z) with
      | inr zero => exact zero
      | inl hit =>
        cases hit with | intro c hc =>
        have w := mod_sub (a := d) (b := d) P.positive rfl hc.right
        have e : d - (d - z) = z := ring [d, z] (X 0 - (X 0 - X 1)) (X 1) rfl
        rw [e] at w
        have dc : d ≠ c := by
          intro e
          rw [e, Int.sub_self, zero_mod P.positive] at w
          exact h w.symm
        exact absurd (P.once d c a b hd hc.left hab.left hab.right.left dc ne (w.trans hz.symm)).left other
  rw [only]
  exact sum_flag_one (fun d => decide (d = a)) P.distinct hab.left (decide_eq_true rfl) (fun _ _ k => of_decide_eq_true k)

/-- `1` plus `n - 1` where the difference is 0. -/
theorem pairs_eq (P : Perfect v B) (z : Int) : pairs v B z = 1 + flag (decide (z % v = 0)) * (len B - 1) := by
  cases e : decide (z % v = 0) with
  | true =>
    rw [pairs_zero P (of_decide_eq_true e)]
    exact ring [len B] (X 0) (K 1 + (K 1 * (X 0 - K 1))) rfl
  | false =>
    rw [pairs_one P (of_decide_eq_false e)]
    exact ring [len B] (K 1) (K 1 + (K 0 * (X 0 - K 1))) rfl

theorem modulus_nat (P : Perfect v B) : ∃ p : Nat, v = Int.ofNat p :=
  exists_ofNat (Int.le_of_lt P.positive)

/-- `v = n (n - 1) + 1`. -/
theorem modulus (P : Perfect v B) : v = len B * len B - len B + 1 := by
  cases modulus_nat P with | intro p hp =>
  have left : sum (fun z => pairs v B z) (below p) = len B * len B := by
    have swap := sum_swap (fun z d => hits v B (d - z)) (below p) B
    have e : sum (fun z => pairs v B z) (below p) = sum (fun d => sum (fun z => hits v B (d - z)) (below p)) B := swap
    rw [e, ← sum_const]
    exact sum_congr (fun d _ => residues_hit_one P hp d)
  have right : sum (fun z => pairs v B z) (below p) = v + (len B - 1) := by
    have e : sum (fun z => pairs v B z) (below p) =
        sum (fun z => 1 + flag (decide (z = 0)) * (len B - 1)) (below p) := by
      refine sum_congr (fun z hz => ?_)
      have b := mem_below hz
      rw [← hp] at b
      rw [pairs_eq P, mod_small P.positive b.left b.right]
    have zero : (0 : Int) ∈ below p := below_mem (Int.le_refl 0) (by rw [← hp]; exact P.positive)
    rw [e, sum_add, sum_unique (fun z => decide (z = 0)) (fun _ => len B - 1) (below_distinct p) zero
      (decide_eq_true rfl) (fun _ _ k => of_decide_eq_true k)]
    show len (below p) + (len B - 1) = v + (len B - 1)
    rw [len_below, ← hp]
  have e := left.symm.trans right
  have w : v = (v + (len B - 1)) - len B + 1 := ring [v, len B] (X 0) (((X 0 + (X 1 - K 1)) - X 1) + K 1) rfl
  rw [← e] at w
  exact w

theorem even_or_odd (n : Nat) : ∃ k : Int, Int.ofNat n = 2 * k ∨ Int.ofNat n = 2 * k + 1 := by
  induction n with
  | zero => exact ⟨0, Or.inl rfl⟩
  | succ n ih => cases ih with | intro k h => cases h with
    | inl e =>
      refine ⟨k, Or.inr ?_⟩
      show Int.ofNat n + 1 = 2 * k + 1
      rw [e]
    | inr e =>
      refine ⟨k + 1, Or.inl ?_⟩
      show Int.ofNat n + 1 = 2 * (k + 1)
      rw [e]
      exact ring [k] (((K 2 * X 0) + K 1) + K 1) (K 2 * (X 0 + K 1)) rfl

theorem parity {x : Int} (h : 0 ≤ x) : ∃ k : Int, x = 2 * k ∨ x = 2 * k + 1 := by
  cases exists_ofNat h with | intro n e => rw [e]; exact even_or_odd n

theorem len_nonneg (l : List Int) : 0 ≤ len l := sum_nonneg (fun _ _ => zero_le_ofNat 1)

theorem not_both {j k : Int} (h : 2 * j = 2 * k + 1) : False := by
  have e : 2 * (j - k) - 1 = 0 := by
    have w : 2 * (j - k) - 1 = 2 * j - (2 * k + 1) := ring [j, k] ((K 2 * (X 0 - X 1)) - K 1) ((K 2 * X 0) - ((K 2 * X 1) + K 1)) rfl
    rw [w, h, Int.sub_self]
  cases trichotomy (j - k) with
  | inl n =>
    have t := nonneg_add n n
    have w2 : -(j - k) - 1 + (-(j - k) - 1) = -3 := by
      have u : -(j - k) - 1 + (-(j - k) - 1) = -(2 * (j - k) - 1) - 3 := ring [j, k] (((-(X 0 - X 1)) - K 1) + ((-(X 0 - X 1)) - K 1)) ((-((K 2 * (X 0 - X 1)) - K 1)) - K 3) rfl
      rw [u, e]; rfl
    rw [w2] at t
    exact (not_zero_le_negSucc 2 t).elim
  | inr r => cases r with
    | inl z =>
      rw [z] at e
      exact absurd e (by decide)
    | inr p =>
      refine lin_false (nonneg_add p p) ?_
      have u : j - k - 1 + (j - k - 1) = (2 * (j - k) - 1) - 1 := ring [j, k] (((X 0 - X 1) - K 1) + ((X 0 - X 1) - K 1)) (((K 2 * (X 0 - X 1)) - K 1) - K 1) rfl
      rw [u, e]; rfl

/-- The modulus is odd. -/
theorem modulus_odd (P : Perfect v B) : ∃ m : Int, v = 2 * m + 1 := by
  have e := modulus P
  cases parity (len_nonneg B) with | intro k h => cases h with
  | inl h =>
    refine ⟨k * (2 * k - 1), ?_⟩
    rw [e, h]
    exact ring [k] ((((K 2 * X 0) * (K 2 * X 0)) - (K 2 * X 0)) + K 1) ((K 2 * (X 0 * ((K 2 * X 0) - K 1))) + K 1) rfl
  | inr h =>
    refine ⟨k * (2 * k + 1), ?_⟩
    rw [e, h]
    exact ring [k] (((((K 2 * X 0) + K 1) * ((K 2 * X 0) + K 1)) - ((K 2 * X 0) + K 1)) + K 1) ((K 2 * (X 0 * ((K 2 * X 0) + K 1))) + K 1) rfl

/-- Doubling is injective modulo an odd number. -/
theorem halve (P : Perfect v B) {x : Int} (h : (2 * x) % v = 0) : x % v = 0 := by
  cases modulus_odd P with | intro m hm =>
  cases (mod_zero_iff P.positive).mp h with | intro k hk =>
  refine (mod_zero_iff P.positive).mpr ⟨x - m * k, ?_⟩
  have w : x = (2 * m + 1) * x - m * (2 * x) := ring [x, m] (X 0) ((((K 2 * X 1) + K 1) * X 0) - (X 1 * (K 2 * X 0))) rfl
  rw [hk, ← hm] at w
  exact w.trans (ring [v, x, m, k] ((X 0 * X 1) - (X 2 * (X 0 * X 3))) (X 0 * (X 1 - (X 2 * X 3))) rfl)

theorem doubles_periodic {x y : Int} (P : Perfect v B) (h : x % v = y % v) : doubles v B x = doubles v B y :=
  sum_congr (fun _ _ => hits_periodic (mod_sub P.positive rfl h))

theorem doubles_nonneg (x : Int) : 0 ≤ doubles v B x := sum_nonneg (fun _ _ => hits_nonneg _)

theorem doubles_le (P : Perfect v B) (x : Int) : 0 ≤ len B - doubles v B x := by
  have s : 0 ≤ sum (fun b => 1 + -1 * hits v B (2 * b - x)) B := sum_nonneg (fun b _ => hits_le_one P (2 * b - x))
  rw [sum_add, sum_mul] at s
  exact nonneg_of_eq s (ring [len B, doubles v B x] (X 0 - X 1) (X 0 + ((-K 1) * X 1)) rfl)

/-- (b) `N r = 1` for `r` in `B`. -/
theorem doubles_inside (P : Perfect v B) {r : Int} (hr : r ∈ B) : doubles v B r = 1 := by
  have e : doubles v B r = sum (fun b => flag (decide (b = r))) B := by
    refine sum_congr (fun b hb => ?_)
    cases Decidable.em (b = r) with
    | inl e =>
      subst e
      rw [decide_eq_true rfl]
      refine hits_one P hb ?_
      have w : 2 * b - b = b := ring [b] ((K 2 * X 0) - X 0) (X 0) rfl
      rw [w]
    | inr ne =>
      rw [decide_eq_false ne]
      cases hits_cases v B (2 * b - r) with
      | inr zero => exact zero
      | inl hit =>
        cases hit with | intro d hd =>
        have w := mod_sub (c := b) (d := b) P.positive hd.right rfl
        have e : 2 * b - r - b = b - r := ring [b, r] (((K 2 * X 0) - X 1) - X 0) (X 0 - X 1) rfl
        rw [e] at w
        have db : d ≠ b := by
          intro e
          rw [e, Int.sub_self, zero_mod P.positive] at w
          exact P.nonzero b r hb hr ne w.symm
        exact absurd (P.once d b b r hd.left hb hb hr db ne w).right ne
  rw [e]
  exact sum_flag_one (fun b => decide (b = r)) P.distinct hr (decide_eq_true rfl) (fun _ _ k => of_decide_eq_true k)

theorem doubles_hit (P : Perfect v B) {r : Int} (h : hits v B r ≠ 0) : doubles v B r = 1 := by
  cases hits_mem h with | intro d hd =>
  rw [doubles_periodic P hd.right.symm]
  exact doubles_inside P hd.left

/-- (c) Outside `B`, `N r` has the parity of `n`. -/
theorem doubles_parity (P : Perfect v B) {r : Int} (h : hits v B r = 0) : ∃ k : Int, len B = doubles v B r + 2 * k := by
  have sym : ∀ b c : Int, hits v B (b + c - r) = hits v B (c + b - r) := by
    intro b c
    rw [Int.add_comm]
  cases sum_symmetric (fun b c => hits v B (b + c - r)) sym B with | intro k hk =>
  refine ⟨k, ?_⟩
  have rows : sum (fun b => sum (fun c => hits v B (b + c - r)) B) B = len B := by
    refine sum_congr (fun b hb => ?_)
    have e : sum (fun c => hits v B (b + c - r)) B = pairs v B (r - b) := by
      refine sum_congr (fun c _ => ?_)
      have w : b + c - r = c - (r - b) := ring [r, b, c] ((X 1 + X 2) - X 0) (X 2 - (X 0 - X 1)) rfl
      rw [w]
    rw [e]
    refine pairs_one P (fun z => ?_)
    have one := hits_one P hb (mod_eq P.positive (y := r) ?_)
    · rw [h] at one
      exact absurd one (by decide)
    · cases (mod_zero_iff P.positive).mp z with | intro k e =>
      refine ⟨-k, ?_⟩
      have w : b - r = -(r - b) := ring [b, r] (X 0 - X 1) (-(X 1 - X 0)) rfl
      rw [w, e]
      exact ring [v, k] (-(X 0 * X 1)) (X 0 * (-X 1)) rfl
  have diagonal : sum (fun b => hits v B (b + b - r)) B = doubles v B r := by
    refine sum_congr (fun b _ => ?_)
    have w : b + b - r = 2 * b - r := ring [r, b] ((X 1 + X 1) - X 0) ((K 2 * X 1) - X 0) rfl
    rw [w]
  rw [rows, diagonal] at hk
  exact hk

/-- (d) First moment. -/
theorem first_moment (P : Perfect v B) {p : Nat} (hp : v = Int.ofNat p) :
    sum (fun s => doubles v B s) (below p) = len B * len B := by
  have e : sum (fun s => doubles v B s) (below p) = sum (fun b => sum (fun s => hits v B (2 * b - s)) (below p)) B :=
    sum_swap (fun s b => hits v B (2 * b - s)) (below p) B
  rw [e, ← sum_const]
  exact sum_congr (fun b _ => residues_hit_one P hp _)

/-- (d) Second moment. -/
theorem second_moment (P : Perfect v B) {p : Nat} (hp : v = Int.ofNat p) :
    sum (fun s => doubles v B s * doubles v B s) (below p) = len B * (2 * len B - 1) := by
  have e : sum (fun s => doubles v B s * doubles v B s) (below p) =
      sum (fun b => sum (fun s => hits v B (2 * b - s) * doubles v B s) (below p)) B := by
    rw [← sum_swap]
    exact sum_congr (fun s _ => (sum_mul_right _ _ _).symm)
  have step : ∀ b, b ∈ B → sum (fun s => hits v B (2 * b - s) * doubles v B s) (below p) = 2 * len B - 1 := by
    intro b hb
    rw [residues_hit P hp (fun s => doubles v B s) (fun _ _ h => doubles_periodic P h)]
    have swap : sum (fun d => doubles v B (2 * b - d)) B =
        sum (fun c => sum (fun d => hits v B (2 * c - (2 * b - d))) B) B :=
      sum_swap (fun d c => hits v B (2 * c - (2 * b - d))) B B
    rw [swap]
    have each : sum (fun c => sum (fun d => hits v B (2 * c - (2 * b - d))) B) B =
        sum (fun c => 1 + flag (decide (c = b)) * (len B - 1)) B := by
      refine sum_congr (fun c hc => ?_)
      have e : sum (fun d => hits v B (2 * c - (2 * b - d))) B = pairs v B (2 * (b - c)) := by
        refine sum_congr (fun d _ => ?_)
        have w : 2 * c - (2 * b - d) = d - 2 * (b - c) := ring [c, d, b] ((K 2 * X 0) - ((K 2 * X 2) - X 1)) (X 1 - (K 2 * (X 2 - X 0))) rfl
        rw [w]
      rw [e, pairs_eq P]
      have same : decide (2 * (b - c) % v = 0) = decide (c = b) := by
        apply decide_iff
        constructor
        · intro h
          exact eq_of_congruent P hc hb (mod_eq P.positive (by
            cases (mod_zero_iff P.positive).mp (halve P h) with | intro k e =>
            refine ⟨-k, ?_⟩
            have w : c - b = -(b - c) := ring [c, b] (X 0 - X 1) (-(X 1 - X 0)) rfl
            rw [w, e]
            exact ring [v, k] (-(X 0 * X 1)) (X 0 * (-X 1)) rfl))
        · intro h
          rw [h, Int.sub_self]
          exact zero_mod P.positive
      rw [same]
    rw [each, sum_add, sum_unique (fun c => decide (c = b)) (fun _ => len B - 1) P.distinct hb
      (decide_eq_true rfl) (fun _ _ k => of_decide_eq_true k)]
    exact ring [len B] (X 0 + (X 0 - K 1)) ((K 2 * X 0) - K 1) rfl
  rw [e, sum_congr step, sum_const]
  exact Int.mul_comm _ _

/-- Each residue of `B` counted once. -/
theorem hits_total (P : Perfect v B) {p : Nat} (hp : v = Int.ofNat p) : sum (fun r => hits v B r) (below p) = len B := by
  have e : sum (fun r => hits v B r) (below p) = sum (fun d => sum (fun r => flag (decide (d % v = r % v))) (below p)) B :=
    sum_swap (fun r d => flag (decide (d % v = r % v))) (below p) B
  rw [e]
  refine sum_congr (fun d _ => ?_)
  have hr := remainder d P.positive
  have again : d % v % v = d % v := mod_small P.positive hr.right.left hr.right.right
  refine sum_flag_one (fun r => decide (d % v = r % v)) (below_distinct p)
    (below_mem hr.right.left (by rw [← hp]; exact hr.right.right)) (decide_eq_true again.symm) ?_
  intro r hr' pr
  have b := mem_below hr'
  rw [← hp] at b
  have w := of_decide_eq_true pr
  rw [mod_small P.positive b.left b.right] at w
  exact w.symm

theorem at_residue (P : Perfect v B) {f : Int → Int} (period : ∀ x y : Int, x % v = y % v → f x = f y)
    {p : Nat} (hp : v = Int.ofNat p) (h : ∀ r, r ∈ below p → f r = 0) (r : Int) : f r = 0 := by
  have hr := remainder r P.positive
  have again : r % v % v = r % v := mod_small P.positive hr.right.left hr.right.right
  rw [← period _ _ again]
  exact h _ (below_mem hr.right.left (by rw [← hp]; exact hr.right.right))

/-- (e) Odd order: `N r ≤ 2`. -/
theorem odd_order (P : Perfect v B) {m : Int} (even : len B = 2 * m) (r : Int) :
    doubles v B r = 0 ∨ doubles v B r = 1 ∨ doubles v B r = 2 := by
  cases modulus_nat P with | intro p hp =>
  have zero : ∀ r : Int, doubles v B r * doubles v B r + (-2 * doubles v B r + hits v B r) = 0 := by
    refine at_residue P (fun x y h => ?_) hp (sum_zero_each (fun r _ => ?_) ?_)
    · rw [doubles_periodic P h, hits_periodic h]
    · cases Decidable.em (hits v B r = 0) with
      | inr k =>
        rw [doubles_hit P k]
        cases hits_mem k with | intro d hd =>
        rw [hits_one P hd.left hd.right]
        exact zero_le_ofNat 0
      | inl k =>
        cases doubles_parity P k with | intro j hj =>
        rw [even] at hj
        have e : doubles v B r = 2 * (m - j) := by
          have w : doubles v B r = (doubles v B r + 2 * j) - 2 * j := ring [doubles v B r, j] (X 0) ((X 0 + (K 2 * X 1)) - (K 2 * X 1)) rfl
          rw [← hj] at w
          exact w.trans (ring [m, j] ((K 2 * X 0) - (K 2 * X 1)) (K 2 * (X 0 - X 1)) rfl)
        have pos := doubles_nonneg (v := v) (B := B) r
        rw [e] at pos
        rw [k, e]
        cases trichotomy (m - j) with
        | inl n =>
          have t := nonneg_add (nonneg_add n n) pos
          have u : -(m - j) - 1 + (-(m - j) - 1) + 2 * (m - j) = -2 := ring [m, j] ((((-(X 0 - X 1)) - K 1) + ((-(X 0 - X 1)) - K 1)) + (K 2 * (X 0 - X 1))) (-K 2) rfl
          rw [u] at t
          exact (not_zero_le_negSucc 1 t).elim
        | inr s => cases s with
          | inl z => rw [z]; exact zero_le_ofNat 0
          | inr q =>
            have q2 : 0 ≤ (m - j - 1) * (m - j - 1) + (m - j - 1) := nonneg_add (nonneg_mul q q) q
            refine nonneg_of_eq (nonneg_add (nonneg_add q2 q2) (nonneg_add q2 q2)) ?_
            exact ring [m, j] (((K 2 * (X 0 - X 1)) * (K 2 * (X 0 - X 1))) + (((-K 2) * (K 2 * (X 0 - X 1))) + K 0)) ((((((X 0 - X 1) - K 1) * ((X 0 - X 1) - K 1)) + ((X 0 - X 1) - K 1)) + ((((X 0 - X 1) - K 1) * ((X 0 - X 1) - K 1)) + ((X 0 - X 1) - K 1))) + (((((X 0 - X 1) - K 1) * ((X 0 - X 1) - K 1)) + ((X 0 - X 1) - K 1)) + ((((X 0 - X 1) - K 1) * ((X 0 - X 1) - K 1)) + ((X 0 - X 1) - K 1)))) rfl
    · rw [sum_add, sum_add, sum_mul, first_moment P hp, second_moment P hp, hits_total P hp]
      exact ring [len B] ((X 0 * ((K 2 * X 0) - K 1)) + (((-K 2) * (X 0 * X 0)) + X 0)) (K 0) rfl
  cases Decidable.em (hits v B r = 0) with
  | inr k => exact Or.inr (Or.inl (doubles_hit P k))
  | inl k =>
    have z := zero r
    rw [k] at z
    have pos := doubles_nonneg (v := v) (B := B) r
    generalize doubles v B r = d at z pos
    cases zero_or_pos pos with
    | inl e => exact Or.inl e
    | inr p1 =>
      have e : (d - 1) * (d - 1) = 1 := by
        have w : (d - 1) * (d - 1) = d * d + (-2 * d + 0) + 1 := ring [d] ((X 0 - K 1) * (X 0 - K 1)) (((X 0 * X 0) + (((-K 2) * X 0) + K 0)) + K 1) rfl
        rw [w, z]; rfl
      have e1 : (d - 1) * (d - 1 + 1) = d := by
        have w : (d - 1) * (d - 1 + 1) = (d - 1) * (d - 1) + (d - 1) := ring [d] ((X 0 - K 1) * ((X 0 - K 1) + K 1)) (((X 0 - K 1) * (X 0 - K 1)) + (X 0 - K 1)) rfl
        rw [w, e]
        exact ring [d] (K 1 + (X 0 - K 1)) (X 0) rfl
      cases zero_or_pos p1 with
      | inl q => rw [q] at e; exact absurd e (by decide)
      | inr p2 =>
        refine Or.inr (Or.inr ?_)
        have f : (d - 1 - 1) * d = 0 := by
          have w : (d - 1 - 1) * d = d * d + (-2 * d + 0) := ring [d] (((X 0 - K 1) - K 1) * X 0) ((X 0 * X 0) + (((-K 2) * X 0) + K 0)) rfl
          rw [w, z]
        cases mul_zero_cases p2 pos f with
        | inl q => exact eq_of_sub_zero ((ring [d] (X 0 - K 2) ((X 0 - K 1) - K 1) rfl : d - 2 = d - 1 - 1).trans q)
        | inr q =>
          rw [q] at p1
          exact (lin_false p1 rfl).elim

/-- (f) Even order: outside `B`, `N r` is 1 or `n`. -/
theorem even_order (P : Perfect v B) {m : Int} (odd : len B = 2 * m + 1) (r : Int) :
    doubles v B r = 1 ∨ doubles v B r = len B := by
  cases modulus_nat P with | intro p hp =>
  have low : ∀ r : Int, hits v B r = 0 → 0 ≤ doubles v B r - 1 := by
    intro r k
    cases doubles_parity P k with | intro j hj =>
    rw [odd] at hj
    cases zero_or_pos (doubles_nonneg (v := v) (B := B) r) with
    | inl z =>
      rw [z, Int.zero_add] at hj
      exact (not_both hj.symm).elim
    | inr q => exact q
  have zero : ∀ r : Int, (len B + 1) * doubles v B r + (-1 * (doubles v B r * doubles v B r) + -1 * len B) = 0 := by
    refine at_residue P (fun x y h => ?_) hp (sum_zero_each (fun r _ => ?_) ?_)
    · rw [doubles_periodic P h]
    · cases Decidable.em (hits v B r = 0) with
      | inr k =>
        rw [doubles_hit P k]
        exact nonneg_of_eq (zero_le_ofNat 0) (ring [len B] (((X 0 + K 1) * K 1) + (((-K 1) * (K 1 * K 1)) + ((-K 1) * X 0))) (K 0) rfl)
      | inl k =>
        exact nonneg_of_eq (nonneg_mul (low r k) (doubles_le P r))
          (ring [len B, doubles v B r] (((X 0 + K 1) * X 1) + (((-K 1) * (X 1 * X 1)) + ((-K 1) * X 0))) ((X 1 - K 1) * (X 0 - X 1)) rfl)
    · rw [sum_add, sum_add, sum_mul, sum_mul, sum_const, first_moment P hp, second_moment P hp, len_below, ← hp]
      have e := modulus P
      generalize len B = n at e
      rw [e]
      exact ring [n] (((X 0 + K 1) * (X 0 * X 0)) + (((-K 1) * (X 0 * ((K 2 * X 0) - K 1))) + (((-K 1) * X 0) * (((X 0 * X 0) - X 0) + K 1)))) (K 0) rfl
  cases Decidable.em (hits v B r = 0) with
  | inr k => exact Or.inl (doubles_hit P k)
  | inl k =>
    have z := zero r
    have w : (doubles v B r - 1) * (len B - doubles v B r) = 0 := by
      rw [← z]
      exact ring [len B, doubles v B r] ((X 1 - K 1) * (X 0 - X 1)) (((X 0 + K 1) * X 1) + (((-K 1) * (X 1 * X 1)) + ((-K 1) * X 0))) rfl
    cases mul_zero_cases (low r k) (doubles_le P r) w with
    | inl e => exact Or.inl (eq_of_sub_zero e)
    | inr e => exact Or.inr (eq_of_sub_zero e).symm

/-- Where `N s = n`, doubling maps `B - s` to itself modulo `v`. -/
theorem closed_of_full (P : Perfect v B) {s : Int} (full : doubles v B s = len B) :
    ∀ b, b ∈ B → ∃ d, d ∈ B ∧ d % v = (2 * b - s) % v := by
  have z : sum (fun b => 1 + -1 * hits v B (2 * b - s)) B = 0 := by
    rw [sum_add, sum_mul]
    have e : len B + -1 * doubles v B s = 0 := by
      rw [full]
      exact ring [len B] (X 0 + ((-K 1) * X 0)) (K 0) rfl
    exact e
  intro b hb
  have one := sum_zero_each (fun b _ => hits_le_one P (2 * b - s)) z b hb
  refine hits_mem (fun k => ?_)
  have one : 1 + -1 * hits v B (2 * b - s) = 0 := one
  rw [k] at one
  exact absurd one (by decide)

/-- Three elements `b` of `B` with `2 b - s ∈ B` exclude odd order, and make `B - s` closed under doubling. -/
theorem three_pairs (P : Perfect v B) {s a b c : Int} (ha : a ∈ B) (hb : b ∈ B) (hc : c ∈ B)
    (ka : 2 * a - s ∈ B) (kb : 2 * b - s ∈ B) (kc : 2 * c - s ∈ B) (ab : a ≠ b) (ac : a ≠ c) (bc : b ≠ c) :
    (∃ m : Int, len B = 2 * m + 1) ∧ ∀ b, b ∈ B → ∃ d, d ∈ B ∧ d % v = (2 * b - s) % v := by
  have three : 0 ≤ doubles v B s - 3 :=
    sum_ge_three P.distinct (fun b _ => hits_nonneg (2 * b - s)) ha hb hc
      (hits_one P ka rfl) (hits_one P kb rfl) (hits_one P kc rfl) ab ac bc
  cases parity (len_nonneg B) with | intro m hm => cases hm with
  | inl even =>
    cases odd_order P even s with
    | inl e => rw [e] at three; exact (not_zero_le_negSucc 2 three).elim
    | inr e => cases e with
      | inl e => rw [e] at three; exact (not_zero_le_negSucc 1 three).elim
      | inr e => rw [e] at three; exact (not_zero_le_negSucc 0 three).elim
  | inr odd =>
    refine ⟨⟨m, odd⟩, ?_⟩
    cases even_order P odd s with
    | inl e => rw [e] at three; exact (not_zero_le_negSucc 1 three).elim
    | inr e => exact closed_of_full P e

end
end Certify
