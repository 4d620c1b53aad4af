// SPDX-License-Identifier: GPL-3.0-or-later
//
// A·B = C in its corner: A left of C with its rows on the lines of C's, B above C with its columns
// on the lines of C's, what is added to each row between B and C. The corner above A and left of B
// holds A's colour bar, and those of matrices too low for one beside them. Signs have no place of
// their own: they stand before the names of what follows them.
#include "ui/stage/stage_template.h"

#include <array>
#include <cmath>

namespace gf {

namespace {

constexpr double leastShared = 2;    ///< pixels of a feature that both operands share
constexpr double operandShare = 0.2; ///< of the result's cell, in the direction that is shared
constexpr double mostLonger = 32;    ///< cells of the result, of an operand of many features
constexpr double mostForName = 0.3;  ///< of the room, for an operand that is narrower than its name

class ProductTemplate : public StageTemplate {
public:
    ProductTemplate(const LayoutInput& input, const HeatmapOptions& options)
        : StageTemplate(input, options) {
        for (std::size_t i = 0; i < input.subject.size(); ++i)
            if (isMatrix(input.subject[i]))
                m_matrices.push_back(i);
    }

    bool fits(const LayoutCandidate& candidate, const QSizeF& room) override {
        m_room = room;
        for (const BarPlace bar : {BarPlace::Fitting, BarPlace::Below}) {
            m_resultBar = bar;
            const Sides sides = leastSides(candidate.cell);
            if (hasRoom(sides)) {
                m_sides = sides;
                return true;
            }
        }
        return false;
    }

    QSizeF fill(const LayoutCandidate& candidate, const QSizeF& room) override {
        m_room = room;
        const double cell = candidate.cell;
        const double word = wordHeight * m_options.fontSize;
        const auto grow = [&](double Sides::*side, double most) {
            m_sides.*side = grown(m_sides.*side, most, [&](double tried) {
                Sides sides = m_sides;
                sides.*side = tried;
                return hasRoom(sides);
            });
        };
        const bool stretches = !result().form.square;
        // Operands first to the size of the result, then rows to that of their words.
        grow(&Sides::left, cell);
        grow(&Sides::above, cell);
        if (stretches) {
            grow(&Sides::row, std::max(2 * cell, word));
            grow(&Sides::column, mostStretched * cell);
        }
        grow(&Sides::left, mostStretched * cell);
        return geometry(m_sides).size;
    }

    void place(const LayoutCandidate&, const QRectF& room, StagePlan& plan) override {
        const Geometry all = geometry(m_sides);
        const QPointF corner(
            std::floor(room.left() + std::max(0.0, room.width() - all.size.width()) / 2),
            std::floor(room.top() + std::max(0.0, room.height() - all.size.height()) / 2));
        plan.subject.resize(m_input.subject.size());
        for (std::size_t k = 0; k < m_matrices.size(); ++k) {
            StageSlot& slot = plan.subject[m_matrices[k]];
            slot = all.placed[k];
            slot.rect.translate(corner);
            *slot.origin += corner;
        }
    }

private:
    struct Sides {
        double row = 0;    ///< of A and C
        double column = 0; ///< of B and C
        double left = 0;   ///< a column of A
        double above = 0;  ///< a row of B
    };
    struct Geometry {
        std::vector<StageSlot> placed; ///< of the matrices
        QSizeF size;
    };

    const LayoutItem& item(std::size_t k) const { return m_input.subject[m_matrices[k]]; }
    const LayoutItem& result() const { return item(m_matrices.size() - 1); }

    /// For a result of cells of this size. What is shared may be narrower than those where it
    /// counts features, and of many features an operand is no longer than so many cells. All follow
    /// from that size alone: more room never makes a cell smaller.
    Sides leastSides(double cell) const {
        const auto shared = [&](Index count) {
            const double least = std::max(leastShared * m_unit, operandShare * cell);
            return std::min({cell, least, mostLonger * cell / static_cast<double>(count)});
        };
        const bool narrow = !item(0).countsTokens && m_input.leastCell <= 0;
        return {cell, cell, narrow ? shared(item(0).form.columns) : cell,
                narrow ? shared(item(1).form.rows) : cell};
    }

    QSizeF cellOf(std::size_t k, const Sides& sides) const {
        const LayoutItem& matrix = item(k);
        const double least = m_options.fontSize; // few rows are more than a line
        const double row = std::max(sides.row, result().form.rows <= 2 ? least : 0);
        const double column = std::max(sides.column, result().form.columns <= 2 ? least : 0);
        if (k == 0)
            return {std::max(sides.left, matrix.form.columns <= 2 ? least : 0), row};
        if (k + 1 == m_matrices.size())
            return {column, row};
        return {column, std::max(sides.above, matrix.form.rows <= 2 ? least : 0)};
    }

