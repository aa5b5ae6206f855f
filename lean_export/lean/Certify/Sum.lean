/-
Finite sums of integers over lists: enough double counting for the theorem on perfect difference sets.
-/
import Certify.Order
namespace Certify
universe u v

/-- No element of the list occurs twice. -/
def Distinct {α : Type u} : List α → Prop
  | [] => True
  | a :: l => ¬ a ∈ l ∧ Distinct l

/-- 1 for true, 0 for false. -/
def flag : Bool → Int
  | true => 1
  | false => 0

def sum {α : Type u} (f : α → Int) : List α → Int
  | [] => 0
  | a :: l => f a + sum f l

section
variable {α : Type u} {β : Type v}

theorem mem_self (a : α) (l : List α) : a ∈ a :: l := List.Mem.head l

theorem mem_next {a : α} (b : α) {l : List α} (h : a ∈ l) : a ∈ b :: l := List.Mem.tail b h

theorem not_mem_nil {a : α} (h : a ∈ ([] : List α)) : False := by cases h

theorem mem_cons {a b : α} {l : List α} (h : a ∈ b :: l) : a = b ∨ a ∈ l := by
  cases h with
  | head => exact Or.inl rfl
  | tail _ h => exact Or.inr h

theorem sum_congr {f g : α → Int} {l : List α} (h : ∀ a, a ∈ l → f a = g a) : sum f l = sum g l := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    show f a + sum f l = g a + sum g l
    rw [h a (mem_self a l), ih (fun b k => h b (mem_next a k))]

theorem sum_add (f g : α → Int) (l : List α) : sum (fun a => f a + g a) l = sum f l + sum g l := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    show f a + g a + sum (fun a => f a + g a) l = f a + sum f l + (g a + sum g l)
    rw [ih]
    exact ring [f a, g a, sum f l, sum g l] ((X 0 + X 1) + (X 2 + X 3)) ((X 0 + X 2) + (X 1 + X 3)) rfl

theorem sum_mul (c : Int) (f : α → Int) (l : List α) : sum (fun a => c * f a) l = c * sum f l := by
  induction l with
  | nil => exact (Int.mul_zero c).symm
  | cons a l ih =>
    show c * f a + sum (fun a => c * f a) l = c * (f a + sum f l)
    rw [ih, Int.mul_add]

theorem sum_mul_right (f : α → Int) (c : Int) (l : List α) : sum (fun a => f a * c) l = sum f l * c := by
  rw [Int.mul_comm, ← sum_mul]
  exact sum_congr (fun a _ => Int.mul_comm _ _)

theorem sum_zero (l : List α) : sum (fun _ => 0) l = 0 := by
  induction l with
  | nil => rfl
  | cons a l ih =>
    show 0 + sum (fun _ => 0) l = 0
    rw [ih]; rfl

/-- The number of elements, as an integer. -/
def len (l : List α) : Int := sum (fun _ => 1) l

theorem sum_const (c : Int) (l : List α) : sum (fun _ => c) l = c * len l := by
  rw [len, ← sum_mul]
  exact sum_congr (fun a _ => (Int.mul_one c).symm)

theorem sum_swap (f : α → β → Int) (l : List α) (m : List β) :
    sum (fun a => sum (fun b => f a b) m) l = sum (fun b => sum (fun a => f a b) l) m := by
  induction l with
  | nil => exact (sum_zero m).symm
  | cons a l ih =>
    show sum (fun b => f a b) m + sum (fun a => sum (fun b => f a b) m) l = sum (fun b => f a b + sum (fun a => f a b) l) m
    rw [ih, sum_add]

theorem sum_nonneg {f : α → Int} {l : List α} (h : ∀ a, a ∈ l → 0 ≤ f a) : 0 ≤ sum f l := by
  induction l with
  | nil => exact zero_le_ofNat 0
  | cons a l ih => exact nonneg_add (h a (mem_self a l)) (ih (fun b k => h b (mem_next a k)))

