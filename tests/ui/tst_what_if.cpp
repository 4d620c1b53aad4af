// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/program.h"
#include "core/graph/difference.h"
#include "core/graph/op.h"
#include "core/measure/head_contributions.h"
#include "core/ops/intervene.h"
#include "core/train/probe.h"
#include "core/train/run.h"
#include "tests/ui/asked.h"
#include "tests/ui/small_model.h"
#include "ui/controls/commands.h"
#include "ui/explain/explain_panel.h"
#include "ui/explain/text_block.h"
#include "ui/figure/heatmap_data.h"
#include "ui/map/map_model.h"
#include "ui/stage/composition.h"
#include "ui/stage/stage_scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_figure.h"
#include "ui/stations/stations.h"
#include "ui/steps/steps.h"
#include "ui/train/loss_chart.h"
#include "ui/whatif/effect.h"
#include "ui/whatif/intervention_words.h"
#include "ui/whatif/offers.h"
#include "ui/whatif/what_if_panel.h"
#include "ui/whatif/what_if_strip.h"
#include "ui/window/main_window.h"
#include "warnings.h"

#include <QAction>
#include <QDockWidget>
#include <QInputDialog>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gf::tst_what_if {

namespace {

/// A model with random weights that can be run with and without interventions.
class Bench {
public:
    Bench() {
        m_config.layers = 1;
        m_config.dModel = 8;
        m_config.heads = 2;
        m_config.dFf = 8;
        m_config.sourceVocab = m_config.targetVocab = 10;
        m_config.maxLength = 8;
        m_parameters = makeParameters(m_config);
        initialize(*m_parameters, m_config, 3);
    }

    std::shared_ptr<const Trace> trace(const std::vector<Intervention>& changes = {}) const {
        const auto probe = [&](const std::vector<Intervention>& list) {
            return Probe(*m_backend, m_config, *m_parameters, {{4, 5, 6}, {7, 8, 9}}, {}, "bench",
                         list);
        };
        if (changes.empty())
            return probe({}).run(0);
        return probe(changes).run(0, probe({}).run(0));
    }

private:
    std::unique_ptr<Backend> m_backend = makeBackend("cpu");
    ModelConfig m_config;
    std::unique_ptr<Parameters> m_parameters;
};

Intervention set(std::string node, double value, Places a = {}, Places b = {}, Places c = {}) {
    return {std::move(node), {Edit::Kind::Set, value, {a, b, c}}};
}

Focus at(const QString& step, int head, Index row, Index column) {
    Focus focus;
    focus.step = step;
    focus.head = head;
    focus.row = row;
    focus.column = column;
    return focus;
}

QStringList textsOf(const std::vector<Offer>& offers) {
    QStringList texts;
    for (const Offer& offer : offers)
        texts << QString(offer.text).remove(QLatin1Char('&'));
    return texts;
}

const QString weights = QStringLiteral("encoder.0.self_attn.weights");

} // namespace

class TestWhatIf : public QObject {
    Q_OBJECT

private:
    Bench m_bench;

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTest"); }
    void init() {
        failOnQtWarnings();
        QSettings().clear();
    }

    void offersFor_listsTheChangesOfAnAttentionCell() {
        const auto trace = m_bench.trace();
        const auto offers = offersFor(*trace, at(weights, 1, 0, 2));
        QCOMPARE(textsOf(offers),
                 (QStringList{"Mute head 2", "Hide key “6” from this query",
                              "Hide key “6” from all queries", "Temperature of head 2…",
                              "Temperature of all heads of this attention…", "Set this number to…",
                              "Set this number to 0", "Set the whole row “4” to 0",
                              "Switch the positions off"}));
        QCOMPARE(offers[0].changes,
                 QVector<Intervention>{set("encoder.0.self_attn.heads", 0, only(1))});
        QCOMPARE(offers[6].changes,
                 QVector<Intervention>{set(weights.toStdString(), 0, only(1), only(0), only(2))});
        QCOMPARE(offers.back().changes.size(), qsizetype{2});
        // A temperature of 4 divides the scores by 4.
        QCOMPARE(answered(offers[3], 4).front().edit.value, 0.25);
    }

