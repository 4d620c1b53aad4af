// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/reference/golden_case.h"

#include "core/backend/program.h"
#include "core/data/feed.h"
#include "core/model/model.h"
#include "core/train/schedule.h"
#include "core/train/trainer.h"
#include "tests/core/test_devices.h"

#include <QDir>
#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace gf::tst_reference {

using namespace gf::reference;

namespace {

const QString goldenFolder = QStringLiteral(GF_TEST_DATA "/golden");

/// A compiled model with the case's weights and first batch, every node kept.
struct FirstBatch {
    FirstBatch(const GoldenCase& golden, const std::string& backend)
        : built(buildModel(golden.model(), {.sourceLength = golden.sourceLength(),
                                            .targetLength = golden.targetLength(),
                                            .training = false,
                                            .loss = true,
                                            .gradients = true,
                                            .labelSmoothing = golden.train().labelSmoothing})),
          batch(golden.batch(0)) {
        parameters.addFrom(*built.graph);
        golden.initialise(parameters);
        program = makeBackend(backend)->compile(built.graph, parameters,
                                                {.batch = batch.size, .keepAll = true, .keep = {}});
        feed(*program, built, batch);
        program->run();
    }

    ModelGraph built;
    Batch batch;
    Parameters parameters;
    std::unique_ptr<Program> program;
};

/// Collects every difference beyond the tolerance, so that one run shows where an error begins.
class Differences {
public:
    void compare(const std::string& name, const Tensor& actual, const Tensor& expected,
                 const Tensor* scaleOf = nullptr) {
        const double off = difference(actual, expected, scaleOf);
        m_worst = std::max(m_worst, off);
        if (off > tolerance)
            report(name + " differs by " + std::to_string(off) + " (" + actual.shape().toString() +
                   ")");
    }

    void report(const std::string& line) {
        if (++m_count <= 12)
            m_lines += "\n  " + line;
    }

    bool none() const { return m_count == 0; }
    std::string text() const { return std::to_string(m_count) + " differences:" + m_lines; }

private:
    int m_count = 0;
    double m_worst = 0;
    std::string m_lines;
};

/// Compares a node of the program with a golden tensor. What belongs to each example is [B, …]
/// there; a gradient that the program has once for the whole batch is their sum.
void compareNode(const FirstBatch& run, const GoldenCase& golden, const std::string& node,
                 const std::string& goldenName, const Tensor* scaleOf, Differences& found) {
    const NodeId id = run.built.graph->find(node);
    if (id == noNode)
        return found.report("the model has no step " + node);
    const Node& here = (*run.built.graph)[id];
    const Tensor& expected = golden.floats(goldenName);
    const bool perExample = expected.shape().rank() == here.shape.rank() + 1;
    if (!perExample)
        return found.compare(node, run.program->value(id), expected, scaleOf);
    if (!here.batched && here.role == Role::Backward)
        return found.compare(node, run.program->value(id), sumOverExamples(expected));
    for (Index example = 0; example < run.batch.size; ++example)
        found.compare(node + " of example " + std::to_string(example),
                      run.program->value(id, example), exampleOf(expected, example));
}

Tensor valueOf(const Parameters& parameters, const std::string& name) {
    const auto values = parameters.values(name);
    return Tensor(parameters.find(name)->shape, {values.begin(), values.end()});
}

} // namespace

/// Every model variant against the numbers that PyTorch gives for it.
class TestReference : public QObject {
    Q_OBJECT

private slots:
    void forwardPass_agreesInEveryStep_data() { addCases(); }
    void forwardPass_agreesInEveryStep() {
        const auto golden = load();
        for (const std::string& backend : backendNames()) {
            const FirstBatch run(*golden, backend);
            Differences found;
            for (const std::string& name : golden->namesUnder("forward/"))
                compareNode(run, *golden, name, "forward/" + name, nullptr, found);
            QVERIFY2(found.none(), (backend + ", " + found.text()).c_str());
        }
    }

    void gradients_agreeWithTheReference_data() { addCases(); }
    void gradients_agreeWithTheReference() {
        const auto golden = load();
        for (const std::string& backend : backendNames()) {
            const FirstBatch run(*golden, backend);
            Differences found;
            for (const std::string& name : golden->namesUnder("grad/")) {
                const auto keyGradient = keyGradientFor(name);
                const Tensor* scale = keyGradient ? &golden->floats(*keyGradient) : nullptr;
                compareNode(run, *golden, "grad/" + name, "grad/" + name, scale, found);
            }
            QVERIFY2(found.none(), (backend + ", " + found.text()).c_str());
        }
    }

