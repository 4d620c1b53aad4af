// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/device_error.h"
#include "core/backend/gpu/gpu_program.h"
#include "core/backend/gpu/tune_products.h"
#include "core/tensor/random.h"
#include "core/train/verify.h"
#include "tests/core/runs.h"
#include "tests/core/test_devices.h"
#include "tests/core/watched_device.h"
#include "tests/core/whole_lists.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <set>

namespace gf::tst_tuning {

using gpu::cutOf;
using gpu::KernelCost;
using gpu::ProductCut;
using gpu::ProductShape;
using gpu::productTiles;
using gpu::ProductTuning;
using gpu::Storage;
using State = KernelCost::State;

namespace {

constexpr std::size_t huge = 0; // of productTiles
constexpr std::size_t large = 1;
constexpr std::size_t small = 3;

/// The same costs for all ways to store operands, by tile from the largest.
ProductTuning tuningOf(const ProductTuning::Costs& costs) {
    ProductTuning tuning;
    tuning.costs.fill(costs);
    return tuning;
}

KernelCost measured(double alone, double busy) {
    return {State::Measured, alone, busy};
}

/// A card on which a large tile is the slower the fewer there are.
ProductTuning someCard() {
    return tuningOf(
        {measured(40, 0.1), measured(20, 0.05), measured(12, 0.02), measured(10, 0.01)});
}

/// One that takes this tile for everything.
ProductTuning alwaysTaking(std::size_t tile) {
    ProductTuning::Costs costs;
    costs.fill(measured(1e9, 1e9));
    costs[tile] = measured(1, 1e-9);
    return tuningOf(costs);
}

ProductShape square(Index side) {
    return {.rows = side, .columns = side, .depth = 256};
}

/// Computes with a tuning, and keeps which kernels that are.
class TunedBackend final : public Backend {
public:
    TunedBackend(std::shared_ptr<gpu::Device> device, const ProductTuning& tuning)
        : m_device(std::move(device)), m_tuning(tuning) {}

    std::string name() const override { return "opencl"; }
    std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph, Parameters& parameters,
                                     const ProgramOptions& options) const override {
        auto program = std::make_unique<gpu::GpuProgram>(std::move(graph), parameters, options,
                                                         m_device, m_tuning);
        for (const gpu::Launch& launch : program->launches())
            if (launch.kernel.starts_with("product"))
                m_products.insert(launch.kernel);
        return program;
    }
    double measuredPeak(int) const override { return 0; }
    const std::set<std::string_view>& products() const { return m_products; }

private:
    std::shared_ptr<gpu::Device> m_device;
    ProductTuning m_tuning;
    mutable std::set<std::string_view> m_products;
};

constexpr gpu::TuneLimits quick{std::chrono::hours(1), std::chrono::milliseconds(1)};

void silent(std::string_view, int, int) {}

} // namespace

