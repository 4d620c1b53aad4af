// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/narrow_format.h"
#include "core/tensor/shape.h"

#include <cstdint>
#include <vector>

namespace gf::cpu {

/// Terms of a product's number that are added up in their order, from zero, before the sum is added
/// to the sums of the terms before them.
inline constexpr Index sumDepth = 256;

/// c (m × n) = op(a)·op(b) + bias, or c += …; row-major, `ld…` are the distances between stored
/// rows.
struct Product {
    bool transposeA = false; ///< a is stored k × m
    bool transposeB = false; ///< b is stored n × k
    Index m = 0, n = 0, k = 0;
    Index lda = 0, ldb = 0, ldc = 0;
    bool accumulate = false;
};

/// Rows of a square causal matrix that are worked on together: what lies right of the square block
/// that they have on the diagonal is left out.
inline constexpr Index triangleRows = 32;

/// Which keys a mask hides in one example.
struct MaskShape {
    Index heads = 0, queries = 0, keys = 0;
    const float* keep = nullptr; ///< 0 where a key is hidden; null: no keep-mask
    bool causal = false;
    float fill = 0;
    Index keepStride = 0; ///< from a query's row of `keep` to the next one's; 0: it is for all
    bool strict = false;  ///< where it is causal: a query does not see its own place either
    Index window = 0;     ///< `mask` alone: a query sees so many keys at most; 0: no window
};

/// The widest head, of keys and of values, whose attention goes by blocks.
inline constexpr Index widestBlockHead = 128;

/// A matrix whose rows are so far apart.
struct RowsAt {
    float* first = nullptr;
    Index apart = 0;
};

/// Attention of one head by blocks: heads [T,d_v] = softmax(mask(factor·q·kᵀ))·v.
struct BlockAttention {
    MaskShape mask; ///< of the queries [T,K] and the keys [S,K]; its fill is −∞
    Index width = 0, valueWidth = 0;
    float factor = 1;
    RowsAt q, k, v, heads;
    float* rows = nullptr; ///< [2,T]: the largest score of each query, 1 / Σ exp(score − that)
};

/// Its gradients; dq, dk or dv is null where nobody asks for it.
struct BlockGradients {
    RowsAt dheads, dq, dk, dv;
};

/// T queries [T,D] and S keys [S,D] that are scored by additive scores.
struct AdditiveShape {
    Index queries = 0, keys = 0, width = 0;
};

/// Which dropout draws: element i of this call is kept when its hash passes.
struct DropoutDraw {
    std::uint64_t key = 0;   ///< of (seed, step, stream)
    std::uint64_t first = 0; ///< counter of the first element
    double rate = 0;
};

/// The arithmetic of the CPU backend: plain loops over rows and buffers, one set per instruction
/// set. No allocation, no threads, no knowledge of graphs. Element by element, a result may be one
/// of its operands; otherwise buffers don't overlap.
struct Kernels {
    const char* name; ///< "x86-64-v3"

    /// `bias` is added to every row; null: none. Not together with accumulate.
    void (*product)(const Product& shape, const float* a, const float* b, const float* bias,
                    float* c);
    /// c [n] = a [k]·b (+ bias), with b in panels of 16 bits (NarrowMatrix): the bits of `product`.
    void (*narrowProduct)(NarrowFormat format, Index k, Index n, const float* a,
                          const std::uint32_t* panels, const float* bias, float* c);
    void (*columnSum)(Index rows, Index columns, const float* x, float* sum);

    void (*add)(Index n, const float* a, const float* b, float* y);
    void (*accumulate)(Index n, const float* x, float* y); ///< y += x
    void (*scale)(Index n, float factor, const float* x, float* y);
    void (*mask)(const MaskShape& shape, const float* x, float* y);
    void (*softmax)(Index rows, Index columns, const float* x, float* y);
    void (*softmaxGradient)(Index rows, Index columns, const float* y, const float* dy, float* dx);
    /// softmax(mask(factor·x)) and its gradient to x, factor·mask(softmaxGradient(y, dy)): what the
    /// kernels above give one after the other, to the bit. In a causal matrix y must be zero right
    /// of the diagonal, and x and dy may be anything right of the block (triangleRows) on it.
    void (*attentionWeights)(const MaskShape& shape, float factor, const float* x, float* y);
    void (*scoresGradient)(const MaskShape& shape, float factor, const float* y, const float* dy,
                           float* dx);
    /// Writes `heads` and `rows`.
    void (*blockAttention)(const BlockAttention& attention);
    /// Reads what the above read and wrote.
    void (*blockAttentionGradients)(const BlockAttention& attention, const BlockGradients& d);
    void (*dropout)(Index n, const DropoutDraw& draw, const float* x, float* y);

