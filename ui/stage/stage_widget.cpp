// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_widget.h"

#include "core/graph/op.h"
#include "core/ops/intervene.h"
#include "ui/figure/heatmap_view.h"
#include "ui/figure/mask_hatch.h"
#include "ui/figure/mask_legend.h"
#include "ui/labs/labs.h"
#include "ui/language/axes.h"
#include "ui/language/duration.h"
#include "ui/language/plain_text.h"
#include "ui/stage/stage_company.h"
#include "ui/stage/stage_facts.h"
#include "ui/stage/stage_light.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/counterpart.h"
#include "ui/steps/matrix.h"
#include "ui/steps/navigation.h"
#include "ui/steps/readers.h"
#include "ui/theme/fade.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr int veryNarrow = 18; ///< width in lines of text below which the header says little
constexpr int headerMargin = 20;
constexpr int factsGap = 12;        ///< before the legend of hatches
constexpr int switchFrame = 10;     ///< pixels of a switch above and below its word
constexpr double worthSaying = 0.1; ///< seconds
const QString backButton = QStringLiteral("leaveLab");
const QString startButton = QStringLiteral("startLab");
const QString stopButton = QStringLiteral("stopLab");

bool isNarrower(const QWidget& widget, int width, int lines) {
    return width < lines * widget.fontMetrics().height();
}

