//! Tensors of any number of axes, as the files hold them.

use ndarray::{Array2, ArrayD, Axis, IxDyn};
use safetensors::Dtype;
use safetensors::tensor::TensorView;

use super::manifest::Result;

/// Numbers, whole numbers or flags, in row-major order.
#[derive(Clone, Debug)]
pub enum Tensor {
    Floats(ArrayD<f64>),
    Wholes(ArrayD<i64>),
    Flags(ArrayD<bool>),
}

/// The same expression for whichever kind of entries a tensor has.
macro_rules! each {
    ($tensor:expr, $array:ident => $result:expr) => {
        match $tensor {
            Tensor::Floats($array) => Tensor::Floats($result),
            Tensor::Wholes($array) => Tensor::Wholes($result),
            Tensor::Flags($array) => Tensor::Flags($result),
        }
    };
}

impl Tensor {
    /// A tensor of a file.
    pub fn read(view: &TensorView) -> Result<Self> {
        let (shape, bytes) = (view.shape(), view.data());
        match view.dtype() {
            Dtype::F64 => shaped(shape, chunks(bytes).map(f64::from_le_bytes)).map(Self::Floats),
            Dtype::F32 => shaped(shape, chunks(bytes).map(|cell| f64::from(f32::from_le_bytes(cell)))).map(Self::Floats),
            Dtype::I64 => shaped(shape, chunks(bytes).map(i64::from_le_bytes)).map(Self::Wholes),
            Dtype::I32 => shaped(shape, chunks(bytes).map(|cell| i64::from(i32::from_le_bytes(cell)))).map(Self::Wholes),
            Dtype::BOOL => shaped(shape, bytes.iter().map(|&byte| byte != 0)).map(Self::Flags),
            other => Err(format!("entries of type {other:?} are not read here")),
        }
    }

    /// Its shape.
    pub fn shape(&self) -> &[usize] {
        match self {
            Self::Floats(values) => values.shape(),
            Self::Wholes(values) => values.shape(),
            Self::Flags(values) => values.shape(),
        }
    }

    /// How many entries it has.
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Entry `index` of the first axis: a sequence of a batch, a head of a sequence.
    pub fn at(&self, index: usize) -> Result<Self> {
        match self.shape().first() {
            Some(&count) if index < count => Ok(each!(self, values => values.index_axis(Axis(0), index).to_owned())),
            _ => Err(format!("there is no entry {index} in a tensor of shape {:?}", self.shape())),
        }
    }

    /// Repeated along new and single axes until it has `shape`.
    pub fn broadcast(&self, shape: &[usize]) -> Result<Self> {
        let refused = || format!("a tensor of shape {:?} does not extend to {shape:?}", self.shape());
        Ok(each!(self, values => values.broadcast(IxDyn(shape)).ok_or_else(refused)?.to_owned()))
    }

    /// The numbers as rows of the last axis: \[…, d\] → \[rows, d\]; a vector is one row.
    pub fn matrix(&self) -> Result<Array2<f64>> {
        self.rows_of(1)
    }

    /// The numbers as rows of the last `axes` axes taken together.
    pub fn rows_of(&self, axes: usize) -> Result<Array2<f64>> {
        let values = self.floats()?;
        let (outer, inner) = values.shape().split_at(values.ndim().saturating_sub(axes));
        let shape = (outer.iter().product(), inner.iter().product());
        Array2::from_shape_vec(shape, values.iter().copied().collect()).map_err(|error| error.to_string())
    }

    /// The numbers.
    pub fn floats(&self) -> Result<&ArrayD<f64>> {
        match self {
            Self::Floats(values) => Ok(values),
            _ => Err("numbers are wanted, but these are whole numbers or flags".to_owned()),
        }
    }

    /// Whole numbers that name something, but for `nothing`.
    pub fn names(&self, nothing: Option<i64>) -> Result<Vec<Option<usize>>> {
        let Self::Wholes(values) = self else { return Err("whole numbers are wanted, but these are not".to_owned()) };
        let name = |&value: &i64| if Some(value) == nothing { Ok(None) } else { usize::try_from(value).map(Some) };
        values.iter().map(|value| name(value).map_err(|error| error.to_string())).collect()
    }

    /// Whole numbers that count something.
    pub fn counts(&self) -> Result<Vec<usize>> {
        Ok(self.names(None)?.into_iter().flatten().collect())
    }

    /// A tensor of this shape with other numbers.
    pub fn filled(&self, numbers: &mut dyn Iterator<Item = f64>) -> Self {
        let mut values = ArrayD::zeros(self.shape());
        values.iter_mut().zip(numbers).for_each(|(value, number)| *value = number);
        Self::Floats(values)
    }

    /// The numbers rounded to single precision; whole numbers and flags stay.
    #[expect(clippy::cast_possible_truncation, reason = "rounding is what is asked for")]
    pub fn rounded(&self) -> Self {
        match self {
            Self::Floats(values) => Self::Floats(values.mapv(|value| f64::from(value as f32))),
            other => other.clone(),
        }
    }
}

/// The bytes of one entry after the other.
fn chunks<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    bytes.as_chunks().0.iter().copied()
}

fn shaped<V>(shape: &[usize], entries: impl Iterator<Item = V>) -> Result<ArrayD<V>> {
    ArrayD::from_shape_vec(IxDyn(shape), entries.collect()).map_err(|error| error.to_string())
}
