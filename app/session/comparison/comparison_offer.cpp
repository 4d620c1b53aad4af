// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/comparison/comparison_offer.h"

#include <QSet>

namespace gf {

namespace {

constexpr int mostLayers = 12; ///< offered; more would hardly train while one watches

} // namespace

QVector<ComparisonChoice> comparisonChoices(const RunDescription& run, const std::string& backend) {
    QVector<ComparisonChoice> choices;
    for (const std::string& key : comparisonKeys()) {
        ComparisonChoice choice = choiceBetween(run, backend, key, changedPlans(run, backend, key));
        const QStringList& values = choice.values;
        choice.possible = QSet<QString>(values.begin(), values.end()).size() == values.size() ||
                          choice.key == QLatin1String("nothing");
        choices.push_back(std::move(choice));
    }
    return choices;
}

ComparisonOffer offerComparisons(const RunDescription& run, const std::string& backend) {
    // Runs are compared from their beginning on, which an opened model does not have here.
    const bool begins = !run.model.exactIds;
    return {begins ? comparisonChoices(run, backend) : QVector<ComparisonChoice>(),
            static_cast<int>(run.model.layers), mostLayers};
}

ComparisonChoice choiceBetween(const RunDescription& first, const std::string& backend,
                               const std::string& key,
                               std::span<const ComparedRunPlan> comparedRuns) {
    ComparisonChoice choice;
    choice.key = QString::fromStdString(key);
    for (const std::string& value : comparedValues(first, backend, key, comparedRuns))
        choice.values += QString::fromStdString(value);
    return choice;
}

} // namespace gf
