/-
One modulus: a witness that a set lies in a perfect difference set, and a refutation tree that it lies in none.
-/
import Certify.TheoremT
import Certify.Check
namespace Certify

/-! ### Witness

A table names, for every residue `1, …, v - 1`, a pair of `B` with that difference. With `v = n (n - 1) + 1` there are just as
many pairs as residues, so no difference occurs twice. -/

/-- Pair number `i` of the table has difference `r + i`. -/
def tableOk (v : Int) (B : List Int) : Int → List (Int × Int) → Bool
  | r, [] => decide (r = v)
  | r, (a, b) :: t => both (decide ((a - b) % v = r)) (both (occurs a B) (both (occurs b B) (tableOk v B (r + 1) t)))

def perfect (v : Int) (B : List Int) (table : List (Int × Int)) : Bool :=
  both (distinct B) (both (decide (0 < v ∧ v = len B * len B - len B + 1)) (tableOk v B 1 table))

/-- `A` lies in the perfect difference set `B`. -/
def witness (v : Int) (A B : List Int) (table : List (Int × Int)) : Bool :=
  both (within A B) (perfect v B table)

theorem tableOk_sound {v : Int} {B : List Int} {table : List (Int × Int)} : (s : Int) → tableOk v B s table = true →
    ∀ r : Int, 0 ≤ r - s → r < v → ∃ a b : Int, a ∈ B ∧ b ∈ B ∧ (a - b) % v = r := by
  induction table with
  | nil =>
    intro s h r lo hi
    have e : s = v := of_decide_eq_true h
    rw [e] at lo
    exact (lin_false (nonneg_add lo (lt_sub hi)) (ring [r, v] ((X 0 - X 1) + ((X 1 - X 0) - K 1)) (-K 1) rfl)).elim
  | cons t table ih => cases t with | mk a b =>
    intro s h r lo hi
    have h : both (decide ((a - b) % v = s)) (both (occurs a B) (both (occurs b B) (tableOk v B (s + 1) table))) = true := h
    have h1 := both_sound h
    have h2 := both_sound h1.right
    have h3 := both_sound h2.right
    cases zero_or_pos lo with
    | inl z =>
      rw [eq_of_sub_zero z]
      exact ⟨a, b, occurs_sound h2.left, occurs_sound h3.left, of_decide_eq_true h1.left⟩
    | inr p => exact ih (s + 1) h3.right r (nonneg_of_eq p (ring [r, s] (X 0 - (X 1 + K 1)) ((X 0 - X 1) - K 1) rfl)) hi

/-- `a - b` is `r` modulo `v`, for distinct `a` and `b`. -/
def differs (v a b r : Int) : Bool := decide (a ≠ b ∧ (a - b) % v = r)

theorem one_pair {B : List Int} (d : Distinct B) {a b : Int} (ha : a ∈ B) (hb : b ∈ B) :
    sum (fun x => sum (fun y => flag (decide (x = a ∧ y = b))) B) B = 1 := by
  have e : sum (fun x => sum (fun y => flag (decide (x = a ∧ y = b))) B) B = sum (fun x => flag (decide (x = a))) B := by
    refine sum_congr (fun x _ => ?_)
    cases Decidable.em (x = a) with
    | inl q =>
      rw [decide_eq_true q]
      refine sum_flag_one (fun y => decide (x = a ∧ y = b)) d hb (decide_eq_true ⟨q, rfl⟩) ?_
      intro y _ k
      exact (of_decide_eq_true k).right
    | inr q =>
      rw [decide_eq_false q]
      refine (sum_congr (fun y _ => ?_)).trans (sum_zero B)
      rw [decide_eq_false (fun k : x = a ∧ y = b => q k.left)]
      rfl
  rw [e]
  exact sum_flag_one (fun x => decide (x = a)) d ha (decide_eq_true rfl) (fun _ _ k => of_decide_eq_true k)

