// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of superposition asks of the engine and says of its answer; the numbers themselves
// are checked in tst_lab_attention.
#include "ui/figure/number_format.h"
#include "ui/language/language.h"

#include "core/lab_runs/lab_runs.h"

#include "lab_room.h"
#include "small_model.h"
#include "tests/core/families.h"
#include "tests/core/family_traces.h"
#include "warnings.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace gf::tst_lab_linear {

using test::DrawnLab;
using test::on;

namespace {

/// A layer of a small model, asked for by the page.
struct Asked {
    Asked(const ModelConfig& config, const char* step, const StationSettings& settings,
          bool broken = false) {
        const auto parameters = makeParameters(config);
        initialize(*parameters, config, 1);
        if (broken)
            parameters->writable(config.hasEncoder() ? "encoder.0.norm1.gain"
                                                     : "decoder.0.norm1.gain")[0] =
                std::numeric_limits<float>::quiet_NaN();
        const auto backend = makeBackend("eigen");
        news.of = Probe(*backend, config, *parameters, drawnExample(config, 1), {}, {}).run(0);
        const LabPage& page = *findLabPage("linear");
        news.request = page.asks(test::labInput(page, *news.of, on(step), settings));
        const auto asked = (*news.request);
        RunDescription description;
        description.model = config;
        const LabModel model{
            .description = description, .parameters = *parameters, .example = {}, .trace = news.of};
        const Lab& lab = *findLab(asked.lab);
        found = runLab({lab, KnobValues(lab, asked.knobs), 1, &model});
        news.answer = std::make_shared<const LabFound>(*found);
    }

    LabNews news;
    std::optional<LabFound> found;
};

/// The page with what the engine answers to what it asks.
QString answered(const ModelConfig& config, const char* step, const StationSettings& settings,
                 bool broken = false) {
    const LabNews news = Asked(config, step, settings, broken).news;
    test::verifySeenWhole(news.of, "linear", on(step), settings, news);
    return DrawnLab(news.of, "linear", on(step), settings, {}, news).words.texts.join(' ');
}

} // namespace

class TestLabLinear : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyLanguage(*qApp, Language::English); }
    void init() { failOnQtWarnings(); }

    void frozenWeights_areSaidToBeLinear() {
        const QString words = answered(smallConfig(), "decoder.0.cross_attn.weights", {});
        QVERIFY2(words.contains("which is rounding"), qPrintable(words));
        QVERIFY2(words.contains("cross-attention"), qPrintable(words));
        QVERIFY(words.contains("f(αx + βy)"));
    }

    void freedWeights_leaveSomethingOver() {
        const QString words = answered(smallConfig(), "", {{"linear.freed", 1}});
        QVERIFY2(words.contains("not mixed like each of them"), qPrintable(words));
    }

    /// The sentence's number is one of the drawing's, and the colours reach that far.
    void sentence_givesTheLargestNumberThatIsDrawn() {
        const LabFound found = *Asked(smallConfig(), "", {{"linear.freed", 1}}).found;
        const Tensor& ofSum = found.matrices[2];
        const Tensor& sumOf = found.matrices[3];
        double most = 0;
        for (Index i = 0; i < ofSum.count(); ++i)
            most = std::max(most, std::abs(static_cast<double>(ofSum[i] - sumOf[i])));
        const QString words = answered(smallConfig(), "", {{"linear.freed", 1}});
        QVERIFY2(words.contains("up to " + numberText(most, 3) + " is left over"),
                 qPrintable(words));
    }

    /// A mean has no weights that hang on what it reads.
    void aMean_isLinearEitherWay() {
        ModelConfig config = smallConfig();
        config.mixer = Mixer::Mean;
        QVERIFY(answered(config, "encoder.0.mixer.output", {{"linear.freed", 1}})
                    .contains("which is rounding"));
    }

    void numbersThatAreNone_areSaid() {
        QVERIFY(answered(smallConfig(), "encoder.0.self_attn.output", {}, true)
                    .contains("numbers that are none"));
    }

    void everyFamily_asksOrSaysWhyNot() {
        const LabPage& page = *findLabPage("linear");
        for (const auto& [family, trace] : test::familyTraces()) {
            const bool recurs = page.node(*trace->graph, noNode) == noNode;
            QCOMPARE(page.missing(*trace).has_value(), recurs);
            if (!recurs)
                QVERIFY(page.asks(test::labInput(page, *trace)).has_value());
        }
    }
};

} // namespace gf::tst_lab_linear

#include "tests/entry.h"
GF_TEST(tst_lab_linear, TestLabLinear)
#include "tst_lab_linear.moc"
