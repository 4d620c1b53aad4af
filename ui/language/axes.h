// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QString>

namespace gf {

/// What one place along a dimension of a node is called: "query", "feature", "id".
QString placeName(const Node& node, int dimension);

/// The number of the first place along a dimension: 0 of a vocabulary, whose words are told apart
/// by their ids, and of positions, as in formulas; 1 of all else.
Index firstNumber(const Node& node, int dimension);

/// A place along an axis with the word that stands there, if one does: "query 3 “9”". Escaped or
/// not as `word` is.
QString placeText(const QString& axis, Index number, const QString& word = {});

/// What the dimension as a whole is called, beside a matrix: "query", "feature of the head",
/// "vocabulary"; empty where it is nothing in particular.
QString axisTitle(const Node& node, int dimension);

/// A shape with the letters of its dimensions (B T S D H K F V): "H 4 × T 11 × S 11".
QString shapeInWords(const Node& node);

/// What the numbers of a shape count: "2 heads, 6 queries, 6 keys". For a place that has only
/// "H 2 × T 6 × S 6".
QString shapeCounted(const Node& node);

} // namespace gf
