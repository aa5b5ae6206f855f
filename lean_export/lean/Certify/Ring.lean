/-
Polynomial inequalities over every ordered commutative ring, the real numbers among them.

Polynomials have integer coefficients. A certificate is an identity `d p = s + Σ w g₁…gₖ q² + Σ c h` with `s ≥ 0`, `w > 0`, the `g`
among the polynomials that are assumed `≥ 0` and the `h` among those assumed `= 0`; the identity is checked by Certify.Poly.
-/
import Certify.Check
namespace Certify

/-- A linearly ordered commutative ring with `1 ≠ 0`, the order given by its nonnegative elements. -/
structure OrderedRing where
  carrier : Type
  zero : carrier
  one : carrier
  add : carrier → carrier → carrier
  mul : carrier → carrier → carrier
  neg : carrier → carrier
  nonneg : carrier → Prop
  add_assoc : ∀ a b c, add (add a b) c = add a (add b c)
  add_comm : ∀ a b, add a b = add b a
  add_zero : ∀ a, add a zero = a
  add_neg : ∀ a, add a (neg a) = zero
  mul_assoc : ∀ a b c, mul (mul a b) c = mul a (mul b c)
  mul_comm : ∀ a b, mul a b = mul b a
  mul_one : ∀ a, mul a one = a
  mul_add : ∀ a b c, mul a (add b c) = add (mul a b) (mul a c)
  one_ne_zero : one ≠ zero
  nonneg_add : ∀ a b, nonneg a → nonneg b → nonneg (add a b)
  nonneg_mul : ∀ a b, nonneg a → nonneg b → nonneg (mul a b)
  nonneg_total : ∀ a, nonneg a ∨ nonneg (neg a)
  nonneg_antisymm : ∀ a, nonneg a → nonneg (neg a) → a = zero

namespace OrderedRing
variable (R : OrderedRing)

theorem zero_add (a : R.carrier) : R.add R.zero a = a := by rw [R.add_comm, R.add_zero]

theorem neg_add_self (a : R.carrier) : R.add (R.neg a) a = R.zero := by rw [R.add_comm, R.add_neg]

theorem add_left_cancel {a b c : R.carrier} (h : R.add a b = R.add a c) : b = c := by
  have w : R.add (R.neg a) (R.add a b) = R.add (R.neg a) (R.add a c) := by rw [h]
  rw [← R.add_assoc, ← R.add_assoc, R.neg_add_self, R.zero_add, R.zero_add] at w
  exact w

theorem mul_zero (a : R.carrier) : R.mul a R.zero = R.zero := by
  apply R.add_left_cancel (a := R.mul a R.zero)
  rw [← R.mul_add, R.add_zero, R.add_zero]

theorem zero_mul (a : R.carrier) : R.mul R.zero a = R.zero := by rw [R.mul_comm, R.mul_zero]

theorem one_mul (a : R.carrier) : R.mul R.one a = a := by rw [R.mul_comm, R.mul_one]

theorem add_mul (a b c : R.carrier) : R.mul (R.add a b) c = R.add (R.mul a c) (R.mul b c) := by
  rw [R.mul_comm, R.mul_add, R.mul_comm c a, R.mul_comm c b]

theorem neg_unique {a b : R.carrier} (h : R.add a b = R.zero) : b = R.neg a :=
  R.add_left_cancel (h.trans (R.add_neg a).symm)

theorem neg_neg (a : R.carrier) : R.neg (R.neg a) = a := (R.neg_unique (R.neg_add_self a)).symm

theorem neg_zero : R.neg R.zero = R.zero := (R.neg_unique (R.add_zero R.zero)).symm

theorem add_left_comm (a b c : R.carrier) : R.add a (R.add b c) = R.add b (R.add a c) := by
  rw [← R.add_assoc, R.add_comm a b, R.add_assoc]

theorem add_swap (a b c d : R.carrier) : R.add (R.add a b) (R.add c d) = R.add (R.add a c) (R.add b d) := by
  rw [R.add_assoc, R.add_assoc, R.add_left_comm b]

