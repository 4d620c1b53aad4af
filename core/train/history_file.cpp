// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/history_file.h"

#include "core/io/json.h"
#include "core/io/model_file.h"
#include "core/io/quote.h"
#include "core/io/safetensors.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/tensor/finite.h"
#include "core/train/optimizer.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>
#include <unordered_map>

namespace gf {

namespace {

using nlohmann::json;

constexpr std::string_view ending = ".safetensors";
constexpr std::string_view formatVersion = "1";
constexpr std::uintmax_t largestFile = std::uintmax_t{4} << 30;
constexpr std::size_t mostBranches = 1000;

constexpr const char* versionKey = "history_version";
constexpr const char* layoutKey = "layout";
constexpr const char* branchesKey = "branches";
constexpr const char* stepsName = "steps";
constexpr const char* lossesName = "losses";

std::string checkpointName(std::size_t index) {
    return "moment." + std::to_string(index);
}

/// Two runs with the same layout have the same numbers in the same places.
std::string layoutOf(const RunDescription& run, std::size_t numbers) {
    json states = json::array();
    for (const std::string_view prefix : statePrefixes(run.train))
        states.push_back(prefix);
    return json{{"config", toJson(run.model)}, {"optimizer", states}, {"numbers", numbers}}.dump();
}

/// The checkpoints of all branches, each once, with their places in the file.
struct Numbered {
    std::vector<SharedCheckpoint> checkpoints;
    std::unordered_map<const Checkpoint*, std::size_t> places;

    explicit Numbered(const History& history) {
        for (const History::Branch& branch : history.branches())
            for (const SharedCheckpoint& checkpoint : branch.checkpoints)
                if (places.emplace(checkpoint.get(), checkpoints.size()).second)
                    checkpoints.push_back(checkpoint);
    }
};

json branchesToJson(const History& history, const Numbered& numbered) {
    json branches = json::array();
    for (const History::Branch& branch : history.branches()) {
        json checkpoints = json::array();
        for (const SharedCheckpoint& checkpoint : branch.checkpoints)
            checkpoints.push_back(numbered.places.at(checkpoint.get()));
        branches.push_back({{"id", branch.id},
                            {"parent", branch.parent},
                            {"fork", branch.fork},
                            {"moments", std::move(checkpoints)}});
    }
    return {{"current", history.current()}, {"list", std::move(branches)}};
}

const NamedTensor& tensorOf(const Safetensors& file, const std::string& name, const Shape& shape) {
    const NamedTensor* tensor = file.find(name);
    if (tensor == nullptr)
        throw Error("tensor " + inQuotes(name) + " is missing");
    if (tensor->shape() != shape || tensor->isFloat() == (name == stepsName))
        throw Error("tensor " + inQuotes(name) + " is " + tensor->shape().toString() +
                    "; the history needs " + shape.toString() +
                    (name == stepsName ? " whole numbers" : " floating-point numbers"));
    return *tensor;
}

std::vector<SharedCheckpoint> momentsFrom(const Safetensors& file, std::size_t numbers) {
    const NamedTensor* steps = file.find(stepsName);
    if (steps == nullptr || steps->isFloat() || steps->shape().rank() != 1)
        throw Error("tensor \"steps\" must be a row of whole numbers");
    const Index count = steps->shape()[0];
    if (count > static_cast<Index>(History::mostCheckpoints))
        throw Error("it has " + std::to_string(count) + " moments; a history has at most " +
                    std::to_string(History::mostCheckpoints));
    const Tensor& losses = tensorOf(file, lossesName, Shape{count}).floats();
    std::vector<SharedCheckpoint> checkpoints;
    Scratch scratch;
    for (Index i = 0; i < count; ++i) {
        const std::string name = checkpointName(static_cast<std::size_t>(i));
        const std::int64_t step = steps->integers()[i];
        if (step < 0 || step > mostSteps)
            throw Error("a moment is of step " + std::to_string(step) + "; there are 0 to " +
                        std::to_string(mostSteps));
        const auto values =
            tensorOf(file, name, Shape{static_cast<Index>(numbers)}).floats().values();
        if (!allFinite(values))
            throw Error("tensor " + inQuotes(name) + " is not finite");
        checkpoints.push_back(std::make_shared<const Checkpoint>(
            Checkpoint{step, static_cast<double>(losses[i]), scratch.keep(values), {}}));
    }
    return checkpoints;
}

/// A whole number of an object, between the bounds.
std::int64_t numberOf(const json& object, const char* key, std::int64_t least, std::int64_t most) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer() ||
        found->get<std::int64_t>() < least || found->get<std::int64_t>() > most)
        throw Error(inQuotes(key) + " of the branches must be a whole number from " +
                    std::to_string(least) + " to " + std::to_string(most));
    return found->get<std::int64_t>();
}

