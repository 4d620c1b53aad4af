// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/safetensors.h"
#include "core/tensor/error.h"
#include "core/train/verify.h"
#include "tests/core/families.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace gf::tst_families {

using nlohmann::json;
using test::everyModel;

namespace {

/// A model with weights of its own on a backend.
class Model {
public:
    Model(const ModelConfig& config, const std::string& backend)
        : m_config(config), m_parameters(test::randomParameters(config)),
          m_backend(makeBackend(backend)) {}

    std::shared_ptr<const Trace> trace(const ProbeExample& example) const {
        Probe probe(*m_backend, m_config, *m_parameters, example, {}, {});
        const auto trace = probe.run(0);
        return trace;
    }

private:
    ModelConfig m_config;
    std::unique_ptr<Parameters> m_parameters;
    std::unique_ptr<Backend> m_backend;
};

/// What a model says: numbers, or how probable each word or row is.
const Tensor& saidIn(const Trace& trace) {
    const Tensor* const numbers = trace.find("prediction");
    return numbers ? *numbers : *trace.find("logits");
}

double greatestOf(const Tensor& tensor) {
    double greatest = 0;
    for (const float value : tensor.values())
        if (std::isfinite(value))
            greatest = std::max(greatest, std::abs(static_cast<double>(value)));
    return greatest;
}

/// The cells of a smaller tensor are those of a larger one at the same places.
bool isCornerOf(const Tensor& small, const Tensor& large, double rounding) {
    for (Index i = 0; i < small.count(); ++i) {
        const double a = static_cast<double>(small[i]);
        const double b = static_cast<double>(large.at(cellAt(small.shape(), i)));
        if (a != b && !(std::abs(a - b) <= rounding))
            return false;
    }
    return true;
}

/// The gradients of a trace's parameters.
std::vector<const Node*> parameterGradients(const Graph& graph) {
    std::vector<const Node*> gradients;
    for (const Node& node : graph.nodes())
        if (node.relation == Relation::Gradient && graph[node.of].role == Role::Parameter)
            gradients.push_back(&node);
    return gradients;
}

/// What a decoder reads, or an encoder alone, with something else from element `from` on.
ProbeExample changedFrom(ProbeExample example, const ModelConfig& config, Index from) {
    Sequence& read = config.hasDecoder() ? example.target : example.source;
    const Index words = config.hasDecoder() ? config.targetVocab : config.sourceVocab;
    if (config.hasDecoder() && config.output == Output::Pointer) {
        std::swap(read.ids[from], read.ids.back());
        return example;
    }
    for (std::size_t i = from; i < read.ids.size(); ++i)
        read.ids[i] = static_cast<TokenId>(specialTokens + (read.ids[i] - specialTokens + 1) %
                                                               (words - specialTokens));
    for (std::size_t i = from * config.features; i < read.numbers.size(); ++i)
        read.numbers[i] += 1;
    return example;
}

bool sameRow(const Tensor& a, const Tensor& b, Index row) {
    const auto columns = static_cast<std::size_t>(a.shape().columns());
    const auto begin = static_cast<std::size_t>(row) * columns;
    return std::ranges::equal(a.values().subspan(begin, columns),
                              b.values().subspan(begin, columns));
}

/// What a key can never be.
std::vector<json> wrongFor(const ConfigField& field) {
    std::vector<json> values{nullptr, json::array(), json::object(), json::array({"1"})};
    switch (field.type) {
    case FieldType::Choice:
        values.insert(values.end(), {0, "", "no such", "GRU "});
        if (field.key != "attention_bias") // which was a switch, and is still read as one
            values.push_back(true);
        break;
    case FieldType::Integer:
        values.insert(values.end(), {field.range.minimum - 1, field.range.maximum + 1, 1.5, "2",
                                     true, -1e300, 18446744073709551615ULL});
        break;
    case FieldType::Real:
        values.insert(values.end(), {field.range.minimum - 0.1, 1e300, "0.1"});
        values.push_back(field.range.belowMaximum ? field.range.maximum : 2 * field.range.maximum);
        break;
    case FieldType::Numbers:
        values.insert(values.end(), {field.range.minimum - 1, field.range.maximum + 1, 1.5, "1;2",
                                     true, json::array({1, 0.5})});
        break;
    default:
        values.insert(values.end(), {0, 1, "true", 0.5, json::array({1})});
    }
    return values;
}

/// All that, and what it could be in another model.
std::vector<json> otherValues(const ConfigField& field) {
    std::vector<json> values = wrongFor(field);
    for (const std::string_view choice : field.choices)
        values.push_back(std::string(choice));
    if (field.type == FieldType::Integer)
        values.insert(values.end(), {1, 2, 3, 5, 16});
    values.insert(values.end(), {true, false});
    return values;
}

/// Whether nothing that comes later may change a row: in decoders, and where states follow each
/// other.
bool looksBackAlone(const ModelConfig& config) {
    return config.hasDecoder() || config.isRecurrent();
}

} // namespace

