// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/export_opened.h"

#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/io/rewrite_safetensors.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/tokenizer/tokenizer_files.h"
#include "core/train/opened_model.h"
#include "core/train/opened_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

namespace gf {

namespace {

/// What stands beside the weights and the tokenizer.
constexpr const char* companions[] = {"config.json", "generation_config.json",
                                      "model.safetensors.index.json"};
constexpr std::uint64_t longestCompanion = 64'000'000; ///< bytes

/// A run's weights as the tensors of the folder that they came from.
class Writer {
public:
    Writer(const Parameters& parameters, const Naming& naming, const Shards& shards)
        : m_parameters(parameters), m_naming(naming), m_shards(shards) {
        for (const Parameters::Entry& entry : parameters.entries())
            if (entry.role == Role::Parameter)
                add(entry);
    }

    std::vector<float> numbersOf(const SafetensorsFile::Stored& tensor) const {
        if (const auto found = m_uses.find(tensor.name); found != m_uses.end())
            return gathered(tensor, found->second);
        for (const std::string_view ours : repeatedBy(tensor.name))
            if (m_parameters.contains(ours) && repeats(tensor, ours)) {
                const std::span<const float> values = m_parameters.values(ours);
                return {values.begin(), values.end()};
            }
        return {};
    }

private:
    /// A parameter that stands in a tensor, or in a part of it.
    struct Use {
        const Parameters::Entry* entry;
        const TensorSource* source;
    };

    void add(const Parameters::Entry& entry) {
        const auto [source, name] = findTensor(entry.name, m_naming, m_shards);
        if (name.empty() || m_shards.tensor(name).shape != source->shapeFor(entry.shape))
            throw Error(phrase("it has no tensor for %1, %2, as the run has it"),
                        inQuotes(entry.name), entry.shape.toString());
        m_uses[name].push_back({&entry, source});
    }

    std::vector<float> gathered(const SafetensorsFile::Stored& tensor,
                                const std::vector<Use>& uses) const {
        std::vector<float> numbers(tensor.shape.count());
        for (const auto& [entry, source] : uses) {
            const std::span<const float> values = m_parameters.values(*entry);
            const Index columns = entry->shape.columns();
            const Index rows = entry->shape.count() / columns;
            for (Index r = 0; r < rows; ++r)
                for (Index c = 0; c < columns; ++c)
                    numbers[source->placeOf(r, c, rows, columns, m_naming.headWidth)] =
                        values[r * columns + c];
        }
        return numbers;
    }

    /// Whether a tensor had the numbers of the one that it is said to repeat.
    bool repeats(const SafetensorsFile::Stored& tensor, std::string_view ours) const {
        const auto [source, name] = findTensor(ours, m_naming, m_shards);
        if (name.empty() || !tensor.isFloat || m_shards.tensor(name).shape != tensor.shape)
            return false;
        const auto read = [&](const std::string& from) {
            std::vector<float> numbers(tensor.shape.count());
            m_shards.read(from, numbers);
            return numbers;
        };
        return read(name) == read(tensor.name);
    }

    const Parameters& m_parameters;
    Naming m_naming;
    const Shards& m_shards;
    std::map<std::string, std::vector<Use>, std::less<>> m_uses;
};

/// The configuration of a folder, which is that of the run.
nlohmann::json readConfig(const std::string& from, const ModelConfig& run) {
    nlohmann::json config = readJsonFile(from + "/config.json");
    ModelConfig opened = openedConfig(config);
    // These the weights say.
    opened.pooler = run.pooler;
    opened.outputBias = run.outputBias;
    opened.tieEmbeddings = run.tieEmbeddings;
    if (opened != run)
        throw Error(phrase("its configuration is not that of the run; name the folder that the "
                           "run came from"));
    return config;
}

void copyFile(const std::string& from, const WriteFile& to) {
    if (isThere(from))
        to([&](const Append& append) { append(readWholeFile(from, longestCompanion)); });
}

} // namespace

void exportOpened(const Run& run, const std::string& from, NewFolder& into) {
    try {
        const nlohmann::json config = readConfig(from, run.description.model);
        const Shards shards(from);
        const Writer writer(*run.parameters,
                            namingOf(config.value("model_type", ""), run.description.model),
                            shards);
        for (const std::string& name : shards.files())
            rewriteSafetensors(
                from + "/" + name, into.file(name),
                [&](const SafetensorsFile::Stored& tensor) { return writer.numbersOf(tensor); });
        const auto copy = [&](const std::string& name) {
            copyFile(from + "/" + name, into.file(name));
        };
        for (const char* name : companions)
            copy(name);
        for (const auto& [name, standsBeside] : tokenizerFileNames)
            copy(name);
    } catch (const Error& error) {
        throw Error(aboutFile(from, error.sentence()));
    }
}

} // namespace gf