theorem perfect_sound {v : Int} {B : List Int} {table : List (Int × Int)} (h : perfect v B table = true) : Perfect v B := by
  have h1 := both_sound h
  have h2 := both_sound h1.right
  have hd := distinct_sound h1.left
  have size := of_decide_eq_true h2.left
  have hv := size.left
  have found := tableOk_sound 1 h2.right
  cases exists_ofNat (Int.le_of_lt hv) with | intro p hp =>
  have zeroIn : (0 : Int) ∈ below p := below_mem (Int.le_refl 0) (by rw [← hp]; exact hv)
  -- all pairs, by residue
  have total : sum (fun r => sum (fun a => sum (fun b => flag (differs v a b r)) B) B) (below p) = len B * len B + -1 * len B := by
    rw [sum_swap]
    have e : sum (fun a => sum (fun r => sum (fun b => flag (differs v a b r)) B) (below p)) B = sum (fun _ => len B + -1) B := by
      refine sum_congr (fun a ha => ?_)
      rw [sum_swap]
      have e : sum (fun b => sum (fun r => flag (differs v a b r)) (below p)) B = sum (fun b => 1 + -1 * flag (decide (b = a))) B := by
        refine sum_congr (fun b _ => ?_)
        cases Decidable.em (b = a) with
        | inl q =>
          rw [decide_eq_true q]
          refine (sum_congr (fun r _ => ?_)).trans (sum_zero (below p))
          have f : differs v a b r = false := decide_eq_false (fun k => k.left q.symm)
          rw [f]; rfl
        | inr q =>
          rw [decide_eq_false q]
          have hr := remainder (a - b) hv
          exact sum_flag_one (fun r => differs v a b r) (below_distinct p)
            (below_mem hr.right.left (by rw [← hp]; exact hr.right.right)) (decide_eq_true ⟨fun k => q k.symm, rfl⟩)
            (fun r _ k => (of_decide_eq_true k).right.symm)
      rw [e, sum_add, sum_mul, sum_flag_one (fun b => decide (b = a)) hd ha (decide_eq_true rfl) (fun _ _ k => of_decide_eq_true k)]
      rfl
    rw [e, sum_const]
    exact ring [len B] ((X 0 + (-K 1)) * X 0) ((X 0 * X 0) + ((-K 1) * X 0)) rfl
  have least : ∀ r, r ∈ below p →
      0 ≤ sum (fun a => sum (fun b => flag (differs v a b r)) B) B + (flag (decide (r = 0)) + -1) := by
    intro r hr
    have b := mem_below hr
    have nn := sum_nonneg (l := B) (fun a (_ : a ∈ B) => sum_nonneg (l := B) (fun b (_ : b ∈ B) => flag_nonneg (differs v a b r)))
    cases Decidable.em (r = 0) with
    | inl z =>
      rw [decide_eq_true z]
      exact nonneg_of_eq nn (Int.add_zero _)
    | inr nz =>
      rw [decide_eq_false nz]
      have pos : 0 ≤ r - 1 := by
        cases zero_or_pos b.left with
        | inl z => exact absurd z nz
        | inr q => exact q
      cases found r pos (by rw [hp]; exact b.right) with | intro x hx => cases hx with | intro y hxy =>
      have ne : x ≠ y := by
        intro e
        have k := hxy.right.right
        rw [e, Int.sub_self, zero_mod hv] at k
        exact nz k.symm
      have s : 0 ≤ sum (fun a => sum (fun b => flag (differs v a b r) + -1 * flag (decide (a = x ∧ b = y))) B) B := by
        refine sum_nonneg (fun a _ => sum_nonneg (fun b _ => ?_))
        cases Decidable.em (a = x ∧ b = y) with
        | inr q =>
          rw [decide_eq_false q]
          exact nonneg_of_eq (flag_nonneg (differs v a b r)) (ring [flag (differs v a b r)] (X 0 + ((-K 1) * K 0)) (X 0) rfl)
        | inl q =>
          have f : differs v a b r = true := by rw [q.left, q.right]; exact decide_eq_true ⟨ne, hxy.right.right⟩
          rw [f, decide_eq_true q]
          exact zero_le_ofNat 0
      have e : sum (fun a => sum (fun b => flag (differs v a b r) + -1 * flag (decide (a = x ∧ b = y))) B) B =
          sum (fun a => sum (fun b => flag (differs v a b r)) B) B + -1 := by
        have each : ∀ a, a ∈ B → sum (fun b => flag (differs v a b r) + -1 * flag (decide (a = x ∧ b = y))) B =
            sum (fun b => flag (differs v a b r)) B + -1 * sum (fun b => flag (decide (a = x ∧ b = y))) B := by
          intro a _
          rw [sum_add, sum_mul]
        rw [sum_congr each, sum_add, sum_mul, one_pair hd hxy.left hxy.right.left]
        rfl
      rw [e] at s
      exact s
  have zero : sum (fun r => sum (fun a => sum (fun b => flag (differs v a b r)) B) B + (flag (decide (r = 0)) + -1)) (below p) = 0 := by
    rw [sum_add, sum_add, total, sum_const, len_below, ← hp,
      sum_flag_one (fun r => decide (r = 0)) (below_distinct p) zeroIn (decide_eq_true rfl) (fun _ _ k => of_decide_eq_true k), size.right]
    exact ring [len B] (((X 0 * X 0) + ((-K 1) * X 0)) + (K 1 + ((-K 1) * (((X 0 * X 0) - X 0) + K 1)))) (K 0) rfl
  have exact_ := sum_zero_each least zero
  have nonzero : ∀ a b : Int, a ∈ B → b ∈ B → a ≠ b → (a - b) % v ≠ 0 := by
    intro a b ha hb ab z
    have k := exact_ 0 zeroIn
    have k : sum (fun a => sum (fun b => flag (differs v a b 0)) B) B + 0 = 0 := k
    rw [Int.add_zero] at k
    have k := sum_zero_each (fun a (_ : a ∈ B) => sum_nonneg (l := B) (fun b (_ : b ∈ B) => flag_nonneg (differs v a b 0))) k a ha
    have k := sum_zero_each (fun b (_ : b ∈ B) => flag_nonneg (differs v a b 0)) k b hb
    have f : differs v a b 0 = true := decide_eq_true ⟨ab, z⟩
    rw [f] at k
    exact absurd k (by decide)
  refine ⟨hv, hd, nonzero, ?_, fun r lo hi => found r (nonneg_of_eq (lt_sub lo) (ring [r] (X 0 - K 1) ((X 0 - K 0) - K 1) rfl)) hi⟩
  intro a b c d ha hb hc hd' ab cd e
  cases Decidable.em (a = c ∧ b = d) with
  | inl q => exact q
  | inr q =>
    have hr := remainder (a - b) hv
    have k := exact_ ((a - b) % v) (below_mem hr.right.left (by rw [← hp]; exact hr.right.right))
    rw [decide_eq_false (nonzero a b ha hb ab)] at k
    generalize er : (a - b) % v = r at k e
    have s : 0 ≤ sum (fun x => sum (fun y => flag (differs v x y r) + -1 * (flag (decide (x = a ∧ y = b)) + flag (decide (x = c ∧ y = d)))) B) B := by
      refine sum_nonneg (fun x _ => sum_nonneg (fun y _ => ?_))
      cases Decidable.em (x = a ∧ y = b) with
      | inl q1 =>
        have f : differs v x y r = true := by rw [q1.left, q1.right]; exact decide_eq_true ⟨ab, er⟩
        have g : ¬ (x = c ∧ y = d) := by
          intro q2
          exact q ⟨q1.left.symm.trans q2.left, q1.right.symm.trans q2.right⟩
        rw [f, decide_eq_true q1, decide_eq_false g]
        exact zero_le_ofNat 0
      | inr q1 =>
        rw [decide_eq_false q1]
        cases Decidable.em (x = c ∧ y = d) with
        | inl q2 =>
          have f : differs v x y r = true := by rw [q2.left, q2.right]; exact decide_eq_true ⟨cd, e.symm⟩
          rw [f, decide_eq_true q2]
          exact zero_le_ofNat 0
        | inr q2 =>
          rw [decide_eq_false q2]
          exact nonneg_of_eq (flag_nonneg (differs v x y r)) (ring [flag (differs v x y r)] (X 0 + ((-K 1) * (K 0 + K 0))) (X 0) rfl)
    have each : ∀ x, x ∈ B → sum (fun y => flag (differs v x y r) + -1 * (flag (decide (x = a ∧ y = b)) + flag (decide (x = c ∧ y = d)))) B =
        sum (fun y => flag (differs v x y r)) B + -1 * (sum (fun y => flag (decide (x = a ∧ y = b))) B + sum (fun y => flag (decide (x = c ∧ y = d))) B) := by
      intro x _
      rw [sum_add, sum_mul, sum_add]
    rw [sum_congr each, sum_add, sum_mul, sum_add, one_pair hd ha hb, one_pair hd hc hd'] at s
    have k : sum (fun a => sum (fun b => flag (differs v a b r)) B) B + -1 = 0 := k
    refine (lin_false s ?_).elim
    have w : sum (fun a => sum (fun b => flag (differs v a b r)) B) B + -1 * (1 + 1) = sum (fun a => sum (fun b => flag (differs v a b r)) B) B + -1 + -1 :=
      ring [sum (fun a => sum (fun b => flag (differs v a b r)) B) B] (X 0 + ((-K 1) * (K 1 + K 1))) ((X 0 + (-K 1)) + (-K 1)) rfl
    rw [w, k]
    rfl

/-- An accepted witness: `A` lies in a perfect difference set modulo `v`. -/
theorem witness_sound {v : Int} {A B : List Int} {table : List (Int × Int)} (h : witness v A B table = true) : ExtendsAt v A :=
  have h := both_sound h
  ⟨B, perfect_sound h.right, within_sound h.left⟩

/-! ### Refutation tree

A node names a difference `d`, nonzero modulo `p`; a perfect difference set has elements `x` and `x + d`, so every `x` is tried.
The state is the residues of the elements so far and of their differences. An element that repeats a difference is impossible. -/

abbrev State := List Nat × List Nat

/-- `f n`, with `n` evaluated first. -/
def force {α : Type} (n : Nat) (f : Nat → α) : α := match n with
  | 0 => f 0
  | Nat.succ k => f (Nat.succ k)

theorem force_eq {α : Type} (n : Nat) (f : Nat → α) : force n f = f n := by
  cases n with
  | zero => rfl
  | succ k => rfl

def has (x : Nat) (l : List Nat) : Bool := oneOf (fun y => Nat.beq x y) l

/-- `x - c` modulo `p`, for `c ≤ p`. -/
def minus (p x c : Nat) : Nat := (x + (p - c)) % p

/-- With `x`, some difference would occur twice: an old one, or `x - c = e - x`. -/
def repeats (p : Nat) (s : State) (x : Nat) : Bool :=
  match oneOf (fun c => force (minus p x c) (fun r => has r s.2)) s.1 with
  | true => true
  | false => oneOf (fun c => force (minus p (x + x) c) (fun e => has e s.1)) s.1

/-- The differences of `x` and the elements of `C`, both ways, before `D`. -/
def differences (p x : Nat) : List Nat → List Nat → List Nat
  | [], D => D
  | c :: C, D => force (minus p x c) (fun r => force (minus p c x) (fun t => r :: t :: differences p x C D))

/-- The state with `x`, if that is possible. -/
def extend (p : Nat) (s : State) (x : Nat) : Option State :=
  match has x s.1 with
  | true => .some s
  | false => match repeats p s x with
    | true => .none
    | false => .some (x :: s.1, differences p x s.1 s.2)

def child (p d x : Nat) (s : State) : Option State :=
  match extend p s x with
  | .none => .none
  | .some t => force ((x + d) % p) (fun y => extend p t y)

/-- Thread what is left of the certificate through `0, …, n - 1`. -/
def each (f : Nat → List Nat → Option (List Nat)) : Nat → List Nat → Option (List Nat)
  | 0, left => .some left
  | Nat.succ n, left => match each f n left with
    | .none => .none
    | .some left => f n left

/-- Check a tree in preorder; `depth` bounds its height. -/
def tree (p : Nat) : Nat → State → List Nat → Option (List Nat)
  | 0, _, _ => .none
  | Nat.succ depth, s, ds => match ds with
    | [] => .none
    | d :: left => match Nat.beq (d % p) 0 with
      | true => .none
      | false => each (fun x left => match child p d x s with
        | .none => .some left
        | .some t => tree p depth t left) p left

/-- The residue of an integer. -/
def residue (p : Nat) (a : Int) : Nat := (a % Int.ofNat p).natAbs

/-- The elements of `A` one after another. -/
def start (p : Nat) : List Int → Option State
  | [] => .some ([], [])
  | a :: A => match start p A with
    | .none => .none
    | .some s => force (residue p a) (fun x => extend p s x)

/-- No perfect difference set modulo `p` contains `A`: a tree that is used up exactly. -/
def refuted (p : Nat) (A : List Int) (depth : Nat) (ds : List Nat) : Bool :=
  match start p A with
  | .none => true
  | .some s => match tree p depth s ds with
    | .some [] => true
    | _ => false

/-- The state belongs to `B`. -/
structure Belongs (p : Nat) (B : List Int) (s : State) : Prop where
  small : ∀ c, c ∈ s.1 → c < p
  elements : ∀ c, c ∈ s.1 → ∃ b, b ∈ B ∧ b % Int.ofNat p = Int.ofNat c
  differences : ∀ r, r ∈ s.2 → r ≠ 0 ∧ ∃ c d, c ∈ s.1 ∧ d ∈ s.1 ∧ minus p c d = r

section
variable {p : Nat} {B : List Int}

theorem has_sound {x : Nat} {l : List Nat} (h : has x l = true) : x ∈ l := by
  cases oneOf_sound h with | intro y k =>
  rw [Nat.eq_of_beq_eq_true k.right]; exact k.left

theorem has_complete {x : Nat} {l : List Nat} (h : x ∈ l) : has x l = true := oneOf_complete h (Nat.beq_refl x)

theorem minus_mod {x c : Nat} (h : c ≤ p) (hp : 0 < p) :
    Int.ofNat (minus p x c) = (Int.ofNat x - Int.ofNat c) % Int.ofNat p := by
  have pos : (0 : Int) < Int.ofNat p := ofNat_le hp
  have e : Int.ofNat (minus p x c) = (Int.ofNat x + Int.ofNat (p - c)) % Int.ofNat p := rfl
  rw [e]
  refine mod_eq pos ⟨1, ?_⟩
  have k : Int.ofNat (p - c) + Int.ofNat c = Int.ofNat p := congrArg Int.ofNat (Nat.sub_add_cancel h)
  have w : Int.ofNat x + Int.ofNat (p - c) - (Int.ofNat x - Int.ofNat c) = Int.ofNat (p - c) + Int.ofNat c :=
    ring [Int.ofNat x, Int.ofNat (p - c), Int.ofNat c] ((X 0 + X 1) - (X 0 - X 2)) (X 1 + X 2) rfl
  rw [w, k, Int.mul_one]

theorem residue_mod (hp : 0 < p) (a : Int) : Int.ofNat (residue p a) = a % Int.ofNat p := by
  have pos : (0 : Int) < Int.ofNat p := ofNat_le hp
  cases exists_ofNat (remainder a pos).right.left with | intro n e =>
  rw [residue, e]; rfl

theorem residue_lt (hp : 0 < p) (a : Int) : residue p a < p := by
  have pos : (0 : Int) < Int.ofNat p := ofNat_le hp
  have b := (remainder a pos).right.right
  rw [← residue_mod hp a] at b
  cases Nat.lt_or_ge (residue p a) p with
  | inl h => exact h
  | inr h => exact (Int.lt_irrefl _ (Int.lt_of_lt_of_le b (ofNat_le h))).elim

theorem differences_mem {x r : Nat} {C D : List Nat} (h : r ∈ differences p x C D) :
    r ∈ D ∨ ∃ c, c ∈ C ∧ (r = minus p x c ∨ r = minus p c x) := by
  induction C with
  | nil => exact Or.inl h
  | cons c C ih =>
    have h : r ∈ force (minus p x c) (fun r => force (minus p c x) (fun t => r :: t :: differences p x C D)) := h
    rw [force_eq, force_eq] at h
    cases mem_cons h with
    | inl e => exact Or.inr ⟨c, mem_self c C, Or.inl e⟩
    | inr h => cases mem_cons h with
      | inl e => exact Or.inr ⟨c, mem_self c C, Or.inr e⟩
      | inr h => cases ih h with
        | inl k => exact Or.inl k
        | inr k => cases k with | intro e k => exact Or.inr ⟨e, mem_next c k.left, k.right⟩

theorem ofNat_zero {n : Nat} (h : Int.ofNat n = 0) : n = 0 := congrArg Int.natAbs h

theorem self_mod {x : Nat} (hp : 0 < p) (hx : x < p) : Int.ofNat x % Int.ofNat p = Int.ofNat x :=
  mod_small (ofNat_le hp) (zero_le_ofNat x) (ofNat_le hx)

/-- Different residues have a nonzero difference. -/
theorem minus_ne_zero (hp : 0 < p) {x c : Nat} (hx : x < p) (hc : c < p) (ne : x ≠ c) : minus p x c ≠ 0 := by
  intro z
  have e := minus_mod (x := x) (Nat.le_of_lt hc) hp
  rw [z] at e
  have pos : (0 : Int) < Int.ofNat p := ofNat_le hp
  have w := mod_eq pos ((mod_zero_iff pos).mp e.symm)
  rw [self_mod hp hx, self_mod hp hc] at w
  exact ne (congrArg Int.natAbs w)

/-- An element of `B` is never refused. -/
theorem extend_sound (P : Perfect (Int.ofNat p) B) (hp : 0 < p) {s : State} (I : Belongs p B s) {x : Nat} (small : x < p)
    {b : Int} (hb : b ∈ B) (hx : b % Int.ofNat p = Int.ofNat x) : ∃ t, extend p s x = .some t ∧ Belongs p B t := by
  cases hk : has x s.1 with
  | true =>
    refine ⟨s, ?_, I⟩
    show (match has x s.1 with
      | true => Option.some s
      | false => match repeats p s x with
        | true => .none
        | false => .some (x :: s.1, Certify.differences p x s.1 s.2)) = .some s
    rw [hk]
  | false =>
    have fresh : ∀ c, c ∈ s.1 → x ≠ c := by
      intro c hc e
      rw [e, has_complete hc] at hk
      exact Bool.false_ne_true hk.symm
    have apart : ∀ c e, c ∈ s.1 → e % Int.ofNat p = Int.ofNat c → b ≠ e := by
      intro c e hc he q
      rw [q, he] at hx
      exact fresh c hc (congrArg Int.natAbs hx).symm
    -- the difference of two elements of B by their residues
    have diff : ∀ (u w : Nat) (y z : Int), w < p → y % Int.ofNat p = Int.ofNat u → z % Int.ofNat p = Int.ofNat w →
        (y - z) % Int.ofNat p = Int.ofNat (minus p u w) := by
      intro u w y z hw hy hz
      rw [minus_mod (Nat.le_of_lt hw) hp]
      have du := remainder y P.positive
      have dw := remainder z P.positive
      refine mod_sub P.positive ?_ ?_
      · rw [← hy, mod_small P.positive du.right.left du.right.right]
      · rw [← hz, mod_small P.positive dw.right.left dw.right.right]
    have no : repeats p s x = false := by
      cases hr : repeats p s x with
      | false => rfl
      | true =>
        have hr : (match oneOf (fun c => force (minus p x c) (fun r => has r s.2)) s.1 with
          | true => true
          | false => oneOf (fun c => force (minus p (x + x) c) (fun e => has e s.1)) s.1) = true := hr
        cases h1 : oneOf (fun c => force (minus p x c) (fun r => has r s.2)) s.1 with
        | true =>
          cases oneOf_sound h1 with | intro c hc =>
          have hit := hc.right
          rw [force_eq] at hit
          have old := I.differences _ (has_sound hit)
          cases I.elements c hc.left with | intro e he =>
          cases old.right with | intro f hf => cases hf with | intro g hfg =>
          cases I.elements f hfg.left with | intro bf hbf =>
          cases I.elements g hfg.right.left with | intro bg hbg =>
          have d1 := diff x c b e (I.small c hc.left) hx he.right
          have d2 := diff f g bf bg (I.small g hfg.right.left) hbf.right hbg.right
          rw [hfg.right.right] at d2
          have ne : bf ≠ bg := by
            intro q
            rw [q, Int.sub_self, zero_mod P.positive] at d2
            exact old.left (ofNat_zero d2.symm)
          have same := P.once b e bf bg hb he.left hbf.left hbg.left (apart c e hc.left he.right) ne (d1.trans d2.symm)
          exact absurd same.left (apart f bf hfg.left hbf.right)
        | false =>
          rw [h1] at hr
          cases oneOf_sound hr with | intro c hc =>
          have hit := hc.right
          rw [force_eq] at hit
          have he := has_sound hit
          cases I.elements c hc.left with | intro bc hbc =>
          cases I.elements _ he with | intro be hbe =>
          have z := hbe.right
          rw [minus_mod (Nat.le_of_lt (I.small c hc.left)) hp] at z
          have bx : b % Int.ofNat p = Int.ofNat x % Int.ofNat p := hx.trans (self_mod hp small).symm
          have bcc : bc % Int.ofNat p = Int.ofNat c % Int.ofNat p := hbc.right.trans (self_mod hp (I.small c hc.left)).symm
          have w := mod_sub P.positive (mod_add P.positive bx bx) bcc
          have mid : be % Int.ofNat p = (b + b - bc) % Int.ofNat p := z.trans w.symm
          have d := mod_sub P.positive mid (rfl : b % Int.ofNat p = b % Int.ofNat p)
          have e : b + b - bc - b = b - bc := ring [b, bc] (((X 0 + X 0) - X 1) - X 0) (X 0 - X 1) rfl
          rw [e] at d
          have same := P.once b bc be b hb hbc.left hbe.left hb (apart c bc hc.left hbc.right)
            (fun q => apart _ be he hbe.right q.symm) d.symm
          exact absurd same.left (apart _ be he hbe.right)
    refine ⟨(x :: s.1, Certify.differences p x s.1 s.2), ?_, ?_, ?_, ?_⟩
    · show (match has x s.1 with
        | true => Option.some s
        | false => match repeats p s x with
          | true => .none
          | false => .some (x :: s.1, Certify.differences p x s.1 s.2)) = _
      rw [hk, no]
    · intro c hc
      cases mem_cons hc with
      | inl e => rw [e]; exact small
      | inr hc => exact I.small c hc
    · intro c hc
      cases mem_cons hc with
      | inl e => rw [e]; exact ⟨b, hb, hx⟩
      | inr hc => exact I.elements c hc
    · intro r hr
      cases differences_mem hr with
      | inl k =>
        have old := I.differences r k
        cases old.right with | intro c h => cases h with | intro d h =>
        exact ⟨old.left, c, d, mem_next x h.left, mem_next x h.right.left, h.right.right⟩
      | inr k =>
        cases k with | intro c k =>
        have cs := I.small c k.left
        have ne := fresh c k.left
        cases k.right with
        | inl e =>
          rw [e]
          exact ⟨minus_ne_zero hp small cs ne, x, c, mem_self x s.1, mem_next x k.left, rfl⟩
        | inr e =>
          rw [e]
          exact ⟨minus_ne_zero hp cs small (fun q => ne q.symm), c, x, mem_next x k.left, mem_self x s.1, rfl⟩

theorem each_all {f : Nat → List Nat → Option (List Nat)} {n : Nat} : (left out : List Nat) → each f n left = .some out →
    ∀ x, x < n → ∃ l o, f x l = .some o := by
  induction n with
  | zero => intro left out _ x k; exact absurd k (Nat.not_lt_zero x)
  | succ n ih =>
    intro left out h x k
    have h : (match each f n left with
      | .none => Option.none
      | .some left => f n left) = .some out := h
    cases e : each f n left with
    | none => rw [e] at h; exact nomatch h
    | some l =>
      rw [e] at h
      cases Nat.lt_or_ge x n with
      | inl lt => exact ih left l e x lt
      | inr ge =>
        rw [Nat.le_antisymm (Nat.le_of_lt_succ k) ge]
        exact ⟨l, out, h⟩

theorem tree_false (P : Perfect (Int.ofNat p) B) (hp : 0 < p) : (depth : Nat) → (s : State) → Belongs p B s →
    (ds out : List Nat) → tree p depth s ds = .some out → False := by
  intro depth
  induction depth with
  | zero => intro s _ ds out h; exact nomatch h
  | succ depth ih =>
    intro s I ds out h
    cases ds with
    | nil => exact nomatch h
    | cons d left =>
      have h : (match Nat.beq (d % p) 0 with
        | true => Option.none
        | false => each (fun x left => match child p d x s with
          | .none => .some left
          | .some t => tree p depth t left) p left) = .some out := h
      cases e : Nat.beq (d % p) 0 with
      | true => rw [e] at h; exact nomatch h
      | false =>
        rw [e] at h
        have nz := Nat.ne_of_beq_eq_false e
        have pos : (0 : Int) < Int.ofNat (d % p) := by
          cases hd : d % p with
          | zero => exact absurd hd nz
          | succ k => exact ofNat_le (Nat.zero_lt_succ k)
        cases P.every (Int.ofNat (d % p)) pos (ofNat_le (Nat.mod_lt d hp)) with | intro a ha => cases ha with | intro b hab =>
        have xs := residue_lt hp b
        cases each_all left out h (residue p b) xs with | intro l q => cases q with | intro o q =>
        cases extend_sound P hp I xs hab.right.left (residue_mod hp b).symm with | intro t ht =>
        have hit : a % Int.ofNat p = Int.ofNat ((residue p b + d) % p) := by
          have r := remainder b P.positive
          have again : b % Int.ofNat p = Int.ofNat (residue p b) % Int.ofNat p := by
            rw [residue_mod hp b, mod_small P.positive r.right.left r.right.right]
          have dd : (a - b) % Int.ofNat p = Int.ofNat d % Int.ofNat p := hab.right.right
          have u := mod_add P.positive dd again
          have e : a - b + b = a := Int.sub_add_cancel a b
          rw [e] at u
          rw [u, Int.add_comm]
          rfl
        cases extend_sound P hp ht.right (Nat.mod_lt _ hp) hab.left hit with | intro u hu =>
        have hc : child p d (residue p b) s = .some u := by
          show (match extend p s (residue p b) with
            | .none => Option.none
            | .some t => force ((residue p b + d) % p) (fun y => extend p t y)) = .some u
          rw [ht.left]
          exact (force_eq _ _).trans hu.left
        have q : (match child p d (residue p b) s with
          | .none => Option.some l
          | .some t => tree p depth t l) = .some o := q
        rw [hc] at q
        exact ih u hu.right l o q

theorem start_sound (P : Perfect (Int.ofNat p) B) (hp : 0 < p) {A : List Int} (sub : Subset A B) :
    ∃ s, start p A = .some s ∧ Belongs p B s := by
  induction A with
  | nil =>
    exact ⟨([], []), rfl, fun c h => (not_mem_nil h).elim, fun c h => (not_mem_nil h).elim, fun r h => (not_mem_nil h).elim⟩
  | cons a A ih =>
    cases ih (fun b hb => sub b (mem_next a hb)) with | intro s hs =>
    cases extend_sound P hp hs.right (residue_lt hp a) (sub a (mem_self a A)) (residue_mod hp a).symm with | intro t ht =>
    refine ⟨t, ?_, ht.right⟩
    show (match start p A with
      | .none => Option.none
      | .some s => force (residue p a) (fun x => extend p s x)) = .some t
    rw [hs.left]
    exact (force_eq _ _).trans ht.left

end

/-- An accepted tree: `A` lies in no perfect difference set modulo `p`. -/
theorem refuted_sound {p : Nat} {A : List Int} {depth : Nat} {ds : List Nat} (h : refuted p A depth ds = true) :
    ¬ ExtendsAt (Int.ofNat p) A := by
  intro ext
  cases ext with | intro B ext =>
  have P := ext.left
  have hp : 0 < p := by
    cases p with
    | zero => exact (Int.lt_irrefl _ P.positive).elim
    | succ k => exact Nat.zero_lt_succ k
  cases start_sound P hp ext.right with | intro s hs =>
  have h : (match start p A with
    | .none => true
    | .some s => match tree p depth s ds with
      | .some [] => true
      | _ => false) = true := h
  rw [hs.left] at h
  have h : (match tree p depth s ds with
    | .some [] => true
    | _ => false) = true := h
  cases e : tree p depth s ds with
  | none => rw [e] at h; exact absurd h Bool.false_ne_true
  | some out => exact tree_false P hp depth s hs.right ds out e

/-! ### Even order, and the smallest modulus -/

/-- A witness with `2 m + 1` elements. -/
def evenWitness (v m : Int) (A B : List Int) (table : List (Int × Int)) : Bool :=
  both (witness v A B table) (decide (len B = 2 * m + 1))

theorem evenWitness_sound {v m : Int} {A B : List Int} {table : List (Int × Int)} (h : evenWitness v m A B table = true) :
    ExtendsEven A :=
  have h := both_sound h
  have w := both_sound h.left
  ⟨v, B, perfect_sound w.right, ⟨m, of_decide_eq_true h.right⟩, within_sound w.left⟩

theorem subset_sidonMod {v : Int} {A B : List Int} (P : Perfect v B) (sub : Subset A B) : SidonMod v A :=
  ⟨fun a b ha hb => P.nonzero a b (sub a ha) (sub b hb),
   fun a b c d ha hb hc hd => P.once a b c d (sub a ha) (sub b hb) (sub c hc) (sub d hd)⟩

/-- Why `A` lies in no perfect difference set of one modulus. -/
inductive Exclusion where
  | tree (depth : Nat) (ds : List Nat)
  | collision (a b c d : Int)

def excluded (p : Nat) (A : List Int) : Exclusion → Bool
  | .tree depth ds => refuted p A depth ds
  | .collision a b c d => collides (Int.ofNat p) A a b c d

theorem excluded_sound {p : Nat} {A : List Int} {e : Exclusion} (h : excluded p A e = true) : ¬ ExtendsAt (Int.ofNat p) A := by
  cases e with
  | tree depth ds => exact refuted_sound h
  | collision a b c d =>
    intro ext
    cases ext with | intro B ext => exact collides_sound h (subset_sidonMod ext.left ext.right)

/-- The orders `q, q + 1, …`, one exclusion each. -/
def allExcluded (A : List Int) : Nat → List Exclusion → Bool
  | _, [] => true
  | q, e :: es => both (excluded (q * q + q + 1) A e) (allExcluded A (q + 1) es)

theorem allExcluded_sound {A : List Int} {es : List Exclusion} : (q : Nat) → allExcluded A q es = true →
    ∀ j : Nat, j < es.length → ¬ ExtendsAt (Int.ofNat ((q + j) * (q + j) + (q + j) + 1)) A := by
  induction es with
  | nil => intro q _ j k; exact absurd k (Nat.not_lt_zero j)
  | cons e es ih =>
    intro q h j k
    have h := both_sound h
    cases j with
    | zero => exact excluded_sound h.left
    | succ j =>
      have w := ih (q + 1) h.right j (Nat.le_of_succ_le_succ k)
      have e : q + 1 + j = q + Nat.succ j := by rw [Nat.add_assoc, Nat.add_comm 1 j]
      rw [e] at w
      exact w

/-- `A` has `first + 1` elements, and every order from `first` on below that of `v` is excluded. -/
def noSmaller (v : Int) (A : List Int) (first : Nat) (es : List Exclusion) : Bool :=
  both (distinct A) (both (decide (len A = Int.ofNat first + 1)) (both
    (decide (v = Int.ofNat (first + es.length) * Int.ofNat (first + es.length) + Int.ofNat (first + es.length) + 1))
    (allExcluded A first es)))

theorem noSmaller_sound {v : Int} {A : List Int} {first : Nat} {es : List Exclusion} (h : noSmaller v A first es = true) :
    ∀ w : Int, w < v → ¬ ExtendsAt w A := by
  intro w lt ext
  have h1 := both_sound h
  have h2 := both_sound h1.right
  have h3 := both_sound h2.right
  cases ext with | intro B ext' =>
  have P := ext'.left
  have size := len_subset (distinct_sound h1.left) P.distinct ext'.right
  rw [of_decide_eq_true h2.left] at size
  have ev := of_decide_eq_true h3.left
  have modulus := modulus P
  have up : 0 ≤ len B - 1 - Int.ofNat first := nonneg_of_eq size (ring [len B, Int.ofNat first] ((X 0 - K 1) - X 1) (X 0 - (X 1 + K 1)) rfl)
  cases exists_ofNat up with | intro j hj =>
  have en : len B = Int.ofNat (first + j) + 1 := by
    have k : len B = len B - 1 - Int.ofNat first + Int.ofNat first + 1 :=
      ring [len B, Int.ofNat first] (X 0) ((((X 0 - K 1) - X 1) + X 1) + K 1) rfl
    rw [hj] at k
    have c : Int.ofNat (first + j) = Int.ofNat first + Int.ofNat j := rfl
    rw [c, k]
    exact ring [Int.ofNat j, Int.ofNat first] ((X 0 + X 1) + K 1) ((X 1 + X 0) + K 1) rfl
  have ew : w = Int.ofNat ((first + j) * (first + j) + (first + j) + 1) := by
    have c : Int.ofNat ((first + j) * (first + j) + (first + j) + 1) =
        Int.ofNat (first + j) * Int.ofNat (first + j) + Int.ofNat (first + j) + 1 := rfl
    rw [c, modulus, en]
    exact ring [Int.ofNat (first + j)] ((((X 0 + K 1) * (X 0 + K 1)) - (X 0 + K 1)) + K 1) (((X 0 * X 0) + X 0) + K 1) rfl
  cases Nat.lt_or_ge j es.length with
  | inl k =>
    have no := allExcluded_sound first h3.right j k
    rw [← ew] at no
    exact no ⟨B, ext'⟩
  | inr k =>
    have d := sub_nonneg (ofNat_le (Nat.add_le_add_left k first))
    have p := zero_le_ofNat (first + j)
    have r := zero_le_ofNat (first + es.length)
    have s := lt_sub lt
    have c : Int.ofNat ((first + j) * (first + j) + (first + j) + 1) =
        Int.ofNat (first + j) * Int.ofNat (first + j) + Int.ofNat (first + j) + 1 := rfl
    rw [ew, ev, c] at s
    refine lin_false (nonneg_add (nonneg_add (nonneg_mul d (nonneg_add p r)) d) s) ?_
    exact ring [Int.ofNat (first + j), Int.ofNat (first + es.length)] ((((X 0 - X 1) * (X 0 + X 1)) + (X 0 - X 1)) + (((((X 1 * X 1) + X 1) + K 1) - (((X 0 * X 0) + X 0) + K 1)) - K 1)) (-K 1) rfl

end Certify
