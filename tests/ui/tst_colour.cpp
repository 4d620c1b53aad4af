// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "core/train/optimizer.h"
#include "ui/theme/colour_map.h"
#include "ui/theme/hue.h"
#include "ui/theme/theme.h"

#include <QTest>

#include <array>

using namespace gf;

namespace {

constexpr std::array allHues = {Hue::Neutral,   Hue::Query,       Hue::Key,     Hue::Value,
                                Hue::Attention, Hue::FeedForward, Hue::Residual};

double lightness(QRgb colour) {
    return contrast(QColor(colour), Qt::black);
}

} // namespace

class ColourTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void textReadsOnEveryBackground_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void textReadsOnEveryBackground() {
        QFETCH(bool, dark);
        const Theme theme = dark ? Theme::dark() : Theme::light();
        QList<QColor> inks{theme.text, theme.mutedText, theme.error, theme.warning, theme.success};
        for (const Hue hue : allHues)
            inks << theme.textHue(hue);
        for (const QColor& ink : inks)
            for (const QColor& paper : {theme.window, theme.surface, theme.raised})
                QVERIFY2(contrast(ink, paper) >= 4.5,
                         qPrintable(ink.name() + " on " + paper.name()));
        QVERIFY(contrast(theme.fieldBorder, theme.surface) >= 3.0);
        QVERIFY(contrast(theme.selectionText, theme.selection) >= 4.5);
        QVERIFY(contrast(theme.hatch, theme.hatchBackground) >= 2.5);
    }

    void contrastIsThatOfTheStandard() {
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
        // The example everyone knows: #767676 is the lightest grey for words on white.
        QVERIFY(contrast(QColor("#767676"), Qt::white) >= 4.5);
        QVERIFY(contrast(QColor("#777777"), Qt::white) < 4.5);
    }

    void huesAreThePublishedOnesOnLightAndLighterOnDark() {
        QCOMPARE(Theme::light().hue(Hue::Query).name(), "#0072b2");
        QCOMPARE(Theme::light().hue(Hue::Key).name(), "#d55e00");
        QCOMPARE(Theme::light().hue(Hue::Value).name(), "#009e73");
        QCOMPARE(Theme::light().hue(Hue::Attention).name(), "#cc79a7");
        QCOMPARE(Theme::light().hue(Hue::FeedForward).name(), "#e69f00");
        QCOMPARE(Theme::light().hue(Hue::Residual).name(), "#56b4e9");
        for (const Hue hue : allHues)
            QVERIFY(contrast(Theme::dark().hue(hue), Theme::dark().surface) >= 4.5);
    }

    void stepsHaveTheHueOfWhatTheyAre_data() {
        QTest::addColumn<QString>("step");
        QTest::addColumn<int>("hue");
        const auto row = [](const char* step, Hue hue) {
            QTest::newRow(step) << step << static_cast<int>(hue);
        };
        row("encoder.0.self_attn.q", Hue::Query);
        row("encoder.0.self_attn.w_q", Hue::Query);
        row("decoder.1.cross_attn.k", Hue::Key);
        row("decoder.1.cross_attn.b_v", Hue::Value);
        row("encoder.0.self_attn.scores", Hue::Attention);
        row("encoder.0.self_attn.output", Hue::Attention);
        row("encoder.0.self_attn.w_o", Hue::Attention);
        row("encoder.0.ffn.hidden", Hue::FeedForward);
        row("encoder.0.residual1", Hue::Residual);
        row("source.embedded", Hue::Residual);
        row("target_embedding.weight", Hue::Residual);
        row("target_position.weight", Hue::Residual);
        row("update/encoder.0.self_attn.w_k/m", Hue::Key);
        row("adam_v/encoder.0.ffn.w_1", Hue::FeedForward);
        row("encoder.0.norm1.output", Hue::Neutral);
        row("logits", Hue::Neutral);
        row("grad/encoder.0.self_attn.k", Hue::Key);
    }
    void stepsHaveTheHueOfWhatTheyAre() {
        QFETCH(QString, step);
        QFETCH(int, hue);
        ModelConfig config;
        config.positional = Positional::Learned;
        config.attentionBias = true;
        const ModelGraph model = buildModel(
            config, {.sourceLength = 3, .targetLength = 3, .loss = true, .gradients = true});
        appendOptimizer(*model.graph, TrainConfig());
        const NodeId node = model.graph->find(step.toStdString());
        QVERIFY(node != noNode);
        QCOMPARE(static_cast<int>(hueOf(*model.graph, (*model.graph)[node])), hue);
    }

    void probabilitiesGetEvenlyLighter() {
        for (int i = 1; i <= 100; ++i)
            QVERIFY(lightness(sequentialColour(i / 100.0)) >
                    lightness(sequentialColour((i - 1) / 100.0)));
        QCOMPARE(sequentialColour(-1), sequentialColour(0));
        QCOMPARE(sequentialColour(2), sequentialColour(1));
    }

    void signedValuesAreStrongestAtBothEnds() {
        for (const bool dark : {false, true}) {
            const QColor zero(divergingColour(0, dark));
            const Theme theme = dark ? Theme::dark() : Theme::light();
            QVERIFY(contrast(zero, theme.surface) < 1.2);
            for (const double t : {0.25, 0.5, 0.75, 1.0}) {
                const double plus = contrast(QColor(divergingColour(t, dark)), zero);
                const double minus = contrast(QColor(divergingColour(-t, dark)), zero);
                QVERIFY2(plus / minus < 1.45 && minus / plus < 1.45,
                         qPrintable(QString::number(t)));
                QVERIFY(plus > contrast(QColor(divergingColour(t - 0.2, dark)), zero));
            }
        }
    }

    void paletteTellsItsTheme() {
        QVERIFY(!Theme::of(Theme::light().palette()).isDark);
        QVERIFY(Theme::of(Theme::dark().palette()).isDark);
    }

    void wordsOnAnyCellRead() {
        for (int i = -20; i <= 20; ++i)
            for (const bool dark : {false, true}) {
                const QColor cell(divergingColour(i / 20.0, dark));
                QVERIFY(contrast(readableOn(cell), cell) >= 4.5);
                const QColor other(sequentialColour(i / 20.0));
                QVERIFY(contrast(readableOn(other), other) >= 4.5);
            }
    }
};

#include "tests/entry.h"
GF_TEST(tst_colour, ColourTest)
#include "tst_colour.moc"
