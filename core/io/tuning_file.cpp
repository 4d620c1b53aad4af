// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tuning_file.h"

#include "core/io/atomic_file.h"
#include "core/io/cache_file.h"
#include "core/io/json.h"
#include "core/model/name_hash.h"
#include "core/tensor/error.h"

#include <cmath>

namespace gf {

namespace {

using gpu::KernelCost;
using gpu::ProductTuning;
using nlohmann::json;
using State = KernelCost::State;

constexpr const char* leftOut = "left out";
constexpr JsonLimits limits{.bytes = 16'384, .depth = 4, .values = 200};

/// What has to be the same for a tuning to hold.
std::string markOf(const TuningKey& key) {
    constexpr std::string_view format = "1";
    std::string all;
    for (const std::string_view part :
         {format, std::string_view(key.backend), std::string_view(key.device),
          std::string_view(key.driver), key.kernels})
        all.append(part).push_back('\0');
    return hexadecimal(nameHash(all));
}

double nanosecondsOf(const json& number) {
    const double value = number.get<double>();
    if (!std::isfinite(value) || value <= 0)
        throw Error("no time");
    return value;
}

KernelCost costOf(const json& kernel) {
    if (kernel == leftOut)
        return {.state = State::LeftOut};
    return {State::Measured, nanosecondsOf(kernel.at("alone_ns")),
            nanosecondsOf(kernel.at("busy_ns"))};
}

json jsonOf(const KernelCost& cost) {
    return cost.state == State::LeftOut ? json(leftOut)
                                        : json({{"alone_ns", cost.alone}, {"busy_ns", cost.busy}});
}

ProductTuning tuningFrom(const json& file, const std::string& mark) {
    if (file.at("holds_for") != mark)
        throw Error("of another driver");
    ProductTuning tuning;
    const auto& kernels = file.at("kernels").get_ref<const json::object_t&>();
    for (const auto& [name, kernel] : kernels) {
        KernelCost* const cost = tuning.find(name);
        if (!cost)
            throw Error("no kernel");
        *cost = costOf(kernel);
    }
    return tuning;
}

} // namespace

std::string tuningPath(const TuningKey& key) {
    return cachePath("tuning", key.backend + '-' + hexadecimal(nameHash(key.device)) + ".json");
}

std::optional<ProductTuning> keptTuning(const TuningKey& key) {
    const std::string path = tuningPath(key);
    if (path.empty())
        return std::nullopt;
    try {
        return tuningFrom(readJsonFile(path, limits), markOf(key));
    } catch (const Error&) {
        return std::nullopt;
    } catch (const json::exception&) {
        return std::nullopt;
    }
}

void requireTuningCanBeKept(const TuningKey& key) {
    const std::string path = tuningPath(key);
    makeCacheFolderOf(path);
    requireReplaceable(path);
}

void keepTuning(const TuningKey& key, const ProductTuning& tuning) {
    requireTuningCanBeKept(key);
    json kernels = json::object();
    for (std::size_t tile = 0; tile < gpu::productTiles.size(); ++tile)
        for (std::size_t i = 0; i < gpu::storageCount; ++i)
            if (tuning.costs[i][tile].state != State::Untried)
                kernels[std::string(gpu::productTiles[tile].kernels[i])] =
                    jsonOf(tuning.costs[i][tile]);
    const json file = {{"holds_for", markOf(key)}, // and for whoever reads it:
                       {"device", key.device},
                       {"driver", key.driver},
                       {"kernels", kernels}};
    // What a driver calls its device may be no UTF-8.
    writeFileAtomically(tuningPath(key), jsonText(file, 1) + '\n');
}

} // namespace gf
