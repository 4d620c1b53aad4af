// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_control.h"

#include "core/graph/trace.h"
#include "ui/compare/compare_dialog.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/comparison_colours.h"
#include "ui/compare/comparison_switch.h"
#include "ui/compare/comparison_text.h"
#include "ui/compare/gradient_chart.h"
#include "ui/compare/largest_difference.h"
#include "ui/compare/run_explanation.h"
#include "ui/compare/steady_label.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/file_question.h"
#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/steps/counterpart.h"
#include "ui/steps/navigation.h"
#include "ui/theme/type_scale.h"
#include "ui/train/loss_table.h"

#include <QEvent>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>

namespace gf {

namespace {

/// What a model that learnt nothing writes can be very long.
constexpr int longestAnswer = 14;
constexpr int leastStage = 400; ///< pixels of each of three beside each other

/// As the bar below says it of one run.
QString successOf(const Metrics::Measurement& measured, bool countsTokens) {
    if (measured.error)
        return CompareControl::tr("error %1").arg(NumberFormat{0, 3}.text(*measured.error));
    return (countsTokens ? CompareControl::tr("%1 % right") : CompareControl::tr("%1 % exact"))
        .arg(NumberFormat{0, 1}.text(100 * measured.accuracy));
}

} // namespace

QString nameOf(const RunOnStage& run) {
    return run.letter.isEmpty() ? QString() : run.letter + QStringLiteral(": ") + run.title;
}

CompareControl::CompareControl(FocusModel* focus, Intents* intents, StageWidget* stage,
                               QWidget* parent)
    : Feature(parent), m_focus(focus), m_intents(intents), m_stages(new QWidget(parent)),
      m_charts(new QWidget(parent)), m_losses(new ComparisonChart(m_charts)),
      m_gradients(new GradientChart(m_charts)) {
    makeStrip();
    // The heads share a row, so that the stages under them stand level.
    m_columns = new QGridLayout;
    m_columns->setSpacing(0);
    m_columns->setRowStretch(1, 1);
    addColumn(stage, "headA");
    addComparedRun();
    auto* rows = new QVBoxLayout(m_stages);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_strip);
    rows->addLayout(m_columns, 1);
    m_stages->installEventFilter(this);

    auto* charts = new QHBoxLayout(m_charts);
    charts->setContentsMargins(0, 0, 0, 0);
    charts->setSpacing(6);
    charts->addWidget(m_losses, 5);
    charts->addWidget(m_gradients, 4);
    m_charts->hide();
    fitStages();
}

void CompareControl::makeStrip() {
    m_strip = new QFrame(m_stages);
    m_strip->setObjectName(QStringLiteral("compareStrip"));
    m_difference = new PlainLabel(m_strip);
    m_difference->setObjectName(QStringLiteral("difference"));
    m_difference->setWordWrap(true);
    m_switch = new ComparisonSwitch(m_strip);
    m_switch->setObjectName(QStringLiteral("comparisonSwitch"));
    connect(m_switch, &ComparisonSwitch::changed, this, &CompareControl::fitStages);
    auto* end = new QPushButton(tr("End comparison"), m_strip);
    end->setObjectName(QStringLiteral("endComparison"));
    end->setToolTip(tr("Go on with A alone"));
    connect(end, &QPushButton::clicked, this, &CompareControl::endWanted);
    auto* row = new QHBoxLayout(m_strip);
    row->setContentsMargins(20, 4, 10, 0);
    row->addWidget(m_difference, 1);
    row->addWidget(m_switch);
    row->addWidget(end);
}

/// A stage under a head that says whose it is.
void CompareControl::addColumn(StageWidget* stage, const char* name) {
    auto* head = new SteadyLabel(m_stages);
    head->setObjectName(QLatin1String(name));
    head->setTextFormat(Qt::RichText);
    head->setContentsMargins(20, 6, 8, 0);
    head->setAlignment(Qt::AlignLeft | Qt::AlignTop); // the first lines of all stand level
    head->setWordWrap(true);
    const int column = static_cast<int>(m_runs.size());
    auto* explanation = new RunExplanation(m_stages);
    head->installEventFilter(this);
    explanation->hide();
    m_columns->addWidget(head, 0, column);
    m_columns->addWidget(stage, 1, column);
    m_columns->addWidget(explanation, 2, column);
    m_runs.push_back({head, stage, explanation});
    const auto explain = [this, stage, explanation] {
        if (const LabPage* lab = stage->shownLab())
            explanation->show(*lab);
        else
            explanation->show(stage->steps(), stage->shownNode());
        fitExplanations();
    };
    connect(stage, &StageWidget::shownStepChanged, explanation, explain);
    explain();
}