/// Which tile a product is computed by, and what is measured for that.
class TestTuning : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() {
        GF_ON_EACH_DEVICE;
        if (test::wantsWholeLists())
            QTest::newRow("opencl:0 as a card") << -1;
    }

    void cutOf_goesByTheShapeWithoutATuning() {
        const auto sideOf = [](const ProductShape& shape) {
            return productTiles[cutOf(shape, Storage::AsTheyAre, {}).tile].side;
        };
        QCOMPARE(sideOf(square(32)), Index(16));
        QCOMPARE(sideOf(square(512)), Index(64));
        QCOMPARE(sideOf(square(2048)), Index(128));
    }

    void cutOf_takesTheTileThatCostsTheLeast() {
        const auto tileFor = [](Index side) {
            return cutOf(square(side), Storage::ATransposed, someCard()).tile;
        };
        QCOMPARE(tileFor(16), small);
        QCOMPARE(tileFor(256), small);
        QCOMPARE(tileFor(1024), large);
        QCOMPARE(tileFor(4096), huge);
    }

    void cutOf_doesNotTakeWhatIsLeftOut() {
        ProductTuning tuning = someCard();
        tuning.of(Storage::AsTheyAre, huge) = {.state = State::LeftOut};
        QCOMPARE(cutOf(square(4096), Storage::AsTheyAre, tuning).tile, large);
        QCOMPARE(cutOf(square(4096), Storage::ATransposed, tuning).tile, huge);
        // Nor where nothing else is known.
        tuning = {};
        tuning.of(Storage::AsTheyAre, huge) = {.state = State::LeftOut};
        QCOMPARE(cutOf(square(4096), Storage::AsTheyAre, tuning).tile, large);
        tuning.of(Storage::AsTheyAre, small) = {.state = State::LeftOut};
        QCOMPARE(productTiles[cutOf(square(16), Storage::AsTheyAre, tuning).tile].side, Index(32));
    }

    void cutOf_ignoresAnIncompleteTuning() {
        ProductTuning tuning = alwaysTaking(small);
        QCOMPARE(cutOf(square(4096), Storage::AsTheyAre, tuning).tile, small);
        tuning.of(Storage::AsTheyAre, large) = {};
        QVERIFY(!tuning.isComplete());
        QCOMPARE(cutOf(square(4096), Storage::AsTheyAre, tuning).tile, huge);
        QCOMPARE(cutOf(square(4096), Storage::ATransposed, tuning).tile, small);
    }

    void unusable_namesAStorageThatNoKernelComputes() {
        ProductTuning tuning = someCard();
        QVERIFY(tuning.unusable().empty());
        tuning.costs[1].fill({.state = State::LeftOut});
        QCOMPARE(tuning.unusable(), std::string_view("product_by_columns_huge"));
    }

    /// The parts are sums that are rounded: other parts, other bits.
    void depth_isCutByTheShapeAlone() {
        int cuts = 0;
        for (std::uint64_t i = 0; i < 400; ++i) {
            const auto draw = [&](std::uint64_t what, std::uint64_t most) {
                return static_cast<Index>(1 + below(most, 7, what, i));
            };
            const ProductShape shape{draw(1, 600), draw(2, 600), draw(3, 9000), draw(4, 3), true};
            const ProductCut plain = cutOf(shape, Storage::ATransposed, {});
            cuts += plain.parts > 1;
            ProductTuning::Costs costs;
            for (std::size_t tile = 0; tile < costs.size(); ++tile)
                costs[tile] = measured(static_cast<double>(draw(10 + tile, 1000)),
                                       static_cast<double>(draw(20 + tile, 1000)) / 100);
            const ProductCut tuned = cutOf(shape, Storage::ATransposed, tuningOf(costs));
            QCOMPARE(tuned.parts, plain.parts);
            QCOMPARE(tuned.partDepth, plain.partDepth);
        }
        QVERIFY(cuts > 100);
    }

    void tuneProducts_measuresEveryKernel() {
        GF_NEED_DEVICE(tested());
        std::vector<std::string> said;
        const auto progress = [&](std::string_view kernel, int number, int of) {
            said.emplace_back(kernel);
            QCOMPARE(number, static_cast<int>(said.size()));
            QCOMPARE(of, 12);
        };
        // PoCL takes seconds to compile each: those of two transposed operands are left out here.
        ProductTuning known;
        known.costs.back().fill({.state = State::LeftOut});
        const ProductTuning tuning = gpu::tuneProducts(*device(), known, progress, quick);
        QCOMPARE(std::set(said.begin(), said.end()).size(), std::size_t(12));
        QVERIFY(tuning.isComplete());
        for (std::size_t storage = 0; storage < 3; ++storage)
            for (const KernelCost& cost : tuning.costs[storage]) {
                QVERIFY(cost.state == State::Measured);
                QVERIFY(cost.alone > 0);
                QVERIFY(cost.busy > 0);
                QVERIFY(cost.busy <= cost.alone);
            }
        said.clear();
        gpu::tuneProducts(*device(), tuning, progress, quick);
        QVERIFY(said.empty());
    }

    void tuneProducts_leavesOutAKernelThatComputesWrong_data() {
        QTest::addColumn<int>("argument");
        QTest::addColumn<int>("right");
        QTest::addColumn<int>("wrong");
        // In the order of ProductCall.
        QTest::newRow("depth") << 20 << 37 << 36;
        QTest::newRow("jobs") << 23 << 2 << 1;
        QTest::newRow("terms") << 24 << 2 << 1;
        QTest::newRow("what follows alone") << 28 << 0 << 1;
        QTest::newRow("bias") << 29 << 1 << 0;
        QTest::newRow("addend") << 30 << 1 << 0;
        QTest::newRow("slope of a ReLU") << 31 << 1 << 0;
        QTest::newRow("slope of a GELU") << 31 << 2 << 1;
        QTest::newRow("ReLU") << 32 << 1 << 0;
        QTest::newRow("GELU") << 32 << 2 << 1;
        QTest::newRow("sums of columns") << 33 << 1 << 0;
    }
    void tuneProducts_leavesOutAKernelThatComputesWrong() {
        QFETCH(int, argument);
        QFETCH(int, right);
        QFETCH(int, wrong);
        GF_NEED_DEVICE(tested());
        const auto spoil = [&](gpu::Launch& launch) {
            gpu::Argument& value = launch.arguments[argument];
            if (value == gpu::Argument(std::int32_t(right)))
                value = std::int32_t(wrong);
        };
        const ProductTuning tuning = withTampered("product_by_columns_large", spoil);
        QVERIFY(tuning.of(Storage::BTransposed, large).state == State::LeftOut);
        QVERIFY(tuning.of(Storage::BTransposed, small).state == State::Measured);
        QVERIFY(tuning.isComplete());
    }

    void tuneProducts_leavesOutAKernelThatFails() {
        GF_NEED_DEVICE(tested());
        const ProductTuning tuning =
            withTampered("product_huge", [](gpu::Launch&) { throw Error("too many registers"); });
        QVERIFY(tuning.of(Storage::AsTheyAre, huge).state == State::LeftOut);
        QVERIFY(tuning.isComplete());
    }

    /// It may be there another time.
    void tuneProducts_leavesAKernelWithoutMemoryUntried() {
        GF_NEED_DEVICE(tested());
        const ProductTuning tuning = withTampered("product_huge", [](gpu::Launch&) {
            throw DeviceOutOfMemory(Sentence("others compute"), 0, -1);
        });
        QVERIFY(tuning.of(Storage::AsTheyAre, huge).state == State::Untried);
        QVERIFY(tuning.of(Storage::BTransposed, small).state == State::Measured);
    }

    void tuneProducts_triesNoMoreOnALostDevice() {
        GF_NEED_DEVICE(tested());
        const ProductTuning tuning = withTampered(
            "product_middle", [](gpu::Launch&) { throw DeviceLost(Sentence("gone")); });
        QVERIFY(tuning.of(Storage::AsTheyAre, small).state == State::Measured);
        QVERIFY(tuning.of(Storage::AsTheyAre, 2).state == State::LeftOut);
        QVERIFY(tuning.of(Storage::BTransposed, small).state == State::Untried);
    }

    void tuneProducts_beginsNothingWhenTheTimeIsOver() {
        GF_NEED_DEVICE(tested());
        const auto progress = [](std::string_view kernel, int, int) { QFAIL(kernel.data()); };
        const ProductTuning tuning = gpu::tuneProducts(*device(), {}, progress, {.all = {}});
        QVERIFY(tuning.of(Storage::AsTheyAre, small).state == State::Untried);
    }

    /// Whole training steps, with dropout and with sums whose depth is cut.
    void tiles_changeNoBitOfATraining_data() {
        QTest::addColumn<int>("family");
        QTest::newRow("transformer") << static_cast<int>(Family::Transformer);
        if (test::wantsWholeLists())
            QTest::newRow("recurrent") << static_cast<int>(Family::Recurrent);
    }
    void tiles_changeNoBitOfATraining() {
        QFETCH(int, family);
        GF_NEED_DEVICE(tested());
        const auto task = test::smallTask("date");
        ModelConfig model = test::smallModel(*task);
        model.family = static_cast<Family>(family);
        if (model.family == Family::Transformer) { // so wide that tiles would cut it differently
            model.dModel = 64;
            model.dFf = 256;
        }
        model.dropout = 0.2;
        TrainConfig train = test::shortTraining();
        train.batch = 32;
        const auto trained = [&](const Backend& backend) {
            auto trainer = test::trainerOf(backend, task, model, train);
            for (int i = 0; i < 2; ++i)
                trainer->step();
            return trainer;
        };
        const TunedBackend plain(device(), {});
        const auto expected = trained(plain);
        std::set<std::set<std::string_view>> kernels{plain.products()};
        for (std::size_t tile = 0; tile < productTiles.size(); ++tile) {
            const TunedBackend forced(device(), alwaysTaking(tile));
            const auto found = trained(forced);
            QVERIFY2(test::sameBits(std::as_const(found->parameters()).flat(),
                                    std::as_const(expected->parameters()).flat()),
                     forced.products().begin()->data());
            kernels.insert(forced.products());
        }
        QVERIFY(kernels.size() >= productTiles.size());
    }

private:
    static const test::TestDevice& tested() {
        QFETCH_GLOBAL(int, device);
        return device < 0 ? asCard() : test::testDevices()[device];
    }
    /// Its threads have other parts of a tile.
    static const test::TestDevice& asCard() {
        static const test::TestDevice card = [] {
            test::TestDevice found{"opencl:0 as a card"};
            const gpu::OpenClDevices devices;
            found.problem = devices.problem();
            if (!devices.entries().empty())
                found.device = devices.openAsCard(0);
            return found;
        }();
        return card;
    }
    static const std::shared_ptr<gpu::Device>& device() { return tested().device; }

    /// Of the tampered kernel, and two that are as they should be.
    ProductTuning withTampered(std::string_view kernel, test::WatchedDevice::Change change) {
        test::WatchedDevice tampered(device(), kernel, std::move(change));
        ProductTuning known = someCard();
        *known.find(kernel) = {};
        known.of(Storage::AsTheyAre, small) = {};
        known.of(Storage::BTransposed, small) = {};
        return gpu::tuneProducts(tampered, known, silent, quick);
    }
};

} // namespace gf::tst_tuning

#include "tests/entry.h"
GF_APPLESS_TEST(tst_tuning, TestTuning)
#include "tst_tuning.moc"
