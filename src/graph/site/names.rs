//! The words that sites are made of.

use std::fmt;
use std::str::FromStr;

/// An enum whose variants are one word each in a site.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// All of them, in the order of declaration.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The word in a site.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }

        impl FromStr for $name {
            type Err = ();

            fn from_str(text: &str) -> Result<Self, ()> {
                match text { $($word => Ok(Self::$variant),)+ _ => Err(()) }
            }
        }
    };
}

words! {
    /// A stack of blocks, or what feeds and reads them.
    Stack {
        /// Tokens and positions shared by source and target.
        Vocabulary = "vocabulary",
        /// The input of the encoder.
        Source = "source",
        /// The input of the decoder.
        Target = "target",
        /// The encoder's blocks.
        Encoder = "encoder",
        /// The decoder's blocks.
        Decoder = "decoder",
        /// What turns the last block's output into an answer.
        Head = "output",
    }
}

words! {
    /// A sublayer.
    Part {
        /// Scaled dot-product attention on given queries, keys and values, or multi-head attention outside a stack.
        Attention = "attention",
        /// Attention of a stack to itself.
        SelfAttention = "self_attention",
        /// The norm that belongs to the self-attention.
        SelfAttentionNorm = "self_attention_norm",
        /// Attention of the decoder to the encoder.
        CrossAttention = "cross_attention",
        /// The norm that belongs to the cross-attention.
        CrossAttentionNorm = "cross_attention_norm",
        /// The position-wise feed-forward network.
        FeedForward = "feed_forward",
        /// The norm that belongs to the feed-forward network.
        FeedForwardNorm = "feed_forward_norm",
        /// A norm outside a block.
        Norm = "norm",
        /// The norm after the last block.
        FinalNorm = "final_norm",
    }
}

words! {
    /// What a value is.
    Quantity {
        /// Learned vectors, a row a token.
        EmbeddingTable = "embedding_table",
        /// Learned vectors, a row a position.
        PositionTable = "position_table",
        /// The tokens' vectors.
        Embeddings = "embeddings",
        /// The tokens' vectors times √d_model.
        ScaledEmbeddings = "scaled_embeddings",
        /// The positions' vectors.
        Positions = "positions",
        /// What enters a stack or a sublayer.
        Input = "input",
        /// What an attention reads its keys and values from, where that is not its input.
        Memory = "memory",
        /// W_Q, \[d_model × heads·d_k\].
        QueryWeight = "w_q",
        /// W_K, \[d_model × heads·d_k\].
        KeyWeight = "w_k",
        /// W_V, \[d_model × heads·d_v\].
        ValueWeight = "w_v",
        /// W_O, \[heads·d_v × d_model\].
        OutputWeight = "w_o",
        /// b_Q.
        QueryBias = "b_q",
        /// b_K.
        KeyBias = "b_k",
        /// b_V.
        ValueBias = "b_v",
        /// b_O.
        OutputBias = "b_o",
        /// x·W_Q before its bias.
        QueryProduct = "query_product",
        /// x·W_K before its bias.
        KeyProduct = "key_product",
        /// x·W_V before its bias.
        ValueProduct = "value_product",
        /// Queries, a row a position.
        Query = "query",
        /// Keys, a row a position.
        Key = "key",
        /// Values, a row a position.
        Value = "value",
        /// Keys of earlier positions, kept from earlier steps.
        CachedKey = "cached_key",
        /// Values of earlier positions, kept from earlier steps.
        CachedValue = "cached_value",
        /// Cached keys followed by the new ones.
        AllKeys = "all_keys",
        /// Cached values followed by the new ones.
        AllValues = "all_values",
        /// Q·Kᵀ.
        Scores = "scores",
        /// Scores over the divisor.
        Scaled = "scaled",
        /// What is added to the scaled scores, a row a query.
        ScoreBias = "score_bias",
        /// Scaled scores plus their bias.
        Biased = "biased",
        /// Scores with −∞ where a query may not see a key.
        Masked = "masked",
        /// Attention weights: softmax of a row of scores.
        Weights = "weights",
        /// The heads' outputs side by side.
        Concatenated = "concatenated",
        /// A last product before its bias.
        OutputProduct = "output_product",
        /// What a sublayer, block or stack gives.
        Output = "output",
        /// Input plus the sublayer's output.
        Residual = "residual",
        /// The first self-attention's output plus the positions.
        WithPositions = "with_positions",
        /// γ of a norm.
        Gamma = "gamma",
        /// β of a norm.
        Beta = "beta",
        /// W_1 of the feed-forward network, \[d_model × d_ff\].
        FirstWeight = "w_1",
        /// b_1.
        FirstBias = "b_1",
        /// W_2, \[d_ff × d_model\].
        SecondWeight = "w_2",
        /// b_2.
        SecondBias = "b_2",
        /// W of the gate of a gated feed-forward network, \[d_model × d_ff\].
        GateWeight = "w_gate",
        /// x·W_gate.
        Gate = "gate",
        /// x·W_1 before its bias.
        HiddenProduct = "hidden_product",
        /// The hidden layer before the activation.
        Hidden = "hidden",
        /// The hidden layer after the activation.
        Activated = "activated",
        /// Activated gate times hidden layer.
        Gated = "gated",
        /// The one row that a classifier reads.
        Pooled = "pooled",
        /// Weights of the classifier or of the vocabulary's scores.
        LogitsWeight = "w_logits",
        /// Their bias.
        LogitsBias = "b_logits",
        /// The last product before its bias.
        LogitsProduct = "logits_product",
        /// A score for each token or class.
        Logits = "logits",
        /// Softmax of the logits.
        Probabilities = "probabilities",
        /// Logarithm of the softmax of the logits.
        LogProbabilities = "log_probabilities",
    }
}
