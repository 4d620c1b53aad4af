// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operands and result in the formula's order, as a table: the cells of what stands above each other
// begin on one line, and so do those of what stands side by side. A sum stands as one column.
#include "ui/stage/stage_template.h"

#include <array>
#include <cmath>
#include <numeric>

namespace gf {

namespace {

class ListTemplate : public StageTemplate {
public:
    ListTemplate(const LayoutInput& input, const HeatmapOptions& options)
        : StageTemplate(input, options) {
        for (std::size_t i = 0; i < input.subject.size(); ++i) {
            if (m_entries.empty() || !(input.subject[i].beneath || isOpen(m_entries.back())))
                m_entries.push_back({});
            (input.subject[i].sign ? m_entries.back().signs : m_entries.back().items).push_back(i);
        }
    }

    bool fits(const LayoutCandidate& candidate, const QSizeF& room) override {
        m_room = room;
        const auto entries = static_cast<int>(m_entries.size());
        for (m_columns = isStacked() ? 1 : entries; m_columns > 0; --m_columns)
            for (const BarPlace bar : {BarPlace::Fitting, BarPlace::Left, BarPlace::Below}) {
                m_bar = bar;
                m_sides = sidesOf(candidate.cell);
                if (hasRoom(m_sides))
                    return true;
            }
        m_columns = 1; // where nothing finds room the stage scrolls
        return false;
    }

    /// Of the tables that leave the cells as large, the one with the largest result.
    QSizeF fill(const LayoutCandidate& candidate, const QSizeF& room) override {
        m_room = room;
        Sides best = m_sides = stretched(candidate.cell);
        int chosen = m_columns;
        while (--m_columns > 0)
            if (hasRoom(sidesOf(candidate.cell)))
                if (const Sides tried = stretched(candidate.cell);
                    resultArea(tried) > resultArea(best)) {
                    best = tried;
                    chosen = m_columns;
                }
        m_columns = chosen;
        m_sides = best;
        return geometry(m_sides).size;
    }

    void place(const LayoutCandidate&, const QRectF& room, StagePlan& plan) override {
        Geometry all = geometry(m_sides);
        const QPointF corner(
            std::floor(room.left() + std::max(0.0, room.width() - all.size.width()) / 2),
            std::floor(room.top() + std::max(0.0, room.height() - all.size.height()) / 2));
        for (StageSlot& slot : all.placed) {
            slot.rect.translate(corner);
            if (slot.origin)
                *slot.origin += corner;
        }
        plan.subject = std::move(all.placed);
    }

private:
    /// What stands in one cell of the table: an item, what is beneath it, and the sign before.
    struct Entry {
        std::vector<std::size_t> signs;
        std::vector<std::size_t> items;
    };
    struct Sides {
        std::array<double, 3> of{}; ///< by StageScale
        double& operator[](StageScale scale) { return of[static_cast<std::size_t>(scale)]; }
        double operator[](StageScale scale) const { return of[static_cast<std::size_t>(scale)]; }
    };
    struct Geometry {
        std::vector<StageSlot> placed;
        QSizeF size;
    };
    struct Column {
        double signs = 0;
        double left = 0;
        double right = 0;
        double width() const { return signs + left + right; }
    };

    static bool isOpen(const Entry& entry) { return entry.items.empty(); }
    static Sides sidesOf(double cell) { return {{cell, cell, cell}}; }

    /// Wide matrices whose columns count the same stand above each other.
    bool isStacked() const {
        bool wide = m_entries.size() > 1;
        for (const LayoutItem& item : m_input.subject)
            if (!item.sign)
                wide = wide && isMatrix(item) && item.columns == StageScale::Column &&
                       item.form.rows < item.form.columns;
        return wide;
    }

    QSizeF cellOf(const LayoutItem& item, const Sides& sides) const {
        return drawnCell(item.form, {sides[item.columns], sides[item.rows]}, m_options.fontSize);
    }

