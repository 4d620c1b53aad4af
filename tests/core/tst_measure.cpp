// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/entropy.h"

#include <QTest>

#include <cmath>

using namespace gf;

class TestMeasure : public QObject {
    Q_OBJECT
private slots:
    void entropyIsLogOfTheCountForEqualWeightsAndZeroForOne() {
        const Tensor weights({2, 2, 4}, {0.25F, 0.25F, 0.25F, 0.25F, 1, 0, 0, 0, //
                                         0.5F, 0.5F, 0, 0, 0, 0, 0, 1});
        const std::vector<double> entropies = rowEntropies(weights);
        QCOMPARE(entropies.size(), std::size_t(4));
        QVERIFY(std::abs(entropies[0] - std::log(4.0)) < 1e-7);
        QCOMPARE(entropies[1], 0.0);
        QVERIFY(std::abs(entropies[2] - std::log(2.0)) < 1e-7);
        QCOMPARE(entropies[3], 0.0);
    }

    /// A query whose keys are all hidden has weights of zero: nothing to be uncertain about.
    void aFullyHiddenRowHasNoEntropy() { QCOMPARE(rowEntropies(Tensor({1, 3}))[0], 0.0); }
};

QTEST_APPLESS_MAIN(TestMeasure)
#include "tst_measure.moc"