    void offersFor_listsTheChangesOfATokenMixer() {
        const auto mean =
            traceOf(Architecture::Decoder, Norm::Pre, Positional::Sinusoidal, Mixer::Mean);
        const auto offers = offersFor(*mean, at("decoder.0.mixer.weights", 0, 2, 1));
        QCOMPARE(
            textsOf(offers).mid(0, 3),
            (QStringList{"Mute this token mixer", "Mute its global part", "Mute its local part"}));
        QVERIFY(textsOf(offers).value(3).startsWith("Hide key"));
        QVERIFY(textsOf(offers).value(4).endsWith("from all queries"));
        QCOMPARE(sentenceOf(*mean->graph, offers[0].changes.front()),
                 QStringLiteral("Muted · Decoder · layer 1 · token mixer · output"));
        QCOMPARE(sentenceOf(*mean->graph, offers[3].changes.front()),
                 QStringLiteral("Key 2 hidden from query 3 · Decoder · layer 1 · token mixer · "
                                "masked"));
        // A key after the query is hidden; shown, it has the share of all others.
        const auto later = offersFor(*mean, at("decoder.0.mixer.weights", 0, 0, 2));
        QVERIFY(textsOf(later).value(3).startsWith("Show key"));

        const auto convolution =
            traceOf(Architecture::Decoder, Norm::Pre, Positional::Sinusoidal, Mixer::Convolution);
        const auto neighbours =
            offersFor(*convolution, at("decoder.0.mixer.kernel", 0, 16, 1)); // of the second matrix
        QCOMPARE(textsOf(neighbours).value(1), QStringLiteral("Mute the neighbour at offset −1"));
        QCOMPARE(sentenceOf(*convolution->graph, neighbours[1].changes.front()),
                 QStringLiteral("Neighbour at offset −1 muted · Decoder · layer 1 · token mixer · "
                                "kernel K"));
    }

    /// Bahdanau's attention is asked step by step: a change of the matrix that shows all steps
    /// together is one of each of them.
    void offersFor_mutesAnAlignmentAndHidesItsKeys() {
        for (const Alignment attention : {Alignment::Bahdanau, Alignment::General}) {
            const auto changed = [&](const QVector<Intervention>& changes) {
                return recurrentTrace(attention, Architecture::EncoderDecoder, CellKind::Gru, 0,
                                      {changes.begin(), changes.end()});
            };
            const auto plain = changed({});
            const auto offers = offersFor(*plain, at("attention.weights", 0, 2, 1));
            QCOMPARE(textsOf(offers).mid(0, 1), QStringList{"Mute the attention"});
            const auto weightsIn = [](const Trace& trace) -> const Tensor& {
                return *trace.find("attention.weights");
            };
            const auto differs = [&](const Trace& trace) {
                return !std::ranges::equal(trace.find("logits")->values(),
                                           plain->find("logits")->values());
            };
            const auto muted = changed(offers[0].changes);
            for (const float weight : weightsIn(*muted).values())
                QCOMPARE(weight, 0.0F);
            QVERIFY(differs(*muted));
            QVERIFY(textsOf(offers).value(1).startsWith("Hide key"));
            const auto once = changed(offers[1].changes);
            QCOMPARE(weightsIn(*once).at({{2, 1, 0, 0}}), 0.0F);
            QVERIFY(weightsIn(*once).at({{1, 1, 0, 0}}) > 0);
            QVERIFY(differs(*once));
            const auto everywhere = changed(offers[2].changes);
            for (Index i = 0; i < 4; ++i)
                QCOMPARE(weightsIn(*everywhere).at({{i, 1, 0, 0}}), 0.0F);
            const int number = static_cast<int>(textsOf(offers).indexOf("Set this number to 0"));
            QVERIFY(number > 0);
            const auto zero = changed(offers[number].changes);
            QCOMPARE(weightsIn(*zero).at({{2, 1, 0, 0}}), 0.0F);
            QVERIFY(differs(*zero));
        }
    }

    void offersFor_showsAMaskedKey() {
        const auto trace = m_bench.trace();
        const auto offers = offersFor(*trace, at("decoder.0.self_attn.scores", 0, 0, 2));
        QVERIFY(textsOf(offers).contains(QStringLiteral("Show key “8” to this query")));
        QCOMPARE(offers[1].changes.front().edit.kind, Edit::Kind::Reveal);
        const auto shown = m_bench.trace({offers[1].changes.front()});
        QVERIFY(shown->find("decoder.0.self_attn.weights")->at({{0, 0, 2, 0}}) > 0);
        const HeatmapData data =
            heatmapOf(*shown, shown->graph->find("decoder.0.self_attn.weights"), 0);
        QCOMPARE(data.hiddenAt(0, 2), Hidden::No);
        QCOMPARE(data.hiddenAt(0, 1), Hidden::Causal);
    }

