//! The ways to make the numbers of a weight: their names and formulas.

use crate::graph::Shape;
use crate::transformer::Initialiser;
use crate::ui::locale::Locale;
use crate::ui::numbers;

/// The initialisers, without their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Normal,
    Uniform,
    Between,
    XavierUniform,
    XavierNormal,
    KaimingUniform,
    KaimingNormal,
    Zeros,
    Ones,
    Identity,
}

impl Kind {
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Self; 10] = [
        Self::Normal,
        Self::Uniform,
        Self::Between,
        Self::XavierUniform,
        Self::XavierNormal,
        Self::KaimingUniform,
        Self::KaimingNormal,
        Self::Zeros,
        Self::Ones,
        Self::Identity,
    ];

    /// The kind of an initialiser.
    pub fn of(initialiser: Initialiser) -> Self {
        match initialiser {
            Initialiser::Normal(_) => Self::Normal,
            Initialiser::Uniform(_) => Self::Uniform,
            Initialiser::Between(..) => Self::Between,
            Initialiser::XavierUniform => Self::XavierUniform,
            Initialiser::XavierNormal => Self::XavierNormal,
            Initialiser::KaimingUniform => Self::KaimingUniform,
            Initialiser::KaimingNormal => Self::KaimingNormal,
            Initialiser::Zeros => Self::Zeros,
            Initialiser::Ones => Self::Ones,
            Initialiser::Identity => Self::Identity,
        }
    }

    /// Its name.
    pub fn name(self, locale: &Locale) -> String {
        locale.text(match self {
            Self::Normal => "fill-normal",
            Self::Uniform => "fill-uniform",
            Self::Between => "fill-between",
            Self::XavierUniform => "fill-xavier-uniform",
            Self::XavierNormal => "fill-xavier-normal",
            Self::KaimingUniform => "fill-kaiming-uniform",
            Self::KaimingNormal => "fill-kaiming-normal",
            Self::Zeros => "fill-zeros",
            Self::Ones => "fill-ones",
            Self::Identity => "fill-identity",
        })
    }
}

/// The formula of an initialiser, with the sizes of the weight put in: `a = √(6 / (4 + 6)) = 0.775`.
pub fn formula(initialiser: Initialiser, shape: Shape) -> String {
    let Shape { rows, columns } = shape;
    let spread = numbers::significant(initialiser.spread(shape).unwrap_or_default(), 3);
    let given = numbers::shortest;
    match initialiser {
        Initialiser::Normal(deviation) => format!("w ~ N(0, σ²), σ = {}", given(deviation)),
        Initialiser::Uniform(bound) => format!("w ~ U(−a, a), a = {}", given(bound)),
        Initialiser::Between(low, high) => format!("w ~ U({}, {})", given(low), given(high)),
        Initialiser::XavierUniform => format!("w ~ U(−a, a), a = √(6 / ({rows} + {columns})) = {spread}"),
        Initialiser::XavierNormal => format!("w ~ N(0, σ²), σ = √(2 / ({rows} + {columns})) = {spread}"),
        Initialiser::KaimingUniform => format!("w ~ U(−a, a), a = √(6 / {rows}) = {spread}"),
        Initialiser::KaimingNormal => format!("w ~ N(0, σ²), σ = √(2 / {rows}) = {spread}"),
        Initialiser::Zeros => "w = 0".to_owned(),
        Initialiser::Ones => "w = 1".to_owned(),
        Initialiser::Identity => "w = 1 (i = j), 0 (i ≠ j)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_say_what_comes_of_the_sizes() {
        let shape = Shape::new(4, 6);
        assert_eq!(formula(Initialiser::XavierUniform, shape), "w ~ U(−a, a), a = √(6 / (4 + 6)) = 0.775");
        assert_eq!(formula(Initialiser::KaimingNormal, shape), "w ~ N(0, σ²), σ = √(2 / 4) = 0.707");
        assert_eq!(formula(Initialiser::Normal(0.02), shape), "w ~ N(0, σ²), σ = 0.02");
    }
}
