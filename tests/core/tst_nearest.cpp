// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/nearest.h"
#include "families.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace gf::tst_nearest {

class TestNearest : public QObject {
    Q_OBJECT

private slots:
    void rows_areOrderedByTheirCosine() {
        const float none = std::numeric_limits<float>::quiet_NaN();
        const Tensor table({5, 2}, {0, 1, 3, 3, 0.1F, 0, -2, 0, none, 0});
        const std::vector<float> row{1, 0};
        const std::vector<NearRow> near = nearestRows(table, row, 3);
        QCOMPARE(near.size(), std::size_t(3));
        QCOMPARE(near[0].row, Index(2));
        QCOMPARE(near[0].cosine, 1.0);
        QCOMPARE(near[1].row, Index(1));
        QVERIFY(std::abs(near[1].cosine - std::sqrt(0.5)) < 1e-7);
        QCOMPARE(near[2].row, Index(0));
        QCOMPARE(nearestRows(table, row, 9).size(), std::size_t(4)); // one is no number
    }

    void cosine_ofNothingIsZero() {
        QCOMPARE(cosineOf(std::vector<float>{0, 0}, std::vector<float>{1, 2}), 0.0);
        QCOMPARE(cosineOf(std::vector<float>{1, 2}, std::vector<float>{-2, -4}), -1.0);
    }

    void mean_isThatOfTheRows() {
        QCOMPARE(meanRow(Tensor({2, 3}, {1, 2, 3, 3, 2, 1})), (std::vector<float>{2, 2, 2}));
    }

    void lastStates_areThoseOfAModelThatSaysNothing() {
        ModelConfig config = test::families::tiny();
        config.architecture = Architecture::Encoder;
        const auto stateOf = [&] {
            const auto graph = buildModel(config, {.sourceLength = 4, .loss = false}).graph;
            const NodeId states = lastStates(*graph);
            return states == noNode ? std::string() : (*graph)[states].name;
        };
        QCOMPARE(stateOf(), std::string()); // it says words
        config.output = Output::States;
        config.norm = Norm::Post;
        QCOMPARE(stateOf(), std::string("encoder.1.norm2.output"));
        config.norm = Norm::Pre;
        QCOMPARE(stateOf(), std::string("encoder.norm.output"));
        config.pooler = true;
        QCOMPARE(stateOf(), std::string("encoder.norm.output"));
    }
};

} // namespace gf::tst_nearest

#include "tests/entry.h"
GF_APPLESS_TEST(tst_nearest, TestNearest)
#include "tst_nearest.moc"
