// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/torch_folder.h"

#include "core/graph/op.h"
#include "core/io/json.h"
#include "core/io/safetensors.h"
#include "core/model/fields.h"
#include "core/model/input_embedding.h"
#include "core/tokenizer/tokenizer_files.h"
#include "core/tokenizer/tokenizer_json.h"
#include "core/train/generate.h"
#include "core/train/torch_templates.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <sstream>
#include <vector>

namespace gf {

namespace {

using nlohmann::json;
using Words = std::map<std::string, bool>;

// ---- Templates ---------------------------------------------------------------------------------

/// Whether all words of "a !b" are as they say.
bool hold(const std::string& condition, const Words& words) {
    std::istringstream stream(condition);
    for (std::string word; stream >> word;) {
        const bool negated = word.front() == '!';
        const auto found = words.find(negated ? word.substr(1) : word);
        assert(found != words.end());
        if (found->second == negated)
            return false;
    }
    return true;
}

void fillGaps(std::string& line, const std::map<std::string, std::string>& gaps) {
    for (const auto& [name, value] : gaps)
        for (std::size_t at = 0; (at = line.find('@' + name + '@', at)) != std::string::npos;
             at += value.size())
            line.replace(at, name.size() + 2, value);
}

// ---- What a model has --------------------------------------------------------------------------

/// What a decoder reads text by where that are byte pairs; null otherwise.
const Vocabulary* bytePairsOf(const RunDescription& run) {
    const Vocabulary* const words = run.vocabularies.target.get();
    return words && words->tokenization() == Tokenization::BytePairs ? words : nullptr;
}

/// Whether its tokens are numbers.
bool readsNumbers(const RunDescription& run) {
    const Vocabulary* const words = run.vocabularies.target.get();
    return words && words->tokenization() == Tokenization::Numbers;
}

/// The words behind "#?" in the templates.
Words wordsOf(const RunDescription& run, bool hasData) {
    const ModelConfig& c = run.model;
    const bool recurrent = c.isRecurrent();
    const bool attends = recurrent ? c.alignment != Alignment::None : c.mixer == Mixer::Attention;
    Words w;
    // Each switch of the configuration by its key, each choice as "key=choice", each number by its
    // key where it is another one than usually.
    const FieldValues values = valuesOf(c);
    for (const ConfigField& field : configFields()) {
        const std::string key(field.key);
        if (field.type == FieldType::Switch)
            w[key] = choiceIn(values, key) == "true";
        else if (field.type != FieldType::Choice)
            w[key] = appliesTo(field, c) && valueOf(field, c) != valueOf(field, ModelConfig{});
        for (const std::string_view choice : field.choices)
            w[key + '=' + std::string(choice)] = choiceIn(values, key) == choice;
    }
    w["encoder"] = c.hasEncoder();
    w["decoder"] = c.hasDecoder();
    w["both"] = c.hasEncoder() && c.hasDecoder();
    w["attends"] = attends;
    w["attention"] = c.hasHeads();
    for (const char* const inScores : {"rotary", "relative", "alibi", "buckets"})
        w[inScores] = attends && w[std::string("positional=") + inScores];
    w["score_bias"] = w["relative"] || w["alibi"] || w["buckets"];
    w["crossed"] =
        w["both"] && attends && (w["rotary"] || w["score_bias"] || c.qkNorm || c.tieQueryKey);
    w["qkv_bias"] = c.hasAttentionBias('q');
    w["o_bias"] = c.hasAttentionBias('o');
    w["grouped"] = c.keyValueHeads() < c.heads;
    w["value_width"] = c.valueWidth() != c.headWidth();
    w["normed"] = c.hasNorms();
    w["feed_forward"] = c.hasFeedForward();
    w["skips_padding"] = skipsPadding(c);
    w["positions"] = w["positional=sinusoidal"] || w["positional=learned"];
    w["adds"] = w["positions"] || w["token_types"];
    w["embedding_scale"] = c.embeddingScale;
    w["words"] = c.output == Output::Words;
    w["says_values"] = c.output == Output::Values;
    w["pointer"] = c.output == Output::Pointer;
    w["states"] = c.output == Output::States;
    w["classes"] = w["words"] || w["pointer"];
    w["softmax"] = w["attention"] || w["mixer=mean"] || w["pointer"] || (recurrent && attends);
    w["output_bias"] = c.outputBias;
    w["bends"] = w["feed_forward"] || w["output_transform"];
    w["source_values"] = c.hasEncoder() && c.input == Input::Values;
    w["target_values"] = c.hasDecoder() && c.readsValues();
    w["token_ids"] =
        (c.hasEncoder() && !w["source_values"]) || (c.hasDecoder() && !w["target_values"]);
    w["dense"] = w["source_values"] || w["target_values"] || w["output_transform"] || w["pooler"];
    w["read_ids"] = w["token_ids"] || w["words"];
    w["own_vocabulary"] = !c.exactIds && w["read_ids"];
    w["byte_pairs"] = w["own_vocabulary"] && bytePairsOf(run) != nullptr;
    w["numbers"] = w["own_vocabulary"] && readsNumbers(run);
    w["reads_rows"] = w["source_values"] || w["says_values"];
    w["learns_text"] = w["words"] && (c.architecture == Architecture::Decoder ||
                                      (w["both"] && !w["source_values"]));
    w["data"] = hasData;
    return w;
}

/// What defines bend(x), the model's activation: by its name where that is all it takes.
std::string bendOf(const ModelConfig& model) {
    std::string call(activationTable[static_cast<std::size_t>(model.activation)].torch);
    constexpr std::string_view operand = "(%1)";
    if (call.ends_with(operand) && call.find("%1") == call.size() - 3)
        return "bend = " + call.substr(0, call.size() - operand.size());
    for (std::size_t gap; (gap = call.find("%1")) != std::string::npos;)
        call.replace(gap, 2, "x");
    return "def bend(x):\n    return " + call;
}

/// The label of the first class.
Index firstLabel(const ModelConfig& model) {
    return model.output == Output::Pointer ? firstPlace : 0;
}

json vocabularyOf(const Vocabulary* vocabulary) {
    if (!vocabulary || vocabulary->tokenizer())
        return nullptr;
    return {{"tokens", vocabulary->tokens()}, {"tokenization", nameOf(vocabulary->tokenization())}};
}

/// The token that ends an answer; null where none does.
json endOf(const RunDescription& run) {
    const TaskInfo* const task = findTask(run.task);
    if (task && task->isEndless && !run.model.hasEncoder())
        return nullptr;
    if (!run.model.exactIds)
        return eosId;
    const std::vector<TokenId> ends = answerTokensOf(run.model, run.vocabularies).ends;
    return ends.empty() ? json(nullptr) : json(ends.front());
}

json idOf(const std::optional<TokenId>& id) {
    return id ? json(*id) : json(nullptr);
}

json descriptionOf(const RunDescription& run) {
    const bool points = run.model.output == Output::Pointer;
    return {{"name", run.caption()},
            {"steps", run.steps},
            {"train", toJson(run.train)},
            {"source_vocabulary", vocabularyOf(run.vocabularies.source.get())},
            {"target_vocabulary", vocabularyOf(points ? nullptr : run.vocabularies.target.get())},
            {"start", idOf(run.vocabularies.rules.start)},
            {"padding", idOf(run.vocabularies.rules.padding)},
            {"end", endOf(run)}};
}

} // namespace

std::string filledTemplate(std::string_view text, const Words& words,
                           const std::map<std::string, std::string>& gaps) {
    constexpr std::string_view mark = "#?";
    std::istringstream lines{std::string(text)};
    std::string filled;
    std::vector<bool> open; ///< of each block around the line, whether it stands
    for (std::string line; std::getline(lines, line);) {
        const bool stands = std::ranges::all_of(open, [](bool each) { return each; });
        const std::size_t at = line.find(mark);
        std::string condition = at == std::string::npos ? "" : line.substr(at + mark.size());
        if (at == 0 && condition == " }") {
            open.pop_back();
            continue;
        }
        if (at == 0 && condition.ends_with(" {")) {
            condition.resize(condition.size() - 2);
            open.push_back(hold(condition, words));
            continue;
        }
        if (!stands || !hold(condition, words))
            continue;
        line.resize(std::min(at, line.size()));
        line.erase(line.find_last_not_of(' ') + 1);
        fillGaps(line, gaps);
        filled += line + '\n';
    }
    return filled;
}

TextFiles torchFiles(const RunDescription& run, Index batches) {
    const Words words = wordsOf(run, batches > 0);
    // A caption without what a file calls itself.
    const std::map<std::string, std::string> gaps = {
        {"title", "A model: " + captionOf(run.model, "")},
        {"bend", bendOf(run.model)},
        {"first_label", std::to_string(firstLabel(run.model))},
        {"batches", std::to_string(batches)}};
    const auto filled = [&](const char* text) { return filledTemplate(text, words, gaps); };
    TextFiles files;
    files["model.py"] = filled(run.model.isRecurrent() ? torchRecurrent : torchTransformer);
    files["data.py"] = filled(torchData);
    files["train.py"] = filled(torchTrain);
    files["generate.py"] = filled(torchGenerate);
    files["check.py"] = filled(torchCheck);
    files["requirements.txt"] = filled(torchRequirements);
    files["README.md"] = filled(torchReadme);
    files["config.json"] = jsonText(toJson(run.model), 2) + '\n';
    files["run.json"] = jsonText(descriptionOf(run), 2) + '\n';
    if (const Vocabulary* const pairs = bytePairsOf(run))
        files["tokenizer.json"] =
            tokenizerJson(pairs->tokens(), pairs->merges(), pairs->token(unkId));
    if (const Vocabulary* const read =
            run.model.hasEncoder() ? run.vocabularies.source.get() : run.vocabularies.target.get())
        if (const TokenizerFiles* const tokenizer = read->tokenizerFiles())
            // A saved run may call a file anything.
            for (const TokenizerFileName& each : tokenizerFileNames)
                if (const auto found = tokenizer->find(each.name); found != tokenizer->end())
                    files[each.name] = found->second;
    return files;
}

void writeBatches(const WriteFile& write, const BatchSource& source, Index first, Index count) {
    assert(count > 0);
    /// The numbers of one input of all batches.
    struct Column {
        Shape each;
        std::vector<std::int64_t> ids;
        std::vector<float> numbers;
    };
    std::map<std::string, Column> columns;
    Batch batch;
    for (Index n = first; n < first + count; ++n) {
        source.fill(n, batch);
        for (const BatchArray& array : batch.arrays) {
            Column& column = columns[array.name];
            column.each = array.shape;
            if (const auto* ids = std::get_if<std::vector<TokenId>>(&array.values))
                column.ids.insert(column.ids.end(), ids->begin(), ids->end());
            else if (const auto* numbers = std::get_if<std::vector<float>>(&array.values))
                column.numbers.insert(column.numbers.end(), numbers->begin(), numbers->end());
        }
    }
    std::vector<TensorView> tensors;
    for (const auto& [name, column] : columns) {
        const Shape& each = column.each;
        const Shape shape = each.rank() == 2 ? Shape{count, each[0], each[1]}
                                             : Shape{count, each[0], each[1], each[2]};
        tensors.push_back({name, shape, std::span<const float>(column.numbers)});
        if (column.numbers.empty())
            tensors.back().numbers = std::span<const std::int64_t>(column.ids);
    }
    writeSafetensors(write, tensors, {{"format", "glassformer-batches"}});
}

} // namespace gf
