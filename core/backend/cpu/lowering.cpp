// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/lowering.h"

#include "core/graph/op.h"
#include "core/tensor/random.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace gf::cpu {

namespace {

/// A node's op and buffers with the names that the lowerings below use.
template <class T> struct Operands {
    const Node& node;
    const Lowering<T>& lowering;

    const Kernels<T>& kernels() const { return lowering.kernels; }
    Index examples() const { return lowering.examples; }
    const Node& input(std::size_t i) const { return lowering.graph[node.inputs[i]]; }
    const T* in(std::size_t i) const { return lowering.address(node.inputs[i]); }
    T* out() const { return lowering.address(node.id); }
    /// Elements of the result, all examples of the task.
    Index count() const { return (node.batched ? examples() : 1) * node.shape.count(); }
    /// Rows of a node's matrix [rows, columns], all examples.
    Index rows(const Node& of) const { return examples() * of.shape.count() / columns(of); }
    /// Columns as they lie in memory: all heads of a token side by side count as one row.
    static Index columns(const Node& of) {
        return of.storage == Storage::ByHead ? of.shape[0] * of.shape[2] : of.shape.columns();
    }
};

/// Where the matrix of one head lies inside one example.
struct HeadMatrix {
    Index perExample, perHead, rowStride;
};

HeadMatrix headMatrix(const Node& node) {
    const Shape& s = node.shape;
    if (node.storage == Storage::ByHead)
        return {s.count(), s[2], s[0] * s[2]};
    return {s.count(), s[1] * s[2], s[2]};
}

template <class T> Task lowerAdd(const Operands<T>& o) {
    const Kernels<T>& k = o.kernels();
    const Index each = o.node.shape.count();
    const Index examples = o.node.batched ? o.examples() : 1;
    struct Term {
        const T* values;
        Index stride; // 0: the same for every example
    };
    std::vector<Term> terms;
    for (std::size_t i = 0; i < o.node.inputs.size(); ++i)
        terms.push_back({o.in(i), o.input(i).batched ? each : 0});
    if (terms.size() == 1)
        return [=, y = o.out()] {
            for (Index e = 0; e < examples; ++e)
                std::copy_n(terms[0].values + e * terms[0].stride, each, y + e * each);
        };
    const bool whole = std::all_of(terms.begin(), terms.end(),
                                   [&](const Term& t) { return examples == 1 || t.stride != 0; });
    const Index calls = whole ? 1 : examples;
    const Index size = whole ? examples * each : each;
    return [=, &k, y = o.out()] {
        for (Index e = 0; e < calls; ++e) {
            k.add(size, terms[0].values + e * terms[0].stride,
                  terms[1].values + e * terms[1].stride, y + e * each);
            for (std::size_t i = 2; i < terms.size(); ++i)
                k.accumulate(size, terms[i].values + e * terms[i].stride, y + e * each);
        }
    };
}

template <class T> Task lowerBatchSum(const Operands<T>& o) {
    return [&k = o.kernels(), n = o.node.shape.count(), examples = o.examples(), x = o.in(0),
            y = o.out()] {
        std::copy_n(x, n, y);
        for (Index e = 1; e < examples; ++e)
            k.accumulate(n, x + e * n, y);
    };
}

/// Calls `run(offset, length)` for each run of neighbouring cells that an edit changes in one
/// example, wherever the storage puts them.
template <class Run> void forEachRun(const Node& node, const Edit& edit, const Run& run) {
    // Seen as four dimensions, the missing ones first and of extent 1.
    std::array<Index, Shape::maxRank> extents{1, 1, 1, 1};
    std::array<Places, Shape::maxRank> cells{};
    const int missing = Shape::maxRank - node.shape.rank();
    for (int i = missing; i < Shape::maxRank; ++i) {
        extents[static_cast<std::size_t>(i)] = node.shape[i - missing];
        cells[static_cast<std::size_t>(i)] = edit.cells[static_cast<std::size_t>(i - missing)];
    }
    const auto [batch, heads, rows, columns] = extents;
    const bool byHead = node.storage == Storage::ByHead;
    const Index first = cells[3].first;
    const Index length = cells[3].endIn(columns) - first;
    if (length <= 0)
        return;
    for (Index b = cells[0].first; b < cells[0].endIn(batch); ++b)
        for (Index h = cells[1].first; h < cells[1].endIn(heads); ++h)
            for (Index r = cells[2].first; r < cells[2].endIn(rows); ++r) {
                const Index row = byHead ? (b * rows + r) * heads + h : (b * heads + h) * rows + r;
                run(row * columns + first, length);
            }
}

template <class T> Task lowerIntervene(const Operands<T>& o) {
    const T* revealed = o.node.inputs.size() == 2 ? o.in(1) : nullptr;
    return [&k = o.kernels(), &node = o.node, each = o.node.shape.count(),
            examples = o.node.batched ? o.examples() : 1, x = o.in(0), revealed, y = o.out()] {
        std::copy_n(x, examples * each, y);
        for (const Edit& edit : node.attributes.edits)
            for (Index e = 0; e < examples; ++e)
                forEachRun(node, edit, [&](Index offset, Index length) {
                    T* cells = y + e * each + offset;
                    if (edit.kind == Edit::Kind::Reveal)
                        std::copy_n(revealed + e * each + offset, length, cells);
                    else if (edit.kind == Edit::Kind::Set || edit.value == 0)
                        std::fill_n(cells, length, static_cast<T>(edit.value));
                    else
                        k.scale(length, static_cast<T>(edit.value), cells, cells);
                });
    };
}

template <class T> Task lowerEmbedding(const Operands<T>& o) {
    return [&k = o.kernels(), width = o.node.shape[1], tokens = o.examples() * o.node.shape[0],
            factor = static_cast<T>(o.node.attributes.factor), table = o.in(0), ids = o.in(1),
            y = o.out()] {
        for (Index t = 0; t < tokens; ++t)
            k.scale(width, factor, table + static_cast<Index>(ids[t]) * width, y + t * width);
    };
}

template <class T> Task lowerEmbeddingGradient(const Operands<T>& o) {
    return [&k = o.kernels(), width = o.node.shape[1], size = o.node.shape.count(),
            tokens = o.examples() * o.input(0).shape[0],
            factor = static_cast<T>(o.node.attributes.factor), ids = o.in(0), dy = o.in(1),
            y = o.out()] {
        std::fill_n(y, size, T(0));
        for (Index t = 0; t < tokens; ++t) {
            T* row = y + static_cast<Index>(ids[t]) * width;
            k.blend(width, T(1), row, factor, dy + t * width, row);
        }
    };
}

template <class T> Task lowerSinusoidalPosition(const Operands<T>& o) {
    return [rows = o.node.shape[0], width = o.node.shape[1], y = o.out()] {
        for (Index p = 0; p < rows; ++p)
            for (Index d = 0; d < width; ++d) {
                const double exponent =
                    2.0 * static_cast<double>(d / 2) / static_cast<double>(width);
                const double angle = static_cast<double>(p) / std::pow(10000.0, exponent);
                y[p * width + d] = static_cast<T>(d % 2 == 0 ? std::sin(angle) : std::cos(angle));
            }
    };
}

template <class T> Task lowerLearnedPositionGradient(const Operands<T>& o) {
    return
        [used = o.input(0).shape.count(), size = o.node.shape.count(), dy = o.in(0), y = o.out()] {
            std::copy_n(dy, used, y);
            std::fill_n(y + used, size - used, T(0));
        };
}

template <class T> Task lowerDropout(const Operands<T>& o) {
    return
        [&k = o.kernels(), n = o.count(), x = o.in(0), y = o.out(), rate = o.node.attributes.rate,
         stream = o.node.attributes.stream, random = o.lowering.random,
         first = static_cast<std::uint64_t>(o.lowering.firstExample * o.node.shape.count())] {
            k.dropout(n, {randomBits(random->seed, stream, random->step), first, rate}, x, y);
        };
}

template <class T> Task lowerLinear(const Operands<T>& o) {
    Product p;
    p.transposeB = o.node.attributes.transposeB;
    p.m = o.rows(o.node);
    p.n = Operands<T>::columns(o.node);
    p.k = Operands<T>::columns(o.input(0));
    p.lda = p.k;
    p.ldb = p.transposeB ? p.k : p.n;
    p.ldc = p.n;
    const T* bias = o.node.inputs.size() == 3 ? o.in(2) : nullptr;
    return [&k = o.kernels(), p, bias, x = o.in(0), w = o.in(1), y = o.out()] {
        k.product(p, x, w, y);
        if (bias)
            k.addBias(p.m, p.n, bias, y);
    };
}

template <class T> Task lowerLinearInputGradient(const Operands<T>& o) {
    Product p; // dx = dy·Wᵀ, where W may itself be stored transposed
    p.transposeB = !o.node.attributes.transposeB;
    p.m = o.rows(o.node);
    p.n = Operands<T>::columns(o.node);
    p.k = Operands<T>::columns(o.input(0));
    p.lda = p.k;
    p.ldb = p.transposeB ? p.k : p.n;
    p.ldc = p.n;
    return
        [&k = o.kernels(), p, dy = o.in(0), w = o.in(1), y = o.out()] { k.product(p, dy, w, y); };
}

template <class T> Task lowerLinearWeightGradient(const Operands<T>& o) {
    // dW = xᵀ·dy, or dWᵀ = dyᵀ·x where the weight is stored transposed
    const std::size_t left = o.node.attributes.transposeB ? 1 : 0;
    Product p;
    p.transposeA = true;
    p.m = Operands<T>::columns(o.input(left));
    p.n = Operands<T>::columns(o.input(1 - left));
    p.k = o.rows(o.input(0));
    p.lda = p.m;
    p.ldb = p.n;
    p.ldc = p.n;
    return [&k = o.kernels(), p, a = o.in(left), b = o.in(1 - left), y = o.out()] {
        k.product(p, a, b, y);
    };
}

template <class T> Task lowerMatMul(const Operands<T>& o) {
    const Node& a = o.input(0);
    const HeadMatrix ha = headMatrix(a);
    const HeadMatrix hb = headMatrix(o.input(1));
    const HeadMatrix hc = headMatrix(o.node);
    Product p;
    p.transposeA = o.node.attributes.transposeA;
    p.transposeB = o.node.attributes.transposeB;
    p.m = o.node.shape[1];
    p.n = o.node.shape[2];
    p.k = a.shape[p.transposeA ? 1 : 2];
    p.lda = ha.rowStride;
    p.ldb = hb.rowStride;
    p.ldc = hc.rowStride;
    return [&k = o.kernels(), p, ha, hb, hc, heads = o.node.shape[0], examples = o.examples(),
            left = o.in(0), right = o.in(1), y = o.out()] {
        for (Index e = 0; e < examples; ++e)
            for (Index h = 0; h < heads; ++h)
                k.product(p, left + e * ha.perExample + h * ha.perHead,
                          right + e * hb.perExample + h * hb.perHead,
                          y + e * hc.perExample + h * hc.perHead);
    };
}

template <class T> Task lowerMask(const Operands<T>& o) {
    MaskShape<T> s;
    s.heads = o.node.shape[0];
    s.queries = o.node.shape[1];
    s.keys = o.node.shape[2];
    s.causal = o.node.attributes.causal;
    s.fill = static_cast<T>(o.node.attributes.factor);
    const T* ids = o.node.inputs.size() == 2 ? o.in(1) : nullptr;
    return [&k = o.kernels(), s, ids, each = o.node.shape.count(), examples = o.examples(),
            x = o.in(0), y = o.out()] {
        MaskShape<T> shape = s;
        for (Index e = 0; e < examples; ++e) {
            shape.keyIds = ids ? ids + e * s.keys : nullptr;
            k.mask(shape, x + e * each, y + e * each);
        }
    };
}

template <class T> Task lowerCrossEntropy(const Operands<T>& o) {
    return [&k = o.kernels(), rows = o.examples() * o.node.shape[0], words = o.input(0).shape[1],
            smoothing = static_cast<T>(o.node.attributes.rate), logits = o.in(0),
            probabilities = o.in(1), labels = o.in(2), y = o.out()] {
        k.crossEntropy(rows, words, smoothing, logits, probabilities, labels, y);
    };
}

template <class T> Task lowerCrossEntropyGradient(const Operands<T>& o) {
    return [&k = o.kernels(), rows = o.rows(o.node), words = o.node.shape[1],
            smoothing = static_cast<T>(o.node.attributes.rate), probabilities = o.in(0),
            labels = o.in(1), dy = o.in(2), y = o.out()] {
        k.crossEntropyGradient(rows, words, smoothing, probabilities, labels, dy, y);
    };
}

template <class T> Task lowerCountTokens(const Operands<T>& o) {
    return [n = o.examples() * o.input(0).shape.count(), ids = o.in(0), y = o.out()] {
        const auto padding = std::count(ids, ids + n, T(0));
        *y = static_cast<T>(std::max<Index>(1, n - padding));
    };
}

} // namespace

