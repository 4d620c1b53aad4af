// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/cpu/lowering.h"

#include "core/backend/cpu/lower_attention.h"
#include "core/backend/cpu/lower_positions.h"
#include "core/backend/cpu/lower_products.h"
#include "core/backend/cpu/lower_recurrent.h"
#include "core/backend/cpu/lower_rows.h"
#include "core/backend/cpu/lower_sums.h"
#include "core/backend/cpu/lower_windows.h"
#include "core/graph/op.h"

#include <cassert>
#include <stdexcept>
#include <string>

namespace gf::cpu {

namespace {

/// y = f(x), number by number.
Task lowerEach(const Operands& o, void (*f)(Index, const float*, float*)) {
    return [f, n = o.count(), x = o.in(0), y = o.out()] { f(n, x, y); };
}

/// y = f(a, b), number by number.
Task lowerPair(const Operands& o, void (*f)(Index, const float*, const float*, float*)) {
    return [f, n = o.count(), a = o.in(0), b = o.in(1), y = o.out()] { f(n, a, b, y); };
}

/// The work of a node that its op alone describes.
Task lowerOwn(const Operands& o) {
    const Node& node = o.node;
    const Lowering& lowering = o.lowering;
    const Kernels& k = lowering.kernels;
    const Index rows = node.shape.rank() == 0 ? 1 : o.rows(node);
    const Index columns = o.columns(node);
    switch (node.op->kind()) {
    case OpKind::Constant:
        return [y = o.out(), value = static_cast<float>(node.as<ConstantAttributes>().value)] {
            *y = value;
        };
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
    case OpKind::RelativeBias:
        return lowerRelativeBias(o);
    case OpKind::RelativeBiasGradient:
        return lowerRelativeBiasGradient(o);
    case OpKind::AlibiBias:
        return lowerAlibiBias(o);
    case OpKind::Buckets:
        return lowerBuckets(o);
    case OpKind::Rotary:
        return lowerRotary(o);
    case OpKind::Windows:
        return lowerWindows(o);
    case OpKind::WindowsGradient:
        return lowerWindowsGradient(o);
    case OpKind::Dropout:
        return lowerDropout(o);
    case OpKind::Slice:
        return lowerSlice(o);
    case OpKind::Join:
        return lowerJoin(o);
    case OpKind::Linear:
    case OpKind::LinearInputGradient:
    case OpKind::LinearWeightGradient:
        return lowerWeightProduct(o);
    case OpKind::ColumnSum:
        return [&k, rows = o.rows(o.input(0)), columns, x = o.in(0), y = o.out()] {
            k.columnSum(rows, columns, x, y);
        };
    case OpKind::Scale:
        return [&k, n = o.count(), factor = static_cast<float>(node.as<ScaleAttributes>().factor),
                x = o.in(0), y = o.out()] { k.scale(n, factor, x, y); };
    case OpKind::Mask:
        return lowerMask(o);
    case OpKind::Visibility:
        return lowerVisibility(o);
    case OpKind::Softmax:
        return [&k, rows, columns, x = o.in(0), y = o.out()] { k.softmax(rows, columns, x, y); };
    case OpKind::SoftmaxGradient:
        return [&k, rows, columns, p = o.in(0), dy = o.in(1), y = o.out()] {
            k.softmaxGradient(rows, columns, p, dy, y);
        };
    case OpKind::LayerNorm:
    case OpKind::RmsNorm:
        return lowerNorm(o);
    case OpKind::LayerNormInputGradient:
        return lowerNormInputGradient(o, k.layerNormInputGradient);
    case OpKind::RmsNormInputGradient:
        return lowerNormInputGradient(o, k.rmsNormInputGradient);
    case OpKind::LayerNormGainGradient:
        return lowerNormGainGradient(o, k.layerNormGainGradient);
    case OpKind::RmsNormGainGradient:
        return lowerNormGainGradient(o, k.rmsNormGainGradient);
    case OpKind::RepeatHeads:
        return lowerRepeatHeads(o);
    case OpKind::RepeatHeadsGradient:
        return lowerRepeatHeadsGradient(o);
#define GF_EACH(kind, function, name)                                                              \
    case OpKind::kind:                                                                             \
        return lowerEach(o, k.function);
#define GF_PAIR(kind, function, name)                                                              \
    case OpKind::kind:                                                                             \
        return lowerPair(o, k.function);
#include "core/graph/op_table.def"
    case OpKind::Keep:
        return lowerKeep(o);
    case OpKind::KeepGradient:
        return lowerKeepGradient(o);
    case OpKind::AdditiveScores:
        return lowerAdditiveScores(o);
    case OpKind::AdditiveScoresGradient:
        return lowerAdditiveScoresGradient(o);
    case OpKind::AdditiveVectorGradient:
        return lowerAdditiveVectorGradient(o);
    case OpKind::CountTokens:
        return lowerCountTokens(o);
    case OpKind::CrossEntropy:
        return lowerCrossEntropy(o);
    case OpKind::CrossEntropyGradient:
        return lowerCrossEntropyGradient(o);
    case OpKind::SquaredError:
        return lowerSquaredError(o);
    case OpKind::SquaredErrorGradient:
        return lowerSquaredErrorGradient(o);
    case OpKind::MeanTokens:
        return [&k, n = o.examples(o.input(0)) * o.input(0).shape.count(), x = o.in(0),
                count = o.in(1), y = o.out()] {
            *y = static_cast<float>(k.sum(n, x) / static_cast<double>(*count));
        };
    case OpKind::MeanTokensGradient:
        return [n = o.count(), dy = o.in(0), count = o.in(1), y = o.out()] {
            std::fill_n(y, n, *dy / *count);
        };
    case OpKind::ClipFactor:
        return [clip = node.as<ClipAttributes>().norm, norm = o.in(0), y = o.out()] {
            *y = static_cast<float>(std::min(1.0, clip / (static_cast<double>(*norm) + 1e-6)));
        };
        // Not asked for: there already, views, products (lower()), and what the update does in
        // chunks.
#define GF_GIVEN(kind, function, name) case OpKind::kind:
#define GF_VIEW(kind, function, name) case OpKind::kind:
#define GF_UPDATE(kind, function, name) case OpKind::kind:
#define GF_REPLACEMENT(kind, function, name) case OpKind::kind:
#include "core/graph/op_table.def"
    case OpKind::MatMul:
    case OpKind::GradientNorm:
    case OpKind::count_:
        break;
    }
    throw std::logic_error(std::string(node.op->name()) + " has no task of its own");
}

} // namespace

bool isByBlocks(const NodeWork& work) {
    return work.work == Work::BlockAttention || work.work == Work::BlockGradients;
}

bool worksByHead(const Node& node, const NodeWork& work) {
    return work.work == Work::AttentionWeights || work.work == Work::ScoresGradient ||
           (work.work == Work::Own && node.op->kind() == OpKind::MatMul);
}

HeadTask lowerByHead(const Node& node, const NodeWork& work, const Lowering& lowering) {
    const Operands o{node, lowering};
    switch (work.work) {
    case Work::AttentionWeights:
        return attentionWeightsOf(o, work, 1);
    case Work::ScoresGradient:
        return scoresGradientOf(o, work, 1);
    default:
        return matMulOfHead(o, work.triangle);
    }
}

Index partsOf(const Node& node, const NodeWork& work, const Lowering& lowering, int threads) {
    if (isByBlocks(work))
        return threads == 1 ? 1 : lowering.examples * node.shape.matrices();
    const OpKind kind = node.op->kind();
    if (work.work != Work::Own || (kind != OpKind::Linear && kind != OpKind::LinearInputGradient &&
                                   kind != OpKind::LinearWeightGradient))
        return 1;
    const Product product = weightProductOf({node, lowering}).shape;
    if (threads == 1 || product.m * product.n * product.k < fewestForParts)
        return 1;
    return std::clamp<Index>(product.n / columnsOfAPart, 1, 2 * threads);
}

PartTask lowerParts(const Node& node, const NodeWork& work, const Lowering& lowering, Index parts) {
    if (!isByBlocks(work))
        return lowerColumns({node, lowering}, parts);
    return [heads = node.shape.matrices(), head = lowerBlocks({node, lowering}, work)](Index part) {
        head(part / heads, part % heads);
    };
}

Task lower(const Node& node, const NodeWork& work, const Lowering& lowering) {
    const Operands o{node, lowering};
    const Kernels& k = lowering.kernels;
    switch (work.work) {
    case Work::Own:
        return node.op->kind() == OpKind::MatMul ? lowerMatMul(o, work.triangle) : lowerOwn(o);
    case Work::Elsewhere:
        assert(false && "nothing is left to do");
        return [] {};
    case Work::AttentionWeights:
        return forEachExample(o, attentionWeightsOf(o, work, node.shape.matrices()));
    case Work::ScoresGradient:
        return forEachExample(o, scoresGradientOf(o, work, node.shape.matrices()));
    case Work::BlockAttention:
    case Work::BlockGradients:
        return [examples = lowering.examples, heads = node.shape.matrices(),
                head = lowerBlocks(o, work)] {
            for (Index e = 0; e < examples; ++e)
                for (Index h = 0; h < heads; ++h)
                    head(e, h);
        };
    case Work::GeluWithSlope:
        return [&k, n = o.count(), x = lowering.address(node.inputs[0]), y = o.out()] {
            k.geluWithSlope(n, x, y);
        };
    case Work::TimesSlope:
        return [&k, n = o.count(), slope = o.in(0), dy = o.in(1), y = o.out()] {
            k.multiply(n, dy, slope, y);
        };
    case Work::NormGradients:
        return lowerNormGradients(o, work);
    }
    return [] {};
}

} // namespace gf::cpu
