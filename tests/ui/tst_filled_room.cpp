// SPDX-License-Identifier: GPL-3.0-or-later
// No drawing leaves more than a fifth of its room empty, in a window and presented.
#include "core/data/vocabulary.h"
#include "ui/stations/stations.h"
#include "ui/steps/steps.h"

#include "drawn_station.h"
#include "painted.h"
#include "small_model.h"
#include "warnings.h"

#include <QCoreApplication>
#include <QSet>
#include <QTest>

namespace gf::tst_filled_room {

namespace {

constexpr double leastPainted = 0.8;

/// A sentence of nine words and its translation.
std::shared_ptr<const Trace> sentence(ModelConfig config,
                                      const std::optional<TokenExchange>& exchange = {}) {
    if (config.input == Input::Values)
        return traceOf(config, exchange);
    const std::vector<std::string> all{"the",  "agreement", "was", "signed",  "in",    "may",
                                       "last", "year",      "le",  "traité",  "était", "signé",
                                       "en",   "mai",       "an",  "dernier", "at"};
    const auto words = std::make_shared<const Vocabulary>(all, Tokenization::Words);
    config.dModel = 32;
    config.heads = 4;
    config.dFf = 64;
    config.maxLength = 16;
    config.sourceVocab = config.targetVocab = words->size();
    ProbeExample example;
    if (config.hasEncoder())
        example.source = words->encode("the agreement was signed in may at last the");
    example.target = words->encode("le traité était signé en mai an dernier");
    example.exchange = exchange;
    return traceOf(config, example, {}, {words, words});
}

} // namespace

class TestFilledRoom : public QObject {
    Q_OBJECT
private slots:
    void init() { failOnQtWarnings(); }

    void drawings_fillTheirRoom_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("letters"); // of the usual size
        QTest::addColumn<ModelConfig>("config");
        auto models = otherModels();
        models.insert(models.begin(), {"transformer", ModelConfig()});
        for (const auto& [name, config] : models) {
            QTest::addRow("%s, 1440 × 900", name) << QSize(800, 560) << 1.0 << config;
            QTest::addRow("%s, 1920 × 1080 presented", name) << QSize(1920, 980) << 1.85 << config;
        }
    }
    void drawings_fillTheirRoom() {
        QFETCH(const QSize, size);
        QFETCH(const double, letters);
        QFETCH(const ModelConfig, config);
        FocusModel focus;
        QWidget window;
        window.resize(1920, 1080);
        StageWidget stage(&focus, &window);
        QFont font = stage.font();
        font.setPointSizeF(font.pointSizeF() * letters);
        stage.setFont(font);
        for (auto* child : stage.findChildren<QWidget*>())
            child->setFont(font);
        stage.resize(size);
        const auto trace = sentence(config);
        stage.setTrace(trace);
        connect(&stage, &StageWidget::exchangeWanted, &stage,
                [&](const std::optional<TokenExchange>& exchange) {
                    if (exchange)
                        stage.setExchanged(*exchange, sentence(config, exchange), trace);
                });
        window.show();
        QStringList empty;
        QSet<QString> seen; // each drawing on the first step that has it
        const Steps steps(trace->graph);
        for (const bool gradients : {false, true})
            for (const Step& step : steps.walk(gradients))
                for (const Station* station :
                     stationsFor(*trace->graph, (*trace->graph)[step.node])) {
                    const QString view = QLatin1String(station->id);
                    if (seen.contains(view))
                        continue;
                    seen.insert(view);
                    Focus at = test::at(1, 1);
                    at.step = step.step;
                    at.gradients = gradients;
                    at.view = view;
                    focus.set(at);
                    QCoreApplication::processEvents();
                    QVERIFY(stage.stationView());
                    const double share = test::paintedShare(stage);
                    if (share < leastPainted)
                        empty << QStringLiteral("%1 %2 (%3)")
                                     .arg(view)
                                     .arg(share, 0, 'f', 2)
                                     .arg(at.step);
                }
        QVERIFY(seen.size() > 5);
        QVERIFY2(empty.isEmpty(), qPrintable(empty.join(QStringLiteral("; "))));
    }
};

} // namespace gf::tst_filled_room

#include "tests/entry.h"
GF_TEST(tst_filled_room, TestFilledRoom)
#include "tst_filled_room.moc"