theorem neg_add (a b : R.carrier) : R.neg (R.add a b) = R.add (R.neg a) (R.neg b) := by
  refine (R.neg_unique ?_).symm
  rw [R.add_swap, R.add_neg, R.add_neg, R.add_zero]

theorem mul_neg (a b : R.carrier) : R.mul a (R.neg b) = R.neg (R.mul a b) := by
  refine R.neg_unique ?_
  rw [← R.mul_add, R.add_neg, R.mul_zero]

theorem neg_mul (a b : R.carrier) : R.mul (R.neg a) b = R.neg (R.mul a b) := by
  rw [R.mul_comm, R.mul_neg, R.mul_comm]

theorem mul_swap (a b c d : R.carrier) : R.mul (R.mul a b) (R.mul c d) = R.mul (R.mul a c) (R.mul b d) := by
  rw [R.mul_assoc, R.mul_assoc, ← R.mul_assoc b, ← R.mul_assoc c, R.mul_comm b c]

/-! ### Integers in the ring -/

def ofNat : Nat → R.carrier
  | 0 => R.zero
  | Nat.succ n => R.add (ofNat n) R.one

def ofInt : Int → R.carrier
  | Int.ofNat n => R.ofNat n
  | Int.negSucc n => R.neg (R.ofNat (Nat.succ n))

theorem ofNat_add (m n : Nat) : R.ofNat (m + n) = R.add (R.ofNat m) (R.ofNat n) := by
  induction n with
  | zero => exact (R.add_zero _).symm
  | succ n ih =>
    show R.add (R.ofNat (m + n)) R.one = R.add (R.ofNat m) (R.add (R.ofNat n) R.one)
    rw [ih, R.add_assoc]

theorem ofNat_mul (m n : Nat) : R.ofNat (m * n) = R.mul (R.ofNat m) (R.ofNat n) := by
  induction n with
  | zero => exact (R.mul_zero _).symm
  | succ n ih =>
    show R.ofNat (m * n + m) = R.mul (R.ofNat m) (R.add (R.ofNat n) R.one)
    rw [R.ofNat_add, ih, R.mul_add, R.mul_one]

/-- Every integer is a difference of natural numbers, and so is its value. -/
theorem ofInt_difference (x : Int) (m n : Nat) (h : x + Int.ofNat n = Int.ofNat m) :
    R.ofInt x = R.add (R.ofNat m) (R.neg (R.ofNat n)) := by
  cases x with
  | ofNat k =>
    have e : k + n = m := congrArg Int.natAbs h
    rw [← e, R.ofNat_add, R.add_assoc, R.add_neg, R.add_zero]
    rfl
  | negSucc k =>
    have e : Int.ofNat n = Int.ofNat (m + Nat.succ k) := by
      have w : Int.ofNat n = Int.negSucc k + Int.ofNat n + Int.ofNat (Nat.succ k) := by
        have neg : Int.negSucc k = -(Int.ofNat k + 1) := rfl
        rw [neg]
        exact ring [Int.ofNat n, Int.ofNat k] (X 0) (((-(X 1 + K 1)) + X 0) + (X 1 + K 1)) rfl
      rw [h] at w
      exact w
    have e : n = m + Nat.succ k := congrArg Int.natAbs e
    rw [e, R.ofNat_add, R.neg_add, ← R.add_assoc, R.add_neg, R.zero_add]
    rfl

theorem difference (x : Int) : ∃ m n : Nat, x + Int.ofNat n = Int.ofNat m := by
  cases x with
  | ofNat k => exact ⟨k, 0, Int.add_zero _⟩
  | negSucc k =>
    refine ⟨0, Nat.succ k, ?_⟩
    have neg : Int.negSucc k = -(Int.ofNat k + 1) := rfl
    rw [neg]
    exact ring [Int.ofNat k] ((-(X 0 + K 1)) + (X 0 + K 1)) (K 0) rfl

