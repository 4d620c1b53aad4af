// SPDX-License-Identifier: GPL-3.0-or-later
// A run that has diverged can be looked at like any other: every drawing, table and sentence of the
// window with numbers that are none, infinite, huge, zero or all the same.
#include "checking_canvas.h"
#include "core/train/step_walk.h"
#include "fresh_window.h"
#include "small_model.h"
#include "some_metrics.h"
#include "stage_fixture.h"
#include "tests/core/runs.h"
#include "tests/core/whole_lists.h"
#include "ui/batch/batch_bar.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/gradient_chart.h"
#include "ui/example/example_bar.h"
#include "ui/example/token_bars.h"
#include "ui/explain/explain_panel.h"
#include "ui/explain/text_block.h"
#include "ui/generation/generation_view.h"
#include "ui/labs/labs.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_figure.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/steps.h"
#include "ui/train/loss_chart.h"
#include "ui/whatif/what_if_panel.h"
#include "ui/window/figures.h"
#include "warnings.h"

#include <QHelpEvent>
#include <QLabel>
#include <QMap>
#include <QRegularExpression>
#include <QTest>
#include <QToolTip>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <tuple>

namespace gf::tst_not_finite {

namespace {

using test::CheckingCanvas;
using test::isReadable;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// What stands in every number of a trace.
struct FillWith {
    const char* name;
    std::function<float(Index)> at;
};

const std::array fills{
    FillWith{"NaN", [](Index) { return nan; }},
    FillWith{"infinity", [](Index) { return infinity; }},
    FillWith{"minus infinity", [](Index) { return -infinity; }},
    FillWith{"huge", [](Index) { return 1e38F; }},
    FillWith{"huge of both signs", [](Index i) { return i % 3 == 0 ? -3e38F : 3e38F; }},
    FillWith{"zero", [](Index) { return 0.0F; }},
    FillWith{"tiny", [](Index i) { return i % 2 == 0 ? 1e-45F : -1e-45F; }},
    FillWith{"equal", [](Index) { return 0.5F; }},
    FillWith{"some NaN",
             [](Index i) { return i % 3 == 1 ? nan : 0.25F * static_cast<float>(i % 5); }},
    FillWith{
        "all of them",
        [](Index i) { return std::array{nan, infinity, -infinity, 3e38F, 1e-45F, 0.5F}[i % 6]; }},
};

/// The same run with other numbers. Which words there are and which step it is stays true.
std::shared_ptr<const Trace> filled(const Trace& trace, const FillWith& fill) {
    auto other = std::make_shared<Trace>(trace);
    for (const Node& node : trace.graph->nodes()) {
        Tensor& value = other->values[node.id];
        if (node.role != Role::Input && !value.empty())
            for (Index i = 0; i < value.count(); ++i)
                value[i] = fill.at(i);
    }
    return other;
}

StationInput inputFor(const Station& station, const Trace& trace, const Node& node, Index place) {
    Focus focus;
    focus.step = stepOf(node);
    focus.gradients = node.name.starts_with("grad/");
    focus.row = focus.column = place;
    StationSettings settings;
    if (station.controls)
        for (const StationControl& control : station.controls(*trace.graph, node))
            settings[control.key] = place == 0 ? control.maximum : control.initial;
    StationInput input{trace, node.id, focus, Theme::dark(), QFont(), {}, settings};
    input.size = minimumSizeOf(station, input).expandedTo({500, 400});
    return input;
}

/// The first thing that is wrong with what a place on a drawing says of itself.
QString problemOf(const StationPicture& picture, const Graph& graph) {
    const auto check = [&](const StationPlace& place) -> QString {
        if (!isReadable(place.tip))
            return "tip " + place.tip;
        if (!place.step.isEmpty() && graph.find(place.step.toStdString()) == noNode)
            return "no step " + place.step;
        return {};
    };
    for (const StationPicture::HitRegion& region : picture.hitRegions) {
        if (!std::isfinite(region.area.x() + region.area.y() + region.area.width() +
                           region.area.height()))
            return "a spot is nowhere: " + region.place.tip;
        if (const QString problem = check(region.place); !problem.isEmpty())
            return problem;
    }
    for (const StationPicture::Grid& grid : picture.grids)
        for (const Index row : {Index{0}, grid.layout.rows - 1})
            for (const Index column : {Index{0}, grid.layout.columns - 1})
                if (row >= 0 && column >= 0 && row < grid.layout.rows &&
                    column < grid.layout.columns)
                    if (const QString problem = check(grid.placeOf(row, column));
                        !problem.isEmpty())
                        return problem;
    return {};
}

/// One of the nodes for each op and what its result is there: as many drawings and sentences as
/// there are.
std::vector<const Node*> oneOfEach(const Graph& graph) {
    std::set<std::tuple<const Op*, std::string, Relation>> seen;
    std::vector<const Node*> nodes;
    for (const Node& node : graph.nodes())
        if (seen.emplace(node.op, node.part, node.relation).second)
            nodes.push_back(&node);
    return nodes;
}

QStringList wordsIn(const QWidget& widget) {
    QStringList words;
    for (const auto* label : widget.findChildren<QLabel*>())
        words << label->text() << label->toolTip();
    for (const auto* block : widget.findChildren<TextBlock*>())
        words << block->toPlainText();
    for (const auto* child : widget.findChildren<QWidget*>())
        words << child->accessibleDescription();
    return words;
}

QString unreadableIn(const QWidget& widget) {
    for (const QString& text : wordsIn(widget))
        if (!isReadable(text))
            return text;
    return {};
}

/// What is wrong, each station or widget once: all of it is told at the end.
class Problems {
public:
    void add(const QString& where, const QString& problem) {
        if (!problem.isEmpty() && !m_found.contains(where))
            m_found.insert(where, problem);
    }
    QByteArray text() const {
        QStringList lines;
        for (auto found = m_found.cbegin(); found != m_found.cend(); ++found)
            lines << found.key() + ": " + found.value();
        return lines.join('\n').toUtf8();
    }

private:
    QMap<QString, QString> m_found;
};

const FillWith& fetchedFill() {
    QFETCH(int, fill);
    return fills[static_cast<std::size_t>(fill)];
}

void addFills() {
    QTest::addColumn<int>("fill");
    for (std::size_t i = 0; i < fills.size(); ++i)
        QTest::newRow(fills[i].name) << static_cast<int>(i);
}

} // namespace

class TestNotFinite : public QObject {
    Q_OBJECT

private:
    std::vector<std::shared_ptr<const Trace>> m_traces;
    std::vector<std::shared_ptr<const Trace>> m_families; ///< beside the plain transformer

private slots:
    /// Models of one layer with what is drawn differently, and a whole training step.
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerTest");
        ModelConfig model = test::smallModel();
        model.layers = 1;
        m_traces.push_back(test::makeTrace(model));
        model.architecture = Architecture::Decoder;
        model.norm = Norm::Post;
        model.positional = Positional::Learned;
        m_traces.push_back(test::makeTrace(model));
        const auto backend = makeBackend("cpu");
        const auto task = test::smallTask("reverse");
        ModelConfig walked = test::smallModel(*task);
        walked.layers = 1;
        const auto trainer = test::trainerOf(*backend, task, walked, test::shortTraining());
        m_traces.push_back(StepWalk(*trainer, vocabulariesOf(task), "small").trace(0));
        for (const auto& [name, family] : otherModels())
            if (family.alignment != Alignment::Location && family.alignment != Alignment::Concat)
                m_families.push_back(traceOf(family));
    }

