/-
Polynomial identities over the integers: a normal form for expressions and its soundness.
`Poly.identity e f = true` implies that `e` and `f` have equal values at every integer point; the same theorem serves
the other files as their ring normaliser.
-/
set_option maxRecDepth 4000
namespace Certify

/-- Expressions over the variables `x 0, x 1, …` with integer constants. -/
inductive Expr where
  | num (n : Int)
  | var (i : Nat)
  | add (a b : Expr)
  | sub (a b : Expr)
  | mul (a b : Expr)
  | neg (a : Expr)
  | pow (a : Expr) (n : Nat)

instance : Add Expr := ⟨Expr.add⟩
instance : Sub Expr := ⟨Expr.sub⟩
instance : Mul Expr := ⟨Expr.mul⟩
instance : Neg Expr := ⟨Expr.neg⟩

/-- `x ^ n` by repeated multiplication. -/
def power (x : Int) : Nat → Int
  | 0 => 1
  | Nat.succ n => power x n * x

/-- The value of variable `i`; variables beyond the list are 0. -/
def value : List Int → Nat → Int
  | [], _ => 0
  | x :: _, 0 => x
  | _ :: xs, Nat.succ i => value xs i

/-- The value of an expression at a point. -/
def Expr.eval (env : List Int) : Expr → Int
  | num n => n
  | var i => value env i
  | add a b => eval env a + eval env b
  | sub a b => eval env a - eval env b
  | mul a b => eval env a * eval env b
  | neg a => -eval env a
  | pow a n => power (eval env a) n

namespace Poly

/-- Exponents of the variables in order; missing ones are 0. -/
abbrev Mono := List Nat

/-- Terms, coefficient first. -/
abbrev Terms := List (Int × Mono)

def monoValue : List Int → Mono → Int
  | _, [] => 1
  | env, e :: es => match env with
    | [] => power 0 e * monoValue [] es
    | x :: xs => power x e * monoValue xs es

def eval (env : List Int) : Terms → Int
  | [] => 0
  | (c, m) :: p => c * monoValue env m + eval env p

def sameMono : Mono → Mono → Bool
  | [], [] => true
  | a :: as, b :: bs => match Nat.beq a b with
    | true => sameMono as bs
    | false => false
  | _, _ => false

/-- An order of monomials; only speed depends on it. -/
def lessMono : Mono → Mono → Bool
  | [], [] => false
  | [], _ :: _ => true
  | _ :: _, [] => false
  | a :: as, b :: bs => match Nat.beq a b with
    | true => lessMono as bs
    | false => Nat.ble a b

def mulMono : Mono → Mono → Mono
  | [], bs => bs
  | a :: as, [] => a :: as
  | a :: as, b :: bs => (a + b) :: mulMono as bs

def insert (c : Int) (m : Mono) : Terms → Terms
  | [] => [(c, m)]
  | (d, n) :: p => match sameMono m n with
    | true => (c + d, n) :: p
    | false => match lessMono m n with
      | true => (c, m) :: (d, n) :: p
      | false => (d, n) :: insert c m p

def add : Terms → Terms → Terms
  | [], q => q
  | (c, m) :: p, q => insert c m (add p q)

/-- Add `c m q` to `acc`. -/
def addScaled (c : Int) (m : Mono) : Terms → Terms → Terms
  | [], acc => acc
  | (d, n) :: q, acc => addScaled c m q (insert (c * d) (mulMono m n) acc)

def mul : Terms → Terms → Terms
  | [], _ => []
  | (c, m) :: p, q => addScaled c m q (mul p q)

def pow (p : Terms) : Nat → Terms
  | 0 => [(1, [])]
  | Nat.succ n => mul (pow p n) p

def unit : Nat → Mono
  | 0 => [1]
  | Nat.succ i => 0 :: unit i

def normal : Expr → Terms
  | .num n => [(n, [])]
  | .var i => [(1, unit i)]
  | .add a b => add (normal a) (normal b)
  | .sub a b => addScaled (-1) [] (normal b) (normal a)
  | .mul a b => mul (normal a) (normal b)
  | .neg a => addScaled (-1) [] (normal a) []
  | .pow a n => pow (normal a) n

def isZero : Terms → Bool
  | [] => true
  | (c, _) :: p => match decide (c = 0) with
    | true => isZero p
    | false => false

/-- The two expressions have the same normal form. -/
def identity (e f : Expr) : Bool := isZero (normal (.sub e f))