    /// Of low matrices alone it lies on the left: under them it would take more than they do.
    BarPlace barOf(const LayoutItem& item, const Sides& sides) const {
        const double height = extentOf(item.form, cellOf(item, sides)).height();
        const bool high = height >= uprightBar * m_options.fontSize;
        return m_bar == BarPlace::Left && high ? BarPlace::Fitting : m_bar;
    }

    double resultArea(const Sides& sides) const {
        const auto result = std::ranges::find_if(m_input.subject, &LayoutItem::result);
        if (result == m_input.subject.end())
            return 0;
        const QSizeF cell = cellOf(*result, sides);
        return cell.width() * cell.height();
    }

    bool hasRoom(const Sides& sides) const {
        // Most candidates are too large without all that stands around their cells.
        double high = 0;
        for (const LayoutItem& item : m_input.subject) {
            if (!isMatrix(item))
                continue;
            const QSizeF cells = extentOf(item.form, cellOf(item, sides));
            high = m_columns == 1 ? high + cells.height() : std::max(high, cells.height());
            if (cells.width() > m_room.width() || high > m_room.height())
                return false;
        }
        const QSizeF size = geometry(sides).size;
        return size.width() <= m_room.width() && size.height() <= m_room.height();
    }

    /// Cells that are not square may be stretched where that fills the room: rows first, which have
    /// words.
    Sides stretched(double cell) const {
        Sides sides = sidesOf(cell);
        const auto grow = [&](StageScale scale, double most) {
            const bool square = std::ranges::any_of(m_input.subject, [&](const LayoutItem& item) {
                return item.form.square && (item.rows == scale || item.columns == scale);
            });
            double& side = sides[scale];
            if (!square)
                side = grown(side, most, [&](double tried) {
                    Sides all = sides;
                    all[scale] = tried;
                    return hasRoom(all);
                });
        };
        grow(StageScale::Row, std::max(mostStretched * cell, wordHeight * m_options.fontSize));
        grow(StageScale::Shared, mostStretched * cell);
        grow(StageScale::Column, mostStretched * cell);
        return sides;
    }

    Geometry geometry(const Sides& sides) const {
        Geometry all;
        const auto& items = m_input.subject;
        all.placed.resize(items.size());
        std::vector<QMarginsF> margins(items.size());
        std::vector<QSizeF> cells(items.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (!isMatrix(items[i])) {
                cells[i] = items[i].least;
                all.placed[i].cell = {};
                continue;
            }
            HeatmapOptions options = m_options;
            options.bar = all.placed[i].bar = barOf(items[i], sides);
            // The same columns on the same lines are numbered once.
            all.placed[i].parts.setFlag(HeatmapPart::ColumnLabels, i == 0 || !isStacked());
            options.parts = all.placed[i].parts;
            all.placed[i].cell = cellOf(items[i], sides);
            margins[i] = marginsFor(items[i].form, all.placed[i].cell, options) +
                         QMarginsF(viewMargin, viewMargin, viewMargin, viewMargin);
            cells[i] = extentOf(items[i].form, all.placed[i].cell);
        }
        const std::vector<Column> columns = columnsOf(margins, cells);
        double width = std::accumulate(columns.begin(), columns.end(), -stageGap,
                                       [](double sum, const Column& column) {
                                           return sum + std::ceil(column.width()) + stageGap;
                                       });
        double y = 0;
        const auto count = static_cast<std::size_t>(m_columns);
        for (std::size_t first = 0; first < m_entries.size(); first += count) {
            const std::size_t end = std::min(m_entries.size(), first + count);
            double x = 0;
            double top = 0; // of the first cells of the line
            for (std::size_t e = first; e < end; ++e)
                top = std::max(top, margins[m_entries[e].items.front()].top());
            double bottom = y;
            for (std::size_t e = first; e < end; ++e) {
                Column column = columns[e - first];
                if (isAlone(e)) {
                    column.right = rightOf(m_entries[e], column, m_room.width(), margins, cells);
                    width = std::max(width, std::ceil(column.width()));
                }
                bottom = std::max(bottom, placeEntry(all, m_entries[e], column, QPointF(x, y),
                                                     std::ceil(y + top), margins, cells));
                x += std::ceil(column.width()) + stageGap;
            }
            y = bottom + stageGap;
        }
        all.size = {width, y - stageGap};
        return all;
    }

