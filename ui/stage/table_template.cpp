// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operands and result: a product in its corner, or a list in the formula's order as a table.
//
// A·B = C stands in its corner: A left of C with its rows on the lines of C's, B above C with its
// columns on the lines of C's, what is added to each row between B and C. The corner above A and
// left of B holds A's colour bar, and those of matrices too low for one beside them. Signs have no
// place of their own: they stand before the names of what follows them.
//
// In a table the cells of what stands above each other begin on one line, and so do those of what
// stands side by side. A sum stands as one column.
#include "ui/stage/stage_template.h"

#include <cmath>
#include <numeric>

namespace gf {

namespace {

constexpr double leastShared = 2;    ///< pixels of a feature that both operands share
constexpr double operandShare = 0.2; ///< of the result's cell, in the direction that is shared
constexpr double mostLonger = 32;    ///< cells of the result, of an operand of many features
constexpr double mostForName = 0.3;  ///< of the room, for an operand that is narrower than its name

class TableTemplate : public StageTemplate {
public:
    TableTemplate(const LayoutInput& input, const HeatmapOptions& options)
        : StageTemplate(input, options) {
        for (std::size_t i = 0; i < input.subject.size(); ++i) {
            const LayoutItem& item = input.subject[i];
            if (input.isProduct && !isMatrix(item))
                continue;
            const bool goesOn =
                input.isProduct ? m_entries.size() == 2
                                : !m_entries.empty() && (item.beneath || isOpen(m_entries.back()));
            if (!goesOn)
                m_entries.push_back({});
            (item.sign ? m_entries.back().signs : m_entries.back().items).push_back(i);
        }
    }

    bool fits(const LayoutCandidate& candidate, const QSizeF& room) override {
        m_room = room;
        m_sides = leastSides(candidate.cell);
        const bool oneColumn = m_input.isProduct || isStacked();
        for (m_columns = oneColumn ? 1 : static_cast<int>(m_entries.size()); m_columns > 0;
             --m_columns)
            for (const BarPlace bar : {BarPlace::Fitting, BarPlace::Left, BarPlace::Below}) {
                m_bar = bar;
                if ((bar != BarPlace::Left || !m_input.isProduct) && hasRoom(m_sides))
                    return true;
            }
        m_columns = 1; // where nothing finds room the stage scrolls
        return false;
    }

