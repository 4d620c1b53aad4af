// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
template <class Scalar> struct MaskShape {
    Index heads = 0, queries = 0, keys = 0;
    const Scalar* keyIds = nullptr; ///< null: no padding mask
    bool causal = false;
    Scalar fill = 0;
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
template <class Scalar> struct Kernels {
    const char* name; ///< "x86-64-v3"

    /// `bias` is added to every row; null: none. Not together with accumulate.
    void (*product)(const Product& shape, const Scalar* a, const Scalar* b, const Scalar* bias,
                    Scalar* c);
    void (*columnSum)(Index rows, Index columns, const Scalar* x, Scalar* sum);

    void (*add)(Index n, const Scalar* a, const Scalar* b, Scalar* y);
    void (*accumulate)(Index n, const Scalar* x, Scalar* y); ///< y += x
    void (*multiply)(Index n, const Scalar* a, const Scalar* b, Scalar* y);
    void (*scale)(Index n, Scalar factor, const Scalar* x, Scalar* y);
    void (*mask)(const MaskShape<Scalar>& shape, const Scalar* x, Scalar* y);
    void (*softmax)(Index rows, Index columns, const Scalar* x, Scalar* y);
    void (*softmaxGradient)(Index rows, Index columns, const Scalar* y, const Scalar* dy,
                            Scalar* dx);
    /// softmax(mask(factor·x)) and its gradient to x, factor·mask(softmaxGradient(y, dy)): what the
    /// kernels above give one after the other, to the bit. In a causal matrix y must be zero right
    /// of the diagonal, and x and dy may be anything right of the block (triangleRows) on it.
    void (*attentionWeights)(const MaskShape<Scalar>& shape, Scalar factor, const Scalar* x,
                             Scalar* y);
    void (*scoresGradient)(const MaskShape<Scalar>& shape, Scalar factor, const Scalar* y,
                           const Scalar* dy, Scalar* dx);
    void (*dropout)(Index n, const DropoutDraw& draw, const Scalar* x, Scalar* y);

    void (*layerNorm)(Index rows, Index columns, Scalar epsilon, const Scalar* x,
                      const Scalar* gain, const Scalar* bias, Scalar* y);
    void (*layerNormInputGradient)(Index rows, Index columns, Scalar epsilon, const Scalar* x,
                                   const Scalar* gain, const Scalar* dy, Scalar* dx);
    void (*layerNormGainGradient)(Index rows, Index columns, Scalar epsilon, const Scalar* x,
                                  const Scalar* dy, Scalar* dgain);

    /// The two above in one pass.
    void (*layerNormGradients)(Index rows, Index columns, Scalar epsilon, const Scalar* x,
                               const Scalar* gain, const Scalar* dy, Scalar* dx, Scalar* dgain);

    void (*relu)(Index n, const Scalar* x, Scalar* y);
    void (*reluGradient)(Index n, const Scalar* x, const Scalar* dy, Scalar* dx);
    void (*gelu)(Index n, const Scalar* x, Scalar* y);
    void (*geluGradient)(Index n, const Scalar* x, const Scalar* dy, Scalar* dx);

    /// y = gelu(x), and x becomes GELU's derivative there: geluGradient() is then a product.
    void (*geluWithSlope)(Index n, Scalar* x, Scalar* y);

    void (*crossEntropy)(Index rows, Index words, Scalar smoothing, const Scalar* logits,
                         const Scalar* probabilities, const Scalar* labels, Scalar* loss);
    void (*crossEntropyGradient)(Index rows, Index words, Scalar smoothing,
                                 const Scalar* probabilities, const Scalar* labels,
                                 const Scalar* dy, Scalar* dlogits);

    double (*sum)(Index n, const Scalar* x);
    double (*sumOfSquares)(Index n, const Scalar* x);
    /// y = a·x + b·z; y may be x or z.
    void (*blend)(Index n, Scalar a, const Scalar* x, Scalar b, const Scalar* z, Scalar* y);
    /// y = beta·v + rest·g²; y may be v.
    void (*secondMoment)(Index n, Scalar beta, Scalar rest, const Scalar* v, const Scalar* g,
                         Scalar* y);
    /// y = −rate · (m·c1) / (√(v·c2) + epsilon)
    void (*adamUpdate)(Index n, Scalar rate, Scalar c1, Scalar c2, Scalar epsilon, const Scalar* m,
                       const Scalar* v, Scalar* y);

    /// Multiplies and adds registers that wait for nothing, and returns how many operations that
    /// was: the most that this set can do. `sink` keeps the result from being left out.
    double (*multiplyAdds)(Index rounds, Scalar* sink);
};

/// The sets that this processor can run, the fastest first.
template <class Scalar> std::vector<const Kernels<Scalar>*> availableKernels();

/// The fastest set, or the one that the environment variable GLASSFORMER_KERNELS names.
template <class Scalar> const Kernels<Scalar>& bestKernels();

} // namespace gf::cpu
