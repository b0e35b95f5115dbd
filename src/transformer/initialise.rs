//! Weights from a seed: the same numbers on every platform and in every order of asking.

use libm::{cos, log, sqrt};
use ndarray::Array2;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::graph::{Element, Shape, Site, same_number};

/// How a weight is drawn. Fan-in is its number of rows, fan-out its number of columns, since vectors multiply from the left.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Initialiser {
    /// Normal with mean 0 and standard deviation σ.
    Normal(f64),
    /// Uniform between −a and a.
    Uniform(f64),
    /// Uniform between the first number and the second.
    Between(f64, f64),
    /// Uniform with a = √(6 / (fan-in + fan-out)) (Glorot and Bengio, 2010).
    XavierUniform,
    /// Normal with σ = √(2 / (fan-in + fan-out)).
    XavierNormal,
    /// Uniform with a = √(6 / fan-in) (He et al., 2015).
    KaimingUniform,
    /// Normal with σ = √(2 / fan-in).
    KaimingNormal,
    /// 0.
    Zeros,
    /// 1.
    Ones,
    /// 1 on the diagonal, 0 beside it.
    Identity,
}

impl Initialiser {
    /// Whether chance has a part in it.
    pub const fn is_random(self) -> bool {
        !matches!(self, Self::Zeros | Self::Ones | Self::Identity)
    }

    /// The spread of the numbers drawn for a matrix of `shape`: σ of a normal distribution, a of a uniform one from −a to a;
    /// `None` where there is no such number.
    pub fn spread(self, shape: Shape) -> Option<f64> {
        let (fan_in, fan_out) = (shape.rows as f64, shape.columns as f64);
        match self {
            Self::Normal(spread) | Self::Uniform(spread) => Some(spread),
            Self::XavierUniform => Some(sqrt(6.0 / (fan_in + fan_out))),
            Self::XavierNormal => Some(sqrt(2.0 / (fan_in + fan_out))),
            Self::KaimingUniform => Some(sqrt(6.0 / fan_in)),
            Self::KaimingNormal => Some(sqrt(2.0 / fan_in)),
            Self::Between(..) | Self::Zeros | Self::Ones | Self::Identity => None,
        }
    }

    /// A matrix of `shape`. The numbers depend on the seed and the site alone, and in f32 are the f64 ones, rounded.
    pub fn draw<T: Element>(self, shape: Shape, seed: u64, site: Site) -> Array2<T> {
        let spread = self.spread(shape).unwrap_or_default();
        let mut stream = Stream::new(seed, site);
        match self {
            Self::Normal(_) | Self::XavierNormal | Self::KaimingNormal => stream.normal(shape, spread),
            Self::Uniform(_) | Self::XavierUniform | Self::KaimingUniform => stream.uniform(shape, spread),
            Self::Between(low, high) => filled(shape, |_| T::of(low + (high - low) * stream.unit())),
            Self::Zeros => filled(shape, |_| T::zero()),
            Self::Ones => filled(shape, |_| T::one()),
            Self::Identity => filled(shape, |(row, column)| if row == column { T::one() } else { T::zero() }),
        }
    }
}

impl PartialEq for Initialiser {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |initialiser: Self| match initialiser {
            Self::Normal(spread) | Self::Uniform(spread) => [spread, 0.0],
            Self::Between(low, high) => [low, high],
            _ => [0.0; 2],
        };
        std::mem::discriminant(self) == std::mem::discriminant(other)
            && numbers(*self).into_iter().zip(numbers(*other)).all(|(a, b)| same_number(a, b))
    }
}

fn filled<T: Element>(shape: Shape, cell: impl FnMut((usize, usize)) -> T) -> Array2<T> {
    Array2::from_shape_fn((shape.rows, shape.columns), cell)
}

/// The random numbers of one weight: the seed's generator, on the stream that belongs to the site.
struct Stream {
    generator: ChaCha8Rng,
}

impl Stream {
    fn new(seed: u64, site: Site) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(fingerprint(&site.to_string()));
        Self { generator }
    }

    /// Uniform in (0, 1): 53 random bits and a half, so that neither end occurs.
    fn unit(&mut self) -> f64 {
        ((self.generator.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn uniform<T: Element>(&mut self, shape: Shape, bound: f64) -> Array2<T> {
        filled(shape, |_| T::of((2.0 * self.unit() - 1.0) * bound))
    }

    /// Normal numbers by Box and Muller, one of each pair.
    fn normal<T: Element>(&mut self, shape: Shape, deviation: f64) -> Array2<T> {
        filled(shape, |_| {
            let radius = sqrt(-2.0 * log(self.unit()));
            let angle = std::f64::consts::TAU * self.unit();
            T::of(radius * cos(angle) * deviation)
        })
    }
}

/// FNV-1a: a fixed number for a text, unlike the standard library's hasher, whose result may change.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Part, Quantity, Scope};

    const SITE: Site = Scope::alone(Part::FeedForward).at(Quantity::FirstWeight);

    #[test]
    fn moments_are_those_asked_for() {
        let shape = Shape::new(200, 300);
        let normal: Array2<f64> = Initialiser::Normal(0.5).draw(shape, 1, SITE);
        assert!(normal.mean().unwrap().abs() < 0.01 && (normal.std(0.0) - 0.5).abs() < 0.01);
        let xavier: Array2<f64> = Initialiser::XavierUniform.draw(shape, 1, SITE);
        let bound = (6.0_f64 / 500.0).sqrt();
        assert!(xavier.iter().all(|x| x.abs() < bound) && (xavier.std(0.0) - bound / 3.0_f64.sqrt()).abs() < 1e-3);
        let kaiming: Array2<f64> = Initialiser::KaimingNormal.draw(shape, 1, SITE);
        assert!((kaiming.std(0.0) - 0.1).abs() < 0.003);
    }

    #[test]
    fn numbers_depend_on_seed_and_site_and_nothing_else() {
        let draw = |seed, site| Initialiser::Normal(1.0).draw::<f64>(Shape::new(2, 2), seed, site);
        let other = Scope::alone(Part::FeedForward).at(Quantity::SecondWeight);
        assert_eq!(draw(7, SITE), draw(7, SITE));
        assert_ne!(draw(7, SITE), draw(8, SITE));
        assert_ne!(draw(7, SITE), draw(7, other));
        let single: Array2<f32> = Initialiser::Normal(1.0).draw(Shape::new(2, 2), 7, SITE);
        assert_eq!(single, draw(7, SITE).mapv(f32::of));
    }

    #[test]
    fn between_two_numbers_and_equal_to_its_copy() {
        let drawn: Array2<f64> = Initialiser::Between(0.5, 1.5).draw(Shape::new(100, 100), 1, SITE);
        assert!(drawn.iter().all(|x| (0.5..1.5).contains(x)) && (drawn.mean().unwrap() - 1.0).abs() < 0.01);
        for initialiser in [Initialiser::Normal(f64::NAN), Initialiser::Between(0.0, f64::NAN), Initialiser::XavierNormal] {
            assert_eq!(initialiser, initialiser.clone());
        }
        assert_ne!(Initialiser::Normal(0.0), Initialiser::Uniform(0.0));
        assert_ne!(Initialiser::Between(0.0, 1.0), Initialiser::Between(0.0, 2.0));
    }

    #[test]
    fn identity_is_one_on_the_diagonal() {
        let identity: Array2<f32> = Initialiser::Identity.draw(Shape::new(2, 3), 0, SITE);
        assert_eq!(identity, ndarray::array![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    }
}
