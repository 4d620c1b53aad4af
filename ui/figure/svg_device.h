// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSizeF>
#include <QString>

#include <memory>

namespace gf {

/// Writes an SVG of what is painted on it, for drawings that know nothing but a QPainter, as a plot
/// does: a text stays a `<text>`, a shape a `<path>`. Brushes and pens are of one colour; clipping
/// is by the rectangle around the clip.
class SvgDevice : public QPaintDevice {
public:
    /// Coordinates go from (0, 0) to `drawing`, 96 to the inch of letters; the picture is shown as
    /// large as `millimetres`.
    SvgDevice(const QSizeF& millimetres, const QSizeF& drawing, const QString& title);
    ~SvgDevice() override;

    QPaintEngine* paintEngine() const override;
    /// Closes the document and hands it over; no painter is active any more.
    QByteArray finish();

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;

    QSizeF m_millimetres;
    QSizeF m_drawing;
    std::unique_ptr<Engine> m_engine;
};

constexpr double svgUnitsPerInch = 96; ///< CSS has it so, and Qt's pixels too

/// A number as SVG files have it: at most three digits after the point, without zeros at the end.
QString svgNumber(double value);

} // namespace gf
