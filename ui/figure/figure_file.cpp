// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/figure_file.h"

#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "ui/figure/canvas.h"
#include "ui/figure/paper.h"
#include "ui/figure/svg_canvas.h"
#include "ui/figure/svg_device.h"
#include "ui/figure/tikz_canvas.h"

#include <QBuffer>
#include <QFile>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>

#include <cmath>
#include <optional>

namespace gf {

namespace {

constexpr double largestSide = 32000; ///< QImage and QPainter go no further
constexpr double mostPixels = 200e6;  ///< 800 MB of picture

/// Whether QImage can be so large.
bool fits(const QSizeF& pixels) {
    return pixels.width() <= largestSide && pixels.height() <= largestSide &&
           pixels.width() * pixels.height() <= mostPixels;
}

std::string sizeText(const QSizeF& size) {
    return QString("%1 × %2").arg(size.width()).arg(size.height()).toStdString();
}

void checkSize(const QSizeF& size, double scale) {
    if (!std::isfinite(scale) || !(scale > 0))
        throw Error(phrase("The scale of a figure must be above 0, not %1."),
                    QString::number(scale).toStdString());
    const QSizeF pixels = size * scale;
    if (!(pixels.width() >= 1) || !(pixels.height() >= 1))
        throw Error(
            phrase("A figure of %1 pixels has no room for anything; ask for at least 1 × 1."),
            sizeText(pixels));
    if (!fits(pixels))
        throw Error(
            phrase("A figure of %1 pixels is too large to draw; at most 32000 on a side and "
                   "200 million in all. Ask for a smaller size or scale, or for SVG."),
            sizeText(pixels));
}

QByteArray pngOf(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        throw Error(phrase("The picture could not be encoded as PNG; ask for a smaller size."));
    return bytes;
}

QByteArray paintedPdf(const QSizeF& size, const QString& title, const DevicePainting& paint) {
    checkSize(size, 1);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    writer.setCreator("Glassformer");
    writer.setResolution(1200);
    writer.setPageSize(
        QPageSize(size * 72 / svgUnitsPerInch, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({0, 0, 0, 0});
    paint(writer, 1200 / svgUnitsPerInch);
    return bytes;
}

QByteArray paintedSvg(const PaperDrawing& drawing, const DevicePainting& paint) {
    checkSize(drawing.size, 1);
    SvgDevice device(drawing.millimetres(), drawing.size, drawing.title);
    paint(device, 1);
    return device.finish();
}

QByteArray tikzOf(const PaperDrawing& drawing) {
    if (drawing.paint)
        throw Error(phrase("This figure has no shapes of its own that TikZ could draw; ask for PDF "
                           "or SVG."));
    checkSize(drawing.size, 1);
    TikzCanvas canvas(drawing.millimetres(), drawing.size / drawing.factor, drawing.title);
    drawing.draw(canvas);
    return canvas.finish();
}

/// Qt's writer knows whole points only, but writes them with decimals: there is room for the size.
QByteArray withExactPage(QByteArray pdf, const QSizeF& points) {
    const QByteArray before = "/MediaBox [";
    const qsizetype begin = pdf.indexOf(before) + before.size();
    const qsizetype length = pdf.indexOf(']', begin) - begin;
    const QByteArray box = "0 0 " + QByteArray::number(points.width(), 'f', 6) + ' ' +
                           QByteArray::number(points.height(), 'f', 6);
    if (begin >= before.size() && length == box.size())
        pdf.replace(begin, length, box);
    return pdf;
}

DevicePainting paintingOf(const PaperDrawing& drawing, bool vector) {
    return [&drawing, vector](QPaintDevice& device, double pixels) {
        const double scale = pixels * drawing.factor;
        if (drawing.paint)
            return drawing.paint(device, scale);
        QPainter painter(&device);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        painter.scale(scale, scale);
        PainterCanvas canvas(painter, drawing.font, vector);
        drawing.draw(canvas);
    };
}

} // namespace

std::optional<FigureFormat> figureFormatOf(const QString& name) {
    const QString lower = name.toLower();
    if (lower == "png")
        return FigureFormat::Png;
    if (lower == "svg")
        return FigureFormat::Svg;
    if (lower == "pdf")
        return FigureFormat::Pdf;
    if (lower == "tikz")
        return FigureFormat::Tikz;
    return std::nullopt;
}

QImage paintedImage(const QSizeF& size, double scale, const DevicePainting& paint) {
    checkSize(size, scale);
    QImage image((size * scale).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        throw Error(phrase("There is not enough memory for a picture of %1 pixels."),
                    sizeText(size * scale));
    image.fill(Qt::white);
    // Dots per metre, so that the picture has the same size on paper at every scale.
    const int density = static_cast<int>(std::lround(svgUnitsPerInch * scale / 0.0254));
    image.setDotsPerMeterX(density);
    image.setDotsPerMeterY(density);
    paint(image, scale);
    return image;
}

bool isDrawable(const QSize& pixels) {
    return fits(pixels);
}

QByteArray paperBytes(const PaperDrawing& drawing, FigureFormat format, double dpi) {
    if (format == FigureFormat::Png)
        return pngOf(paperImage(drawing, dpi));
    if (format == FigureFormat::Pdf)
        return withExactPage(paintedPdf(drawing.size, drawing.title, paintingOf(drawing, true)),
                             drawing.size * 72 / svgUnitsPerInch);
    if (format == FigureFormat::Tikz)
        return tikzOf(drawing);
    if (drawing.paint)
        return paintedSvg(drawing, paintingOf(drawing, true));
    checkSize(drawing.size, 1);
    SvgCanvas canvas(drawing.millimetres(), drawing.size / drawing.factor, drawing.font,
                     drawing.title);
    drawing.draw(canvas);
    return canvas.finish();
}

QImage paperImage(const PaperDrawing& drawing, double dpi) {
    return paintedImage(drawing.size, dpi / svgUnitsPerInch, paintingOf(drawing, false));
}

void saveBytes(const QString& path, const QByteArray& bytes) {
    QSaveFile file(path);
    const std::filesystem::path place = pathOf(QFile::encodeName(path).toStdString());
    std::error_code isNew;
    const std::optional<FileStatus> before = statusOf(place, isNew);
    // What Qt has in a buffer it writes at the end, and a part that it could write makes it forget
    // why it could not write the rest; so all is written here, until a call fails.
    bool written = file.open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    for (qint64 done = 0; written && done < bytes.size();) {
        const qint64 count = file.write(bytes.constData() + done, bytes.size() - done);
        written = count > 0;
        done += count;
    }
    if (!written || !file.commit())
        throw Error(phrase("'%1' cannot be written: %2. Choose another place or name."),
                    path.toStdString(), file.errorString().toStdString());
    // A new file took the place of the old one, and is whose that was where this is allowed.
    if (before)
        giveTo(before->ownership, place);
}

} // namespace gf
