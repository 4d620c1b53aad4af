// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/heatmap_words.h"

#include "ui/figure/heatmap_layout.h"
#include "ui/figure/mask_hatch.h"
#include "ui/language/axes.h"
#include "ui/language/tr.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gf {

namespace {

constexpr Index mostInTip = 24;
constexpr Index mostRead = 128;

/// The columns of a row to be named, in their order.
std::vector<Index> columnsToName(const HeatmapData& data, Index row, Index most) {
    std::vector<Index> columns(data.columns);
    std::iota(columns.begin(), columns.end(), Index{0});
    if (data.columns <= most)
        return columns;
    // What is no number comes first: it cannot be missed.
    const auto size = [&](Index column) {
        const float value = data.at(row, column);
        return std::isnan(value) ? INFINITY : std::abs(value);
    };
    const auto end = columns.begin() + most;
    std::ranges::nth_element(columns, end, std::greater(), size);
    columns.erase(end, columns.end());
    std::ranges::sort(columns);
    return columns;
}

QString cellText(const HeatmapData& data, Index row, Index column) {
    const QString number = data.hiddenAt(row, column) == Hidden::No
                               ? numberText(data.at(row, column), 3)
                               : tr("hidden");
    return QStringLiteral("%1 %2").arg(columnLabel(data, column), number);
}

} // namespace

QString rowText(const HeatmapData& data, Index row, Index most) {
    QStringList cells;
    for (const Index column : columnsToName(data, row, most))
        cells << cellText(data, row, column);
    if (data.columns > most)
        cells << tr("and %1 smaller").arg(data.columns - most);
    return cells.join(QString::fromUtf8(" · "));
}

QString cellTip(const HeatmapData& data, Index row, Index column) {
    const QString rowName = data.rowTitle.isEmpty() ? tr("row") : data.rowTitle;
    const QString columnName = data.columnTitle.isEmpty() ? tr("column") : data.columnTitle;
    QStringList lines;
    lines << numberText(data.at(row, column), 6);
    lines << placeText(rowName, data.rowOffset + row + 1,
                       data.rowLabels.isEmpty() ? QString() : rowLabel(data, row)) +
                 ", " +
                 placeText(columnName, data.columnOffset + column + 1,
                           data.columnLabels.isEmpty() ? QString() : columnLabel(data, column));
    if (const Hidden hidden = data.hiddenAt(row, column); hidden != Hidden::No)
        lines << maskText(hidden);
    if (data.changedAt(row, column))
        lines << tr("changed by you");
    if (data.columns > 1)
        lines << tr("the row: %1").arg(rowText(data, row, mostInTip));
    return lines.join('\n');
}

QString cellDescription(const HeatmapData& data, Index row, Index column) {
    QString text =
        tr("Row %1, column %2: %3.")
            .arg(rowLabel(data, row), columnLabel(data, column), numberText(data.at(row, column)));
    if (data.columns > 1)
        text += ' ' + tr("The row: %1.").arg(rowText(data, row, mostRead));
    return text;
}

} // namespace gf