theorem ofInt_add (x y : Int) : R.ofInt (x + y) = R.add (R.ofInt x) (R.ofInt y) := by
  cases difference x with | intro m hm => cases hm with | intro n hx =>
  cases difference y with | intro p hp => cases hp with | intro q hy =>
  rw [R.ofInt_difference x m n hx, R.ofInt_difference y p q hy, R.ofInt_difference (x + y) (m + p) (n + q) ?_]
  · rw [R.ofNat_add, R.ofNat_add, R.neg_add, R.add_swap]
  · have c : Int.ofNat (m + p) = Int.ofNat m + Int.ofNat p := rfl
    have d : Int.ofNat (n + q) = Int.ofNat n + Int.ofNat q := rfl
    rw [c, d, ← hx, ← hy]
    exact ring [x, y, Int.ofNat n, Int.ofNat q] ((X 0 + X 1) + (X 2 + X 3)) ((X 0 + X 2) + (X 1 + X 3)) rfl

theorem ofInt_neg (x : Int) : R.ofInt (-x) = R.neg (R.ofInt x) := by
  refine R.neg_unique ?_
  rw [← R.ofInt_add, Int.add_right_neg]
  rfl

theorem ofInt_mul (x y : Int) : R.ofInt (x * y) = R.mul (R.ofInt x) (R.ofInt y) := by
  have natural (m : Nat) (z : Int) : R.ofInt (Int.ofNat m * z) = R.mul (R.ofNat m) (R.ofInt z) := by
    cases z with
    | ofNat n => exact R.ofNat_mul m n
    | negSucc n =>
      have neg : Int.negSucc n = -Int.ofNat (Nat.succ n) := rfl
      rw [neg, Int.mul_neg, R.ofInt_neg, R.ofInt_neg, R.mul_neg]
      exact congrArg R.neg (R.ofNat_mul m (Nat.succ n))
  cases x with
  | ofNat m => exact natural m y
  | negSucc m =>
    have neg : Int.negSucc m = -Int.ofNat (Nat.succ m) := rfl
    rw [neg, Int.neg_mul, R.ofInt_neg, natural, R.ofInt_neg, R.neg_mul]
    rfl

/-! ### Values of expressions -/

def power (x : R.carrier) : Nat → R.carrier
  | 0 => R.one
  | Nat.succ n => R.mul (power x n) x

def value : List R.carrier → Nat → R.carrier
  | [], _ => R.zero
  | x :: _, 0 => x
  | _ :: xs, Nat.succ i => value xs i

/-- The value of an expression at a point of the ring. -/
def eval (env : List R.carrier) : Expr → R.carrier
  | .num n => R.ofInt n
  | .var i => R.value env i
  | .add a b => R.add (eval env a) (eval env b)
  | .sub a b => R.add (eval env a) (R.neg (eval env b))
  | .mul a b => R.mul (eval env a) (eval env b)
  | .neg a => R.neg (eval env a)
  | .pow a n => R.power (eval env a) n

def monoValue : List R.carrier → Poly.Mono → R.carrier
  | _, [] => R.one
  | env, e :: es => match env with
    | [] => R.mul (R.power R.zero e) (monoValue [] es)
    | x :: xs => R.mul (R.power x e) (monoValue xs es)

def termsValue (env : List R.carrier) : Poly.Terms → R.carrier
  | [] => R.zero
  | (c, m) :: p => R.add (R.mul (R.ofInt c) (R.monoValue env m)) (termsValue env p)

theorem power_add (x : R.carrier) (m n : Nat) : R.power x (m + n) = R.mul (R.power x m) (R.power x n) := by
  induction n with
  | zero => exact (R.mul_one _).symm
  | succ n ih =>
    show R.mul (R.power x (m + n)) x = R.mul (R.power x m) (R.mul (R.power x n) x)
    rw [ih, R.mul_assoc]

