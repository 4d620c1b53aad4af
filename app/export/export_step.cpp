// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_step.h"

#include "app/export/off_screen.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "core/io/npy.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "ui/figure/figure.h"
#include "ui/figure/number_table.h"
#include "ui/page/page.h"
#include "ui/steps/matrix.h"

#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>
#include <memory>
#include <utility>

namespace gf {

namespace {

QString stepCaption(const Node& node, std::optional<Index> head) {
    QString caption = QString::fromStdString(node.name);
    if (head)
        caption += QGuiApplication::translate("export", " · head %1").arg(*head + 1);
    return caption;
}

/// Without a step: of all of them.
QString captionOf(const Trace& trace, const Node* node, std::optional<Index> head) {
    const QString caption =
        QString::fromStdString(trace.model) +
        QGuiApplication::translate("export", " · training step %1").arg(trace.step);
    return node ? caption + QStringLiteral(" · ") + stepCaption(*node, head) : caption;
}

QString captionOf(const FigureLook& look, const Trace& trace, const Node* node,
                  std::optional<Index> head) {
    return look.caption ? QString::fromStdString(printable(*look.caption))
                        : captionOf(trace, node, head);
}

/// The heads that are drawn beside each other, with a caption yet to come.
Figure figureOf(const Trace& trace, const Node& node, std::optional<Index> head,
                const FigureLook& look) {
    const bool heads = hasHeads(node);
    Figure figure;
    for (Index h = head.value_or(0); h < (head ? *head + 1 : heads ? node.shape[0] : 1); ++h) {
        figure.panels.push_back(heatmapOf(trace, node.id, static_cast<int>(h)));
        if (heads && !head)
            figure.panels.back().title = QGuiApplication::translate("export", "head %1").arg(h + 1);
    }
    figure.values = figure.values && look.values;
    return figure;
}

void requireFont(const FigureLook& look) {
    if (const QString family = look.paper ? look.paper->family : QString();
        !family.isEmpty() && !QFontDatabase::hasFamily(family))
        throw Error("--font: there is no font " + inQuotes(family.toStdString()) +
                    " on this machine");
}

PaperDrawing drawingOf(const Figure& figure, const FigureLook& look) {
    requireFont(look);
    std::optional<Paper> paper = look.paper;
    if (paper)
        paper->caption = figure.caption;
    return onPaper(figure, paper);
}

double dpiOf(const FigureLook& look) {
    return look.paper ? look.paper->dpi : unitsPerInch;
}

void write(const std::string& path, const QByteArray& bytes) {
    writeFileAtomically(path, {bytes.data(), static_cast<std::size_t>(bytes.size())});
}

void exportFigure(const Trace& trace, const Node& node, std::optional<Index> head,
                  FigureFormat format, const std::string& path, const FigureLook& look) {
    const std::unique_ptr<QGuiApplication> application = applicationIfNone();
    Figure figure = figureOf(trace, node, head, look);
    figure.caption = captionOf(look, trace, &node, head);
    write(path, paperBytes(drawingOf(figure, look), format, dpiOf(look)));
}

void exportTable(const Trace& trace, const Node& node, std::optional<Index> head,
                 const std::string& path) {
    const NumberTable table = numberTableOf(trace, node.id, head);
    writeCsv(path, *table.numbers, table.rows, table.columns);
}

} // namespace

void exportStep(const Trace& trace, NodeId id, std::optional<Index> head, const std::string& format,
                const std::string& path, const FigureLook& look) {
    const Node& node = (*trace.graph)[id];
    if (format == "csv")
        exportTable(trace, node, head, path);
    else if (format == "npy")
        writeNpy(path, *numberTableOf(trace, node.id, head).numbers);
    else
        exportFigure(trace, node, head, *figureFormatOf(QString::fromStdString(format)), path,
                     look);
}

void exportPanels(const std::vector<StepPanel>& panels, const std::string& format,
                  const std::string& path, const FigureLook& look) {
    const std::unique_ptr<QGuiApplication> application = applicationIfNone();
    const bool compared = !panels.front().run.empty();
    Figure figure;
    QStringList captions;
    std::pair<double, double> range;
    for (const StepPanel& panel : panels) {
        const Trace& trace = *panel.trace;
        const Node& node = (*trace.graph)[panel.id];
        const QString letter = QStringLiteral("(%1) ").arg(QChar('a' + int(captions.size())));
        HeatmapData& data = figure.panels.emplace_back(
            heatmapOf(trace, panel.id, static_cast<int>(panel.head.value_or(0))));
        const QString run = QString::fromStdString(printable(panel.run));
        data.title = letter + (compared ? run : data.title);
        captions << letter + (compared ? run + QStringLiteral(" · ") +
                                             captionOf(trace, &node, panel.head)
                                       : stepCaption(node, panel.head));
        range = {std::min(range.first, data.colourRange().first),
                 std::max(range.second, data.colourRange().second)};
    }
    if (compared) {
        for (HeatmapData& data : figure.panels)
            data.range = range;
        figure.columns = static_cast<int>(panels.size());
        figure.compared = true;
    } else {
        captions.prepend(captionOf(*panels.front().trace, nullptr, {}));
    }
    figure.values = look.values;
    figure.caption = look.caption ? QString::fromStdString(printable(*look.caption))
                                  : captions.join(QStringLiteral("; "));
    write(path, paperBytes(drawingOf(figure, look), *figureFormatOf(QString::fromStdString(format)),
                           dpiOf(look)));
}

void exportMoments(Film film, const TraceOfMoment& trace, NodeId id, std::optional<Index> head,
                   const std::string& path, const FigureLook& look) {
    const std::unique_ptr<QGuiApplication> application = applicationIfNone();
    requireFont(look);
    film.figure = [&](std::size_t moment) {
        const std::shared_ptr<const Trace> seen = trace(moment);
        const Node& node = (*seen->graph)[id];
        Figure figure = figureOf(*seen, node, head, look);
        figure.caption = look.caption ? QString::fromStdString(printable(*look.caption))
                                      : QString::fromStdString(seen->model) +
                                            QStringLiteral(" · ") + stepCaption(node, head);
        return figure;
    };
    write(path, film.gif(look.paper));
}

void exportPage(const Trace& trace, const std::vector<NodeId>& steps, std::optional<Index> head,
                const std::string& path, const FigureLook& look) {
    const Node* const only = steps.size() == 1 ? &(*trace.graph)[steps.front()] : nullptr;
    write(path, pageOf(trace, {steps, head, captionOf(look, trace, only, head)}));
}

} // namespace gf