    /// Words stand at the result, whose rows and columns the operands share.
    StageSlot slotOf(std::size_t k, const Sides& sides) const {
        StageSlot slot;
        slot.cell = cellOf(k, sides);
        const bool isResult = k + 1 == m_matrices.size();
        const double height = extentOf(item(k).form, slot.cell).height();
        // Where width is what lacks, none stands at the right.
        const bool lies =
            height < uprightBar * m_options.fontSize || m_resultBar == BarPlace::Below;
        slot.bar = isResult ? m_resultBar
                   : k == 0 ? BarPlace::Above
                   : lies   ? BarPlace::Left
                            : BarPlace::Fitting;
        if (k == 0)
            slot.parts.setFlag(HeatmapPart::RowLabels, false);
        else if (!isResult)
            slot.parts.setFlag(HeatmapPart::ColumnLabels, false);
        return slot;
    }

    QMarginsF marginsOf(std::size_t k, const StageSlot& slot) const {
        HeatmapOptions options = m_options;
        options.parts = slot.parts;
        options.bar = slot.bar;
        return marginsFor(item(k).form, slot.cell, options);
    }

    bool hasRoom(const Sides& sides) const {
        // Most candidates are too large without all that stands around their cells.
        const QSizeF left = extentOf(item(0).form, cellOf(0, sides));
        const QSizeF above = extentOf(item(1).form, cellOf(1, sides));
        if (left.width() + above.width() > m_room.width() ||
            left.height() + above.height() > m_room.height())
            return false;
        const QSizeF size = geometry(sides).size;
        return size.width() <= m_room.width() && size.height() <= m_room.height();
    }

    Geometry geometry(const Sides& sides) const {
        Geometry all;
        std::vector<QMarginsF> margins;
        std::vector<QSizeF> cells;
        const std::size_t count = m_matrices.size();
        for (std::size_t k = 0; k < count; ++k) {
            all.placed.push_back(slotOf(k, sides));
            margins.push_back(marginsOf(k, all.placed[k]));
            cells.push_back(extentOf(item(k).form, all.placed[k].cell));
        }
        // From left to right. What lies in the corner reaches over A.
        const auto lies = [&](std::size_t k) { return all.placed[k].bar == BarPlace::Left; };
        double beside = 0;
        double corner = 0;
        double right = 0;
        bool anyLies = false;
        for (std::size_t k = 1; k < count; ++k) {
            anyLies = anyLies || lies(k);
            (lies(k) ? corner : beside) =
                std::max(lies(k) ? corner : beside, margins[k].left() + viewMargin);
            right = std::max(right, cells[k].width() + margins[k].right() + viewMargin);
        }
        beside = std::ceil(beside);
        const double named =
            std::min(item(0).least.width() + 2 * viewMargin, mostForName * m_room.width());
        const double left = std::max(viewMargin + margins[0].left() + cells[0].width() +
                                         margins[0].right() + viewMargin,
                                     named);
        const double x = std::ceil(std::max(left + beside, corner));
        for (std::size_t k = 1; k < count; ++k)
            right = std::max(right, std::min(item(k).least.width(), 0.5 * m_room.width()) - beside);

        // From above to below.
        double y = 0;
        for (std::size_t k = 1; k < count; ++k) {
            const bool isResult = k + 1 == count;
            double top = y + viewMargin + margins[k].top();
            if (isResult) // A begins under what reaches over it
                top = std::max(top, (anyLies ? y : 0) + viewMargin + margins[0].top());
            top = std::ceil(top);
            const double bottom = top + cells[k].height() + margins[k].bottom() + viewMargin;
            const double from = x - std::max(beside, margins[k].left() + viewMargin);
            all.placed[k].rect = QRectF(QPointF(from, y), QPointF(x + right, bottom));
            all.placed[k].origin = QPointF(x, top);
            y = bottom;
        }
        const double top = all.placed[count - 1].origin->y();
        y = std::max(y, top + cells[0].height() + margins[0].bottom() + viewMargin);
        // A stands by the result, whatever room its name takes.
        const double first =
            std::floor(x - beside - viewMargin - margins[0].right() - cells[0].width());
        all.placed[0].rect = QRectF(QPointF(x - beside - left, top - margins[0].top() - viewMargin),
                                    QPointF(x - beside, y));
        all.placed[0].origin = QPointF(first, top);
        all.size = {x + right, y};
        return all;
    }

    std::vector<std::size_t> m_matrices; ///< in the subject: A, B, what is added, C
    QSizeF m_room;
    BarPlace m_resultBar = BarPlace::Fitting;
    Sides m_sides;
};

} // namespace

std::unique_ptr<StageTemplate> makeProductTemplate(const LayoutInput& input,
                                                   const HeatmapOptions& options) {
    return std::make_unique<ProductTemplate>(input, options);
}

} // namespace gf