    void (*layerNorm)(Index rows, Index columns, float epsilon, const float* x, const float* gain,
                      const float* bias, float* y);
    void (*layerNormInputGradient)(Index rows, Index columns, float epsilon, const float* x,
                                   const float* gain, const float* dy, float* dx);
    void (*layerNormGainGradient)(Index rows, Index columns, float epsilon, const float* x,
                                  const float* dy, float* dgain);

    /// The two above in one pass.
    void (*layerNormGradients)(Index rows, Index columns, float epsilon, const float* x,
                               const float* gain, const float* dy, float* dx, float* dgain);

    /// RMSNorm, the same without mean and bias.
    void (*rmsNorm)(Index rows, Index columns, float epsilon, const float* x, const float* gain,
                    float* y);
    void (*rmsNormInputGradient)(Index rows, Index columns, float epsilon, const float* x,
                                 const float* gain, const float* dy, float* dx);
    void (*rmsNormGainGradient)(Index rows, Index columns, float epsilon, const float* x,
                                const float* dy, float* dgain);
    void (*rmsNormGradients)(Index rows, Index columns, float epsilon, const float* x,
                             const float* gain, const float* dy, float* dx, float* dgain);

    // Operations that work number by number: relu(n, x, y), reluGradient(n, x, dy, dx), ….
#define GF_EACH(kind, function, name) void (*function)(Index n, const float* x, float* y);
#define GF_PAIR(kind, function, name)                                                              \
    void (*function)(Index n, const float* a, const float* b, float* y);
#include "core/graph/op_table.def"

    /// e[t,s] = Σ_d v_d·tanh(a[t,d] + b[s,d]).
    void (*additiveScores)(const AdditiveShape& shape, const float* a, const float* b,
                           const float* v, float* e);
    /// With u = de[t,s]·v·(1 − tanh²): da[t] = Σ_s u or, where that is null, db[s] = Σ_t u.
    void (*additiveScoresGradient)(const AdditiveShape& shape, const float* a, const float* b,
                                   const float* v, const float* de, float* da, float* db);
    /// dv += Σ de[t,s]·tanh.
    void (*additiveVectorGradient)(const AdditiveShape& shape, const float* a, const float* b,
                                   const float* de, float* dv);

    /// y = gelu(x), and x becomes GELU's derivative there: geluGradient() is then a product.
    void (*geluWithSlope)(Index n, float* x, float* y);

    /// `first` is the label of the first word.
    void (*crossEntropy)(Index rows, Index words, Index first, float smoothing, const float* logits,
                         const float* probabilities, const float* labels, const float* keep,
                         float* loss);
    void (*crossEntropyGradient)(Index rows, Index words, Index first, float smoothing,
                                 const float* probabilities, const float* labels, const float* keep,
                                 const float* dy, float* dlogits);
    void (*squaredError)(Index rows, Index features, const float* values, const float* labels,
                         const float* keep, float* loss);
    void (*squaredErrorGradient)(Index rows, Index features, const float* values,
                                 const float* labels, const float* keep, const float* dy,
                                 float* dvalues);

    double (*sum)(Index n, const float* x);
    double (*sumOfSquares)(Index n, const float* x);
    /// y = a·x + b·z; y may be x or z.
    void (*blend)(Index n, float a, const float* x, float b, const float* z, float* y);
    /// y = beta·v + rest·g²; y may be v.
    void (*secondMoment)(Index n, float beta, float rest, const float* v, const float* g, float* y);
    /// y = −rate · (m·c1) / (√(v·c2) + epsilon)
    void (*adamUpdate)(Index n, float rate, float c1, float c2, float epsilon, const float* m,
                       const float* v, float* y);

    /// Multiplies and adds registers that wait for nothing, and returns how many operations that
    /// was: the most that this set can do. `sink` keeps the result from being left out.
    double (*multiplyAdds)(Index rounds, float* sink);
};

/// The sets that this processor can run, the fastest first.
std::vector<const Kernels*> availableKernels();

/// The fastest set, or the one that the environment variable GLASSFORMER_KERNELS names.
const Kernels& bestKernels();

} // namespace gf::cpu