    void offersFor_setsNoNumberOfProbabilitiesOrLoss() {
        const auto trace = m_bench.trace();
        QCOMPARE(textsOf(offersFor(*trace, at("probabilities", 0, 1, 4))),
                 (QStringList{"Temperature of the output…", "Switch the positions off"}));
        QCOMPARE(textsOf(offersFor(*trace, at("loss", 0, 0, 0))),
                 (QStringList{"Switch the positions off"}));
        const auto parameter = textsOf(offersFor(*trace, at("source_embedding.weight", 0, 5, 2)));
        QVERIFY(parameter.contains(QStringLiteral("Set the whole row “6” to 0")));
    }

    void sentenceOf_saysAChangeInWords() {
        const auto trace = m_bench.trace();
        const Graph& graph = *trace->graph;
        const double hidden = -std::numeric_limits<double>::infinity();
        QCOMPARE(sentenceOf(graph, set("encoder.0.self_attn.heads", 0, only(1))),
                 QStringLiteral("Head 2 muted · Encoder · layer 1 · self-attention · heads"));
        QCOMPARE(
            sentenceOf(graph, set("decoder.0.cross_attn.masked", hidden, only(0), {}, only(2))),
            QStringLiteral("Key 3 hidden from all queries in head 1 · Decoder · layer 1 · "
                           "cross-attention · masked"));
        QCOMPARE(sentenceOf(graph, set("source.position", 0)),
                 QStringLiteral("Positions off · Source · position"));
        QCOMPARE(
            sentenceOf(graph, set("encoder.0.self_attn.scores", 1.5, only(0), only(1), only(2))),
            QStringLiteral("Set to 1.5: head 1, row 2, column 3 · Encoder · layer 1 · "
                           "self-attention · scores"));
        QCOMPARE(sentenceOf(graph, {"logits", {Edit::Kind::Multiply, 0.5, {}}}),
                 QStringLiteral("Temperature 2 · Logits"));
        QCOMPARE(sentenceOf(graph, set("source_embedding.weight", 0, only(4))),
                 QStringLiteral("Set to 0: row 4 · Source embedding · weight"));
    }

    void changedCells_areMarkedInEveryHeatmap() {
        const auto trace =
            m_bench.trace({set(weights.toStdString(), 0.5, only(1), only(0), only(2)),
                           set("encoder.0.self_attn.heads", 0, only(0))});
        const NodeId node = trace->graph->find(weights.toStdString());
        const HeatmapData data = heatmapOf(*trace, node, 1);
        QVERIFY(data.changedAt(0, 2));
        QVERIFY(!data.changedAt(0, 1));
        QVERIFY(data.scale == HeatmapData::Scale::Sequential); // they still are probabilities
        QVERIFY(heatmapOf(*trace, node, 0).changed.empty());
        Matrix side;
        side.node = trace->graph->find("encoder.0.self_attn.heads");
        side.heads = Matrix::Heads::Joined;
        const HeatmapData heads = heatmapOf(*trace, side);
        QVERIFY(heads.changedAt(0, 0));
        QVERIFY(heads.changedAt(3, 3));
        QVERIFY(!heads.changedAt(0, 4));
        Matrix turned;
        turned.node = node;
        turned.head = 1;
        turned.transposed = true;
        QVERIFY(heatmapOf(*trace, turned).changedAt(2, 0));
        // What the model computes there is not changed, nor is any gradient.
        QVERIFY(heatmapOf(*trace, trace->graph->find(weights.toStdString() + "/computed"), 1)
                    .changed.empty());
        QVERIFY(
            heatmapOf(*trace, trace->graph->find("grad/" + weights.toStdString() + "/computed"), 1)
                .changed.empty());
    }

