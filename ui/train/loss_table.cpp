// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/loss_table.h"

#include "ui/train/loss_chart.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace gf {

namespace {

QByteArray cell(const std::optional<double>& value) {
    return value ? QByteArray::number(*value, 'g', 9) : QByteArray();
}

} // namespace

QByteArray lossTable(const std::vector<LossPoint>& points) {
    const bool errors =
        std::ranges::any_of(points, [](const LossPoint& point) { return point.error.has_value(); });
    QByteArray table = "step,loss,validation_loss,";
    table += errors ? "validation_error\n" : "validation_accuracy\n";
    for (const LossPoint& point : points)
        table += QByteArray::number(point.step) + ',' + cell(point.training) + ',' +
                 cell(point.validation) + ',' + cell(errors ? point.error : point.accuracy) + '\n';
    return table;
}

Exportable exportableChart(const Chart& chart, const QString& fileName, const QString& caption,
                           std::function<QByteArray()> table) {
    Exportable result;
    result.name = chart.accessibleName();
    result.fileName = fileName;
    result.caption = caption;
    result.drawing = [&chart, caption](const std::optional<Paper>& paper) {
        return chart.onPaper(paper, caption);
    };
    result.table = std::move(table);
    return result;
}

Exportable exportableLoss(const LossChart& chart, const QString& title) {
    return exportableChart(chart, title + QStringLiteral("_loss"), title,
                           [&chart] { return lossTable(chart.points()); });
}

} // namespace gf