theorem mulMono_value : (m n : Poly.Mono) → (env : List R.carrier) →
    R.monoValue env (Poly.mulMono m n) = R.mul (R.monoValue env m) (R.monoValue env n) := by
  intro m
  induction m with
  | nil => intro n env; cases env with
    | nil => exact (R.one_mul _).symm
    | cons x xs => exact (R.one_mul _).symm
  | cons a as ih => intro n env; cases n with
    | nil => cases env with
      | nil => exact (R.mul_one _).symm
      | cons x xs => exact (R.mul_one _).symm
    | cons b bs => cases env with
      | nil =>
        show R.mul (R.power R.zero (a + b)) (R.monoValue [] (Poly.mulMono as bs)) = R.mul (R.mul (R.power R.zero a) (R.monoValue [] as)) (R.mul (R.power R.zero b) (R.monoValue [] bs))
        rw [R.power_add, ih, R.mul_swap]
      | cons x xs =>
        show R.mul (R.power x (a + b)) (R.monoValue xs (Poly.mulMono as bs)) = R.mul (R.mul (R.power x a) (R.monoValue xs as)) (R.mul (R.power x b) (R.monoValue xs bs))
        rw [R.power_add, ih, R.mul_swap]

theorem insert_value (env : List R.carrier) (c : Int) (m : Poly.Mono) (p : Poly.Terms) :
    R.termsValue env (Poly.insert c m p) = R.add (R.mul (R.ofInt c) (R.monoValue env m)) (R.termsValue env p) := by
  induction p with
  | nil => rfl
  | cons t p ih => cases t with | mk d n =>
    show R.termsValue env (match Poly.sameMono m n with
      | true => (c + d, n) :: p
      | false => match Poly.lessMono m n with
        | true => (c, m) :: (d, n) :: p
        | false => (d, n) :: Poly.insert c m p) =
      R.add (R.mul (R.ofInt c) (R.monoValue env m)) (R.add (R.mul (R.ofInt d) (R.monoValue env n)) (R.termsValue env p))
    cases e : Poly.sameMono m n with
    | true =>
      show R.add (R.mul (R.ofInt (c + d)) (R.monoValue env n)) (R.termsValue env p) = _
      rw [Poly.sameMono_eq m n e, R.ofInt_add, R.add_mul, R.add_assoc]
    | false => cases Poly.lessMono m n with
      | true => rfl
      | false =>
        show R.add (R.mul (R.ofInt d) (R.monoValue env n)) (R.termsValue env (Poly.insert c m p)) = _
        rw [ih, R.add_left_comm]

theorem add_value (env : List R.carrier) (p q : Poly.Terms) :
    R.termsValue env (Poly.add p q) = R.add (R.termsValue env p) (R.termsValue env q) := by
  induction p with
  | nil => exact (R.zero_add _).symm
  | cons t p ih => cases t with | mk c m =>
    show R.termsValue env (Poly.insert c m (Poly.add p q)) = R.add (R.add (R.mul (R.ofInt c) (R.monoValue env m)) (R.termsValue env p)) (R.termsValue env q)
    rw [R.insert_value, ih, R.add_assoc]

theorem addScaled_value (env : List R.carrier) (c : Int) (m : Poly.Mono) (q : Poly.Terms) : (acc : Poly.Terms) →
    R.termsValue env (Poly.addScaled c m q acc) =
      R.add (R.mul (R.mul (R.ofInt c) (R.monoValue env m)) (R.termsValue env q)) (R.termsValue env acc) := by
  induction q with
  | nil =>
    intro acc
    show R.termsValue env acc = R.add (R.mul (R.mul (R.ofInt c) (R.monoValue env m)) R.zero) (R.termsValue env acc)
    rw [R.mul_zero, R.zero_add]
  | cons t q ih => cases t with | mk d n =>
    intro acc
    show R.termsValue env (Poly.addScaled c m q (Poly.insert (c * d) (Poly.mulMono m n) acc)) =
      R.add (R.mul (R.mul (R.ofInt c) (R.monoValue env m)) (R.add (R.mul (R.ofInt d) (R.monoValue env n)) (R.termsValue env q))) (R.termsValue env acc)
    rw [ih, R.insert_value, R.mulMono_value, R.ofInt_mul, R.mul_add, R.mul_swap (R.ofInt c), ← R.add_assoc,
      R.add_comm (R.mul (R.mul (R.ofInt c) (R.monoValue env m)) (R.termsValue env q))]

