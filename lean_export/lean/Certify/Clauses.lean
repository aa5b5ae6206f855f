/-
Propositional clauses: models, and unsatisfiability by unit propagation along hints (LRAT without its RAT steps).

A literal is a nonzero integer: `l` says that variable `|l|` is true if `l > 0` and false if `l < 0`.
-/
import Certify.Check
namespace Certify

/-- The literal is true under the assignment. -/
def litTrue (f : Nat → Bool) (l : Int) : Bool :=
  match l with
  | Int.ofNat n => f n
  | Int.negSucc n => match f (Nat.succ n) with
    | true => false
    | false => true

/-- Every clause has a true literal. -/
def Satisfies (f : Nat → Bool) (clauses : List (List Int)) : Prop :=
  ∀ c, c ∈ clauses → ∃ l : Int, l ∈ c ∧ litTrue f l = true

/-- Some assignment satisfies every clause. -/
def Satisfiable (clauses : List (List Int)) : Prop := ∃ f : Nat → Bool, Satisfies f clauses

namespace Clauses

/-- The assignment that makes these literals true, and variables that do not occur false. -/
def assignment (literals : List Int) (v : Nat) : Bool := occurs (Int.ofNat v) literals

def model (clauses : List (List Int)) (literals : List Int) : Bool :=
  every (fun c => oneOf (fun l => litTrue (assignment literals) l) c) clauses

theorem model_sound {clauses : List (List Int)} {literals : List Int} (h : model clauses literals = true) : Satisfiable clauses :=
  ⟨assignment literals, fun c hc => oneOf_sound (every_sound h c hc)⟩

/-- What is left of a clause when the false literals are struck out. -/
def strike (false_ : List Int) : List Int → List Int
  | [] => []
  | l :: c => match occurs l false_ with
    | true => strike false_ c
    | false => l :: strike false_ c

def nth : List (List Int) → Nat → Option (List Int)
  | [], _ => .none
  | c :: _, 0 => .some c
  | _ :: cs, Nat.succ n => nth cs n

/-- Clause number `n`, counted from 1. -/
def find (clauses : List (List Int)) (n : Nat) : Option (List Int) :=
  match n with
  | 0 => .none
  | Nat.succ n => nth clauses n

/-- Propagate along the hints until a clause is false. -/
def closes (clauses : List (List Int)) : List Int → List Nat → Bool
  | _, [] => false
  | false_, h :: hints => match find clauses h with
    | .none => false
    | .some c => match strike false_ c with
      | [] => true
      | l :: rest => both (every (fun m => decide (m = l)) rest) (both (decide (l ≠ 0)) (closes clauses (-l :: false_) hints))

def append (c : List Int) : List (List Int) → List (List Int)
  | [] => [c]
  | d :: ds => d :: append c ds

/-- Each step adds a clause that the hints imply; the last one added is empty. -/
def refutes (clauses : List (List Int)) : List (List Int × List Nat) → Bool
  | [] => false
  | (c, hints) :: steps => both (closes clauses c hints) (match c with
    | [] => true
    | _ :: _ => refutes (append c clauses) steps)

theorem litTrue_neg {f : Nat → Bool} {l : Int} (h : l ≠ 0) : litTrue f (-l) = true ↔ litTrue f l = false := by
  cases l with
  | ofNat n => cases n with
    | zero => exact absurd rfl h
    | succ n =>
      show (match f (Nat.succ n) with
        | true => false
        | false => true) = true ↔ f (Nat.succ n) = false
      cases f (Nat.succ n) with
      | true => exact ⟨fun k => absurd k Bool.false_ne_true, fun k => absurd k.symm Bool.false_ne_true⟩
      | false => exact ⟨fun _ => rfl, fun _ => rfl⟩
  | negSucc n =>
    show f (Nat.succ n) = true ↔ (match f (Nat.succ n) with
        | true => false
        | false => true) = false
    cases f (Nat.succ n) with
    | true => exact ⟨fun _ => rfl, fun _ => rfl⟩
    | false => exact ⟨fun k => absurd k Bool.false_ne_true, fun k => absurd k.symm Bool.false_ne_true⟩

theorem mem_strike {false_ c : List Int} {l : Int} (h : l ∈ c) (k : occurs l false_ = false) : l ∈ strike false_ c := by
  induction c with
  | nil => exact (not_mem_nil h).elim
  | cons d c ih =>
    show l ∈ (match occurs d false_ with
      | true => strike false_ c
      | false => d :: strike false_ c)
    cases e : occurs d false_ with
    | true => cases mem_cons h with
      | inl q => rw [q, e] at k; exact absurd k.symm Bool.false_ne_true
      | inr h => exact ih h
    | false => cases mem_cons h with
      | inl q => rw [q]; exact mem_self d _
      | inr h => exact mem_next d (ih h)

