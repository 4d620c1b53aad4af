// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands around the subject of the stage: its neighbours, and a strip of thumbnails. For
// ui/stage alone.
#pragma once

#include "ui/stage/stage_template.h"

#include <cmath>
#include <optional>

namespace gf {

class Surroundings {
public:
    /// Where the strip and the neighbours are.
    struct Arrangement {
        bool stripRight = false;
        bool besideRight = true;
        int lanes = 1; ///< columns of neighbours on the right, or lines of them below
        BarPlace bar = BarPlace::Fitting; ///< of the neighbours
    };

    Surroundings(const LayoutInput& input, const QSizeF& room, const HeatmapOptions& options);

    /// In the order in which they are tried.
    const std::vector<Arrangement>& arrangements() const { return m_arrangements; }

    /// The stage grows: it scrolls.
    void setHeight(double height) { m_room.setHeight(height); }

    /// The sizes of neighbours that a candidate gives, by their bar, and of thumbnails.
    struct Sizes {
        QSizeF fitting, below, strip;
        const QSizeF& neighbour(BarPlace bar) const {
            return bar == BarPlace::Fitting ? fitting : below;
        }
    };
    Sizes sizesFor(const LayoutCandidate& candidate) const;

    /// What both leave of the stage for the subject, or nothing.
    std::optional<QSizeF> roomBeside(const LayoutCandidate& candidate, const Sizes& sizes,
                                     const Arrangement& arrangement) const;

    /// The least side of a cell of neighbours that are more than thumbnails, beside such a subject.
    double neighbourOf(double cell) const;

    void placeStrip(StagePlan& plan, const LayoutCandidate& candidate,
                    const Arrangement& arrangement) const;
    void placeNeighbours(StagePlan& plan, const LayoutCandidate& candidate,
                         const Arrangement& arrangement, const QRectF& area) const;
    QSizeF neighbourArea(const LayoutCandidate& candidate, const Arrangement& arrangement) const;

private:
    bool isLabelled(const LayoutCandidate& candidate) const;
    double thumbnailCell(const LayoutItem& item, double cell) const;
    QSizeF thumbnailSize(const LayoutItem& item, double cell) const;
    QSizeF neighbourSize(const LayoutCandidate& candidate, BarPlace bar) const;
    QSizeF stripSize(const LayoutCandidate& candidate) const;
    /// In whole pixels, as the maps below it stand.
    double captionHeight() const { return std::floor(m_options.fontSize * 2); }

    const LayoutInput& m_input;
    QSizeF m_room;
    HeatmapOptions m_options;
    double m_unit;
    std::vector<Arrangement> m_arrangements;
};

} // namespace gf
