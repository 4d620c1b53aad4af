// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/opened_moments.h"

#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/platform/memory.h"
#include "core/tensor/error.h"
#include "core/train/opened_model.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

namespace gf {

namespace {

using nlohmann::json;

/// What the name of a folder says: 1000 of "step1000", "pythia-step_1000" and "checkpoint-1000".
std::optional<Index> stepOf(const std::string& folder) {
    constexpr std::size_t mostDigits = 12; // no more than mostSteps has
    const std::string last = nameOfFolder(folder);
    const std::size_t first = last.find_last_not_of("0123456789") + 1;
    std::string_view before = std::string_view(last).substr(0, first);
    if (before.ends_with('-') || before.ends_with('_'))
        before.remove_suffix(1);
    const bool isStep = before.ends_with("step") || before.ends_with("checkpoint");
    if (!isStep || first == last.size() || last.size() - first > mostDigits)
        return std::nullopt;
    return std::stoll(last.substr(first));
}

bool areSame(const std::string& a, const std::string& b) {
    std::error_code missing;
    return std::filesystem::equivalent(pathOf(a), pathOf(b), missing);
}

json configIn(const std::string& folder) {
    return readJsonFile(folder + "/config.json");
}

/// Throws Error where a folder has a model of another configuration than the first.
void requireSame(const std::string& first, const std::string& other) {
    const json one = configIn(first);
    const json two = configIn(other);
    const ModelConfig model = openedConfig(one);
    const auto differ = [&](const json& config) {
        try {
            return toJson(openedConfig(config)) != toJson(model);
        } catch (const Error&) {
            return true;
        }
    };
    if (!differ(two))
        return;
    const auto valueIn = [](const json& config, const std::string& key) {
        return config.contains(key) ? shown(config[key]) : std::string("missing");
    };
    json keys = one; // those of both
    if (two.is_object())
        keys.update(two);
    for (const auto& [key, value] : keys.items()) {
        json changed = one;
        changed.erase(key);
        if (two.is_object() && two.contains(key))
            changed[key] = two[key];
        if (differ(changed))
            throw Error(phrase("%1 is no moment of the same training as %2: %3 is %4 there, and %5 "
                               "here"),
                        inQuotes(other), inQuotes(first), inQuotes(key), valueIn(two, key),
                        valueIn(one, key));
    }
    throw Error(phrase("%1 is no moment of the same training as %2: its configuration is another"),
                inQuotes(other), inQuotes(first));
}

void requireFolder(const std::string& path) {
    if (!isFolder(path))
        throw Error(phrase("%1 is no folder; a moment of a training is one, with config.json and "
                           "model.safetensors"),
                    inQuotes(path));
}

} // namespace

std::vector<MomentFolder> momentsIn(const std::string& folder) {
    std::vector<MomentFolder> moments;
    if (isThere(folder + "/config.json"))
        return moments;
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator(pathOf(folder), problem)) {
        const std::string path = entry.path().string();
        if (const auto step = stepOf(path); step && isThere(path + "/config.json"))
            moments.push_back({*step, path});
    }
    std::ranges::sort(moments, {}, &MomentFolder::step);
    return moments;
}

MomentFolders momentFolders(const std::string& model, const std::vector<std::string>& others) {
    MomentFolders folders;
    std::vector<MomentFolder>& all = folders.all;
    bool haveSteps = true; // the others
    const auto add = [&](const std::string& path) {
        if (std::ranges::none_of(
                all, [&](const MomentFolder& known) { return areSame(known.path, path); }))
            all.push_back({stepOf(path).value_or(0), path});
    };
    std::string shown = model;
    if (const std::vector<MomentFolder> inside = momentsIn(model); !inside.empty()) {
        std::ranges::for_each(inside, add, &MomentFolder::path);
        shown = inside.back().path;
    } else if (!others.empty()) {
        requireFolder(model);
        add(model);
    }
    for (const std::string& other : others) {
        requireFolder(other);
        const std::vector<MomentFolder> inside = momentsIn(other);
        std::ranges::for_each(inside, add, &MomentFolder::path);
        if (inside.empty() && !areSame(other, model)) {
            add(other);
            haveSteps = haveSteps && stepOf(other);
        }
    }
    if (!haveSteps)
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].step = static_cast<Index>(i) + 1;
    else if (!all.empty() && !stepOf(shown))
        all.front().step = std::ranges::max(all, {}, &MomentFolder::step).step + 1;
    std::ranges::sort(all, {}, &MomentFolder::step);
    const auto twice = std::ranges::adjacent_find(all, {}, &MomentFolder::step);
    if (twice != all.end())
        throw Error(
            phrase("%1 and %2 are both of the training step %3; a moment may be there only once"),
            inQuotes(twice->path), inQuotes((twice + 1)->path), twice->step);
    const auto at = std::ranges::find_if(
        all, [&](const MomentFolder& each) { return areSame(each.path, shown); });
    folders.shown = static_cast<std::size_t>(at - all.begin());
    return folders;
}

std::size_t roomForMoments() {
    return static_cast<std::size_t>(availableMemory()) / 2;
}

OpenedMoments::OpenedMoments(MomentFolders folders, const Run& open, std::size_t room)
    : m_folders(std::move(folders.all)), m_shown(folders.shown), m_model(open.description.model),
      m_bytesOfOne(open.parameters->flat().size_bytes()) {
    for (const MomentFolder& each : m_folders)
        requireSame(m_folders[m_shown].path, each.path);
    m_mostKept = std::max<std::size_t>(1, room / std::max<std::size_t>(1, m_bytesOfOne));
    m_kept.emplace_front(m_shown, open.parameters->share());
}

SharedWeights OpenedMoments::weights(std::size_t moment) {
    const auto known =
        std::ranges::find(m_kept, moment, &std::pair<std::size_t, SharedWeights>::first);
    if (known != m_kept.end()) {
        m_kept.splice(m_kept.begin(), m_kept, known);
        return m_kept.front().second;
    }
    if (m_kept.size() >= m_mostKept) { // before memory is needed for another one
        m_kept.resize(m_mostKept - 1);
        giveBackFreedMemory();
    }
    m_kept.emplace_front(moment, openWeights(m_folders[moment].path, m_model)->share());
    return m_kept.front().second;
}

std::vector<SharedCheckpoint> checkpointsOf(const std::shared_ptr<OpenedMoments>& moments) {
    std::vector<SharedCheckpoint> checkpoints;
    for (std::size_t i = 0; i < moments->folders().size(); ++i) {
        Checkpoint checkpoint;
        checkpoint.step = moments->folders()[i].step;
        checkpoint.opened = [moments, i] { return moments->weights(i); };
        checkpoints.push_back(std::make_shared<const Checkpoint>(std::move(checkpoint)));
    }
    return checkpoints;
}

} // namespace gf
