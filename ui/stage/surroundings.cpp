// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/surroundings.h"

#include <cmath>

namespace gf {

namespace {

constexpr double leastNeighbour = 9;     ///< at a font of 13 pixels
constexpr double labelledNeighbour = 14; ///< likewise; from here on words are worth their room

QSizeF outer(const QSizeF& size) {
    return size + QSizeF(2 * viewMargin, 2 * viewMargin);
}

} // namespace

Surroundings::Surroundings(const LayoutInput& input, const QSizeF& room,
                           const HeatmapOptions& options)
    : m_input(input), m_room(room), m_options(options), m_unit(options.fontSize / usualFont) {
    const int most = std::max<int>(1, static_cast<int>(input.neighbours.size()));
    for (const bool stripRight : {false, true})
        for (const bool besideRight : {true, false})
            for (int lanes = 1; lanes <= most; ++lanes)
                for (const BarPlace bar : {BarPlace::Fitting, BarPlace::Below})
                    if (!input.neighbours.empty() || (besideRight && bar == BarPlace::Fitting))
                        m_arrangements.push_back({stripRight, besideRight, lanes, bar});
}

double Surroundings::neighbourOf(double cell) const {
    if (m_input.neighbours.empty())
        return 0;
    const auto n = static_cast<double>(longest(m_input.neighbours));
    const double least = m_unit * std::min(leastNeighbour, leastNeighbour * usualFont / n);
    return std::min(std::max(least, 0.4 * cell), cell);
}

/// What stands beside a matrix of the same words need not repeat them in a small place.
bool Surroundings::isLabelled(const LayoutCandidate& candidate) const {
    return candidate.neighbour >= labelledNeighbour * m_unit;
}

double Surroundings::thumbnailCell(const LayoutItem& item, double cell) const {
    const double most =
        thumbnail * m_unit / static_cast<double>(std::max(item.form.rows, item.form.columns));
    return std::min(most, std::max(cell, item.form.rows > 2 ? 0.0 : m_options.fontSize));
}

QSizeF Surroundings::thumbnailSize(const LayoutItem& item, double cell) const {
    if (item.form.rows == 0)
        return item.least;
    HeatmapOptions small = m_options;
    small.parts = smallHeatmapParts;
    const double side = thumbnailCell(item, cell);
    const QSizeF room = roomFor(item.form, {side, side}, small);
    return outer({std::max({room.width(), thumbnail * m_unit, item.name}), room.height()});
}

/// The size of the largest, so that all of them stand in line.
QSizeF Surroundings::neighbourSize(const LayoutCandidate& candidate, BarPlace bar) const {
    HeatmapOptions options = m_options;
    options.parts = isLabelled(candidate) ? allHeatmapParts : plainHeatmapParts;
    options.bar = bar;
    const double side = candidate.neighbour;
    QSizeF size(0, 0);
    for (const LayoutItem& item : m_input.neighbours) {
        if (!(side > 0))
            size = size.expandedTo(thumbnailSize(item, candidate.cell));
        else if (!isMatrix(item))
            size = size.expandedTo(item.least);
        else
            size = size.expandedTo(outer(
                roomFor(item.form, drawnCell(item.form, {side, side}, m_options.fontSize), options)
                    .expandedTo({item.least.width(), 0})));
    }
    return size + QSizeF(stageGap, stageGap);
}

QSizeF Surroundings::stripSize(const LayoutCandidate& candidate) const {
    QSizeF size(0, 0);
    for (const LayoutItem& item : m_input.strip)
        size = size.expandedTo(thumbnailSize(item, candidate.cell));
    // Whole pixels: views of fractions of one are rounded, and some heads would be drawn larger.
    return {std::ceil(size.width() + stageGap), std::ceil(size.height() + stageGap)};
}

Surroundings::Sizes Surroundings::sizesFor(const LayoutCandidate& candidate) const {
    return {neighbourSize(candidate, BarPlace::Fitting), neighbourSize(candidate, BarPlace::Below),
            stripSize(candidate)};
}

std::optional<QSizeF> Surroundings::roomBeside(const LayoutCandidate& candidate, const Sizes& sizes,
                                               const Arrangement& arrangement) const {
    QSizeF left = m_room;
    if (const auto count = static_cast<double>(m_input.strip.size()); count > 0) {
        if (!candidate.strip && arrangement.stripRight)
            return std::nullopt;
        if (!candidate.strip) {
            left.rheight() -= captionHeight();
        } else if (arrangement.stripRight) {
            const double lines =
                std::floor((m_room.height() - captionHeight()) / sizes.strip.height());
            if (lines < 1)
                return std::nullopt;
            left.rwidth() -= std::ceil(count / lines) * sizes.strip.width() + 2 * stageGap;
        } else {
            const double perLine = std::max(1.0, std::floor(m_room.width() / sizes.strip.width()));
            left.rheight() -= captionHeight() + std::ceil(count / perLine) * sizes.strip.height();
        }
    }
    if (const auto count = static_cast<double>(m_input.neighbours.size()); count > 0) {
        const QSizeF& one = sizes.neighbour(arrangement.bar);
        const double along = std::ceil(count / arrangement.lanes);
        if (arrangement.besideRight ? along * one.height() > left.height()
                                    : along * one.width() > left.width())
            return std::nullopt;
        if (arrangement.besideRight)
            left.rwidth() -= arrangement.lanes * one.width() + 2 * stageGap;
        else
            left.rheight() -= arrangement.lanes * one.height() + stageGap;
    }
    return left.width() > 0 && left.height() > 0 ? std::optional(left) : std::nullopt;
}

void Surroundings::placeStrip(StagePlan& plan, const LayoutCandidate& candidate,
                              const Arrangement& arrangement) const {
    const std::size_t count = m_input.strip.size();
    if (count == 0)
        return;
    const double caption = captionHeight();
    plan.folded = !candidate.strip;
    if (plan.folded) {
        plan.caption = QRectF(0, m_room.height() - caption, m_room.width(), caption);
        return;
    }
    const QSizeF one = stripSize(candidate);
    double perLine = std::max(1.0, std::floor(m_room.width() / one.width()));
    QPointF corner(0, 0);
    if (arrangement.stripRight) {
        const double lines = std::max(1.0, std::floor((m_room.height() - caption) / one.height()));
        perLine = std::ceil(static_cast<double>(count) / lines);
        corner = {m_room.width() - perLine * one.width() + stageGap, 0};
    } else {
        const double lines = std::ceil(static_cast<double>(count) / perLine);
        corner = {0, m_room.height() - caption - lines * one.height()};
    }
    plan.caption = QRectF(corner, QSizeF(m_room.width() - corner.x(), caption));
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = static_cast<double>(i);
        const QPointF position =
            corner + QPointF(std::fmod(at, perLine) * one.width(),
                             caption + std::floor(at / perLine) * one.height());
        StageSlot slot;
        slot.rect = QRectF(position, one - QSizeF(stageGap, stageGap));
        slot.parts = smallHeatmapParts;
        plan.strip.push_back(slot);
    }
}

