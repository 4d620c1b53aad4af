// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/stream_parts.h"

#include "core/graph/op.h"
#include "core/measure/computed.h"
#include "core/tensor/row.h"

#include <algorithm>
#include <cmath>

namespace gf {

void StreamParts::add(const std::string& name, const Row& part) {
    const auto found = std::ranges::find(m_names, name);
    if (found != m_names.end()) {
        m_rows[found - m_names.begin()] += part;
        return;
    }
    m_names.push_back(name);
    m_rows.push_back(part);
}

void StreamParts::addChange(NodeId node) {
    addChange(node, rowOf(node));
}

void StreamParts::addChange(NodeId node, const Row& value) {
    if (computedNode(*m_trace.graph, node) != node)
        add("changes", value - sum());
}

void StreamParts::normalise(NodeId node) {
    const Node& norm = (*m_trace.graph)[computedNode(*m_trace.graph, node)];
    const Row x = rowOf(norm.inputs[0]);
    const bool centres = norm.op->kind() == OpKind::LayerNorm; // RMSNorm takes no mean off
    const auto meanOf = [&](const Row& row) { return centres ? row.mean() : 0.0; };
    const double deviation =
        std::sqrt((x.array() - meanOf(x)).square().mean() + norm.as<NormAttributes>().epsilon);
    const Row gain = exactly(m_trace.value(norm.inputs[1]).values()).matrix().transpose();
    for (Row& part : m_rows)
        part = (gain.array() * (part.array() - meanOf(part)) / deviation).matrix();
    if (centres)
        addBias(exactly(m_trace.value(norm.inputs[2]).values()).matrix().transpose());
    addChange(node);
}

void StreamParts::multiply(const Eigen::MatrixXd& weight) {
    for (Row& part : m_rows)
        part *= weight;
}

StreamParts::Row StreamParts::sum() const {
    Row all = Row::Zero(m_rows.front().size());
    for (const Row& part : m_rows)
        all += part;
    return all;
}

StreamParts::Row StreamParts::rowOf(NodeId node) const {
    return exactly(gf::rowOf(m_trace.value(node), m_row)).matrix().transpose();
}

} // namespace gf
