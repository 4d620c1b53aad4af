// SPDX-License-Identifier: GPL-3.0-or-later
//
// The transformer in Eigen: what every operation computes, as the papers write it. Nothing is
// fused, cut into shards or written twice for speed; core/backend/cpu does that and is checked
// against this.
//
// Each operand is a matrix whose rows are tokens, of all examples beneath each other (`all`), of
// one example (`of`), or of one head of one example (`head`).
#include "core/backend/eigen/operation.h"
#include "core/ops/position.h"
#include "core/ops/relative_position.h"
#include "core/ops/windows.h"
#include "core/tensor/random.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gf::eigen {

namespace {

/// Those of the node, in a template.
template <class Own, class T> const Own& attributes(const Operation<T>& o) {
    return o.node.template as<Own>();
}

/// The results of an operation, example by example or head by head.
template <class T, class Body> void forEachExample(const Operation<T>& o, const Body& body) {
    for (Index example = 0; example < o.out.examples; ++example)
        body(example);
}
template <class T, class Body> void forEachHead(const Operation<T>& o, const Body& body) {
    forEachExample(o, [&](Index example) {
        for (Index head = 0; head < o.out.shape().matrices(); ++head)
            body(example, head);
    });
}

/// x·W or, where the weight is stored transposed, x·Wᵀ.
template <class View> void multiply(const View& x, const View& w, bool transposed, View y) {
    if (transposed)
        y.noalias() = x * w.transpose();
    else
        y.noalias() = x * w;
}

// ---- embeddings and positions ------------------------------------------------------------------

/// y_t = √D · E[token t] (Vaswani et al. 2017, section 3.4).
template <class T> void embedding(const Operation<T>& o) {
    const auto table = o.in[0].all();
    const auto ids = o.in[1].all(); // a row for each example
    auto y = o.out.all();
    for (Index t = 0; t < y.rows(); ++t)
        y.row(t) = static_cast<T>(attributes<ScaleAttributes>(o).factor) *
                   table.row(static_cast<Index>(ids(t / ids.cols(), t % ids.cols())));
}

/// A token's row gets the gradients of all places where it stood.
template <class T> void embeddingGradient(const Operation<T>& o) {
    const auto ids = o.in[0].all();
    const auto dy = o.in[1].all();
    auto table = o.out.all();
    table.setZero();
    for (Index t = 0; t < dy.rows(); ++t)
        table.row(static_cast<Index>(ids(t / ids.cols(), t % ids.cols()))) +=
            static_cast<T>(attributes<ScaleAttributes>(o).factor) * dy.row(t);
}

/// PE[p,2i] = sin(p / 10000^(2i/D)), PE[p,2i+1] = cos(the same) (Vaswani et al. 2017, section 3.5).
template <class T> void sinusoidalPosition(const Operation<T>& o) {
    auto y = o.out.all();
    for (Index p = 0; p < y.rows(); ++p)
        for (Index d = 0; d < y.cols(); ++d)
            y(p, d) = static_cast<T>(ops::sinusoidOf(o.node, p, d));
}

/// The rows that were used; the rest of the table learns nothing.
template <class T> void learnedPositionGradient(const Operation<T>& o) {
    const auto dy = o.in[0].all();
    auto table = o.out.all();
    table.setZero();
    table.topRows(dy.rows()) = dy;
}

/// y_ij = r_(j − i), for each head its own table (Shaw et al. 2018; Raffel et al. 2020).
template <class T> void relativeBias(const Operation<T>& o) {
    const auto table = o.in[0].all();
    forEachHead(o, [&](Index e, Index h) {
        auto y = o.out.head(e, h);
        for (Index i = 0; i < y.rows(); ++i)
            for (Index j = 0; j < y.cols(); ++j)
                y(i, j) = table(h, ops::offsetColumn(i, j, table.cols()));
    });
}

/// An offset's number gets the gradients of all places that read it.
template <class T> void relativeBiasGradient(const Operation<T>& o) {
    auto table = o.out.all();
    table.setZero();
    for (Index h = 0; h < table.rows(); ++h) {
        const auto dy = o.in[0].head(0, h);
        for (Index i = 0; i < dy.rows(); ++i)
            for (Index j = 0; j < dy.cols(); ++j)
                table(h, ops::offsetColumn(i, j, table.cols())) += dy(i, j);
    }
}

/// 1 where an offset is in a bucket, else 0 (Raffel et al. 2020).
template <class T> void buckets(const Operation<T>& o) {
    auto y = o.out.all();
    for (Index bucket = 0; bucket < y.rows(); ++bucket)
        for (Index column = 0; column < y.cols(); ++column)
            y(bucket, column) = static_cast<T>(ops::bucketOfColumn(o.node, column) == bucket);
}

/// y_ij = −m·|i − j|, m a power of two for each head (Press et al. 2022).
template <class T> void alibiBias(const Operation<T>& o) {
    forEachHead(o, [&](Index e, Index h) {
        const double slope = ops::alibiSlope(h, o.out.shape()[0]);
        auto y = o.out.head(e, h);
        for (Index i = 0; i < y.rows(); ++i)
            for (Index j = 0; j < y.cols(); ++j)
                y(i, j) = static_cast<T>(-slope * static_cast<double>(std::abs(i - j)));
    });
}

/// Each pair of features is a point of the plane, turned by an angle that grows with the row (Su et
/// al. 2021, eq. 15).
template <class T> void rotary(const Operation<T>& o) {
    const auto& [direction, pairs] = attributes<RotaryAttributes>(o);
    const Index width = o.out.shape().columns();
    forEachHead(o, [&](Index e, Index h) {
        const auto x = o.in[0].head(e, h);
        auto y = o.out.head(e, h);
        y = x; // what does not turn
        for (Index p = 0; p < x.rows(); ++p)
            for (Index m = 0; m < ops::turnedWidth(width, pairs) / 2; ++m) {
                const double angle = direction * ops::rotaryAngle(p, m, width, pairs);
                const Eigen::Matrix<T, 2, 2> turn =
                    Eigen::Rotation2Dd(angle).toRotationMatrix().template cast<T>();
                const auto [first, second] = ops::rotaryPair(m, width, pairs);
                const Eigen::Matrix<T, 2, 1> point =
                    turn * Eigen::Matrix<T, 2, 1>(x(p, first), x(p, second));
                y(p, first) = point(0);
                y(p, second) = point(1);
            }
    });
}

/// Each element is dropped with probability p or divided by 1 − p (Srivastava et al. 2014).
template <class T> void dropout(const Operation<T>& o) {
    const double rate = attributes<DropoutAttributes>(o).rate;
    const std::uint64_t key =
        randomBits(o.random->seed, attributes<DropoutAttributes>(o).stream, o.random->step);
    std::uint32_t element = 0;
    const RowMatrix<T> kept =
        RowMatrix<T>::NullaryExpr(o.out.all().rows(), o.out.all().cols(), [&] {
            return isKept(element++, key, dropoutThreshold(rate)) ? static_cast<T>(1 / (1 - rate))
                                                                  : T(0);
        });
    o.out.all() = kept.cwiseProduct(o.in[0].all());
}

// ---- sums --------------------------------------------------------------------------------------

template <class T> void constant(const Operation<T>& o) {
    o.out.scalar() = static_cast<T>(attributes<ConstantAttributes>(o).value);
}

/// x + f(x): the residual connection, and all else that meets; what examples share is added to
/// each.
template <class T> void add(const Operation<T>& o) {
    forEachExample(o, [&](Index e) {
        auto y = o.out.of(e);
        y = o.in[0].of(e);
        for (std::size_t i = 1; i < o.in.size(); ++i)
            y += o.in[i].of(e);
    });
}

template <class T> void batchSum(const Operation<T>& o) {
    auto y = o.out.all();
    y = o.in[0].of(0);
    for (Index e = 1; e < o.in[0].examples; ++e)
        y += o.in[0].of(e);
}

/// The cells of a matrix that an edit changes.
template <class View> View part(View of, const Places& rows, const Places& columns) {
    const Index height = std::max<Index>(0, rows.endIn(of.rows()) - rows.first);
    const Index width = std::max<Index>(0, columns.endIn(of.cols()) - columns.first);
    auto* const first = of.data() + rows.first * of.outerStride() + columns.first;
    return matrixAt(first, height, width, of.outerStride());
}

/// What a person sets, multiplies or reveals.
template <class View> void applyEdit(const Edit& edit, const View& revealed, View y) {
    if (edit.kind == Edit::Kind::Reveal)
        y = revealed;
    else if (edit.kind == Edit::Kind::Set || edit.value == 0) // 0·(−∞) is 0 here
        y.setConstant(static_cast<typename View::Scalar>(edit.value));
    else
        y *= static_cast<typename View::Scalar>(edit.value);
}

template <class T> void intervene(const Operation<T>& o) {
    o.out.all() = o.in[0].all();
    const Value<T>& hidden = o.in.back();
    const int rank = o.out.shape().rank();
    assert(rank <= 3);
    for (const Edit& edit : attributes<InterveneAttributes>(o).edits) {
        const auto along = [&](int dimension) { // from the last one on; what is missing is "all"
            return dimension > rank ? Places{} : edit.cells[rank - dimension];
        };
        const auto change = [&](const MatrixView<T>& from, const MatrixView<T>& to) {
            applyEdit(edit, part(from, along(2), along(1)), part(to, along(2), along(1)));
        };
        forEachExample(o, [&](Index e) {
            if (rank < 3)
                change(hidden.of(e), o.out.of(e));
            else
                for (Index h = along(3).first; h < along(3).endIn(o.out.shape()[0]); ++h)
                    change(hidden.head(e, h), o.out.head(e, h));
        });
    }
}

// ---- parts of matrices -------------------------------------------------------------------------

/// The part of x that begins at `corner` and is as large as y.
template <class View> View partOf(View x, const Corner& corner, const Shape& y) {
    auto* const first = x.data() + corner.row * x.outerStride() + corner.column;
    return matrixAt(first, y[0], y[1], x.outerStride());
}

/// y = Σ of a part of each operand.
template <class T> void slice(const Operation<T>& o) {
    const std::vector<Corner>& corners = attributes<PartAttributes>(o).corners;
    forEachExample(o, [&](Index e) {
        auto y = o.out.of(e);
        y = partOf(o.in[0].of(e), corners[0], o.node.shape);
        for (std::size_t i = 1; i < o.in.size(); ++i)
            y += partOf(o.in[i].of(e), corners[i], o.node.shape);
    });
}

/// Each operand in its place, 0 elsewhere.
template <class T> void join(const Operation<T>& o) {
    o.out.all().setZero();
    for (std::size_t i = 0; i < o.in.size(); ++i)
        forEachExample(o, [&](Index e) {
            partOf(o.out.of(e), attributes<PartAttributes>(o).corners[i], o.in[i].shape()) =
                o.in[i].of(e);
        });
}

// ---- products ----------------------------------------------------------------------------------

/// y = x·W + b.
template <class T> void linear(const Operation<T>& o) {
    auto y = o.out.all();
    multiply(o.in[0].all(), o.in[1].all(), attributes<ProductAttributes>(o).transposeB, y);
    if (o.in.size() == 3)
        y.rowwise() += o.in[2].all().row(0);
}

/// dx = dy·Wᵀ.
template <class T> void linearInputGradient(const Operation<T>& o) {
    multiply(o.in[0].all(), o.in[1].all(), !attributes<ProductAttributes>(o).transposeB,
             o.out.all());
}

/// dW = xᵀ·dy, summed over all tokens of all examples.
template <class T> void linearWeightGradient(const Operation<T>& o) {
    const auto x = o.in[0].all();
    const auto dy = o.in[1].all();
    if (attributes<ProductAttributes>(o).transposeB)
        o.out.all().noalias() = dy.transpose() * x;
    else
        o.out.all().noalias() = x.transpose() * dy;
}

/// db = Σ_t dy_t.
template <class T> void columnSum(const Operation<T>& o) {
    o.out.all() = o.in[0].all().colwise().sum();
}

/// Head by head: scores = q·kᵀ, heads = weights·v, and their gradients.
template <class T> void matMul(const Operation<T>& o) {
    forEachHead(o, [&](Index e, Index h) {
        const auto a = o.in[0].head(e, h);
        const auto b = o.in[1].head(e, h);
        auto y = o.out.head(e, h);
        if (attributes<ProductAttributes>(o).transposeA &&
            attributes<ProductAttributes>(o).transposeB)
            y.noalias() = a.transpose() * b.transpose();
        else if (attributes<ProductAttributes>(o).transposeA)
            y.noalias() = a.transpose() * b;
        else
            multiply(a, b, attributes<ProductAttributes>(o).transposeB, y);
    });
}

// ---- attention ---------------------------------------------------------------------------------

/// y = c·x: 1/√K of the scores.
template <class T> void scale(const Operation<T>& o) {
    o.out.all() = static_cast<T>(attributes<ScaleAttributes>(o).factor) * o.in[0].all();
}

/// −∞ where query i may not see key j: j > i (j ≥ i where it is strict), or j ≤ i − w with a window
/// of w, or keep is 0, in its row i or in the only one. In the gradient 0 there.
template <class T> void mask(const Operation<T>& o) {
    const auto hidden = static_cast<T>(attributes<MaskAttributes>(o).fill);
    forEachHead(o, [&](Index e, Index h) {
        auto y = o.out.head(e, h);
        y = o.in[0].head(e, h);
        if (attributes<MaskAttributes>(o).causal)
            y.template triangularView<Eigen::StrictlyUpper>().setConstant(hidden);
        if (attributes<MaskAttributes>(o).strict && attributes<MaskAttributes>(o).causal)
            y.diagonal().setConstant(hidden);
        if (const Index window = attributes<MaskAttributes>(o).window; window > 0)
            for (Index query = window; query < y.rows(); ++query)
                y.row(query).head(std::min(query - window + 1, y.cols())).setConstant(hidden);
        if (o.in.size() == 2)
            for (Index query = 0; query < y.rows(); ++query) {
                const auto keep = o.in[1].of(e);
                const auto row = keep.row(keep.rows() == 1 ? 0 : query).array();
                y.row(query) = (row == T(0)).select(hidden, y.row(query));
            }
    });
}

/// 0 where query i may see key j, and −∞ where not.
template <class T> void visibility(const Operation<T>& o) {
    constexpr T hidden = -std::numeric_limits<T>::infinity();
    forEachExample(o, [&](Index e) {
        auto y = o.out.of(e);
        y.setZero();
        if (attributes<MaskAttributes>(o).causal)
            y.template triangularView<Eigen::StrictlyUpper>().setConstant(hidden);
        if (!o.in.empty())
            y = (o.in[0].of(e).array() == T(0)).replicate(y.rows(), 1).select(hidden, y);
    });
}

/// y_j = exp x_j / Σ exp x, each row on its own; a row in which everything is hidden gives zeros.
template <class T> void softmax(const Operation<T>& o) {
    const auto x = o.in[0].all();
    auto y = o.out.all();
    for (Index r = 0; r < x.rows(); ++r) {
        const T largest = x.row(r).template maxCoeff<Eigen::PropagateNaN>();
        if (largest == -std::numeric_limits<T>::infinity()) {
            y.row(r).setZero();
            continue;
        }
        // std::exp: Eigen's own gives the smallest normal number for −∞, and a hidden key weighs 0.
        y.row(r) = x.row(r).unaryExpr([&](T score) { return std::exp(score - largest); });
        y.row(r) /= y.row(r).sum();
    }
}

/// dx = y ⊙ (dy − Σ y ⊙ dy), the sum along the row.
template <class T> void softmaxGradient(const Operation<T>& o) {
    const auto y = o.in[0].all().array();
    const auto dy = o.in[1].all().array();
    const ColumnVector<T> mean = (y * dy).rowwise().sum();
    o.out.all() = y * (dy.colwise() - mean.array());
}

/// Grouped queries (Ainslie et al. 2023): head h reads the key–value head ⌊h·G/H⌋.
template <class T> void repeatHeads(const Operation<T>& o) {
    const Index each = o.out.shape()[0] / o.in[0].shape()[0];
    forEachHead(o, [&](Index e, Index h) { o.out.head(e, h) = o.in[0].head(e, h / each); });
}

/// A key–value head gets the gradients of all heads that read it.
template <class T> void repeatHeadsGradient(const Operation<T>& o) {
    const Index each = o.in[0].shape()[0] / o.out.shape()[0];
    forEachHead(o, [&](Index e, Index g) {
        auto y = o.out.head(e, g);
        y = o.in[0].head(e, g * each);
        for (Index h = 1; h < each; ++h)
            y += o.in[0].head(e, g * each + h);
    });
}

// ---- convolution -------------------------------------------------------------------------------

/// Calls body(token, place) for each token that a window reads and each place that it stands at.
template <class T, class Body>
void forEachPlace(const Operation<T>& o, Index example, Index length, const Body& body) {
    const Index tokens = o.out.rows();
    for (Index i = 0; i < tokens; ++i)
        for (Index r = 0; r < length; ++r) {
            const Index token =
                i + ops::windowOffset(r, length, attributes<WindowsAttributes>(o).causal);
            const bool isThere = token >= 0 && token < tokens &&
                                 (o.in.size() < 2 || o.in[1].of(example)(0, token) != T(0));
            if (isThere)
                body(token, i, r);
        }
}

/// y_i = [x_{i−C} … x_{i+C}], zeros outside of the sequence and at padding.
template <class T> void windows(const Operation<T>& o) {
    const Index width = o.in[0].columns();
    o.out.all().setZero();
    forEachExample(o, [&](Index e) {
        forEachPlace(o, e, o.out.columns() / width, [&](Index token, Index i, Index r) {
            o.out.of(e).row(i).segment(r * width, width) = o.in[0].of(e).row(token);
        });
    });
}

/// A token gets the gradients of all windows that it stands in.
template <class T> void windowsGradient(const Operation<T>& o) {
    const Index width = o.out.columns();
    o.out.all().setZero();
    forEachExample(o, [&](Index e) {
        forEachPlace(o, e, o.in[0].columns() / width, [&](Index token, Index i, Index r) {
            o.out.of(e).row(token) += o.in[0].of(e).row(i).segment(r * width, width);
        });
    });
}

// ---- LayerNorm (Ba et al. 2016), and RMSNorm (Zhang & Sennrich 2019), which does not centre -----

/// x̂ = (x − mean) / √(variance + ε) of each row, and what it was divided by, inverted. Where the
/// norm does not centre, mean is 0 and variance is the mean of x².
template <class T> struct Normalised {
    RowMatrix<T> x;
    ColumnVector<T> inverse;
};

template <bool centres, class T> Normalised<T> normalise(const Operation<T>& o) {
    const auto epsilon = static_cast<T>(attributes<NormAttributes>(o).epsilon);
    RowMatrix<T> x = o.in[0].byRow();
    if constexpr (centres) {
        const ColumnVector<T> mean = x.rowwise().mean();
        x.colwise() -= mean;
    }
    const ColumnVector<T> variance = x.rowwise().squaredNorm() / static_cast<T>(x.cols());
    ColumnVector<T> inverse = (variance.array() + epsilon).sqrt().inverse();
    x.array().colwise() *= inverse.array();
    return {std::move(x), std::move(inverse)};
}

/// y = x̂ ⊙ gain + bias; without bias where it does not centre.
template <class T> void layerNorm(const Operation<T>& o) {
    const auto gain = o.in[1].all().array().row(0);
    const auto bias = o.in[2].all().array().row(0);
    o.out.byRow() = (normalise<true>(o).x.array().rowwise() * gain).rowwise() + bias;
}

template <class T> void rmsNorm(const Operation<T>& o) {
    const auto gain = o.in[1].all().array().row(0);
    o.out.byRow() = normalise<false>(o).x.array().rowwise() * gain;
}

/// With g = gain ⊙ dy and means along the row: dx = (g − mean g − x̂·mean(g ⊙ x̂)) / √(variance + ε),
/// where mean g is left out if it does not centre.
template <bool centres, class T> void normInputGradient(const Operation<T>& o) {
    const auto [x, inverse] = normalise<centres>(o);
    const RowMatrix<T> g = o.in[2].byRow().array().rowwise() * o.in[1].all().array().row(0);
    const ColumnVector<T> meanGx = g.cwiseProduct(x).rowwise().mean();
    RowMatrix<T> rest = g - RowMatrix<T>(x.array().colwise() * meanGx.array());
    if constexpr (centres) {
        const ColumnVector<T> meanG = g.rowwise().mean();
        rest.colwise() -= meanG;
    }
    o.out.byRow() = rest.array().colwise() * inverse.array();
}

template <class T> void layerNormInputGradient(const Operation<T>& o) {
    normInputGradient<true>(o);
}

template <class T> void rmsNormInputGradient(const Operation<T>& o) {
    normInputGradient<false>(o);
}

/// dgain = Σ_t dy_t ⊙ x̂_t.
template <class T> void layerNormGainGradient(const Operation<T>& o) {
    o.out.all() = normalise<true>(o).x.cwiseProduct(o.in[1].byRow()).colwise().sum();
}

template <class T> void rmsNormGainGradient(const Operation<T>& o) {
    o.out.all() = normalise<false>(o).x.cwiseProduct(o.in[1].byRow()).colwise().sum();
}

// ---- the feed-forward layer's activation -------------------------------------------------------

/// y = max(0, x); NaN stays NaN.
template <class T> void relu(const Operation<T>& o) {
    o.out.all() = o.in[0].all().unaryExpr([](T x) { return x < 0 ? T(0) : x; });
}

template <class T> void reluGradient(const Operation<T>& o) {
    o.out.all() = (o.in[0].all().array() > T(0)).select(o.in[1].all(), T(0));
}

/// Φ, the normal distribution up to x.
template <class T> T normalCdf(T x) {
    return std::erfc(-x / std::numbers::sqrt2_v<T>) / 2;
}

/// y = x·Φ(x), exact (Hendrycks & Gimpel 2016).
template <class T> void gelu(const Operation<T>& o) {
    o.out.all() = o.in[0].all().unaryExpr([](T x) { return x * normalCdf(x); });
}

/// dx = dy · (Φ(x) + x·φ(x)).
template <class T> void geluGradient(const Operation<T>& o) {
    o.out.all() = o.in[0].all().binaryExpr(o.in[1].all(), [](T x, T dy) {
        const T density =
            std::exp(-x * x / 2) * std::numbers::inv_sqrtpi_v<T> / std::numbers::sqrt2_v<T>;
        return dy * (normalCdf(x) + x * density);
    });
}

/// √(2/π)·(x + 0.044715·x³).
template <class T> T geluBend(T x) {
    return std::numbers::sqrt2_v<T> * std::numbers::inv_sqrtpi_v<T> *
           (x + static_cast<T>(0.044715) * x * x * x);
}

/// y = ½·x·(1 + tanh u), u = √(2/π)·(x + 0.044715·x³) (Hendrycks & Gimpel 2016, section 2).
template <class T> void geluTanh(const Operation<T>& o) {
    o.out.all() = o.in[0].all().unaryExpr([](T x) { return x / 2 * (1 + std::tanh(geluBend(x))); });
}

/// dx = dy · (½·(1 + tanh u) + ½·x·(1 − tanh² u)·u′).
template <class T> void geluTanhGradient(const Operation<T>& o) {
    o.out.all() = o.in[0].all().binaryExpr(o.in[1].all(), [](T x, T dy) {
        const T y = std::tanh(geluBend(x));
        const T steepness = std::numbers::sqrt2_v<T> * std::numbers::inv_sqrtpi_v<T> *
                            (1 + 3 * static_cast<T>(0.044715) * x * x);
        return dy * ((1 + y) / 2 + x / 2 * (1 - y * y) * steepness);
    });
}

/// y = x / (1 + e^−x) (Elfwing et al. 2018).
template <class T> void silu(const Operation<T>& o) {
    o.out.all() = o.in[0].all().unaryExpr([](T x) { return x / (1 + std::exp(-x)); });
}

/// dx = dy · (s + x·s·(1 − s)), s = 1 / (1 + e^−x).
template <class T> void siluGradient(const Operation<T>& o) {
    o.out.all() = o.in[0].all().binaryExpr(o.in[1].all(), [](T x, T dy) {
        const T s = 1 / (1 + std::exp(-x));
        return dy * (s + x * s * (1 - s));
    });
}

/// y = tanh x.
template <class T> void tanh(const Operation<T>& o) {
    o.out.all() = o.in[0].all().unaryExpr([](T x) { return std::tanh(x); });
}

/// dx = dy · (1 − y²), from the result y.
template <class T> void tanhGradient(const Operation<T>& o) {
    o.out.all() = o.in[1].all().array() * (1 - o.in[0].all().array().square());
}

// ---- recurrent cells (Cho et al. 2014) ----------------------------------------------------------

/// y = 1 / (1 + e^−x).
template <class T> void sigmoid(const Operation<T>& o) {
    o.out.all() = o.in[0].all().unaryExpr([](T x) { return 1 / (1 + std::exp(-x)); });
}

/// dx = dy · y·(1 − y), from the result y.
template <class T> void sigmoidGradient(const Operation<T>& o) {
    const auto y = o.in[0].all().array();
    o.out.all() = o.in[1].all().array() * y * (1 - y);
}

/// y = 1 − x.
template <class T> void complement(const Operation<T>& o) {
    o.out.all() = 1 - o.in[0].all().array();
}

/// y = 1 + x.
template <class T> void onePlus(const Operation<T>& o) {
    o.out.all() = 1 + o.in[0].all().array();
}

/// y = a ⊙ b.
template <class T> void multiply(const Operation<T>& o) {
    o.out.all() = o.in[0].all().cwiseProduct(o.in[1].all());
}

/// Whether the time step of the node is no padding in an example.
template <class T> bool isToken(const Operation<T>& o, const Value<T>& keep, Index example) {
    return keep.of(example)(0, attributes<KeepAttributes>(o).timeStep) != T(0);
}

/// The next state, at padding the one before.
template <class T> void keep(const Operation<T>& o) {
    forEachExample(o, [&](Index e) { o.out.of(e) = o.in[isToken(o, o.in[2], e) ? 0 : 1].of(e); });
}

/// dy for whichever of the two states it was, 0 for the other.
template <class T> void keepGradient(const Operation<T>& o) {
    const bool ofNext = attributes<KeepAttributes>(o).ofNext;
    forEachExample(o, [&](Index e) {
        if (isToken(o, o.in[1], e) == ofNext)
            o.out.of(e) = o.in[0].of(e);
        else
            o.out.of(e).setZero();
    });
}

// ---- additive scores (Bahdanau et al. 2015) ----------------------------------------------------

/// tanh(a_t + b_s) for one query t and all keys: [S, D].
template <class T> RowMatrix<T> hiddenOfQuery(const Operation<T>& o, Index example, Index t) {
    const auto a = o.in[0].of(example);
    const auto b = o.in[1].of(example);
    return (b.rowwise() + a.row(t)).unaryExpr([](T x) { return std::tanh(x); });
}

/// e_ts = tanh(a_t + b_s)·v.
template <class T> void additiveScores(const Operation<T>& o) {
    const auto v = o.in[2].all().row(0);
    forEachExample(o, [&](Index e) {
        auto y = o.out.of(e);
        for (Index t = 0; t < y.rows(); ++t)
            y.row(t) = (hiddenOfQuery(o, e, t) * v.transpose()).transpose();
    });
}

/// With u_ts = de_ts · v ⊙ (1 − tanh²(a_t + b_s)): da_t = Σ_s u_ts, or db_s = Σ_t u_ts.
template <class T> void additiveScoresGradient(const Operation<T>& o) {
    const auto v = o.in[2].all().row(0);
    o.out.all().setZero();
    forEachExample(o, [&](Index e) {
        const auto de = o.in[3].of(e);
        auto dx = o.out.of(e);
        for (Index t = 0; t < de.rows(); ++t) {
            const RowMatrix<T> slope = 1 - hiddenOfQuery(o, e, t).array().square();
            const RowMatrix<T> u = de.row(t).asDiagonal() * slope * v.asDiagonal();
            if (attributes<AdditiveAttributes>(o).ofKey)
                dx += u;
            else
                dx.row(t) = u.colwise().sum();
        }
    });
}

/// dv = Σ de_ts · tanh(a_t + b_s).
template <class T> void additiveVectorGradient(const Operation<T>& o) {
    auto dv = o.out.all();
    dv.setZero();
    for (Index e = 0; e < o.in[2].examples; ++e) {
        const auto de = o.in[2].of(e);
        for (Index t = 0; t < de.rows(); ++t)
            dv += de.row(t) * hiddenOfQuery(o, e, t);
    }
}

// ---- the loss ----------------------------------------------------------------------------------

template <class T> void countTokens(const Operation<T>& o) {
    const Index tokens = (o.in[0].all().array() != T(0)).count();
    o.out.scalar() = static_cast<T>(std::max<Index>(1, tokens));
}

/// −log p(label) of each token, from the logits z: log Σ exp z − z_label; with smoothing ε the
/// label is (1 − ε)·one-hot + ε/V (Szegedy et al. 2016). What is not kept costs nothing.
template <class T> void crossEntropy(const Operation<T>& o) {
    const auto smoothing = static_cast<T>(attributes<LossAttributes>(o).smoothing);
    const auto first = static_cast<Index>(attributes<LossAttributes>(o).first);
    forEachExample(o, [&](Index e) {
        const auto logits = o.in[0].of(e);
        const auto labels = o.in[2].of(e);
        const auto keep = o.in[3].of(e);
        auto loss = o.out.of(e);
        for (Index t = 0; t < logits.rows(); ++t) {
            const auto label = static_cast<Index>(labels(0, t));
            // Differences to the largest keep the digits where logits are large.
            const T largest = logits.row(t).template maxCoeff<Eigen::PropagateNaN>();
            const auto z = logits.row(t).array() - largest;
            const T sum = z.unaryExpr([](T value) { return std::exp(value); }).sum();
            loss(0, t) = keep(0, t) == T(0) ? T(0)
                                            : std::log(sum) - (1 - smoothing) * z(label - first) -
                                                  (smoothing > 0 ? smoothing * z.mean() : T(0));
        }
    });
}

/// dz = (p − target) · dy, where target is the label as above.
template <class T> void crossEntropyGradient(const Operation<T>& o) {
    const auto smoothing = static_cast<T>(attributes<LossAttributes>(o).smoothing);
    const auto first = static_cast<Index>(attributes<LossAttributes>(o).first);
    forEachExample(o, [&](Index e) {
        const auto labels = o.in[1].of(e);
        const auto keep = o.in[2].of(e);
        const auto dy = o.in[3].of(e);
        auto dz = o.out.of(e);
        for (Index t = 0; t < dz.rows(); ++t) {
            if (keep(0, t) == T(0)) {
                dz.row(t).setZero();
                continue;
            }
            const auto label = static_cast<Index>(labels(0, t));
            dz.row(t) = o.in[0].of(e).row(t).array() - smoothing / static_cast<T>(dz.cols());
            dz(t, label - first) -= 1 - smoothing;
            dz.row(t) *= dy(0, t);
        }
    });
}

/// Σ (y − x)² / f of each row that counts.
template <class T> void squaredError(const Operation<T>& o) {
    forEachExample(o, [&](Index e) {
        const auto errors = (o.in[0].of(e) - o.in[1].of(e)).array().square().rowwise().mean();
        o.out.of(e).array() = (o.in[2].of(e).array() != T(0)).select(errors.transpose(), T(0));
    });
}

/// dy = 2/f · (y − x) · dl in each row that counts.
template <class T> void squaredErrorGradient(const Operation<T>& o) {
    const T factor = T(2) / static_cast<T>(o.node.shape[1]);
    forEachExample(o, [&](Index e) {
        const auto slope = (factor * o.in[3].of(e).array()).matrix().transpose();
        o.out.of(e) = slope.asDiagonal() * (o.in[0].of(e) - o.in[1].of(e));
        for (Index row = 0; row < o.out.of(e).rows(); ++row)
            if (o.in[2].of(e)(0, row) == T(0))
                o.out.of(e).row(row).setZero();
    });
}

template <class T> void meanTokens(const Operation<T>& o) {
    const double sum = o.in[0].all().template cast<double>().sum();
    o.out.scalar() = static_cast<T>(sum / static_cast<double>(o.in[1].scalar()));
}

template <class T> void meanTokensGradient(const Operation<T>& o) {
    o.out.all().setConstant(o.in[0].scalar() / o.in[1].scalar());
}

// ---- the optimizer -----------------------------------------------------------------------------

/// √Σ g² over all gradients.
template <class T> void gradientNorm(const Operation<T>& o) {
    double sum = 0;
    for (const Value<T>& gradient : o.in)
        sum += gradient.all().template cast<double>().squaredNorm();
    o.out.scalar() = static_cast<T>(std::sqrt(sum));
}

/// min(1, clip / (norm + 1e-6)) (Pascanu et al. 2013).
template <class T> void clipFactor(const Operation<T>& o) {
    const double norm = static_cast<double>(o.in[0].scalar());
    o.out.scalar() =
        static_cast<T>(std::min(1.0, attributes<ClipAttributes>(o).norm / (norm + 1e-6)));
}

template <class T> void clipGradient(const Operation<T>& o) {
    o.out.all() = o.in[1].scalar() * o.in[0].all();
}

/// g + decay·p.
template <class T> void decayGradient(const Operation<T>& o) {
    o.out.all() =
        o.in[0].all() + static_cast<T>(attributes<DecayAttributes>(o).rate) * o.in[1].all();
}

/// m ← β₁·m + (1 − β₁)·g (Kingma & Ba 2015, algorithm 1).
template <class T> void adamMoment1(const Operation<T>& o) {
    const double beta = attributes<MomentAttributes>(o).beta;
    o.out.all() = static_cast<T>(beta) * o.in[0].all() + static_cast<T>(1 - beta) * o.in[1].all();
}

/// v ← β₂·v + (1 − β₂)·g².
template <class T> void adamMoment2(const Operation<T>& o) {
    const double beta = attributes<MomentAttributes>(o).beta;
    o.out.all() =
        static_cast<T>(beta) * o.in[0].all() + static_cast<T>(1 - beta) * o.in[1].all().cwiseAbs2();
}

/// Δ = −η · m̂ / (√v̂ + ε), with m̂ = m / (1 − β₁ᵗ) and v̂ = v / (1 − β₂ᵗ).
template <class T> void adamUpdate(const Operation<T>& o) {
    const auto& a = attributes<AdamAttributes>(o);
    const auto step = static_cast<double>(o.in[3].scalar());
    const auto m = o.in[0].all().array() * static_cast<T>(1 / (1 - std::pow(a.beta1, step)));
    const auto v = o.in[1].all().array() * static_cast<T>(1 / (1 - std::pow(a.beta2, step)));
    o.out.all() = -o.in[2].scalar() * m / (v.sqrt() + static_cast<T>(a.epsilon));
}

/// b ← momentum·b + g.
template <class T> void momentum(const Operation<T>& o) {
    o.out.all() =
        static_cast<T>(attributes<MomentAttributes>(o).beta) * o.in[0].all() + o.in[1].all();
}

/// Δ = −η·g.
template <class T> void sgdUpdate(const Operation<T>& o) {
    o.out.all() = -o.in[1].scalar() * o.in[0].all();
}

/// p ← p + Δ − η·decay·p (Loshchilov & Hutter 2019).
template <class T> void apply(const Operation<T>& o) {
    const T decay = o.in.size() == 3
                        ? o.in[2].scalar() * static_cast<T>(attributes<DecayAttributes>(o).rate)
                        : T(0);
    o.out.all() = (1 - decay) * o.in[0].all() + o.in[1].all();
}

} // namespace

template <class T> Compute<T> computeOf(OpKind kind) {
    switch (kind) {
#define GF_GIVEN(kind, function, name)                                                             \
    case OpKind::kind:                                                                             \
        return nullptr;
#define GF_VIEW GF_GIVEN
#define GF_OP(kind, function, name)                                                                \
    case OpKind::kind:                                                                             \
        return function<T>;
#include "core/graph/op_table.def"
    case OpKind::count_:
        break;
    }
    return nullptr;
}

template Compute<float> computeOf(OpKind kind);
template Compute<double> computeOf(OpKind kind);

} // namespace gf::eigen
