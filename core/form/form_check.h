// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/field_values.h"
#include "core/tensor/sentence.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace gf {

/// What of a form follows from the values of its other fields.
struct FormLimits {
    std::map<std::string, Sentence> greyed;                           ///< field → why not at all
    std::map<std::string, std::map<std::string, Sentence>> forbidden; ///< field → choice → why not
    std::map<std::string, std::int64_t> automatic; ///< field → what its 0 stands for
    std::set<std::string, std::less<>> absent;     ///< fields of other tasks, which are not shown
};

/// What a set of field values would mean, computed by the engine while the person types.
struct FormCheck {
    std::map<std::string, Sentence> problems; ///< by key; empty when it can be built
    FormLimits limits;
    std::int64_t parameters = 0;
    std::int64_t bytes = 0; ///< estimate: parameters, optimizer state and the buffers of one step
};

/// A model that the person asks for.
struct ModelRequest {
    FieldValues model;
    FieldValues training; ///< and what its tokens are
    std::string task;
    std::string file;
    std::string device = {}; ///< what it is trained on (ComputeDevice::id); empty: what trains now
};

/// A model to begin with. Name and help are phrases.
struct ModelPreset {
    std::string_view id;
    std::string_view name;
    std::string_view help; ///< one sentence
};

/// What a preset means for a task.
struct PresetValues {
    FieldValues values;  ///< fields that are not here stay as they are
    FieldValues atLeast; ///< fields that only grow, up to this
    Sentence obstacle;   ///< why the task cannot have it; empty when it can
};

} // namespace gf