/// What has to be so of every kind of model, on every backend.
class TestFamilies : public QObject {
    Q_OBJECT

private slots:
    /// The table leaves out what is no model; nothing else may fall out of it.
    void everyModel_holdsEveryKind() {
        const auto count = [](auto&& is) {
            return std::ranges::count_if(everyModel(), is, &test::FamilyModel::config);
        };
        const auto kind = [&](bool recurrent, Input input, Output output) {
            return count([=](const ModelConfig& c) {
                return c.isRecurrent() == recurrent && c.input == input && c.output == output;
            });
        };
        // Three architectures; the positions in the scores belong to attention. And today's blocks,
        // and the switches.
        QCOMPARE(kind(false, Input::TokenIds, Output::Words), 3 * (7 + 3 + 3) + 9 + 3 * 5);
        QCOMPARE(kind(false, Input::Values, Output::Values), 3 * 3);
        QCOMPARE(kind(false, Input::Values, Output::Words), 2 * 3);
        QCOMPARE(kind(false, Input::Values, Output::Pointer), 1 * 3);
        // Bahdanau's attention needs both stacks. The LSTM says words alone.
        QCOMPARE(kind(true, Input::TokenIds, Output::Words), 3 * (6 + 5 + 5));
        QCOMPARE(kind(true, Input::Values, Output::Values), 2 * (6 + 5 + 5));
        QCOMPARE(kind(true, Input::Values, Output::Words), 2 * (6 + 5));
        QCOMPARE(kind(true, Input::Values, Output::Pointer), 2 * 6);
    }

    void padding_changesNothingForRealTokens_data() {
        addModels([](const ModelConfig&) { return true; });
    }
    void padding_changesNothingForRealTokens() {
        QFETCH(std::size_t, model);
        QFETCH(std::string, backend);
        const ModelConfig& config = everyModel()[model].config;
        const Model run(config, backend);
        ProbeExample example = drawnExample(config, 1);
        const auto plain = run.trace(example);
        example.padding = 3;
        const auto padded = run.trace(example);
        constexpr double rounding = 2e-6; // sums are longer by zeros
        const Tensor& said = saidIn(*plain);
        QCOMPARE(saidIn(*padded).shape()[0], said.shape()[0] + 3);
        QVERIFY(isCornerOf(said, saidIn(*padded), rounding * greatestOf(said)));
        const Tensor& loss = *plain->find("loss");
        QVERIFY(isCornerOf(loss, *padded->find("loss"), rounding * greatestOf(loss)));
        const std::vector<const Node*> gradients = parameterGradients(*plain->graph);
        double greatest = 0;
        for (const Node* node : gradients)
            greatest = std::max(greatest, greatestOf(plain->value(node->id)));
        for (const Node* node : gradients)
            QVERIFY2(
                isCornerOf(plain->value(node->id), *padded->find(node->name), rounding * greatest),
                node->name.c_str());
    }

    void laterToken_changesNothingBeforeIt_data() { addModels(looksBackAlone); }
    void laterToken_changesNothingBeforeIt() {
        QFETCH(std::size_t, model);
        QFETCH(std::string, backend);
        const ModelConfig& config = everyModel()[model].config;
        const Model run(config, backend);
        ProbeExample example = drawnExample(config, 1);
        example.loss = false;
        constexpr Index from = 3;
        const auto before = run.trace(example);
        const auto after = run.trace(changedFrom(example, config, from));
        // A decoder reads an element a row after the one in which it is to say it.
        const Index first = config.hasDecoder() ? from + 1 : from;
        for (Index row = 0; row < first; ++row)
            QVERIFY(sameRow(saidIn(*before), saidIn(*after), row)); // the same bits
        QVERIFY(!sameRow(saidIn(*before), saidIn(*after), first));
    }

