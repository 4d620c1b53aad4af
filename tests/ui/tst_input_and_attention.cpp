// SPDX-License-Identifier: GPL-3.0-or-later
// The stations from the embedding to the heads: what is written on them and what their places are.
#include "core/measure/positions.h"
#include "core/measure/sinusoidal_rotation.h"
#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_words.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/line_fan.h"
#include "ui/stations/station_bar.h"
#include "ui/stations/stations.h"

#include "drawn_station.h"
#include "stage_fixture.h"
#include "warnings.h"

#include <QPainter>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

namespace gf::tst_input_and_attention {

using test::at;
using test::Drawn;
using test::idsFor;

namespace {

std::shared_ptr<const Trace> traceWith(Positional positional, bool biases = false,
                                       Architecture architecture = Architecture::EncoderDecoder) {
    ModelConfig model = test::smallModel(architecture);
    model.positional = positional;
    model.attentionBias = biases ? AttentionBias::All : AttentionBias::None;
    return test::makeTrace(model);
}

} // namespace

class TestInputAndAttention : public QObject {
    Q_OBJECT
private slots:
    void init() { failOnQtWarnings(); }

    void stations_areOfferedAtTheStepsTheySuit() {
        const auto trace = traceWith(Positional::Sinusoidal);
        const auto has = [&](const char* step, const char* id) {
            return idsFor(trace, step).contains(QLatin1String(id));
        };
        QVERIFY(has("source.embedded", "vectors"));
        QVERIFY(has("target.embedded", "similarity"));
        QVERIFY(has("source.position", "curves"));
        QVERIFY(has("target.position", "position-kinds"));
        QVERIFY(has("source.input", "sum"));
        QVERIFY(has("encoder.0.self_attn.q", "projection"));
        QVERIFY(has("decoder.1.cross_attn.w_k", "projection"));
        QVERIFY(!has("decoder.1.cross_attn.w_o", "projection"));
        QVERIFY(!has("encoder.0.self_attn.output", "projection"));
        QVERIFY(has("decoder.0.self_attn.scores", "form"));
        QVERIFY(has("decoder.0.self_attn.scaled", "form"));
        QVERIFY(!has("decoder.0.self_attn.masked", "form"));
        QVERIFY(has("decoder.0.cross_attn.heads", "weighted-sum"));
        QVERIFY(!has("grad/decoder.0.cross_attn.heads", "weighted-sum"));
        QVERIFY(idsFor(traceWith(Positional::Learned), "source_position.weight")
                    .contains(QStringLiteral("curves")));
        // Without positions nothing is added.
        QVERIFY(
            !idsFor(traceWith(Positional::None), "source.input").contains(QStringLiteral("sum")));
    }

    /// A token's id is the row of the table that it picks: both have one number.
    void ids_areTheNumbersOfTheRowsThatTheyPick() {
        const auto trace = traceWith(Positional::Learned);
        const Graph& graph = *trace->graph;
        const auto id = static_cast<Index>((*trace->find("source.ids"))[0]);
        const QString number = QStringLiteral("id %1").arg(id);
        QVERIFY(Drawn(trace, "vectors", "source.embedded").words.all().contains("· " + number));
        const HeatmapData table = heatmapOf(*trace, graph.find("source_embedding.weight"));
        QVERIFY2(cellTip(table, id, 2).contains(QStringLiteral("vocabulary %1 ").arg(id)),
                 qPrintable(cellTip(table, id, 2)));
        QVERIFY(cellTip(table, id, 2).contains("feature 3"));
        const HeatmapData logits = heatmapOf(*trace, graph.find("logits"));
        QVERIFY2(cellTip(logits, 0, 4).contains("vocabulary 4 "),
                 qPrintable(cellTip(logits, 0, 4)));
        // As in the formulas and on the curves.
        const HeatmapData positions = heatmapOf(*trace, graph.find("source_position.weight"));
        QVERIFY2(cellTip(positions, 3, 0).contains("position 3,"),
                 qPrintable(cellTip(positions, 3, 0)));
        QCOMPARE(rowLabel(positions, 3), QString("3"));
        QCOMPARE(rowLabel(rowOf(positions, 3), 0), QString("3"));
    }

