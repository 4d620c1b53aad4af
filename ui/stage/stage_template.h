// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the templates of the stage have in common; for ui/stage alone.
#pragma once

#include "ui/stage/stage_layout.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

namespace gf {

inline constexpr double stageGap = 6;   ///< between two views
inline constexpr double viewMargin = 6; ///< what a view keeps free on each side of its heatmap

// All in font sizes of 13 pixels, with which they grow.
inline constexpr double usualFont = 13;
inline constexpr double largestCell = 96;
inline constexpr double thumbnail = 72; ///< the longer side of its cells; no matrix is smaller
/// Of matrices that are lower, in font sizes, a colour bar lies.
inline constexpr double uprightBar = 5;
inline constexpr double wordHeight = 1.2;  ///< of a row with a word, in font sizes
inline constexpr double mostStretched = 3; ///< times its other side a cell may be long

/// Sizes of which the largest are looked for.
struct LayoutCandidate {
    double cell = 0;          ///< of the subject, or of the equals
    double neighbour = 0;     ///< 0: thumbnails
    bool strip = true;        ///< unfolded
    bool sharesWords = false; ///< equals have their words at the first line and column alone
};

/// How the subject stands.
class StageTemplate {
public:
    StageTemplate(const LayoutInput& input, const HeatmapOptions& options)
        : m_input(input), m_options(options), m_unit(options.fontSize / usualFont) {}
    virtual ~StageTemplate() = default;

    /// Whether cells of this size find room. What is placed next is the last that did.
    virtual bool fits(const LayoutCandidate& candidate, const QSizeF& room) = 0;
    /// Gives what is left to cells that may be stretched; the size of all.
    virtual QSizeF fill(const LayoutCandidate& candidate, const QSizeF& room) = 0;
    /// After fill, at a corner of the stage with so much room.
    virtual void place(const LayoutCandidate& candidate, const QRectF& room, StagePlan& plan) = 0;

protected:
    const LayoutInput& m_input;
    HeatmapOptions m_options;
    double m_unit;
};

std::unique_ptr<StageTemplate> makeTableTemplate(const LayoutInput&, const HeatmapOptions&);
std::unique_ptr<StageTemplate> makePanelsTemplate(const LayoutInput&, const HeatmapOptions&);

inline Index longest(const std::vector<LayoutItem>& items) {
    Index most = 1;
    for (const LayoutItem& item : items)
        most = std::max({most, item.form.rows, item.form.columns});
    return most;
}

inline bool isMatrix(const LayoutItem& item) {
    return !item.sign && item.form.rows > 0;
}

/// Few rows or columns are more than a line, numbers that are names have room, and a square form
/// keeps square cells.
inline QSizeF drawnCell(const HeatmapForm& form, QSizeF cell, double fontSize) {
    if (form.rows <= 2)
        cell.setHeight(std::max(cell.height(), fontSize));
    if (form.columns <= 2)
        cell.setWidth(std::max(cell.width(), fontSize));
    if (form.name > 0 && !form.square)
        cell.setWidth(std::max(cell.width(), std::ceil((form.name + 0.3) * fontSize)));
    const double side = std::min(cell.width(), cell.height());
    return form.square ? QSizeF(side, side) : cell;
}

/// The size of cells alone.
inline QSizeF extentOf(const HeatmapForm& form, const QSizeF& cell) {
    return {cell.width() * static_cast<double>(form.columns),
            cell.height() * static_cast<double>(form.rows)};
}

} // namespace gf
