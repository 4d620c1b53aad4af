// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/stage_views.h"

#include "core/measure/gradient_norms.h"
#include "ui/compare/compare_control.h"
#include "ui/controls/commands.h"
#include "ui/generation/generation_control.h"
#include "ui/generation/generation_view.h"
#include "ui/language/plain_text.h"
#include "ui/scene/scene.h"
#include "ui/theme/presented_text.h"
#include "ui/theme/type_scale.h"
#include "ui/time/time_control.h"
#include "ui/time/time_panel.h"
#include "ui/time/time_slider.h"
#include "ui/train/loss_chart.h"
#include "ui/train/loss_table.h"
#include "ui/train/train_control.h"
#include "ui/train/train_dock.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>

#include <cmath>
#include <utility>

namespace gf {

namespace {

void setDirection(const QWidget& widget, QBoxLayout::Direction direction) {
    static_cast<QBoxLayout*>(widget.layout())->setDirection(direction);
}

} // namespace

QVector<ComparisonGradient> gradientsOf(const Trace& trace) {
    QVector<ComparisonGradient> layers;
    for (const BlockGradient& block : blockGradients(trace)) {
        Scope layer = block.scope;
        while (!layer.levels.empty() && layer.kind() != ScopeKind::Layer)
            layer.levels.pop_back();
        if (layer.levels.empty())
            continue; // embeddings and the output
        if (layers.isEmpty() || layers.back().layer != layer)
            layers.push_back({layer, {0}, {0}});
        double& norm = layers.back().now.front();
        norm = std::hypot(norm, block.norm);
    }
    return layers;
}

StageViews::StageViews(FocusModel* focus, const Parts& parts, QWidget* parent)
    : Feature(parent), m_focus(focus), m_parts(parts), m_column(new QWidget(parent)),
      m_rows(new QVBoxLayout(m_column)), m_title(new PlainLabel(m_column)),
      m_charts(new QWidget(m_column)), m_curves(new QBoxLayout(QBoxLayout::TopToBottom, m_charts)),
      m_gradients(new GradientChart(m_charts)) {
    m_curves->addWidget(m_gradients, 2);
    m_charts->setAccessibleName(tr("Charts of the run"));
    m_charts->installEventFilter(this);
    m_charts->setFocusPolicy(Qt::StrongFocus);
    m_charts->hide();
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(0);
    m_rows->addWidget(m_title);
    m_rows->addWidget(parts.compare->stages(), 1);
    QFont letters = scaledFont(m_title->font(), type::section);
    letters.setBold(true);
    m_title->setFont(letters);
    m_title->setContentsMargins(3 * gridUnit, 2 * gridUnit, 0, 0);
    m_title->setObjectName(QStringLiteral("viewTitle"));
    m_title->hide();
    connect(focus, &FocusModel::changed, this, [this](const Focus& now) {
        if (withoutCell(now) != withoutCell(m_from))
            leave();
    });
    connect(parts.compare, &CompareControl::switched, this, &StageViews::fit);
}

QWidget* StageViews::widget() const {
    return m_column;
}

void StageViews::show(View view) {
    m_from = m_focus->focus();
    if (std::exchange(m_view, view) == view)
        return;
    if (view == View::Charts)
        fillCharts();
    else if (QWidget* curves = m_parts.train->dock()->takeBelowBack())
        setDirection(*curves, QBoxLayout::LeftToRight);
    m_parts.generation->setShown(view == View::Generation);
    QWidget* page = m_parts.compare->stages();
    if (view == View::Charts)
        page = m_charts;
    else if (view == View::Generation)
        page = m_parts.generation->view();
    add(page);
    for (int i = 0; i < m_rows->count(); ++i)
        if (QWidget* each = m_rows->itemAt(i)->widget(); each != m_title)
            each->setVisible(each == page);
    setPresented(m_isPresented);
    if (view != View::Steps)
        page->setFocus();
    emit changed();
}

/// Hidden ones take no room, and none widens the window: its parts give way.
void StageViews::add(QWidget* page) {
    if (m_rows->indexOf(page) >= 0)
        return;
    page->setMinimumSize(1, 1);
    m_rows->addWidget(page, 1);
}

bool StageViews::leave() {
    if (m_view == View::Steps)
        return false;
    show(View::Steps);
    return true;
}

/// Curves and slider of the dock, which has no use for them meanwhile.
void StageViews::fillCharts() {
    QWidget* curves = m_parts.train->dock()->lendBelow();
    setDirection(*curves, QBoxLayout::TopToBottom); // the slider under them
    m_curves->insertWidget(0, curves, 3);
    showGradients();
}

void StageViews::fit() {
    m_gradients->setVisible(m_parts.compare->shownRuns() < 2 &&
                            !m_gradients->gradients().isEmpty());
    m_curves->setDirection(m_charts->width() > 2 * m_charts->height() ? QBoxLayout::LeftToRight
                                                                      : QBoxLayout::TopToBottom);
}

bool StageViews::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        fit();
    return Feature::eventFilter(watched, event);
}

