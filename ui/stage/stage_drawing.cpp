// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the stage that shows a station or a lab in the place of the matrices.
#include "ui/stage/stage_widget.h"

#include "core/graph/op.h"
#include "core/ops/intervene.h"
#include "ui/figure/heatmap_view.h"
#include "ui/figure/mask_legend.h"
#include "ui/labs/labs.h"
#include "ui/language/duration.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <utility>

namespace gf {

namespace {

const QString backButton = QStringLiteral("leaveLab");
const QString startButton = QStringLiteral("startLab");
const QString stopButton = QStringLiteral("stopLab");

} // namespace

void StageWidget::connectStation() {
    // Known when it is painted, and no layout moves while something is.
    connect(
        m_station, &StationView::masksShown, this,
        [this](const std::vector<Hidden>& masks) {
            if (m_stationShown)
                explainMasks(masks);
        },
        Qt::QueuedConnection);
    connect(m_bar, &StationBar::viewChosen, m_focus, &FocusModel::setView);
    connect(m_bar, &StationBar::settingChosen, this, [this](const QString& key, double value) {
        m_settings->setForStations({{key, value}});
    });
    connect(m_station, &StationView::settingsDragged, this,
            [this](const StationSettings& settings) { m_settings->setForStations(settings); });
    connect(m_bar, &StationBar::pressed, this, &StageWidget::press);
    connect(m_bar, &StationBar::muteWanted, this, [this](bool mute) {
        emit muteWanted(QString::fromStdString((*m_graph)[m_node].name), muteOffer().head, mute);
    });
    connect(m_station, &StationView::hovered, m_focus, &FocusModel::hover);
    connect(m_station, &StationView::left, m_focus, &FocusModel::leave);
    connect(m_station, &StationView::pinned, m_focus, &FocusModel::pin);
    connect(m_station, &StationView::chosen, this, [this](const StationPlace& place) {
        Focus there = m_focus->focus();
        if (!place.step.isEmpty() && place.step != there.step) {
            there = atStep(there, stepInWindow(place.step), there.gradients);
            if (!m_lab || !m_lab->leadsOut)
                there.lab = m_shown.lab; // which follows
        }
        if (place.head >= 0) {
            there.head = place.head;
            there.allHeads = false;
        }
        // A cell of another head is pinned as well.
        if (there.step == m_focus->focus().step && (place.row >= 0 || place.column >= 0)) {
            there.row = place.row;
            there.column = place.column;
            there.pinned = true;
        }
        m_focus->set(there);
    });
    connect(m_station, &StationView::menuRequested, this, &StageWidget::menuHere);
    connect(m_station, &StationView::valuesDragged, this, &StageWidget::valuesWanted);
}

const StationView* StageWidget::stationView() const {
    return m_stationShown ? m_station : nullptr;
}

/// A menu for what a place of a station stands for, otherwise for the focused step itself.
void StageWidget::menuHere(const StationPlace& place, const QPoint& globalPosition) {
    emit menuRequested(place.step.isEmpty() ? m_shown.step : place.step,
                       place.head < 0 ? m_shown.head : place.head, m_shown.gradients,
                       globalPosition);
}

void StageWidget::setAnswer(const QStringList& tokens) {
    m_news.answer = tokens;
    m_station->setNews(m_news);
}

void StageWidget::setRowGradients(std::shared_ptr<const Tensor> norms,
                                  std::vector<std::shared_ptr<const Tensor>> others) {
    m_news.rowGradients = std::move(norms);
    m_news.otherRowGradients = std::move(others);
    m_station->setNews(m_news);
}

void StageWidget::setExchanged(const TokenExchange& exchange, std::shared_ptr<const Trace> run,
                               std::shared_ptr<const Trace> of) {
    m_news.exchange = exchange;
    m_news.exchanged = std::move(run);
    m_news.exchangedOf = std::move(of);
    m_station->setNews(m_news);
}

void StageWidget::setLab(const LabNews& news) {
    m_news.lab = news;
    m_station->setNews(m_news);
    if (m_stationShown && m_stationShown->asks)
        showStation(m_shown);
}

void StageWidget::moveCell(Index rows, Index columns) {
    m_station->moveBy(rows, columns);
}

void StageWidget::offerMuting(bool offered) {
    m_mutingOffered = offered;
    showStation(m_shown);
}

/// Has measured what the drawing needs beside the trace, and no more what another one needed.
void StageWidget::want(bool rows, const std::optional<TokenExchange>& exchange,
                       const std::optional<LabRequest>& request) {
    if (std::exchange(m_wantsRows, rows) != rows)
        emit rowGradientsWanted(rows);
    if (std::exchange(m_wantsExchange, exchange) != exchange)
        emit exchangeWanted(exchange);
    const intent::MeasureLab wanted{request, request && m_isBefore};
    if (std::exchange(m_wantsLab, wanted) != wanted)
        emit labWanted(wanted);
}

/// What can be done with the drawing: a lab is left, and what takes long is started or given up.
std::vector<BarButton> StageWidget::buttons() const {
    std::vector<BarButton> buttons;
    if (m_lab && !isPresented())
        buttons.push_back({backButton, tr("Back to the operation"), tr("Leave the lab (Esc)")});
    const LabNews& lab = m_news.lab;
    if (!m_wantsLab.request || lab.request != m_wantsLab.request)
        return buttons;
    const bool trains = findMeasurement(lab.request->lab)->subject == LabSubjectKind::Task;
    if (lab.isRunning) {
        buttons.push_back({stopButton, tr("Cancel"), tr("Give the measurement up")});
    } else if (lab.seconds) {
        const LabFinding found = findAnswer(lab, *m_trace, *lab.request);
        const bool isKnown = found.answer && found.step == m_trace->step;
        const QString what = trains ? (isKnown ? tr("Train models again") : tr("Train models"))
                                    : (isKnown ? tr("Measure again") : tr("Measure"));
        buttons.push_back({startButton,
                           *lab.seconds < leastSecondsSaid
                               ? what
                               : tr("%1 (about %2)").arg(what, durationText(*lab.seconds)),
                           tr("Training goes on meanwhile, and it can be given up")});
    }
    return buttons;
}

void StageWidget::press(const QString& button) {
    if (button == backButton)
        m_focus->leaveLab();
    else if (button == startButton && m_wantsLab.request)
        emit labStarted({*m_wantsLab.request, m_wantsLab.withoutChanges});
    else if (button == stopButton)
        emit labStopped();
}

/// The knobs of the open lab, and its drawing.
void StageWidget::showLab(const Focus& focus) {
    const Station& drawing = m_lab->drawing;
    const bool mayTry = !obstacleTo(*m_lab, *m_trace);
    const NodeId step = m_node == noNode ? nodeHere(focus) : m_node;
    m_bar->offer({}, &drawing,
                 mayTry && drawing.controls && step != noNode
                     ? drawing.controls(*m_graph, (*m_graph)[step])
                     : std::vector<StationControl>(),
                 {}, buttons());
    m_station->show(&drawing, m_trace, m_node, focus, m_bar->settings());
    want(false, {}, mayTry && drawing.asks ? drawing.asks(m_station->input()) : std::nullopt);
}

/// The buttons for the step's views, and the drawing of the chosen one.
void StageWidget::showStation(const Focus& focus) {
    if (m_lab)
        return showLab(focus);
    std::optional<TokenExchange> exchange;
    if (m_stationShown && m_stationShown->exchanges && m_node != noNode)
        exchange = m_stationShown->exchanges(*m_graph, (*m_graph)[m_node], m_bar->settings());
    const bool isDrawn = m_node != noNode && !m_trace->isDifference();
    if (!isDrawn || !m_stationShown || !m_stationShown->asks || m_trace->batch > 1)
        want(m_stationShown && m_stationShown->rowGradients, exchange, {});
    if (!isDrawn) {
        m_bar->offer({}, nullptr, {});
        m_station->show(nullptr, nullptr, noNode, {}, {});
        return;
    }
    const Node& node = (*m_graph)[m_node];
    const Station* station = m_stationShown;
    // A room has no use for buttons of other drawings; V goes to the next one.
    m_bar->offer(isPresented() ? std::vector<const Station*>() : stationsFor(*m_graph, node),
                 station,
                 station && station->controls ? station->controls(*m_graph, node)
                                              : std::vector<StationControl>(),
                 isPresented() ? MuteOffer() : muteOffer(), buttons());
    m_station->show(station, m_trace, m_node, focus, m_bar->settings());
    if (station && station->asks && m_trace->batch == 1)
        want(station->rowGradients, exchange, station->asks(m_station->input()));
}

/// The head that the station shown is about.
MuteOffer StageWidget::muteOffer() const {
    const Node& node = (*m_graph)[m_node];
    const NodeId heads = m_graph->find(node.scope, "heads");
    // A step of training is what it is: nothing can be changed in it.
    if (!m_mutingOffered || !m_stationShown || !m_stationShown->mutes || heads == noNode ||
        m_shown.gradients || m_trace->batch > 1)
        return {};
    const Index head = std::clamp<Index>(m_shown.head, 0, (*m_graph)[heads].shape[0] - 1);
    return {static_cast<int>(head), ops::isMuted(*m_graph, heads, head)};
}

} // namespace gf