/-- Nonnegative terms with sum 0 are all 0. -/
theorem sum_zero_each {f : α → Int} {l : List α} (h : ∀ a, a ∈ l → 0 ≤ f a) (z : sum f l = 0) : ∀ a, a ∈ l → f a = 0 := by
  induction l with
  | nil => intro a k; exact (not_mem_nil k).elim
  | cons b l ih =>
    have hb := h b (mem_self b l)
    have hl := sum_nonneg (fun a k => h a (mem_next b k))
    have z : f b + sum f l = 0 := z
    have zb : f b = 0 := by
      cases zero_or_pos hb with
      | inl e => exact e
      | inr p =>
        have t : f b - 1 + sum f l = -1 := by
          have w : f b - 1 + sum f l = f b + sum f l - 1 := ring [f b, sum f l] ((X 0 - K 1) + X 1) ((X 0 + X 1) - K 1) rfl
          rw [w, z]; rfl
        exact (lin_false (nonneg_add p hl) t).elim
    rw [zb, Int.zero_add] at z
    intro a k
    cases mem_cons k with
    | inl e => rw [e]; exact zb
    | inr k => exact ih (fun a k => h a (mem_next b k)) z a k

/-- `decide` of equivalent propositions. -/
theorem decide_iff {p q : Prop} [Decidable p] [Decidable q] (h : p ↔ q) : decide p = decide q := by
  cases e : decide q with
  | true => exact decide_eq_true (h.mpr (of_decide_eq_true e))
  | false => exact decide_eq_false (fun hp => of_decide_eq_false e (h.mp hp))

theorem flag_nonneg (b : Bool) : 0 ≤ flag b := by
  cases b with
  | true => exact zero_le_ofNat 1
  | false => exact zero_le_ofNat 0

/-- Of a flag that is true at exactly one element of a list without repetition. -/
theorem sum_unique (p : α → Bool) (h : α → Int) {l : List α} (d : Distinct l) {a : α} (ha : a ∈ l) (pa : p a = true)
    (only : ∀ b, b ∈ l → p b = true → b = a) : sum (fun b => flag (p b) * h b) l = h a := by
  induction l with
  | nil => exact (not_mem_nil ha).elim
  | cons c l ih =>
    show flag (p c) * h c + sum (fun b => flag (p b) * h b) l = h a
    cases mem_cons ha with
    | inl e =>
      subst e
      have z : sum (fun b => flag (p b) * h b) l = 0 := by
        rw [← sum_zero l]
        refine sum_congr (fun b k => ?_)
        cases e : p b with
        | true =>
          have w := only b (mem_next a k) e
          rw [w] at k
          exact absurd k d.left
        | false => exact Int.zero_mul _
      rw [z, pa, Int.add_zero]
      exact Int.one_mul _
    | inr k =>
      rw [ih d.right k (fun b kb => only b (mem_next c kb))]
      cases e : p c with
      | true =>
        have w := only c (mem_self c l) e
        rw [← w] at k
        exact absurd k d.left
      | false =>
        show 0 * h c + h a = h a
        rw [Int.zero_mul, Int.zero_add]

theorem sum_flag_one (p : α → Bool) {l : List α} (d : Distinct l) {a : α} (ha : a ∈ l) (pa : p a = true)
    (only : ∀ b, b ∈ l → p b = true → b = a) : sum (fun b => flag (p b)) l = 1 := by
  rw [← sum_unique p (fun _ => 1) d ha pa only]
  exact sum_congr (fun b _ => (Int.mul_one _).symm)

/-- Either some element has the flag, or the sum of the flags is 0. -/
theorem flag_cases (p : α → Bool) (l : List α) : (∃ a, a ∈ l ∧ p a = true) ∨ sum (fun a => flag (p a)) l = 0 := by
  induction l with
  | nil => exact Or.inr rfl
  | cons c l ih => cases e : p c with
    | true => exact Or.inl ⟨c, mem_self c l, e⟩
    | false => cases ih with
      | inl h => cases h with | intro a h => exact Or.inl ⟨a, mem_next c h.left, h.right⟩
      | inr h =>
        refine Or.inr ?_
        show flag (p c) + sum (fun a => flag (p a)) l = 0
        rw [h, e]; rfl

/-- The sum of a symmetric matrix has the parity of its trace. -/
theorem sum_symmetric (f : α → α → Int) (sym : ∀ a b, f a b = f b a) (l : List α) :
    ∃ k : Int, sum (fun a => sum (fun b => f a b) l) l = sum (fun a => f a a) l + 2 * k := by
  induction l with
  | nil => exact ⟨0, rfl⟩
  | cons c l ih =>
    cases ih with | intro k ih =>
    refine ⟨sum (fun b => f c b) l + k, ?_⟩
    show f c c + sum (fun b => f c b) l + sum (fun a => f a c + sum (fun b => f a b) l) l =
      f c c + sum (fun a => f a a) l + 2 * (sum (fun b => f c b) l + k)
    rw [sum_add, ih]
    have w : sum (fun a => f a c) l = sum (fun b => f c b) l := sum_congr (fun a _ => sym a c)
    rw [w]
    exact ring [f c c, sum (fun b => f c b) l, sum (fun a => f a a) l, k] ((X 0 + X 1) + (X 1 + (X 2 + (K 2 * X 3)))) ((X 0 + X 2) + (K 2 * (X 1 + X 3))) rfl

