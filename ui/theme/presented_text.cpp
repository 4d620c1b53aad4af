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
constexpr auto owner = "presenter";

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

void presentText(const QObject* presenter, double pixels, double dotsPerInch) {
    constexpr double pointsPerInch = 72;
    const auto pointsOf = [&](const QFont& font) {
        return font.pointSizeF() > 0 ? font.pointSizeF()
                                     : font.pixelSize() * pointsPerInch / dotsPerInch;
    };
    const QFont now = QApplication::font();
    const QVariant before = qApp->property(fontBefore);
    const QFont usual = before.isValid() ? before.value<QFont>() : now;
    const double wanted = std::max(pixels * pointsPerInch / dotsPerInch, pointsOf(usual));
    qApp->setProperty(owner, QVariant::fromValue(presenter));
    qApp->setProperty(fontBefore, usual);
    qApp->setProperty(leastSize, wanted * dotsPerInch / pointsPerInch * leastPresented);
    if (const double factor = wanted / pointsOf(now); factor != 1) {
        QApplication::setFont(scaledFont(now, factor));
        scaleWidgets(factor);
    }
}

void endPresentedText(const QObject* presenter) {
    const QVariant before = qApp->property(fontBefore);
    if (!before.isValid() ||
        (presenter && qApp->property(owner).value<const QObject*>() != presenter))
        return;
    const QFont now = QApplication::font();
    const auto usual = before.value<QFont>();
    for (const char* property : {owner, fontBefore, leastSize})
        qApp->setProperty(property, QVariant());
    QApplication::setFont(usual);
    scaleWidgets(usual.pointSizeF() > 0 ? usual.pointSizeF() / now.pointSizeF()
                                        : static_cast<double>(usual.pixelSize()) / now.pixelSize());
}

double leastLetters() {
    return qApp->property(leastSize).toDouble();
}

} // namespace gf
