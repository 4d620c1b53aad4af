// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/gpu/fusions.h"
#include "core/backend/gpu/launch_list.h"

#include <string_view>
#include <vector>

namespace gf::gpu {

/// The launches of what several nodes are together, but for products and chains.
class JoinedLowering {
public:
    /// Both must outlive it; `hasValue` is that of the Fusions.
    JoinedLowering(LaunchList& list, const std::vector<bool>& hasValue)
        : m_list(list), m_hasValue(hasValue) {}

    void operator()(const AttentionWork& work);
    void operator()(const WeightsWork& work);
    void operator()(const AttentionGradientWork& work);
    void operator()(const LossWork& work);
    void operator()(const NormGradientWork& work);
    void operator()(const NormParametersWork& work);
    void operator()(const EmbeddingWork& work);
    void operator()(const PositionGradientWork& work);
    void operator()(const UpdateWork& work);

private:
    using Arguments = LaunchList::Arguments;

    const Node& node(NodeId id) const { return m_list.node(id); }
    Place place(NodeId id) const { return m_list.placeOf(id); }
    Place placeOr(NodeId id, Place other) const { return id == noNode ? other : place(id); }
    std::int32_t unitsOf(NodeId id) const { return id == noNode ? 0 : toUnits(place(id).at); }
    Operand operand(NodeId id) const { return m_list.operandOf(id); }
    Operand input(NodeId id, std::size_t i) const { return operand(node(id).inputs[i]); }
    void addAttention(std::string_view kernel, const Operand& matrix, Index width,
                      Arguments arguments);

    LaunchList& m_list;
    const std::vector<bool>& m_hasValue;
};

} // namespace gf::gpu
