// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_figure.h"

#include "ui/figure/canvas.h"

namespace gf {

namespace {

constexpr double captionRoom = 34;
constexpr double captionSize = 11.5;
constexpr double margin = 16;

} // namespace

QSizeF StationFigure::size() const {
    return input.size + QSizeF(0, captionRoom);
}

void StationFigure::draw(Canvas& canvas) const {
    StationInput paper = input;
    paper.theme = Theme::light();
    canvas.rectangle(QRectF({0, 0}, size()), paper.theme.surface, "background");
    StationPicture nowhere;
    station->draw(paper, canvas, nowhere);
    canvas.text({{margin, size().height() - captionRoom / 2},
                 caption,
                 captionSize,
                 paper.theme.mutedText,
                 Qt::AlignLeft,
                 false,
                 false});
}

QByteArray StationFigure::bytes(FigureFormat format, double scale) const {
    return drawnBytes(format, size(), scale, input.font, caption,
                      [this](Canvas& canvas) { draw(canvas); });
}

QImage StationFigure::image(double scale) const {
    return drawnImage(size(), scale, input.font, [this](Canvas& canvas) { draw(canvas); });
}

} // namespace gf
