// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the stage that shows matrices: what the pointer does on them, their numbers, colours
// and highlights.
#include "ui/stage/stage_widget.h"

#include "core/graph/op.h"
#include "ui/figure/heatmap_view.h"
#include "ui/figure/mask_hatch.h"
#include "ui/figure/mask_legend.h"
#include "ui/labs/labs.h"
#include "ui/stage/stage_company.h"
#include "ui/stage/stage_light.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/matrix.h"
#include "ui/steps/token_reads.h"
#include "ui/theme/motion.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>
#include <QScrollArea>

#include <algorithm>
#include <utility>

namespace gf {

/// A stage that has no such matrix shows all that it has.
void StageWidget::applyEnlarged() {
    const StageSettings& settings = m_settings->settings();
    const NodeId node =
        m_graph ? m_graph->find(settings.enlarged.toStdString()) : noNode; // of no name: none
    std::size_t found = StageCanvas::noPanel;
    if (node != noNode)
        for (std::size_t i = m_canvas->panels().size(); i-- > 0;)
            if (const Matrix& matrix = m_canvas->panels()[i].item.matrix;
                matrix.node == node && matrix.head == settings.enlargedHead && m_canvas->view(i))
                found = i;
    if (found != m_canvas->enlarged())
        m_canvas->enlarge(found);
}

void StageWidget::connectCanvas() {
    connect(m_canvas, &StageCanvas::hovered, this, [this](std::size_t i, Index row, Index column) {
        const StagePanel& panel = m_canvas->panels()[i];
        const Focus there = pointedAt(panel, {row, column}, m_focus->focus());
        if (panel.place == StagePlace::Grid)
            m_focus->hoverInHead(panel.item.matrix.head, there.row, there.column);
        else
            m_focus->hover(there.row, there.column);
    });
    connect(m_canvas, &StageCanvas::left, m_focus, &FocusModel::leave);
    connect(m_canvas, &StageCanvas::pinned, this, [this](std::size_t i, Index row, Index column) {
        const StagePanel& panel = m_canvas->panels()[i];
        m_clicked = panel.item.matrix;
        if (panel.place == StagePlace::Strip)
            m_focus->setHead(panel.item.matrix.head);
        else if (panel.place == StagePlace::Related)
            goTo(StagePanel(panel));
        else
            pin(StagePanel(panel), {row, column});
    });
    connect(m_canvas, &StageCanvas::activated, this, [this](std::size_t i) {
        const StagePanel panel = m_canvas->panels()[i];
        if (panel.place == StagePlace::Grid || panel.place == StagePlace::Strip)
            m_focus->setHead(panel.item.matrix.head);
        else if (!m_canvas->view(i))
            goTo(panel);
        else
            enlarge(i);
    });
    connect(m_canvas, &StageCanvas::nameClicked, this, [this](std::size_t i) {
        const StagePanel panel = m_canvas->panels()[i];
        panel.place == StagePlace::Strip ? m_focus->setHead(panel.item.matrix.head) : goTo(panel);
    });
    connect(m_canvas, &StageCanvas::menuRequested, this, [this](std::size_t i, const QPoint& at) {
        const Matrix matrix = m_canvas->panels()[i].item.matrix;
        const Node& node = (*m_graph)[matrix.node];
        emit menuRequested(stepOf(node), matrix.head, isGradient(node), at);
    });
}

/// A click on one of the other stages of attention makes that the large one.
void StageWidget::pin(const StagePanel& panel, const CellPlace& place) {
    Focus there = pointedAt(panel, place, m_focus->focus());
    if (panel.place == StagePlace::Panels && !panel.item.result)
        there.step = stepInWindow(stepOf((*m_graph)[panel.item.matrix.node]));
    m_focus->set(there);
}

/// One matrix over the whole stage, or back.
void StageWidget::enlarge(std::size_t panel) {
    if (m_canvas->enlarged() != StageCanvas::noPanel)
        return m_settings->endEnlarging();
    // The first click of two may have moved what was clicked.
    if (QGuiApplication::mouseButtons() != Qt::NoButton)
        for (std::size_t i = 0; i < m_canvas->panels().size(); ++i)
            if (m_canvas->panels()[i].item.matrix == m_clicked && m_canvas->view(i) &&
                m_canvas->view(i)->isVisible()) {
                panel = i;
                break;
            }
    const Matrix& matrix = m_canvas->panels()[panel].item.matrix;
    m_settings->enlarge(QString::fromStdString((*m_graph)[matrix.node].name), matrix.head);
    m_canvas->view(panel)->setFocus();
}

HeatmapData StageWidget::dataFor(const StagePanel& panel) const {
    const StageItem& item = panel.item;
    const Node& node = (*m_graph)[item.matrix.node];
    HeatmapData heatmap = heatmapOf(item.stays ? *m_trace->after : *m_trace, item.matrix);
    const bool heads = hasHeads(node) && item.matrix.heads == Matrix::Heads::One;
    const QString head = headTitle(item.matrix.head);
    if (panel.place == StagePlace::Strip || panel.place == StagePlace::Grid) {
        heatmap.title = head;
    } else {
        const bool isChange = m_trace->isDifference() && !item.stays && node.role != Role::Input;
        QString name = (isChange ? QStringLiteral("Δ ") : QString()) + shortTitleOf(*m_graph, node);
        // A stacked vector stands under its sign, a transposed matrix wears it.
        if (item.matrix.transposed && node.shape.rank() > 1)
            name += QStringLiteral("ᵀ");
        const bool joining = (*m_graph)[m_node].op->kind() == OpKind::JoinHeads;
        if (heads && joining)
            name = head; // all of them stand there and need no more
        else if ((heads && m_canvas->scene().panels.empty()) || item.matrix.columnCount > 0)
            name += QStringLiteral(" · ") + head;
        if (item.matrix.heads == Matrix::Heads::Readers)
            name = readersTitle();
        // The rows that an alignment is joined from would all have its name.
        if (const ScopeLevel* time = node.scope.find(ScopeKind::TimeStep);
            time && item.matrix.node != m_node && (*m_graph)[m_node].part == node.part)
            name += QStringLiteral(" · ") + titleOf(*time);
        heatmap.title = item.prefix + name;
        heatmap.lead = item.lead;
    }
    return heatmap;
}

void StageWidget::showNumbers(const Focus& focus) {
    if (!m_trace || m_node == noNode || m_stationShown)
        return;
    const auto& panels = m_canvas->panels();
    std::vector<HeatmapData> all;
    std::vector<Hidden> masks;
    ColourScales::Ranges own;
    m_colourKeys.clear();
    for (const StagePanel& panel : panels) {
        const HeatmapData& heatmap = all.emplace_back(dataFor(panel));
        const QString& key = m_colourKeys.emplace_back(colourKey(panel, heatmap));
        addMasks(masks, masksIn(heatmap));
        const auto [lowest, highest] = heatmap.colourRange();
        const ColourScales::Range so = own.value(key, {lowest, highest});
        own.insert(key, {std::min(so.first, lowest), std::max(so.second, highest)});
    }
    m_scales->show(this, own);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        all[i].range = coloursOf(m_colourKeys[static_cast<qsizetype>(i)]);
        m_canvas->setData(i, std::move(all[i]));
        HeatmapView* view = m_canvas->view(i);
        if (!view)
            continue;
        const bool strip = panels[i].place == StagePlace::Strip;
        const Node& node = (*m_graph)[panels[i].item.matrix.node];
        const int head =
            hasHeads(node) ? static_cast<int>(std::min<Index>(focus.head, node.shape[0] - 1)) : 0;
        // Where runs are compared the frame says the same of each.
        const bool framed = panels[i].place == StagePlace::Panels || m_company;
        view->setChosen((framed && panels[i].item.result) ||
                        (strip && panels[i].item.matrix.head == head));
    }
    explainMasks(masks);
    m_canvas->arrange();
    m_canvas->markNames(); // another head has the same places
}

