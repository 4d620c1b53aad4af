// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/presented_text.h"

#include "ui/theme/type_scale.h"

#include <QApplication>
#include <QPointer>
#include <QWidget>

#include <algorithm>
#include <utility>
#include <vector>

namespace gf {

namespace {

// Properties of the application while somebody presents.
constexpr auto fontBefore = "fontBeforePresenting";
constexpr auto leastSize = "leastLetters";

/// With a style sheet, widgets that are there follow neither the program's font nor their
/// parent's: each is given its own, in proportion. All are read before one is set, since a few do.
void scaleWidgets(double factor) {
    std::vector<std::pair<QPointer<QWidget>, QFont>> fonts;
    for (QWidget* widget : QApplication::allWidgets())
        fonts.emplace_back(widget, scaledFont(widget->font(), factor));
    for (const auto& [widget, font] : fonts)
        if (widget)
            widget->setFont(font);
}

} // namespace

QFont scaledFont(QFont font, double size) {
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * size);
    else
        font.setPixelSize(static_cast<int>(font.pixelSize() * size + 0.5));
    return font;
}

void presentText(double pixels, double dotsPerInch) {
    constexpr double pointsPerInch = 72;
    const QFont now = QApplication::font();
    const QVariant before = qApp->property(fontBefore);
    const QFont usual = before.isValid() ? before.value<QFont>() : now;
    const auto pointsOf = [&](const QFont& font) {
        return font.pointSizeF() > 0 ? font.pointSizeF()
                                     : font.pixelSize() * pointsPerInch / dotsPerInch;
    };
    const double wanted = std::max(pixels * pointsPerInch / dotsPerInch, pointsOf(usual));
    qApp->setProperty(fontBefore, pixels > 0 ? QVariant(usual) : QVariant());
    qApp->setProperty(leastSize,
                      pixels > 0 ? QVariant(wanted * dotsPerInch / pointsPerInch * leastPresented)
                                 : QVariant());
    if (const double factor = wanted / pointsOf(now); factor != 1) {
        QApplication::setFont(pixels > 0 ? scaledFont(now, factor) : usual);
        scaleWidgets(factor);
    }
}

double leastLetters() {
    return qApp->property(leastSize).toDouble();
}

} // namespace gf