    void init() { failOnQtWarnings(); }

    void stations_areDrawnWithNonFiniteNumbers_data() { addFills(); }
    /// On a screen and on paper, at the smallest and with all that can be set at its largest, with
    /// nothing, the first cell and one too far in focus; and its numbers for a file. Each fill
    /// meets a third of the drawings, another third than the fill before it, and all of them in
    /// whole lists.
    void stations_areDrawnWithNonFiniteNumbers() {
        QFETCH(int, fill);
        Problems problems;
        std::size_t drawing = 0;
        auto traces = m_traces;
        traces.insert(traces.end(), m_families.begin(), m_families.end());
        for (const auto& base : traces) {
            const auto trace = filled(*base, fetchedFill());
            for (const Node& node : trace->graph->nodes()) {
                if (trace->value(node.id).empty())
                    continue;
                for (const Station* station : stationsFor(*trace->graph, node)) {
                    if (!test::isTried(drawing++, 3, static_cast<std::size_t>(fill)))
                        continue;
                    const QString where = QLatin1String(station->id);
                    for (const Index place : {-1, 0, 2, 1000}) {
                        const StationInput input = inputFor(*station, *trace, node, place);
                        CheckingCanvas canvas;
                        canvas.setScreen(place < 2);
                        StationPicture picture;
                        drawStation(*station, input, canvas, picture);
                        const QString on = " on " + QString::fromStdString(node.name);
                        if (!canvas.problem().isEmpty())
                            problems.add(where, canvas.problem() + on);
                        if (const QString problem = problemOf(picture, *trace->graph);
                            !problem.isEmpty())
                            problems.add(where, problem + on);
                        if (place != 2)
                            continue;
                        if (station->numbers)
                            station->numbers(input);
                        paperImage(StationFigure({station, input, "caption"}).onPaper({}), 48);
                    }
                }
            }
        }
        QVERIFY2(problems.text().isEmpty(), problems.text());
    }

