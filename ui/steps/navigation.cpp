// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/navigation.h"

#include "core/graph/trace.h"
#include "core/ops/intervene.h"
#include "ui/figure/heatmap_data.h"
#include "ui/steps/attention_stages.h"
#include "ui/steps/matrix.h"
#include "ui/steps/steps.h"

#include <algorithm>

namespace gf {

namespace {

/// The node in focus, or the value where it has no gradient.
const Node* nodeAt(const Graph& graph, const Focus& focus) {
    NodeId id = nodeOf(graph, focus);
    if (id == noNode)
        id = graph.find(focus.step.toStdString());
    return id == noNode ? nullptr : &graph[id];
}

/// The weights of an attention or a mean layer, or the windows of a convolution.
bool mixesTokensHere(const Graph& graph, const Node& node) {
    const bool isMixer = node.relation == Relation::Own && node.scope.kind() == ScopeKind::Mixer;
    return areAttentionWeights(graph, node) ||
           (isMixer && (node.part == "weights" || node.part == "windows"));
}

/// Where to begin: what the last layer of the decoder looks at in the source, otherwise the first
/// weights, or windows, with which tokens are mixed.
QString firstStep(const Steps& steps) {
    const std::span<const Step> walk = steps.walk(false);
    const Step* first = nullptr;
    const Step* cross = nullptr;
    for (const Step& step : walk) {
        const Node& node = (*steps.graph())[step.node];
        if (!mixesTokensHere(*steps.graph(), node) && !areAlignmentWeights(node))
            continue;
        if (node.scope.kind() == ScopeKind::CrossAttention)
            cross = &step;
        if (!first)
            first = &step;
    }
    if (const Step* found = cross ? cross : first)
        return found->step;
    return walk.empty() ? QString() : walk.front().step;
}

/// The words along a dimension of the step in focus, counted from its end: 1 are the columns, 2 the
/// rows.
Tokens wordsAlong(const Trace& trace, const Focus& focus, int fromEnd) {
    const Node* node = nodeAt(*trace.graph, focus);
    if (!node || node->shape.rank() < fromEnd)
        return {};
    return trace.labelsAlong(node->id, node->shape.rank() - fromEnd);
}

/// Whether the tokens up to this one are the same; what has no words has nothing to differ in.
bool isSameToken(const Tokens& before, const Tokens& now, Index at) {
    const auto upTo = static_cast<std::size_t>(at) + 1;
    return std::ranges::equal(before.begin(), before.begin() + std::min(upTo, before.size()),
                              now.begin(), now.begin() + std::min(upTo, now.size()));
}

} // namespace

MatrixSize matrixSize(const Node& node) {
    const int rank = node.shape.rank();
    MatrixSize size;
    if (rank >= 3 && !isStacked(node))
        size.heads = static_cast<int>(node.shape[-3]);
    if (rank >= 2)
        size.rows = isStacked(node) ? node.shape.rows() : node.shape[-2];
    if (rank >= 1)
        size.columns = node.shape[-1];
    return size;
}

std::optional<Focus> movedStep(const Steps& steps, const Focus& focus, int delta) {
    bool gradients = focus.gradients;
    const Step* step = delta > 0 ? steps.next(focus) : steps.previous(focus);
    if (!step) {
        const bool crosses = focus.gradients == (delta < 0);
        const std::span<const Step> other = steps.walk(!focus.gradients);
        if (!crosses || other.empty())
            return std::nullopt;
        step = delta > 0 ? &other.front() : &other.back();
        gradients = !gradients;
    }
    return atStep(focus, step->step, gradients);
}

Focus movedCell(const Graph& graph, const Focus& focus, Index rows, Index columns) {
    const Node* node = nodeAt(graph, focus);
    if (!node)
        return focus;
    const MatrixSize size = matrixSize(*node);
    if (size.rows == 0 || size.columns == 0)
        return focus;
    Focus moved = focus;
    const bool none = focus.row < 0 || focus.column < 0;
    moved.row = none ? 0 : std::clamp<Index>(focus.row + rows, 0, size.rows - 1);
    moved.column = none ? 0 : std::clamp<Index>(focus.column + columns, 0, size.columns - 1);
    moved.pinned = true;
    return moved;
}

Focus focusOn(const Node& node, const Focus& now) {
    return atStep(now, stepOf(node), node.role == Role::Backward || node.role == Role::Update);
}

Focus focusOn(const Node& node, const Cell& cell, const Focus& now) {
    Focus there = focusOn(node, now);
    Matrix whole;
    whole.node = node.id;
    whole.transposed = isTokenVector(node);
    if (hasHeads(node)) {
        there.head = whole.head = static_cast<int>(cell.at[0]);
        there.allHeads = false;
    }
    const CellPlace place = placeOf(node, whole, cell).value_or(CellPlace());
    there.row = place.row;
    there.column = place.column;
    there.pinned = true;
    return there;
}

Focus withoutCell(Focus focus) {
    focus.row = focus.column = -1;
    focus.pinned = false;
    return focus;
}

Focus movedHead(const Graph& graph, const Focus& focus, int delta) {
    const Node* node = nodeAt(graph, focus);
    const int heads = node ? matrixSize(*node).heads : 0;
    if (heads == 0)
        return focus;
    Focus moved = focus;
    moved.head = (focus.head + delta % heads + heads) % heads;
    moved.allHeads = false;
    return moved;
}

Focus fitted(const Steps& steps, const Focus& focus) {
    Focus result = focus;
    if (!result.lab.isEmpty())
        result.gradients = false; // a lab is about values
    if (!steps.graph())
        return result;
    // What was changed by hand may be so no more.
    if (!steps.at(result))
        result.step = QString::fromStdString(ops::plainName(result.step.toStdString()));
    if (!steps.at(result)) {
        Focus values = result;
        values.gradients = false;
        if (steps.at(values)) {
            result = values; // this graph has no gradients
        } else {
            result = withoutCell(result);
            result.step = firstStep(steps);
            result.gradients = false;
        }
    }
    const Node* node = nodeAt(*steps.graph(), result);
    if (!node)
        return result;
    const MatrixSize size = matrixSize(*node);
    if (size.heads > 0)
        result.head = std::clamp(result.head, 0, size.heads - 1);
    const bool isOutside = result.row >= size.rows || result.column >= size.columns;
    return isOutside && result.lab.isEmpty() ? withoutCell(result) : result; // a lab has its own
}

Focus carriedOver(const Trace& before, const Trace& now, const Focus& focus) {
    const bool sameSource = before.sourceTokens == now.sourceTokens;
    const bool sameTarget =
        before.targetTokens == now.targetTokens || (before.answered && now.answered);
    if (sameSource && sameTarget)
        return focus;
    const auto stays = [&](Index at, int fromEnd) {
        return at < 0 ||
               isSameToken(wordsAlong(before, focus, fromEnd), wordsAlong(now, focus, fromEnd), at);
    };
    return stays(focus.row, 2) && stays(focus.column, 1) ? focus : withoutCell(focus);
}

} // namespace gf
