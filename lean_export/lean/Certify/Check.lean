/-
Boolean tests over lists and what their acceptance means.
-/
import Certify.Sidon
namespace Certify
universe u

/-- Both tests hold; the second is only looked at if the first does. -/
def both (a b : Bool) : Bool := match a with
  | false => false
  | true => b

theorem both_sound {a b : Bool} (h : both a b = true) : a = true ∧ b = true := by
  cases a with
  | false => exact absurd h Bool.false_ne_true
  | true => exact ⟨rfl, h⟩

/-- The test holds for every element. -/
def every {α : Type u} (p : α → Bool) : List α → Bool
  | [] => true
  | a :: l => match p a with
    | true => every p l
    | false => false

/-- The test holds for some element. -/
def oneOf {α : Type u} (p : α → Bool) : List α → Bool
  | [] => false
  | a :: l => match p a with
    | true => true
    | false => oneOf p l

theorem every_sound {α : Type u} {p : α → Bool} {l : List α} (h : every p l = true) : ∀ a, a ∈ l → p a = true := by
  induction l with
  | nil => intro a k; exact (not_mem_nil k).elim
  | cons b l ih =>
    have h : (match p b with | true => every p l | false => false) = true := h
    cases e : p b with
    | false => rw [e] at h; exact absurd h Bool.false_ne_true
    | true =>
      rw [e] at h
      intro a k
      cases mem_cons k with
      | inl q => rw [q]; exact e
      | inr k => exact ih h a k

theorem oneOf_sound {α : Type u} {p : α → Bool} {l : List α} (h : oneOf p l = true) : ∃ a, a ∈ l ∧ p a = true := by
  induction l with
  | nil => exact absurd h Bool.false_ne_true
  | cons b l ih =>
    have h : (match p b with | true => true | false => oneOf p l) = true := h
    cases e : p b with
    | true => exact ⟨b, mem_self b l, e⟩
    | false =>
      rw [e] at h
      cases ih h with | intro a k => exact ⟨a, mem_next b k.left, k.right⟩

theorem oneOf_complete {α : Type u} {p : α → Bool} {l : List α} {a : α} (h : a ∈ l) (k : p a = true) : oneOf p l = true := by
  induction l with
  | nil => exact (not_mem_nil h).elim
  | cons b l ih =>
    show (match p b with | true => true | false => oneOf p l) = true
    cases e : p b with
    | true => rfl
    | false => cases mem_cons h with
      | inl q => rw [q, e] at k; exact absurd k Bool.false_ne_true
      | inr h => exact ih h

theorem all_nil {α : Type u} {p : α → Prop} : ∀ a, a ∈ ([] : List α) → p a := fun _ h => (not_mem_nil h).elim

theorem all_cons {α : Type u} {p : α → Prop} {b : α} {l : List α} (h : p b) (k : ∀ a, a ∈ l → p a) : ∀ a, a ∈ b :: l → p a := by
  intro a m
  cases mem_cons m with
  | inl e => rw [e]; exact h
  | inr m => exact k a m

/-- `x` occurs in the list. -/
def occurs (x : Int) (l : List Int) : Bool := oneOf (fun y => decide (x = y)) l

theorem occurs_sound {x : Int} {l : List Int} (h : occurs x l = true) : x ∈ l := by
  cases oneOf_sound h with | intro y k =>
  rw [of_decide_eq_true k.right]; exact k.left

theorem occurs_complete {x : Int} {l : List Int} (h : x ∈ l) : occurs x l = true := oneOf_complete h (decide_eq_true rfl)

theorem not_occurs {x : Int} {l : List Int} (h : occurs x l = false) : ¬ x ∈ l := by
  intro k
  rw [occurs_complete k] at h
  exact Bool.false_ne_true h.symm

/-- All elements of `A` occur in `B`. -/
def within (A B : List Int) : Bool := every (fun a => occurs a B) A

theorem within_sound {A B : List Int} (h : within A B = true) : Subset A B :=
  fun a k => occurs_sound (every_sound h a k)

/-- No element is repeated. -/
def distinct : List Int → Bool
  | [] => true
  | a :: l => match occurs a l with
    | true => false
    | false => distinct l

theorem distinct_sound {l : List Int} (h : distinct l = true) : Distinct l := by
  induction l with
  | nil => exact trivial
  | cons a l ih =>
    have h : (match occurs a l with | true => false | false => distinct l) = true := h
    cases e : occurs a l with
    | true => rw [e] at h; exact absurd h Bool.false_ne_true
    | false => rw [e] at h; exact ⟨not_occurs e, ih h⟩

/-- Every difference of two distinct elements occurs once. -/
def sidon (A : List Int) : Bool :=
  every (fun a => every (fun b => match decide (a = b) with
    | true => true
    | false => every (fun c => match decide (c = a) with
      | true => true
      | false => match occurs (c - (a - b)) A with
        | true => false
        | false => true) A) A) A

theorem sidon_sound {A : List Int} (h : sidon A = true) : Sidon A := by
  intro a b c d ha hb hc hd ab e
  have h := every_sound (every_sound h a ha) b hb
  rw [decide_eq_false ab] at h
  have h := every_sound h c hc
  have ed : c - (a - b) = d := by
    rw [e]
    exact ring [c, d] (X 0 - (X 0 - X 1)) (X 1) rfl
  have h : (match decide (c = a) with
      | true => true
      | false => match occurs (c - (a - b)) A with
        | true => false
        | false => true) = true := h
  cases k : decide (c = a) with
  | true =>
    have ca := of_decide_eq_true k
    refine ⟨ca.symm, ?_⟩
    have w : b = a - (a - b) := ring [b, a] (X 0) (X 1 - (X 1 - X 0)) rfl
    rw [w, ← ca]
    rw [ca] at ed
    rw [ca]
    exact ed
  | false =>
    rw [k, ed, occurs_complete hd] at h
    exact absurd h Bool.false_ne_true