    /// What is of the wrong type, no choice or out of range is a problem with that key, wherever
    /// the key belongs; and where it does not, it is not looked at.
    void problemsOf_checksEveryKeyInEveryFamily() {
        for (const test::FamilyModel& model : everyModel()) {
            const json right = toJson(model.config);
            for (const ConfigField& field : configFields()) {
                const std::string key(field.key);
                QCOMPARE(right.contains(key), appliesTo(field, model.config));
                for (const json& value : wrongFor(field)) {
                    json changed = right;
                    changed[key] = value;
                    const std::vector<ConfigProblem> problems = problemsOf(changed);
                    const bool found =
                        std::ranges::find(problems, key, &ConfigProblem::key) != problems.end();
                    const std::string what = model.name + ": " + key + " " + value.dump();
                    QVERIFY2(found == appliesTo(field, model.config), what.c_str());
                    for (const ConfigProblem& problem : problems)
                        QVERIFY2(!problem.sentence.english().empty(), what.c_str());
                }
            }
        }
    }

    void savedRun_isRefusedOrRightWithAChangedConfiguration_data() {
        QTest::addColumn<std::size_t>("model");
        const std::vector<std::string> some{
            "transformer, encoder-decoder, words, attention, relative",
            "transformer, decoder, words, attention, learned",
            "transformer, encoder, words, convolution, no positions",
            "transformer, encoder-decoder, words, mean, sinusoidal",
            "transformer, encoder-decoder, pointer, attention, sinusoidal",
            "transformer, encoder, numbers, convolution, sinusoidal",
            "recurrent, encoder-decoder, words, gru, bahdanau",
            "recurrent, encoder-decoder, words, rnn, location",
            "recurrent, decoder, words, gru, concat",
            "recurrent, encoder, numbers to words, rnn, general",
            "recurrent, decoder, numbers, gru, none",
            "recurrent, encoder-decoder, pointer, rnn, dot",
        };
        for (std::size_t i = 0; i < everyModel().size(); ++i)
            if (std::ranges::find(some, everyModel()[i].name) != some.end())
                QTest::addRow("%s", everyModel()[i].name.c_str()) << i;
    }

    /// A file in which one key says something else is an error that says so, or it is a run that
    /// can be looked at: its numbers are those of the model that it names.
    void savedRun_isRefusedOrRightWithAChangedConfiguration() {
        QFETCH(std::size_t, model);
        const ModelConfig& config = everyModel()[model].config;
        const QTemporaryDir folder;
        const std::string path = folder.filePath("run.safetensors").toStdString();
        const auto parameters = test::randomParameters(config);
        RunDescription description;
        description.model = config;
        saveRun(path, description, *parameters);
        const Safetensors saved = readSafetensors(path);
        const json right = json::parse(saved.metadata.at("config"));
        const auto backend = makeBackend("cpu");
        int refused = 0;
        int read = 0;
        for (const ConfigField& field : configFields())
            for (const json& value :
                 appliesTo(field, config) ? otherValues(field) : std::vector<json>{"x", -1}) {
                Safetensors changed = saved;
                json object = right;
                object[std::string(field.key)] = value;
                changed.metadata["config"] = object.dump();
                QFile file(folder.filePath("run.safetensors"));
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(QByteArray::fromStdString(toSafetensors(changed)));
                file.close();
                const std::string what = std::string(field.key) + " " + value.dump();
                try {
                    Run run = loadRun(path);
                    const ModelConfig& found = run.description.model;
                    QVERIFY2(problemsOf(toJson(found)).empty(), what.c_str());
                    QCOMPARE(run.parameters->parameterCount(), parameterCount(found));
                    Probe probe(*backend, found, *run.parameters, drawnExample(found, 1), {}, {});
                    QVERIFY2(!probe.run(0)->find("loss")->empty(), what.c_str());
                    ++read;
                } catch (const Error& error) {
                    const std::string sentence = error.what();
                    QVERIFY2(sentence.find("run.safetensors") != std::string::npos,
                             sentence.c_str());
                    ++refused;
                }
            }
        QVERIFY2(refused > 30 && read > 10, qPrintable(QString("%1, %2").arg(refused).arg(read)));
    }

private:
    static void addModels(bool (*only)(const ModelConfig&)) {
        QTest::addColumn<std::size_t>("model");
        QTest::addColumn<std::string>("backend");
        for (std::size_t i = 0; i < everyModel().size(); ++i)
            for (const std::string& backend : backendNames())
                if (only(everyModel()[i].config))
                    QTest::addRow("%s, %s", everyModel()[i].name.c_str(), backend.c_str())
                        << i << backend;
    }
};

} // namespace gf::tst_families

#include "tests/entry.h"
GF_GUILESS_TEST(tst_families, TestFamilies)
#include "tst_families.moc"
