// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/export_step.h"

#include "app/export/off_screen.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "core/io/npy.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "ui/figure/figure.h"
#include "ui/figure/gif_file.h"
#include "ui/figure/number_table.h"
#include "ui/page/page.h"
#include "ui/steps/matrix.h"

#include <QFontDatabase>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>
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

PaperDrawing drawingOf(const Figure& figure, const FigureLook& look) {
    std::optional<Paper> paper = look.paper;
    if (paper) {
        if (!paper->family.isEmpty() && !QFontDatabase::hasFamily(paper->family))
            throw Error("--font: there is no font " + inQuotes(paper->family.toStdString()) +
                        " on this machine");
        paper->caption = figure.caption;
    }
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

/// What is said of each moment, all as wide as the widest: the lines of captions break where they
/// do in all others.
std::vector<QString> captionsOf(const TracedMoments& moments) {
    QStringList losses;
    qsizetype widest = 0;
    for (const double loss : moments.losses) {
        losses << (std::isfinite(loss) ? QString::number(loss, 'f', 4) : QStringLiteral("–"));
        widest = std::max(widest, losses.back().size());
    }
    constexpr QChar wideAsADigit(0x2007);
    const auto stepWidth = QString::number(moments.steps.back()).size();
    std::vector<QString> captions;
    for (std::size_t i = 0; i < moments.steps.size(); ++i)
        captions.push_back(
            QGuiApplication::translate("export", "training step %1 · loss %2")
                .arg(QString::number(moments.steps[i]).rightJustified(stepWidth, wideAsADigit),
                     losses[static_cast<qsizetype>(i)].leftJustified(widest, wideAsADigit)));
    return captions;
}

void requireRoom(std::size_t moments, const QSize& pixels) {
    constexpr double most = 400e6;
    constexpr int longest = 65535; // a GIF has 16 bits for a side
    const double all =
        static_cast<double>(moments) * static_cast<double>(pixels.width()) * pixels.height();
    if (all <= most && pixels.width() <= longest && pixels.height() <= longest)
        return;
    throw Error(std::to_string(moments) + " moments of " + std::to_string(pixels.width()) + " × " +
                std::to_string(pixels.height()) + " pixels are " +
                QString::number(all / 1e6, 'f', 0).toStdString() +
                " million in all, but at most 400 million are possible; take fewer moments with "
                "--frames, or a smaller --width or --dpi");
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

void exportMoments(const TracedMoments& moments, NodeId id, std::optional<Index> head,
                   const std::string& path, const FigureLook& look) {
    const std::unique_ptr<QGuiApplication> application = applicationIfNone();
    const std::vector<QString> captions = captionsOf(moments);
    const auto figureAt = [&](std::size_t moment) {
        const std::shared_ptr<const Trace> trace = moments.trace(moment);
        const Node& node = (*trace->graph)[id];
        Figure figure = figureOf(*trace, node, head, look);
        QStringList parts{captions[moment]};
        if (look.caption)
            parts.prepend(QString::fromStdString(printable(*look.caption)));
        else
            parts << QString::fromStdString(trace->model) << stepCaption(node, head);
        parts.removeAll(QString());
        figure.caption = parts.join(QStringLiteral(" · "));
        return figure;
    };
    QSize size;
    std::vector<std::pair<double, double>> ranges; // of each panel, over all moments
    for (std::size_t moment = 0; moment < moments.steps.size(); ++moment) {
        const Figure figure = figureAt(moment);
        if (moment == 0) {
            size = drawingOf(figure, look).pixels(dpiOf(look));
            requireRoom(moments.steps.size(), size);
            ranges.assign(figure.panels.size(), {0, 0});
        }
        for (std::size_t panel = 0; panel < figure.panels.size(); ++panel) {
            const auto [least, most] = figure.panels[panel].colourRange();
            ranges[panel] = {std::min(ranges[panel].first, least),
                             std::max(ranges[panel].second, most)};
        }
    }
    GifFile gif(size);
    for (std::size_t moment = 0; moment < moments.steps.size(); ++moment) {
        Figure figure = figureAt(moment);
        for (std::size_t panel = 0; panel < figure.panels.size(); ++panel)
            figure.panels[panel].range = ranges[panel];
        gif.add(paperImage(drawingOf(figure, look), dpiOf(look)));
    }
    write(path, gif.finish());
}

void exportPage(const Trace& trace, const std::vector<NodeId>& steps, std::optional<Index> head,
                const std::string& path, const FigureLook& look) {
    const Node* const only = steps.size() == 1 ? &(*trace.graph)[steps.front()] : nullptr;
    write(path, pageOf(trace, {steps, head, captionOf(look, trace, only, head)}));
}

} // namespace gf
