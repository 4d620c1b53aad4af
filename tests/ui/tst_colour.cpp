// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "core/train/optimizer.h"
#include "ui/compare/gradient_chart.h"
#include "ui/theme/colour_map.h"
#include "ui/theme/high_contrast.h"
#include "ui/theme/hue.h"
#include "ui/theme/theme.h"
#include "warnings.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QSlider>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>

#include <array>

namespace gf::tst_colour {

namespace {

constexpr std::array allHues = {Hue::Neutral,   Hue::Query,       Hue::Key,     Hue::Value,
                                Hue::Attention, Hue::FeedForward, Hue::Residual};

double lightness(QRgb colour) {
    return contrast(QColor(colour), Qt::black);
}

} // namespace

class ColourTest : public QObject {
    Q_OBJECT

private:
    static void themes() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("high");
        QTest::newRow("light") << false << false;
        QTest::newRow("dark") << true << false;
        QTest::newRow("high contrast, light") << false << true;
        QTest::newRow("high contrast, dark") << true << true;
    }
    static Theme fetched() {
        QFETCH(bool, dark);
        QFETCH(bool, high);
        return high ? Theme::highContrast(dark) : dark ? Theme::dark() : Theme::light();
    }
    static QList<QColor> papers(const Theme& theme) {
        return {theme.window, theme.surface, theme.raised};
    }

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTest"); }
    void init() { failOnQtWarnings(); }

    void text_isReadableOnEveryBackground_data() { themes(); }
    void text_isReadableOnEveryBackground() {
        const Theme theme = fetched();
        QCOMPARE(theme.textContrast(), theme.isHighContrast ? 7.0 : 4.5);
        QList<QColor> inks{theme.text, theme.mutedText, theme.error, theme.warning, theme.success};
        for (const Hue hue : allHues)
            inks << theme.textHue(hue);
        inks << theme.palette().color(QPalette::Link) << theme.palette().color(QPalette::ButtonText)
             << theme.palette().color(QPalette::PlaceholderText);
        for (const QColor& ink : inks)
            for (const QColor& paper : papers(theme))
                QVERIFY2(contrast(ink, paper) >= theme.textContrast(),
                         qPrintable(ink.name() + " on " + paper.name()));
        QVERIFY(contrast(theme.selectionText, theme.selection) >= theme.textContrast());
    }

    void frames_contrastWithTheirBackground_data() { themes(); }
    void frames_contrastWithTheirBackground() {
        const Theme theme = fetched();
        QVERIFY(contrast(theme.fieldBorder, theme.surface) >= 3.0);
        const double least = theme.isHighContrast ? 4.5 : 2.5;
        QVERIFY(contrast(theme.hatch, theme.hatchBackground) >= least);
        QVERIFY(contrast(theme.paddingHatch, theme.paddingBackground) >= least);
        QVERIFY(contrast(theme.text, theme.paddingBackground) >= 4.5);
        for (const QColor& paper : papers(theme)) {
            QVERIFY(contrast(theme.selection, paper) >= 3.0); // around what has the keyboard
            if (!theme.isHighContrast)
                continue;
            for (const QColor& line : {theme.border, theme.fieldBorder, theme.grid})
                QVERIFY2(contrast(line, paper) >= 3.0, qPrintable(line.name()));
            for (const Hue hue : allHues)
                QVERIFY(contrast(theme.hue(hue), paper) >= 4.5);
            QVERIFY(contrast(theme.palette().color(QPalette::Disabled, QPalette::Text), paper) >=
                    4.5);
        }
    }

    void contrast_isThatOfTheStandard() {
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
        // The example everyone knows: #767676 is the lightest grey for words on white.
        QVERIFY(contrast(QColor("#767676"), Qt::white) >= 4.5);
        QVERIFY(contrast(QColor("#777777"), Qt::white) < 4.5);
    }

    void hues_areThePublishedOnesOnLightAndReadableOnDark() {
        QCOMPARE(Theme::light().hue(Hue::Query).name(), "#0072b2");
        QCOMPARE(Theme::light().hue(Hue::Key).name(), "#d55e00");
        QCOMPARE(Theme::light().hue(Hue::Value).name(), "#009e73");
        QCOMPARE(Theme::light().hue(Hue::Attention).name(), "#cc79a7");
        QCOMPARE(Theme::light().hue(Hue::FeedForward).name(), "#e69f00");
        QCOMPARE(Theme::light().hue(Hue::Residual).name(), "#56b4e9");
        for (const Hue hue : allHues)
            QVERIFY(contrast(Theme::dark().hue(hue), Theme::dark().surface) >= 4.5);
    }