QString StageViews::title() const {
    return m_view == View::Charts       ? m_charts->accessibleName()
           : m_view == View::Generation ? m_parts.generation->view()->accessibleName()
                                        : QString();
}

void StageViews::setPresented(bool presented) {
    m_isPresented = presented;
    m_title->setText(title());
    m_title->setVisible(!presented && m_view != View::Steps); // a presentation says it above
    TimePanel* panel = m_parts.time->panel();
    for (QWidget* part : {static_cast<QWidget*>(panel), static_cast<QWidget*>(panel->slider())})
        part->setVisible(!presented);
    if (m_view == View::Generation)
        m_parts.generation->view()->setPresented(presented);
}

QVector<Exportable> StageViews::exportables(const QString& run) const {
    if (m_view == View::Steps)
        return {};
    if (m_view == View::Generation) {
        const GenerationView* view = m_parts.generation->view();
        Exportable result;
        result.name = tr("Generation");
        result.fileName = run + QStringLiteral("_generation");
        result.drawing = [view](const std::optional<Paper>& paper) { return view->onPaper(paper); };
        result.table = [view] { return choiceTable(view->report()); };
        return {result};
    }
    if (m_parts.compare->shownRuns() > 1)
        return m_parts.compare->exportables(run);
    QVector<Exportable> charts{exportableLoss(*m_parts.train->chart(), run)};
    if (!m_gradients->isHidden())
        charts += exportableChart(*m_gradients, run + QStringLiteral("_gradients"), run,
                                  [this] { return gradientTable(m_gradients->gradients(), 1); });
    return charts;
}

bool StageViews::perform(Command command, bool /*checked*/) {
    const View wanted = command == Command::Charts     ? View::Charts
                        : command == Command::Generate ? View::Generation
                                                       : View::Steps;
    if (wanted == View::Steps)
        return false;
    show(m_view == wanted ? View::Steps : wanted);
    return true;
}

void StageViews::showNews(const News& news) {
    const auto* traced = news.get<news::Traced>();
    if (news.get<RunInfo>())
        m_gradients->setGradients({});
    if (!traced || traced->trace->isDifference())
        return;
    m_trace = traced->trace;
    // Afterwards only while somebody looks: a large model has many gradients.
    if (m_view == View::Charts || m_gradients->gradients().isEmpty())
        showGradients();
}

/// How it began is what was measured first.
void StageViews::showGradients() {
    QVector<ComparisonGradient> now =
        m_trace ? gradientsOf(*m_trace) : QVector<ComparisonGradient>();
    const QVector<ComparisonGradient>& before = m_gradients->gradients();
    for (qsizetype i = 0; i < now.size(); ++i)
        now[i].starts = before.size() == now.size() ? before[i].starts : now[i].now;
    m_gradients->setGradients(now);
    fit();
}

void StageViews::describe(Scene& scene) const {
    scene.charts = m_view == View::Charts;
}

/// The focus of a scene comes first, which would have it left.
void StageViews::showScene(const Scene& scene) {
    show(scene.generation ? View::Generation : scene.charts ? View::Charts : View::Steps);
    if (scene.generation)
        m_parts.generation->view()->setSettings(*scene.generation);
}

} // namespace gf
