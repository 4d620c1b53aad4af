// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_figure.h"

#include "core/tensor/error.h"
#include "ui/figure/canvas.h"
#include "ui/figure/figure_caption.h"

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr double besideGap = 4; ///< millimetres between two figures

/// As wide as asked for, and of the shape that it has on the screen.
StationFigure fitted(StationFigure figure, const Paper& paper) {
    StationInput& input = figure.input;
    input.font = paper.font(input.font);
    const QSizeF least = minimumSizeOf(*figure.station, input);
    const QSizeF room = scaleOf(paper, input.fontSize(), least.width()).room;
    const double high = room.width() * input.size.height() / input.size.width();
    input.size = QSizeF(room.width(), std::max(least.height(), std::min(high, room.height())));
    return figure;
}

double factorOf(const StationFigure& figure, const Paper& paper) {
    return scaleOf(paper, figure.input.fontSize(), 0).factor;
}

/// Figures in a row with the captions that each has, known once they are drawn.
struct FigureRow {
    std::vector<StationFigure> figures;
    std::vector<FigureCaption> captions = {};
    double gap = 0;
    QSizeF size = {};

    FigureRow(std::vector<StationFigure> row, double between)
        : figures(std::move(row)), gap(between) {
        size.setWidth(-gap);
        for (StationFigure& figure : figures) {
            figure.input.theme = Theme::light();
            figure.input.onPaper = true;
            NoCanvas nowhere;
            StationPicture picture;
            drawStation(*figure.station, figure.input, nowhere, picture);
            const QSizeF& room = figure.input.size;
            captions.emplace_back(figure.caption, picture.masks, room.width(), figure.input.font);
            size = QSizeF(size.width() + gap + room.width(),
                          std::max(size.height(), room.height() + captions.back().height()));
        }
    }

    void draw(Canvas& canvas) const {
        QPointF corner;
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const StationInput& input = figures[i].input;
            StationPicture picture;
            drawStation(*figures[i].station, input, canvas, picture, corner);
            captions[i].draw(canvas, corner + QPointF(0, input.size.height()));
            corner.rx() += input.size.width() + gap;
        }
    }
};

PaperDrawing drawingOf(FigureRow row, const QString& caption, double factor) {
    const FigureCaption common(caption, {}, row.size.width(), row.figures.front().input.font);
    const QSizeF size = row.size + QSizeF(0, caption.isEmpty() ? 0 : common.height());
    PaperDrawing drawing;
    drawing.factor = factor;
    drawing.size = size * factor;
    drawing.font = row.figures.front().input.font;
    drawing.title = caption.isEmpty() ? row.figures.front().caption : caption;
    drawing.draw = [row = std::move(row), common, size](Canvas& canvas) {
        canvas.rectangle(QRectF({0, 0}, size), Theme::light().surface, "background");
        row.draw(canvas);
        common.draw(canvas, {0, row.size.height()});
    };
    return drawing;
}

} // namespace

PaperDrawing StationFigure::onPaper(const std::optional<Paper>& paper) const {
    if (!paper)
        return drawingOf({{*this}, 0}, {}, 1);
    StationFigure own = fitted(*this, *paper);
    own.caption = paper->caption;
    const double factor = factorOf(own, *paper);
    return drawingOf({{std::move(own)}, 0}, {}, factor);
}

PaperDrawing onPaper(const std::vector<StationFigure>& figures, const Paper& paper) {
    const auto count = static_cast<double>(figures.size());
    const auto fittedTo = [&](double millimetres) {
        Paper part = paper;
        part.millimetres = millimetres;
        std::vector<StationFigure> all;
        for (const StationFigure& figure : figures)
            all.push_back(fitted(figure, part));
        return all;
    };
    std::vector<StationFigure> parts;
    try {
        parts = fittedTo((paper.millimetres - besideGap * (count - 1)) / count);
    } catch (const Error&) {
        parts = fittedTo(paper.millimetres);
    }
    const double factor = factorOf(parts.front(), paper);
    return drawingOf({std::move(parts), besideGap / millimetresPerInch * unitsPerInch / factor},
                     paper.caption, factor);
}

} // namespace gf
