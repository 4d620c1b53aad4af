// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "core/model/name_hash.h"
#include "core/tensor/random.h"

#include <cmath>

namespace gf {

namespace {

enum class Draw { Zeros, Ones, Normal, Standard, Xavier };

Draw drawFor(std::string_view name, const ModelConfig& config) {
    if (name.ends_with(".gain"))
        return config.normGainOffset == 0 ? Draw::Ones : Draw::Zeros;
    if (name.ends_with("embedding.weight") || name.ends_with("position.weight") ||
        name == "token_type.weight")
        return Draw::Normal;
    if (name.ends_with("attention.v"))
        return Draw::Normal;
    const std::string_view last = name.substr(name.rfind('.') + 1);
    const bool isMatrix = last.starts_with("w_") || last == "weight" || last == "kernel";
    return isMatrix ? Draw::Xavier : Draw::Zeros;
}

/// Weight and bias of an embedding of real numbers. Their rows begin as large as those of words
/// times √D, and not all on one line through zero, of which a norm would leave the direction alone.
bool embedsNumbers(const Parameters& parameters, std::string_view name) {
    const std::string_view whole = name.substr(0, name.rfind('.'));
    return whole.ends_with("embedding") && parameters.find(std::string(whole) + ".bias");
}

} // namespace

void initialize(Parameters& parameters, const ModelConfig& config, std::uint64_t seed) {
    const double deviation = 1.0 / std::sqrt(static_cast<double>(config.dModel));
    for (const auto& entry : parameters.entries()) {
        Draw draw = entry.role == Role::Parameter ? drawFor(entry.name, config) : Draw::Zeros;
        if (entry.role == Role::Parameter && embedsNumbers(parameters, entry.name))
            draw = Draw::Standard;
        const std::uint64_t stream = nameHash(entry.name);
        const std::span<float> values = parameters.writable(entry);
        // Glorot & Bengio 2010, eq. 16
        const double limit =
            draw == Draw::Xavier
                ? std::sqrt(6.0 / static_cast<double>(entry.shape.rows() + entry.shape.columns()))
                : 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            double value = draw == Draw::Ones ? 1 : 0;
            if (draw == Draw::Normal)
                value = deviation * normal(seed, stream, i);
            else if (draw == Draw::Standard)
                value = normal(seed, stream, i);
            else if (draw == Draw::Xavier)
                value = limit * (2 * uniform(seed, stream, i) - 1);
            values[i] = static_cast<float>(value);
        }
    }
}

} // namespace gf
