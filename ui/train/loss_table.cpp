// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/loss_table.h"

#include "ui/train/loss_chart.h"

#include <QCoreApplication>
#include <QMimeData>

#include <optional>

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

Exportable exportableLoss(const LossChart& chart, const QString& title) {
    Exportable result;
    result.name = QCoreApplication::translate("gf::LossTable", "Loss chart");
    result.fileName = title + QStringLiteral("_loss");
    result.caption = title;
    result.figure = [&chart, title](FigureFormat format, double scale) {
        return chart.bytes(format, chartSize, scale, title);
    };
    result.preview = [&chart, title] { return chart.image(chartSize, 1, title); };
    result.clipboard = [&chart, title] {
        auto data = std::make_unique<QMimeData>();
        data->setImageData(chart.image(chartSize, 2, title));
        data->setData(QStringLiteral("image/svg+xml"),
                      chart.bytes(FigureFormat::Svg, chartSize, 1, title));
        return data;
    };
    result.table = [&chart] { return lossTable(chart.points()); };
    return result;
}

} // namespace gf
