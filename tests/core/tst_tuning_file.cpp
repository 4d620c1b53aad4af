// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tuning_file.h"
#include "core/tensor/error.h"
#include "core/train/device_tuning.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <utility>

namespace gf::tst_tuning_file {

using gpu::KernelCost;
using gpu::ProductTuning;
using gpu::Storage;
using State = KernelCost::State;

namespace {

TuningKey someKey() {
    return {"opencl", "A fake card", "1.2", "kernels"};
}

ProductTuning someTuning() {
    ProductTuning tuning;
    tuning.of(Storage::AsTheyAre, 0) = {State::Measured, 1234.5678901234, 0.1};
    tuning.of(Storage::BTransposed, 3) = {.state = State::LeftOut};
    return tuning;
}

bool same(const ProductTuning& a, const ProductTuning& b) {
    for (std::size_t i = 0; i < a.costs.size(); ++i)
        for (std::size_t tile = 0; tile < a.costs[i].size(); ++tile) {
            const KernelCost& x = a.costs[i][tile];
            const KernelCost& y = b.costs[i][tile];
            if (x.state != y.state || x.alone < y.alone || x.alone > y.alone || x.busy < y.busy ||
                x.busy > y.busy)
                return false;
        }
    return true;
}

/// A device of which every kernel costs the same, and who counts how often it is measured.
class FakeTunable final : public Tunable {
public:
    TuningKey tuningKey() const override { return someKey(); }
    ProductTuning tuned(const ProductTuning& known,
                        const gpu::TuneProgress& progress) const override {
        ++measurings;
        ProductTuning tuning = known;
        int left = m_atOnce;
        for (auto& costs : tuning.costs)
            for (KernelCost& cost : costs)
                if (cost.state == State::Untried && left-- > 0)
                    cost = m_cost;
        progress("product_huge", 1, 1);
        return tuning;
    }
    void setTuning(const ProductTuning&) override {}

    void failEverywhere() { m_cost = {.state = State::LeftOut}; }
    /// As a device that is slow, for which time runs out.
    void measureAtOnce(int kernels) { m_atOnce = kernels; }

