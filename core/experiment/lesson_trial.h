// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "core/lesson/spans.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gf {

/// A claim beside what came out.
struct ClaimResult {
    const LessonClaim* claim = nullptr;
    std::uint64_t seed = 1;
    double stated = 0;            ///< the number; of an order the least difference
    double measured = 0;          ///< the number; of an order the difference
    double greater = 0, less = 0; ///< of an order: its two measures
    bool holds = false;
};

/// Whether a claim holds at a measured number, or at a difference.
bool holds(const LessonClaim& claim, double measured);

/// A lesson whose experiments are done with one seed, each when it is first needed.
class LessonTrial {
public:
    /// `lesson` and `surroundings` must outlive it.
    LessonTrial(const Lesson& lesson, std::uint64_t seed,
                const ExperimentSurroundings& surroundings,
                std::shared_ptr<TrainedModels> models = std::make_shared<TrainedModels>())
        : m_lesson(lesson), m_seed(seed), m_around(surroundings), m_models(std::move(models)) {}

    /// Throws Error with the line, and Stopped.
    ClaimResult tried(const LessonClaim& claim);
    /// Where the place is that a question asks for. Throws Error with the line, and Stopped.
    FoundPlace found(const LessonQuestion& question);
    /// An experiment of the lesson, done by now. Throws Error, and Stopped.
    Experiment& experiment(const std::string& id);
    /// All that was trained for it; what else shows its models may ask here, too.
    TrainedModels& models() { return *m_models; }
    const std::shared_ptr<TrainedModels>& sharedModels() const { return m_models; }

private:
    double measured(const LessonMeasure& measure);

    const Lesson& m_lesson;
    std::uint64_t m_seed;
    const ExperimentSurroundings& m_around;
    std::shared_ptr<TrainedModels> m_models;
    std::map<std::string, Experiment> m_experiments;
};

/// What of a lesson no engine could do and no window show, found with fresh models, nothing
/// trained: unknown tasks, keys, steps and tokens, models that are too large, labs without such a
/// knob, runs that do not stand beside each other, and files that are not in `folder`, the
/// lesson's.
std::vector<LessonProblem> problemsOf(const Lesson& lesson, const std::filesystem::path& folder);

/// A claim's number after it was measured anew.
struct NewNumber {
    std::string id;
    std::string text; ///< as it is to stand in the file
};

/// The means over the seeds, rounded as the text writes them, of numbers that the text would not
/// write so.
std::vector<NewNumber> newNumbers(const std::vector<ClaimResult>& results);

/// The file with these numbers in the place of those that it has, as a unified diff without
/// context; empty where nothing changes. `lesson` was read from `text`.
std::string differenceOf(const Lesson& lesson, std::string_view text, const std::string& path,
                         const std::vector<NewNumber>& numbers);

} // namespace gf
