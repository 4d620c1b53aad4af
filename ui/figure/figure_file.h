// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>

#include <functional>
#include <optional>

class QPaintDevice;

namespace gf {

class Canvas;

/// The formats of figures and charts. Raw numbers (CSV, NPY) are written by Session.
enum class FigureFormat { Png, Svg, Pdf, Tikz };

/// "png", "svg", "pdf", "tikz" in any case → the format; nothing for another word.
std::optional<FigureFormat> figureFormatOf(const QString& name);

/// Paints on a device in units that are `scale` device pixels; letters must have pixel sizes. A
/// painter of any class may be opened on the device.
using DevicePainting = std::function<void(QPaintDevice& device, double scale)>;

/// A picture of `size` · `scale` pixels, painted on white. Throws Error for a size that cannot be
/// drawn.
QImage paintedImage(const QSizeF& size, double scale, const DevicePainting& paint);

/// Draws on any canvas, in units of the size that it is asked for.
using CanvasDrawing = std::function<void(Canvas& canvas)>;

/// Writes beside and renames: the old file or the new one is whole. Throws Error that names the
/// path and the reason.
void saveBytes(const QString& path, const QByteArray& bytes);

} // namespace gf