    /// Of the tables that leave the cells as large, the one with the largest result.
    QSizeF fill(const LayoutCandidate& candidate, const QSizeF& room) override {
        m_room = room;
        m_sides = stretched(candidate.cell);
        int chosen = m_columns;
        while (--m_columns > 0)
            if (hasRoom(leastSides(candidate.cell)))
                if (const Sides tried = stretched(candidate.cell);
                    resultArea(tried) > resultArea(m_sides)) {
                    m_sides = tried;
                    chosen = m_columns;
                }
        m_columns = chosen;
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
    /// What stands in one cell of the table: an item, what is beneath it, and the sign before. Of a
    /// product there are two: A, and B above C.
    struct Entry {
        std::vector<std::size_t> signs;
        std::vector<std::size_t> items;
    };
    /// Of cells, by what they count. What is shared lies in the columns of A and the rows of B.
    struct Sides {
        double row = 0;
        double column = 0;
        double left = 0;
        double above = 0;

        double of(StageScale scale, double shared) const {
            return scale == StageScale::Row ? row : scale == StageScale::Column ? column : shared;
        }
    };
    struct Geometry {
        std::vector<StageSlot> placed;
        std::vector<QMarginsF> margins; ///< around the cells of each
        std::vector<QSizeF> cells;
        QSizeF size;
    };
    struct Column {
        double signs = 0;
        double left = 0;
        double right = 0;
        double width() const { return signs + left + right; }
    };

    static bool isOpen(const Entry& entry) { return entry.items.empty(); }

    /// Wide matrices whose columns count the same stand above each other.
    bool isStacked() const {
        bool wide = m_entries.size() > 1;
        for (const LayoutItem& item : m_input.subject)
            if (!item.sign)
                wide = wide && isMatrix(item) && item.columns == StageScale::Column &&
                       item.form.rows < item.form.columns;
        return wide;
    }

    /// For cells of this size. What a product shares may be narrower than those where it counts
    /// features, and of many features an operand is no longer than so many cells. All follow from
    /// that size alone: more room never makes a cell smaller.
    Sides leastSides(double cell) const {
        if (!m_input.isProduct || m_input.leastCell > 0 || first().countsTokens)
            return {cell, cell, cell, cell};
        const auto shared = [&](Index count) {
            const double least = std::max(leastShared * m_unit, operandShare * cell);
            return std::min({cell, least, mostLonger * cell / static_cast<double>(count)});
        };
        const LayoutItem& above = m_input.subject[m_entries[1].items.front()];
        return {cell, cell, shared(first().form.columns), shared(above.form.rows)};
    }

    const LayoutItem& first() const { return m_input.subject[m_entries.front().items.front()]; }

    /// Rows and columns of a product are on the lines of others, whatever form it has.
    QSizeF cellOf(const LayoutItem& item, const Sides& sides) const {
        HeatmapForm form = item.form;
        form.square = form.square && !m_input.isProduct;
        return drawnCell(form,
                         {sides.of(item.columns, sides.left), sides.of(item.rows, sides.above)},
                         m_options.fontSize);
    }

    /// In a list the bar of low matrices alone lies on the left: under them it would take more than
    /// they do. In a product that of A and of low operands stands in the corner; where width is
    /// what lacks, none stands at the right.
    BarPlace barOf(std::size_t i, double height) const {
        const bool low = height < uprightBar * m_options.fontSize;
        if (!m_input.isProduct)
            return m_bar == BarPlace::Left && !low ? BarPlace::Fitting : m_bar;
        return i == m_entries[1].items.back()    ? m_bar
               : i == m_entries[0].items.back()  ? BarPlace::Above
               : low || m_bar == BarPlace::Below ? BarPlace::Left
                                                 : BarPlace::Fitting;
    }

    /// The words of lines that several share stand at one of them: in a product at the result.
    HeatmapParts partsOf(std::size_t i) const {
        HeatmapParts parts = allHeatmapParts | (m_options.parts & HeatmapPart::ShortPairs);
        if (!m_input.isProduct)
            parts.setFlag(HeatmapPart::ColumnLabels, i == 0 || !isStacked());
        else if (i != m_entries[1].items.back())
            parts.setFlag(i == m_entries[0].items.back() ? HeatmapPart::RowLabels
                                                         : HeatmapPart::ColumnLabels,
                          false);
        return parts;
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
        QSizeF least(0, 0);
        for (const Entry& entry : m_entries)
            for (const std::size_t i : entry.items) {
                const LayoutItem& item = m_input.subject[i];
                if (!isMatrix(item) || (m_input.isProduct && i != entry.items.front()))
                    continue;
                const QSizeF cells = extentOf(item.form, cellOf(item, sides));
                const QSizeF both = least + cells;
                least = least.expandedTo(cells);
                if (m_input.isProduct)
                    least = both;
                else if (m_columns == 1)
                    least.setHeight(both.height());
            }
        const auto isWithin = [this](const QSizeF& size) {
            return size.width() <= m_room.width() && size.height() <= m_room.height();
        };
        return isWithin(least) && isWithin(geometry(sides).size);
    }

    /// Cells may be stretched where that fills the room.
    Sides stretched(double cell) const {
        Sides sides = leastSides(cell);
        const auto grow = [&](std::initializer_list<double Sides::*> which, double most) {
            const auto with = [&](double side) {
                Sides all = sides;
                for (double Sides::*one : which)
                    all.*one = side;
                return all;
            };
            sides = with(largestFitting(sides.**which.begin(), most,
                                        [&](double tried) { return hasRoom(with(tried)); }));
        };
        const double most = mostStretched * cell;
        const double word = wordHeight * m_options.fontSize;
        if (m_input.isProduct) {
            // Operands first to the size of the result, then rows to that of their words.
            grow({&Sides::left}, cell);
            grow({&Sides::above}, cell);
            if (!m_input.subject.back().form.square) {
                grow({&Sides::row}, std::max(2 * cell, word));
                grow({&Sides::column}, most);
            }
            grow({&Sides::left}, most);
            return sides;
        }
        const auto isSquare = [this](StageScale scale) {
            return std::ranges::any_of(m_input.subject, [&](const LayoutItem& item) {
                return item.form.square && (item.rows == scale || item.columns == scale);
            });
        };
        if (!isSquare(StageScale::Row)) // first: they have words
            grow({&Sides::row}, std::max(most, word));
        if (!isSquare(StageScale::Shared))
            grow({&Sides::left, &Sides::above}, most);
        if (!isSquare(StageScale::Column))
            grow({&Sides::column}, most);
        return sides;
    }

    Geometry geometry(const Sides& sides) const {
        Geometry all;
        const auto& items = m_input.subject;
        all.placed.resize(items.size());
        all.margins.resize(items.size());
        all.cells.resize(items.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (!isMatrix(items[i])) {
                all.cells[i] = items[i].least;
                continue;
            }
            StageSlot& slot = all.placed[i];
            slot.cell = cellOf(items[i], sides);
            all.cells[i] = extentOf(items[i].form, slot.cell);
            HeatmapOptions options = m_options;
            options.bar = slot.bar = barOf(i, all.cells[i].height());
            options.parts = slot.parts = partsOf(i);
            all.margins[i] = marginsFor(items[i].form, slot.cell, options) +
                             QMarginsF(viewMargin, viewMargin, viewMargin, viewMargin);
        }
        m_input.isProduct ? placeCorner(all) : placeTable(all);
        return all;
    }

    void placeCorner(Geometry& all) const {
        const std::vector<std::size_t>& stack = m_entries[1].items;
        const std::size_t a = m_entries[0].items.front();
        // From left to right. What lies in the corner reaches over A.
        double beside = 0;
        double corner = 0;
        double right = 0;
        bool anyLies = false;
        for (const std::size_t i : stack) {
            const bool lies = all.placed[i].bar == BarPlace::Left;
            anyLies = anyLies || lies;
            double& left = lies ? corner : beside;
            left = std::max(left, all.margins[i].left());
            right = std::max(right, all.cells[i].width() + all.margins[i].right());
        }
        beside = std::ceil(beside);
        const double named =
            std::min(first().least.width() + 2 * viewMargin, mostForName * m_room.width());
        const double left =
            std::max(all.margins[a].left() + all.cells[a].width() + all.margins[a].right(), named);
        const double x = std::ceil(std::max(left + beside, corner));
        for (const std::size_t i : stack)
            right = std::max(
                right, std::min(m_input.subject[i].least.width(), 0.5 * m_room.width()) - beside);

        // From above to below.
        double y = 0;
        for (const std::size_t i : stack) {
            double top = y + all.margins[i].top();
            if (i == stack.back()) // A begins under what reaches over it
                top = std::max(top, (anyLies ? y : 0) + all.margins[a].top());
            top = std::ceil(top);
            const double bottom = top + all.cells[i].height() + all.margins[i].bottom();
            const double from = x - std::max(beside, all.margins[i].left());
            all.placed[i].rect = QRectF(QPointF(from, y), QPointF(x + right, bottom));
            all.placed[i].origin = QPointF(x, top);
            y = bottom;
        }
        const double top = all.placed[stack.back()].origin->y();
        y = std::max(y, top + all.cells[a].height() + all.margins[a].bottom());
        // A stands by the result, whatever room its name takes.
        all.placed[a].rect =
            QRectF(QPointF(x - beside - left, top - all.margins[a].top()), QPointF(x - beside, y));
        all.placed[a].origin =
            QPointF(std::floor(x - beside - all.margins[a].right() - all.cells[a].width()), top);
        all.size = {x + right, y};
    }

    void placeTable(Geometry& all) const {
        const std::vector<Column> columns = columnsOf(all);
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
                top = std::max(top, all.margins[m_entries[e].items.front()].top());
            double bottom = y;
            for (std::size_t e = first; e < end; ++e) {
                Column column = columns[e - first];
                if (isAlone(e)) {
                    column.right = rightOf(m_entries[e], column, m_room.width(), all);
                    width = std::max(width, std::ceil(column.width()));
                }
                bottom = std::max(bottom, placeEntry(all, m_entries[e], column, QPointF(x, y),
                                                     std::ceil(y + top)));
                x += std::ceil(column.width()) + stageGap;
            }
            y = bottom + stageGap;
        }
        all.size = {width, y - stageGap};
    }

