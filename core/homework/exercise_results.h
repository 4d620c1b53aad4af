// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// What the check found out in a student's folder, as result.json says it.
struct ExerciseResult {
    struct Part {
        std::string name; ///< of the exercise
        bool right = false;
    };
    std::vector<Part> exercises;
    std::string time; ///< ISO 8601, of the student's clock
    std::uint64_t seed = 0;
};

/// A folder and what came of it: a result, or the sentence that says why there is none.
struct CollectedResult {
    std::string folder; ///< its name, without where it lies
    ExerciseResult result;
    std::string problem;
};

/// Reads result.json of a folder. Untrusted: throws Error, which says what is wrong with it, for
/// what is missing, too long, no JSON, or not what the check writes.
ExerciseResult readExerciseResult(const std::string& folder);
/// The same of what is read already, whose keys beside these are passed over.
ExerciseResult exerciseResultFrom(const nlohmann::json& json);
/// What there is in result.json, as it stands there.
nlohmann::json readResultJson(const std::string& folder);

/// A table: folder, exercise, right (yes or no), time, seed, problem; a line for each exercise.
std::string resultsCsv(std::span<const CollectedResult> collected);

} // namespace gf