    mutable int measurings = 0;

private:
    KernelCost m_cost{State::Measured, 2, 1};
    int m_atOnce = 1000;
};

} // namespace

/// What was measured of a device lasts, and nothing that lies in its place does harm.
class TestTuningFile : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        qputenv(GF_CACHE_VARIABLE, m_folder->path().toUtf8());
    }
    void cleanupTestCase() {
        qputenv(GF_CACHE_VARIABLE, m_cacheBefore);
        qputenv("HOME", m_homeBefore);
    }

    void keptTuning_findsWhatWasKept() {
        QVERIFY(!keptTuning(someKey()));
        keepTuning(someKey(), someTuning());
        const auto kept = keptTuning(someKey());
        QVERIFY(kept);
        QVERIFY(same(*kept, someTuning()));
        keepTuning(someKey(), {});
        QVERIFY(same(keptTuning(someKey()).value(), {}));
        QCOMPARE(files().size(), 1);
    }

    void keptTuning_holdsForItsKeyAlone() {
        keepTuning(someKey(), someTuning());
        const auto holds = [](auto&& change) {
            TuningKey key = someKey();
            change(key);
            return keptTuning(key).has_value();
        };
        QVERIFY(holds([](TuningKey&) {}));
        QVERIFY(!holds([](TuningKey& key) { key.backend = "cuda"; }));
        QVERIFY(!holds([](TuningKey& key) { key.device += '2'; }));
        QVERIFY(!holds([](TuningKey& key) { key.driver = "1.3"; }));
        QVERIFY(!holds([](TuningKey& key) { key.kernels = "other kernels"; }));
        QVERIFY(!holds([](TuningKey& key) {
            key.device = "A fake card1.2";
            key.driver.clear();
        }));
    }

    void keepTuning_replacesTheTuningOfAnOlderDriver() {
        keepTuning(someKey(), someTuning());
        TuningKey newer = someKey();
        newer.driver = "1.3";
        keepTuning(newer, someTuning());
        QVERIFY(keptTuning(newer));
        QVERIFY(!keptTuning(someKey()));
        QCOMPARE(files().size(), 1);
    }

    void keptTuning_ignoresADamagedFile_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        const auto row = [](const char* name, const QByteArray& from, const QByteArray& to) {
            QTest::newRow(name) << from << to;
        };
        row("nothing", {}, "");
        row("no JSON", {},
            "\x7f"
            "ELF");
        row("no object", {}, "[1, 2]");
        row("null", {}, "null");
        row("empty", {}, "{}");
        row("deep", {}, QByteArray(10000, '['));
        row("long", {}, QByteArray(1 << 20, ' '));
        row("no time", "0.1", "0");
        row("a negative time", "0.1", "-1");
        row("a time without end", "0.1", "1e999");
        row("a word for a time", "0.1", "\"fast\"");
        row("another word", "left out", "left in");
        row("no such kernel", "product_huge", "product_enormous");
        row("no kernels", "\"kernels\"", "\"colonels\"");
        row("kernels that are a list", "\"kernels\": {", "\"kernels\": [], \"x\": {");
        row("twice", "\"driver\"", "\"device\"");
        row("not for this", "\"holds_for\": \"", "\"holds_for\": \"0");
    }
    void keptTuning_ignoresADamagedFile() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        keepTuning(someKey(), someTuning());
        QFile file(QString::fromStdString(tuningPath(someKey())));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray content = file.readAll();
        QVERIFY2(content.contains(from), content.constData());
        content = from.isEmpty() ? to : content.replace(from, to);
        file.resize(0);
        file.seek(0);
        file.write(content);
        file.close();
        QVERIFY(!keptTuning(someKey()));
        keepTuning(someKey(), someTuning()); // and goes when there is a better one
        QVERIFY(keptTuning(someKey()));
    }

    void tuningPath_staysInItsFolderForAnyDeviceName() {
        TuningKey key = someKey();
        key.device = "../../../\xff/etc/passwd\n";
        key.driver = "\xc3";
        keepTuning(key, someTuning());
        QVERIFY(keptTuning(key));
        QCOMPARE(files().size(), 1);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 QStringList("glassformer"));
    }

    void tuningPath_isInTheUsersCacheFolder() {
        const QString path = m_folder->path();
        qputenv("HOME", path.toUtf8());
        for (const char* no : {"", "relative/folder"}) {
            qputenv(GF_CACHE_VARIABLE, no);
            QVERIFY(
                tuningPath(someKey()).starts_with((path + "/.cache/glassformer/").toStdString()));
        }
        qputenv("HOME", "");
        QVERIFY(tuningPath(someKey()).empty());
        QVERIFY(!keptTuning(someKey()));
        QVERIFY_EXCEPTION_THROWN(keepTuning(someKey(), someTuning()), Error);
    }

    void tuneDevice_measuresADeviceOnce() {
        const FakeTunable device;
        int said = 0;
        DeviceTuning how;
        how.progress = [&](std::string_view, int, int) { ++said; };
        QVERIFY(tuneDevice(device, how).empty());
        QVERIFY(tuneDevice(device, how).empty());
        QCOMPARE(device.measurings, 1);
        QCOMPARE(said, 1);
        how.anew = true;
        tuneDevice(device, how);
        QCOMPARE(device.measurings, 2);
        QVERIFY(keptTuning(someKey()).value().isComplete());
    }

    void tuneDevice_measuresTheRestWhenTriedAgain() {
        FakeTunable device;
        device.measureAtOnce(10);
        QVERIFY(tuneDevice(device, {}).empty());
        QVERIFY(!keptTuning(someKey()).value().isComplete());
        DeviceTuning how;
        how.leftOut = {std::string(gpu::productTiles.back().kernels.back())};
        QVERIFY(tuneDevice(device, how).empty());
        const ProductTuning kept = keptTuning(someKey()).value();
        QVERIFY(kept.isComplete());
        QVERIFY(kept.costs.back().back().state == State::LeftOut);
        QVERIFY(tuneDevice(device, {}).empty());
        QCOMPARE(device.measurings, 2);
    }

    void tuneDevice_keepsAKernelThatKillsAsLeftOut() {
        const FakeTunable device;
        DeviceTuning how;
        how.leftOut = {"product_huge", "no such kernel"};
        QVERIFY(tuneDevice(device, how).empty());
        const ProductTuning kept = keptTuning(someKey()).value();
        QVERIFY(kept.of(Storage::AsTheyAre, 0).state == State::LeftOut);
        QVERIFY(kept.of(Storage::AsTheyAre, 1).state == State::Measured);
    }

    void tuneDevice_measuresNothingThatCannotBeKept() {
        QFile inTheWay(m_folder->filePath("glassformer"));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        const FakeTunable device;
        QVERIFY(tuneDevice(device, {}).empty());
        QCOMPARE(device.measurings, 0);
    }

    /// Whoever stops it, or kills it, finds it as if it had not begun.
    void tuneDevice_keepsNothingBeforeTheEnd() {
        const FakeTunable device;
        DeviceTuning how;
        how.progress = [this](std::string_view, int, int) {
            QVERIFY(!keptTuning(someKey()));
            QCOMPARE(files().size(), 0);
        };
        tuneDevice(device, how);
        QCOMPARE(files().size(), 1);
    }

    void tuneDevice_namesAKernelWhereNoneIsRight() {
        FakeTunable device;
        device.failEverywhere();
        QCOMPARE(tuneDevice(device, {}), std::string_view("product_huge"));
        QCOMPARE(tuneDevice(device, {}), std::string_view("product_huge")); // as it is known
        QCOMPARE(device.measurings, 1);
    }

private:
    QStringList files() const {
        QStringList found;
        for (QDirIterator all(m_folder->path(), QDir::Files | QDir::Hidden,
                              QDirIterator::Subdirectories);
             all.hasNext();)
            found += all.next();
        return found;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QByteArray m_cacheBefore = qgetenv(GF_CACHE_VARIABLE);
    QByteArray m_homeBefore = qgetenv("HOME");
};

} // namespace gf::tst_tuning_file

#include "tests/entry.h"
GF_APPLESS_TEST(tst_tuning_file, TestTuningFile)
#include "tst_tuning_file.moc"
