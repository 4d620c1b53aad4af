// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_widget.h"

#include "core/graph/op.h"
#include "ui/figure/heatmap_view.h"
#include "ui/figure/mask_legend.h"
#include "ui/labs/labs.h"
#include "ui/language/axes.h"
#include "ui/stage/stage_company.h"
#include "ui/stage/stage_facts.h"
#include "ui/stage/stage_header.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/counterpart.h"
#include "ui/steps/matrix.h"
#include "ui/steps/navigation.h"
#include "ui/steps/token_reads.h"
#include "ui/theme/motion.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr int veryNarrow = 18; ///< width in lines of text below which the header says little

bool isNarrower(const QWidget& widget, int width, int lines) {
    return width < lines * widget.fontMetrics().height();
}

/// The last two parts of a place: which layer it is stands in the map and the tool bar as well.
QString shortPlace(const QString& title) {
    const QStringList parts = title.split(QStringLiteral(" · "));
    return parts.mid(std::max<qsizetype>(0, parts.size() - 2)).join(QStringLiteral(" · "));
}

/// "Encoder 1 · self-attention" for "Encoder · layer 1 · self-attention", as on the map.
QString withNumberedStack(QString title, const Scope& scope) {
    const ScopeLevel* layer = scope.find(ScopeKind::Layer);
    if (!layer || !scope.find(ScopeKind::Stack))
        return title;
    // By itself a layer's title begins with a capital letter.
    return title.replace(QStringLiteral(" · ") + titleOf(Scope{{*layer}}),
                         QStringLiteral(" %1").arg(layer->index + 1), Qt::CaseInsensitive);
}

} // namespace

StageWidget::StageWidget(FocusModel* focus, QWidget* parent)
    : QWidget(parent), m_focus(focus), m_header(new StageHeader(this)), m_scroll(new QScrollArea),
      m_canvas(new StageCanvas), m_bar(new StationBar(this)), m_pages(new QStackedWidget(this)),
      m_station(new StationView) {
    m_scroll->setWidget(m_canvas);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->installEventFilter(this);
    m_header->addWidget(m_bar);
    auto* stationScroll = new QScrollArea;
    stationScroll->setWidget(m_station);
    stationScroll->setWidgetResizable(true);
    stationScroll->setFrameShape(QFrame::NoFrame);
    for (QScrollArea* page : {m_scroll, stationScroll}) {
        page->setAccessibleName(tr("Stage"));
        m_pages->addWidget(page);
    }
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addLayout(m_header);
    m_level = new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Fixed);
    rows->addItem(m_level);
    rows->addWidget(m_pages, 1);
    setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(nullptr);
    setAccessibleName(tr("Stage"));

    connect(m_focus, &FocusModel::changed, this, [this](const Focus& changed) {
        refresh(changed);
        notifyStep();
    });
    connectCanvas();
    connectStation();
    shareScales(new ColourScales(this));
    share(new StageSettingsModel(this));
    refresh(m_focus->focus());
}

void StageWidget::share(StageSettingsModel* settings) {
    if (m_settings)
        m_settings->disconnect(this);
    if (m_settings && m_settings->parent() == this)
        delete m_settings;
    m_settings = settings;
    connect(m_settings, &StageSettingsModel::changed, this, &StageWidget::applySettings);
    applySettings();
}

void StageWidget::applySettings() {
    const StageSettings& settings = m_settings->settings();
    m_canvas->setNumbersShown(settings.numbers);
    m_canvas->setEqual(settings.equalPanels);
    applyEnlarged();
    m_bar->setSettings(settings.stations);
    if (m_stationShown)
        showStation(m_shown);
}

void StageWidget::zoom(double factor) {
    if (m_stationShown)
        m_station->zoom(factor);
    else if (HeatmapView* view = m_canvas->mainView())
        view->zoom(factor);
}