/// A stage that follows that of A.
void CompareControl::addComparedRun() {
    StageWidget* first = m_runs.front().stage;
    auto* stage = new StageWidget(m_focus); // the layout puts it after those before it
    constexpr std::array names{"comparedStage", "thirdStage", "fourthStage"};
    constexpr std::array heads{"headB", "headC", "headD"};
    const std::size_t before = std::min(m_runs.size() - 1, names.size() - 1);
    stage->setObjectName(QLatin1String(names[before]));
    stage->setAccessibleName(tr("Stage of run %1").arg(letterOf(m_runs.size())));
    stage->share(first->settings());
    stage->setBeside(first);
    addColumn(stage, heads[before]);
}

StageWidget* CompareControl::comparedStage(std::size_t comparedRun) const {
    return comparedRun + 1 < m_runs.size() ? m_runs[comparedRun + 1].stage : nullptr;
}

std::size_t CompareControl::shownRuns() const {
    return m_info ? static_cast<std::size_t>(m_info->change.values.size()) : 1;
}

bool CompareControl::perform(Command command, bool /*checked*/) {
    if (command == Command::DifferMost) {
        goToLargestDifference();
        return true;
    }
    if (command != Command::Compare)
        return false;
    if (m_isOpened) {
        emit noticed(tr("Runs are compared from their first training step on, and an opened model "
                        "has learned elsewhere."));
        return true;
    }
    auto* dialog = new CompareDialog(m_offer, m_stages->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_seeksAlignment = dialog->change() == QLatin1String("mechanisms") ||
                           dialog->change() == QLatin1String("scores");
        if (!dialog->change().isEmpty())
            emit chosen(dialog->change(), dialog->layers());
    });
    askAboutRun(dialog);
    return true;
}

/// Of A and any other run.
void CompareControl::goToLargestDifference() {
    if (!m_info)
        return emit noticed(tr("Compare runs first (Lab, Compare)."));
    const StageWidget* stage = m_runs.front().stage;
    LargestDifference most;
    for (std::size_t run = 1; run < shownRuns(); ++run)
        if (const auto& other = m_runs[run].stage->trace(); other && stage->trace()) {
            const auto found = largestDifference(*stage->trace(), *other, stage->steps());
            if (found.relative > most.relative)
                most = found;
        }
    if (most.node == noNode)
        return emit noticed(tr("No operation that the runs have in common differs."));
    m_focus->set(focusOn((*stage->trace()->graph)[most.node], most.cell, m_focus->focus()));
}

void CompareControl::describe(Scene& scene) const {
    if (m_info)
        scene.comparedRun = {m_info->change.key, m_offer.layers,
                             shownRuns() > 2 && m_switch->chosen() == 1};
}

void CompareControl::showScene(const Scene& scene) {
    m_seeksAlignment = false;
    m_switch->choose(scene.comparedRun && scene.comparedRun->third ? 1 : 0);
    Scene now;
    describe(now);
    if (now.comparedRun.has_value() == scene.comparedRun.has_value() &&
        (!now.comparedRun || (now.comparedRun->change == scene.comparedRun->change &&
                              now.comparedRun->layers == scene.comparedRun->layers)))
        return;
    if (scene.comparedRun)
        m_intents->send(intent::Compare{scene.comparedRun->change, scene.comparedRun->layers});
    else
        m_intents->send(intent::EndComparison{});
}

void CompareControl::showNews(const News& news) {
    if (const auto* run = news.get<RunInfo>()) {
        m_hasMeasure = !run->measure.isEmpty();
        m_isOpened = run->isOpened();
        setOff();
    } else if (news.get<news::ComparisonEnded>()) {
        setOff();
    } else if (const auto* offer = news.get<ComparisonOffer>()) {
        m_offer = *offer;
    } else if (const auto* info = news.get<ComparisonInfo>()) {
        begin(*info);
    } else if (const auto* traced = news.get<news::Traced>()) {
        m_graph = traced->trace->graph;
    } else if (const auto* prediction = news.get<Prediction>()) {
        m_runs.front().answer = *prediction;
    } else if (!m_info) {
        return; // what follows is of runs that are not compared any more
    } else if (const auto* metrics = news.get<news::RunMetrics>()) {
        m_losses->setMetrics(metrics->runs);
    } else if (const auto* compared = news.get<ComparisonNews>()) {
        show(*compared);
    } else if (const auto* time = news.get<TimeStatus>()) { // all runs look back together
        m_shown = time->difference ? std::nullopt : time->shown;
        m_losses->setCheckpoints({time->shown, time->pins[0], time->pins[1]});
    } else {
        return;
    }
    if (m_info)
        writeHeads();
}

