//! The functions that a script defines.

use super::Library;
use crate::graph::{Activation, EpsilonPlace, LayerNorm, Op, Softmax};

/// A function of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Softmax,
    NaiveSoftmax,
    LogSoftmax,
    LayerNorm,
    LayerNormBeside,
    RmsNorm,
    Gelu,
    GeluTanh,
    Check,
}

impl Function {
    /// What the line of an operation calls.
    pub(super) fn of(op: &Op, library: Library) -> Option<Self> {
        let numpy = library == Library::NumPy;
        match op {
            Op::Softmax(Softmax::Stable) => Some(Self::Softmax),
            Op::Softmax(Softmax::Naive) => Some(Self::NaiveSoftmax),
            Op::LogSoftmax(_) if numpy => Some(Self::LogSoftmax),
            Op::LayerNorm(LayerNorm { place: EpsilonPlace::UnderRoot, .. }) if numpy => Some(Self::LayerNorm),
            Op::LayerNorm(LayerNorm { place: EpsilonPlace::BesideSigma, .. }) => Some(Self::LayerNormBeside),
            Op::RmsNorm(_) => Some(Self::RmsNorm),
            Op::Activation(Activation::Gelu) if numpy => Some(Self::Gelu),
            Op::Activation(Activation::GeluTanh) if numpy => Some(Self::GeluTanh),
            _ => None,
        }
    }

    /// Its text.
    pub(super) const fn definition(self, library: Library) -> &'static str {
        match (self, library) {
            (Self::Softmax, Library::NumPy) => NUMPY_SOFTMAX,
            (Self::NaiveSoftmax, Library::NumPy) => NUMPY_NAIVE_SOFTMAX,
            (Self::LogSoftmax, _) => NUMPY_LOG_SOFTMAX,
            (Self::LayerNorm, _) => NUMPY_LAYER_NORM,
            (Self::LayerNormBeside, Library::NumPy) => NUMPY_LAYER_NORM_BESIDE,
            (Self::RmsNorm, Library::NumPy) => NUMPY_RMS_NORM,
            (Self::Gelu, _) => NUMPY_GELU,
            (Self::GeluTanh, _) => NUMPY_GELU_TANH,
            (Self::Check, Library::NumPy) => NUMPY_CHECK,
            (Self::Softmax, Library::Torch) => TORCH_SOFTMAX,
            (Self::NaiveSoftmax, Library::Torch) => TORCH_NAIVE_SOFTMAX,
            (Self::LayerNormBeside, Library::Torch) => TORCH_LAYER_NORM_BESIDE,
            (Self::RmsNorm, Library::Torch) => TORCH_RMS_NORM,
            (Self::Check, Library::Torch) => TORCH_CHECK,
        }
    }
}

const NUMPY_SOFTMAX: &str = r#"def softmax(x):
    """exp(x - max) / sum, row by row; a query that may see nothing, a row of -inf, gets zeros."""
    blind = np.isneginf(x).all(axis=1, keepdims=True)
    exponentials = np.exp(x - np.where(blind, x.dtype.type(0), x.max(axis=1, keepdims=True)))
    return exponentials / np.where(blind, x.dtype.type(1), exponentials.sum(axis=1, keepdims=True))"#;

const NUMPY_NAIVE_SOFTMAX: &str = r#"def naive_softmax(x):
    """exp(x) / sum, row by row: overflows where exp does; a query that may see nothing, a row of -inf, gets zeros."""
    blind = np.isneginf(x).all(axis=1, keepdims=True)
    exponentials = np.exp(x)
    return exponentials / np.where(blind, x.dtype.type(1), exponentials.sum(axis=1, keepdims=True))"#;

const NUMPY_LOG_SOFTMAX: &str = r#"def log_softmax(x):
    """The logarithm of the softmax, row by row."""
    shifted = x - x.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))"#;

