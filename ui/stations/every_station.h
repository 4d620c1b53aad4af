// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

namespace gf {

// The stations. Each has a file of its own, and all of it is in a namespace of the file's name: all
// have functions that show, measure and move.

/// Each token's embedding as a row of bars, one for each feature: the same token has the same
/// bars wherever it stands.
namespace token_vectors {
Station station();
}

/// Of byte pairs: how the characters of a word became its tokens, merge by merge (Sennrich et al.
/// 2016), and the merges that were learnt first, with how often their pair stood in the text.
namespace byte_pairs {
Station station();
}

/// The positions as a heatmap, as curves over the positions for a few chosen features (a clock
/// with hands of different speeds), and as a curve over the features for one position.
namespace position_curves {
Station station();
}

/// What the first layer reads, for one token: its embedding, the position, and their sum, feature
/// by feature.
namespace input_sum {
Station station();
}

/// How alike the rows of a matrix are: P·Pᵀ for positions, X·Xᵀ for embeddings and their sum, as
/// dot products or as cosines, and the chosen row of it as bars.
namespace row_similarity {
Station station();
}

/// Sinusoidal positions, learned ones and none, side by side with the similarity of their rows.
/// What is not this model's is labelled so: sinusoidal ones follow from their formula, of learned
/// ones that were never learned nothing can be shown.
namespace position_kinds {
Station station();
}

/// X · W = Q (or K, V) for one head, with the columns of the head marked in the whole of W.
namespace head_projection {
Station station();
}

/// Scores read another way: X (W_Q W_Kᵀ) Xᵀ, with the one D × D matrix of the head in the middle.
namespace scores_form {
Station station();
}

/// A source of patches as the picture that it is.
namespace picture {
Station station();
}

/// Attention weights over the patches of a picture as light on it: one word, or patch, large;
/// beside it every word of the head, or every head of the patch (after Xu et al. 2015, figure 2).
namespace picture_attention {
Station station();
}

/// Attention weights as lines: queries on the left, keys on the right, a line the wider and the
/// stronger the more a query looks at a key.
namespace attention_lines {
Station station();
}

/// "heads": all heads of the model as small maps, layers × heads for each kind of attention, with
/// their entropy and a guess at what they look at; the head in focus with the rules behind the
/// guess (kinds of heads: Voita et al. 2019; a guess only: Jain & Wallace 2019).
namespace heads_overview {
Station station();
}

/// weights · V for one query: each key's weight and value, what it adds, and the sum so far, which
/// ends at the query's row of the result.
namespace weighted_values {
Station station();
}

/// "contributions": the heads side by side, W_O with the rows that belong to each, and what each
/// head adds to the output's row of the token in focus (Vaswani et al. 2017, section 3.2.2; norms
/// of what is added rather than weights: Kobayashi et al. 2020).
namespace head_contributions {
Station station();
}

/// "head-gradients": the gradient of an attention's output goes back through W_O to its heads; how
/// much of it reaches each, and what the loss would change by, to first order, without that head
/// (Michel et al. 2019).
namespace head_gradients {
Station station();
}

/// "layer-norm": what LayerNorm does to the row of the token in focus, one step under the other,
/// and how its features are distributed before and after (Ba et al. 2016).
namespace layer_norm_steps {
Station station();
}

/// "rms-norm": the same of RMSNorm (Zhang & Sennrich 2019).
namespace layer_norm_steps {
Station rmsStation();
}

/// "norm-gradient": the gradient of a LayerNorm's output for one token, step by step to what it
/// hands on to its input, and both for all tokens.
namespace norm_gradient {
Station station();
}

/// "rms-norm-gradient": the same of RMSNorm.
namespace norm_gradient {
Station rmsStation();
}

/// "stream": the residual stream of a stack from the embedding to its end, with the norms where
/// Pre-LN or Post-LN puts them, over the length of every token's row at each point (Xiong et al.
/// 2020; the stream as the thing that all sub-layers read and write: Elhage et al. 2021).
namespace residual_flow {
Station station();
}

/// The hidden units of a feed-forward layer: units × tokens, the share of each token's units that
/// is silent, and the units that a token switches on, ranked.
namespace hidden_units {
Station station();
}

/// What the model says at one place of the sentence, word by word, at any temperature; and under
/// it what each right answer costs.
namespace output_words {
Station station();
}

/// Every head as one cell, a row for each layer, of a model that has too many for maps: 30 layers
/// of 32 heads find room. Beside it, or under it, the head in focus.
namespace head_grid {
Station station();
}

/// The words whose embeddings are nearest to a token's row, of a model that says none.
namespace nearest_words {
Station station();
}

/// How long the gradient of each sub-layer is, from the embedding to the output.
namespace gradient_norms {
Station station();
}

/// What one training step does to a parameter: value, gradient, the optimizer's memory and the
/// change as matrices, and for one weight the whole arithmetic.
namespace weight_update {
Station station();
}

/// The T×S matrix of who reads whom, alike for attention, a mean layer and a convolution; beside it
/// the one after two tokens have changed places, which is another one for attention alone.
namespace who_reads_whom {
Station station();
}

/// A series as a curve: what is known, what the model says, the truth, and where it looked.
namespace forecast {
Station station();
}

/// Cities in the plane, the tour so far, and how probable the pointer finds each next one.
namespace tour_map {
Station station();
}

/// "gates": the gates of a GRU along its sentence, unit by unit and on average; "lstm-gates": those
/// of an LSTM, and what its cell keeps.
namespace gates {
Station station();
Station lstmStation();
} // namespace gates

/// One row of the context of a recurrent model’s attention, added up from the states.
namespace context_vector {
Station station();
}

/// The kinds of scores side by side, on one pair of states.
namespace score_families {
Station station();
}

/// How far back in time the gradient of a loss reaches.
namespace time_gradients {
Station station();
}

/// What positions add to the scores, as matrices and by the offset.
namespace position_bias {
Station station();
}

/// Pairs of features turned by the position, and a score that hangs on the offset alone.
namespace rotation {
Station station();
}

} // namespace gf
