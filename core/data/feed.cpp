// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/feed.h"

#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>

namespace gf {

namespace {

/// "token ids of the shape 32 × 13"
std::string described(bool ids, const Shape& shape) {
    return (ids ? "token ids" : "numbers") + std::string(" of the shape ") + shape.toString();
}

/// The shape of a node for a whole batch.
Shape batchShape(Index size, const Shape& each) {
    switch (each.rank()) {
    case 0:
        return Shape{size};
    case 1:
        return Shape{size, each[0]};
    case 2:
        return Shape{size, each[0], each[1]};
    default:
        return Shape{size, each[0], each[1], each[2]};
    }
}

void requireWords(const ModelInput& input, std::span<const TokenId> ids) {
    const auto unknown = std::ranges::find_if(
        ids, [&](TokenId id) { return id < 0 || static_cast<Index>(id) >= input.words; });
    if (unknown != ids.end())
        throw Error("The batch has the token id " + std::to_string(*unknown) + " in " +
                    inQuotes(input.name) + "; the model's ids are 0 to " +
                    std::to_string(input.words - 1) + ".");
}

/// Where the tokens of the source stand, padding of its own apart.
std::vector<float> placesOf(const Batch& batch, Index firstPlace) {
    std::vector<float> places;
    for (Index example = 0; example < batch.size; ++example) {
        Index next = firstPlace;
        for (const TokenId id : batch.ids(inputs::sourceIds, example))
            places.push_back(static_cast<float>(id == firstPlace - 1 ? id : next++));
    }
    return places;
}

} // namespace

void feed(Program& program, const ModelGraph& model, const Batch& batch) {
    for (const ModelInput& input : model.inputs) {
        const bool ids = input.isWhole();
        const Shape shape = batchShape(program.batch(), (*model.graph)[input.node].shape);
        const BatchArray* array = batch.find(input.name);
        if (!array && input.kind == InputKind::Types) {
            program.setInput(input.node, std::vector<float>(shape.count(), 0.0F));
            continue;
        }
        if (!array && input.kind == InputKind::Places) {
            program.setInput(input.node, placesOf(batch, input.firstPlace));
            continue;
        }
        if (!array)
            throw Error("The batch has no " + inQuotes(input.name) + "; the model needs " +
                        described(ids, shape) + ".");
        const bool givenIds = std::holds_alternative<std::vector<TokenId>>(array->values);
        if (givenIds != ids || array->shape != shape)
            throw Error("The batch has " + described(givenIds, array->shape) + " as " +
                        inQuotes(input.name) + "; the model needs " + described(ids, shape) + ".");
        if (!givenIds) {
            program.setInput(input.node, std::get<std::vector<float>>(array->values));
            continue;
        }
        const auto& words = std::get<std::vector<TokenId>>(array->values);
        requireWords(input, words);
        program.setInput(input.node, std::vector<float>(words.begin(), words.end()));
    }
}

} // namespace gf
