// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_blocks.h"

#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace gf {

namespace {

constexpr double leastSide = 8.5; ///< of a matrix with its words, in font sizes
constexpr double mostTitle = 12;  ///< that a matrix is made wider for, likewise
constexpr double leastCell = 5;   ///< of a product, in pixels

HeatmapOptions optionsOf(const StationInput& input, const MatrixLook& look) {
    return heatmapOptions(input, look.parts, look.maxCell);
}

/// The room of a matrix that can just be told apart: words are shortened where it is that small.
QSizeF leastRoom(const StationInput& input, const Term& term) {
    const double size = input.fontSize();
    const double title = measureWith(input.font)(term.data.title, size * 1.3);
    return {std::max(leastSide * size, std::min(title, mostTitle * size)) + term.look.beside,
            leastSide * size};
}

double cellIn(const StationInput& input, const HeatmapData& data, const MatrixLook& look,
              const QSizeF& room) {
    const HeatmapLayout layout =
        layOutHeatmap(data, QRectF({0, 0}, room - QSizeF(look.beside, 0)), optionsOf(input, look));
    return std::min(layout.cellWidth, layout.cellHeight);
}

HeatmapLayout drawMatrix(Drawing& drawing, const Term& term, const HeatmapOptions& options,
                         const QRectF& area) {
    const HeatmapLayout layout =
        placeHeatmap(drawing, term.data, area.adjusted(0, 0, -term.look.beside, 0),
                     term.look.highlighted, term.look.placeOf, options);
    if (term.look.over)
        term.look.over(drawing, layout);
    return layout;
}

} // namespace

Block matrix(HeatmapData data, MatrixLook look) {
    // Once for all that lays it out and draws it: they ask for the range again and again.
    data.range = data.colourRange();
    const auto term = std::make_shared<const Term>(std::move(data), std::move(look));
    Block made;
    made.leastWidth = [term](const StationInput& input) { return leastRoom(input, *term).width(); };
    made.leastHeight = [term](const StationInput& input, double) {
        return leastRoom(input, *term).height();
    };
    made.cell = [term](const StationInput& input, const QSizeF& room) {
        return cellIn(input, term->data, term->look, room);
    };
    made.draw = [term](Drawing& drawing, const QRectF& area) {
        drawMatrix(drawing, *term, optionsOf(drawing.input, term->look), area);
    };
    return grows(std::move(made));
}

Block equation(std::vector<Term> terms, QStringList signs) {
    // Each sign is drawn by the matrix before it, which knows where its cells are.
    constexpr double signRoom = 26;
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        Term& term = terms[i];
        const QString after = signs.value(static_cast<qsizetype>(i));
        if (!after.isEmpty())
            term.look.over = [after, own = term.look.over](Drawing& drawing,
                                                           const HeatmapLayout& layout) {
                if (own)
                    own(drawing, layout);
                drawSign(
                    drawing,
                    {layout.bounds.right(), layout.cells.top(), signRoom, layout.cells.height()},
                    after);
            };
        blocks.push_back(grows(matrix(std::move(term.data), std::move(term.look)), term.share));
    }
    return grows(row(std::move(blocks), signRoom));
}

namespace {

/// The three matrices of a product and how their cells share lines.
struct CornerProduct {
    Term a, b, result;
    bool narrow = true;

    static constexpr double gap = 10;
    static constexpr double narrowest = 2;

    /// The room around each and the cells that find room: `cell` of the result, `shared` of what
    /// both operands share.
    struct Sizes {
        QMarginsF a, b, result;
        double cell = 0;
        double shared = 0;
        QSizeF all;
    };