    void change_isShownByWalkMapAndStage() {
        const auto trace = m_bench.trace(
            {set(weights.toStdString(), 0.5, only(0)), set("source_embedding.weight", 0, only(4))});
        const Graph& graph = *trace->graph;
        const Steps steps(trace->graph);
        const Step* computed = steps.at(at(weights + "/computed", 0, -1, -1));
        QVERIFY(computed);
        QCOMPARE(computed->title,
                 QStringLiteral("Encoder · layer 1 · self-attention · weights as computed"));
        QCOMPARE(computed->kind, QStringLiteral("attn.weights"));
        QCOMPARE(steps.next(at(computed->step, 0, -1, -1))->step, weights);

        const MapModel map = buildMap(graph);
        const auto place = map.find(weights);
        const MapBlock& block = map.blocks[place.block];
        QVERIFY(block.changed);
        QVERIFY(block.scope().isAttention());
        QVERIFY(block.steps[place.step].changed);
        QCOMPARE(block.main, place.step);
        QCOMPARE(map.find(weights + "/computed").block, place.block);
        QCOMPARE(map.find("source_embedding.weight/changed").block, 0);
        QCOMPARE(map.blocks.front().column, 0);

        const Composition composition = compose(graph, graph.find(weights.toStdString()), 0);
        QCOMPARE(composition.size(), std::size_t{3});
        QCOMPARE(composition[1].sign, QStringLiteral("changed"));
        const Composition panels = attentionPanels(graph, graph.find(weights.toStdString()), 0);
        QCOMPARE(panels.size(), std::size_t{7});
        QCOMPARE(panels[5].sign, QStringLiteral("softmax"));
    }

    void effectOf_comparesBothRuns() {
        QVERIFY(!effectOf(*m_bench.trace()));
        const auto trace = m_bench.trace({set("logits", 9, only(2), only(5))});
        const auto effect = effectOf(*trace);
        QVERIFY(effect);
        QVERIFY(effect->rows.size() == 4);
        QCOMPARE(*effect->lossAfter, static_cast<double>((*trace->find("loss"))[0]));
        QCOMPARE(*effect->lossBefore, static_cast<double>((*trace->without->find("loss"))[0]));
        // Only the changed row is different, so it stands first; its right word is 9, not 5.
        const RowEffect& first = effect->rows.front();
        QCOMPARE(first.row, Index{2});
        QCOMPARE(first.predicted, std::string("5"));
        QCOMPARE(first.word, std::string("9"));
        QVERIFY(first.after < first.before);
        QCOMPARE(first.logitAfter, first.logitBefore);
        QCOMPARE(effect->rows.back().after, effect->rows.back().before);
    }

    /// Whatever of a change stands on the stage beside a Δ makes that Δ, cell by cell.
    void differences_areDrawnWithTheArithmeticThatMakesThem() {
        const auto trace = m_bench.trace(
            {set("encoder.0.self_attn.heads", 0, only(1)), set("decoder.0.ffn.w2", 0, only(3))});
        const auto difference = differenceOf(alignedWithout(*trace), trace);
        const Graph& graph = *trace->graph;
        const Steps steps(trace->graph);
        int products = 0, alone = 0, blank = 0;
        for (const Step& step : steps.walk(false)) {
            const Node& node = graph[step.node];
            Focus focus = at(step.step, 1, -1, -1);
            focus.view = QLatin1String(matricesView);
            const StageScene scene = sceneFor(difference.get(), steps, step.node, focus);
            if (!scene.message.isEmpty()) {
                ++blank;
                for (const float change : difference->value(step.node).values())
                    QVERIFY2(change == 0 || std::isinf(change), qPrintable(step.step));
                continue;
            }
            const auto itemOf = [&](NodeId operand) {
                return std::ranges::find_if(scene.composition, [&](const StageItem& item) {
                    return item.kind == StageItem::Kind::Matrix && !item.result &&
                           item.matrix.node == operand;
                });
            };
            const auto isThere = [&](NodeId operand) {
                return itemOf(operand) != scene.composition.end();
            };
            if (std::ranges::none_of(node.inputs, isThere)) {
                ++alone;
                continue;
            }
            const CellReader drawn = [&](NodeId operand, const Cell& cell) {
                if (!isThere(operand))
                    return graph[operand].role == Role::Input
                               ? static_cast<double>(trace->value(operand).at(cell))
                               : 0.0;
                const Trace& of = itemOf(operand)->stays ? *trace : *difference;
                return static_cast<double>(of.value(operand).at(cell));
            };
            ++products;
            const Tensor& change = difference->value(step.node);
            for (Index i = 0; i < change.count(); ++i) {
                const Cell cell = cellAt(node.shape, i);
                if (!std::isfinite(change[i]))
                    continue;
                const double made =
                    evaluate(node.op->explain(graph, node, cell, drawn), drawn).back();
                QVERIFY2(std::abs(made - static_cast<double>(change[i])) < 1e-4,
                         qPrintable(QStringLiteral("%1: %2, not %3")
                                        .arg(step.step)
                                        .arg(made)
                                        .arg(static_cast<double>(change[i]))));
            }
        }
        QVERIFY(products > 10);
        QVERIFY(alone > 5);
        QVERIFY(blank > 5);
    }

