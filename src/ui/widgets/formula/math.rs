//! A line of mathematics: read from its notation, and written as text and as LaTeX.

use super::table::{self, Place, Sign, WHOLE};
use crate::ui::widgets::Hue;

/// A line of mathematics, put together from signs that are shipped as outlines.
///
/// Its notation is told in `assets/formulas/formulas.txt`: `S_1 = Q_1 K_1^T`. A character that no outline is there for is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Math {
    pub(super) atoms: Vec<Atom>,
    left_out: String,
}

/// A sign on the line, with what stands below and above it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Atom {
    pub base: &'static Sign,
    pub below: Vec<&'static Sign>,
    pub above: Vec<&'static Sign>,
    pub hue: Hue,
}

impl Math {
    /// A line in no role's hue.
    pub fn written(notation: &str) -> Self {
        Self::default().and(notation)
    }

    /// The formula that is typeset as a whole under this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        table::find(&format!("{WHOLE}{name}")).map(Self::sign)
    }

    /// Goes on with more of the line.
    #[must_use]
    pub fn and(self, notation: &str) -> Self {
        self.hued(notation, Hue::Plain)
    }

    /// Goes on with a sign in the hue of its role.
    #[must_use]
    pub fn hued(mut self, notation: &str, hue: Hue) -> Self {
        let (atoms, left_out) = read(notation, hue);
        self.atoms.extend(atoms);
        self.left_out.push_str(&left_out);
        self
    }

    /// Goes on with another line.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.atoms.extend(other.atoms);
        self.left_out.push_str(&other.left_out);
        self
    }

    /// Raises this above the last sign.
    #[must_use]
    pub fn raised(mut self, notation: &str) -> Self {
        if let Some(last) = self.atoms.last_mut() {
            let (signs, left_out) = scripts(notation, Place::Above);
            last.above.extend(signs);
            self.left_out.push_str(&left_out);
        }
        self
    }

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// The line as plain text: what a screen reader says.
    pub fn text(&self) -> String {
        let prime = table::find("^′");
        let texts = |signs: &[&'static Sign]| signs.iter().map(|sign| sign.text.as_str()).collect::<String>();
        let text: String = (self.atoms.iter())
            .map(|atom| {
                let primes = atom.above.iter().take_while(|&&sign| Some(sign) == prime).count();
                let (primes, raised) = atom.above.split_at(primes);
                [atom.base.text.clone(), texts(primes), texts(&atom.below), texts(raised)].concat()
            })
            .collect();
        text.trim().to_owned()
    }

    /// The line in LaTeX, for `amsmath`.
    pub fn latex(&self) -> String {
        joined(self.atoms.iter().map(Atom::latex))
    }

    /// The line in LaTeX with `&` before its first equals sign, for the rows of `align`.
    pub fn aligned_latex(&self) -> String {
        let equals = self.equals();
        let written = |(at, atom): (usize, &Atom)| if Some(at) == equals { format!("&{}", atom.latex()) } else { atom.latex() };
        joined(self.atoms.iter().enumerate().map(written))
    }

    /// Which atom is the first equals sign.
    pub(super) fn equals(&self) -> Option<usize> {
        let equals = table::find("=");
        self.atoms.iter().position(|atom| Some(atom.base) == equals)
    }

    /// The characters that no outline is there for.
    pub fn left_out(&self) -> &str {
        &self.left_out
    }

    pub(super) fn sign(base: &'static Sign) -> Self {
        Self { atoms: vec![Atom::of(base, Hue::Plain)], left_out: String::new() }
    }
}

impl Atom {
    fn of(base: &'static Sign, hue: Hue) -> Self {
        Self { base, below: Vec::new(), above: Vec::new(), hue }
    }

    fn latex(&self) -> String {
        let scripts = |mark: char, signs: &[&'static Sign]| {
            let signs = joined(signs.iter().map(|sign| sign.latex.to_owned()));
            if signs.is_empty() { signs } else { format!("{mark}{{{signs}}}") }
        };
        [self.base.latex.to_owned(), scripts('_', &self.below), scripts('^', &self.above)].concat()
    }
}