/// In one line as wide as it may be: the name goes first, and then what matters least.
QString inOneLine(QStringList facts, const QString& name, const QFont& font, int width) {
    if (!name.isEmpty())
        facts.prepend(name);
    QTextDocument line;
    line.setDefaultFont(font);
    line.setDocumentMargin(0);
    while (true) {
        const QString text = facts.join(QStringLiteral(" &nbsp;·&nbsp; "));
        line.setHtml(text);
        if (line.idealWidth() <= width || facts.size() == 1)
            return text;
        if (facts.front() == name)
            facts.removeFirst();
        else
            facts.removeLast();
    }
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
    : QWidget(parent), m_focus(focus), m_title(new PlainLabel(this)), m_facts(new QLabel(this)),
      m_masks(new MaskLegend(this)), m_scroll(new QScrollArea), m_canvas(new StageCanvas),
      m_bar(new StationBar(this)), m_pages(new QStackedWidget(this)), m_station(new StationView) {
    QFont large = m_title->font();
    m_titleSize = large.pointSizeF() * 1.35;
    large.setPointSizeF(m_titleSize);
    large.setBold(true);
    m_title->setFont(large);
    m_title->setWordWrap(true);
    m_title->setObjectName(QStringLiteral("stageTitle"));
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_facts->setTextFormat(Qt::RichText);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setObjectName(QStringLiteral("stageFacts"));
    m_scroll->setWidget(m_canvas);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->installEventFilter(this);
    m_header = new QVBoxLayout;
    m_header->setContentsMargins(headerMargin, 12, headerMargin, 0);
    m_header->setSpacing(2);
    m_titleRow = new QHBoxLayout;
    m_titleRow->addWidget(m_title, 1);
    // Of a row in which nothing is shown Qt says that it is at most 0 wide, and asks how high the
    // buttons below it are in no width.
    m_titleRow->addItem(new QSpacerItem(0, 0, QSizePolicy::MinimumExpanding));
    // As high as a switch would be: two stages beside each other stand level.
    m_title->setMinimumHeight(fontMetrics().height() + switchFrame);
    m_title->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_header->addLayout(m_titleRow);
    auto* factsRow = new QHBoxLayout;
    factsRow->setSpacing(factsGap);
    factsRow->addWidget(m_facts, 1);
    factsRow->addItem(new QSpacerItem(0, 0, QSizePolicy::MinimumExpanding)); // as above
    factsRow->addWidget(m_masks);
    m_header->addLayout(factsRow);
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
        tellStep();
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
        const Focus there = pointedAt(m_canvas->panels()[i], {row, column}, m_focus->focus());
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

void StageWidget::setTrace(std::shared_ptr<const Trace> trace, const Steps& steps) {
    const bool sameGraph = trace && trace->graph == m_graph;
    const bool otherKind = sameGraph && m_trace && trace->isDifference() != m_trace->isDifference();
    m_trace = std::move(trace);
    if (otherKind)
        m_node = noNode; // for which there may be other views
    if (!sameGraph) {
        m_graph = m_trace ? m_trace->graph : nullptr;
        m_steps = steps.graph() == m_graph.get() ? steps : Steps(m_graph);
        m_node = noNode;
        m_lab = nullptr; // of the model before
        m_colourKeys.clear();
        m_scales->forget(this);
        m_news.lab = {};
        setRowGradients(nullptr);
        setExchanged({}, nullptr, nullptr);
        // The canvas holds ids of the old graph.
        m_canvas->setScene({}, nullptr);
    }
    if (sameGraph && m_lab && m_shown == m_focus->focus()) {
        m_node = nodeOfLab(m_shown);
        writeFacts();
        showLab(m_shown);
        return tellStep();
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
    tellStep();
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

void StageWidget::setLearning(const Learning& learning) {
    m_learning = learning;
    writeFacts();
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
    if (m_lab)
        showLab(m_shown);
}

void StageWidget::moveCell(Index rows, Index columns) {
    m_station->moveBy(rows, columns);
}

void StageWidget::offerMuting(bool offered) {
    m_mutingOffered = offered;
    showStation(m_shown);
}

void StageWidget::addSwitch(QAction* action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setFocusPolicy(Qt::TabFocus);
    button->setProperty("alone", true); // it would look like a title without a frame
    m_titleRow->addWidget(button, 0, Qt::AlignTop);
    m_switches += button;
    showHeader(m_node, m_shown);
}

void StageWidget::setHeaderShown(bool shown) {
    m_headerShown = shown;
    showHeader(m_node, m_shown);
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
    // A station draws how numbers follow from each other; differences do not.
    m_stationShown = m_lab ? &m_lab->drawing
                     : m_node == noNode || m_trace->isDifference()
                         ? nullptr
                         : stationFor(*m_graph, (*m_graph)[m_node], focus.view);
    m_pages->setCurrentIndex(m_stationShown ? 1 : 0);
    showStation(focus);
    if (m_stationShown) {
        showHeader(m_node, focus);
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

int StageWidget::headerHeight() const {
    return m_header->hasHeightForWidth() ? m_header->heightForWidth(width())
                                         : m_header->sizeHint().height();
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
void StageWidget::tellStep() {
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

/// Has measured what the drawing needs beside the trace, and no more what another one needed.
void StageWidget::want(bool rows, const std::optional<TokenExchange>& exchange,
                       const std::optional<LabRequest>& request) {
    if (std::exchange(m_wantsRows, rows) != rows)
        emit rowGradientsWanted(rows);
    if (std::exchange(m_wantsExchange, exchange) != exchange)
        emit exchangeWanted(exchange);
    if (std::exchange(m_wantsLab, request) != request)
        emit labWanted({request});
}

/// What can be done with the open lab: left, and where it takes long, started or given up.
std::vector<BarButton> StageWidget::labButtons() const {
    std::vector<BarButton> buttons{
        {backButton, tr("Back to the operation"), tr("Leave the lab (Esc)")}};
    const LabNews& lab = m_news.lab;
    if (!m_wantsLab || lab.request != m_wantsLab)
        return buttons;
    if (lab.isRunning)
        buttons.push_back({stopButton, tr("Cancel"), tr("Give the measurement up")});
    else if (lab.seconds)
        buttons.push_back({startButton,
                           *lab.seconds < worthSaying
                               ? tr("Measure")
                               : tr("Measure (about %1)").arg(durationText(*lab.seconds)),
                           tr("Training goes on meanwhile, and it can be given up")});
    return buttons;
}

void StageWidget::press(const QString& button) {
    if (button == backButton)
        m_focus->leaveLab();
    else if (button == startButton && m_wantsLab)
        emit labStarted({*m_wantsLab});
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
                 {}, labButtons());
    m_station->show(&drawing, m_trace, m_node, focus, m_bar->settings());
    want(false, {}, mayTry && m_lab->asks ? m_lab->asks(m_station->input()) : std::nullopt);
}

/// The buttons for the step's views, and the drawing of the chosen one.
void StageWidget::showStation(const Focus& focus) {
    if (m_lab)
        return showLab(focus);
    std::optional<TokenExchange> exchange;
    if (m_stationShown && m_stationShown->exchanges && m_node != noNode)
        exchange = m_stationShown->exchanges(*m_graph, (*m_graph)[m_node], m_bar->settings());
    want(m_stationShown && m_stationShown->rowGradients, exchange, {});
    if (m_node == noNode || m_trace->isDifference()) {
        m_bar->offer({}, nullptr, {});
        m_station->show(nullptr, nullptr, noNode, {}, {});
        return;
    }
    const Node& node = (*m_graph)[m_node];
    const Station* station = m_stationShown;
    m_bar->offer(stationsFor(*m_graph, node), station,
                 station && station->controls ? station->controls(*m_graph, node)
                                              : std::vector<StationControl>(),
                 muteOffer());
    m_station->show(station, m_trace, m_node, focus, m_bar->settings());
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

void StageWidget::showHeader(NodeId id, const Focus& focus) {
    const bool matrices = id != noNode && !m_stationShown;
    if (std::exchange(m_showsMatrices, matrices) != matrices)
        emit matricesShown(matrices);
    for (QToolButton* button : std::as_const(m_switches)) {
        // The title keeps its lines where a drawing has no use for the switch.
        QSizePolicy policy = button->sizePolicy();
        policy.setRetainSizeWhenHidden(m_headerShown);
        button->setSizePolicy(policy);
        button->setVisible(m_headerShown && matrices);
    }
    m_factsShown.clear();
    if (isEmpty()) {
        const Step* step = m_trace ? m_steps.at(focus) : nullptr;
        QString title = step ? step->title : QString();
        if (focus.gradients && step && !step->gradient)
            title = tr("Gradient · %1").arg(title);
        m_title->setText(title);
        explainMasks({});
        m_facts->clear();
        m_facts->setVisible(false);
        m_title->setVisible(m_headerShown && !title.isEmpty());
        return;
    }
    m_title->setVisible(m_headerShown);
    // The line stays while rows come to differ: nothing below it moves.
    m_facts->setVisible(m_headerShown || (!m_lab && mayBeUniform((*m_graph)[id])));
    m_masks->setRoom((width() - 2 * headerMargin) / 2);
    const QString title = m_lab ? titleOf(*m_lab) : titleOfStep((*m_graph)[id]);
    writeTitle(title, m_lab ? title : withNumberedStack(title, (*m_graph)[id].scope));
    fitFacts();
    writeFacts();
}

QStringList StageWidget::facts() const {
    if (m_lab)
        return labFacts(*m_graph, m_node, m_shown, m_learning);
    if (!m_headerShown)
        return {uniformWords(*m_trace, m_node, m_shown)};
    if (showsReaders())
        return {tr("in proportion to the size of the kernel’s matrices (Frobenius norm)")};
    return stageFacts(*m_trace, m_steps, (*m_graph)[m_node], m_shown, m_stationShown,
                      Theme::of(palette()), m_learning);
}

/// Other facts never make another line of them: the matrices below stay where they are.
void StageWidget::writeFacts() {
    if (isEmpty())
        return;
    const Theme theme = Theme::of(palette());
    const QStringList facts = this->facts();
    if (std::exchange(m_factsShown, facts) == facts)
        return;
    QString name;
    if (m_headerShown && !m_lab)
        name = QStringLiteral("<code>%1</code>")
                   .arg(QString::fromStdString((*m_graph)[m_node].name).toHtmlEscaped());
    m_facts->setToolTip(
        plainTip(m_lab ? QString() : tr("Here: %1").arg(shapeCounted((*m_graph)[m_node]))));
    m_facts->setText(
        QStringLiteral("<span style=\"color:%1\">%2</span>")
            .arg(theme.mutedText.name(), inOneLine(facts, name, m_facts->font(), roomForFacts())));
}

QString StageWidget::titleOfStep(const Node& node) const {
    const QString title = showsReaders()
                              ? QStringLiteral("%1 · %2").arg(titleOf(node.scope), readersTitle())
                              : titleOf(*m_graph, node);
    return isNarrower(*this, width(), veryNarrow) ? shortPlace(title) : title;
}

/// On one line where letters that are a little smaller allow it, or the narrower words: a second
/// line is taken from the matrices.
void StageWidget::writeTitle(QString title, QString narrower) {
    constexpr double smallest = 0.78; ///< of its usual size
    constexpr double finer = 0.97;    ///< letters do not shrink as evenly as their size
    double room = width() - 2 * headerMargin;
    for (const QToolButton* button : std::as_const(m_switches))
        room -= button->sizeHint().width() + m_titleRow->spacing();
    QFont letters = m_title->font();
    const auto fits = [&](const QString& text) {
        return QFontMetricsF(letters).horizontalAdvance(text) * 1.01 <= room;
    };
    const auto fitsSmaller = [&](const QString& text) {
        for (double size = m_titleSize; size >= smallest * m_titleSize; size *= finer) {
            letters.setPointSizeF(size);
            if (fits(text))
                return true;
        }
        letters.setPointSizeF(m_titleSize);
        return false;
    };
    if (!fitsSmaller(title)) {
        title = std::move(narrower);
        fitsSmaller(title);
    }
    // No line begins with the sign between two parts, or is a symbol alone.
    title.replace(QStringLiteral(" · "), QChar::Nbsp + QStringLiteral("· "));
    if (const qsizetype last = title.size() - 2; last > 0 && title[last] == QLatin1Char(' '))
        title[last] = QChar::Nbsp;
    if (letters.pointSizeF() != m_title->font().pointSizeF())
        m_title->setFont(letters);
    m_title->setText(title);
}

int StageWidget::roomForFacts() const {
    const int legend = m_masks->isHidden() ? 0 : m_masks->sizeHint().width() + factsGap;
    return width() - 2 * headerMargin - legend;
}

/// What the hatches on the stage mean stands at the end of the line of facts, also while one
/// presents.
void StageWidget::explainMasks(const std::vector<Hidden>& masks) {
    if (masks == m_masks->masks())
        return;
    m_masks->setMasks(masks);
    showHeader(m_node, m_shown);
}

/// The line of facts is as high with a name in it as without: nothing below it moves.
void StageWidget::fitFacts() {
    QTextDocument line;
    line.setDefaultFont(m_facts->font());
    line.setDocumentMargin(0);
    line.setHtml(QStringLiteral("a<code>a</code>"));
    m_facts->setMinimumHeight(static_cast<int>(std::ceil(line.size().height())));
}

HeatmapData StageWidget::dataFor(const StagePanel& panel) const {
    const StageItem& item = panel.item;
    const Node& node = (*m_graph)[item.matrix.node];
    HeatmapData heatmap = heatmapOf(*m_trace, item.matrix);
    const bool heads = hasHeads(node) && item.matrix.heads == Matrix::Heads::One;
    const QString head = headTitle(item.matrix.head);
    if (panel.place == StagePlace::Strip || panel.place == StagePlace::Grid) {
        heatmap.title = head;
    } else {
        QString name = shortTitleOf(*m_graph, node);
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

void StageWidget::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != width())
        showHeader(m_node, m_shown);
    fitCanvas();
}

/// The facts under the title have a colour of their own in their text.
void StageWidget::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_facts)
        showHeader(m_node, m_shown);
}

bool StageWidget::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_scroll->viewport() && event->type() == QEvent::Resize)
        fitCanvas();
    return QWidget::eventFilter(watched, event);
}

} // namespace gf