    void labs_areDrawnWithNonFiniteNumbers_data() { addFills(); }
    /// As far as their pages need no answer of the engine.
    void labs_areDrawnWithNonFiniteNumbers() {
        Problems problems;
        auto traces = m_traces;
        traces.insert(traces.end(), m_families.begin(), m_families.end());
        for (const auto& base : traces) {
            const auto trace = filled(*base, fetchedFill());
            for (const LabPage& page : labPages()) {
                if (page.missing && page.missing(*trace))
                    continue;
                const NodeId node = page.node(*trace->graph, noNode);
                if (node == noNode)
                    continue;
                for (const Index place : {-1, 0}) {
                    const StationInput input =
                        inputFor(page.drawing, *trace, (*trace->graph)[node], place);
                    CheckingCanvas canvas;
                    StationPicture picture;
                    drawStation(page.drawing, input, canvas, picture);
                    problems.add(QLatin1String(page.drawing.id), canvas.problem());
                    problems.add(QLatin1String(page.drawing.id), problemOf(picture, *trace->graph));
                    paperImage(StationFigure({&page.drawing, input, "caption"}).onPaper({}), 48);
                }
            }
        }
        QVERIFY2(problems.text().isEmpty(), problems.text());
    }

    void explainPanel_isReadableForNonFiniteMatrices_data() { addFills(); }
    void explainPanel_isReadableForNonFiniteMatrices() {
        const FillWith& fill = fetchedFill();
        Problems problems;
        for (const auto& base : m_traces) {
            const auto trace = filled(*base, fill);
            FocusModel focus;
            StageWidget stage(&focus);
            ExplainPanel panel(&focus);
            stage.resize(700, 480);
            panel.resize(340, 600);
            stage.setTrace(trace);
            panel.setTrace(trace);
            for (const Node* node : oneOfEach(*trace->graph)) {
                if (trace->value(node->id).empty())
                    continue;
                Focus at;
                at.step = stepOf(*node);
                at.gradients = node->name.starts_with("grad/");
                at.view = QLatin1String(matricesView);
                focus.set(at);
                focus.pin(0, 1);
                panel.refresh();
                stage.grab();
                problems.add("stage", unreadableIn(stage));
                problems.add("explanation", unreadableIn(panel));
            }
        }
        QVERIFY2(problems.text().isEmpty(), problems.text());
    }

    void window_walksThroughANonFiniteStep_data() { addFills(); }
    void window_walksThroughANonFiniteStep() {
        const FillWith& fill = fetchedFill();
        Problems problems;
        const auto window = freshWindow();
        QVERIFY(window);
        RunInfo run;
        run.name = "copy";
        run.learningRate = 100;
        run.randomLoss = 2.5;
        window->showNews(run);
        const auto trace = filled(*m_traces.front(), fill);
        window->showNews(news::Traced{m_traces.front()});
        window->showNews(news::Traced{trace});
        TrainingStatus status;
        status.step = 4;
        status.running = true;
        status.loss = status.gradientNorm = static_cast<double>(fill.at(1));
        window->showNews(status);
        window->showNews(
            news::RunMetrics{{test::metricsOf({{4, fill.at(1)}}, {{4, fill.at(1), 0}})}});
        std::size_t at = 0;
        for (const bool gradients : {false, true})
            for (const Step& step : window->steps().walk(gradients)) {
                if (!test::isTried(at++, 3, static_cast<std::size_t>(&fill - fills.data())))
                    continue;
                Focus focus;
                focus.step = step.step;
                focus.gradients = gradients;
                window->focus()->set(focus);
                window->grab();
            }
        problems.add("window", unreadableIn(*window));
        QVERIFY2(problems.text().isEmpty(), problems.text());
    }