    std::vector<Column> columnsOf(const std::vector<QMarginsF>& margins,
                                  const std::vector<QSizeF>& cells) const {
        std::vector<Column> columns(
            std::min(m_entries.size(), static_cast<std::size_t>(m_columns)));
        for (std::size_t e = 0; e < m_entries.size(); ++e) {
            Column& column = columns[e % columns.size()];
            double signs = 0;
            for (const std::size_t i : m_entries[e].signs)
                signs += m_input.subject[i].least.width() + stageGap;
            column.signs = std::max(column.signs, signs);
            for (const std::size_t i : m_entries[e].items)
                column.left = std::max(column.left, std::ceil(margins[i].left()));
        }
        const double share = m_room.width() / static_cast<double>(columns.size());
        for (std::size_t e = 0; e < m_entries.size(); ++e)
            if (Column& column = columns[e % columns.size()]; !isAlone(e))
                column.right =
                    std::max(column.right, rightOf(m_entries[e], column, share, margins, cells));
        return columns;
    }

    /// The last entry may have a line of the table for itself, and is as wide as it likes.
    bool isAlone(std::size_t entry) const {
        return m_columns > 1 && entry + 1 == m_entries.size() &&
               entry % static_cast<std::size_t>(m_columns) == 0;
    }

    /// What an entry needs from where cells begin in its column. In a list that is as wide as the
    /// stage a name is cut.
    double rightOf(const Entry& entry, const Column& column, double share,
                   const std::vector<QMarginsF>& margins, const std::vector<QSizeF>& cells) const {
        double right = 0;
        for (const std::size_t i : entry.items) {
            const double named = std::min(m_input.subject[i].least.width() + 2 * viewMargin,
                                          share - column.signs - stageGap);
            right = std::max({right, cells[i].width() + margins[i].right(),
                              isMatrix(m_input.subject[i]) ? named - column.left : 0.0});
        }
        return right;
    }

    /// From a corner, its first cells at a height; where it ends.
    double placeEntry(Geometry& all, const Entry& entry, const Column& column,
                      const QPointF& corner, double top, const std::vector<QMarginsF>& margins,
                      const std::vector<QSizeF>& cells) const {
        double y = corner.y();
        const double left = corner.x() + std::ceil(column.signs);
        double from = top;
        for (const std::size_t i : entry.items) {
            if (i != entry.items.front())
                from = std::ceil(y + margins[i].top());
            const double bottom = from + cells[i].height() + margins[i].bottom();
            StageSlot& slot = all.placed[i];
            slot.rect = QRectF(QPointF(left, from - margins[i].top()),
                               QPointF(left + column.left + column.right, bottom));
            if (isMatrix(m_input.subject[i]))
                slot.origin = QPointF(left + column.left, from);
            y = bottom;
        }
        double x = left;
        for (auto sign = entry.signs.rbegin(); sign != entry.signs.rend(); ++sign) {
            const double width = m_input.subject[*sign].least.width();
            x -= width + stageGap;
            all.placed[*sign].rect = QRectF(x, top, width, std::max(y - top, 1.0));
        }
        return y;
    }

    std::vector<Entry> m_entries;
    QSizeF m_room;
    int m_columns = 1;
    BarPlace m_bar = BarPlace::Fitting;
    Sides m_sides{};
};

} // namespace

std::unique_ptr<StageTemplate> makeListTemplate(const LayoutInput& input,
                                                const HeatmapOptions& options) {
    return std::make_unique<ListTemplate>(input, options);
}

} // namespace gf