    /// The weights of the head that is muted stay what they were: a matrix of zeros would be a
    /// white page.
    void effect_saysWhereNothingChangesAndWhereItStandsAlone() {
        const auto trace = m_bench.trace({set("encoder.0.self_attn.heads", 0, only(1))});
        FocusModel focus;
        QWidget window;
        StageWidget stage(&focus, &window);
        ExplainPanel explain(&focus);
        stage.resize(900, 600);
        const auto show = [&](const QString& step, int head, bool presented = false) {
            focus.set(at(step, head, -1, -1));
            stage.setHeaderShown(!presented);
            const auto difference = differenceOf(alignedWithout(*trace), trace);
            stage.setTrace(difference);
            explain.setTrace(difference);
            explain.refresh();
            return stage.findChild<QLabel*>("stageFacts")->text();
        };
        show(weights, 1);
        QVERIFY2(stage.canvas().scene().message.contains("Nothing changes here"),
                 qPrintable(stage.canvas().scene().message));
        QVERIFY(show("encoder.0.self_attn.heads", 1).contains("Δ alone"));
        QVERIFY(show("encoder.0.self_attn.heads", 0).contains("nothing changes in this head"));
        QVERIFY(show("encoder.0.self_attn.heads", 0, true).contains("nothing changes in this"));
        QVERIFY(show("logits", 0).contains("Δ: after less before"));
        const auto& panels = stage.canvas().panels();
        for (std::size_t i = 0; i < panels.size(); ++i) {
            const QString title = stage.canvas().dataOf(i).title;
            const bool isWeight =
                (*trace->graph)[panels[i].item.matrix.node].role == Role::Parameter;
            QVERIFY2(isWeight != title.contains("Δ"), qPrintable(title));
        }
        // Explain says what is drawn, not what a drawing would be that is not there.
        const auto* words = explain.findChild<TextBlock*>(QStringLiteral("explainDrawing"));
        QVERIFY2(words->toPlainText().contains("are changes"), qPrintable(words->toPlainText()));
        stage.setTrace(trace);
        explain.setTrace(trace);
        explain.refresh();
        QVERIFY2(!words->toPlainText().contains("are changes"), qPrintable(words->toPlainText()));
    }

    void alignedWithout_givesTheUnchangedValuesOfEveryStep() {
        const auto trace = m_bench.trace(
            {set("logits", 9, only(2), only(5)), set("source_embedding.weight", 0, only(4))});
        const auto aligned = alignedWithout(*trace);
        QCOMPARE(aligned->graph, trace->graph);
        const Graph& graph = *trace->graph;
        const auto same = [&](const char* node, const char* plain) {
            return std::ranges::equal(aligned->value(graph.find(node)).values(),
                                      trace->without->find(plain)->values());
        };
        for (const Node& node : trace->without->graph->nodes())
            QVERIFY2(same(node.name.c_str(), node.name.c_str()), node.name.c_str());
        QVERIFY(same("logits/computed", "logits"));
        QVERIFY(same("source_embedding.weight/changed", "source_embedding.weight"));
    }