bool StageWidget::leaveEnlarged() {
    if (m_stationShown ? m_station->isZoomed() : m_canvas->isZoomed()) {
        m_station->endZoom();
        m_canvas->endZoom();
        return true;
    }
    if (m_stationShown || m_canvas->enlarged() == StageCanvas::noPanel)
        return false;
    m_settings->endEnlarging();
    return true;
}

void StageWidget::setTrace(std::shared_ptr<const Trace> trace, const Steps& steps, bool isBefore) {
    m_isBefore = isBefore;
    const bool sameGraph = trace && trace->graph == m_graph;
    const bool otherKind = sameGraph && m_trace && trace->isDifference() != m_trace->isDifference();
    m_trace = std::move(trace);
    // For which there may be other views; what changed decides what stands beside it.
    if (otherKind || (sameGraph && m_trace->isDifference()))
        m_node = noNode;
    if (!sameGraph) {
        m_graph = m_trace ? m_trace->graph : nullptr;
        m_steps = steps.graph() == m_graph.get() ? steps : Steps(m_graph);
        m_node = noNode;
        m_lab = nullptr; // of the model before
        m_colourKeys.clear();
        m_scales->forget(this);
        setRowGradients(nullptr);
        setExchanged({}, nullptr, nullptr);
        // The canvas holds ids of the old graph.
        m_canvas->setScene({}, nullptr);
    }
    if (sameGraph && m_lab && m_shown == m_focus->focus()) {
        m_node = nodeOfLab(m_shown);
        writeFacts();
        showLab(m_shown);
        return notifyStep();
    }
    // The same graph need not have been computed to the same end.
    if (sameGraph && m_node != noNode && m_trace->value(m_node).empty())
        m_node = noNode;
    if (!sameGraph || otherKind || m_node == noNode || m_shown != m_focus->focus()) {
        refresh(m_focus->focus());
    } else {
        writeFacts(); // which example it is, and what follows from its numbers
        if (m_stationShown)
            return showStation(m_shown);
        showNumbers(m_shown);
        showHighlights(m_shown);
    }
    notifyStep();
}

void StageWidget::setHealth(const Health& health) {
    m_health = health;
    writeFacts();
}

void StageWidget::addSwitch(QAction* action) {
    m_header->addSwitch(action);
    showHeader(m_node, m_shown);
}

void StageWidget::setHeaderShown(bool shown) {
    m_header->setShown(shown);
    showHeader(m_node, m_shown);
    if (m_trace)
        showStation(m_shown);
}

bool StageWidget::isPresented() const {
    return !m_header->isShown();
}

void StageWidget::setRangesLocked(bool locked) {
    if (m_locked == locked)
        return;
    m_locked = locked;
    m_scales->setLocked(locked);
    m_station->setRangesLocked(locked);
    if (m_trace && !m_stationShown)
        showNumbers(m_shown);
}

void StageWidget::refresh(const Focus& focus) {
    // Also of a stage that shows nothing, which shares its settings with those that do.
    const bool sameView = withoutCell(focus) == withoutCell(m_shown);
    const bool onlyCell = !isEmpty() && sameView;
    const bool sameStep = focus.step == m_shown.step && focus.lab == m_shown.lab;
    if (!sameStep && !isEmpty())
        Fade::over(m_pages);
    if (!sameView)
        m_settings->endEnlarging();
    m_shown = focus;
    if (onlyCell) {
        m_stationShown ? showStation(focus) : showHighlights(focus);
        return;
    }
    m_lab = m_trace ? findLabPage(focus.lab) : nullptr;
    m_node = m_lab ? nodeOfLab(focus) : m_trace ? nodeHere(focus) : noNode;
    if (m_node != noNode && m_trace->value(m_node).empty())
        m_node = noNode;
    m_stationShown = m_lab              ? &m_lab->drawing
                     : m_node == noNode ? nullptr
                                        : stationFor(*m_trace, m_node, focus.view, focus.allHeads);
    m_pages->setCurrentIndex(m_stationShown ? 1 : 0);
    showStation(focus);
    if (m_stationShown) {
        showHeader(m_node, focus);
        if (!sameStep) // once the drawing has its size
            QMetaObject::invokeMethod(this, &StageWidget::scrollToStep, Qt::QueuedConnection);
        return;
    }
    const StageScene scene =
        showsReaders() ? readersScene(m_node) : sceneFor(m_trace.get(), m_steps, m_node, focus);
    if (!sameForm(scene, m_canvas->scene()))
        m_canvas->setScene(scene, m_graph.get());
    showHeader(m_node, focus);
    showNumbers(focus);
    showHighlights(focus);
    applyEnlarged();
    fitCanvas();
    if (!sameStep)
        m_scroll->verticalScrollBar()->setValue(0);
}

