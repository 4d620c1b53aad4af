// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/width_ladder.h"

#include "core/measure/score_statistics.h"

#include <algorithm>
#include <array>

namespace gf {

namespace {

constexpr std::array<Index, 5> widths{64, 32, 16, 8, 4};
constexpr Index mostQueries = 64; ///< of a long text

ProbeExample validationExample(const ProbedModel& model, const Task& task, Index number) {
    ProbeExample example = probeExampleOf(
        exampleData(task.validation(number), DataForm(model.model), model.vocabularies.source.get(),
                    model.vocabularies.target.get()));
    example.loss = example.gradients = false;
    return example;
}

/// Adds those of one example; `count` is of what was added.
void addScores(const Trace& trace, WidthLadder::Width& width, std::vector<Index>& counts) {
    std::size_t place = 0;
    for (const Node& node : trace.graph->nodes()) {
        if (node.role != Role::Forward || node.relation != Relation::Own || node.part != "scores" ||
            !node.scope.isAttention() || node.shape.rank() != 3)
            continue;
        if (place == width.scores.size()) {
            width.scores.push_back({node.scope.nameOf(""), 0, 0, 0});
            counts.push_back(0);
        }
        WidthLadder::Scores& scores = width.scores[place];
        for (Index head = 0; head < node.shape[0]; ++head)
            for (const CutScores& one :
                 cutScores(trace, node.scope, head, std::array{width.width}, mostQueries)) {
                scores.mean += one.measured.mean;
                scores.variance += one.measured.variance;
                scores.independent += one.independent.variance;
                ++counts[place];
            }
        ++place;
    }
}

} // namespace

std::vector<ModelConfig> modelsByWidth(const ModelConfig& model) {
    std::vector<ModelConfig> models;
    for (const Index width : widths) {
        models.push_back(model);
        models.back().dModel = model.heads * width;
    }
    return models;
}

WidthLadder::Width scoresByWidth(const ProbedModel& model, const Task& task, Index examples) {
    WidthLadder::Width width{model.model.headWidth(), {}};
    std::vector<Index> counts;
    for (Index i = 0; i < std::min(examples, task.validationCount()); ++i)
        addScores(*model.run(validationExample(model, task, i)), width, counts);
    for (std::size_t i = 0; i < counts.size(); ++i)
        for (double* number :
             {&width.scores[i].mean, &width.scores[i].variance, &width.scores[i].independent})
            *number /= static_cast<double>(std::max<Index>(counts[i], 1));
    return width;
}

} // namespace gf
