// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_layout.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace gf {

/// What the rows or columns of a matrix count in the result: whatever counts the same has the same
/// side in all matrices. Shared: they are summed over, or mean nothing there.
enum class StageScale { Row, Column, Shared };

/// One item of the stage, as the layout sees it: a matrix, a number (no rows) or a sign.
struct LayoutItem {
    HeatmapForm form;
    StageScale rows = StageScale::Row;
    StageScale columns = StageScale::Column;
    bool sign = false;
    bool beneath = false;      ///< stands under the item before it
    bool result = false;       ///< of the operation
    bool countsTokens = false; ///< what it shares with another operand: never drawn narrow
    QSizeF least;              ///< of a sign or a number its size; of a matrix the room of its name
    double name = 0;           ///< the width of a matrix's name alone
    friend bool operator==(const LayoutItem&, const LayoutItem&) = default;
};

/// What is to be shown.
struct LayoutInput {
    /// The matrix in focus alone, or operands, signs and result in the formula's order.
    std::vector<LayoutItem> subject;
    /// The subject is a product A·B = C, perhaps with what is added to each row beneath B.
    bool isProduct = false;
    std::vector<LayoutItem> neighbours; ///< matrices beside it, smaller
    /// Instead of both: matrices that are all equally large and have the same words.
    std::vector<LayoutItem> equals;
    std::vector<LayoutItem> strip; ///< thumbnails under a caption
    bool stripFolds = false;       ///< where room is scarce, to one line of names
    /// Cells of the subject, or of the equals, are no smaller than this: where they would be, a
    /// matrix is a window on as many rows and columns as have room so. 0: matrices stay whole.
    double leastCell = 0;
    friend bool operator==(const LayoutInput&, const LayoutInput&) = default;
};

/// Where one item stands.
struct StageSlot {
    QRectF rect;
    QSizeF cell;                          ///< of a matrix; empty: as it comes
    HeatmapParts parts = allHeatmapParts; ///< fewer where others' words stand for a matrix
    std::optional<QPointF> origin;        ///< of its cells, where these stand in line with others
    BarPlace bar = BarPlace::Fitting;
};

/// Where everything stands, in the order of LayoutInput.
struct StagePlan {
    std::vector<StageSlot> subject, neighbours, equals, strip;
    QRectF caption;           ///< of the strip
    bool folded = false;      ///< the strip is one line of names
    double cell = 0;          ///< the smaller side of a cell of the result, or of the equals
    double neighbourCell = 0; ///< of the smallest neighbour
    Index window = 0;         ///< rows and columns that each window shows; 0: there is none
    double height = 0;        ///< of all; more than the room where even the smallest find none
};

/// Arranges the stage as a table of matrices whose rows and columns stand in line, a product in its
/// corner (table_template), or as panels of one size (panels_template). The cells of its subject
/// come out as large as they can: candidates are tried from the largest cell down, with neighbours
/// and thumbnails on the right or below. Whether one fits depends on its cells alone, so that more
/// room never makes a subject's cells smaller. Until these can be told apart from the last row,
/// neighbours are thumbnails and the strip is one line.
StagePlan layOutStage(const LayoutInput& input, const QSizeF& room, const HeatmapOptions& options);

} // namespace gf
