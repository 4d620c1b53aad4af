// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_layout.h"

#include <QRectF>
#include <QSizeF>

#include <array>
#include <vector>

namespace gf {

/// What the rows or columns of a matrix count in a product: whatever counts the same has the same
/// scale, so that x is as wide as W is high.
enum class StageScale { Row, Column, Shared };

/// One thing on the stage, as the layout sees it: a matrix, a number (no rows) or a sign.
struct StageThing {
    HeatmapForm form;
    StageScale rows = StageScale::Row;
    StageScale columns = StageScale::Column;
    bool sign = false;
    bool beneath = false; ///< stands under the thing before it
    bool result = false;  ///< of a product: takes what room is left, whatever counts the same
    QSizeF least;         ///< of a sign or a number its size; of a matrix the room of its name
    double name = 0;      ///< the width of a matrix's name alone
    friend bool operator==(const StageThing&, const StageThing&) = default;
};

/// What is to be shown.
struct StageMatter {
    std::vector<StageThing> subject;    ///< the matrix in focus, or a product from left to right
    std::vector<StageThing> neighbours; ///< matrices beside it, smaller
    /// Instead of both: matrices that are all equally large and have the same words.
    std::vector<StageThing> equals;
    std::vector<StageThing> strip; ///< thumbnails under a caption
    bool stripFolds = false;       ///< where room is scarce, to one line of names
    /// Cells of the subject, or of the equals, are no smaller than this: where they would be, a
    /// matrix is a window on as many rows and columns as have room so. 0: matrices stay whole.
    double leastCell = 0;
    friend bool operator==(const StageMatter&, const StageMatter&) = default;
};

/// Where one thing stands.
struct StageSpot {
    QRectF rect;
    QSizeF cell;                          ///< of a matrix; empty: as it comes
    HeatmapParts parts = allHeatmapParts; ///< fewer where others' words stand for a matrix
};

/// Where everything stands, in the order of StageMatter.
struct StagePlan {
    std::vector<StageSpot> subject, neighbours, equals, strip;
    QRectF caption;           ///< of the strip
    bool folded = false;      ///< the strip is one line of names
    double cell = 0;          ///< the smaller side of a cell of the subject, or of the equals
    double neighbourCell = 0; ///< of the smallest neighbour
    Index window = 0;         ///< rows and columns that each window shows; 0: there is none
    double height = 0;        ///< of all; more than the room where even the smallest find none
};

/// Arranges the stage so that the cells of its subject come out as large as they can. Arrangements
/// are tried from the largest cells down: one line of matrices or several, neighbours and
/// thumbnails on the right or below. Whether one fits depends on its cells alone, so that more room
/// never makes a subject's cells smaller. Until these can be told apart from the last row,
/// neighbours are thumbnails and the strip is one line. Where equals would be small, the words of
/// the first line and column stand for those of the others.
StagePlan layOutStage(const StageMatter& matter, const QSizeF& room, const HeatmapOptions& options);

} // namespace gf