    void training_agreesOverTenSteps_data() { addCases(); }
    void training_agreesOverTenSteps() {
        compareTraining(*makeBackend("cpu"), 1);
        compareTraining(*makeBackend("cpu"), 2);
        compareTraining(*makeBackend("eigen"), 1);
    }

    void training_agreesOverTenStepsOnADevice_data() { addCases(); }
    /// Where there is a device for it; PoCL is one.
    void training_agreesOverTenStepsOnADevice() {
        for (const test::TestDevice& each : test::testDevices()) {
            GF_NEED_DEVICE(each);
            compareTraining(test::DeviceBackend(each.device), 1);
        }
    }

    void reference_hasEveryShownStep_data() { addCases(); }
    // A step that the window shows and the reference does not know would be compared with nothing.
    void reference_hasEveryShownStep() {
        const auto golden = load();
        const FirstBatch run(*golden, "cpu");
        // The loss of each token is checked through their mean, the count through it too.
        const std::vector<std::string> others = {"token_loss", "token_count"};
        Differences found;
        for (const Node& node : run.built.graph->nodes()) {
            const bool shown =
                node.role == Role::Forward && std::ranges::count(others, node.name) == 0;
            const auto names = golden->namesUnder("forward/");
            if (shown && std::ranges::count(names, node.name) == 0)
                found.report("the reference has no step " + node.name);
        }
        QVERIFY2(found.none(), found.text().c_str());
    }

    void difference_seesWhatIsJustBeyondTheTolerance() {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const Tensor expected(Shape{2, 2}, {4.0F, -1.0F, 0.5F, -infinity});
        QVERIFY(difference(expected, expected) == 0);
        Tensor actual = expected;
        actual[2] += 4.0F * 1.2e-5F;
        QVERIFY(difference(actual, expected) > tolerance);
        actual[2] = expected[2] + 4.0F * 0.8e-5F;
        QVERIFY(difference(actual, expected) < tolerance);
        actual[3] = 0;
        QVERIFY(std::isinf(difference(actual, expected)));
        actual[3] = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(std::isinf(difference(actual, expected)));
        QVERIFY(std::isinf(difference(Tensor(Shape{4}), expected)));
    }

private:
    static void addCases() {
        QTest::addColumn<QString>("path");
        const QDir folder(goldenFolder);
        const QStringList files = folder.entryList({QStringLiteral("*.safetensors")}, QDir::Files);
        QVERIFY2(files.size() >= 20, qPrintable("golden files are missing in " + goldenFolder));
        for (const QString& file : files)
            QTest::newRow(qPrintable(file.chopped(int(qstrlen(".safetensors")))))
                << folder.filePath(file);
    }

    static std::shared_ptr<const GoldenCase> load() {
        QFETCH(QString, path);
        return std::make_shared<GoldenCase>(path.toStdString());
    }

    static void compareTraining(const Backend& backend, int threads) {
        const auto golden = load();
        Trainer trainer(backend, golden->model(), golden->train(), batchesOf(golden), threads);
        golden->initialise(trainer.parameters());

        Differences found;
        const auto scalar = [](double value) { return Tensor(Shape(), static_cast<float>(value)); };
        for (Index step = 0; step < golden->steps(); ++step) {
            const StepResult result = trainer.step();
            const std::string when = " of step " + std::to_string(result.step);
            found.compare("loss" + when, scalar(result.loss), scalar(golden->floats("loss")[step]));
            found.compare("gradient norm" + when, scalar(result.gradientNorm),
                          scalar(golden->floats("gradient_norm")[step]));
            found.compare("learning rate" + when, scalar(result.learningRate),
                          scalar(golden->floats("learning_rate")[step]));
        }
        for (const std::string& name : golden->namesUnder("final/"))
            if (!keyGradientFor(name) || !stepsAlongRounding(golden->train()))
                found.compare(name, valueOf(trainer.parameters(), name),
                              golden->floats("final/" + name));
        QVERIFY2(found.none(),
                 (backend.name() + ", " + std::to_string(threads) + " threads, " + found.text())
                     .c_str());
    }
};

} // namespace gf::tst_reference

#include "tests/entry.h"
GF_GUILESS_TEST(tst_reference, TestReference)
#include "tst_reference.moc"