const NUMPY_LAYER_NORM: &str = r#"def layer_norm(x, gamma=1, beta=0, *, epsilon):
    """(x - mean) / sqrt(variance + epsilon) * gamma + beta, row by row, with the variance of the population."""
    centred = x - x.mean(axis=1, keepdims=True)
    centred = centred - centred.mean(axis=1, keepdims=True)  # what the rounding of the first mean left
    variance = (centred**2).mean(axis=1, keepdims=True)
    return centred / np.sqrt(variance + epsilon) * gamma + beta"#;

const NUMPY_LAYER_NORM_BESIDE: &str = r#"def layer_norm_beside_sigma(x, gamma=1, beta=0, *, epsilon):
    """(x - mean) / (sigma + epsilon) * gamma + beta, row by row, with the sigma of the population."""
    centred = x - x.mean(axis=1, keepdims=True)
    centred = centred - centred.mean(axis=1, keepdims=True)  # what the rounding of the first mean left
    sigma = np.sqrt((centred**2).mean(axis=1, keepdims=True))
    return centred / (sigma + epsilon) * gamma + beta"#;

const NUMPY_RMS_NORM: &str = r#"def rms_norm(x, gamma=1, *, epsilon):
    """x / sqrt(mean of the squares + epsilon) * gamma, row by row."""
    return x / np.sqrt((x**2).mean(axis=1, keepdims=True) + epsilon) * gamma"#;

const NUMPY_GELU: &str = r#"def gelu(x):
    """x times the share of a standard normal distribution that lies below x."""
    return (x / 2 * (1 + np.vectorize(erf)(x / sqrt(2)))).astype(x.dtype)"#;

const NUMPY_GELU_TANH: &str = r#"def gelu_tanh(x):
    """GELU in the approximation of GPT-2."""
    return x / 2 * (1 + np.tanh(sqrt(2 / pi) * (x + 0.044715 * x**3)))"#;

const NUMPY_CHECK: &str = r#"def check(site, got, expected):
    """Stops where a number is off by more than TOLERANCE, of itself or of the largest number beside it."""
    largest = np.abs(expected[np.isfinite(expected)]).max(initial=1)
    np.testing.assert_allclose(got, expected, rtol=TOLERANCE, atol=TOLERANCE * largest, err_msg=site)"#;

const TORCH_SOFTMAX: &str = r#"def softmax(x):
    """Row by row; a query that may see nothing, a row of -inf, gets zeros."""
    blind = torch.isneginf(x).all(dim=1, keepdim=True)
    return torch.softmax(x, dim=1).masked_fill(blind, 0)"#;

const TORCH_NAIVE_SOFTMAX: &str = r#"def naive_softmax(x):
    """exp(x) / sum, row by row: overflows where exp does; a query that may see nothing, a row of -inf, gets zeros."""
    blind = torch.isneginf(x).all(dim=1, keepdim=True)
    exponentials = torch.exp(x)
    return (exponentials / exponentials.sum(dim=1, keepdim=True)).masked_fill(blind, 0)"#;

const TORCH_LAYER_NORM_BESIDE: &str = r#"def layer_norm_beside_sigma(x, gamma=1, beta=0, *, epsilon):
    """(x - mean) / (sigma + epsilon) * gamma + beta, row by row, with the sigma of the population."""
    sigma, mean = torch.std_mean(x, dim=1, correction=0, keepdim=True)
    return (x - mean) / (sigma + epsilon) * gamma + beta"#;

const TORCH_RMS_NORM: &str = r#"def rms_norm(x, gamma=1, *, epsilon):
    """x / sqrt(mean of the squares + epsilon) * gamma, row by row."""
    return x / torch.sqrt((x**2).mean(dim=1, keepdim=True) + epsilon) * gamma"#;

const TORCH_CHECK: &str = r#"def check(site, got, expected):
    """Stops where a number is off by more than TOLERANCE, of itself or of the largest number beside it."""
    finite = expected[torch.isfinite(expected)].abs()
    largest = max(1.0, finite.max().item()) if len(finite) else 1.0
    where = lambda message: f"{site}: {message}"  # noqa: E731
    torch.testing.assert_close(got, expected, rtol=TOLERANCE, atol=TOLERANCE * largest, equal_nan=True, msg=where)"#;
