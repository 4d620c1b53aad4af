// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_figure.h"

#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/figure/mask_hatch.h"
#include "ui/figure/wrapped.h"

#include <QImage>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr double captionRoom = 34; ///< of one line
constexpr double captionSize = 12;
constexpr double captionLine = captionSize * 1.5;
constexpr double margin = 16;

QStringList captionLines(const StationFigure& figure) {
    const TextMeasure measure = measureWith(figure.input.font);
    return wrapped(figure.caption, figure.input.size.width() - 2 * margin,
                   [&](const QString& piece) { return measure(piece, captionSize); });
}

} // namespace

/// Whose hatches the drawing has: known once it is drawn.
std::vector<Hidden> StationFigure::masks() const {
    QImage nowhere(1, 1, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&nowhere);
    PainterCanvas canvas(painter, input.font);
    StationPicture picture;
    drawStation(*station, input, canvas, picture);
    return picture.masks;
}

QSizeF StationFigure::size() const {
    const auto further =
        static_cast<double>(std::max<qsizetype>(captionLines(*this).size(), 1) - 1);
    const double legend = masks().empty() ? 0 : captionLine;
    return input.size + QSizeF(0, captionRoom + legend + further * captionLine);
}

void StationFigure::draw(Canvas& canvas) const {
    StationInput paper = input;
    paper.theme = Theme::light();
    paper.onPaper = true;
    canvas.rectangle(QRectF({0, 0}, size()), paper.theme.surface, "background");
    StationPicture picture;
    drawStation(*station, paper, canvas, picture);
    double y = input.size.height() + captionRoom / 2;
    if (!picture.masks.empty()) {
        drawMaskLegend(canvas, {margin, y}, picture.masks, captionSize,
                       {paper.theme, numberFont(paper.font)});
        y += captionLine;
    }
    for (const QString& line : captionLines(*this)) {
        canvas.text(
            {{margin, y}, line, captionSize, paper.theme.mutedText, Qt::AlignLeft, false, false});
        y += captionLine;
    }
}

/// As wide as asked for, and of the shape that it has on the screen.
PaperDrawing StationFigure::onPaper(const std::optional<Paper>& paper) const {
    StationFigure own = *this;
    PaperDrawing drawing;
    if (paper) {
        own.caption = paper->caption;
        own.input.font = paper->font(own.input.font);
        const QSizeF least = minimumSizeOf(*station, own.input);
        const PaperScale scale = scaleOf(*paper, own.input.fontSize(), least.width());
        const double shape = input.size.height() / input.size.width();
        const double width = scale.room.width();
        own.input.size =
            QSizeF(width, std::max(least.height(), std::min(width * shape, scale.room.height())));
        drawing.factor = scale.factor;
    }
    drawing.size = own.size() * drawing.factor;
    drawing.font = own.input.font;
    drawing.title = own.caption;
    drawing.draw = [own = std::move(own)](Canvas& canvas) { own.draw(canvas); };
    return drawing;
}

} // namespace gf