void CompareControl::begin(const ComparisonInfo& info) {
    const ComparisonChoice& change = info.change;
    const QStringList what = comparisonTexts(change);
    m_info = info;
    m_shown.reset();
    while (shownRuns() > m_runs.size()) {
        addComparedRun();
        emit stageAdded(m_runs.back().stage);
    }
    for (std::size_t run = 1; run < m_runs.size(); ++run) {
        m_runs[run].answer = {};
        m_runs[run].divergedAt = 0;
        m_runs[run].stage->setTrace(nullptr);
    }
    m_losses->begin(what, info.randomLoss, info.guess);
    m_gradients->setGradients({});
    m_difference->setText(differenceOf(change));
    m_switch->setNames(what.mid(1));
    m_charts->show();
    emit switched(static_cast<int>(shownRuns()));
    fitStages();
}

void CompareControl::show(const ComparisonNews& news) {
    for (std::size_t run = 1; run < shownRuns(); ++run) {
        if (static_cast<std::size_t>(news.comparedRuns.size()) < run)
            break;
        const ComparedRunState& comparedRun = news.comparedRuns[static_cast<qsizetype>(run) - 1];
        Column& column = m_runs[run];
        if (comparedRun.trace)
            column.stage->setTrace(comparedRun.trace);
        column.stage->setHealth(comparedRun.health);
        column.answer = comparedRun.prediction;
        if (const qint64 before = std::exchange(column.divergedAt, comparedRun.divergedAt);
            before == 0 && comparedRun.divergedAt > 0)
            emit noticed(tr("Run %1 stopped at training step %L2: its numbers left the range of "
                            "what can be computed.")
                             .arg(letterOf(run))
                             .arg(comparedRun.divergedAt));
    }
    // Who compares mechanisms sees them at once, unless the step in focus is one that a compared
    // run has, too.
    if (m_graph && m_seeksAlignment && !news.comparedRuns.isEmpty() &&
        news.comparedRuns.front().trace) {
        m_seeksAlignment = false;
        const Graph& comparedRun = *news.comparedRuns.front().trace->graph;
        if (!m_focus->focus().lab.isEmpty() ||
            stepLike(comparedRun, *m_graph, m_focus->focus().step).isEmpty())
            m_focus->setStep(stepOfAlignment(*m_graph));
    }
    if (!news.gradients.isEmpty())
        m_gradients->setGradients(news.gradients);
}

std::vector<RunOnStage> CompareControl::runs() const {
    if (!m_info)
        return {{{}, {}, m_runs.front().stage}};
    const QStringList texts = comparisonTexts(m_info->change);
    std::vector<RunOnStage> runs;
    for (std::size_t run = 0; run < shownRuns(); ++run)
        runs.push_back({letterOf(run), texts[static_cast<qsizetype>(run)], m_runs[run].stage});
    return runs;
}

QVector<Exportable> CompareControl::exportables(const QString& title) const {
    const QString words = tr("%1 · %2").arg(title, m_difference->text());
    return {exportableChart(*m_losses, title + QStringLiteral("_losses"), words,
                            [this] { return comparisonTable(m_losses->metrics()); }),
            exportableChart(*m_gradients, title + QStringLiteral("_gradients"), words,
                            [this, runs = shownRuns()] {
                                return gradientTable(m_gradients->gradients(), runs);
                            })};
}

bool CompareControl::leaveEnlarged() {
    return std::any_of(m_runs.begin() + 1, m_runs.end(),
                       [](const Column& run) { return run.stage->leaveEnlarged(); });
}

void CompareControl::setOff() {
    if (!m_info)
        return;
    m_info.reset();
    for (std::size_t run = 1; run < m_runs.size(); ++run)
        m_runs[run].stage->setTrace(nullptr);
    m_charts->hide();
    fitStages(); // before there is less room: at no time are there more stages than that has
    emit switched(1);
}

