// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/row_gradients.h"

#include "core/data/feed.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gf {

namespace {

/// Of copies of an example: in copy i the label of row first + i alone counts.
/// Returns how many labels are left: a row may have none.
Index keepOneLabelEach(Batch& batch, Index first) {
    const auto array = std::ranges::find(batch.arrays, inputs::labelKeep, &BatchArray::name);
    auto& keep = std::get<std::vector<float>>(array->values);
    const Index rows = array->shape[1];
    Index left = 0;
    for (Index copy = 0; copy < batch.size; ++copy)
        for (Index row = 0; row < rows; ++row) {
            float& kept = keep[copy * rows + row];
            if (row != first + copy)
                kept = 0;
            left += kept != 0;
        }
    return left;
}

} // namespace

RowGradients::RowGradients(const Probe::ChooseBackend& choose, const ModelConfig& model,
                           Parameters& parameters, const ProbeExample& example,
                           std::vector<Intervention> interventions) {
    const DataForm form(model);
    // Ids have a special token beside them.
    const auto length = [&](const Sequence& sequence, bool special) {
        return std::max<Index>(1,
                               sequence.length(form.features) + (special && !form.exact ? 1 : 0));
    };
    const Index source = form.hasSource() ? length(example.source, !form.sourceIsNumbers()) : 0;
    const Index target =
        form.hasTarget() ? length(example.target, form.output == Output::Words) : 0;
    m_rows = form.hasTarget() ? target : source;
    m_first = std::max<Index>(0, m_rows - mostRows);
    m_graph = buildModel(model, {.sourceLength = source,
                                 .targetLength = target,
                                 .training = false,
                                 .loss = true,
                                 .gradients = true,
                                 .labelSmoothing = 0,
                                 .interventions = std::move(interventions)});
    const Graph& graph = *m_graph.graph;
    std::vector<NodeId> kept;
    for (const auto& [name, tokens] :
         {std::pair("source.embedded", source), std::pair("target.embedded", target)})
        if (const NodeId node = graph.find(name); node != noNode) {
            m_sides.push_back({graph.gradientOf(node), tokens});
            if (m_sides.back().gradient != noNode)
                kept.push_back(m_sides.back().gradient);
        }
    const Index copies = m_rows - m_first;
    m_program = choose(graph).compile(
        m_graph.graph, parameters, {.batch = copies, .keepAll = false, .keep = kept, .threads = 1});
    Batch batch = makeBatch(
        form, std::vector<ExampleData>(copies, {example.source, example.target}), source, target);
    m_labels = keepOneLabelEach(batch, m_first);
    feed(*m_program, m_graph, batch);
}

Tensor RowGradients::measure() {
    m_program->run();
    const Index copies = m_rows - m_first;
    Index tokens = 0;
    for (const Side& side : m_sides)
        tokens += side.tokens;
    Tensor norms(Shape{m_rows, tokens});
    auto table = matrixOf(norms);
    table.setZero();
    Index column = 0;
    for (const Side& side : m_sides) {
        std::vector<Wanted> wanted;
        for (Index copy = 0; copy < copies && side.gradient != noNode; ++copy)
            wanted.push_back({side.gradient, copy});
        const std::vector<Tensor> gradients = m_program->values(wanted);
        // The loss is the mean over all labels, of which a copy has one or none.
        for (std::size_t copy = 0; copy < gradients.size(); ++copy)
            table.row(m_first + static_cast<Index>(copy)).segment(column, side.tokens) =
                (matrixOf(gradients[copy]).cast<double>().rowwise().norm() *
                 static_cast<double>(m_labels))
                    .transpose()
                    .cast<float>();
        column += side.tokens;
    }
    return norms;
}

} // namespace gf
