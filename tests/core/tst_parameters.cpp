// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/eigen/eigen_program.h"
#include "core/backend/parameters.h"
#include "core/backend/program.h"
#include "core/ops/leaf.h"
#include "core/ops/scale.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace gf::tst_parameters {

namespace {

/// A graphics card of the test: memory of its own, and a count of what is carried.
class FakeDevice : public DeviceValues<float> {
public:
    void upload(std::span<const float> flat) override {
        values.assign(flat.begin(), flat.end());
        ++uploads;
    }
    void download(std::span<float> flat) override {
        std::ranges::copy(values, flat.begin());
        ++downloads;
    }

    /// What a training step there does.
    void step(Parameters& parameters) {
        parameters.bringToDevice();
        for (float& value : values)
            value += 1;
        parameters.deviceChanged();
    }

    std::vector<float> values;
    int uploads = 0, downloads = 0;
};

std::shared_ptr<Graph> twoParameters() {
    auto graph = std::make_shared<Graph>();
    const NodeId a = ops::parameter(*graph, "a", Shape{3}, {Axis::Model});
    ops::parameter(*graph, "b", Shape{2}, {Axis::Model});
    ops::scale(*graph, "twice a", a, 2);
    return graph;
}

} // namespace

class TestParameters : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_graph = twoParameters();
        m_parameters = {};
        m_parameters.addFrom(*m_graph);
        m_device = std::make_shared<FakeDevice>();
        m_parameters.setDevice(m_device);
    }
    void values_bringOverWhatTheDeviceChanged() {
        m_parameters.writable("b")[1] = 5;
        m_device->step(m_parameters);
        QCOMPARE(m_device->downloads, 0); // nobody asked yet
        QCOMPARE(read().values("b")[1], 6.0F);
        QCOMPARE(read().flat()[0], 1.0F);
    }

    void values_areTransferredOnlyOnce() {
        for (int step = 0; step < 3; ++step)
            m_device->step(m_parameters);
        QCOMPARE(m_device->uploads, 1); // reading in between would not have cost another
        for (int time = 0; time < 3; ++time)
            QCOMPARE(read().values("a")[0], 3.0F);
        QCOMPARE(m_device->downloads, 1);
        m_device->step(m_parameters);
        QCOMPARE(m_device->uploads, 1);
    }

    void writtenValues_reachTheDevice() {
        m_device->step(m_parameters);
        m_parameters.writable("a")[0] = 10; // the rest of the values are the device's
        m_device->step(m_parameters);
        QCOMPARE(read().values("a")[0], 11.0F);
        QCOMPARE(read().values("a")[1], 2.0F);
        std::ranges::fill(m_parameters.writableFlat(), 0.0F);
        m_device->step(m_parameters);
        QCOMPARE(read().values("b")[0], 1.0F);
    }

    void hostProgram_seesTheDevicesValues() {
        eigen::EigenProgram<float> program(m_graph, m_parameters, {});
        m_device->step(m_parameters);
        const Wanted wanted[] = {{m_graph->find("twice a")}, {m_graph->find("a")}};
        program.run();
        const std::vector<Tensor> values = program.values(wanted);
        QCOMPARE(values[0][2], 2.0F);
        QCOMPARE(values[1][2], 1.0F);
        m_device->step(m_parameters);
        QCOMPARE(m_device->uploads, 1); // it changed nothing
    }

    void setDevice_keepsTheValuesOfTheOldDevice() {
        m_device->step(m_parameters);
        m_parameters.setDevice(nullptr);
        QCOMPARE(read().values("a")[0], 1.0F);
        const auto other = std::make_shared<FakeDevice>();
        m_parameters.setDevice(other);
        other->step(m_parameters);
        QCOMPARE(read().values("a")[0], 2.0F);
    }

    void addFrom_keepsTheValuesOfOldParameters() {
        m_device->step(m_parameters);
        Graph more;
        ops::parameter(more, "c", Shape{4}, {Axis::Model});
        m_parameters.addFrom(more);
        QCOMPARE(read().values("a")[0], 1.0F);
        m_device->step(m_parameters);
        QCOMPARE(read().values("c")[0], 1.0F);
        QCOMPARE(read().values("a")[0], 2.0F);
    }

    void snapshot_isTheWeightsThemselvesWhileNothingTrains() {
        const auto& entry = *m_parameters.find("b");
        const auto snapshot = m_parameters.snapshot(entry);
        QCOMPARE(snapshot.get(), read().values("b").data());
        QCOMPARE(m_parameters.snapshot(entry), snapshot);
    }

    void snapshot_keepsItsNumbersWhenTheyChange() {
        const auto& entry = *m_parameters.find("b");
        const std::vector<std::function<void()>> changes = {
            [&] { m_parameters.writable("b")[1] = 5; },
            [&] { m_parameters.writable(entry)[1] = 5; },
            [&] { m_parameters.writableFlat()[entry.offset + 1] = 5; },
            [&] { m_parameters.assign(std::vector<float>(read().flat().size(), 5)); },
            [&] {
                m_parameters.hostChanges();
                m_parameters.hostAddress()[entry.offset + 1] = 5;
            }};
        for (const auto& change : changes) {
            m_parameters.writable("b")[1] = 3;
            const auto first = m_parameters.snapshot(entry);
            const auto second = m_parameters.snapshot(entry);
            QCOMPARE(first, second); // one for all between two changes
            change();
            QCOMPARE(first.get()[1], 3.0F);
            QCOMPARE(read().values("b")[1], 5.0F);
            QCOMPARE(m_parameters.snapshot(entry).get()[1], 5.0F);
        }
    }

    void weightsIn16Bits_followEveryChange() {
        const auto& entry = *m_parameters.find("b");
        const auto last = [&] {
            const NarrowMatrix* const matrix = m_parameters.narrow(entry, 1, 2, false);
            return matrix ? matrix->panels.data()[1] << 16 : 0;
        };
        const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
        QCOMPARE(last(), bits(0));
        const std::vector<std::function<void(float)>> changes = {
            [&](float x) { m_parameters.writable("b")[1] = x; },
            [&](float x) { m_parameters.writable(entry)[1] = x; },
            [&](float x) { m_parameters.writableFlat()[entry.offset + 1] = x; },
            [&](float x) { m_parameters.assign(std::vector<float>(read().flat().size(), x)); },
            [&](float x) {
                Parameters others;
                others.addFrom(*m_graph);
                others.writable("b")[1] = x;
                m_parameters.adopt(others.share());
            }};
        float now = 0;
        for (const auto& change : changes) {
            const std::uint64_t before = m_parameters.narrowVersion();
            change(++now);
            QVERIFY(m_parameters.narrowVersion() != before);
            QCOMPARE(last(), bits(now));
        }
        m_parameters.writable("b")[1] = 0.1F;
        QVERIFY(!m_parameters.narrow(entry, 1, 2, false));
        m_parameters.writable("b")[1] = 1;
        QVERIFY(m_parameters.narrow(entry, 1, 2, false));
        m_parameters.hostChanges(); // step by step
        QVERIFY(!m_parameters.narrow(entry, 1, 2, false));
    }

    void snapshot_keepsItsNumbersWhenADeviceTrains() {
        const auto& entry = *m_parameters.find("a");
        std::vector<std::shared_ptr<const float>> snapshots = {m_parameters.snapshot(entry)};
        for (int step = 0; step < 3; ++step) {
            m_device->step(m_parameters);
            snapshots.push_back(m_parameters.snapshot(entry));
        }
        for (std::size_t step = 0; step < snapshots.size(); ++step)
            QCOMPARE(snapshots[step].get()[2], static_cast<float>(step));
    }

    void programs_followTheWeightsAwayFromASnapshot_data() {
        QTest::addColumn<QString>("backend");
        for (const std::string& name : backendNames())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void programs_followTheWeightsAwayFromASnapshot() {
        QFETCH(QString, backend);
        m_parameters.setDevice(nullptr);
        const auto program =
            makeBackend(backend.toStdString())
                ->compile(m_graph, m_parameters, {.batch = 1, .keepAll = true, .keep = {}});
        program->run();
        const Tensor before = program->value(m_graph->find("a"));
        QCOMPARE(before.data(), read().values("a").data());
        m_parameters.writable("a")[2] = 7;
        program->run();
        QCOMPARE(program->value(m_graph->find("twice a"))[2], 14.0F);
        QCOMPARE(program->value(m_graph->find("a"))[2], 7.0F);
        QCOMPARE(std::as_const(before)[2], 0.0F);
    }

private:
    /// For reading alone.
    const Parameters& read() const { return m_parameters; }

    std::shared_ptr<Graph> m_graph;
    Parameters m_parameters;
    std::shared_ptr<FakeDevice> m_device;
};

} // namespace gf::tst_parameters

#include "tests/entry.h"
GF_APPLESS_TEST(tst_parameters, TestParameters)
#include "tst_parameters.moc"
