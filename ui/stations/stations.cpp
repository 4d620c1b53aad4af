// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/stations.h"

#include "ui/language/tr.h"
#include "ui/stations/attention_lines.h"
#include "ui/stations/context_vector.h"
#include "ui/stations/forecast.h"
#include "ui/stations/gates.h"
#include "ui/stations/gradient_norms.h"
#include "ui/stations/head_contributions.h"
#include "ui/stations/head_gradients.h"
#include "ui/stations/head_projection.h"
#include "ui/stations/heads_overview.h"
#include "ui/stations/hidden_units.h"
#include "ui/stations/input_sum.h"
#include "ui/stations/layer_norm_steps.h"
#include "ui/stations/norm_gradient.h"
#include "ui/stations/output_words.h"
#include "ui/stations/position_bias.h"
#include "ui/stations/position_curves.h"
#include "ui/stations/position_kinds.h"
#include "ui/stations/residual_flow.h"
#include "ui/stations/rotation.h"
#include "ui/stations/row_similarity.h"
#include "ui/stations/score_families.h"
#include "ui/stations/scores_form.h"
#include "ui/stations/time_gradients.h"
#include "ui/stations/token_vectors.h"
#include "ui/stations/tour_map.h"
#include "ui/stations/weight_update.h"
#include "ui/stations/weighted_values.h"
#include "ui/stations/who_reads_whom.h"

#include <algorithm>
#include <array>

namespace gf {

std::span<const Station> allStations() {
    // One line for each; a station's file holds its row.
    static const std::array table = {
        tokenVectors(),   positionCurves(),       inputSum(),
        rowSimilarity(),  positionKinds(),        headProjection(),
        scoresForm(),     attentionLines(),       headsOverview(),
        weightedValues(), contributionsOfHeads(), gradientsOfHeads(),
        layerNormSteps(), normGradient(),         residualFlow(),
        hiddenUnits(),    outputWords(),          gradientNorms(),
        weightUpdate(),   whoReadsWhom(),         forecast(),
        tourMap(),        gatesOverTime(),        contextVector(),
        scoreFamilies(),  timeGradients(),        positionBias(),
        rotation(),
    };
    return table;
}

std::vector<const Station*> stationsFor(const Graph& graph, const Node& node) {
    std::vector<const Station*> found;
    for (const Station& station : allStations())
        if (station.shows(graph, node))
            found.push_back(&station);
    return found;
}

const Station* stationFor(const Graph& graph, const Node& node, const QString& view) {
    if (view == QLatin1String(matricesView))
        return nullptr;
    const std::vector<const Station*> found = stationsFor(graph, node);
    const auto chosen = std::find_if(found.begin(), found.end(), [&](const Station* station) {
        return view == QLatin1String(station->id);
    });
    if (chosen != found.end())
        return *chosen;
    const auto preferred = std::find_if(found.begin(), found.end(),
                                        [](const Station* station) { return station->preferred; });
    return preferred == found.end() ? nullptr : *preferred;
}

QString nextView(const Graph& graph, const Node& node, const QString& view) {
    const std::vector<const Station*> found = stationsFor(graph, node);
    const Station* now = stationFor(graph, node, view);
    const auto at = std::find(found.begin(), found.end(), now);
    const auto next = at == found.end() ? found.begin() : at + 1;
    return QLatin1String(next == found.end() ? matricesView : (*next)->id);
}

QString titleOf(const Station& station) {
    return tr(station.title);
}

QString summaryOf(const Station& station) {
    return tr(station.summary);
}

} // namespace gf