theorem nth_mem {c : List Int} (clauses : List (List Int)) : (n : Nat) → nth clauses n = .some c → c ∈ clauses := by
  induction clauses with
  | nil => intro n h; exact nomatch h
  | cons d ds ih => intro n h; cases n with
    | zero =>
      have h : Option.some d = .some c := h
      injection h with e
      rw [e]; exact mem_self c ds
    | succ n => exact mem_next d (ih n h)

theorem find_mem {c : List Int} (clauses : List (List Int)) (n : Nat) (h : find clauses n = .some c) : c ∈ clauses := by
  cases n with
  | zero => exact nomatch h
  | succ n => exact nth_mem clauses n h

/-- No assignment satisfies the clauses and falsifies all of these literals. -/
theorem closes_sound {clauses : List (List Int)} {f : Nat → Bool} (s : Satisfies f clauses) {hints : List Nat} :
    (false_ : List Int) → (∀ l, l ∈ false_ → litTrue f l = false) → closes clauses false_ hints = true → False := by
  induction hints with
  | nil => intro false_ _ h; exact Bool.false_ne_true h
  | cons n hints ih =>
    intro false_ hf h
    have h : (match find clauses n with
      | .none => false
      | .some c => match strike false_ c with
        | [] => true
        | l :: rest => both (every (fun m => decide (m = l)) rest) (both (decide (l ≠ 0)) (closes clauses (-l :: false_) hints))) = true := h
    cases e : find clauses n with
    | none => rw [e] at h; exact Bool.false_ne_true h
    | some c =>
      rw [e] at h
      have h : (match strike false_ c with
        | [] => true
        | l :: rest => both (every (fun m => decide (m = l)) rest) (both (decide (l ≠ 0)) (closes clauses (-l :: false_) hints))) = true := h
      cases s c (find_mem clauses n e) with | intro l hl =>
      have free : occurs l false_ = false := by
        cases k : occurs l false_ with
        | false => rfl
        | true =>
          have w := hf l (occurs_sound k)
          rw [hl.right] at w
          exact w
      have there := mem_strike hl.left free
      cases e2 : strike false_ c with
      | nil => rw [e2] at there; exact not_mem_nil there
      | cons d rest =>
        rw [e2] at h there
        have h := both_sound h
        have same : l = d := by
          cases mem_cons there with
          | inl q => exact q
          | inr q => exact of_decide_eq_true (every_sound h.left l q)
        have h := both_sound h.right
        refine ih (-d :: false_) ?_ h.right
        intro m hm
        cases mem_cons hm with
        | inr hm => exact hf m hm
        | inl q =>
          rw [q]
          cases k : litTrue f (-d) with
          | false => rfl
          | true =>
            have w := (litTrue_neg (of_decide_eq_true h.left)).mp k
            rw [← same, hl.right] at w
            exact w

theorem mem_append {c d : List Int} {clauses : List (List Int)} (h : d ∈ append c clauses) : d = c ∨ d ∈ clauses := by
  induction clauses with
  | nil => cases mem_cons h with
    | inl e => exact Or.inl e
    | inr k => exact (not_mem_nil k).elim
  | cons e es ih => cases mem_cons h with
    | inl q => rw [q]; exact Or.inr (mem_self e es)
    | inr k => cases ih k with
      | inl q => exact Or.inl q
      | inr q => exact Or.inr (mem_next e q)

theorem refutes_false {f : Nat → Bool} {steps : List (List Int × List Nat)} : (clauses : List (List Int)) →
    Satisfies f clauses → refutes clauses steps = true → False := by
  induction steps with
  | nil => intro clauses _ h; exact Bool.false_ne_true h
  | cons step steps ih => cases step with | mk c hints =>
    intro clauses s h
    have h := both_sound h
    -- the new clause holds, for else all its literals are false
    have holds : oneOf (litTrue f) c = true := by
      cases k : oneOf (litTrue f) c with
      | true => rfl
      | false =>
        refine (closes_sound s c (fun l hl => ?_) h.left).elim
        cases t : litTrue f l with
        | false => rfl
        | true => rw [oneOf_complete hl t] at k; exact k
    cases c with
    | nil => exact Bool.false_ne_true holds
    | cons l c =>
      refine ih (append (l :: c) clauses) (fun d hd => ?_) h.right
      cases mem_append hd with
      | inl e => rw [e]; exact oneOf_sound holds
      | inr k => exact s d k

/-- An accepted proof: no assignment satisfies the clauses. -/
theorem refutes_sound {clauses : List (List Int)} {steps : List (List Int × List Nat)} (h : refutes clauses steps = true) :
    ¬ Satisfiable clauses := by
  intro s
  cases s with | intro f s => exact refutes_false clauses s h

end Clauses
end Certify
