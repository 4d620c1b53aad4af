// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "core/train/probe_backend.h"

#include <QTest>

using namespace gf;

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
    void theShareIsEnoughForThePictures();
    void theReferenceComputesWhatItCanInTime_data();
    void theReferenceComputesWhatItCanInTime();

private:
    ProbeBackends m_backends;
};

/// At the bound, so many pictures a second take no more than their share of the time.
void TestProbeBackend::theShareIsEnoughForThePictures() {
    const double flops = lookingShare / picturesPerSecond * referenceFlops;
    QVERIFY(isFastEnough(flops, true));
    QVERIFY(!isFastEnough(1.01 * flops, true));
    QVERIFY(isFastEnough(longestPicture * referenceFlops, false));
    QVERIFY(!isFastEnough(1.01 * longestPicture * referenceFlops, false));
}

void TestProbeBackend::theReferenceComputesWhatItCanInTime_data() {
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

void TestProbeBackend::theReferenceComputesWhatItCanInTime() {
    QFETCH(int, width);
    QFETCH(int, length);
    QFETCH(QString, training);
    QFETCH(QString, resting);
    const auto graph = pictureOf(decoder(width, length), length);
    QCOMPARE(QString::fromStdString(m_backends.chosenFor(*graph, true).name()), training);
    QCOMPARE(QString::fromStdString(m_backends.chosenFor(*graph, false).name()), resting);
}

#include "tests/entry.h"
GF_APPLESS_TEST(tst_probe_backend, TestProbeBackend)
#include "tst_probe_backend.moc"