/// The same for the same thing of each run: its name in the first one's model. What is drawn on
/// another kind of scale is another thing.
QString StageWidget::colourKey(const StagePanel& panel, const HeatmapData& heatmap) const {
    const Matrix& matrix = panel.item.matrix;
    const QString name = QString::fromStdString((*m_graph)[matrix.node].name);
    return QStringLiteral("%1/%2/%3/%4")
        .arg(showsReaders() ? m_shown.step : stepInWindow(name))
        .arg(matrix.head)
        .arg(matrix.firstColumn)
        .arg(static_cast<int>(heatmap.scale));
}

/// What changed between two checkpoints has a scale that is never kept.
ColourScales::Range StageWidget::coloursOf(const QString& key) const {
    return m_trace->isDifference() ? m_scales->rangeOf(key) : m_scales->keptRange(key);
}

/// Those beside it have other numbers now.
void StageWidget::recolour() {
    if (!m_trace || m_node == noNode || m_stationShown ||
        m_colourKeys.size() != static_cast<qsizetype>(m_canvas->panels().size()))
        return;
    bool other = false;
    for (std::size_t i = 0; i < m_canvas->panels().size(); ++i) {
        HeatmapData heatmap = m_canvas->dataOf(i);
        const ColourScales::Range range = coloursOf(m_colourKeys[static_cast<qsizetype>(i)]);
        if (heatmap.range == range)
            continue;
        heatmap.range = range;
        m_canvas->setData(i, std::move(heatmap));
        other = true;
    }
    if (other)
        m_canvas->arrange();
}

void StageWidget::showHighlights(const Focus& focus) {
    if (!m_trace || m_node == noNode)
        return;
    const std::vector<NamedCell> operands = operandsInFocus(*m_trace, m_node, focus);
    const auto& panels = m_canvas->panels();
    for (std::size_t i = 0; i < panels.size(); ++i)
        m_canvas->setHighlight(i, lightFor(*m_graph, panels[i], m_node, focus, operands));
}

void StageWidget::goTo(const StagePanel& panel) {
    const Node& node = (*m_graph)[panel.item.matrix.node];
    const Focus& focus = m_focus->focus();
    const QString step = stepInWindow(stepOf(node));
    const bool gradient = isGradient(node);
    if (step != focus.step || gradient != focus.gradients)
        m_focus->set(atStep(focus, step, gradient));
}

void StageWidget::fitCanvas() {
    m_canvas->setViewport(m_scroll->viewport()->size());
}

} // namespace gf