/// Of a drawing of many layers that is larger than the stage, the one in focus is in view.
void StageWidget::scrollToStep() {
    auto* scroll = static_cast<QScrollArea*>(m_pages->widget(1));
    const QSize room = scroll->viewport()->size();
    if (!m_stationShown ||
        (m_station->width() <= room.width() && m_station->height() <= room.height()))
        return;
    const QRect place = m_station->areaOf(m_shown.step);
    if (!place.isEmpty())
        scroll->ensureVisible(place.center().x(), place.center().y(), room.width() / 3,
                              room.height() / 3);
}

void StageWidget::setBeside(StageWidget* first) {
    m_beside = first;
    m_company = first->company();
    m_company->add(this, m_canvas);
    const std::unique_ptr<ColourScales> own(m_scales);
    shareScales(first->m_scales);
}

/// Matrices and drawings have the scales of all runs that stand beside each other.
void StageWidget::shareScales(ColourScales* scales) {
    m_scales = scales;
    connect(m_scales, &ColourScales::changed, this, &StageWidget::recolour);
    m_station->shareScales(m_scales, [this](const std::string& name) {
        return stepInWindow(QString::fromStdString(name));
    });
}

/// It stands with others from now on.
StageCompany* StageWidget::company() {
    if (!m_company) {
        m_company = new StageCompany(this);
        m_company->add(this, m_canvas);
    }
    return m_company;
}

/// In a presentation a compared matrix has the line of facts, too.
void StageWidget::setCompared(bool compared) {
    if (m_canvas->isCompared() == compared)
        return;
    m_canvas->setCompared(compared);
    showHeader(m_node, m_shown);
}

int StageWidget::headerHeight() const {
    return m_header->height();
}

void StageWidget::setHeaderRoom(int height) {
    const int more = std::max(0, height - headerHeight());
    if (m_level->sizeHint().height() == more)
        return;
    m_level->changeSize(0, more, QSizePolicy::Minimum, QSizePolicy::Fixed);
    layout()->invalidate();
}

bool StageWidget::showsReaders() const {
    if (!m_beside || !m_beside->m_graph || m_node == noNode || m_lab || !m_trace ||
        m_trace->isDifference() || m_shown.gradients)
        return false;
    const NodeId there = m_beside->m_graph->find(m_shown.step.toStdString());
    return there != noNode && standsAsReaders((*m_graph)[m_node], (*m_beside->m_graph)[there]);
}

/// Says so when it is another step.
void StageWidget::notifyStep() {
    if (const std::tuple told(static_cast<const Graph*>(m_graph.get()), m_node, m_lab);
        std::exchange(m_told, told) != told)
        emit shownStepChanged();
}

/// The node that the focus is on, or what stands for it in this model.
NodeId StageWidget::nodeHere(const Focus& focus) const {
    const NodeId node = nodeOf(*m_graph, focus);
    if (node != noNode || !m_beside || !m_beside->m_graph || m_beside->m_graph == m_graph)
        return node;
    Focus there = focus;
    there.step = focus.view == QLatin1String(readersView)
                     ? readersLike(*m_graph, *m_beside->m_graph, focus.step)
                     : stepLike(*m_graph, *m_beside->m_graph, focus.step);
    return there.step.isEmpty() ? noNode : nodeOf(*m_graph, there);
}