    void positionCurves_tellTheWavelengthOfTheirFeature() {
        const auto trace = traceWith(Positional::Sinusoidal);
        const Drawn drawn(trace, "curves", "source.position", {},
                          {{"feature", 3}, {"featureStep", 5}});
        QVERIFY(drawn.words.all().contains(QStringLiteral("feature 3 · sine · wavelength %1")
                                               .arg(numberText(sinusoidalWavelength(2, 16), 4))));
        QVERIFY(drawn.words.all().contains("feature 8 · cosine"));
        QVERIFY(drawn.words.all().contains("feature 13 · sine"));
        QVERIFY(!drawn.words.all().contains("feature 18")); // there are 16
        const Drawn learned(traceWith(Positional::Learned), "curves", "source.position");
        QVERIFY(learned.words.all().contains("feature 1"));
        QVERIFY(!learned.words.all().contains("wavelength"));
    }

    void positionKinds_sayWhichIsTheModelsOwn_data() {
        QTest::addColumn<int>("positional");
        QTest::addColumn<int>("own"); // which of the six is the model's own
        QTest::newRow("sinusoidal") << int(Positional::Sinusoidal) << 0;
        QTest::newRow("learned") << int(Positional::Learned) << 1;
        QTest::newRow("none") << int(Positional::None) << 2;
        QTest::newRow("relative") << int(Positional::Relative) << 3;
        QTest::newRow("rotary") << int(Positional::Rotary) << 4;
        QTest::newRow("alibi") << int(Positional::Alibi) << 5;
    }

    void positionKinds_sayWhichIsTheModelsOwn() {
        QFETCH(int, positional);
        QFETCH(int, own);
        const auto trace = traceWith(static_cast<Positional>(positional));
        for (const char* step : {"source.input", "target.input"}) {
            const Drawn drawn(trace, "position-kinds", step);
            const QString all = drawn.words.texts.join(QLatin1Char(' '));
            const QStringList kinds{"Sinusoidal ", "Learned ", "None ",
                                    "Relative ",   "Rotary ",  "ALiBi "};
            for (int i = 0; i < 6; ++i)
                QVERIFY2(all.contains(kinds[i] + (i == own ? QStringLiteral("this model’s own")
                                                           : QStringLiteral("not this model’s"))),
                         qPrintable(all));
            // Tables that the model does not have are not made up.
            QCOMPARE(all.contains("no table of learned"), own != 1);
            QCOMPARE(all.contains("no table of numbers by distance"), own != 3);
            const bool hasBoth = own == 1 || own == 3;
            QCOMPARE(drawn.picture.grids.size(), std::size_t(hasBoth ? 5 : 4));
        }
    }

    /// What two places are to each other, kind by kind.
    void positionKinds_followTheirFormulas() {
        const auto trace = traceWith(Positional::Sinusoidal);
        const NodeId node = trace->graph->find("source.input");
        const Drawn drawn(trace, "position-kinds", "source.input");
        const Tensor all =
            drawn.station->numbers({*trace, node, at(-1, -1, 1), Theme::light(), QFont(), {}, {}});
        const Index places = (*trace->graph)[node].shape[0];
        QCOMPARE(all.shape(), (Shape{4 * places, places})); // sinusoidal, none, rotary, ALiBi
        for (Index i = 0; i < places; ++i)
            for (Index j = 0; j < places; ++j) {
                const auto number = [&](Index kind) {
                    return static_cast<double>(all[(kind * places + i) * places + j]);
                };
                const Index apart = std::abs(i - j);
                QVERIFY(std::abs(number(0) - sinusoidalProduct(16, apart)) < 1e-5);
                QCOMPARE(number(1), 0.0);
                QVERIFY(std::abs(number(2) - sinusoidalProduct(16, apart)) < 1e-5);
                QVERIFY(std::abs(number(3) + static_cast<double>(apart) / 256) < 1e-6); // 2^−8
            }
    }

    void predictions_nameTheTokenThatTheyLabelOrFollow() {
        for (const auto architecture : {Architecture::Encoder, Architecture::Decoder}) {
            const auto trace = traceWith(Positional::Sinusoidal, false, architecture);
            const Drawn drawn(trace, "words", "probabilities", at(1, -1));
            const bool labels = architecture == Architecture::Encoder;
            QVERIFY2(drawn.words.all().contains(labels ? "Token 2, “e”: " : "Token 2, after “c”: "),
                     qPrintable(drawn.words.all()));
        }
    }

