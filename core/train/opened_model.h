// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/stopped.h"
#include "core/train/run.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace gf {

/// Whether a path is that of a folder: then it is opened as a model of others, and not as a file of
/// ours.
bool isFolder(const std::string& path);

/// Throws Error where a file has the name of something that others keep weights in and nobody here
/// reads, such as a pickle, and says what to do.
void refuseOtherKind(const std::string& path);

/// The folder of a model of others that a path names: itself, or that of its config.json or its
/// weights; empty where it names none.
std::string openedFolder(const std::string& path);

/// Opens a folder as Hugging Face's `save_pretrained` writes it: config.json, model.safetensors (or
/// model.safetensors.index.json with shards), and a tokenizer, if there is one (readTokenizer).
/// `model_type` is one of openedFamilies().
///
/// What no part of the model reads, such as a classifier on top of it, is left out, and
/// Run::remark says so. Weights go tensor by tensor straight to where they stay. Untrusted: throws
/// Error, which names file and key, for everything that is damaged or not understood, and for a
/// model that does not fit into the machine's memory, before memory is taken. Throws Stopped when
/// `stop` is requested.
Run openModel(const std::string& folder, const std::stop_token& stop = {});

/// The weights of a folder alone, for a model like this. Throws Error, which names folder and
/// tensor, where they are of another one, and as openModel() does.
std::unique_ptr<Parameters> openWeights(const std::string& folder, const ModelConfig& model);

/// The last part of a folder's path.
std::string nameOfFolder(const std::string& folder);

/// By the keys of a generation_config.json that GenerationRules names. Throws Error naming the key.
GenerationRules generationRules(const nlohmann::json& generation);
nlohmann::json toJson(const GenerationRules& rules);

/// How a model begins and ends what it writes, from generation_config.json (null where there is
/// none) and config.json. Ends are one number or a list; those beyond the vocabulary cannot come
/// and are left out. Throws Error that names key and value.
AnswerRules answerRules(const nlohmann::json& generation, const nlohmann::json& config,
                        const ModelConfig& model);

/// The configuration of a model from config.json, without what only its file of weights says
/// (whether there is a pooler). Throws Error that names key and value.
ModelConfig openedConfig(const nlohmann::json& config);

} // namespace gf
