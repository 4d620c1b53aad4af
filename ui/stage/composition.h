// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/steps/matrix.h"

#include <QString>

#include <vector>

namespace gf {

/// What a row (or column) of a drawn operand means for the result.
enum class Tie {
    Nothing, ///< all of the result depends on it
    Row,     ///< the row of the result with the same number
    Column,  ///< the column of the result with the same number
};

/// One thing on the stage, from left to right: a matrix, or the sign between two.
struct StageItem {
    enum class Kind { Matrix, Sign };

    Kind kind = Kind::Matrix;
    Matrix matrix;
    bool result = false;  ///< the step's own matrix
    bool beneath = false; ///< stands under the matrix before it: gain and bias, W and b
    bool stays = false;   ///< where changes are shown: it did not change, and is drawn as it is
    Tie rows = Tie::Nothing;
    Tie columns = Tie::Nothing;
    QString prefix; ///< before the title: "+ " for a bias that is added
    QString lead;   ///< before it too, where no sign stands there: "softmax →", "q × kᵀ ="
    QString sign;   ///< "·", "+", "=", or a word: "softmax", "÷ √16"
};

using Composition = std::vector<StageItem>;

/// Whether it is a product A·B = C, as which it is drawn in its corner: A's rows are those of C,
/// and B's columns. What is added to each row may stand beneath B.
bool isProduct(const Graph& graph, const Composition& composition);

/// How a step is drawn: its operands, the operator and the result, after the table of operations in
/// composition.cpp. `head` is the head that is shown where there are several.
Composition compose(const Graph& graph, NodeId node, int head);

/// The stages of an attention block that exist for `node` (scores, scaled, masked, weights, in this
/// order) with the signs between them; empty when `node` is none of them. For the gradient of a
/// stage, the gradients of the stages.
Composition attentionPanels(const Graph& graph, NodeId node, int head);

/// Where a place on a drawn operand leads in the result: its row and column there, −1 for none.
CellPlace tiedPlace(const StageItem& item, CellPlace onOperand);

/// The light on the operand of a result whose row or column alone is in focus.
HeatmapHighlight tiedHighlight(const StageItem& item, CellPlace onResult);

} // namespace gf
