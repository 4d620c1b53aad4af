// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/paper.h"

#include "ui/language/tr.h"

#include "core/tensor/error.h"

#include <QMimeData>

#include <algorithm>
#include <array>
#include <cmath>

namespace gf {

namespace {

constexpr double pointsPerInch = 72;

// Widths of journals with two columns; a slide of 16 : 9 is 339 mm wide, and has a title.
constexpr std::array presetTable{
    Paper::Preset{QT_TR_NOOP("One column of a paper"), 7, 85, 120},
    Paper::Preset{QT_TR_NOOP("Both columns of a paper"), 8, 175, 220},
    Paper::Preset{QT_TR_NOOP("A slide"), 16, 300, 150},
};

} // namespace

std::span<const Paper::Preset> Paper::presets() {
    return presetTable;
}

const Paper::Preset* Paper::presetOf(double millimetres, double points) {
    const auto* const found = std::ranges::find_if(presetTable, [&](const Preset& preset) {
        return preset.millimetres == millimetres && preset.points == points;
    });
    return found == presetTable.end() ? nullptr : found;
}

double Paper::highestOf(double millimetres, double points) {
    constexpr double ownShape = 1.3;
    const Preset* const preset = presetOf(millimetres, points);
    return preset ? preset->highest : millimetres * ownShape;
}

double Paper::pointsOf(double millimetres) {
    double points = presetTable.front().points;
    for (const Preset& preset : presetTable)
        if (preset.millimetres <= millimetres)
            points = preset.points;
    return points;
}

QFont Paper::font(QFont own) const {
    if (!family.isEmpty())
        own.setFamilies({family});
    return own;
}

QSizeF PaperDrawing::millimetres() const {
    return size * millimetresPerInch / unitsPerInch;
}

QSize PaperDrawing::pixels(double dpi) const {
    return (size * dpi / unitsPerInch).toSize().expandedTo({1, 1});
}

std::unique_ptr<QMimeData> copyOf(const PaperDrawing& drawing, double dpi,
                                  const NumberTable& numbers) {
    auto mime = std::make_unique<QMimeData>();
    addTable(*mime, numbers);
    mime->setImageData(paperImage(drawing, dpi));
    mime->setData(QStringLiteral("image/svg+xml"), paperBytes(drawing, FigureFormat::Svg, dpi));
    return mime;
}

PaperScale scaleOf(const Paper& paper, double letters, double least) {
    PaperScale scale;
    scale.factor = paper.points * unitsPerInch / pointsPerInch / letters;
    const double perMillimetre = unitsPerInch / millimetresPerInch / scale.factor;
    scale.room = QSizeF(paper.millimetres, paper.highest) * perMillimetre;
    if (scale.room.width() < least)
        throw Error(tr("Letters of %1 pt need a width of at least %2 mm.")
                        .arg(paper.points)
                        .arg(std::ceil(least / perMillimetre))
                        .toStdString());
    return scale;
}

} // namespace gf
