// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_control.h"

#include "core/tensor/error.h"
#include "ui/compare/compare_control.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/gradient_chart.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/file_question.h"
#include "ui/figure/figure_file.h"
#include "ui/labs/labs.h"
#include "ui/language/wording.h"
#include "ui/messages/intents.h"
#include "ui/messages/news.h"
#include "ui/stage/stage_widget.h"
#include "ui/train/loss_chart.h"
#include "ui/train/loss_table.h"
#include "ui/whatif/what_if.h"
#include "ui/window/banner.h"
#include "ui/window/compared_figures.h"
#include "ui/window/figures.h"
#include "ui/window/shown.h"
#include "ui/window/stage_views.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>

#include <optional>

namespace gf {

ExportControl::ExportControl(Shown& shown, const Commands& commands, Intents* intents,
                             const Sources& sources, Banner* banner, QWidget* window)
    : Feature(window), m_shown(shown), m_commands(commands), m_intents(intents), m_sources(sources),
      m_banner(banner), m_window(window) {
    connect(sources.stage, &StageWidget::menuRequested, this, &ExportControl::showMatrixMenu);
    connect(sources.losses, &LossChart::menuRequested, this,
            [this] { exportFigure(Command::ExportLoss); });
    connect(sources.compare->lossChart(), &Chart::menuRequested, this,
            [this] { exportFigure(Command::ExportLoss, 0); });
    connect(sources.compare->gradientChart(), &Chart::menuRequested, this,
            [this] { exportFigure(Command::ExportLoss, 1); });
}

bool ExportControl::perform(Command command, bool /*checked*/) {
    switch (command) {
    case Command::ExportMatrix:
    case Command::ExportHeads:
    case Command::ExportPanels:
    case Command::ExportView:
    case Command::ExportLoss:
        exportFigure(command);
        return true;
    case Command::ExportPage:
    case Command::ExportWalk:
        exportPage(command == Command::ExportWalk);
        return true;
    case Command::CopyMatrix:
        copyStage();
        return true;
    default:
        return false;
    }
}

void ExportControl::showNews(const News& news) {
    if (const auto* time = news.get<TimeStatus>())
        m_moments = static_cast<int>(time->checkpoints.size());
}

void ExportControl::exportFigure(Command command, int chart) {
    QVector<Exportable> choices;
    int chosen = 0;
    const RunOnStage first = m_sources.compare->runs().front();
    const auto add = [&](bool isWanted, Exportable choice) {
        if (isWanted)
            chosen = static_cast<int>(choices.size());
        if (!first.letter.isEmpty()) { // it has the first of several runs alone
            choice.name = tr("%1, of %2").arg(choice.name, first.letter);
            choice.caption = nameOf(first) + QStringLiteral(" · ") + choice.caption;
        }
        choices += choice;
    };
    const auto offer = [&](Command which, const QString& name,
                           const std::optional<FigureOfTrace>& figure) {
        if (!figure)
            return;
        Exportable choice =
            exportableFigure(name, figure->fileName, figure->figure, figure->numbers);
        choice.moments = m_moments;
        if (which != Command::ExportPanels)
            choice.film = [this, figureAt = figureAtMoments(m_shown.focus.focus(),
                                                            which == Command::ExportHeads)](
                              const QString& path, const Paper& paper, int moments) {
                m_intents->send(intent::SaveFilm{path, figureAt, paper, moments});
            };
        add(which == command, choice);
    };
    // A lab stands in the place of the step.
    const bool isLab = m_sources.stage->shownLab() != nullptr;
    if (const Trace* trace = isLab ? nullptr : m_shown.trace.get()) {
        const Focus& focus = m_shown.focus.focus();
        offer(Command::ExportMatrix, tr("This matrix"), matrixFigure(*trace, focus));
        offer(Command::ExportHeads, tr("All heads"), headsFigure(*trace, focus));
        offer(Command::ExportPanels, tr("The four panels"), panelsFigure(*trace, focus));
    }
    if (const auto view = viewFigure(m_sources.stage->stationView()))
        add(command == Command::ExportView || isLab, *view);
    if (auto all = figureOfAllRuns()) {
        if (command == Command::ExportMatrix || command == Command::ExportView)
            chosen = static_cast<int>(choices.size());
        all->name = tr("All runs, as they are shown");
        choices += *all;
    }
    const QString title = m_shown.run.title();
    const bool isCharts = m_sources.views->view() == StageViews::View::Charts;
    const QVector<Exportable> inPlace = m_sources.views->exportables(title);
    if (!inPlace.isEmpty() && command == Command::ExportView)
        chosen = static_cast<int>(choices.size());
    choices += inPlace;
    if (isCharts && command == Command::ExportLoss)
        chosen = static_cast<int>(choices.size() - inPlace.size()) + chart;
    else if (command == Command::ExportLoss)
        chosen = static_cast<int>(choices.size()) + chart;
    if (m_sources.compare->shownRuns() > 1 && !isCharts)
        choices += m_sources.compare->exportables(title);
    if (m_sources.compare->shownRuns() > 1 || !isCharts)
        choices += exportableLoss(*m_sources.losses, title);
    auto* dialog = new ExportDialog(choices, chosen, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::numbersWanted, m_intents,
            m_intents->sender<intent::SaveNumbers>());
    connect(dialog, &ExportDialog::written, this, [this](const QString& path) {
        m_banner->say(Banner::Tone::Notice, tr("Saved as %1").arg(path));
    });
    dialog->open();
}

void ExportControl::exportPage(bool whole) {
    const std::optional<PageOfTrace> page =
        m_shown.trace ? pageOfTrace(*m_shown.trace, m_shown.focus.focus(), whole) : std::nullopt;
    if (!page)
        return;
    askForFile(m_window,
               {tr("Web page"), proposedFile(page->fileName + QStringLiteral(".html")),
                tr("Web pages (*.html)"), true},
               [this, trace = m_shown.trace, content = page->content](const QString& typed) {
                   const QString path = withEnding(typed, QStringLiteral(".html"));
                   try {
                       if (path != typed && QFileInfo::exists(path))
                           throw Error(tr("“%1” is there already; to replace it, choose it by its "
                                          "whole name.")
                                           .arg(path)
                                           .toStdString());
                       saveBytes(path, pageOf(*trace, content));
                       m_banner->say(Banner::Tone::Notice, tr("Saved as %1").arg(path));
                   } catch (const Error& error) {
                       m_banner->say(Banner::Tone::Error, translated(error.sentence()));
                   }
               });
}

/// What the stages of compared runs show; nothing where there is one run.
std::optional<Exportable> ExportControl::figureOfAllRuns() const {
    return m_sources.compare->shownRuns() > 1
               ? figureOnStages(m_sources.compare->runs(), m_shown.focus.focus())
               : std::nullopt;
}

void ExportControl::showMatrixMenu(const QString& step, int head, bool gradient,
                                   const QPoint& place) {
    if (m_sources.stage->shownLab())
        return showLabMenu(place);
    Focus focus = m_shown.focus.focus();
    const Graph* graph = m_shown.steps.graph();
    const NodeId from = graph ? graph->find(focus.step.toStdString()) : noNode;
    const NodeId to = graph ? graph->find(step.toStdString()) : noNode;
    // Among the stages of attention a cell is the same query and key.
    const bool samePlaces =
        from != noNode && to != noNode && (*graph)[from].shape == (*graph)[to].shape;
    if ((focus.step != step && !samePlaces) || focus.gradients != gradient) {
        focus.column = -1;
        focus.pinned = false;
    }
    focus.step = step;
    focus.head = head;
    focus.gradients = gradient;
    m_shown.focus.set(focus);
    auto* menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_sources.changes->addOffers(menu))
        menu->addSeparator();
    menu->addAction(m_commands[Command::CopyMatrix]);
    // "This matrix …" alone does not say what becomes of it.
    QMenu* exports = menu->addMenu(tr("&Export"));
    // What is seen comes first, where that is a drawing and no matrix of the step.
    if (m_sources.stage->stationView())
        exports->addAction(m_commands[Command::ExportView]);
    for (const Command command :
         {Command::ExportMatrix, Command::ExportHeads, Command::ExportPanels})
        exports->addAction(m_commands[command]);
    menu->popup(place);
}