    void cloze_opensAtTheFirstHiddenToken() {
        Trace cloze = *traceWith(Positional::Sinusoidal, false, Architecture::Encoder);
        cloze.labels = {"<pad>", "<pad>", "f"};
        Tensor& keep = cloze.values[cloze.graph->find("label.keep")];
        keep[0] = keep[1] = 0;
        const Drawn drawn(std::make_shared<const Trace>(cloze), "words", "probabilities", {});
        QVERIFY2(drawn.words.all().contains("Token 3, "), qPrintable(drawn.words.all()));
        QVERIFY2(drawn.words.all().count("<pad>") <= 1, // as a word that the model may say
                 qPrintable(drawn.words.all()));
        const auto region = std::ranges::find_if(drawn.picture.hitRegions, [](const auto& each) {
            return each.place.column < 0 && each.place.row == 1;
        });
        QVERIFY(region != drawn.picture.hitRegions.end());
        QVERIFY2(region->place.tip.contains("nothing is asked here"),
                 qPrintable(region->place.tip));
    }

    void inputSum_isWrittenWithTheNumbersOfTheTrace() {
        const auto trace = traceWith(Positional::Sinusoidal);
        const Drawn drawn(trace, "sum", "target.input", at(2, 5));
        const auto number = [&](const char* step) {
            return numberText(trace->find(step)->at({{2, 5, 0, 0}}), 5);
        };
        QVERIFY(drawn.words.texts.contains(QStringLiteral("feature 6:  %1 + %2 = %3")
                                               .arg(number("target.embedded"),
                                                    number("target.position"),
                                                    number("target.input"))));
    }

    void projection_leadsFromTheWholeMatrixToItsHeads() {
        const auto trace = traceWith(Positional::Sinusoidal);
        const Drawn q(trace, "projection", "encoder.0.self_attn.q", at(1, 2, 1));
        QVERIFY(q.words.texts.contains("q, head 2"));
        // The other head's columns are one place, which leads there.
        QCOMPARE(q.picture.hitRegions.size(), std::size_t(1));
        QCOMPARE(q.picture.hitRegions[0].place.head, 0);
        const auto& whole = q.grid(16, 16);
        QCOMPARE(whole.placeOf(3, 8 + 2).column, Index(2));
        QCOMPARE(whole.placeOf(3, 8 + 2).row, Index(-1));
        // At the weight itself, places are its own rows and columns.
        const Drawn weight(trace, "projection", "encoder.0.self_attn.w_q", at(4, 10, 1));
        QCOMPARE(weight.grid(16, 16).placeOf(3, 10).row, Index(3));
        QCOMPARE(weight.grid(16, 16).placeOf(3, 10).column, Index(10));
    }

    void bilinearForm_givesTheScoreOfTheModel_data() {
        QTest::addColumn<bool>("biases");
        QTest::newRow("without biases") << false;
        QTest::newRow("with biases") << true;
    }

    void bilinearForm_givesTheScoreOfTheModel() {
        QFETCH(bool, biases);
        const auto trace = traceWith(Positional::Sinusoidal, biases);
        for (const char* step : {"decoder.1.cross_attn.scores", "decoder.1.cross_attn.scaled"}) {
            const Drawn drawn(trace, "form", step, at(1, 3, 1));
            const QString check = drawn.words.texts.last();
            static const QRegularExpression numbers("product (\\S+), in the model (\\S+)$");
            const QRegularExpressionMatch match = numbers.match(check);
            QVERIFY2(match.hasMatch(), qPrintable(check));
            const auto value = [&](int i) {
                return match.captured(i).replace(QChar(0x2212), '-').toDouble();
            };
            QVERIFY2(std::abs(value(1) - value(2)) < 1e-4, qPrintable(check));
            QCOMPARE(match.captured(2), numberText(trace->find(step)->at({{1, 1, 3, 0}}), 5));
            QCOMPARE(drawn.words.texts.contains("from b"), biases);
            QVERIFY(drawn.words.all().contains("of the source"));
        }
    }