    void explainPanel_saysWhatWasChangedAndComputed() {
        FocusModel focus;
        ExplainPanel panel(&focus);
        const auto trace =
            m_bench.trace({set(weights.toStdString(), 0.5, only(0), only(1), only(2))});
        panel.setTrace(trace);
        const auto text = [&] {
            QCoreApplication::processEvents(); // the panel writes when the stage has been drawn
            QString all;
            for (const TextBlock* block : panel.findChildren<TextBlock*>())
                all += block->html();
            return all;
        };
        focus.set(at(weights, 0, 1, 2));
        QTRY_VERIFY(text().contains(QStringLiteral("Changed by you")));
        focus.set(at(weights, 0, 1, 1));
        QTRY_VERIFY(!text().contains(QStringLiteral("Changed by you")));
        focus.set(at("logits", 0, 1, 1));
        QTRY_VERIFY(text().contains(QStringLiteral("Without your changes it was")));
        panel.setTrace(m_bench.trace());
        QTRY_VERIFY(!text().contains(QStringLiteral("Without your changes")));
    }

    void window_showsTheChangeInStripAndPanel() {
        MainWindow window;
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.showNews(news::Traced{m_bench.trace()});
        auto* strip = window.findChild<WhatIfStrip*>();
        auto* panel = window.findChild<WhatIfPanel*>();
        QVERIFY(strip);
        QVERIFY(panel);
        QVERIFY(!strip->isVisible());
        const Commands& commands = window.commands();
        QVERIFY(!commands[Command::UndoChange]->isEnabled());

        const Intervention mute = set("encoder.0.self_attn.heads", 0, only(1));
        window.showNews(InterventionState{{mute}, true, false});
        window.showNews(news::Traced{m_bench.trace({mute})});
        QVERIFY(strip->isVisible());
        window.findChild<QDockWidget*>(QStringLiteral("what-if"))->show();
        QTRY_VERIFY2(window.minimumSizeHint().width() <= 1024,
                     qPrintable(QString::number(window.minimumSizeHint().width())));
        QVERIFY(commands[Command::UndoChange]->isEnabled());
        QVERIFY(!commands[Command::RedoChange]->isEnabled());
        auto* list = panel->findChild<QListWidget*>();
        QCOMPARE(list->count(), 1);
        QVERIFY(list->item(0)->text().startsWith(QStringLiteral("Head 2 muted")));
        QCOMPARE(panel->findChild<QTableWidget*>()->rowCount(), 4);
        QCOMPARE(list->verticalScrollBar()->maximum(), 0); // it is as high as what it lists

        // Delete in the list takes it back, Return goes there.
        test::Asked<intent::TakeBack> takenBack(window.intents());
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(takenBack.value(0).index, 0);
        emit list->itemActivated(list->item(0));
        QCOMPARE(window.focus()->focus().step, QStringLiteral("encoder.0.self_attn.heads"));
        QCOMPARE(window.focus()->focus().head, 1);

        // B shows the run before; the step stays, though that graph has no "as computed".
        Focus computed = window.focus()->focus();
        computed.step += QStringLiteral("/computed");
        window.focus()->set(computed);
        commands[Command::ShowBefore]->trigger();
        QCOMPARE(window.focus()->focus().step, QStringLiteral("encoder.0.self_attn.heads"));
        QVERIFY(!window.steps().at(computed) || window.steps().at(computed)->step != computed.step);
        commands[Command::ShowBefore]->trigger();
        QCOMPARE(window.steps().at(computed)->step, computed.step);

        // The effect is drawn as a difference, and only one of the two at a time.
        commands[Command::ShowEffect]->trigger();
        const auto drawn = window.findChild<StageWidget*>()->trace();
        QVERIFY(drawn->isDifference());
        commands[Command::ShowBefore]->trigger();
        QVERIFY(!commands[Command::ShowEffect]->isChecked());
        QVERIFY(!window.findChild<StageWidget*>()->trace()->isDifference());

        // In a walk there is no run before, and a switch would say that it is shown.
        const auto walked = std::make_shared<Trace>(*m_bench.trace({mute}));
        walked->without.reset();
        window.showNews(news::Traced{walked});
        for (const Command view : {Command::ShowBefore, Command::ShowEffect})
            QVERIFY(!commands[view]->isEnabled() && !commands[view]->isChecked());
        window.showNews(news::Traced{m_bench.trace({mute})});
        QVERIFY(commands[Command::ShowBefore]->isEnabled());

        window.showNews(InterventionState{{}, false, true});
        window.showNews(news::Traced{m_bench.trace()});
        QVERIFY(!strip->isVisible());
        QVERIFY(commands[Command::RedoChange]->isEnabled());
    }