void ExportControl::showLabMenu(const QPoint& place) {
    auto* menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_commands[Command::CopyMatrix]);
    menu->addAction(m_commands[Command::ExportView]);
    menu->popup(place);
}

/// What the stage shows, in words.
QString ExportControl::titleOfShown() const {
    if (const QString inPlace = m_sources.views->title(); !inPlace.isEmpty())
        return inPlace;
    if (const LabPage* lab = m_sources.stage->shownLab())
        return titleOf(*lab);
    const Graph& graph = *m_shown.steps.graph();
    return titleOf(graph, graph[nodeOf(graph, m_shown.focus.focus())]);
}

void ExportControl::copyStage() {
    std::optional<Exportable> shown;
    if (const auto inPlace = m_sources.views->exportables(m_shown.run.title()); !inPlace.isEmpty())
        shown = inPlace.front();
    if (!shown)
        shown = figureOfAllRuns();
    if (!shown)
        shown = viewFigure(m_sources.stage->stationView());
    if (!shown && m_shown.trace)
        if (const auto figure = matrixFigure(*m_shown.trace, m_shown.focus.focus()))
            shown = exportableFigure({}, {}, figure->figure, figure->numbers);
    if (!shown)
        return;
    try {
        QGuiApplication::clipboard()->setMimeData(shown->copy().release());
    } catch (const Error& error) {
        return m_banner->say(Banner::Tone::Error, translated(error.sentence()));
    }
    const QString how = shown->numbers.numbers ? tr("Copied as a table and as a picture: %1")
                                               : tr("Copied as a picture: %1");
    m_banner->say(Banner::Tone::Notice, how.arg(titleOfShown()));
}

} // namespace gf
