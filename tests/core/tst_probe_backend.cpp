// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "core/train/probe_backend.h"

#include <QTest>

#include <cmath>

namespace gf::tst_probe_backend {

namespace {

/// One pass with loss and gradients, as the window shows it.
std::shared_ptr<const Graph> pictureOf(const ModelConfig& config, Index length) {
    return buildModel(config, {.sourceLength = config.hasEncoder() ? length : 0,
                               .targetLength = config.hasDecoder() ? length : 0,
                               .gradients = true})
        .graph;
}

ModelConfig decoder(Index width, Index length) {
    ModelConfig config;
    config.architecture = Architecture::Decoder;
    config.layers = 2;
    config.dModel = width;
    config.heads = 4;
    config.dFf = 4 * width;
    config.targetVocab = 32;
    config.maxLength = length;
    return config;
}

} // namespace

class TestProbeBackend : public QObject {
    Q_OBJECT

private slots:
    /// The dearest pictures that the reference computes: while it trains, two hundredths of a core
    /// at twenty-five a second; at rest, none that takes longer than 50 milliseconds.
    void isFastEnough_allowsTwoPercentInTrainingAnd50MsAtRest() {
        const auto dearest = [](bool training) {
            double fast = 0;
            for (double slow = 1e15; slow - fast > 1;) {
                const double middle = (fast + slow) / 2;
                (isFastEnough(middle, training) ? fast : slow) = middle;
            }
            return fast / referenceFlops; // seconds
        };
        QVERIFY(std::abs(25 * dearest(true) - 0.02) < 1e-6);
        QVERIFY(std::abs(dearest(false) - 0.05) < 1e-6);
    }

    void chosenFor_takesTheReferenceWhereItIsFastEnough_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("training");
        QTest::addColumn<QString>("resting");
        QTest::newRow("32 wide, 16 tokens") << 32 << 16 << "eigen"
                                            << "eigen";
        QTest::newRow("64 wide, 32 tokens") << 64 << 32 << "cpu"
                                            << "eigen";
        QTest::newRow("64 wide, 1,024 tokens") << 64 << 1024 << "cpu"
                                               << "cpu";
    }

    void chosenFor_takesTheReferenceWhereItIsFastEnough() {
        QFETCH(int, width);
        QFETCH(int, length);
        QFETCH(QString, training);
        QFETCH(QString, resting);
        const auto graph = pictureOf(decoder(width, length), length);
        QCOMPARE(QString::fromStdString(m_backends.chosenFor(*graph, true).name()), training);
        QCOMPARE(QString::fromStdString(m_backends.chosenFor(*graph, false).name()), resting);
    }

private:
    ProbeBackends m_backends;
};

} // namespace gf::tst_probe_backend

#include "tests/entry.h"
GF_APPLESS_TEST(tst_probe_backend, TestProbeBackend)
#include "tst_probe_backend.moc"