/// All of them where each is wide enough, otherwise that of A and of the compared run that was
/// chosen.
void CompareControl::fitStages() {
    const std::size_t shown = shownRuns();
    // Asked each time: what is shown or hidden may make room, in which this is called again.
    const auto isNarrow = [&] {
        return shown > 2 && m_stages->width() < static_cast<int>(shown) * leastStage;
    };
    m_switch->setVisible(isNarrow());
    // What it says stands above each stage as well, and a room has no use for its button.
    m_strip->setVisible(shown > 1 && (isNarrow() || !m_runs.front().stage->isPresented()));
    for (std::size_t run = 0; run < m_runs.size(); ++run) {
        const bool chosen = run == 0 || !isNarrow() || run == m_switch->chosen() + 1;
        const bool visible = run < shown && chosen;
        m_runs[run].head->setVisible(shown > 1 && visible);
        m_runs[run].explanation->setVisible(shown > 1 && visible);
        if (run > 0)
            m_runs[run].stage->setVisible(visible);
        m_columns->setColumnStretch(static_cast<int>(run), visible ? 1 : 0);
    }
    fitExplanations();
}

bool CompareControl::haveOneFormula() const {
    const auto formula = [](const Column& run) { return run.explanation->fullFormula(); };
    const auto shown = std::span(m_runs).first(shownRuns());
    return std::ranges::adjacent_find(shown, std::ranges::not_equal_to(), formula) == shown.end();
}

/// As much as they want of what the stages can spare, and a small part of the whole: the same for
/// all runs and steps, so that nothing moves while these change, and less for labs, which have
/// knobs above their drawing. In a low window there are only the stages, and a room reads one
/// formula where all have the same.
void CompareControl::fitExplanations() {
    constexpr int linesOfSteps = 30; ///< of text, that heads and stages keep
    constexpr int linesOfLabs = 42;
    constexpr int linesOfFormula = 4; ///< with less room a fraction could not be read
    constexpr int part = 9;
    const bool differ = !haveOneFormula();
    emit formulasDiffer(differ);
    const bool isForRoom = m_runs.front().stage->isPresented() && !differ;
    for (const Column& run : m_runs) {
        const int line = run.explanation->fontMetrics().lineSpacing();
        const int kept = run.stage->shownLab() ? linesOfLabs : linesOfSteps;
        const int spare = std::min(m_stages->height() - kept * line, m_stages->height() / part);
        run.explanation->setFixedHeight(isForRoom || spare < linesOfFormula * line
                                            ? 0
                                            : std::min(run.explanation->wantedHeight(), spare));
    }
}

bool CompareControl::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_stages && event->type() == QEvent::Resize)
        fitStages();
    // In a presentation all letters are larger.
    if (watched != m_stages && event->type() == QEvent::FontChange && m_info) {
        writeHeads();
        fitStages();
    }
    return Feature::eventFilter(watched, event);
}

void CompareControl::writeHeads() {
    for (std::size_t run = 0; run < shownRuns(); ++run)
        m_runs[run].head->setText(headOf(run));
}

/// Its name, as large as the title of a step in a presentation, and how far it has come.
QString CompareControl::headOf(std::size_t run) const {
    const Theme theme = Theme::of(m_stages->palette());
    const Metrics* metrics = m_losses->metricsOf(run);
    // Of the present the last one that has a loss of A; 0: there is none.
    const Metrics* first = m_losses->metricsOf(0);
    const bool any = first && !first->losses().empty();
    const Index step = m_shown ? *m_shown : any ? first->losses().back().step : 0;
    const Column& column = m_runs[run];
    const Prediction& answer = column.answer;
    QStringList parts{
        QStringLiteral("<span style=\"font-size:%1pt\"><b style=\"color:%2\">%3</b> "
                       "<b>%4</b></span>")
            .arg(column.head->font().pointSizeF() * type::title)
            .arg(theme.textColour(colourOfRun(theme, run)).name(), letterOf(run),
                 comparisonTexts(m_info->change)[static_cast<qsizetype>(run)].toHtmlEscaped())};
    const auto* loss = metrics ? metrics->lossBy(step) : nullptr;
    const auto* measured = metrics ? metrics->measurementBy(step) : nullptr;
    if (column.divergedAt > 0 && step >= column.divergedAt)
        parts << tr("stopped at training step %L1").arg(column.divergedAt);
    else if (loss)
        parts << tr("loss %1").arg(NumberFormat{0, 4}.text(loss->loss));
    if (measured && (measured->error || !m_hasMeasure))
        parts << successOf(*measured, m_info->countsTokens);
    if (!answer.text.empty())
        parts << tr("predicted <code>%1</code>")
                         .arg(shortened(QString::fromStdString(answer.text), longestAnswer)
                                  .toHtmlEscaped()) +
                     (answer.matchesTarget ? tr(" ✓") : QString());
    return parts.join(QStringLiteral(" &nbsp;·&nbsp; "));
}

} // namespace gf