theorem power_add (x : Int) (m n : Nat) : power x (m + n) = power x m * power x n := by
  induction n with
  | zero => exact (Int.mul_one _).symm
  | succ n ih =>
    show power x (m + n) * x = power x m * (power x n * x)
    rw [ih, Int.mul_assoc]

theorem sameMono_eq : (m n : Mono) → sameMono m n = true → m = n := by
  intro m
  induction m with
  | nil => intro n h; cases n with
    | nil => rfl
    | cons b bs => exact absurd h Bool.false_ne_true
  | cons a as ih => intro n h; cases n with
    | nil => exact absurd h Bool.false_ne_true
    | cons b bs =>
      have h : (match Nat.beq a b with | true => sameMono as bs | false => false) = true := h
      cases e : Nat.beq a b with
      | false => rw [e] at h; exact absurd h Bool.false_ne_true
      | true =>
        rw [e] at h
        rw [Nat.eq_of_beq_eq_true e, ih bs h]

theorem interchange (a b c d : Int) : a * b * (c * d) = a * c * (b * d) := by
  rw [Int.mul_assoc, Int.mul_assoc, ← Int.mul_assoc b, ← Int.mul_assoc c, Int.mul_comm b c]

theorem mulMono_value : (m n : Mono) → (env : List Int) →
    monoValue env (mulMono m n) = monoValue env m * monoValue env n := by
  intro m
  induction m with
  | nil => intro n env; cases env with
    | nil => exact (Int.one_mul _).symm
    | cons x xs => exact (Int.one_mul _).symm
  | cons a as ih => intro n env; cases n with
    | nil => cases env with
      | nil => exact (Int.mul_one _).symm
      | cons x xs => exact (Int.mul_one _).symm
    | cons b bs => cases env with
      | nil =>
        show power 0 (a + b) * monoValue [] (mulMono as bs) = power 0 a * monoValue [] as * (power 0 b * monoValue [] bs)
        rw [power_add, ih, interchange]
      | cons x xs =>
        show power x (a + b) * monoValue xs (mulMono as bs) = power x a * monoValue xs as * (power x b * monoValue xs bs)
        rw [power_add, ih, interchange]

theorem insert_eval (env : List Int) (c : Int) (m : Mono) (p : Terms) :
    eval env (insert c m p) = c * monoValue env m + eval env p := by
  induction p with
  | nil => rfl
  | cons t p ih => cases t with | mk d n =>
    show eval env (match sameMono m n with
      | true => (c + d, n) :: p
      | false => match lessMono m n with
        | true => (c, m) :: (d, n) :: p
        | false => (d, n) :: insert c m p) = c * monoValue env m + (d * monoValue env n + eval env p)
    cases e : sameMono m n with
    | true =>
      show (c + d) * monoValue env n + eval env p = _
      rw [sameMono_eq m n e, Int.add_mul, Int.add_assoc]
    | false => cases lessMono m n with
      | true => rfl
      | false =>
        show d * monoValue env n + eval env (insert c m p) = _
        rw [ih, Int.add_left_comm]

theorem add_eval (env : List Int) (p q : Terms) : eval env (add p q) = eval env p + eval env q := by
  induction p with
  | nil => exact (Int.zero_add _).symm
  | cons t p ih => cases t with | mk c m =>
    show eval env (insert c m (add p q)) = c * monoValue env m + eval env p + eval env q
    rw [insert_eval, ih, Int.add_assoc]

theorem addScaled_eval (env : List Int) (c : Int) (m : Mono) (q : Terms) : (acc : Terms) →
    eval env (addScaled c m q acc) = c * monoValue env m * eval env q + eval env acc := by
  induction q with
  | nil =>
    intro acc
    show eval env acc = c * monoValue env m * 0 + eval env acc
    rw [Int.mul_zero, Int.zero_add]
  | cons t q ih => cases t with | mk d n =>
    intro acc
    show eval env (addScaled c m q (insert (c * d) (mulMono m n) acc)) =
      c * monoValue env m * (d * monoValue env n + eval env q) + eval env acc
    rw [ih, insert_eval, mulMono_value, Int.mul_add, interchange, ← Int.add_assoc,
      Int.add_comm (c * monoValue env m * eval env q)]

