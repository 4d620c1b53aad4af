// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/config.h"
#include "core/tensor/shape.h"
#include "core/train/safetensors_shards.h"

#include <span>
#include <string>
#include <string_view>

namespace gf {

/// How a tensor of theirs becomes one of ours.
struct TensorSource {
    const char* ours;   ///< "decoder.#.norm1.gain"; # is the number of a layer
    const char* theirs; ///< without the prefix of the whole model
    bool transposed = false;
    int part = 0, parts = 1; ///< which of several that stand side by side
    bool byHead = false;     ///< the parts of each head together: q, k, v of one, then of the next
    bool isRow = false;      ///< theirs is [1,·]

    /// The shape of theirs for one of ours.
    Shape shapeFor(const Shape& shape) const;
    /// Where number (row, column) of one of ours [rows, columns] stands in theirs; `width` is K.
    Index placeOf(Index row, Index column, Index rows, Index columns, Index width) const {
        const Index at = byHead ? (column / width * parts + part) * width + column % width
                                : part * columns + column;
        return transposed ? at * rows + row : row * parts * columns + at;
    }
};

/// A family's names, the prefix of a whole model, and what is passed over: buffers, and what the
/// pretraining had beside the model.
struct Naming {
    std::span<const TensorSource> sources;
    std::span<const TensorSource> more;
    const char* prefix;
    std::span<const std::string_view> passedOver; ///< ends of names
    bool tied = false;   ///< a parameter may be kept under the name of what repeats it
    Index headWidth = 1; ///< K
};

/// A family of models of others that is read here, by its `model_type`.
struct OpenedFamily {
    std::string_view type;
    Naming naming;
};
std::span<const OpenedFamily> openedFamilies();

/// That of a model of a type of openedFamilies().
Naming namingOf(std::string_view type, const ModelConfig& model);

/// A parameter's tensor in the files of a folder.
struct FoundTensor {
    const TensorSource* source = nullptr; ///< null: no family has such a parameter
    std::string name;                     ///< theirs, in full; empty: it is not there
};

/// Where the parameters of a model are in a folder: with or without the prefix, with the older
/// names of gains and biases, and those of tied weights under either name.
FoundTensor findTensor(std::string_view ours, const Naming& naming, const Shards& shards);

/// The parameters that a tensor may repeat, of which nothing is read because the parameter counts:
/// the head of a model whose output is tied, or tables of words that are one. Empty: it repeats
/// none.
std::vector<std::string_view> repeatedBy(std::string_view theirs);

} // namespace gf
