// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"
#include "ui/language/wording.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gf {

/// A model that a lesson shows: trained as it says, with its example, and held to its changes.
struct LessonModel {
    LessonRun run;
    std::uint64_t seed = 1;
    LessonExample example;
    std::vector<Intervention> held;    ///< what makes it what it is: nobody undoes it
    std::vector<Intervention> changes; ///< as a person's own
    /// Trained by itself for each of the values, and shown beside each other.
    std::optional<LessonComparison> compare = {};
    /// An earlier training step that is remembered besides the last one, so that the window can
    /// look at it.
    std::optional<Index> moment = {};
    /// A saved run in the lesson's folder in the place of one that is trained; empty: none.
    std::string file = {};

    friend bool operator==(const LessonModel&, const LessonModel&) = default;
};

/// What came out of a claim.
struct LessonOutcome {
    std::string claim;
    double measured = 0;          ///< the number, or the difference of an order
    double greater = 0, less = 0; ///< the measures of an order
    bool holds = false;

    friend bool operator==(const LessonOutcome&, const LessonOutcome&) = default;
};

/// How many of the models that a lesson's scenes show are trained by now, and shown at once.
struct LessonReady {
    std::string lesson; ///< its name
    int ready = 0, all = 0;
};

/// How far experiments that are done together have come.
struct LessonNews {
    std::string lesson; ///< its name
    std::vector<std::string> experiments;
    bool isRunning = false;
    bool isDone = false; ///< and `outcomes` has all that was asked for
    std::string run;     ///< of those that are compared, the one that is trained
    Index step = 0, steps = 0;
    std::vector<LessonOutcome> outcomes;
    Wording failure; ///< why nothing came out
};

} // namespace gf
