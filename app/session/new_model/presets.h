// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/form_check.h"

#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// The models to begin with that the New model dialog offers.
std::vector<ModelPreset> modelPresets();

/// What a preset of modelPresets() sets for a task; "task" where it brings one of its own. Fields
/// that it leaves as they are have no value.
PresetValues presetValues(std::string_view id, const std::string& task);

/// The values that learn a task, of both forms. For a task on a file, which has its own only when
/// that is read, those that suit any file.
FieldValues taskDefaults(const std::string& task);

/// Whether a task learns from a file.
bool needsFile(const std::string& task);
/// Whether it learns from windows of a text, which a person may choose.
bool hasContext(const std::string& task);
/// Whether a key of training is a parameter of the task, or of any.
bool hasParameter(const std::string& task, std::string_view key);
bool isTaskParameter(std::string_view key);

/// Why a task cannot be put to the architecture that is called so, as far as that can be said
/// without its file; empty where it can.
Sentence architectureFault(const std::string& task, const std::string& architecture);

} // namespace gf