/// Signs in LaTeX with spaces between, but for the digits of a number.
fn joined(signs: impl Iterator<Item = String>) -> String {
    let of_number = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit() || letter == '.');
    let mut line = String::new();
    for sign in signs {
        let within = of_number(line.chars().next_back()) && of_number(sign.chars().next());
        line.push_str(if line.is_empty() || within { "" } else { " " });
        line.push_str(&sign);
    }
    line
}

/// The atoms of a notation, and its characters that no outline is there for.
fn read(notation: &str, hue: Hue) -> (Vec<Atom>, String) {
    let (mut atoms, mut unknown) = (Vec::<Atom>::new(), String::new());
    let mut rest = notation;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let place = match first {
            '_' => Place::Below,
            '^' | '′' => Place::Above,
            _ => Place::Line,
        };
        if place == Place::Line {
            if let Some((sign, length)) = table::longest(rest, place) {
                atoms.push(Atom::of(sign, hue));
                rest = &rest[length..];
            } else {
                unknown.extend((!first.is_whitespace()).then_some(first));
                rest = after;
            }
            continue;
        }
        let (inner, after) = if first == '′' { ("′", after) } else { braced(after) };
        let (signs, missing) = scripts(inner, place);
        unknown.push_str(&missing);
        match atoms.last_mut() {
            Some(atom) if place == Place::Below => atom.below.extend(signs),
            Some(atom) => atom.above.extend(signs),
            None => unknown.push(first),
        }
        rest = after;
    }
    (atoms, unknown)
}

/// What stands within braces, or the first character; and what comes after.
fn braced(text: &str) -> (&str, &str) {
    if let Some(inner) = text.strip_prefix('{') {
        return inner.split_once('}').unwrap_or((inner, ""));
    }
    let end = text.chars().next().map_or(0, char::len_utf8);
    text.split_at(end)
}

fn scripts(text: &str, place: Place) -> (Vec<&'static Sign>, String) {
    let (mut signs, mut unknown) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((sign, length)) = table::longest(rest, place) {
            signs.push(sign);
            rest = &rest[length..];
        } else {
            unknown.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    (signs, unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notation_is_read_once_and_written_in_every_form() {
        let scores = Math::written("S′_{12} = Q_{12} K_{12}^T / √d_k");
        assert_eq!(scores.text(), "S′₁₂ = Q₁₂K₁₂ᵀ / √dₖ");
        assert_eq!(scores.latex(), r"S_{12}^{\prime} = Q_{12} K_{12}^{\mathrm{T}} / \sqrt{d_k}");
        assert_eq!(scores.aligned_latex(), r"S_{12}^{\prime} &= Q_{12} K_{12}^{\mathrm{T}} / \sqrt{d_k}");
        assert_eq!(Math::written("X_0W_Q").text(), "X₀W_Q");
        assert_eq!(Math::written("d_{model}").latex(), r"d_{\text{model}}");
        assert_eq!(Math::written("X_{ℓ−1}").text(), "X_ℓ₋₁");
    }

    #[test]
    fn what_has_no_outline_is_left_out_and_told() {
        assert_eq!(Math::written("S_1 = Q_1K_1^T").left_out(), "");
        let foreign = Math::written("S_ñ =").and("小");
        assert_eq!((foreign.text().as_str(), foreign.left_out()), ("S =", "ñ小"));
        for broken in ["_", "^", "_1", "X_", "X_{12", "X_{", "′", ""] {
            let _ = Math::written(broken).latex();
        }
    }

    #[test]
    fn a_named_formula_is_one_sign() {
        let product = Math::named("matmul").unwrap();
        assert_eq!(product.text(), "yᵢⱼ = Σₖ aᵢₖ × bₖⱼ");
        assert_eq!(product.then(Math::written(", ε = 0.5")).text(), "yᵢⱼ = Σₖ aᵢₖ × bₖⱼ, ε = 0.5");
        assert_eq!(Math::named("no_such_formula"), None);
    }
}
