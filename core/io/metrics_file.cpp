// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/metrics_file.h"

#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace gf {

namespace {

constexpr const char* stepName = "training/step";
constexpr const char* lossName = "training/loss";
constexpr const char* measuredStepName = "training/validation_step";
constexpr const char* measuredLossName = "training/validation_loss";
constexpr const char* accuracyName = "training/validation_accuracy";
constexpr const char* trainedName = "training/trained_accuracy"; ///< of some tasks
constexpr std::array names = {stepName,         lossName,     measuredStepName,
                              measuredLossName, accuracyName, trainedName};

/// One member of every point, as a tensor.
template <class Number, class Point, class Member>
NamedTensor column(const char* name, const std::vector<Point>& points, Member member) {
    std::vector<Number> numbers;
    for (const Point& point : points)
        numbers.push_back(std::invoke(member, point));
    const Shape shape{static_cast<Index>(numbers.size())};
    return {name, BasicTensor<Number>(shape, std::move(numbers))};
}

/// The tensors of metrics by their names.
using Found = std::map<std::string, NamedTensor>;

const NamedTensor& rowOf(const Found& found, const char* name, bool floats, Index length) {
    const auto tensor = found.find(name);
    if (tensor == found.end())
        throw Error(phrase("tensor %1 is missing; the others of its curve are there"),
                    inQuotes(name));
    const Shape shape{length};
    if (tensor->second.isFloat() != floats || tensor->second.shape() != shape)
        throw Error(floats ? phrase("tensor %1 must be a row of %2 floating-point numbers")
                           : phrase("tensor %1 must be a row of %2 whole numbers"),
                    inQuotes(name), length);
    return tensor->second;
}

std::span<const float> numbersOf(const Found& found, const char* name, Index length, float least,
                                 float most) {
    const auto values = rowOf(found, name, true, length).floats().values();
    for (const float value : values)
        if (!(value >= least && value <= most))
            throw Error(most == 1 ? phrase("tensor %1 holds a number that is not between 0 and 1")
                                  : phrase("tensor %1 holds a number that is not finite"),
                        inQuotes(name));
    return values;
}

/// The steps of a curve; empty where none of its tensors is there.
std::vector<Index> stepsOf(const Found& found, const char* name, Index last, std::size_t most) {
    const auto tensor = found.find(name);
    const Shape shape = tensor == found.end() ? Shape{0} : tensor->second.shape();
    const Index count = shape.rank() == 1 ? shape[0] : 0;
    if (count > static_cast<Index>(most))
        throw Error(phrase("tensor %1 has %2 steps; a curve has at most %3"), inQuotes(name), count,
                    most);
    const auto steps = rowOf(found, name, false, count).integers().values();
    Index before = -1;
    for (const Index step : steps) {
        if (step <= before || step > last)
            throw Error(
                phrase("tensor %1 must hold steps that ascend from 0 or later to %2 at most, "
                       "which are done"),
                inQuotes(name), last);
        before = step;
    }
    return {steps.begin(), steps.end()};
}

/// Those of metrics; the others stay.
Found taken(std::vector<NamedTensor>& tensors) {
    const auto own = std::ranges::stable_partition(
        tensors, [](const NamedTensor& tensor) { return !tensor.name.starts_with(metricsPrefix); });
    Found found;
    for (NamedTensor& tensor : own) {
        if (std::ranges::find(names, tensor.name) == names.end())
            throw Error(phrase("tensor %1 is unknown: the course of a run has none of that name"),
                        inQuotes(tensor.name));
        std::string name = tensor.name;
        found.emplace(std::move(name), std::move(tensor));
    }
    tensors.erase(own.begin(), own.end());
    return found;
}

bool hasAny(const Found& found, std::initializer_list<const char*> wanted) {
    return std::ranges::any_of(wanted, [&](const char* name) { return found.contains(name); });
}

} // namespace

std::vector<NamedTensor> tensorsOf(const Metrics& metrics) {
    std::vector<NamedTensor> tensors;
    if (const auto& losses = metrics.losses(); !losses.empty()) {
        tensors.push_back(column<std::int64_t>(stepName, losses, &Metrics::Loss::step));
        tensors.push_back(column<float>(lossName, losses, &Metrics::Loss::loss));
    }
    if (const auto& measured = metrics.measurements(); !measured.empty()) {
        using Measurement = Metrics::Measurement;
        tensors.push_back(column<std::int64_t>(measuredStepName, measured, &Measurement::step));
        tensors.push_back(column<float>(measuredLossName, measured, &Measurement::loss));
        tensors.push_back(column<float>(accuracyName, measured, &Measurement::accuracy));
        if (std::ranges::all_of(measured, [](const auto& at) { return at.trained.has_value(); })) {
            tensors.push_back(column<float>(trainedName, measured,
                                            [](const Measurement& at) { return *at.trained; }));
        }
    }
    return tensors;
}

Metrics takeMetrics(std::vector<NamedTensor>& tensors, Index steps) {
    const Found found = taken(tensors);
    constexpr float largest = std::numeric_limits<float>::max();
    Metrics metrics;
    if (hasAny(found, {stepName, lossName})) {
        const std::vector<Index> at = stepsOf(found, stepName, steps, Metrics::mostLosses);
        const auto count = static_cast<Index>(at.size());
        const auto losses = numbersOf(found, lossName, count, -largest, largest);
        for (std::size_t i = 0; i < at.size(); ++i)
            metrics.add(Metrics::Loss{at[i], losses[i]});
    }
    if (hasAny(found, {measuredStepName, measuredLossName, accuracyName, trainedName})) {
        const std::vector<Index> at =
            stepsOf(found, measuredStepName, steps, Metrics::mostMeasurements);
        const auto count = static_cast<Index>(at.size());
        const auto losses = numbersOf(found, measuredLossName, count, -largest, largest);
        const auto accuracies = numbersOf(found, accuracyName, count, 0, 1);
        const auto trained = found.contains(trainedName)
                                 ? numbersOf(found, trainedName, count, 0, 1)
                                 : std::span<const float>();
        for (std::size_t i = 0; i < at.size(); ++i) {
            Metrics::Measurement measured{at[i], losses[i], accuracies[i]};
            if (!trained.empty())
                measured.trained = trained[i];
            metrics.add(measured);
        }
    }
    return metrics;
}

} // namespace gf
