//! How an element of an array is written in bytes, and its value as f64.

use half::{bf16, f16};
use safetensors::Dtype;

/// A number type and its byte order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Encoding {
    number: Number,
    big_endian: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Number {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    Bf16,
    F32,
    F64,
}

impl Encoding {
    /// The type that a `.npy` header describes as `<f4`, `>i8`, `|b1`: byte order, kind, bytes.
    pub(super) fn of_npy(description: &str) -> Option<Self> {
        let (order, kind) = description.split_at_checked(1)?;
        let big_endian = match order {
            "<" | "|" => false,
            ">" => true,
            "=" => cfg!(target_endian = "big"),
            _ => return None,
        };
        let number = match kind {
            "b1" => Number::Bool,
            "i1" => Number::I8,
            "i2" => Number::I16,
            "i4" => Number::I32,
            "i8" => Number::I64,
            "u1" => Number::U8,
            "u2" => Number::U16,
            "u4" => Number::U32,
            "u8" => Number::U64,
            "f2" => Number::F16,
            "f4" => Number::F32,
            "f8" => Number::F64,
            _ => return None,
        };
        Some(Self { number, big_endian })
    }

    /// The type of a tensor in a `.safetensors` file, where the low byte always comes first.
    pub(super) fn of_safetensors(dtype: Dtype) -> Option<Self> {
        let number = match dtype {
            Dtype::BOOL => Number::Bool,
            Dtype::I8 => Number::I8,
            Dtype::I16 => Number::I16,
            Dtype::I32 => Number::I32,
            Dtype::I64 => Number::I64,
            Dtype::U8 => Number::U8,
            Dtype::U16 => Number::U16,
            Dtype::U32 => Number::U32,
            Dtype::U64 => Number::U64,
            Dtype::F16 => Number::F16,
            Dtype::BF16 => Number::Bf16,
            Dtype::F32 => Number::F32,
            Dtype::F64 => Number::F64,
            _ => return None,
        };
        Some(Self { number, big_endian: false })
    }

    /// Bytes an element takes.
    pub(super) fn size(self) -> usize {
        match self.number {
            Number::Bool | Number::I8 | Number::U8 => 1,
            Number::I16 | Number::U16 | Number::F16 | Number::Bf16 => 2,
            Number::I32 | Number::U32 | Number::F32 => 4,
            Number::I64 | Number::U64 | Number::F64 => 8,
        }
    }

    /// The values of a whole number of elements, or the first one that f64 cannot hold, as text.
    pub(super) fn decode(self, bytes: &[u8]) -> Result<Vec<f64>, String> {
        match self.number {
            Number::Bool => self.values(bytes, |[byte]| Ok(f64::from(u8::from(byte != 0)))),
            Number::I8 => self.values(bytes, |element| Ok(i8::from_le_bytes(element).into())),
            Number::I16 => self.values(bytes, |element| Ok(i16::from_le_bytes(element).into())),
            Number::I32 => self.values(bytes, |element| Ok(i32::from_le_bytes(element).into())),
            Number::I64 => self.values(bytes, |element| {
                let integer = i64::from_le_bytes(element);
                exact(integer.unsigned_abs()).then_some(integer as f64).ok_or_else(|| integer.to_string())
            }),
            Number::U8 => self.values(bytes, |element| Ok(u8::from_le_bytes(element).into())),
            Number::U16 => self.values(bytes, |element| Ok(u16::from_le_bytes(element).into())),
            Number::U32 => self.values(bytes, |element| Ok(u32::from_le_bytes(element).into())),
            Number::U64 => self.values(bytes, |element| {
                let integer = u64::from_le_bytes(element);
                exact(integer).then_some(integer as f64).ok_or_else(|| integer.to_string())
            }),
            Number::F16 => self.values(bytes, |element| Ok(f16::from_le_bytes(element).into())),
            Number::Bf16 => self.values(bytes, |element| Ok(bf16::from_le_bytes(element).into())),
            Number::F32 => self.values(bytes, |element| Ok(f32::from_le_bytes(element).into())),
            Number::F64 => self.values(bytes, |element| Ok(f64::from_le_bytes(element))),
        }
    }

    /// The value of each element, which `value` takes with its low byte first.
    fn values<const SIZE: usize>(self, bytes: &[u8], value: impl Fn([u8; SIZE]) -> Result<f64, String>) -> Result<Vec<f64>, String> {
        let (elements, _) = bytes.as_chunks();
        elements
            .iter()
            .map(|&(mut element)| {
                if self.big_endian {
                    element.reverse();
                }
                value(element)
            })
            .collect()
    }
}

/// Whether the 53 bits of an f64 reach from the highest to the lowest bit that is set.
fn exact(magnitude: u64) -> bool {
    u64::BITS - magnitude.leading_zeros() <= f64::MANTISSA_DIGITS + magnitude.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_byte_orders() {
        let decode = |description: &str, bytes: &[u8]| Encoding::of_npy(description).unwrap().decode(bytes).unwrap();
        assert_eq!(decode("<i2", &[1, 2]), [513.0]);
        assert_eq!(decode(">i2", &[1, 2]), [258.0]);
        assert_eq!(decode(">f4", &[0x3F, 0xC0, 0, 0, 0xBF, 0x80, 0, 0]), [1.5, -1.0]);
        assert_eq!(decode("|u1", &[255]), [255.0]);
        assert_eq!(decode("|b1", &[0, 1]), [0.0, 1.0]);
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for description in ["<c16", "|O", "<U3", "<M8[ns]", "<f16", "", "é", "f8"] {
            assert_eq!(Encoding::of_npy(description), None, "{description}");
        }
    }

    #[test]
    fn integers_are_exact_or_refused() {
        let i64s = Encoding::of_npy("<i8").unwrap();
        let decode = |integer: i64| i64s.decode(&integer.to_le_bytes());
        for integer in [0, -1, 1 << 53, (1 << 53) - 1, i64::MIN, 3 << 61] {
            assert_eq!(decode(integer), Ok(vec![integer as f64]));
        }
        assert_eq!(decode((1 << 53) + 1), Err("9007199254740993".to_owned()));
        assert_eq!(decode(i64::MAX), Err(i64::MAX.to_string()));
        let u64s = Encoding::of_npy("<u8").unwrap();
        assert_eq!(u64s.decode(&u64::MAX.to_le_bytes()), Err(u64::MAX.to_string()));
        assert_eq!(u64s.decode(&(1_u64 << 63).to_le_bytes()), Ok(vec![(1_u64 << 63) as f64]));
    }
}