theorem mul_value (env : List R.carrier) (p q : Poly.Terms) :
    R.termsValue env (Poly.mul p q) = R.mul (R.termsValue env p) (R.termsValue env q) := by
  induction p with
  | nil => exact (R.zero_mul _).symm
  | cons t p ih => cases t with | mk c m =>
    show R.termsValue env (Poly.addScaled c m q (Poly.mul p q)) = R.mul (R.add (R.mul (R.ofInt c) (R.monoValue env m)) (R.termsValue env p)) (R.termsValue env q)
    rw [R.addScaled_value, ih, R.add_mul]

theorem nil_value (env : List R.carrier) : R.monoValue env [] = R.one := by
  cases env with
  | nil => rfl
  | cons x xs => rfl

theorem ofInt_one : R.ofInt 1 = R.one := R.zero_add R.one

theorem num_value (env : List R.carrier) (n : Int) : R.termsValue env [(n, [])] = R.ofInt n := by
  show R.add (R.mul (R.ofInt n) (R.monoValue env [])) R.zero = R.ofInt n
  rw [R.nil_value, R.mul_one, R.add_zero]

theorem pow_value (env : List R.carrier) (p : Poly.Terms) (n : Nat) :
    R.termsValue env (Poly.pow p n) = R.power (R.termsValue env p) n := by
  induction n with
  | zero => exact (R.num_value env 1).trans R.ofInt_one
  | succ n ih =>
    show R.termsValue env (Poly.mul (Poly.pow p n) p) = R.mul (R.power (R.termsValue env p) n) (R.termsValue env p)
    rw [R.mul_value, ih]

theorem unit_value : (i : Nat) → (env : List R.carrier) → R.monoValue env (Poly.unit i) = R.value env i := by
  intro i
  induction i with
  | zero => intro env; cases env with
    | nil =>
      show R.mul (R.mul R.one R.zero) R.one = R.zero
      rw [R.mul_one, R.one_mul]
    | cons x xs =>
      show R.mul (R.mul R.one x) (R.monoValue xs []) = x
      rw [R.nil_value, R.mul_one, R.one_mul]
  | succ i ih => intro env; cases env with
    | nil =>
      show R.mul R.one (R.monoValue [] (Poly.unit i)) = R.zero
      rw [ih, R.one_mul]; rfl
    | cons x xs =>
      show R.mul R.one (R.monoValue xs (Poly.unit i)) = R.value xs i
      rw [ih, R.one_mul]

theorem minus_one (a : R.carrier) : R.mul (R.ofInt (-1)) a = R.neg a := by
  rw [R.ofInt_neg, R.ofInt_one, R.neg_mul, R.one_mul]

theorem normal_value (env : List R.carrier) (e : Expr) : R.termsValue env (Poly.normal e) = R.eval env e := by
  induction e with
  | num n => exact R.num_value env n
  | var i =>
    show R.add (R.mul (R.ofInt 1) (R.monoValue env (Poly.unit i))) R.zero = R.value env i
    rw [R.unit_value, R.ofInt_one, R.one_mul, R.add_zero]
  | add a b ha hb =>
    show R.termsValue env (Poly.add (Poly.normal a) (Poly.normal b)) = R.add (R.eval env a) (R.eval env b)
    rw [R.add_value, ha, hb]
  | sub a b ha hb =>
    show R.termsValue env (Poly.addScaled (-1) [] (Poly.normal b) (Poly.normal a)) = R.add (R.eval env a) (R.neg (R.eval env b))
    rw [R.addScaled_value, ha, hb, R.nil_value, R.mul_one, R.minus_one, R.add_comm]
  | mul a b ha hb =>
    show R.termsValue env (Poly.mul (Poly.normal a) (Poly.normal b)) = R.mul (R.eval env a) (R.eval env b)
    rw [R.mul_value, ha, hb]
  | neg a ha =>
    show R.termsValue env (Poly.addScaled (-1) [] (Poly.normal a) []) = R.neg (R.eval env a)
    rw [R.addScaled_value, ha, R.nil_value, R.mul_one, R.minus_one]
    exact R.add_zero _
  | pow a n ha =>
    show R.termsValue env (Poly.pow (Poly.normal a) n) = R.power (R.eval env a) n
    rw [R.pow_value, ha]

