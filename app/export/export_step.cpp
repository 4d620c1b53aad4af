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

#include <memory>

namespace gf {

namespace {

/// Without a step: of all of them.
QString captionOf(const Trace& trace, const Node* node, std::optional<Index> head) {
    QString caption = QString::fromStdString(trace.model) +
                      QGuiApplication::translate("export", " · training step %1").arg(trace.step);
    if (node)
        caption += QStringLiteral(" · ") + QString::fromStdString(node->name);
    if (head)
        caption += QGuiApplication::translate("export", " · head %1").arg(*head + 1);
    return caption;
}

QString captionOf(const FigureLook& look, const Trace& trace, const Node* node,
                  std::optional<Index> head) {
    return look.caption ? QString::fromStdString(printable(*look.caption))
                        : captionOf(trace, node, head);
}

void exportFigure(const Trace& trace, const Node& node, std::optional<Index> head,
                  FigureFormat format, const std::string& path, const FigureLook& look) {
    const std::unique_ptr<QGuiApplication> application = applicationIfNone();
    const bool heads = hasHeads(node);
    Figure figure;
    for (Index h = head.value_or(0); h < (head ? *head + 1 : heads ? node.shape[0] : 1); ++h) {
        figure.panels.push_back(heatmapOf(trace, node.id, static_cast<int>(h)));
        if (heads && !head)
            figure.panels.back().title = QGuiApplication::translate("export", "head %1").arg(h + 1);
    }
    figure.values = figure.values && look.values;
    figure.caption = captionOf(look, trace, &node, head);
    std::optional<Paper> paper = look.paper;
    if (paper) {
        if (!paper->family.isEmpty() && !QFontDatabase::hasFamily(paper->family))
            throw Error("--font: there is no font " + inQuotes(paper->family.toStdString()) +
                        " on this machine");
        paper->caption = figure.caption;
    }
    const QByteArray bytes =
        paperBytes(onPaper(figure, paper), format, paper ? paper->dpi : unitsPerInch);
    writeFileAtomically(path, {bytes.data(), static_cast<std::size_t>(bytes.size())});
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

void exportPage(const Trace& trace, const std::vector<NodeId>& steps, std::optional<Index> head,
                const std::string& path, const FigureLook& look) {
    const Node* const only = steps.size() == 1 ? &(*trace.graph)[steps.front()] : nullptr;
    const QByteArray page = pageOf(trace, {steps, head, captionOf(look, trace, only, head)});
    writeFileAtomically(path, {page.data(), static_cast<std::size_t>(page.size())});
}

} // namespace gf
