// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/trace_file.h"

#include "core/graph/op.h"
#include "core/io/safetensors.h"

#include <nlohmann/json.hpp>

#include <deque>
#include <map>
#include <span>
#include <vector>

namespace gf {

namespace {

std::map<std::string, std::string> metadataOf(const RunDescription& run, const Trace& trace) {
    return {{"format", "glassformer-trace"},
            {"config", toJson(run.model).dump()},
            {"model", trace.model},
            {"step", std::to_string(trace.step)},
            {"source_tokens", nlohmann::json(trace.sourceTokens).dump()},
            {"target_tokens", nlohmann::json(trace.targetTokens).dump()},
            {"labels", nlohmann::json(trace.labels).dump()},
            {"target_is_predicted", trace.answered ? "true" : "false"}};
}

} // namespace

std::size_t writeTrace(const WriteFile& write, const RunDescription& run, const Trace& trace) {
    // Token ids are whole numbers in a file, though they are floats in a program.
    std::deque<std::vector<std::int64_t>> ids;
    std::vector<TensorView> tensors;
    for (const Node& node : trace.graph->nodes()) {
        const Tensor& value = trace.value(node.id);
        if (value.empty())
            continue;
        tensors.push_back({node.name, value.shape(), value.values()});
        if (node.op->kind() == OpKind::Input && node.part == "ids")
            tensors.back().numbers = std::span<const std::int64_t>(
                ids.emplace_back(value.values().begin(), value.values().end()));
    }
    writeSafetensors(write, tensors, metadataOf(run, trace));
    return tensors.size();
}

} // namespace gf
