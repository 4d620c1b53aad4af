// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/table.h"

#include "core/ops/define.h"

#include <cassert>

namespace gf::ops {

const Op& op(OpKind kind) {
    switch (kind) {
    case OpKind::Input:
        return inputOp();
    case OpKind::Parameter:
        return parameterOp();
    case OpKind::Constant:
        return constantOp();
    case OpKind::Identity:
        return identityOp();
    case OpKind::Add:
        return addOp();
    case OpKind::BatchSum:
        return batchSumOp();
    case OpKind::Intervene:
        return interveneOp();
    case OpKind::Embedding:
        return embeddingOp();
    case OpKind::EmbeddingGradient:
        return embeddingGradientOp();
    case OpKind::SinusoidalPosition:
        return sinusoidalPositionOp();
    case OpKind::LearnedPosition:
        return learnedPositionOp();
    case OpKind::LearnedPositionGradient:
        return learnedPositionGradientOp();
    case OpKind::Dropout:
        return dropoutOp();
    case OpKind::Linear:
        return linearOp();
    case OpKind::LinearInputGradient:
        return linearInputGradientOp();
    case OpKind::LinearWeightGradient:
        return linearWeightGradientOp();
    case OpKind::ColumnSum:
        return columnSumOp();
    case OpKind::MatMul:
        return matmulOp();
    case OpKind::Scale:
        return scaleOp();
    case OpKind::Mask:
        return maskOp();
    case OpKind::Softmax:
        return softmaxOp();
    case OpKind::SoftmaxGradient:
        return softmaxGradientOp();
    case OpKind::JoinHeads:
        return joinHeadsOp();
    case OpKind::SplitHeads:
        return splitHeadsOp();
    case OpKind::LayerNorm:
        return layerNormOp();
    case OpKind::LayerNormInputGradient:
        return layerNormInputGradientOp();
    case OpKind::LayerNormGainGradient:
        return layerNormGainGradientOp();
    case OpKind::Relu:
        return reluOp();
    case OpKind::ReluGradient:
        return reluGradientOp();
    case OpKind::Gelu:
        return geluOp();
    case OpKind::GeluGradient:
        return geluGradientOp();
    case OpKind::CountTokens:
        return countTokensOp();
    case OpKind::CrossEntropy:
        return crossEntropyOp();
    case OpKind::CrossEntropyGradient:
        return crossEntropyGradientOp();
    case OpKind::MeanTokens:
        return meanTokensOp();
    case OpKind::MeanTokensGradient:
        return meanTokensGradientOp();
    case OpKind::GradientNorm:
        return gradientNormOp();
    case OpKind::ClipFactor:
        return clipFactorOp();
    case OpKind::ClipGradient:
        return clipGradientOp();
    case OpKind::DecayGradient:
        return decayGradientOp();
    case OpKind::AdamMoment1:
        return adamMoment1Op();
    case OpKind::AdamMoment2:
        return adamMoment2Op();
    case OpKind::AdamUpdate:
        return adamUpdateOp();
    case OpKind::Momentum:
        return momentumOp();
    case OpKind::SgdUpdate:
        return sgdUpdateOp();
    case OpKind::Apply:
        return applyOp();
    case OpKind::count_:
        break;
    }
    assert(false && "every kind is listed");
    return inputOp();
}

} // namespace gf::ops