    void crossAttention_namesBothSentences() {
        const auto trace = traceWith(Positional::Sinusoidal);
        for (const char* id : {"lines", "weighted-sum"}) {
            const Drawn drawn(trace, id,
                              id == std::string("lines") ? "decoder.0.cross_attn.weights"
                                                         : "decoder.0.cross_attn.heads",
                              at(1, -1));
            // “bead” is the source, “cafe” the target.
            for (const char* token : {"b", "d"})
                QVERIFY2(drawn.words.texts.contains(QLatin1String(token)), token);
            const QString all = drawn.words.all();
            for (const char* query : {"<sos>", "c → a", "f"})
                QVERIFY2(all.contains(QString::fromUtf8(query)), query);
        }
    }

    void attentionLines_showTheWeightsOfTheQueryInFocus() {
        const auto trace = traceWith(Positional::Sinusoidal);
        const Drawn drawn(trace, "lines", "decoder.0.self_attn.weights", at(0, -1));
        QVERIFY(drawn.words.texts.contains("1.000")); // the first query sees only itself
        QVERIFY(drawn.words.texts.contains("hidden"));
        const Drawn nothing(trace, "lines", "decoder.0.self_attn.weights");
        QVERIFY(!nothing.words.texts.contains("hidden"));
    }

    void weightedSum_followsQueryAndOrder() {
        const auto trace = traceWith(Positional::Sinusoidal);
        const Tensor& weights = *trace->find("encoder.0.self_attn.weights");
        const Index keys = weights.shape()[2];
        const auto firstTip = [&](double order) {
            const Drawn drawn(trace, "weighted-sum", "encoder.0.self_attn.heads", at(2, 1),
                              {{"order", order}});
            // Places of keys follow those of the sentence of queries.
            return drawn.picture.hitRegions[std::size_t(weights.shape()[1])].place.tip;
        };
        Index strongest = 0;
        for (Index j = 1; j < keys; ++j)
            if (weights.at({{0, 2, j, 0}}) > weights.at({{0, 2, strongest, 0}}))
                strongest = j;
        QVERIFY(firstTip(0).contains(numberText(weights.at({{0, 2, 0, 0}}), 5)));
        QVERIFY(firstTip(1).contains(numberText(weights.at({{0, 2, strongest, 0}}), 5)));
        const Drawn drawn(trace, "weighted-sum", "encoder.0.self_attn.heads", at(2, 1));
        const Tensor& heads = *trace->find("encoder.0.self_attn.heads");
        QVERIFY(drawn.words.all().contains(
            QStringLiteral("= %1").arg(numberText(heads.at({{0, 2, 1, 0}}), 4))));
    }

    /// Fifty weak lines on top of each other look like one of them, and a strong one stays strong.
    void lineFan_keepsManyWeakLinesWeak() {
        const auto shade = [](int weak, int strong) {
            QImage image(60, 40, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            PainterCanvas canvas(painter, QFont());
            const std::vector<FanLine> lines(std::size_t(weak), {QLineF(5, 20, 55, 20), 4, 0.2});
            LineFan fan({0, 0, 60, 40}, lines);
            fan.draw(canvas, Qt::black,
                     std::vector<FanLine>(std::size_t(strong), {QLineF(5, 5, 55, 35), 4, 0.9}));
            painter.end();
            return image.pixelColor(30, 20).lightness();
        };
        QCOMPARE(shade(50, 0), shade(1, 0));
        QVERIFY(shade(1, 0) > 180);
        QVERIFY(shade(1, 0) < 255);
        QCOMPARE(shade(50, 1), shade(0, 1));
        QVERIFY(shade(50, 1) < 60);
    }

    void stationBar_doesNotWidenTheStage() {
        FocusModel focus;
        StageWidget stage(&focus);
        stage.setTrace(traceWith(Positional::Sinusoidal));
        focus.setStep(QStringLiteral("source.position"));
        focus.setView(QStringLiteral("curves"));
        stage.resize(400, 500);
        stage.show();
        QVERIFY(QTest::qWaitForWindowExposed(&stage));
        QVERIFY(stage.minimumSizeHint().width() < 400);
        const auto* bar = stage.findChild<StationBar*>();
        QVERIFY(bar);
        QVERIFY(bar->isVisible());
        for (const QWidget* item : bar->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
            QVERIFY2(item->isHidden() || bar->rect().contains(item->geometry()),
                     qPrintable(item->objectName()));
    }
};

} // namespace gf::tst_input_and_attention

#include "tests/entry.h"
GF_TEST(tst_input_and_attention, TestInputAndAttention)
#include "tst_input_and_attention.moc"