theorem isZero_value (env : List R.carrier) (p : Poly.Terms) : Poly.isZero p = true → R.termsValue env p = R.zero := by
  induction p with
  | nil => intro _; rfl
  | cons t p ih => cases t with | mk c m =>
    intro h
    have h : (match decide (c = 0) with | true => Poly.isZero p | false => false) = true := h
    cases e : decide (c = 0) with
    | false => rw [e] at h; exact absurd h Bool.false_ne_true
    | true =>
      rw [e] at h
      show R.add (R.mul (R.ofInt c) (R.monoValue env m)) (R.termsValue env p) = R.zero
      rw [of_decide_eq_true e, ih h, R.add_zero]
      exact R.zero_mul _

/-- An accepted identity holds at every point of every ordered commutative ring. -/
theorem identity_sound {e f : Expr} (h : Poly.identity e f = true) (env : List R.carrier) : R.eval env e = R.eval env f := by
  have z := R.isZero_value env _ h
  rw [R.normal_value] at z
  have z : R.add (R.eval env e) (R.neg (R.eval env f)) = R.zero := z
  have w := R.neg_unique z
  have v : R.neg (R.neg (R.eval env f)) = R.neg (R.neg (R.eval env e)) := congrArg R.neg w
  rw [R.neg_neg, R.neg_neg] at v
  exact v.symm

/-! ### Order -/

theorem nonneg_square (a : R.carrier) : R.nonneg (R.mul a a) := by
  cases R.nonneg_total a with
  | inl h => exact R.nonneg_mul a a h h
  | inr h =>
    have w := R.nonneg_mul _ _ h h
    rw [R.mul_neg, R.neg_mul, R.neg_neg] at w
    exact w

theorem nonneg_one : R.nonneg R.one := by
  have w := R.nonneg_square R.one
  rw [R.mul_one] at w
  exact w

theorem nonneg_zero : R.nonneg R.zero := by
  have w := R.nonneg_square R.zero
  rw [R.mul_zero] at w
  exact w

theorem nonneg_ofNat (n : Nat) : R.nonneg (R.ofNat n) := by
  induction n with
  | zero => exact R.nonneg_zero
  | succ n ih => exact R.nonneg_add _ _ ih R.nonneg_one

theorem nonneg_ofInt {n : Int} (h : 0 ≤ n) : R.nonneg (R.ofInt n) := by
  cases exists_ofNat h with | intro k e => rw [e]; exact R.nonneg_ofNat k

/-- `a` is positive: nonnegative and not 0. -/
def Pos (a : R.carrier) : Prop := R.nonneg a ∧ a ≠ R.zero

/-- A sum of nonnegative elements that is 0 has only zeros. -/
theorem zero_of_sum {a b : R.carrier} (ha : R.nonneg a) (hb : R.nonneg b) (h : R.add a b = R.zero) : a = R.zero := by
  refine R.nonneg_antisymm a ha ?_
  rw [← R.neg_unique h]
  exact hb

theorem pos_ofNat (n : Nat) : R.ofNat (Nat.succ n) ≠ R.zero := by
  intro h
  have h : R.add (R.ofNat n) R.one = R.zero := h
  rw [R.add_comm] at h
  exact R.one_ne_zero (R.zero_of_sum R.nonneg_one (R.nonneg_ofNat n) h)