    void lossChart_keepsItsHeightInASmallWindow() {
        MainWindow window;
        window.resize(1024, 640);
        window.show();
        window.showNews(news::Traced{m_bench.trace()});
        auto* dock = window.findChild<QDockWidget*>(QStringLiteral("what-if"));
        dock->hide();
        if (auto* unfold = window.findChild<QToolButton*>(QStringLiteral("curves"));
            window.findChild<LossChart*>()->isHidden())
            unfold->click();
        QTRY_VERIFY(window.findChild<LossChart*>()->isVisible());
        QCoreApplication::processEvents();
        const int before = window.findChild<LossChart*>()->height();
        const Intervention mute = set("encoder.0.self_attn.heads", 0, only(1));
        window.showNews(InterventionState{{mute}, true, false});
        window.showNews(news::Traced{m_bench.trace({mute})});
        dock->show();
        QTRY_VERIFY(window.findChild<QTableWidget*>()->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(window.findChild<LossChart*>()->height(), before);
    }

    /// Wherever a head's label is guessed the head can be muted with one click, and heard again.
    void muteButton_mutesTheHeadOfTheDrawing() {
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.showNews(news::Traced{m_bench.trace()});
        Focus focus = at(weights, 1, -1, -1);
        focus.view = QStringLiteral("heads");
        window.focus()->set(focus);
        const auto button = [&] {
            for (auto* each : window.findChildren<QToolButton*>(QStringLiteral("mute")))
                if (each->isVisible())
                    return each;
            return static_cast<QToolButton*>(nullptr);
        };
        QTRY_VERIFY(button() && !button()->isChecked());
        QCOMPARE(button()->text(), QStringLiteral("Mute head 2"));
        test::Asked<intent::Intervene> intervened(window.intents());
        QTest::mouseClick(button(), Qt::LeftButton);
        const Intervention mute = set("encoder.0.self_attn.heads", 0, only(1));
        QCOMPARE(intervened.value(0).changes, QVector<Intervention>{mute});

        window.showNews(InterventionState{{mute}, true, false});
        window.showNews(news::Traced{m_bench.trace({mute})});
        QTRY_VERIFY(button() && button()->isChecked());
        test::Asked<intent::TakeBack> takenBack(window.intents());
        QTest::mouseClick(button(), Qt::LeftButton);
        QCOMPARE(takenBack.value(0).index, 0);
        // Another head can be muted as well; gradients have no head to mute.
        window.focus()->setHead(0);
        QTRY_VERIFY(button() && !button()->isChecked());
        window.focus()->setView(QLatin1String(matricesView));
        QTRY_VERIFY(!button());
    }

    /// A change never takes a drawing away, and every drawing of what was changed is another one.
    void stations_drawWhatWasChanged() {
        const auto base = m_bench.trace();
        const auto drawn = [](const Trace& trace, const Station& station, const Node& node) {
            StationInput input{trace, node.id, at(stepOf(node), 1, 1, 1), Theme::light(), QFont(),
                               {},    {}};
            input.size = minimumSizeOf(station, input).expandedTo({900, 640});
            const StationFigure figure{&station, input, QString()};
            return paperBytes(figure.onPaper({}), FigureFormat::Svg, 96);
        };
        const std::string block = "decoder.0.self_attn.";
        for (const Intervention& change :
             {set(block + "heads", 0, only(1)), set(block + "scores", 3, only(1), only(1), only(1)),
              set(block + "scaled", 3, only(1), only(1), only(1)),
              set(block + "weights", 0, only(1), only(1), only(1)),
              set(block + "q", 2, only(1), only(1)), set(block + "w_q", 2, only(1)),
              set(block + "concat", 2, only(1)), set(block + "output", 2, only(1)),
              set("target.position", 0), set("target.embedded", 3, only(1)),
              set("target.input", 3, only(1)), set("decoder.0.norm1.output", 3, only(1)),
              set("decoder.0.norm1.gain", 3), set("decoder.0.ffn.hidden", 1, only(1)),
              set("logits", 9, only(1), only(1))}) {
            const auto trace = m_bench.trace({change});
            int others = 0;
            for (const Node& node : base->graph->nodes()) {
                if (node.role == Role::Backward) // those have other names where a step is changed
                    continue;
                const NodeId id = trace->graph->find(node.name);
                QVERIFY2(id != noNode, node.name.c_str());
                for (const Station* station : stationsFor(*base->graph, node)) {
                    if (base->value(node.id).empty())
                        continue;
                    // Of another q there is no form X (W_Q W_Kᵀ) Xᵀ.
                    if (change.node == block + "q" && std::string(station->id) == "form")
                        continue;
                    const auto shown = stationsFor(*trace->graph, (*trace->graph)[id]);
                    QVERIFY2(std::ranges::find(shown, station) != shown.end(),
                             (change.node + " " + node.name + " " + station->id).c_str());
                    const bool other = drawn(*trace, *station, (*trace->graph)[id]) !=
                                       drawn(*base, *station, node);
                    others += other ? 1 : 0;
                    // The kinds of positions are drawn whatever they are added to.
                    if (node.name == change.node && station->id != std::string("position-kinds"))
                        QVERIFY2(other, (change.node + " " + station->id).c_str());
                }
            }
            QVERIFY2(others > 0, change.node.c_str());
        }
    }

    void stageFacts_sayWhatFollowsFromAChange() {
        FocusModel focus;
        StageWidget stage(&focus);
        stage.setTrace(m_bench.trace({set("encoder.0.self_attn.heads", 0, only(1))}));
        const auto facts = [&](const char* step) {
            focus.setStep(QLatin1String(step));
            return stage.findChild<QLabel*>(QStringLiteral("stageFacts"))->text();
        };
        QVERIFY(facts("encoder.0.self_attn.heads").contains(QStringLiteral("changed by you")));
        QVERIFY(facts("logits").contains(QStringLiteral("follows from your change")));
        QVERIFY(!facts("encoder.0.self_attn.weights").contains(QStringLiteral("your change")));
    }

    /// The estimate of what muting does is the slope of what a little muting does.
    void muteEstimates_areTheSlopeOfTheLoss() {
        const auto trace = m_bench.trace();
        const Graph& graph = *trace->graph;
        const auto loss = [](const Trace& run) {
            return static_cast<double>((*run.find("loss"))[0]);
        };
        for (const char* name : {"encoder.0.self_attn.heads", "decoder.0.cross_attn.heads"}) {
            const NodeId heads = graph.find(name);
            const Tensor estimates =
                muteEstimates(trace->value(heads), trace->value(graph.gradientOf(heads)));
            for (Index head = 0; head < 2; ++head) {
                double estimate = 0;
                for (Index token = 0; token < estimates.shape()[0]; ++token)
                    estimate += static_cast<double>(estimates[token * 2 + head]);
                const double less = 0.02;
                const auto quieter =
                    m_bench.trace({{name, {Edit::Kind::Multiply, 1 - less, {only(head)}}}});
                const double slope = (loss(*quieter) - loss(*trace)) / less;
                QVERIFY2(std::abs(slope - estimate) < 0.05 * std::abs(slope) + 2e-4,
                         qPrintable(QString("%1 %2 %3").arg(name).arg(slope).arg(estimate)));
            }
        }
    }

    void focusMenu_changesTheModel() {
        MainWindow window;
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.showNews(news::Traced{m_bench.trace()});
        window.focus()->set(at(weights, 1, 0, 2));
        test::Asked<intent::Intervene> intervened(window.intents());
        const auto menuEntry = [&](const QString& text) -> QAction* {
            for (const QMenu* menu : window.findChildren<QMenu*>())
                for (QAction* action : menu->actions())
                    if (action->text() == text)
                        return action;
            return nullptr;
        };
        QTest::keyClick(&window, Qt::Key_C);
        QAction* mute = menuEntry(QStringLiteral("&Mute head 2"));
        QVERIFY(mute);
        mute->trigger();
        QCOMPARE(intervened.size(), qsizetype{1});
        QCOMPARE(intervened[0].changes.front(), set("encoder.0.self_attn.heads", 0, only(1)));
        menuEntry(QStringLiteral("&Temperature of head 2…"))->trigger();
        auto* question = window.findChild<QInputDialog*>();
        QVERIFY(question);
        question->setDoubleValue(2);
        question->accept();
        QCOMPARE(intervened.size(), qsizetype{2});
        QCOMPARE(intervened[1].changes.front().edit.value, 0.5);
    }
};

} // namespace gf::tst_what_if

#include "tests/entry.h"
GF_TEST(tst_what_if, TestWhatIf)
#include "tst_what_if.moc"