    Sizes sizesFor(const StationInput& input, double cell, double shared) const {
        const auto around = [&](const Term& term, const QSizeF& size) {
            const HeatmapOptions options = optionsOf(input, term.look);
            return marginsFor(formOf(term.data, options), size, options);
        };
        Sizes sizes{around(a, {shared, cell}),
                    around(b, {cell, shared}),
                    around(result, {cell, cell}),
                    cell,
                    shared,
                    {}};
        const auto inner = static_cast<double>(a.data.columns) * shared;
        // What stands around cells on one line stands there for both.
        const double left = sizes.a.left() + inner + sizes.a.right() + gap;
        const double across = std::max(sizes.b.left(), sizes.result.left()) +
                              static_cast<double>(result.data.columns) * cell +
                              std::max(sizes.b.right(), sizes.result.right());
        const double above = sizes.b.top() + inner + sizes.b.bottom() + gap;
        const double down = std::max(sizes.a.top(), sizes.result.top()) +
                            static_cast<double>(result.data.rows) * cell +
                            std::max(sizes.a.bottom(), sizes.result.bottom());
        sizes.all = {left + across, above + down};
        return sizes;
    }

    /// The largest cells of the result that find room, and then of what is shared.
    Sizes sizesIn(const StationInput& input, const QSizeF& room) const {
        const auto fits = [&](const Sizes& sizes) {
            return sizes.all.width() <= room.width() && sizes.all.height() <= room.height();
        };
        double cell = result.look.maxCell;
        Sizes sizes = sizesFor(input, cell, narrow ? std::min(narrowest, cell) : cell);
        while (cell > 1 && !fits(sizes)) {
            cell = smallerSide(cell);
            sizes = sizesFor(input, cell, narrow ? std::min(narrowest, cell) : cell);
        }
        for (double shared = cell; narrow && shared > sizes.shared; shared = smallerSide(shared))
            if (const Sizes wider = sizesFor(input, cell, shared); fits(wider))
                return wider;
        return sizes;
    }

    void draw(Drawing& drawing, const QRectF& area) const {
        const Sizes sizes = sizesIn(drawing.input, area.size());
        const QPointF free((area.width() - sizes.all.width()) / 2,
                           (area.height() - sizes.all.height()) / 2);
        const QPointF corner =
            area.topLeft() + QPointF(std::max(0.0, free.x()), std::max(0.0, free.y()));
        const auto inner = static_cast<double>(a.data.columns) * sizes.shared;
        const QPointF ofA(corner.x() + sizes.a.left(), 0);
        const QPointF ofB(0, corner.y() + sizes.b.top());
        const QPointF ofResult(
            ofA.x() + inner + sizes.a.right() + gap + std::max(sizes.b.left(), sizes.result.left()),
            ofB.y() + inner + sizes.b.bottom() + gap + std::max(sizes.a.top(), sizes.result.top()));
        const auto place = [&](const Term& term, const QPointF& origin, const QSizeF& cell) {
            HeatmapOptions options = optionsOf(drawing.input, term.look);
            options.cell = cell;
            options.origin = origin;
            drawMatrix(drawing, term, options, area);
        };
        place(a, {ofA.x(), ofResult.y()}, {sizes.shared, sizes.cell});
        place(b, {ofResult.x(), ofB.y()}, {sizes.cell, sizes.shared});
        place(result, ofResult, {sizes.cell, sizes.cell});
    }
};

} // namespace

Block product(Term a, Term b, Term result, bool sharesFeatures) {
    for (Term* term : {&a, &b, &result})
        term->data.range = term->data.colourRange();
    const auto corner = std::make_shared<const CornerProduct>(
        CornerProduct{std::move(a), std::move(b), std::move(result), sharesFeatures});
    const auto least = [corner](const StationInput& input) {
        return corner->sizesFor(input, leastCell, CornerProduct::narrowest).all;
    };
    Block made;
    made.leastWidth = [least](const StationInput& input) { return least(input).width(); };
    made.leastHeight = [least](const StationInput& input, double) { return least(input).height(); };
    made.cell = [corner](const StationInput& input, const QSizeF& room) {
        return corner->sizesIn(input, room).cell;
    };
    made.draw = [corner](Drawing& drawing, const QRectF& area) { corner->draw(drawing, area); };
    return grows(std::move(made));
}

} // namespace gf
