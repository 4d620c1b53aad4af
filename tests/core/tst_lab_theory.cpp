// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/lab.h"
#include "core/measure/positions.h"
#include "core/measure/products.h"
#include "core/measure/score_theory.h"
#include "core/measure/sinusoidal_rotation.h"

#include <QTest>

#include <cmath>
#include <set>
#include <string>

namespace gf::tst_lab_theory {

/// The labs that need no model: what theory says, and what is drawn or computed.
class TestLabTheory : public QObject {
    Q_OBJECT

private slots:
    void labs_areFoundByTheirNames() {
        std::set<std::string_view> names;
        for (const Lab& lab : labs()) {
            QVERIFY(names.insert(lab.name).second);
            QCOMPARE(findLab(lab.name), &lab);
            QVERIFY(std::string_view(lab.question).ends_with("?"));
        }
        QVERIFY(names.size() > 17);
        QCOMPARE(findLab("nothing"), nullptr);
    }

    /// Of 120 means and variances all lie within three standard errors of theory but for at most
    /// two: a normal number is further off once in 370 times.
    void simulation_agreesWithTheoryWithinThreeStandardErrors() {
        int apart = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed)
            for (const IndependentFeatures& features :
                 {IndependentFeatures{0, 1, 64}, IndependentFeatures{0.5, 0.7, 16},
                  IndependentFeatures{-1, 2, 4}}) {
                const ScoreMoments theory = momentsInTheory(features);
                const SimulatedScores found = simulateScores(features, 2000, seed);
                const double mean = std::abs(found.moments.mean - theory.mean) / found.meanError;
                const double variance =
                    std::abs(found.moments.variance - theory.variance) / found.varianceError;
                apart += (mean > 3) + (variance > 3);
                QVERIFY2(mean < 4.5, qPrintable(QString::number(mean)));
                QVERIFY2(variance < 4.5, qPrintable(QString::number(variance)));
            }
        QVERIFY2(apart <= 2, qPrintable(QString::number(apart)));
    }

    void misprintedVariance_isFarFromTheSimulation() {
        const IndependentFeatures features{0.5, 0.7, 16};
        const SimulatedScores found = simulateScores(features, 10'000, 1);
        QVERIFY(std::abs(found.moments.variance - misprintedVariance(features)) >
                20 * found.varianceError);
        const IndependentFeatures centred{0, 0.7, 16};
        QCOMPARE(misprintedVariance(centred), momentsInTheory(centred).variance);
    }

    void simulation_followsFromItsSeed() {
        const IndependentFeatures features;
        QCOMPARE(simulateScores(features, 100, 3).products,
                 simulateScores(features, 100, 3).products);
        QVERIFY(simulateScores(features, 100, 3).products !=
                simulateScores(features, 100, 4).products);
        // More pairs begin with the same ones.
        const auto more = simulateScores(features, 200, 3).products;
        QVERIFY(std::equal(more.begin(), more.begin() + 100,
                           simulateScores(features, 100, 3).products.begin()));
    }

    void pairs_cutToFewerFeaturesAgreeWithTheoryToo() {
        const DrawnPairs pairs = drawPairs({4, 16, 64}, 10'000, 1);
        QCOMPARE(scoresOf(pairs, 2, 0.5, 1).products,
                 simulateScores({0.5, 1, 64}, 10'000, 1).products);
        for (std::size_t i = 0; i < pairs.widths.size(); ++i) {
            const ScoreMoments theory = momentsInTheory({0.5, 1, pairs.widths[i]});
            const SimulatedScores found = scoresOf(pairs, i, 0.5, 1);
            QVERIFY(std::abs(found.moments.mean - theory.mean) < 3 * found.meanError);
            QVERIFY(std::abs(found.moments.variance - theory.variance) < 3 * found.varianceError);
        }
    }

    void sharpness_fallsWithTheDivisor() {
        const SimulatedScores scores = simulateScores({0, 1, 64}, 10'000, 1);
        const Sharpness plain = sharpnessOfProducts(scores, 1);
        const Sharpness root = sharpnessOfProducts(scores, 8);
        const Sharpness width = sharpnessOfProducts(scores, 64);
        QVERIFY(plain.largest > 0.75);
        QVERIFY(root.largest < 0.3);
        QVERIFY(width.largest < 0.1); // 1/16 each
        QVERIFY(plain.gradient < 0.4);
        QVERIFY(root.gradient > 0.8);
        QVERIFY(width.gradient > root.gradient);
    }

    void noDeviation_leavesTheMean() {
        const SimulatedScores scores = simulateScores({2, 0, 8}, 10, 1);
        QCOMPARE(scores.moments.mean, 32.0);
        QCOMPARE(scores.moments.variance, 0.0);
    }

    void rotation_takesEveryPositionToTheOneFurther() {
        for (const Index width : {2, 16, 64, 512})
            for (const Index offset : {0, 1, 7, 100, 1000})
                QVERIFY(rotationError(width, offset, 2000) < 1e-6);
    }

    /// A wrong block would be seen.
    void rotation_isOfItsOffsetAlone() {
        const auto blocks = sinusoidalRotation(4, 3);
        QCOMPARE(blocks.size(), std::size_t(2));
        QVERIFY(std::abs(blocks[0].cosine - std::cos(3.0)) < 1e-12);
        QVERIFY(std::abs(blocks[1].sine - std::sin(0.03)) < 1e-12);
    }

    void products_ofPositionsFollowFromTheirDistance() {
        const Tensor products = similarities(sinusoidalPositions(40, 32));
        for (Index i = 0; i < 40; ++i)
            for (Index j = 0; j < 40; ++j)
                QVERIFY(std::abs(static_cast<double>(products[i * 40 + j]) -
                                 sinusoidalProduct(32, j - i)) < 1e-5);
    }
};

} // namespace gf::tst_lab_theory

#include "tests/entry.h"
GF_GUILESS_TEST(tst_lab_theory, TestLabTheory)
#include "tst_lab_theory.moc"