/-- A positive integer times `a` is nonnegative only if `a` is. -/
theorem nonneg_of_multiple {n : Nat} {a : R.carrier} (h : R.nonneg (R.mul (R.ofNat (Nat.succ n)) a)) : R.nonneg a := by
  cases R.nonneg_total a with
  | inl k => exact k
  | inr k =>
    have w := R.nonneg_mul _ _ (R.nonneg_ofNat (Nat.succ n)) k
    rw [R.mul_neg] at w
    have z := R.nonneg_antisymm _ h w
    have z : R.mul (R.add (R.ofNat n) R.one) a = R.zero := z
    rw [R.add_mul, R.one_mul] at z
    have z2 : R.add (R.neg a) (R.mul (R.ofNat n) (R.neg a)) = R.zero := by
      rw [R.mul_neg, ← R.neg_add, R.add_comm, z, R.neg_zero]
    have e := R.zero_of_sum k (R.nonneg_mul _ _ (R.nonneg_ofNat n) k) z2
    have f : a = R.zero := by
      have w := congrArg R.neg e
      rw [R.neg_neg, R.neg_zero] at w
      exact w
    rw [f]
    exact R.nonneg_zero

end OrderedRing

/-! ### Certificates of inequalities -/

/-- A term of the right-hand side: `w g₁ … gₖ q²`, or `c h`. -/
inductive Summand where
  | square (weight : Int) (factors : List Nat) (q : Expr)
  | multiple (equation : Nat) (cofactor : Expr)

namespace Positivity

def at_ : List Expr → Nat → Expr
  | [], _ => .num 0
  | e :: _, 0 => e
  | _ :: es, Nat.succ i => at_ es i

def product (gs : List Expr) : List Nat → Expr → Expr
  | [], e => e
  | i :: is, e => .mul (at_ gs i) (product gs is e)

def summand (gs hs : List Expr) : Summand → Expr
  | .square w is q => .mul (.num w) (product gs is (.mul q q))
  | .multiple i c => .mul c (at_ hs i)

def total (gs hs : List Expr) : List Summand → Expr
  | [] => .num 0
  | s :: ss => .add (summand gs hs s) (total gs hs ss)

def weightsOk : List Summand → Bool
  | [] => true
  | .square w _ _ :: ss => both (decide (0 ≤ w)) (weightsOk ss)
  | .multiple _ _ :: ss => weightsOk ss

/-- `(d + 1) p = s + Σ …` with `s ≥ 0`; `s > 0` for a strict inequality. -/
def check (strict : Bool) (gs hs : List Expr) (p : Expr) (d : Nat) (s : Int) (ss : List Summand) : Bool :=
  both (match strict with
    | true => decide (0 < s)
    | false => decide (0 ≤ s)) (both (weightsOk ss)
    (Poly.identity (.mul (.num (Int.ofNat (Nat.succ d))) p) (.add (.num s) (total gs hs ss))))

end Positivity

/-- Every polynomial of the first list is nonnegative at the point, every one of the second is 0. -/
def Assumes (R : OrderedRing) (env : List R.carrier) (gs hs : List Expr) : Prop :=
  (∀ g, g ∈ gs → R.nonneg (R.eval env g)) ∧ (∀ h, h ∈ hs → R.eval env h = R.zero)

namespace Positivity

theorem at_nonneg {R : OrderedRing} {env : List R.carrier} {gs : List Expr} (h : ∀ g, g ∈ gs → R.nonneg (R.eval env g)) :
    (i : Nat) → R.nonneg (R.eval env (at_ gs i)) := by
  induction gs with
  | nil => intro i; exact R.nonneg_zero
  | cons g gs ih => intro i; cases i with
    | zero => exact h g (mem_self g gs)
    | succ i => exact ih (fun e k => h e (mem_next g k)) i

theorem at_zero {R : OrderedRing} {env : List R.carrier} {hs : List Expr} (h : ∀ g, g ∈ hs → R.eval env g = R.zero) :
    (i : Nat) → R.eval env (at_ hs i) = R.zero := by
  induction hs with
  | nil => intro i; rfl
  | cons g hs ih => intro i; cases i with
    | zero => exact h g (mem_self g hs)
    | succ i => exact ih (fun e k => h e (mem_next g k)) i

