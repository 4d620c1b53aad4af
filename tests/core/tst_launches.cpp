// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/device_error.h"
#include "core/backend/gpu/gpu_lowering.h"
#include "core/backend/gpu/kernel_source.h"
#include "core/backend/gpu/launch_list.h"
#include "core/backend/gpu/pieces.h"
#include "core/model/model.h"
#include "core/train/optimizer.h"
#include "tests/core/op_cases.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace gf::tst_launches {

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
    const gpu::Fusions fusions = gpu::joinedFusions(*model.graph, plan);
    gpu::Placement placement(*model.graph, plan, fusions, parameters, size.batch);
    return gpu::lower(*model.graph, plan, fusions, size.batch, placement, {}, "a card");
}

/// The launches of an operation, alone or joined with others.
std::vector<gpu::Launch> launchesOf(const Graph& graph, Index batch, bool keepAll) {
    Parameters parameters;
    parameters.addFrom(graph);
    const ExecutionPlan plan(graph, [&](NodeId) { return keepAll; });
    const gpu::Fusions fusions =
        keepAll ? gpu::fusionsOfEach(graph, plan) : gpu::joinedFusions(graph, plan);
    gpu::Placement placement(graph, plan, fusions, parameters, batch);
    return gpu::lower(graph, plan, fusions, batch, placement);
}

/// The numbers among the arguments of a launch, in their order.
std::vector<Index> numbersOf(const gpu::Launch& launch) {
    std::vector<Index> numbers;
    for (const gpu::Argument& argument : launch.arguments)
        if (const auto* number = std::get_if<std::int32_t>(&argument))
            numbers.push_back(*number);
    return numbers;
}

constexpr test::OpSizes longLoops{600, 70};
constexpr Index examples = 10;

using Numbers = std::vector<Index>;
Index last(const Numbers& n, std::size_t back = 0) {
    return n[n.size() - 1 - back];
}
Index rowByRow(const Numbers& n, Index) {
    return last(n) * last(n, 1) * gpu::functionWork;
}
Index columnByColumn(const Numbers& n, Index) {
    return last(n) * last(n, 1);
}
Index byOthers(const Numbers& n, Index) { // of additive scores
    const bool ofKeys = n.size() == 7 && n[5];
    return last(n) * n[ofKeys ? 2 : 3] * gpu::functionWork;
}
/// Queries, keys and width come last.
Index attention(const Numbers& n, Index groups) {
    const Index matrices = groups / gpu::groupsFor(last(n, 2), gpu::rowsOfGroup);
    return 2 * matrices * last(n) * last(n, 1) * last(n, 2);
}
/// Rows, columns, depth, heads, examples, jobs and terms.
Index product(const Numbers& n, Index) {
    Index all = 1;
    for (std::size_t i = 3; i < 10; ++i)
        all *= n[i];
    return all;
}
Index onlyOnce(const Numbers&, Index) {
    return 0; // what the table says that it is given
}

/// What the loops of each kernel come to in all threads of a launch, by its numbers and its groups.
const std::map<std::string, std::function<Index(const Numbers&, Index)>, std::less<>> loops{
    {"additive_scores",
     [](const Numbers& n, Index) { return last(n) * last(n, 1) * gpu::functionWork; }},
    {"additive_scores_gradient", byOthers},
    {"additive_vector_gradient", byOthers},
    {"attention", attention},
    {"attention_gradient", attention},
    {"attention_weights", rowByRow},
    {"batch_sum", [](const Numbers& n, Index) { return n[0] * n[1]; }},
    {"chain", [](const Numbers& n, Index) { return last(n) * n[0] * gpu::functionWork; }},
    {"column_sum", columnByColumn},
    {"cross_entropy", rowByRow},
    {"cross_entropy_with_gradient", rowByRow},
    {"embedding_gradient",
     [](const Numbers& n, Index) { return examples * longLoops.tokens * n[0]; }},
    {"gradient_norm", [](const Numbers& n, Index) { return n[0]; }},
    {"layer_norm", rowByRow},
    {"layer_norm_input_gradient", rowByRow},
    {"layer_norm_parameter_gradients",
     [](const Numbers& n, Index) { return 4 * last(n) * last(n, 1); }},
    {"mean_tokens", [](const Numbers& n, Index) { return n[0]; }},
    {"PRODUCT", product},
    {"reduce_partials", onlyOnce},
    {"relative_bias_gradient",
     [](const Numbers& n, Index) { return longLoops.heads() * n[2] * n[3]; }},
    {"repeat_heads_gradient", [](const Numbers& n, Index) { return last(n) * n[0]; }},
    {"softmax", rowByRow},
    {"softmax_gradient", rowByRow},
    {"squared_error", columnByColumn},
    {"squares", [](const Numbers&, Index groups) { return groups * gpu::runOfGroup; }},
    {"update_all",
     [](const Numbers&, Index groups) { return groups * gpu::runOfGroup * gpu::functionWork; }},
    {"windows_gradient", [](const Numbers& n, Index) { return last(n) * n[2]; }},
};

} // namespace