theorem mul_eval (env : List Int) (p q : Terms) : eval env (mul p q) = eval env p * eval env q := by
  induction p with
  | nil => exact (Int.zero_mul _).symm
  | cons t p ih => cases t with | mk c m =>
    show eval env (addScaled c m q (mul p q)) = (c * monoValue env m + eval env p) * eval env q
    rw [addScaled_eval, ih, Int.add_mul]

theorem one_eval (env : List Int) : eval env [(1, [])] = 1 := by
  cases env with
  | nil => rfl
  | cons x xs => rfl

theorem pow_eval (env : List Int) (p : Terms) (n : Nat) : eval env (pow p n) = power (eval env p) n := by
  induction n with
  | zero => exact one_eval env
  | succ n ih =>
    show eval env (mul (pow p n) p) = power (eval env p) n * eval env p
    rw [mul_eval, ih]

theorem nil_value (env : List Int) : monoValue env [] = 1 := by
  cases env with
  | nil => rfl
  | cons x xs => rfl

theorem unit_value : (i : Nat) → (env : List Int) → monoValue env (unit i) = value env i := by
  intro i
  induction i with
  | zero => intro env; cases env with
    | nil => rfl
    | cons x xs =>
      show power x 1 * monoValue xs [] = x
      rw [nil_value, Int.mul_one]
      exact Int.one_mul x
  | succ i ih => intro env; cases env with
    | nil =>
      show 1 * monoValue [] (unit i) = 0
      rw [ih, Int.one_mul]; rfl
    | cons x xs =>
      show 1 * monoValue xs (unit i) = value xs i
      rw [ih, Int.one_mul]

theorem num_eval (env : List Int) (n : Int) : eval env [(n, [])] = n := by
  show n * monoValue env [] + 0 = n
  rw [nil_value, Int.mul_one, Int.add_zero]

theorem minus_one_mul (a : Int) : -1 * a = -a := by
  rw [Int.neg_mul, Int.one_mul]

theorem normal_eval (env : List Int) (e : Expr) : eval env (normal e) = e.eval env := by
  induction e with
  | num n => exact num_eval env n
  | var i =>
    show 1 * monoValue env (unit i) + 0 = value env i
    rw [unit_value, Int.one_mul, Int.add_zero]
  | add a b ha hb =>
    show eval env (add (normal a) (normal b)) = a.eval env + b.eval env
    rw [add_eval, ha, hb]
  | sub a b ha hb =>
    show eval env (addScaled (-1) [] (normal b) (normal a)) = a.eval env - b.eval env
    rw [addScaled_eval, ha, hb, nil_value, Int.mul_one, minus_one_mul, Int.add_comm]
    rfl
  | mul a b ha hb =>
    show eval env (mul (normal a) (normal b)) = a.eval env * b.eval env
    rw [mul_eval, ha, hb]
  | neg a ha =>
    show eval env (addScaled (-1) [] (normal a) []) = -a.eval env
    rw [addScaled_eval, ha, nil_value, Int.mul_one, minus_one_mul]
    exact Int.add_zero _
  | pow a n ha =>
    show eval env (pow (normal a) n) = power (a.eval env) n
    rw [pow_eval, ha]

theorem isZero_eval (env : List Int) (p : Terms) : isZero p = true → eval env p = 0 := by
  induction p with
  | nil => intro _; rfl
  | cons t p ih => cases t with | mk c m =>
    intro h
    have h : (match decide (c = 0) with | true => isZero p | false => false) = true := h
    cases e : decide (c = 0) with
    | false => rw [e] at h; exact absurd h Bool.false_ne_true
    | true =>
      rw [e] at h
      show c * monoValue env m + eval env p = 0
      rw [of_decide_eq_true e, Int.zero_mul, Int.zero_add]
      exact ih h

/-- Soundness: an accepted identity holds at every integer point. -/
theorem identity_sound {e f : Expr} (h : identity e f = true) (env : List Int) : e.eval env = f.eval env := by
  have z := isZero_eval env _ h
  rw [normal_eval] at z
  have z : e.eval env - f.eval env = 0 := z
  have w := Int.sub_add_cancel (e.eval env) (f.eval env)
  rw [z, Int.zero_add] at w
  exact w.symm

end Poly

/-- `ring env e f`: the equation that `e` and `f` spell at `env`, by normalisation. -/
theorem ring (env : List Int) (e f : Expr) (h : Poly.identity e f = true) : e.eval env = f.eval env :=
  Poly.identity_sound h env

abbrev X (i : Nat) : Expr := .var i
abbrev K (n : Int) : Expr := .num n

end Certify
