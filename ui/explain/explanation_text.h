// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/expression.h"
#include "ui/explain/explanation_link.h"

#include <QColor>
#include <QString>

#include <functional>
#include <set>
#include <vector>

namespace gf {

/// How an explanation is written out.
struct ExplanationStyle {
    /// The colour of numbers that are cells of this node; invalid: the text's own.
    std::function<QColor(NodeId)> colourOf;
    QString cellSymbol;     ///< what the cell is called: "scores[2, 5]"; empty: as the op calls it
    QColor quiet;           ///< for what stands between the numbers; invalid: the text's own
    std::size_t lines = 10; ///< more lines than this are shortened in the middle
    bool links = false;     ///< numbers and what is left out are links (ExplanationLink)
    /// What is written out in full: the long sums of these lines, with `allLines` every line.
    std::set<std::size_t> opened;
};

/// One line of arithmetic: "Z = exp(0.31 − 1.2) + … = 6.312".
struct ExplainedLine {
    QString html;
    QString plain;         ///< the same without colours
    double value = 0;      ///< in double precision
    double shownValue = 0; ///< what a reader who computes with the printed numbers gets
    double printed = 0;    ///< the printed result
};

/// A cell's explanation, ready to be shown.
struct ExplanationText {
    std::vector<ExplainedLine> lines;
    QString shared; ///< a sentence saying that examples are added up; empty when none are
    QString hidden; ///< a sentence saying which mask hides the cell; empty when none does
    double recomputed = 0;
};

/// Writes out how a cell came to be, with the numbers that `read` gives. Long sums are shortened in
/// the middle and say what the terms left out amount to. Every line has as many digits as it takes
/// for the printed numbers to give the printed result: a reader with a pocket calculator never
/// finds a line that does not add up. With links, a number that is a cell leads to it.
ExplanationText writeExplanation(const Explanation& explanation, const CellReader& read,
                                 const ExplanationStyle& style = {});

} // namespace gf