/// How many kernels a training step starts: on a small model that is what it costs.
class TestLaunches : public QObject {
    Q_OBJECT

private slots:
    void step_hasFewLaunches_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("most");
        const int most[] = {61, 61, 109, 157, 205};
        for (int i = 0; i < 5; ++i)
            QTest::newRow(sizes[i].name) << i << most[i];
    }
    void step_hasFewLaunches() {
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
    void timeStep_hasFewLaunches() {
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
    void piecesOf_coversALongLaunchOnce() {
        const Index third = gpu::mostWork / 3;
        for (const std::array<Index, 3> groups :
             {std::array<Index, 3>{1, 1, 1}, {3, 1, 1}, {4, 1, 1}, {17, 5, 2}, {1, 9, 1}}) {
            gpu::Launch launch{"product_huge", groups, {}, third};
            std::set<std::array<Index, 3>> done;
            for (const gpu::Piece& piece : gpu::piecesOf(launch)) {
                const auto& [x, y, z] = piece.groups;
                QVERIFY(x * y * z >= 1);
                QVERIFY(x * y * z <= 3);
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
    void pieces_haveNoMoreGroupsThanAGrid() {
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

    void launches_areCutInLargeModelsAlone() {
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

    /// By that it is cut.
    void groupWork_countsTheLoopsOfTheKernel_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < test::opCases.size(); ++i)
            QTest::newRow(test::opCases[i].name) << i;
    }
    void groupWork_countsTheLoopsOfTheKernel() {
        QFETCH(std::size_t, index);
        const test::BuiltCase built = test::buildCase(test::opCases[index], longLoops);
        for (const bool keepAll : {true, false})
            for (const gpu::Launch& launch : launchesOf(*built.graph, examples, keepAll)) {
                const bool isProduct = launch.kernel.starts_with("product");
                const auto loop = loops.find(isProduct ? "PRODUCT" : launch.kernel);
                if (loop == loops.end())
                    continue;
                const Index groups = launch.groups[0] * launch.groups[1] * launch.groups[2];
                const Index work = groups * launch.groupWork;
                const Index right = loop->second(numbersOf(launch), groups);
                const QString what = QString("%1: %2, not %3")
                                         .arg(QString::fromUtf8(launch.kernel.data()))
                                         .arg(work)
                                         .arg(right);
                QVERIFY2(work >= right, qPrintable(what));
                const Index fewest = groups * gpu::groupSize * gpu::usualWork;
                // Heads of eight features fill a sixteenth of a tile, and the last tile has fewer
                // rows.
                QVERIFY2(work <= 18 * std::max(right, fewest), qPrintable(what));
            }
    }

    void loops_nameEveryKernelWithALoop() {
        const QString source = QString::fromUtf8(gpu::kernelSource.data(),
                                                 static_cast<qsizetype>(gpu::kernelSource.size()));
        static const QRegularExpression kernel(R"(\n(?:KERNEL |#define (?=PRODUCT\())(\w+)\()");
        QStringList found;
        for (auto all = kernel.globalMatch(source); all.hasNext();) {
            const QRegularExpressionMatch match = all.next();
            const qsizetype from = match.capturedStart();
            const QString body = source.mid(from, source.indexOf("\n\n", from + 1) - from);
            if (body.contains("for ("))
                found += match.captured(1);
        }
        QStringList known;
        for (const auto& [name, loop] : loops)
            known += QString::fromStdString(name);
        found.sort();
        known.sort();
        QCOMPARE(found, known);
    }

    /// A group cannot be cut: what one is long at, it does in parts.
    void groupWork_isBounded() {
        for (const Size& size : {Size{"a long sequence", 1, 32, 4, 128, 16, 8192, 1},
                                 Size{"many of them", 1, 32, 4, 128, 16, 64, 8192}}) {
            ModelConfig model = modelOf(size);
            model.positional = Positional::Relative;
            for (const gpu::Launch& launch : launchesOf(model, size))
                if (!launch.kernel.starts_with("product")) // whose parts follow from their shapes
                    QVERIFY2(launch.groupWork <= gpu::mostWork / 64, launch.kernel.data());
        }
    }

    /// Kernels count in 32 bits.
    void launches_areRefusedBeyond32BitCounts() {
        const auto words = [](const Size& size) -> std::string {
            try {
                launchesOf(modelOf(size), size);
            } catch (const DeviceOutOfMemory& error) {
                return error.what();
            }
            return {};
        };
        // 64 tokens with 512 hidden features are 2¹⁵ numbers.
        Size size{"large", 1, 32, 4, 512, 16, 64, 65535};
        QCOMPARE(words(size), std::string());
        size.batch = 65536;
        QCOMPARE(words(size), std::string("this needs 8.0 GiB of memory in one piece; a card gives "
                                          "8.0 GiB at most"));
        size.dFf = 1024;
        QVERIFY(words(size).starts_with("this needs 16.0 GiB of memory in one piece"));
        // All values together are more than the tables of kernels reach.
        const Size many{"many", 60, 128, 4, 256, 16, 64, 65536};
        QVERIFY(words(many).ends_with("in one piece; a card gives 128.0 GiB at most"));
    }

    /// However many parameters there are, and whatever the optimizer does to them.
    void update_isOneLaunch() {
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

} // namespace gf::tst_launches

#include "tests/entry.h"
GF_APPLESS_TEST(tst_launches, TestLaunches)
#include "tst_launches.moc"
