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
        const MatrixLook& own = term->look;
        const HeatmapLayout layout =
            placeHeatmap(drawing, term->data, area.adjusted(0, 0, -own.beside, 0), own.highlighted,
                         own.placeOf, optionsOf(drawing.input, own));
        if (own.over)
            own.over(drawing, layout);
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

} // namespace gf