theorem product_nonneg {R : OrderedRing} {env : List R.carrier} {gs : List Expr} (h : ∀ g, g ∈ gs → R.nonneg (R.eval env g))
    (is : List Nat) (e : Expr) (he : R.nonneg (R.eval env e)) : R.nonneg (R.eval env (product gs is e)) := by
  induction is with
  | nil => exact he
  | cons i is ih => exact R.nonneg_mul _ _ (at_nonneg h i) ih

theorem total_nonneg {R : OrderedRing} {env : List R.carrier} {gs hs : List Expr} (h : Assumes R env gs hs) (ss : List Summand) :
    weightsOk ss = true → R.nonneg (R.eval env (total gs hs ss)) := by
  induction ss with
  | nil => intro _; exact R.nonneg_zero
  | cons s ss ih =>
    intro w
    cases s with
    | square c is q =>
      have w := both_sound w
      refine R.nonneg_add _ _ (R.nonneg_mul _ _ (R.nonneg_ofInt (of_decide_eq_true w.left)) ?_) (ih w.right)
      exact product_nonneg h.left is _ (R.nonneg_square _)
    | multiple i c =>
      refine R.nonneg_add _ _ ?_ (ih w)
      have e : R.eval env (summand gs hs (.multiple i c)) = R.zero := by
        show R.mul (R.eval env c) (R.eval env (at_ hs i)) = R.zero
        rw [at_zero h.right, R.mul_zero]
      rw [e]
      exact R.nonneg_zero

/-- Accepted: wherever the assumptions hold, in any ordered commutative ring, `p ≥ 0`. -/
theorem nonneg_sound {gs hs : List Expr} {p : Expr} {d : Nat} {s : Int} {ss : List Summand}
    (h : check false gs hs p d s ss = true) (R : OrderedRing) (env : List R.carrier) (a : Assumes R env gs hs) :
    R.nonneg (R.eval env p) := by
  have h1 := both_sound h
  have h2 := both_sound h1.right
  have e := R.identity_sound h2.right env
  refine R.nonneg_of_multiple (n := d) ?_
  have e : R.mul (R.ofNat (Nat.succ d)) (R.eval env p) = R.add (R.ofInt s) (R.eval env (total gs hs ss)) := e
  rw [e]
  exact R.nonneg_add _ _ (R.nonneg_ofInt (of_decide_eq_true h1.left)) (total_nonneg a ss h2.left)

/-- Accepted for a strict inequality: `p > 0`. -/
theorem pos_sound {gs hs : List Expr} {p : Expr} {d : Nat} {s : Int} {ss : List Summand}
    (h : check true gs hs p d s ss = true) (R : OrderedRing) (env : List R.carrier) (a : Assumes R env gs hs) :
    R.Pos (R.eval env p) := by
  have h1 := both_sound h
  have h2 := both_sound h1.right
  have hs0 : 0 < s := of_decide_eq_true h1.left
  have e := R.identity_sound h2.right env
  have e : R.mul (R.ofNat (Nat.succ d)) (R.eval env p) = R.add (R.ofInt s) (R.eval env (total gs hs ss)) := e
  have rest := total_nonneg a ss h2.left
  have ns := R.nonneg_ofInt (Int.le_of_lt hs0)
  refine ⟨R.nonneg_of_multiple (n := d) ?_, ?_⟩
  · rw [e]
    exact R.nonneg_add _ _ ns rest
  · intro z
    rw [z, R.mul_zero] at e
    have zero := R.zero_of_sum ns rest e.symm
    cases exists_ofNat (Int.le_of_lt hs0) with | intro k hk => cases k with
    | zero => rw [hk] at hs0; exact Int.lt_irrefl _ hs0
    | succ k =>
      rw [hk] at zero
      exact R.pos_ofNat k zero

end Positivity
end Certify
