// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/spectrum.h"
#include "ui/figure/number_format.h"
#include "ui/labs/every_lab.h"
#include "ui/labs/lab_parts.h"
#include "ui/language/tr.h"
#include "ui/stations/lab_answer.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gf::fourier_lab {

namespace {

/// It is about the rows of a table that the model reads; what it makes of them stands for it.
NodeId nodeOf(const Graph& graph, NodeId) {
    for (const Node& node : graph.nodes())
        if (node.role == Role::Forward && node.scope.kind() == ScopeKind::Embedding)
            return node.id;
    return noNode;
}

std::optional<LabRequest> asks(const StationInput& input) {
    return askedOf(input, "fourier");
}

std::vector<float> sharesOf(const Finding& found, const char* what) {
    std::vector<float> shares;
    for (const Finding& one : found.listAt("frequencies"))
        if (const double share = one.numberAt(what); std::isfinite(share))
            shares.push_back(static_cast<float>(share));
    return shares;
}

Block chartOf(const char* name, const QString& title, const std::vector<float>& shares,
              const QColor& colour) {
    const auto count = static_cast<double>(shares.size());
    const double most = std::max(0.1F, std::ranges::max(shares));
    std::vector<PlotLayer> layers{barsOf(shares, colour), levelAt(1 / count, QString(), colour)};
    layers.push_back(placesAlong(1, std::ssize(shares), [shares](Index place) {
        return StationPlace{
            .row = place,
            .tip =
                tr("frequency %1: %2 %")
                    .arg(QString::number(place + 1),
                         NumberFormat{0, 1}.text(
                             100 * static_cast<double>(shares[static_cast<std::size_t>(place)])))};
    }));
    return plot({.name = name,
                 .words = {title, tr("turns, while the number goes once around")},
                 .x = {0.5, count + 0.5},
                 .y = {0, most * 1.05}},
                layers);
}

QString sentenceOf(const Finding& found) {
    const QString all = QString::number(found.listAt("frequencies").size());
    const QString share = NumberFormat{0, 0}.text(100 * found.numberAt("share"));
    const auto needed = [&](const char* what) { return QString::number(found.numberAt(what)); };
    const QString embedding =
        tr("%1 of %2 frequencies hold %3 % of what the embeddings of the numbers say")
            .arg(needed("embedding_needs"), all, share);
    const QString both = std::isfinite(found.numberAt("hidden_needs"))
                             ? tr("%1; %2 hold as much of the last hidden units, as the first "
                                  "number goes once around.")
                                   .arg(embedding, needed("hidden_needs"))
                             : embedding + QLatin1Char('.');
    return both + QLatin1Char(' ') + tr("Dashed: equal shares.");
}

Block show(const StationInput& input) {
    const LabRequest request = *asks(input);
    const LabFound* const answer = answerTo(input, request);
    if (!answer)
        return padded(14, 10, paragraph(measuringWords(input, request), input.theme.mutedText));
    const Finding& found = answer->finding;
    const Block embedding = chartOf("embedding", tr("Embeddings: share of the power"),
                                    sharesOf(found, "embedding"), input.theme.hue(Hue::Residual));
    Block picture = grows(embedding);
    const std::vector<float> units = sharesOf(found, "hidden");
    if (!units.empty()) {
        const Block hidden = chartOf("hidden", tr("Hidden units: share of the power"), units,
                                     input.theme.hue(Hue::FeedForward));
        picture = grows(fit({column({grows(embedding), grows(hidden)}, 8),
                             row({grows(embedding), grows(hidden)}, 16)}));
    }
    return walked(
        std::ssize(sharesOf(found, "embedding")), 0,
        atLeast({420, 0},
                padded(14, 10,
                       column({paragraph(withMeasuringWords(sentenceOf(found), input, request)),
                               picture},
                              8))));
}

/// [frequencies, 2]: of the embeddings, and of the hidden units, where there are any.
Tensor numbers(const StationInput& input) {
    const LabFound* const answer = answerTo(input, *asks(input));
    if (!answer)
        return {};
    const std::vector<float> embedding = sharesOf(answer->finding, "embedding");
    const std::vector<float> hidden = sharesOf(answer->finding, "hidden");
    const Index columns = hidden.empty() ? 1 : 2;
    Tensor values(Shape{std::ssize(embedding), columns});
    for (std::size_t i = 0; i < embedding.size(); ++i) {
        values[static_cast<Index>(i) * columns] = embedding[i];
        if (!hidden.empty())
            values[static_cast<Index>(i) * columns + 1] = hidden[i];
    }
    return values;
}

} // namespace

LabPage page() {
    return {.drawing = {.id = "fourier", .show = show, .numbers = numbers},
            .node = nodeOf,
            .missing = noNumbers,
            .asks = asks,
            .drawsPrinted = true};
}

} // namespace gf::fourier_lab