bool sharesBuffer(OpKind kind) {
    return kind == OpKind::Identity || kind == OpKind::JoinHeads || kind == OpKind::SplitHeads ||
           kind == OpKind::LearnedPosition;
}

bool isElementwiseUpdate(const Node& node) {
    switch (node.op->kind()) {
    case OpKind::Add:
        return !node.batched;
    case OpKind::ClipGradient:
    case OpKind::DecayGradient:
    case OpKind::AdamMoment1:
    case OpKind::AdamMoment2:
    case OpKind::AdamUpdate:
    case OpKind::Momentum:
    case OpKind::SgdUpdate:
    case OpKind::Apply:
        return true;
    default:
        return false;
    }
}

template <class T> Task lower(const Node& node, const Lowering<T>& lowering) {
    const Operands<T> o{node, lowering};
    const Kernels<T>& k = lowering.kernels;
    const Attributes& a = node.attributes;
    const Index rows = node.shape.rank() == 0 ? 1 : o.rows(node);
    const Index columns = Operands<T>::columns(node);
    switch (node.op->kind()) {
    case OpKind::Constant:
        return [y = o.out(), value = static_cast<T>(a.factor)] { *y = value; };
    case OpKind::Add:
        return lowerAdd(o);
    case OpKind::BatchSum:
        return lowerBatchSum(o);
    case OpKind::Intervene:
        return lowerIntervene(o);
    case OpKind::Embedding:
        return lowerEmbedding(o);
    case OpKind::EmbeddingGradient:
        return lowerEmbeddingGradient(o);
    case OpKind::SinusoidalPosition:
        return lowerSinusoidalPosition(o);
    case OpKind::LearnedPositionGradient:
        return lowerLearnedPositionGradient(o);
    case OpKind::Dropout:
        return lowerDropout(o);
    case OpKind::Linear:
        return lowerLinear(o);
    case OpKind::LinearInputGradient:
        return lowerLinearInputGradient(o);
    case OpKind::LinearWeightGradient:
        return lowerLinearWeightGradient(o);
    case OpKind::ColumnSum:
        return [&k, rows = o.rows(o.input(0)), columns, x = o.in(0), y = o.out()] {
            k.columnSum(rows, columns, x, y);
        };
    case OpKind::MatMul:
        return lowerMatMul(o);
    case OpKind::Scale:
        return [&k, n = o.count(), factor = static_cast<T>(a.factor), x = o.in(0), y = o.out()] {
            k.scale(n, factor, x, y);
        };
    case OpKind::Mask:
        return lowerMask(o);
    case OpKind::Softmax:
        return [&k, rows, columns, x = o.in(0), y = o.out()] { k.softmax(rows, columns, x, y); };
    case OpKind::SoftmaxGradient:
        return [&k, rows, columns, p = o.in(0), dy = o.in(1), y = o.out()] {
            k.softmaxGradient(rows, columns, p, dy, y);
        };
    case OpKind::LayerNorm:
        return [&k, rows, columns, epsilon = static_cast<T>(a.epsilon), x = o.in(0), gain = o.in(1),
                bias = o.in(2),
                y = o.out()] { k.layerNorm(rows, columns, epsilon, x, gain, bias, y); };
    case OpKind::LayerNormInputGradient:
        return [&k, rows, columns, epsilon = static_cast<T>(a.epsilon), x = o.in(0), gain = o.in(1),
                dy = o.in(2),
                y = o.out()] { k.layerNormInputGradient(rows, columns, epsilon, x, gain, dy, y); };
    case OpKind::LayerNormGainGradient:
        return [&k, rows = o.rows(o.input(0)), columns, epsilon = static_cast<T>(a.epsilon),
                x = o.in(0), dy = o.in(1),
                y = o.out()] { k.layerNormGainGradient(rows, columns, epsilon, x, dy, y); };
    case OpKind::Relu:
        return [&k, n = o.count(), x = o.in(0), y = o.out()] { k.relu(n, x, y); };
    case OpKind::ReluGradient:
        return [&k, n = o.count(), x = o.in(0), dy = o.in(1), y = o.out()] {
            k.reluGradient(n, x, dy, y);
        };
    case OpKind::Gelu:
        return [&k, n = o.count(), x = o.in(0), y = o.out()] { k.gelu(n, x, y); };
    case OpKind::GeluGradient:
        return [&k, n = o.count(), x = o.in(0), dy = o.in(1), y = o.out()] {
            k.geluGradient(n, x, dy, y);
        };
    case OpKind::CountTokens:
        return lowerCountTokens(o);
    case OpKind::CrossEntropy:
        return lowerCrossEntropy(o);
    case OpKind::CrossEntropyGradient:
        return lowerCrossEntropyGradient(o);
    case OpKind::MeanTokens:
        return [&k, n = o.examples() * o.input(0).shape.count(), x = o.in(0), count = o.in(1),
                y = o.out()] { *y = static_cast<T>(k.sum(n, x) / static_cast<double>(*count)); };
    case OpKind::MeanTokensGradient:
        return [n = o.count(), dy = o.in(0), count = o.in(1), y = o.out()] {
            std::fill_n(y, n, *dy / *count);
        };
    case OpKind::ClipFactor:
        return [clip = a.factor, norm = o.in(0), y = o.out()] {
            *y = static_cast<T>(std::min(1.0, clip / (static_cast<double>(*norm) + 1e-6)));
        };
    default:
        assert(false && "this op has no task of its own");
        return [] {};
    }
}