QSizeF Surroundings::neighbourArea(const LayoutCandidate& candidate,
                                   const Arrangement& arrangement) const {
    return m_input.neighbours.empty()
               ? QSizeF(0, 0)
               : neighbourSize(candidate, arrangement.bar) * arrangement.lanes;
}

void Surroundings::placeNeighbours(StagePlan& plan, const LayoutCandidate& candidate,
                                   const Arrangement& arrangement, const QRectF& area) const {
    const auto count = static_cast<int>(m_input.neighbours.size());
    if (count == 0)
        return;
    const int along = (count + arrangement.lanes - 1) / arrangement.lanes;
    const int columns = arrangement.besideRight ? arrangement.lanes : along;
    const int lines = arrangement.besideRight ? along : arrangement.lanes;
    const QSizeF one(area.width() / columns, area.height() / lines);
    plan.neighbourCell = 1e9;
    for (int i = 0; i < count; ++i) {
        const LayoutItem& item = m_input.neighbours[i];
        const bool small = !(candidate.neighbour > 0);
        const double cell = small ? thumbnailCell(item, candidate.cell) : candidate.neighbour;
        StageSlot slot;
        slot.rect =
            QRectF(area.topLeft() + QPointF(i % columns * one.width(), i / columns * one.height()),
                   one - QSizeF(stageGap, stageGap));
        slot.cell = drawnCell(item.form, {cell, cell}, m_options.fontSize);
        slot.parts = small                   ? smallHeatmapParts
                     : isLabelled(candidate) ? allHeatmapParts
                                             : plainHeatmapParts;
        slot.bar = arrangement.bar;
        plan.neighbours.push_back(slot);
        plan.neighbourCell = std::min(plan.neighbourCell, cell);
    }
}

} // namespace gf