/-- `a + b = c + d` are two ways to write one sum. -/
def twice (A : List Int) (a b c d : Int) : Bool :=
  both (within [a, b, c, d] A) (decide (a + b = c + d ∧ a ≠ c ∧ a ≠ d))

theorem twice_sound {A : List Int} {a b c d : Int} (h : twice A a b c d = true) : ¬ Sidon A := by
  intro s
  have h := both_sound h
  have m := within_sound h.left
  have k := of_decide_eq_true h.right
  have ma := m a (mem_self a [b, c, d])
  have mb := m b (mem_next a (mem_self b [c, d]))
  have mc := m c (mem_next a (mem_next b (mem_self c [d])))
  have md := m d (mem_next a (mem_next b (mem_next c (mem_self d []))))
  have e : a - c = d - b := by
    have w : a - c = (a + b) - c - b := ring [a, c, b] (X 0 - X 1) (((X 0 + X 2) - X 1) - X 2) rfl
    rw [w, k.left]
    exact ring [b, c, d] (((X 1 + X 2) - X 1) - X 0) (X 2 - X 0) rfl
  exact k.right.right (s a c d b ma mc md mb k.right.left e).left

/-- Modulo `v`: no two distinct elements are congruent, and every difference of two distinct elements occurs once. -/
def sidonMod (v : Int) (A : List Int) : Bool :=
  every (fun a => every (fun b => match decide (a = b) with
    | true => true
    | false => both (decide ((a - b) % v ≠ 0)) (every (fun c => every (fun d =>
        decide (c ≠ d → (a - b) % v = (c - d) % v → a = c ∧ b = d)) A) A)) A) A

theorem sidonMod_sound {v : Int} {A : List Int} (h : sidonMod v A = true) : SidonMod v A := by
  have inner : ∀ a b : Int, a ∈ A → b ∈ A → a ≠ b → both (decide ((a - b) % v ≠ 0)) (every (fun c => every (fun d =>
        decide (c ≠ d → (a - b) % v = (c - d) % v → a = c ∧ b = d)) A) A) = true := by
    intro a b ha hb ab
    have h := every_sound (every_sound h a ha) b hb
    rw [decide_eq_false ab] at h
    exact h
  refine ⟨fun a b ha hb ab => of_decide_eq_true (both_sound (inner a b ha hb ab)).left, ?_⟩
  intro a b c d ha hb hc hd ab cd e
  have h := every_sound (every_sound (both_sound (inner a b ha hb ab)).right c hc) d hd
  exact of_decide_eq_true h cd e

/-- `a - b` and `c - d` are congruent modulo `v`, for two pairs of distinct elements that differ; or `a` and `b` are. -/
def collides (v : Int) (A : List Int) (a b c d : Int) : Bool :=
  both (within [a, b, c, d] A) (decide (a ≠ b ∧ c ≠ d ∧ ¬ (a = c ∧ b = d) ∧ (a - b) % v = (c - d) % v))

theorem collides_sound {v : Int} {A : List Int} {a b c d : Int} (h : collides v A a b c d = true) : ¬ SidonMod v A := by
  intro s
  have h := both_sound h
  have m := within_sound h.left
  have k := of_decide_eq_true h.right
  have ma := m a (mem_self a [b, c, d])
  have mb := m b (mem_next a (mem_self b [c, d]))
  have mc := m c (mem_next a (mem_next b (mem_self c [d])))
  have md := m d (mem_next a (mem_next b (mem_next c (mem_self d []))))
  exact k.right.right.left (s.right a b c d ma mb mc md k.left k.right.left k.right.right.right)

/-- A set inside another one has at most as many elements. -/
theorem len_subset {A B : List Int} (dA : Distinct A) (dB : Distinct B) (h : Subset A B) : 0 ≤ len B - len A := by
  have swap := sum_swap (fun b a => flag (decide (b = a))) B A
  have left : sum (fun a => sum (fun b => flag (decide (b = a))) B) A = len A :=
    sum_congr (fun a ha => sum_flag_one (fun b => decide (b = a)) dB (h a ha) (decide_eq_true rfl)
      (fun _ _ k => of_decide_eq_true k))
  have right : 0 ≤ sum (fun b => 1 + -1 * sum (fun a => flag (decide (b = a))) A) B := by
    refine sum_nonneg (fun b _ => ?_)
    cases flag_cases (fun a => decide (b = a)) A with
    | inr z => rw [z]; exact zero_le_ofNat 1
    | inl k =>
      cases k with | intro a ka =>
      rw [sum_flag_one (fun a => decide (b = a)) dA ka.left ka.right
        (fun c _ k => (of_decide_eq_true k).symm.trans (of_decide_eq_true ka.right))]
      exact zero_le_ofNat 0
  rw [sum_add, sum_mul, swap, left] at right
  exact nonneg_of_eq right (ring [len B, len A] (X 0 - X 1) (X 0 + ((-K 1) * X 1)) rfl)

end Certify
