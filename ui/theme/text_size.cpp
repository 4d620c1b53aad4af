// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_size.h"

#include "ui/theme/presented_text.h"

#include <QApplication>
#include <QFont>
#include <QFontDatabase>
#include <QSettings>

#include <algorithm>
#include <array>

namespace gf {

namespace {

constexpr std::array sizes = {80, 90, 100, 115, 130, 150, 175, 200};
constexpr int usual = 100;
const QString sizeSetting = QStringLiteral("window/textSize");
constexpr auto desktopFont = "desktopFont"; ///< a property of the application

/// The place of the size that is nearest.
std::size_t placeOf(int percent) {
    const auto end = std::upper_bound(sizes.begin(), sizes.end(), percent);
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(end - sizes.begin() - 1, 0));
}

} // namespace

int textSize() {
    bool isNumber = false;
    const int remembered = QSettings().value(sizeSetting, usual).toInt(&isNumber);
    return sizes[placeOf(isNumber ? remembered : usual)];
}

int textSizeBeside(int percent, int steps) {
    if (steps == 0)
        return usual;
    const auto place = static_cast<int>(placeOf(percent)) + steps;
    return sizes[std::clamp(place, 0, static_cast<int>(sizes.size()) - 1)];
}

void storeTextSize(int percent) {
    QSettings().setValue(sizeSetting, percent);
}

QFont fixedFont() {
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (const QFont text = QApplication::font(); text.pointSizeF() > 0)
        fixed.setPointSizeF(text.pointSizeF());
    else
        fixed.setPixelSize(text.pixelSize());
    return fixed;
}

void applyTextSize(QApplication& application) {
    endPresentedText(nullptr); // whose font is not the desktop's
    if (!application.property(desktopFont).isValid()) {
        if (textSize() == usual)
            return; // with the fonts that the desktop has for menus and the like
        application.setProperty(desktopFont, QApplication::font());
    }
    auto font = application.property(desktopFont).value<QFont>();
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * textSize() / usual);
    else
        font.setPixelSize(font.pixelSize() * textSize() / usual);
    if (font != QApplication::font())
        QApplication::setFont(font);
}

} // namespace gf
