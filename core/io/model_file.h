// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/io/safetensors.h"
#include "core/measure/metrics.h"
#include "core/model/config.h"
#include "core/model/train_config.h"
#include "core/tensor/stopped.h"
#include "core/tensor/token_merges.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gf {

/// A vocabulary as a file has it: all tokens, the special ones first, and how text is split.
struct SavedVocabulary {
    std::vector<std::string> tokens;
    std::string tokenization = "characters"; ///< or "words", "bpe", "numbers"
    /// Of an opened model: the bytes of its tokenizer's files, by their names, and how many tokens
    /// the model has. There are no `tokens` then.
    std::map<std::string, std::string> tokenizer = {};
    Index size = 0;
    /// Of byte pairs: what was merged, in this order, and how often it stood in the text.
    TokenMerges merges = {};

    friend bool operator==(const SavedVocabulary&, const SavedVocabulary&) = default;
};

/// A run that was trained in step with that of its file, to be compared with it: from the same
/// seed, on the same batches, with the same vocabularies.
struct ComparedFile {
    ModelConfig model;
    std::optional<TrainConfig> train;
    Index stepsDone = 0;
    Index stoppedAt = 0; ///< the step at which its numbers stopped being numbers; 0: they have not
    Metrics metrics;     ///< up to `stepsDone`
    std::vector<NamedTensor> tensors; ///< as in ModelFile; in a file as "compared/1/<name>"
};

/// Everything in a saved model: plain data, in no way tied to a program. In the safetensors file
/// the tensors have their own names, the rest is in `__metadata__`.
struct ModelFile {
    ModelConfig model;
    std::optional<SavedVocabulary> sourceVocabulary;
    std::optional<SavedVocabulary> targetVocabulary;
    nlohmann::json
        task; ///< an object: the name of the task and its options; null when there is none
    std::optional<TrainConfig> train;
    Index stepsDone = 0;
    Metrics metrics; ///< up to `stepsDone`; in a file as tensors of its own
    /// The parameters, and the optimizer's memory as "optimizer/<name of the state>".
    std::vector<NamedTensor> tensors;
    std::string comparedBy; ///< what tells the compared runs apart; empty: there are none
    std::vector<ComparedFile> compared; ///< at most mostCompared
    /// How the window was left, for whoever can read it: neither read nor believed here. One that
    /// is longer than longestView is no part of the file.
    std::string view;
    /// What labs have found on it, likewise; longestLabs at most.
    std::string labs;
};

/// No run has more; sums of a few thousand of them still fit an Index.
inline constexpr Index mostSteps = 1'000'000'000'000;

/// What a State entry's name begins with in a file.
inline constexpr std::string_view optimizerPrefix = "optimizer/";

/// What the name of a compared run's tensor begins with, counted from 1: "compared/1/".
std::string comparedPrefix(std::size_t run);

inline constexpr std::size_t mostCompared = 8;
inline constexpr std::size_t longestView = 1'000'000; ///< bytes
inline constexpr std::size_t longestLabs = 4'000'000; ///< bytes

/// The parameters, and the optimizer's memory when asked for, as tensors for a file; not copied.
std::vector<TensorView> tensorsOf(const Parameters& parameters, bool withOptimizerState);

/// Writes the description in `file` and these tensors, those of compared runs with their prefixes
/// among them, from where they lie. Throws
/// Error when a weight is not finite, when a vocabulary does not fit the configuration, and as
/// `write` does.
void writeModelFile(const WriteFile& write, const ModelFile& file,
                    std::span<const TensorView> tensors);
/// The same with the file's own tensors, atomically in the place of what has this name.
void writeModelFile(const std::string& path, const ModelFile& file);

/// Reads and checks everything but the tensors' names and shapes, which checkTensors() does.
/// Untrusted: throws Error beginning with the path.
ModelFile readModelFile(const std::string& path, const std::stop_token& stop = {});

/// The training steps that a model file's weights have had, without reading them. Untrusted, too.
Index stepsIn(const std::string& path);

/// The weights of any safetensors file, model file or not, and nothing else of a run. Throws
/// Error for tensors of whole numbers and for weights that are not finite.
std::vector<NamedTensor> readWeights(const std::string& path);

/// Throws Error unless there is a tensor of the right shape for every Parameter and State node of
/// the graph. The sizes in a configuration are not to be believed before: memory for the parameters
/// is taken afterwards.
void checkTensors(std::span<const NamedTensor> tensors, const Graph& graph);

/// Sets every Parameter entry from the tensor of its name. Throws Error, and changes nothing, when
/// a tensor is missing, has another shape (what it is and what is expected) or is unknown. The
/// optimizer's memory in `tensors` is passed over. With tied embeddings an "output.weight" that is
/// the embedding transposed is accepted.
void loadParameters(std::span<const NamedTensor> tensors, Parameters& parameters);
void loadParameters(const ModelFile& file, Parameters& parameters);

/// Whether the optimizer's memory is among them, so that training can go on where it ended.
bool hasOptimizerState(std::span<const NamedTensor> tensors);

/// Sets every State entry likewise. Throws Error when the file's optimizer had another memory.
void loadOptimizerState(std::span<const NamedTensor> tensors, Parameters& parameters);

} // namespace gf
