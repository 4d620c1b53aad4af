// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/sentence.h"

#include <span>
#include <string>
#include <string_view>

namespace gf {

/// Text: any words. Numbers: whole ones with commas between them; with choices, several of these.
enum class FieldType { Choice, Integer, Real, Switch, Seed, Text, Numbers };

/// What a number may be; a limit itself may be left out ("at least 0 and below 1").
struct FieldRange {
    double minimum = 0;
    double maximum = 0;
    bool belowMaximum = false;
    bool aboveMinimum = false;
};

/// How a key is given on the command line.
struct KeyOption {
    std::string_view name = {}; ///< "--lr"; empty: by files and forms alone
    std::string_view note = {}; ///< what --help says beyond the key's help
    bool isKept = false;        ///< a run that goes on keeps what it began with
};

/// A key that a person gives a value to: all that error messages, command line and the New model
/// dialog know of it. Label and help are phrases, which the window translates.
struct FormField {
    std::string_view key;               ///< "d_model"
    std::string_view label;             ///< "Model width D"
    FieldType type = FieldType::Choice; ///< of a configuration's key it follows from the member
    std::span<const std::string_view> choices = {}; ///< for Choice
    FieldRange range = {};                          ///< for Integer and Real; a dialog's for Seed
    bool fromTask = false; ///< belongs to the task, which sets it: nobody is asked for it
    std::string_view help; ///< one sentence
    KeyOption option = {};
    std::string_view formerly = {}; ///< what files called the key before; it is read for ever
};

/// How messages call the keys of a configuration: as they stand in a file, by the labels that the
/// window puts beside their fields, or as options of the command line.
enum class FieldNames { Keys, Labels, Options };

/// A problem with one key: which, and a sentence that says what it was and what would be right.
struct ConfigProblem {
    std::string key;
    Sentence sentence;
};

} // namespace gf
