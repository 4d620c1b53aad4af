// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/data/batch.h"
#include "core/io/safetensors.h"
#include "core/model/config.h"
#include "core/model/train_config.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf::reference {

/// How far a tensor may be from PyTorch's, relative to the largest magnitude of that tensor.
inline constexpr double tolerance = 1e-5;

/// A file of `golden/`: one model variant with the numbers that PyTorch gives (see make_golden.py).
class GoldenCase {
public:
    explicit GoldenCase(const std::string& path);

    const ModelConfig& model() const { return m_model; }
    const TrainConfig& train() const { return m_train; }
    Index steps() const;
    Index batchSize() const;
    Index sourceLength() const;
    Index targetLength() const;

    /// Names of all tensors that begin with `prefix`, which is left out.
    std::vector<std::string> namesUnder(std::string_view prefix) const;
    const Tensor& floats(const std::string& name) const;

    /// The batch of a step as the program takes it.
    Batch batch(Index step) const;
    /// Sets every parameter to its value before the first step; the names must be the same ones.
    void initialise(Parameters& parameters) const;

private:
    bool readsNumbers() const { return m_model.input == Input::Values; }

    Safetensors m_file;
    std::unique_ptr<BatchSource> m_numbers; ///< where the model reads numbers: what the file has
    ModelConfig m_model;
    TrainConfig m_train;
};

/// The batches of a case, for the trainer.
std::unique_ptr<BatchSource> batchesOf(std::shared_ptr<const GoldenCase> golden);

/// The part of a golden tensor [B, …] that belongs to one example, with that example's shape.
Tensor exampleOf(const Tensor& batch, Index example);

/// Σ over the examples of a golden tensor [B, …].
Tensor sumOverExamples(const Tensor& batch);

/// max|a − b| / max|scaleOf|, with scaleOf = b where none is given. Infinite where the shapes
/// differ, where one is infinite and the other is not, and where there is a NaN. compare.py says
/// why so.
double difference(const Tensor& actual, const Tensor& expected, const Tensor* scaleOf = nullptr);

/// The gradient of b_k is exactly 0, so what is computed is rounding: its size is measured against
/// `grad/….k`, whose rows it sums. Returns that node's name, or nothing for any other parameter.
std::optional<std::string> keyGradientFor(const std::string& parameter);

/// True when the optimizer turns the rounding in b_k's gradient into steps of ordinary size, after
/// which b_k is arbitrary (and, since softmax does not see it, of no consequence).
bool stepsAlongRounding(const TrainConfig& train);

} // namespace gf::reference
