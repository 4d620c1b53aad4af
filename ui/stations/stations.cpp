// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/stations.h"

#include "ui/language/tr.h"
#include "ui/stations/every_station.h"

#include <algorithm>
#include <array>

namespace gf {

std::span<const Station> allStations() {
    static const std::array table = {
#define GF_STATION(file, station) file::station(),
#include "ui/stations/each_station.def"
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

const Station* stationFor(const Graph& graph, const Node& node, const QString& view,
                          bool allHeads) {
    if (view == QLatin1String(matricesView))
        return nullptr;
    std::vector<const Station*> found = stationsFor(graph, node);
    if (allHeads)
        std::erase_if(found, [](const Station* station) { return station->oneHead; });
    const auto chosen = std::find_if(found.begin(), found.end(), [&](const Station* station) {
        return view == QLatin1String(station->id);
    });
    if (chosen != found.end())
        return *chosen;
    const auto preferred = std::find_if(found.begin(), found.end(),
                                        [](const Station* station) { return station->preferred; });
    return preferred == found.end() ? nullptr : *preferred;
}

const Station* stationFor(const Trace& trace, NodeId node, const QString& view, bool allHeads) {
    return trace.isDifference() ? nullptr
                                : stationFor(*trace.graph, (*trace.graph)[node], view, allHeads);
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