    void hueOf_followsTheKindOfAStep_data() {
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
    void hueOf_followsTheKindOfAStep() {
        QFETCH(QString, step);
        QFETCH(int, hue);
        ModelConfig config;
        config.positional = Positional::Learned;
        config.attentionBias = AttentionBias::All;
        const ModelGraph model = buildModel(
            config, {.sourceLength = 3, .targetLength = 3, .loss = true, .gradients = true});
        appendOptimizer(*model.graph, TrainConfig());
        const NodeId node = model.graph->find(step.toStdString());
        QVERIFY(node != noNode);
        QCOMPARE(static_cast<int>(hueOf(*model.graph, (*model.graph)[node])), hue);
    }

    void sequentialColour_getsLighterAsTheValueGrows() {
        for (int i = 1; i <= 100; ++i)
            QVERIFY(lightness(sequentialColour(i / 100.0)) >
                    lightness(sequentialColour((i - 1) / 100.0)));
        QCOMPARE(sequentialColour(-1), sequentialColour(0));
        QCOMPARE(sequentialColour(2), sequentialColour(1));
    }

    void divergingColour_isStrongestAtBothEnds() {
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

    void palette_tellsItsTheme() {
        for (const bool dark : {false, true}) {
            const Theme usual = dark ? Theme::dark() : Theme::light();
            QCOMPARE(Theme::of(usual.palette()).isDark, dark);
            QVERIFY(!Theme::of(usual.palette()).isHighContrast);
            QPalette strong = Theme::highContrast(dark).palette();
            strong.setCurrentColorGroup(QPalette::Disabled);
            QCOMPARE(Theme::of(strong).isDark, dark);
            QVERIFY(Theme::of(strong).isHighContrast);
        }
    }

    void isContrastHigh_followsThePersonOrElseTheDesktop() {
        QSettings().clear();
        QPalette desktop = Theme::light().palette();
        QVERIFY(!isContrastHigh(desktop));
        desktop.setColor(QPalette::Button, Qt::black);
        desktop.setColor(QPalette::ButtonText, Qt::white);
        QVERIFY(isContrastHigh(desktop));
        setContrastHigh(false);
        QVERIFY(!isContrastHigh(desktop));
        setContrastHigh(true);
        QVERIFY(isContrastHigh(Theme::light().palette()));
        applyTheme(*qApp, ThemeChoice::Dark);
        const auto back = qScopeGuard([] {
            QSettings().clear();
            applyTheme(*qApp, ThemeChoice::Light);
        });
        const Theme shown = Theme::of(QApplication::palette());
        QVERIFY(shown.isDark);
        QVERIFY(shown.isHighContrast);
    }

    void gradientFinding_standsOnTheSurfaceOfItsChart() {
        const auto back = qScopeGuard([] {
            QSettings().clear();
            applyTheme(*qApp, ThemeChoice::Light);
        });
        setContrastHigh(false);
        applyTheme(*qApp, ThemeChoice::Dark);
        GradientChart chart;
        chart.setGradients(
            {{Scope{{{ScopeKind::Stack, "decoder"}, layerLevel(0)}}, {1, 1}, {2, 2}}});
        chart.resize(600, 400);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const auto* const words = chart.findChild<QLabel*>("gradientFinding");
        QVERIFY(!words->text().isEmpty());
        for (const bool high : {false, true})
            for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
                setContrastHigh(high);
                applyTheme(*qApp, choice);
                const QImage picture = chart.grab().toImage();
                QCOMPARE(picture.pixelColor(words->geometry().bottomLeft()),
                         Theme::of(QApplication::palette()).surface);
            }
    }

    void highContrast_framesTheWidgetWithTheKeyboard() {
        setContrastHigh(true);
        applyTheme(*qApp, ThemeChoice::Light);
        const auto back = qScopeGuard([] {
            QSettings().clear();
            applyTheme(*qApp, ThemeChoice::Light);
        });
        const QColor frame = Theme::highContrast(false).selection;
        QWidget window;
        QVBoxLayout rows(&window);
        const QList<QWidget*> fields{new QLineEdit, new QPushButton("OK"), new QComboBox,
                                     new QSpinBox,  new QCheckBox("on"),   new QListWidget};
        for (QWidget* field : fields)
            rows.addWidget(field);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (QWidget* field : fields) {
            const auto framed = [&] {
                const QImage picture = field->grab().toImage();
                int count = 0;
                for (int x = 0; x < picture.width(); ++x)
                    for (int y = 0; y < picture.height(); ++y)
                        count += picture.pixelColor(x, y) == frame;
                return count;
            };
            (field == fields[0] ? fields[1] : fields[0])->setFocus(Qt::TabFocusReason);
            const int without = framed();
            field->setFocus(Qt::TabFocusReason);
            QVERIFY2(framed() > without + 60, field->metaObject()->className());
        }
    }

    void highContrast_showsTheGrooveOfASlider_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("enabled");
        for (const bool dark : {false, true})
            for (const bool enabled : {false, true})
                QTest::addRow("%s, %s", dark ? "dark" : "light", enabled ? "enabled" : "disabled")
                    << dark << enabled;
    }
    void highContrast_showsTheGrooveOfASlider() {
        QFETCH(bool, dark);
        QFETCH(bool, enabled);
        setContrastHigh(true);
        applyTheme(*qApp, dark ? ThemeChoice::Dark : ThemeChoice::Light);
        const auto back = qScopeGuard([] {
            QSettings().clear();
            applyTheme(*qApp, ThemeChoice::Light);
        });
        QSlider slider(Qt::Horizontal);
        slider.resize(200, 30);
        slider.setEnabled(enabled);
        const QImage picture = slider.grab().toImage();
        double most = 1; // far from the handle
        for (int y = 0; y < picture.height(); ++y)
            most = std::max(most,
                            contrast(picture.pixelColor(150, y), Theme::highContrast(dark).window));
        QVERIFY2(most >= 3, qPrintable(QString::number(most)));
    }

    void readableOn_contrastsWithEveryCellColour() {
        for (int i = -20; i <= 20; ++i)
            for (const bool dark : {false, true}) {
                const QColor cell(divergingColour(i / 20.0, dark));
                QVERIFY(contrast(readableOn(cell), cell) >= 4.5);
                const QColor other(sequentialColour(i / 20.0));
                QVERIFY(contrast(readableOn(other), other) >= 4.5);
            }
    }
};

} // namespace gf::tst_colour

#include "tests/entry.h"
GF_TEST(tst_colour, ColourTest)
#include "tst_colour.moc"
