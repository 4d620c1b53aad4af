// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QString>

namespace gf {

/// The name of the formula of a step whatever the model: that of its kind ("attn.scores", as in
/// Step::kind) if there is one, otherwise that of its operation ("matmul"). Gradients only have
/// that of their operation. Empty when there is neither.
QString formulaFor(const QString& kind, const QString& op, bool gradient);

/// The formula of a node as this model computes it; its step is of this kind. What a setting of the
/// model changes in a formula stands behind its name: "attn.q.pre.bias".
QString formulaOf(const Graph& graph, const Node& node, const QString& kind);

/// The name of the words about a node (StepTexts) as this model computes it; its step is of this
/// kind. What is not so in every model has words for each: "mixer.mean.causal".
QString wordsOf(const Graph& graph, const Node& node, const QString& kind);

} // namespace gf
