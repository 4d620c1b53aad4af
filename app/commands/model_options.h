// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/named_files.h"
#include "app/commands/options.h"
#include "core/train/run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gf {

/// Where a model comes from: a saved run, or a configuration and a file of weights.
struct ModelOptions {
    std::string model;
    std::string config;
    std::string init;
    /// With --config alone: the weights are drawn from this. Empty where --init is needed.
    std::optional<std::uint64_t> seed;
    bool strict = false; ///< refuse what would be left out
};

/// Adds --strict.
void addStrictOption(CommandParser parser, bool& strict);

/// Says on standard error what a folder has that was left out; with `strict` it is an Error.
void sayLeftOut(const Run& run, bool strict);

/// Adds --model, --config and --init; --seed too where a seed is set, and then weights can be
/// drawn.
void addModelOptions(CommandParser parser, ModelOptions& options);

/// The files that are read for it, and the one that is written.
std::vector<FileInUse> filesOf(const ModelOptions& options, const std::string& out);

/// Reads the model. Throws UsageError when not exactly one of the two ways was taken.
Run loadModel(const ModelOptions& options);

/// A configuration file as JSON; the Error names the file.
nlohmann::json readConfigJson(const std::string& path);

/// An example on the command line, as text or as token ids.
struct ExampleOptions {
    std::optional<std::string> source, sourceIds, target, targetIds, sourceTypes;

    /// Whether there is any of it.
    bool isGiven() const { return source || sourceIds || target || targetIds; }
};

/// Adds --source, --source-ids, --target and --target-ids.
void addExampleOptions(CommandParser parser, ExampleOptions& options,
                       const std::string& targetHelp);

/// An example as token ids without special tokens, or as rows of numbers.
struct GivenExample {
    Sequence source;
    std::optional<Sequence> target;
    std::vector<TokenId> sourceTypes; ///< empty: nobody says
};

/// Text to ids by the run's vocabularies, with a note for what they do not have. Throws UsageError
/// for a source that the model cannot take or lacks, for text without a vocabulary, and for ids
/// that are not whole numbers.
GivenExample readExample(const ExampleOptions& options, const RunDescription& run);

} // namespace gf