    std::vector<Column> columnsOf(const Geometry& all) const {
        std::vector<Column> columns(
            std::min(m_entries.size(), static_cast<std::size_t>(m_columns)));
        for (std::size_t e = 0; e < m_entries.size(); ++e) {
            Column& column = columns[e % columns.size()];
            double signs = 0;
            for (const std::size_t i : m_entries[e].signs)
                signs += m_input.subject[i].least.width() + stageGap;
            column.signs = std::max(column.signs, signs);
            for (const std::size_t i : m_entries[e].items)
                column.left = std::max(column.left, std::ceil(all.margins[i].left()));
        }
        const double share = m_room.width() / static_cast<double>(columns.size());
        for (std::size_t e = 0; e < m_entries.size(); ++e)
            if (Column& column = columns[e % columns.size()]; !isAlone(e))
                column.right = std::max(column.right, rightOf(m_entries[e], column, share, all));
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
                   const Geometry& all) const {
        double right = 0;
        for (const std::size_t i : entry.items) {
            const double named = std::min(m_input.subject[i].least.width() + 2 * viewMargin,
                                          share - column.signs - stageGap);
            right = std::max({right, all.cells[i].width() + all.margins[i].right(),
                              isMatrix(m_input.subject[i]) ? named - column.left : 0.0});
        }
        return right;
    }

    /// From a corner, its first cells at a height; where it ends.
    double placeEntry(Geometry& all, const Entry& entry, const Column& column,
                      const QPointF& corner, double top) const {
        double y = corner.y();
        const double left = corner.x() + std::ceil(column.signs);
        double from = top;
        for (const std::size_t i : entry.items) {
            if (i != entry.items.front())
                from = std::ceil(y + all.margins[i].top());
            const double bottom = from + all.cells[i].height() + all.margins[i].bottom();
            StageSlot& slot = all.placed[i];
            slot.rect = QRectF(QPointF(left, from - all.margins[i].top()),
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
    BarPlace m_bar = BarPlace::Fitting; ///< of a list's matrices, or of a product's result
    Sides m_sides{};
};

} // namespace

std::unique_ptr<StageTemplate> makeTableTemplate(const LayoutInput& input,
                                                 const HeatmapOptions& options) {
    return std::make_unique<TableTemplate>(input, options);
}

} // namespace gf
