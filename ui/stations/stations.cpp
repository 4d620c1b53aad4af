// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/stations.h"

#include "ui/language/tr.h"
#include "ui/stations/every_station.h"

#include <algorithm>
#include <array>

namespace gf {

std::span<const Station> allStations() {
    // One line for each; a station's file holds its row.
    static const std::array table = {
        token_vectors::station(),
        position_curves::station(),
        input_sum::station(),
        row_similarity::station(),
        position_kinds::station(),
        head_projection::station(),
        scores_form::station(),
        picture::station(),
        picture_attention::station(),
        attention_lines::station(),
        heads_overview::station(),
        head_grid::station(),
        weighted_values::station(),
        head_contributions::station(),
        head_gradients::station(),
        layer_norm_steps::station(),
        norm_gradient::station(),
        layer_norm_steps::rmsStation(),
        norm_gradient::rmsStation(),
        residual_flow::station(),
        hidden_units::station(),
        output_words::station(),
        nearest_words::station(),
        gradient_norms::station(),
        weight_update::station(),
        who_reads_whom::station(),
        forecast::station(),
        tour_map::station(),
        gates::station(),
        gates::lstmStation(),
        context_vector::station(),
        score_families::station(),
        time_gradients::station(),
        position_bias::station(),
        rotation::station(),
        byte_pairs::station(),
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

const Station* stationFor(const Trace& trace, NodeId node, const QString& view) {
    return trace.isDifference() ? nullptr : stationFor(*trace.graph, (*trace.graph)[node], view);
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
