//! More heads: sharing the width out costs nothing, keeping it multiplies.

use super::architecture::{Architecture, Costs};
use crate::transformer::{BuildError, Model};

/// The same architecture with another number of heads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadCount {
    /// How many heads.
    pub heads: usize,
    /// Width of a head as it is.
    pub width: usize,
    /// Width of a head when all heads together stay as wide as they were.
    pub narrower_width: usize,
    /// The costs then.
    pub narrower: Costs,
    /// The costs when each head stays as wide as it was.
    pub as_wide: Costs,
}

/// Most heads, in multiples of those that there are.
const MOST: usize = 4;

/// What fewer and more heads cost: powers of two, and the number there is, as far as the width can be shared out among them.
/// Nothing for what has no heads.
///
/// # Errors
/// Sizes that cannot be.
pub fn head_counts(architecture: &Architecture) -> Result<Vec<HeadCount>, BuildError> {
    let model = &architecture.model;
    if !model.subject.has_heads() {
        return Ok(Vec::new());
    }
    let dims = model.dims()?;
    let all_keys = dims.heads.saturating_mul(dims.d_k);
    let all_values = dims.heads.saturating_mul(dims.d_v);
    let most = dims.heads.saturating_mul(MOST);
    let powers = std::iter::successors(Some(1_usize), |power| power.checked_mul(2)).take_while(|power| *power <= most);
    let mut counts: Vec<usize> = powers.chain([dims.heads]).collect();
    counts.sort_unstable();
    counts.dedup();
    counts.retain(|&heads| all_keys.is_multiple_of(heads) && all_values.is_multiple_of(heads));
    let costs = |heads, d_k, d_v| {
        let mut other = architecture.clone();
        other.model = Model { heads, d_k: Some(d_k), d_v: Some(d_v), ..model.clone() };
        other.additions.key_heads = other.additions.key_heads.map(|key_heads| key_heads.min(heads));
        other.costs()
    };
    counts
        .into_iter()
        .map(|heads| {
            Ok(HeadCount {
                heads,
                width: dims.d_k,
                narrower_width: all_keys / heads,
                narrower: costs(heads, all_keys / heads, all_values / heads)?,
                as_wide: costs(heads, dims.d_k, dims.d_v)?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{Account, Counting};
    use crate::transformer::{Feeds, Subject};

    fn counts(model: &Model) -> Vec<HeadCount> {
        head_counts(&Architecture::of(model, &Feeds::default())).unwrap()
    }

    #[test]
    fn narrower_heads_share_the_cost_and_heads_as_wide_multiply_it() {
        let all = counts(&Model { subject: Subject::MultiHeadAttention, attention_bias: true, ..Model::default() });
        assert_eq!(all.iter().map(|count| (count.heads, count.narrower_width)).collect::<Vec<_>>(), {
            [(1, 512), (2, 256), (4, 128), (8, 64), (16, 32), (32, 16)]
        });
        for count in &all {
            assert_eq!(count.narrower.ledger.total(), 1_050_624, "{} heads", count.heads);
            // Four projections of 512 to h · 64 and back, with their biases.
            let wide = count.heads * 64;
            assert_eq!(count.as_wide.ledger.total(), 4 * 512 * wide + 3 * wide + 512);
            assert_eq!(count.as_wide.ledger.of(Account::Query), 32_768 * count.heads);
            let flops = |costs: &Costs| costs.growth.total(Counting::Products).at(100);
            assert_eq!(flops(&count.narrower), flops(&all[3].narrower));
            assert_eq!(flops(&count.as_wide), flops(&all[0].as_wide) * count.heads as u64);
            assert_eq!(count.narrower.growth.heads(), count.heads as u64);
        }
    }

    #[test]
    fn what_cannot_be_shared_out_is_left_out() {
        // The article's heads: 2 of width 3.
        let all = counts(&Model { subject: Subject::MultiHeadAttention, d_model: 4, heads: 2, d_k: Some(3), ..Model::default() });
        assert_eq!(all.iter().map(|count| count.heads).collect::<Vec<_>>(), [1, 2]);
        assert!(counts(&Model { subject: Subject::FeedForward, ..Model::default() }).is_empty());
    }
}
