/-
Sidon sets, perfect difference sets and extension, over the integers, with finite sets as lists.
-/
import Certify.Sum
namespace Certify

/-- All elements of `A` are in `B`. -/
def Subset (A B : List Int) : Prop := ∀ a, a ∈ A → a ∈ B

/-- `A` is a Sidon set: no difference of two distinct elements occurs twice. -/
def Sidon (A : List Int) : Prop :=
  ∀ a b c d : Int, a ∈ A → b ∈ A → c ∈ A → d ∈ A → a ≠ b → a - b = c - d → a = c ∧ b = d

/-- `A` is a Sidon set modulo `v`: distinct elements stay distinct, and no difference of two of them occurs twice. -/
def SidonMod (v : Int) (A : List Int) : Prop :=
  (∀ a b : Int, a ∈ A → b ∈ A → a ≠ b → (a - b) % v ≠ 0) ∧
  (∀ a b c d : Int, a ∈ A → b ∈ A → c ∈ A → d ∈ A → a ≠ b → c ≠ d → (a - b) % v = (c - d) % v → a = c ∧ b = d)

/-- `B` is a perfect difference set modulo `v`: `(a, b) ↦ a - b` is a bijection from the ordered pairs of distinct
elements of `B` to the nonzero residues modulo `v`. -/
structure Perfect (v : Int) (B : List Int) : Prop where
  positive : 0 < v
  distinct : Distinct B
  nonzero : ∀ a b : Int, a ∈ B → b ∈ B → a ≠ b → (a - b) % v ≠ 0
  once : ∀ a b c d : Int, a ∈ B → b ∈ B → c ∈ B → d ∈ B → a ≠ b → c ≠ d → (a - b) % v = (c - d) % v → a = c ∧ b = d
  every : ∀ r : Int, 0 < r → r < v → ∃ a b : Int, a ∈ B ∧ b ∈ B ∧ (a - b) % v = r

/-- `A` lies in some perfect difference set modulo `v`. -/
def ExtendsAt (v : Int) (A : List Int) : Prop := ∃ B : List Int, Perfect v B ∧ Subset A B

/-- `A` lies in some perfect difference set modulo some `v`. -/
def Extends (A : List Int) : Prop := ∃ v : Int, ExtendsAt v A

/-- `A` lies in some perfect difference set of even order: of an odd number of elements. -/
def ExtendsEven (A : List Int) : Prop := ∃ v : Int, ∃ B : List Int, Perfect v B ∧ (∃ m : Int, len B = 2 * m + 1) ∧ Subset A B

end Certify
