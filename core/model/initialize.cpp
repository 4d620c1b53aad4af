// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include "core/model/name_hash.h"
#include "core/tensor/random.h"

#include <cmath>

namespace gf {

namespace {

enum class Draw { Zeros, Ones, Normal, Xavier };

Draw drawFor(std::string_view name) {
    if (name.ends_with(".gain"))
        return Draw::Ones;
    if (name.ends_with("embedding.weight") || name.ends_with("position.weight"))
        return Draw::Normal;
    if (name.ends_with("attention.v"))
        return Draw::Normal;
    const std::string_view last = name.substr(name.rfind('.') + 1);
    const bool isMatrix = last.starts_with("w_") || last == "weight" || last == "kernel";
    return isMatrix ? Draw::Xavier : Draw::Zeros;
}

} // namespace

void initialize(Parameters& parameters, const ModelConfig& config, std::uint64_t seed) {
    const double deviation = 1.0 / std::sqrt(static_cast<double>(config.dModel));
    for (const auto& entry : parameters.entries()) {
        const Draw draw = entry.role == Role::Parameter ? drawFor(entry.name) : Draw::Zeros;
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
            else if (draw == Draw::Xavier)
                value = limit * (2 * uniform(seed, stream, i) - 1);
            values[i] = static_cast<float>(value);
        }
    }
}

} // namespace gf
