// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/score_words.h"

#include "core/measure/score_statistics.h"
#include "ui/explain/printed_number.h"
#include "ui/language/tr.h"
#include "ui/theme/theme.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace gf {

namespace {

QString shortNumber(double value) {
    return printNumber(value, 3).text();
}

QString tableRow(const QStringList& cells, const QString& colour) {
    QString row;
    for (const QString& cell : cells)
        row += QStringLiteral("<td style=\"padding-right:8px;%1\">%2</td>")
                   .arg(row.isEmpty() ? QStringLiteral("color:") + colour
                                      : QStringLiteral("white-space:nowrap"),
                        cell);
    return QStringLiteral("<tr>%1</tr>").arg(row);
}

QString tableOf(const QStringList& rows) {
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"1\">%1</table>")
        .arg(rows.join(QString()));
}

} // namespace

QString scoreStatisticsHtml(const Trace& trace, const Node& node, Index head, const Theme& theme) {
    const bool shown = node.part == "scores" || node.part == "scaled" || node.part == "weights";
    if (!shown || node.role != Role::Forward || node.shape.rank() != 3)
        return {};
    const Index own = std::clamp<Index>(head, 0, node.shape[0] - 1);
    const auto found = scoreStatistics(trace, node.scope, own);
    if (!found)
        return {};
    const QString muted = theme.mutedText.name();
    const auto row = [&](const QString& title, double left, double right) {
        return tableRow({title, shortNumber(left), shortNumber(right)}, muted);
    };
    // The variance of what is divided by √K is divided by K.
    const ScoreMoments& here = found->measured;
    const ScoreMoments& theory = found->independent;
    const auto k = static_cast<double>(found->width);
    const QString bold = QStringLiteral("<b>%1</b>");
    const QString divided = tr("÷ √%1").arg(found->width);
    const QString undivided = tr("undivided");
    QString html =
        tableOf({tableRow({tr("q·k, head %1").arg(own + 1), tr("measured"), tr("theory")}, muted),
                 tableRow({tr("mean"), shortNumber(here.mean), QString()}, muted),
                 row(tr("variance"), here.variance, theory.variance),
                 row(tr("variance of q·k/√%1 (÷ %1)").arg(found->width), here.variance / k,
                     theory.variance / k)});
    html += tableOf(
        {tableRow({tr("after the softmax"), found->isDivided ? bold.arg(divided) : divided,
                   found->isDivided ? undivided : bold.arg(undivided)},
                  muted),
         row(tr("largest weight"), found->divided.largest, found->undivided.largest),
         row(tr("gradient let through"), found->divided.gradient, found->undivided.gradient)});
    html +=
        QStringLiteral("<p style=\"margin-top:4px;color:%1\">%2</p>")
            .arg(muted,
                 tr("K = %1, over %2 cells that may be seen. Were queries and keys independent, "
                    "with means μ and variances σ²: variance σ_q²μ_k·μ_k + "
                    "σ_k²μ_q·μ_q + Kσ_q²σ_k², which for one μ and σ is 2σ²μ·μ + Kσ⁴. Below, "
                    "averages over rows: the largest weight, and Σ w(1 − w). In bold what this "
                    "model does.")
                     .arg(found->width)
                     .arg(found->cells)
                     .replace(QRegularExpression(QStringLiteral("_([qk])")),
                              QStringLiteral("<sub>\\1</sub>")));
    return html;
}

} // namespace gf