History::Branch branchFrom(const json& object, const std::vector<SharedCheckpoint>& checkpoints) {
    if (!object.is_object() || !object.contains("moments") || !object["moments"].is_array())
        throw Error("a branch must be an object with a list of moments");
    History::Branch branch;
    constexpr int largest = 1'000'000'000;
    branch.id = static_cast<int>(numberOf(object, "id", 1, largest));
    branch.parent = static_cast<int>(numberOf(object, "parent", 0, largest));
    const Index fork = numberOf(object, "fork", 0, mostSteps);
    for (const json& place : object["moments"]) {
        if (!place.is_number_unsigned() || place.get<std::uint64_t>() >= checkpoints.size())
            throw Error("a branch names a moment that the file does not have");
        const SharedCheckpoint& checkpoint = checkpoints[place.get<std::size_t>()];
        if (!branch.checkpoints.empty() && checkpoint->step <= branch.checkpoints.back()->step)
            throw Error("the steps of a branch do not ascend");
        branch.checkpoints.push_back(checkpoint);
    }
    if (branch.checkpoints.empty())
        throw Error("a branch has no moments");
    // A branch that went back behind its beginning has nothing of its own any more.
    branch.fork = std::min(fork, branch.checkpoints.back()->step);
    return branch;
}

History::Content contentFrom(const json& object, const std::vector<SharedCheckpoint>& checkpoints) {
    if (!object.is_object() || !object.contains("list") || !object["list"].is_array())
        throw Error("the branches must be an object with a list");
    if (object["list"].empty() || object["list"].size() > mostBranches)
        throw Error("there must be 1 to " + std::to_string(mostBranches) + " branches");
    History::Content content;
    content.current = static_cast<int>(numberOf(object, "current", 1, 1'000'000'000));
    std::set<int> ids;
    for (const json& one : object["list"]) {
        content.branches.push_back(branchFrom(one, checkpoints));
        if (!ids.insert(content.branches.back().id).second)
            throw Error("two branches have the same id");
        if (content.branches.back().checkpoints.front() !=
            content.branches.front().checkpoints.front())
            throw Error("the branches do not begin with the same moment");
    }
    if (!ids.contains(content.current))
        throw Error("the current branch is none of the branches");
    return content;
}

/// A history is of no use to another run, or to this one as it was saved at another time.
void requireEnd(const History::Content& content, const RunDescription& run,
                std::span<const float> now) {
    const auto current = std::ranges::find(content.branches, content.current, &History::Branch::id);
    const Checkpoint& last = *current->checkpoints.back();
    if (last.step != run.steps ||
        std::memcmp(last.values.read().data(), now.data(), now.size_bytes()) != 0)
        throw Error("it does not end with the model as it was saved; it belongs to another run or "
                    "was not saved together with it");
}

} // namespace

std::string historyPathOf(const std::string& modelPath) {
    const std::string stem = modelPath.ends_with(ending)
                                 ? modelPath.substr(0, modelPath.size() - ending.size())
                                 : modelPath;
    return stem + ".history" + std::string(ending);
}

void writeHistory(const std::string& path, const RunDescription& run, const History& history) {
    const Numbered numbered(history);
    const auto count = static_cast<Index>(numbered.checkpoints.size());
    std::vector<std::int64_t> steps;
    std::vector<float> losses;
    std::vector<TensorView> tensors;
    for (const SharedCheckpoint& checkpoint : numbered.checkpoints) {
        const Scratch::Row& values = checkpoint->values;
        tensors.push_back({checkpointName(tensors.size()), Shape{static_cast<Index>(values.size())},
                           [&values](std::size_t offset, std::span<float> into) {
                               values.readAt(offset, into);
                           }});
        steps.push_back(checkpoint->step);
        losses.push_back(static_cast<float>(checkpoint->loss));
    }
    tensors.push_back({stepsName, Shape{count}, std::span<const std::int64_t>(steps)});
    tensors.push_back({lossesName, Shape{count}, std::span<const float>(losses)});
    const std::size_t numbers =
        numbered.checkpoints.empty() ? 0 : numbered.checkpoints.front()->values.size();
    writeSafetensors(path, tensors,
                     {{versionKey, std::string(formatVersion)},
                      {layoutKey, layoutOf(run, numbers)},
                      {branchesKey, branchesToJson(history, numbered).dump()}});
}

History::Content readHistory(const std::string& path, const RunDescription& run,
                             std::span<const float> now, const std::stop_token& stop) {
    std::error_code unknown;
    if (const auto size = std::filesystem::file_size(pathOf(path), unknown);
        !unknown && size > largestFile)
        throw Error(inQuotes(path) + ": a history of more than 4 GiB is not read");
    const Safetensors file = readSafetensors(path, stop);
    try {
        const auto entry = [&](const char* key) {
            const auto found = file.metadata.find(key);
            if (found == file.metadata.end())
                throw Error("this is not a history: its metadata lack " + inQuotes(key));
            return found->second;
        };
        if (entry(versionKey) != formatVersion)
            throw Error("it is a history of version " + inQuotes(entry(versionKey)) +
                        "; this Glassformer reads version " + std::string(formatVersion));
        if (entry(layoutKey) != layoutOf(run, now.size()))
            throw Error("it is the history of another model or optimizer");
        History::Content content =
            contentFrom(parseJson(entry(branchesKey)), momentsFrom(file, now.size()));
        requireEnd(content, run, now);
        return content;
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
}

} // namespace gf
