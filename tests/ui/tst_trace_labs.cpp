// SPDX-License-Identifier: GPL-3.0-or-later
// The labs that are drawn from a trace: what they say and draw against the numbers behind it.
#include "core/lab/lab.h"
#include "core/measure/head_pattern.h"
#include "core/measure/rollout.h"
#include "core/measure/rotation.h"
#include "core/measure/score_statistics.h"
#include "core/measure/score_theory.h"
#include "core/measure/soft_dictionary.h"
#include "core/tensor/row.h"
#include "drawn_lab.h"
#include "small_model.h"
#include "tests/core/family_traces.h"
#include "ui/figure/number_format.h"
#include "ui/language/wording.h"
#include "ui/stations/station_bar.h"
#include "warnings.h"

#include <QDoubleSpinBox>
#include <QPointer>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace gf::tst_trace_labs {

using test::at;
using test::DrawnLab;

namespace {

constexpr std::array names{"variance", "dictionary", "rotation", "rollout", "score", "attribution"};

/// Reads four tokens and writes three.
std::shared_ptr<const Trace> small(Positional positional = Positional::Sinusoidal) {
    return traceOf(Architecture::EncoderDecoder, Norm::Pre, positional);
}

Focus focusAt(const char* step, Index row, Index column, int head = 0) {
    Focus focus = at(row, column, head);
    focus.step = QLatin1String(step);
    return focus;
}

const Scope& scopeOf(const Trace& trace, const char* step) {
    return (*trace.graph)[trace.graph->find(step)].scope;
}

float numberAt(const Tensor& numbers, Index row, Index column) {
    return rowOf(numbers, row)[column];
}

bool isClose(double found, double expected, double tolerance = 1e-5) {
    return std::abs(found - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

/// Draws the page where the model has it; says whether.
bool isDrawn(const std::shared_ptr<const Trace>& trace, const char* name, const Focus& focus = {}) {
    const LabPage* page = findLabPage(QLatin1String(name));
    if (page->missing(*trace))
        return false;
    const DrawnLab drawn(trace, name, focus, {}, {640, 480});
    return !drawn.words.texts.isEmpty();
}

double secondLargest(std::span<const float> row) {
    std::vector<float> sorted(row.begin(), row.end());
    std::ranges::sort(sorted);
    return static_cast<double>(sorted[sorted.size() - 2]);
}

std::shared_ptr<const Trace> filledWith(const Trace& trace, float value) {
    auto other = std::make_shared<Trace>(trace);
    for (const Node& node : trace.graph->nodes())
        if (node.role != Role::Input)
            for (float& number : other->values[node.id].values())
                number = value;
    return other;
}

} // namespace

class TestTraceLabs : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void pages_areTitledByTheQuestionsOfTheLabs() {
        for (const LabPage& page : labPages()) {
            QVERIFY2(findLab(page.drawing.id), page.drawing.id);
            QVERIFY(titleOf(page).endsWith(QLatin1Char('?')));
        }
        QVERIFY(std::ranges::is_sorted(labPages(), {}, [](const LabPage& page) {
            return findLab(page.drawing.id) - labs().data();
        }));
    }

    /// At most four, each by the lab's name.
    void knobs_areFewAndOfTheirLab() {
        const auto trace = small();
        for (const char* name : names) {
            const LabPage* page = findLabPage(QLatin1String(name));
            QVERIFY(page);
            if (!page->drawing.controls)
                continue;
            const Graph& graph = *trace->graph;
            const auto knobs = page->drawing.controls(graph, graph[page->node(graph, noNode)]);
            QVERIFY(knobs.size() <= 4);
            for (const StationControl& knob : knobs)
                QVERIFY(knob.key.startsWith(QLatin1String(name) + QLatin1Char('.')));
        }
    }

    /// The window's fields are what the table says of the knobs, narrowed by the model at most.
    void fields_areTheKnobsOfTheTable() {
        std::set<std::string_view> seen;
        std::set<const LabKnob*> shown;
        for (const auto& [family, trace] : test::familyTraces())
            for (const LabPage& page : labPages()) {
                if (!page.drawing.controls || page.missing(*trace))
                    continue;
                const Lab& lab = *findLab(page.drawing.id);
                seen.insert(lab.name);
                const Graph& graph = *trace->graph;
                for (const StationControl& field :
                     page.drawing.controls(graph, graph[page.node(graph, noNode)])) {
                    if (!field.key.contains('.')) // of the step, whose drawing it is
                        continue;
                    const LabKnob* const knob =
                        lab.findKnob(field.key.section('.', 1).toStdString());
                    QVERIFY2(knob && field.key.section('.', 0, 0) == QLatin1String(page.drawing.id),
                             qPrintable(field.key));
                    shown.insert(knob);
                    if (knob->field.type == FieldType::Numbers) // in the page's own way
                        continue;
                    QCOMPARE(field.label, translated(Phrase(knob->field.label)));
                    QCOMPARE(field.help, translated(Phrase(knob->field.help)));
                    if (!knob->initial.empty())
                        QCOMPARE(field.initial, knob->initialNumber());
                    if (knob->field.type != FieldType::Integer &&
                        knob->field.type != FieldType::Real)
                        continue;
                    QCOMPARE(field.minimum, knob->field.range.minimum);
                    QVERIFY(field.maximum <= knob->field.range.maximum);
                }
            }
        for (const std::string_view name : seen)
            for (const LabKnob& knob : findLab(name)->knobs)
                QVERIFY2(knob.field.label.empty() || shown.contains(&knob), knob.name().data());
    }

    void pages_areDrawnOfEveryFamilyOrSayWhyNot() {
        std::map<std::string_view, int> drawn;
        for (const auto& [family, trace] : test::familyTraces())
            for (const char* name : names) {
                const LabPage* page = findLabPage(QLatin1String(name));
                const auto missing = page->missing(*trace);
                const NodeId node = page->node(*trace->graph, noNode);
                QVERIFY2(missing.has_value() || node != noNode, family.c_str());
                if (missing)
                    QVERIFY(!missing->english().empty());
                drawn[name] += isDrawn(trace, name) ? 1 : 0;
                // Whatever is in focus, the page finds what it is about.
                for (const Node& focused : trace->graph->nodes())
                    if (!missing)
                        QVERIFY(page->node(*trace->graph, focused.id) != noNode);
            }
        for (const char* name : names)
            QVERIFY2(drawn[name] > 5, name);
    }

    void pages_areDrawnOfNumbersThatAreNone() {
        for (const float value : {std::numeric_limits<float>::quiet_NaN(),
                                  std::numeric_limits<float>::infinity(), 3e38F, 0.0F})
            for (const Positional positional : {Positional::Sinusoidal, Positional::Rotary}) {
                const auto trace = filledWith(*small(positional), value);
                for (const char* name : names)
                    isDrawn(trace, name);
            }
    }

    void pages_areDrawnOfOneTokenAndOfAThousand() {
        for (const Index tokens : {1, 1024}) {
            ModelConfig config;
            config.architecture = Architecture::Decoder;
            config.layers = 1;
            config.dModel = 16;
            config.heads = 2;
            config.dFf = 16;
            config.maxLength = 1024;
            config.sourceVocab = config.targetVocab = 12;
            ProbeExample example;
            example.target.ids.assign(tokens - 1, 5);
            const auto trace = traceOf(config, example);
            QCOMPARE(static_cast<Index>(trace->targetTokens.size()), tokens);
            for (const char* name : names)
                QVERIFY2(isDrawn(trace, name), name);
        }
    }

    // ---- variance ------------------------------------------------------------------------------

    void variance_hasALineForEachWidthAndForK() {
        const DrawnLab drawn(small(), "variance", focusAt("encoder.0.self_attn.scores", -1, -1, 1),
                             {{"variance.plot", 4}});
        const std::vector<float> widths{4, 8, 16, 32, 64}; // K is 8
        QCOMPARE(drawn.numbers.shape()[0], Index(5));
        for (Index i = 0; i < 5; ++i)
            QCOMPARE(numberAt(drawn.numbers, i, 0), widths[i]);
        const auto statistics =
            scoreStatistics(*drawn.trace, scopeOf(*drawn.trace, "encoder.0.self_attn.scores"), 1);
        QVERIFY(statistics.has_value());
        constexpr Index live = 13;
        QVERIFY(isClose(numberAt(drawn.numbers, 1, live), statistics->measured.mean));
        QVERIFY(isClose(numberAt(drawn.numbers, 1, live + 1), statistics->measured.variance));
        QVERIFY(isClose(numberAt(drawn.numbers, 1, live + 3), statistics->independent.variance));
        QVERIFY(std::isnan(numberAt(drawn.numbers, 3, live))); // two heads have 16 features
        QVERIFY(drawn.words.all().contains(numberText(statistics->measured.variance, 3)));
    }

    /// One plot at a time, the rest when asked for.
    void variance_showsOnePlotFirst() {
        const auto titles = [](const StationSettings& settings) {
            const DrawnLab drawn(small(), "variance", {}, settings);
            QStringList found;
            for (const char* title : {"drawn", "live", "largest weight|max w", "Σ w"})
                if (std::ranges::any_of(drawn.words.texts, [&](const QString& text) {
                        return text.contains(QRegularExpression(QString::fromUtf8(title))) &&
                               text.size() < 30;
                    }))
                    found << QString::fromUtf8(title);
            return found;
        };
        QCOMPARE(titles({}), QStringList{"drawn"});
        QCOMPARE(titles({{"variance.plot", 1}}), QStringList{"live"});
        QCOMPARE(titles({{"variance.plot", 2}}), QStringList{"largest weight|max w"});
        QCOMPARE(titles({{"variance.plot", 3}}), QStringList{"Σ w"});
        QCOMPARE(titles({{"variance.plot", 4}}).size(), 4);
    }

    void variance_ofTheDrawnPairsIsTheorysAndNotTheMisprint() {
        const DrawnLab drawn(small(), "variance", {},
                             {{"variance.mu", 0.5}, {"variance.sigma", 1}});
        for (Index i = 0; i < drawn.numbers.shape()[0]; ++i) {
            const auto number = [&](Index column) {
                return static_cast<double>(numberAt(drawn.numbers, i, column));
            };
            const double d = number(0);
            QCOMPARE(number(2), 2 * d * 0.25 + d);
            QCOMPARE(number(3), 2 * d * d * 0.25 + d);
            QVERIFY(std::abs(number(5) - number(2)) < 3 * number(6));
            QVERIFY(std::abs(number(5) - number(3)) > 10 * number(6));
        }
    }

    /// With s = √d the softmax is as sharp for 64 features as for 4.
    void variance_dividedByTheRootKeepsTheSoftmaxAsItIs() {
        const DrawnLab drawn(small(), "variance", {}, {{"variance.mu", 0}});
        const auto largest = [&](Index line, Index divisor) {
            return static_cast<double>(numberAt(drawn.numbers, line, 7 + 2 * divisor));
        };
        QVERIFY(largest(4, 0) > largest(0, 0) + 0.15);
        QVERIFY(std::abs(largest(4, 1) - largest(0, 1)) < 0.06);
        QVERIFY(largest(4, 2) < 0.1);
    }

    // ---- dictionary ----------------------------------------------------------------------------

    void dictionary_saysTheWeightOfTheLikeliestKey() {
        const auto trace = small();
        const DrawnLab drawn(trace, "dictionary", focusAt("decoder.0.cross_attn.weights", 1, -1),
                             {{"dictionary.temperature", 0.05}});
        const auto found =
            lookUp(*trace, scopeOf(*trace, "decoder.0.cross_attn.weights"), 0, 1, {0.05, {}});
        QVERIFY(found.has_value());
        const double weight = found->weights[found->likeliest];
        QVERIFY(isClose(*std::ranges::max_element(drawn.numbers.values()), weight));
        QVERIFY(isClose(
            std::accumulate(drawn.numbers.values().begin(), drawn.numbers.values().end(), 0.0), 1));
        const DrawnLab warm(trace, "dictionary", focusAt("decoder.0.cross_attn.weights", 1, -1),
                            {{"dictionary.temperature", 20}});
        QVERIFY(*std::ranges::max_element(warm.numbers.values()) <
                *std::ranges::max_element(drawn.numbers.values()));
    }

    void dictionary_swapsValuesAndKeepsWeights() {
        const auto trace = small();
        const Focus focus = focusAt("decoder.0.cross_attn.weights", 1, -1);
        const DrawnLab before(trace, "dictionary", focus);
        for (const double key : {1, 2}) { // one of them is not the likeliest
            const DrawnLab drawn(trace, "dictionary", focus, {{"dictionary.swap", key}});
            QVERIFY(std::ranges::equal(drawn.numbers.values(), before.numbers.values()));
        }
        const DrawnLab first(trace, "dictionary", focus, {{"dictionary.swap", 1}});
        const DrawnLab second(trace, "dictionary", focus, {{"dictionary.swap", 2}});
        QVERIFY(first.words.all().contains("moved by") || second.words.all().contains("moved by"));
        QVERIFY(!before.words.all().contains("moved by"));
    }

    void temperature_isMultipliedByAStep() {
        const auto trace = small();
        const LabPage* page = findLabPage("dictionary");
        const Graph& graph = *trace->graph;
        QWidget window; // stays without size hints, of which the offscreen platform warns
        StationBar bar(&window);
        bar.offer({&page->drawing}, &page->drawing,
                  page->drawing.controls(graph, graph[page->node(graph, noNode)]));
        const QString key = QStringLiteral("dictionary.temperature");
        auto* field = bar.findChild<QDoubleSpinBox*>(key);
        QVERIFY(field);
        field->stepBy(1);
        QCOMPARE(bar.settings().value(key), 1.25);
        field->stepBy(-2);
        QCOMPARE(bar.settings().value(key), 0.8);
    }

    /// A person types in the field, or presses the button, while how long it takes is said anew.
    void bar_keepsItsFieldsWhenAButtonComesAndItsButtonsWhenTheyAreNamedAnew() {
        const auto trace = small();
        const LabPage* page = findLabPage("length");
        const Graph& graph = *trace->graph;
        QWidget window; // stays without size hints, of which the offscreen platform warns
        StationBar bar(&window);
        const QToolButton after(&window);
        const auto offer = [&](const std::vector<BarButton>& buttons) {
            bar.offer({}, &page->drawing,
                      page->drawing.controls(graph, graph[page->node(graph, noNode)]), {}, buttons);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        };
        offer({});
        const QPointer<QDoubleSpinBox> field = bar.findChild<QDoubleSpinBox*>("length.steps");
        QVERIFY(field);
        offer({{"start", "about 1 s", {}}});
        QVERIFY(field);
        const QPointer<QToolButton> start = bar.findChild<QToolButton*>("start");
        QVERIFY(start);
        QCOMPARE(start->nextInFocusChain(), field.data());
        offer({{"start", "about 2 s", {}}});
        QVERIFY(start);
        QCOMPARE(start->text(), "about 2 s");
        offer({{"stop", "Cancel", {}}});
        QVERIFY(!start);
        QVERIFY(field);
    }

    /// In a low room the likeliest keys stay.
    void dictionary_showsTheLikeliestKeysWhereAllFindNoRoom() {
        ModelConfig config = smallConfig();
        config.maxLength = 64;
        ProbeExample example;
        for (int i = 0; i < 40; ++i)
            example.source.ids.push_back(5 + i % 6);
        example.target = {9, 10, 11};
        const auto trace = traceOf(config, example);
        const DrawnLab drawn(trace, "dictionary");
        QVERIFY(drawn.words.all().contains("the rest:"));
        QVERIFY(drawn.least.height() < 300);
    }

    // ---- rotation ------------------------------------------------------------------------------

    void rotation_saysItsErrorAndHasABlockForEachPair() {
        const DrawnLab drawn(small(), "rotation", {}, {{"rotation.k", 3}});
        QCOMPARE(drawn.numbers.shape(), (Shape{8, 3}));
        for (Index i = 0; i < 8; ++i) {
            const double omega = std::pow(10000.0, -2.0 * static_cast<double>(i) / 16);
            QVERIFY(isClose(numberAt(drawn.numbers, i, 1), std::cos(3 * omega)));
            QVERIFY(isClose(numberAt(drawn.numbers, i, 2), std::sin(3 * omega)));
        }
        QVERIFY(drawn.words.all().contains("the largest error"));
    }

    void rotation_ofARotaryModelIsOfItsScores() {
        const DrawnLab drawn(small(Positional::Rotary), "rotation",
                             focusAt("encoder.0.self_attn.scores", 2, 1));
        QCOMPARE((*drawn.trace->graph)[drawn.node].part, std::string("scores"));
        QCOMPARE(drawn.numbers.shape()[0], Index(4)); // K is 8
        QVERIFY(drawn.words.all().contains("both moved on"));
        const auto side = [&](const char* step) {
            return rowOf(*drawn.trace->find(std::string("encoder.0.self_attn.") + step), 2);
        };
        QVERIFY(movedScores(side("q"), 2, side("k"), 2, 1, 33).spread < 1e-5);
    }

    void rotation_isMissingWherePositionsAreOfAnotherKind() {
        const LabPage* page = findLabPage("rotation");
        for (const Positional positional :
             {Positional::None, Positional::Learned, Positional::Relative, Positional::Alibi})
            QVERIFY(page->missing(*small(positional)).has_value());
    }

    // ---- rollout -------------------------------------------------------------------------------

    void rollout_sharesOutEachRow() {
        const DrawnLab drawn(small(), "rollout", focusAt("encoder.1.self_attn.weights", 2, -1));
        QCOMPARE(drawn.numbers.shape(), (Shape{5, 5}));
        for (Index row = 0; row < 5; ++row) {
            const auto shares = rowOf(drawn.numbers, row);
            QVERIFY(isClose(std::accumulate(shares.begin(), shares.end(), 0.0), 1));
        }
        const Rollout stack = rollouts(*drawn.trace).front();
        QVERIFY(std::ranges::equal(drawn.numbers.values(), stack.layers[1].values()));
        QVERIFY(drawn.words.all().contains("guess"));
    }

    void rollout_isOfTheLayerInFocus() {
        const auto trace = small();
        const LabPage* page = findLabPage("rollout");
        const Graph& graph = *trace->graph;
        const auto nodeFor = [&](const char* step) {
            return graph[page->node(graph, graph.find(step))].name;
        };
        QCOMPARE(nodeFor("encoder.0.ffn.output"), std::string("encoder.0.self_attn.output"));
        QCOMPARE(nodeFor("decoder.1.cross_attn.weights"),
                 std::string("decoder.1.self_attn.output"));
        QCOMPARE(graph[page->node(graph, noNode)].name, std::string("encoder.1.self_attn.output"));
    }

    // ---- score ---------------------------------------------------------------------------------

    void score_isTheSumOfItsCells() {
        for (const char* step : {"encoder.1.self_attn.scores", "decoder.1.cross_attn.scores",
                                 "decoder.0.self_attn.q"}) {
            const DrawnLab drawn(small(), "score", focusAt(step, 1, 1, 1));
            const double sum =
                std::accumulate(drawn.numbers.values().begin(), drawn.numbers.values().end(), 0.0);
            const Tensor& scores = drawn.trace->value(drawn.node);
            const double score = static_cast<double>(scores.at(Cell{{1, 1, 1}}));
            QVERIFY(isClose(sum, score));
            QVERIFY2(drawn.words.all().contains(numberText(score, 3)), step);
        }
    }

    /// The cell follows the pointer, and what is set aside does not move.
    void score_followsTheCellInFocus() {
        const auto trace = small();
        const DrawnLab one(trace, "score", focusAt("encoder.1.self_attn.scores", 1, 1));
        const DrawnLab other(trace, "score", focusAt("encoder.1.self_attn.scores", 2, 3));
        QVERIFY(one.words.all() != other.words.all());
        QCOMPARE(one.least, other.least);
        const DrawnLab large(trace, "score", focusAt("encoder.1.self_attn.scores", 1, 1), {},
                             {900, 600});
        for (const char* part : {"token", "position", "self 1", "ffn 1"})
            QVERIFY2(large.words.texts.contains(QLatin1String(part)), part);
    }

    // ---- attribution ---------------------------------------------------------------------------

    /// Of the cell in focus, or of the likeliest word; less that of another word, where it is set.
    void attribution_isTheSumOfItsBars() {
        const auto trace = small();
        const Tensor& logits = *trace->find("logits");
        const auto isSum = [&](const DrawnLab& drawn, double logit) {
            const auto bars = drawn.numbers.values();
            const double sum = std::accumulate(bars.begin(), bars.end(), 0.0);
            return isClose(sum, logit) && drawn.words.all().contains(numberText(logit, 4));
        };
        const auto number = [&](Index row, Index column) {
            return static_cast<double>(numberAt(logits, row, column));
        };
        const auto first = rowOf(logits, 0);
        const Index likeliest = std::ranges::max_element(first) - first.begin();
        QVERIFY(isSum(DrawnLab(trace, "attribution"), number(0, likeliest)));
        QVERIFY(isSum(DrawnLab(trace, "attribution", focusAt("logits", 2, 3)), number(2, 3)));
        const DrawnLab less(trace, "attribution", focusAt("logits", 0, -1),
                            {{"attribution.less", 1}});
        QVERIFY(isSum(less, number(0, likeliest) - secondLargest(first)));
        // Without a vocabulary nobody knows which column the right word is: nothing is taken off.
        QVERIFY(trace->labelsAlong(trace->graph->find("logits"), 1).empty());
        const DrawnLab right(trace, "attribution", focusAt("logits", 1, 3),
                             {{"attribution.less", 2}});
        QVERIFY(isSum(right, number(1, 3)));
    }

    /// Each bar leads to the head or layer whose it is, and they stand as they are asked to.
    void attribution_leadsToItsHeads() {
        const auto trace = small();
        const DrawnLab drawn(trace, "attribution", focusAt("logits", 1, 3), {}, {900, 900});
        int heads = 0;
        for (const auto& region : drawn.picture.hitRegions)
            if (region.place.step.endsWith(QLatin1String(".heads"))) {
                ++heads;
                QVERIFY(region.place.head >= 0);
                QVERIFY(trace->graph->find(region.place.step.toStdString()) != noNode);
            }
        QVERIFY(heads > 4);
        const DrawnLab inOrder(trace, "attribution", focusAt("logits", 1, 3),
                               {{"attribution.order", 1}}, {900, 900});
        QVERIFY(inOrder.words.texts.indexOf("position") > inOrder.words.texts.indexOf("token"));
        QVERIFY(inOrder.words.texts.indexOf("biases") >
                inOrder.words.texts.indexOf("layer 2, feed-forward"));
    }
};

} // namespace gf::tst_trace_labs

#include "tests/entry.h"
GF_TEST(tst_trace_labs, TestTraceLabs)
#include "tst_trace_labs.moc"
