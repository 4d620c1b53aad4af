// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/pack_lesson.h"

#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/lesson/lesson_fields.h"
#include "core/lesson/packed_lesson.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "core/train/history_file.h"
#include "core/train/opened_model.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

namespace gf {

namespace {

using Path = std::filesystem::path;

void copyFile(const Path& from, const Path& to) {
    const InputFile file(from.string()); // a pipe is not waited for
    std::error_code problem;
    std::filesystem::copy_file(from, to, problem);
    if (problem)
        throw Error(phrase("%1 could not be packed: %2"), inQuotes(from.string()),
                    systemReason(problem));
}

bool isSame(const Path& one, const Path& other) {
    std::error_code none;
    const auto size = std::filesystem::file_size(one, none);
    return size == std::filesystem::file_size(other, none) &&
           readWholeFile(one.string(), size) == readWholeFile(other.string(), size);
}

/// Where a run's data lie in `folder` from now on. Data that are nowhere any more are not missed: a
/// run can be looked into without them.
Path packedData(const std::string& dataFile, const Path& folder) {
    const Path from = pathOf(dataFile);
    std::string name = from.filename().string();
    if (!isPackableName(name))
        name = "data.txt";
    std::error_code none;
    if (!std::filesystem::exists(from, none))
        return folder / pathOf(name);
    for (int number = 1;; ++number) {
        const Path to = folder / pathOf(number == 1 ? name : std::to_string(number) + "-" + name);
        if (!std::filesystem::exists(to, none))
            copyFile(from, to);
        else if (!isSame(from, to))
            continue; // of another run, by the same name
        return to;
    }
}

/// How the window was left, without the files that were open in it.
std::string withoutFiles(const std::string& view) {
    auto json = nlohmann::json::parse(view, nullptr, false);
    if (!json.is_object())
        return {};
    json.erase("run");
    json.erase("lesson");
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void packRun(const Path& from, const Path& folder, const std::stop_token& stop) {
    if (!openedFolder(from.string()).empty())
        throw Error(phrase("%1 is a model of others, in a folder; a lecture is packed with saved "
                           "runs: save it first"),
                    inQuotes(from.string()));
    Run run = loadRun(from.string(), stop);
    RunDescription& what = run.description;
    what.folder.clear();
    what.view = withoutFiles(what.view);
    if (!what.dataFile.empty())
        what.dataFile = packedData(what.dataFile, folder).string();
    SavedComparison compared{run.comparedBy, {}};
    for (const Run& other : run.compared)
        compared.runs.push_back({&other.description, other.parameters.get(), other.stoppedAt});
    saveRun((folder / from.filename()).string(), what, *run.parameters, compared);
    std::error_code none;
    if (const Path history = pathOf(historyPathOf(from.string()));
        std::filesystem::exists(history, none))
        copyFile(history, folder / history.filename());
}

/// The models that its scenes and experiments show, each once and in the order of the pages.
TrainedModels::Runs modelsOf(const Lesson& lesson, TrainedModels& models,
                             const TrainingWatch& watch) {
    TrainedModels::Runs all;
    const auto add = [&](const ExperimentPlan& plan, std::uint64_t seed, const auto& held,
                         std::optional<Index> checkpoint) {
        if (plan.train.steps == 0)
            return; // made in an instant
        TrainingWatch one = watch;
        one.checkpoint = checkpoint;
        auto model = models.get(plan, seed, held, one);
        if (std::ranges::find(all, model) == all.end())
            all.push_back(std::move(model));
    };
    for (const LessonScene* scene : blocksOf<LessonScene>(lesson))
        if (scene->file.empty())
            atLine(scene->line, [&] {
                for (const ExperimentPlan& plan : planShown(scene->run, scene->compare))
                    add(plan, scene->seed, std::vector<Intervention>(), scene->moment);
            });
    for (const LessonExperiment* experiment : blocksOf<LessonExperiment>(lesson))
        if (experiment->held.empty()) // no file of a run says what that was held to
            atLine(experiment->line, [&] {
                for (const ExperimentPlan& plan : planRuns(*experiment))
                    add(plan, 1, experiment->held, {});
            });
    return all;
}

} // namespace

void packLesson(const Lesson& lesson, const std::string& file, TrainedModels& models,
                const TrainingWatch& watch) {
    const TemporaryFolder folder;
    writeFileAtomically((folder.path() / packedText).string(), lesson.text);
    std::set<std::string> packed;
    for (const LessonScene* scene : blocksOf<LessonScene>(lesson))
        if (!scene->file.empty() && packed.insert(scene->file).second)
            atLine(scene->line, [&] {
                packRun(pathOf(lesson.folder) / pathOf(scene->file), folder.path(), watch.stop);
            });
    int number = 0;
    for (const auto& model : modelsOf(lesson, models, watch))
        TrainedModels::save(*model, ++number, folder.path());
    throwIfStopped(watch.stop);
    packFolder(folder.path(), file);
}

} // namespace gf
