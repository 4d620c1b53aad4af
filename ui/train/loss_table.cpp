// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/loss_table.h"

#include "ui/train/loss_chart.h"

#include <QMimeData>

#include <optional>
#include <utility>

namespace gf {

namespace {

constexpr QSizeF chartSize(640, 360);

QByteArray cell(const std::optional<double>& value) {
    return value ? QByteArray::number(*value, 'g', 9) : QByteArray();
}

} // namespace

QByteArray lossTable(const std::vector<LossPoint>& points) {
    QByteArray table = "step,loss,validation_loss,validation_accuracy\n";
    for (const LossPoint& point : points)
        table += QByteArray::number(point.step) + ',' + cell(point.training) + ',' +
                 cell(point.validation) + ',' + cell(point.accuracy) + '\n';
    return table;
}

Exportable exportableChart(const Chart& chart, const QString& fileName, const QString& caption,
                           std::function<QByteArray()> table) {
    Exportable result;
    result.name = chart.accessibleName();
    result.fileName = fileName;
    result.caption = caption;
    result.figure = [&chart, caption](FigureFormat format, double scale) {
        return chart.bytes(format, chartSize, scale, caption);
    };
    result.preview = [&chart, caption] { return chart.image(chartSize, 1, caption); };
    result.clipboard = [&chart, caption] {
        auto data = std::make_unique<QMimeData>();
        data->setImageData(chart.image(chartSize, 2, caption));
        data->setData(QStringLiteral("image/svg+xml"),
                      chart.bytes(FigureFormat::Svg, chartSize, 1, caption));
        return data;
    };
    result.table = std::move(table);
    return result;
}

Exportable exportableLoss(const LossChart& chart, const QString& title) {
    return exportableChart(chart, title + QStringLiteral("_loss"), title,
                           [&chart] { return lossTable(chart.points()); });
}

} // namespace gf