template <class T> RangeTask lowerRange(const Node& node, const Lowering<T>& lowering) {
    const Operands<T> o{node, lowering};
    const Kernels<T>& k = lowering.kernels;
    const Attributes& a = node.attributes;
    const auto beta = static_cast<T>(a.beta);
    const T* x = o.in(0);
    const T* z = o.in(1);
    T* y = o.out();
    switch (node.op->kind()) {
    case OpKind::Add: {
        std::vector<const T*> rest;
        for (std::size_t i = 2; i < node.inputs.size(); ++i)
            rest.push_back(o.in(i));
        return [=, &k](Index begin, Index end) {
            k.add(end - begin, x + begin, z + begin, y + begin);
            for (const T* term : rest)
                k.accumulate(end - begin, term + begin, y + begin);
        };
    }
    case OpKind::ClipGradient:
        return [=, &k](Index begin, Index end) { k.scale(end - begin, *z, x + begin, y + begin); };
    case OpKind::DecayGradient:
        return [=, &k, decay = static_cast<T>(a.rate)](Index begin, Index end) {
            k.blend(end - begin, T(1), x + begin, decay, z + begin, y + begin);
        };
    case OpKind::AdamMoment1:
        return [=, &k, rest = static_cast<T>(1 - a.beta)](Index begin, Index end) {
            k.blend(end - begin, beta, x + begin, rest, z + begin, y + begin);
        };
    case OpKind::AdamMoment2:
        return [=, &k, rest = static_cast<T>(1 - a.beta)](Index begin, Index end) {
            k.secondMoment(end - begin, beta, rest, x + begin, z + begin, y + begin);
        };
    case OpKind::AdamUpdate:
        return [=, &k, rate = o.in(2), step = o.in(3)](Index begin, Index end) {
            const auto t = static_cast<double>(*step);
            k.adamUpdate(end - begin, *rate, static_cast<T>(1 / (1 - std::pow(a.beta, t))),
                         static_cast<T>(1 / (1 - std::pow(a.beta2, t))), static_cast<T>(a.epsilon),
                         x + begin, z + begin, y + begin);
        };
    case OpKind::Momentum:
        return [=, &k](Index begin, Index end) {
            k.blend(end - begin, beta, x + begin, T(1), z + begin, y + begin);
        };
    case OpKind::SgdUpdate:
        return [=, &k](Index begin, Index end) { k.scale(end - begin, -*z, x + begin, y + begin); };
    case OpKind::Apply: {
        const T* rate = node.inputs.size() == 3 ? o.in(2) : nullptr;
        return [=, &k, decay = static_cast<T>(a.rate)](Index begin, Index end) {
            const T keep = rate ? 1 - *rate * decay : T(1);
            k.blend(end - begin, keep, x + begin, T(1), z + begin, y + begin);
        };
    }
    default:
        assert(false && "not an elementwise update");
        return {};
    }
}

template Task lower(const Node&, const Lowering<float>&);
template Task lower(const Node&, const Lowering<double>&);
template RangeTask lowerRange(const Node&, const Lowering<float>&);
template RangeTask lowerRange(const Node&, const Lowering<double>&);

} // namespace gf::cpu