    void charts_leaveOutWhatIsNotFinite_data() { addFills(); }
    void charts_leaveOutWhatIsNotFinite() {
        const FillWith& fill = fetchedFill();
        Problems problems;
        const auto at = [&](Index i) { return static_cast<double>(fill.at(i)); };
        LossChart loss;
        loss.setRandomLoss(at(0));
        ComparisonChart comparedRuns;
        comparedRuns.begin({"pre", "post"}, at(0));
        GradientChart gradients;
        std::vector<Metrics::Loss> losses;
        std::vector<Metrics::Measurement> measurements;
        QVector<ComparisonGradient> layers;
        for (Index i = 1; i < 12; ++i) {
            losses.push_back({i, fill.at(i)});
            measurements.push_back({i, fill.at(i), fill.at(i), fill.at(i)});
            layers << ComparisonGradient{
                Scope{{{ScopeKind::Stack, "encoder"}, layerLevel(static_cast<int>(i))}},
                {at(i), at(i + 1)},
                {at(i), at(i)}};
        }
        const SharedMetrics metrics = test::metricsOf(losses, measurements);
        loss.setMetrics(metrics, metrics);
        comparedRuns.setMetrics({metrics, metrics});
        gradients.setGradients(layers);
        for (const bool logarithmic : {false, true}) {
            loss.setLogarithmic(logarithmic);
            for (Chart* chart : {static_cast<Chart*>(&loss), static_cast<Chart*>(&comparedRuns),
                                 static_cast<Chart*>(&gradients)}) {
                chart->resize(500, 300);
                chart->show();
                QVERIFY(QTest::qWaitForWindowExposed(chart));
                chart->grab();
                for (const FigureFormat format :
                     {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf})
                    QVERIFY(
                        !paperBytes(chart->onPaper(std::nullopt, "caption"), format, 96).isEmpty());
                problems.add(chart->accessibleName(), unreadableIn(*chart));
                if (!isReadable(chart->accessibleDescription()))
                    problems.add(chart->accessibleName(), chart->accessibleDescription());
            }
        }
        QVERIFY2(problems.text().isEmpty(), problems.text());
    }

    void answersAndCards_areReadableWithNonFiniteNumbers_data() { addFills(); }
    void answersAndCards_areReadableWithNonFiniteNumbers() {
        const FillWith& fill = fetchedFill();
        Problems problems;
        const auto at = [&](Index i) { return static_cast<double>(fill.at(i)); };
        Prediction prediction{"abc", {"a", "b", "c"}, {at(1), at(2), at(3)}, true, false};
        ExampleBar bar;
        bar.resize(900, 60);
        bar.setPrediction(prediction);
        bar.grab();
        auto* bars = bar.findChild<TokenBars*>();
        QHelpEvent help(QEvent::ToolTip, bars->barRect(0).center().toPoint(), QPoint(5, 5));
        QCoreApplication::sendEvent(bars, &help);
        if (!isReadable(QToolTip::text()))
            problems.add("token bars", QToolTip::text());
        QToolTip::hideText();
        problems.add("bar", unreadableIn(bar));

        FocusModel focus;
        BatchBar batch(&focus);
        WalkedStep walked;
        walked.active = true;
        walked.lossBefore = at(1);
        walked.lossAfter = at(2);
        for (Index i = 0; i < 4; ++i)
            walked.examples << BatchExample{"abc", "cba", at(i), at(i + 1)};
        batch.resize(900, 140);
        batch.show(walked);
        batch.grab();
        problems.add("batch", unreadableIn(batch));

        GenerationView generation;
        for (const auto way : {GenerationSettings::Way::Greedy, GenerationSettings::Way::Sample,
                               GenerationSettings::Way::Beam}) {
            GenerationReport report;
            report.settings.way = way;
            report.trace = filled(*m_traces.front(), fill);
            report.tokens = {"a", "b"};
            for (Index i = 0; i < 2; ++i)
                report.moments << GenerationMoment{
                    {{{at(i), at(i), NextChoice::Cut::None}, "a"},
                     {{at(i + 1), at(i + 2), NextChoice::Cut::TopP}, "b"}},
                    0,
                    at(i)};
            report.branches = {{{-1, 0, at(1), at(2), true}, "a", false, true},
                               {{0, 1, at(2), at(3), false}, "b", false, false}};
            report.found = {{{at(1), at(2), true}, "ab"}};
            generation.setReport(report);
            generation.grab();
            problems.add("generation", unreadableIn(generation));
        }

        WhatIfPanel panel({});
        Effect effect;
        effect.lossBefore = at(1);
        effect.lossAfter = at(2);
        effect.rows.push_back({0, "a", "b", at(0), at(1), at(2), at(3), "a", "b"});
        panel.setEffect(effect);
        panel.grab();
        problems.add("panel", unreadableIn(panel));
        QVERIFY2(problems.text().isEmpty(), problems.text());
    }
};

} // namespace gf::tst_not_finite

#include "tests/entry.h"
GF_TEST(tst_not_finite, TestNotFinite)
#include "tst_not_finite.moc"
