// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/lowering.h"
#include "core/backend/gpu/pieces.h"
#include "core/model/model.h"
#include "core/train/optimizer.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

using namespace gf;

namespace {

/// A decoder as `glassformer bench` trains it.
struct Size {
    const char* name;
    Index layers, dModel, heads, dFf, words, tokens, batch;
};
constexpr Size sizes[] = {{"XS", 2, 32, 4, 128, 16, 16, 32},
                          {"S", 2, 64, 4, 256, 64, 32, 32},
                          {"M", 4, 128, 8, 512, 256, 64, 32},
                          {"L", 6, 256, 8, 1024, 1024, 128, 16},
                          {"XL", 8, 512, 8, 2048, 4096, 256, 32}};

ModelConfig modelOf(const Size& size) {
    ModelConfig model;
    model.architecture = Architecture::Decoder;
    model.layers = size.layers;
    model.dModel = size.dModel;
    model.heads = size.heads;
    model.dFf = size.dFf;
    model.norm = Norm::Pre;
    model.activation = Activation::Gelu;
    model.positional = Positional::Learned;
    model.maxLength = size.tokens;
    model.sourceVocab = size.words;
    model.targetVocab = size.words;
    return model;
}

/// The launches of a training step.
std::vector<gpu::Launch> launchesOf(const ModelConfig& config, const Size& size,
                                    const TrainConfig& train = {}) {
    const ModelGraph model =
        buildModel(config, {.sourceLength = config.hasEncoder() ? size.tokens : 0,
                            .targetLength = size.tokens,
                            .training = true,
                            .gradients = true});
    appendOptimizer(*model.graph, train);
    Parameters parameters;
    parameters.addFrom(*model.graph);
    const ExecutionPlan plan(*model.graph, [](NodeId) { return false; });
    const gpu::Stages stages = gpu::joinedStages(*model.graph, plan);
    gpu::Placement placement(*model.graph, plan, stages, parameters, size.batch);
    return gpu::lower(*model.graph, plan, stages, size.batch, placement);
}

} // namespace

/// How many kernels a training step starts: on a small model that is what it costs.
class TestLaunches : public QObject {
    Q_OBJECT

private slots:
    void aStepHasFewLaunches_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("most");
        const int most[] = {61, 61, 109, 157, 205};
        for (int i = 0; i < 5; ++i)
            QTest::newRow(sizes[i].name) << i << most[i];
    }
    void aStepHasFewLaunches() {
        QFETCH(int, index);
        QFETCH(int, most);
        const std::vector<gpu::Launch> launches = launchesOf(modelOf(sizes[index]), sizes[index]);
        std::map<std::string_view, int> counts;
        for (const gpu::Launch& launch : launches)
            ++counts[launch.kernel];
        QString all;
        for (const auto& [kernel, count] : counts)
            all += QString(" %1 %2").arg(count).arg(QString::fromUtf8(kernel.data()));
        qInfo("%s: %d launches:%s", sizes[index].name, static_cast<int>(launches.size()),
              qPrintable(all));
        QVERIFY(static_cast<int>(launches.size()) <= most);
    }

    /// A time step of a cell is a product and what is done number by number after it, forward and
    /// back.
    void aTimeStepHasFewLaunches() {
        ModelConfig model = modelOf(sizes[0]);
        model.architecture = Architecture::EncoderDecoder;
        model.family = Family::Recurrent;
        const Index timeSteps = 2 * model.layers * sizes[0].tokens;
        const auto launches = launchesOf(model, sizes[0]);
        qInfo("%d launches for %d time steps", static_cast<int>(launches.size()),
              static_cast<int>(timeSteps));
        QVERIFY(static_cast<Index>(launches.size()) <= 7 * timeSteps);
    }

    /// A card that a display waits for is given back now and then.
    void aLongLaunchIsCutIntoPiecesThatAreAllOfItOnce() {
        const Index third = gpu::mostWork / 3;
        for (const std::array<Index, 3> groups :
             {std::array<Index, 3>{1, 1, 1}, {3, 1, 1}, {4, 1, 1}, {17, 5, 2}, {1, 9, 1}}) {
            gpu::Launch launch{"product_huge", groups, {}, third};
            std::set<std::array<Index, 3>> done;
            for (const gpu::Piece& piece : gpu::piecesOf(launch)) {
                const auto& [x, y, z] = piece.groups;
                QVERIFY(x * y * z >= 1 && x * y * z <= 3);
                for (Index i = 0; i < x * y * z; ++i)
                    QVERIFY(done.insert({piece.first[0] + i % x, piece.first[1] + i / x % y,
                                         piece.first[2] + i / x / y})
                                .second);
            }
            QCOMPARE(static_cast<Index>(done.size()), groups[0] * groups[1] * groups[2]);
            QCOMPARE(*done.begin(), (std::array<Index, 3>{0, 0, 0}));
            QCOMPARE(*done.rbegin(),
                     (std::array<Index, 3>{groups[0] - 1, groups[1] - 1, groups[2] - 1}));
        }
        // What is too long for a single group is not cut further.
        const gpu::Launch one{"product_huge", {2, 1, 1}, {}, 5 * gpu::mostWork};
        QCOMPARE(gpu::piecesOf(one).size(), std::size_t(2));
    }

    /// A side of a grid of CUDA's has 65,535 groups, but the first.
    void aPieceHasNoMoreGroupsThanAGrid() {
        const gpu::Launch launch{"product_huge", {3, 131072, 1}, {}, 1};
        std::array<Index, 3> ends{};
        Index groups = 0;
        for (const gpu::Piece& piece : gpu::piecesOf(launch)) {
            QVERIFY(piece.groups[1] <= 65535);
            groups += piece.groups[0] * piece.groups[1] * piece.groups[2];
            for (std::size_t i = 0; i < 3; ++i)
                ends[i] = std::max(ends[i], piece.first[i] + piece.groups[i]);
        }
        QCOMPARE(groups, Index(3) * 131072);
        QCOMPARE(ends, launch.groups);
    }

    void onlyLaunchesOfLargeModelsAreCut() {
        const auto mostPieces = [](const Size& size) {
            std::size_t most = 0;
            for (const gpu::Launch& launch : launchesOf(modelOf(size), size))
                most = std::max(most, gpu::piecesOf(launch).size());
            return most;
        };
        QCOMPARE(mostPieces(sizes[0]), std::size_t(1));
        QCOMPARE(mostPieces(sizes[2]), std::size_t(1));
        // The logits of XL: 8,192 tokens, 512 features and 4,096 words make eight times 2³¹.
        QVERIFY(mostPieces(sizes[4]) >= 8);
    }

    /// However many parameters there are, and whatever the optimizer does to them.
    void theUpdateIsOneLaunch() {
        for (const OptimizerKind optimizer :
             {OptimizerKind::Adam, OptimizerKind::AdamW, OptimizerKind::Sgd})
            for (const double momentum : {0.0, 0.9})
                for (const double clip : {0.0, 1.0}) {
                    TrainConfig train;
                    train.optimizer = optimizer;
                    train.momentum = momentum;
                    train.clipNorm = clip;
                    train.weightDecay = 0.01;
                    const auto launches = launchesOf(modelOf(sizes[0]), sizes[0], train);
                    QCOMPARE(launches.back().kernel, std::string_view("update_all"));
                    QVERIFY(launches.size() <= 62);
                }
    }
};

#include "tests/entry.h"
GF_APPLESS_TEST(tst_launches, TestLaunches)
#include "tst_launches.moc"