/// The window follows the run whose stage stands beside this one, if that has such a step.
QString StageWidget::stepInWindow(const QString& step) const {
    if (!m_beside || !m_beside->m_graph)
        return step;
    const QString like = stepLike(*m_beside->m_graph, *m_graph, step);
    return like.isEmpty() ? step : like;
}

/// The node that the open lab is about with this focus; noNode where there is nothing to try.
NodeId StageWidget::nodeOfLab(const Focus& focus) const {
    if (obstacleTo(*m_lab, *m_trace))
        return noNode;
    return m_lab->node(*m_graph, nodeHere(focus));
}

void StageWidget::showHeader(NodeId id, const Focus& focus) {
    const bool matrices = id != noNode && !m_stationShown;
    if (std::exchange(m_showsMatrices, matrices) != matrices)
        emit matricesShown(matrices);
    m_header->showSwitches(matrices);
    m_factsShown.reset();
    if (isEmpty()) {
        const Step* step = m_trace ? m_steps.at(focus) : nullptr;
        QString title = step ? step->title : QString();
        if (focus.gradients && step && !step->gradient)
            title = tr("Gradient · %1").arg(title);
        explainMasks({});
        m_header->showTitleAlone(title);
        return;
    }
    const QString title = m_lab ? titleOf(*m_lab) : titleOfStep((*m_graph)[id]);
    // The line stays while rows come to differ: nothing below it moves.
    m_header->showTitle(title, m_lab ? title : withNumberedStack(title, (*m_graph)[id].scope),
                        !m_lab && (m_trace->isDifference() ||
                                   (mayBeUniform((*m_graph)[id]) && !m_canvas->isCompared())));
    writeFacts();
}

QStringList StageWidget::facts() const {
    if (m_lab)
        return labFacts(*m_trace, m_node, m_shown, m_health);
    if (!m_header->isShown()) {
        const QString fact = m_trace->isDifference() ? changeWords(*m_trace, m_node, m_shown)
                                                     : uniformWords(*m_trace, m_node, m_shown);
        return fact.isEmpty() ? QStringList() : QStringList{fact};
    }
    if (showsReaders())
        return {tr("in proportion to the size of the kernel’s matrices (Frobenius norm)")};
    // The walk is the window's, also over the stage of a model that has another number of steps.
    return stageFacts(*m_trace, m_beside ? m_beside->m_steps : m_steps, (*m_graph)[m_node], m_shown,
                      m_stationShown, Theme::of(palette()), m_health);
}

/// Other facts never make another line of them: the matrices below stay where they are.
void StageWidget::writeFacts() {
    if (isEmpty())
        return;
    const QStringList facts = this->facts();
    if (m_factsShown == facts)
        return;
    m_factsShown = facts;
    m_header->writeFacts(facts,
                         m_lab ? QString() : tr("Here: %1").arg(shapeCounted((*m_graph)[m_node])));
}

QString StageWidget::titleOfStep(const Node& node) const {
    const QString title = showsReaders()
                              ? QStringLiteral("%1 · %2").arg(titleOf(node.scope), readersTitle())
                              : titleOf(*m_graph, node);
    return isNarrower(*this, width(), veryNarrow) ? shortPlace(title) : title;
}

/// What the hatches on the stage mean stands at the end of the line of facts, also while one
/// presents.
void StageWidget::explainMasks(const std::vector<Hidden>& masks) {
    if (m_header->setMasks(masks))
        showHeader(m_node, m_shown);
}

void StageWidget::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != width())
        showHeader(m_node, m_shown);
    fitCanvas();
}

/// The facts under the title have a colour of their own in their text.
void StageWidget::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_header)
        showHeader(m_node, m_shown);
}

bool StageWidget::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_scroll->viewport() && event->type() == QEvent::Resize)
        fitCanvas();
    return QWidget::eventFilter(watched, event);
}

} // namespace gf