end

theorem sum_ge_three {f : Int → Int} {l : List Int} (d : Distinct l) (pos : ∀ a, a ∈ l → 0 ≤ f a) {a b c : Int}
    (ha : a ∈ l) (hb : b ∈ l) (hc : c ∈ l) (fa : f a = 1) (fb : f b = 1) (fc : f c = 1) (ab : a ≠ b) (ac : a ≠ c)
    (bc : b ≠ c) : 0 ≤ sum f l - 3 := by
  have one (x : Int) (hx : x ∈ l) : sum (fun y => flag (decide (y = x))) l = 1 :=
    sum_flag_one (fun y => decide (y = x)) d hx (decide_eq_true rfl) (fun y _ h => of_decide_eq_true h)
  have s : 0 ≤ sum (fun y => f y + -1 * (flag (decide (y = a)) + (flag (decide (y = b)) + flag (decide (y = c))))) l := by
    refine sum_nonneg (fun y hy => ?_)
    cases ea : decide (y = a) with
    | true =>
      have e := of_decide_eq_true ea
      subst e
      rw [decide_eq_false ab, decide_eq_false ac, fa]
      exact zero_le_ofNat 0
    | false => cases eb : decide (y = b) with
      | true =>
        have e := of_decide_eq_true eb
        subst e
        rw [decide_eq_false bc, fb]
        exact zero_le_ofNat 0
      | false => cases ec : decide (y = c) with
        | true =>
          have e := of_decide_eq_true ec
          subst e
          rw [fc]
          exact zero_le_ofNat 0
        | false =>
          show 0 ≤ f y + 0
          rw [Int.add_zero]
          exact pos y hy
  rw [sum_add, sum_mul, sum_add, sum_add, one a ha, one b hb, one c hc] at s
  exact s

/-! ### Residues -/

/-- `n-1, …, 1, 0`. -/
def below : Nat → List Int
  | 0 => []
  | Nat.succ n => Int.ofNat n :: below n

theorem mem_below {n : Nat} {x : Int} (h : x ∈ below n) : 0 ≤ x ∧ x < Int.ofNat n := by
  induction n with
  | zero => exact (not_mem_nil h).elim
  | succ n ih => cases mem_cons h with
    | inl e =>
      rw [e]
      exact ⟨zero_le_ofNat n, ofNat_le (Nat.le_refl (Nat.succ n))⟩
    | inr k =>
      have b := ih k
      exact ⟨b.left, Int.lt_of_lt_of_le b.right (ofNat_le (Nat.le_succ n))⟩

theorem below_mem {n : Nat} {x : Int} (h : 0 ≤ x) (k : x < Int.ofNat n) : x ∈ below n := by
  induction n with
  | zero => exact (Int.lt_irrefl 0 (Int.lt_of_le_of_lt h k)).elim
  | succ n ih =>
    have s := lt_sub k
    cases trichotomy (Int.ofNat n - x) with
    | inl t =>
      exact (lin_false (nonneg_add s t) (ring [Int.ofNat n, x] ((((X 0 + K 1) - X 1) - K 1) + ((-(X 0 - X 1)) - K 1)) (-K 1) rfl)).elim
    | inr t => cases t with
      | inl z => rw [← eq_of_sub_zero z]; exact mem_self _ _
      | inr p => exact mem_next _ (ih (lt_of_sub p))

theorem below_distinct (n : Nat) : Distinct (below n) := by
  induction n with
  | zero => exact trivial
  | succ n ih => exact ⟨fun h => Int.lt_irrefl _ (mem_below h).right, ih⟩

theorem len_below (n : Nat) : len (below n) = Int.ofNat n := by
  induction n with
  | zero => rfl
  | succ n ih =>
    show 1 + len (below n) = Int.ofNat n + 1
    rw [ih, Int.add_comm]

end Certify
