// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/loss_table.h"

#include "core/tensor/decimal_text.h"
#include "ui/train/loss_chart.h"

#include <limits>
#include <utility>

namespace gf {

QByteArray numberCell(float number) {
    return QByteArray::fromStdString(shortestDecimal(number));
}

QByteArray lossTable(const Metrics& metrics, bool errors) {
    QByteArray table = "step,loss,validation_loss,";
    table += errors ? "validation_error\n" : "validation_accuracy\n";
    const auto& measured = metrics.measurements();
    auto next = measured.begin();
    const auto addMeasuredBefore = [&](Index step) {
        for (; next != measured.end() && next->step < step; ++next) {
            table += QByteArray::number(next->step) + ",," + numberCell(next->loss) + ',';
            if (const auto success = errors ? next->error : next->accuracy)
                table += numberCell(*success);
            table += '\n';
        }
    };
    for (const Metrics::Loss& at : metrics.losses()) {
        addMeasuredBefore(at.step);
        table += QByteArray::number(at.step) + ',' + numberCell(at.loss) + ",,\n";
    }
    addMeasuredBefore(std::numeric_limits<Index>::max());
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
                           [&chart] { return lossTable(chart.metrics(), chart.showsErrors()); });
}

} // namespace gf
