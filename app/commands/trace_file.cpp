// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/trace_file.h"

#include "core/graph/axis_letters.h"
#include "core/graph/op.h"
#include "core/io/safetensors.h"

#include <nlohmann/json.hpp>

#include <deque>
#include <map>
#include <span>
#include <vector>

namespace gf {

namespace {

/// What a dimension counts: its letter, or a word where it has none.
const char* nameOf(Axis axis) {
    switch (axis) {
    case Axis::Position:
        return "position";
    case Axis::Offset:
    case Axis::PastOffset:
        return "offset";
    case Axis::Bucket:
        return "bucket";
    case Axis::Window:
        return "window";
    case Axis::Gate:
        return "gate";
    case Axis::TokenType:
        return "type";
    default:
        return letterOf(axis);
    }
}

/// {"decoder.0.cross_attn.weights": ["H", "T", "S"], …}
std::string axesOf(const Trace& trace) {
    nlohmann::json axes = nlohmann::json::object();
    for (const Node& node : trace.graph->nodes()) {
        if (trace.value(node.id).empty())
            continue;
        nlohmann::json letters = nlohmann::json::array();
        for (int i = 0; i < node.shape.rank(); ++i)
            letters.push_back(nameOf(node.axes[i]));
        axes[node.name] = letters;
    }
    return axes.dump();
}

std::map<std::string, std::string> metadataOf(const RunDescription& run, const Trace& trace) {
    return {{"format", "glassformer-trace"},
            {"config", toJson(run.model).dump()},
            {"model", trace.model},
            {"step", std::to_string(trace.step)},
            {"axes", axesOf(trace)},
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
