// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"
#include "core/data/real_numbers.h"
#include "core/data/task_base.h"
#include "core/measure/tours.h"
#include "core/model/inputs.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace gf {

namespace {

constexpr Index fewestCities = 5;
constexpr Index longestTour = 10;
constexpr Index coordinates = 2;
/// Steps in which a coordinate can be told from the next one.
constexpr std::uint64_t places = 101;

std::string tourText(const Tour& tour) {
    std::string text;
    for (const int city : tour)
        text += (text.empty() ? "" : " ") + std::to_string(city + 1);
    return text;
}

Drawn drawCities(Draws& draws) {
    const auto count = static_cast<std::size_t>(fewestCities) +
                       draws.below(static_cast<std::uint64_t>(longestTour - fewestCities + 1));
    std::vector<float> numbers;
    std::set<std::pair<std::uint64_t, std::uint64_t>> taken;
    while (taken.size() < count) {
        const std::pair place(draws.below(places), draws.below(places));
        if (!taken.insert(place).second)
            continue;
        numbers.push_back(static_cast<float>(place.first) / (places - 1));
        numbers.push_back(static_cast<float>(place.second) / (places - 1));
    }
    const std::string source = rowsText(numbers, coordinates);
    return {{source, tourText(shortestTour(citiesIn(numbers)))}, source};
}

std::optional<std::string> shortest(std::string_view source) {
    try {
        const std::vector<City> cities = citiesIn(rowsIn(source, coordinates));
        if (cities.empty() || cities.size() > mostCities)
            return std::nullopt;
        return tourText(shortestTour(cities));
    } catch (const Error&) {
        return std::nullopt; // no cities
    }
}

Tour tourOf(std::span<const TokenId> ids) {
    Tour tour;
    for (const TokenId id : ids)
        tour.push_back(static_cast<int>(id - firstPlace));
    return tour;
}

std::optional<Score> scoreOf(const TextExample& example, const Sequence& answer) {
    const std::vector<City> cities = citiesIn(rowsIn(example.source, coordinates));
    const Tour best = tourOf(placeWords().encode(example.target));
    const double least = lengthOf(cities, best);
    const double length = lengthOf(cities, tourOf(answer.ids));
    Score score;
    score.error = length / least;
    // A way that leaves cities out is none.
    score.right = answer.ids.size() == cities.size() && length <= least * (1 + 1e-6);
    score.baselines = {lengthOf(cities, nearestNeighbourTour(cities)) / least,
                       meanTourLength(cities) / least};
    return score;
}

/// Each choice among those that are left, by chance: ln(n!) over the n choices. (std::lgamma writes
/// a global variable, and tasks are made in several threads.)
double guess() {
    double sum = 0;
    double choices = 0;
    for (Index cities = fewestCities; cities <= longestTour; ++cities) {
        for (Index left = 2; left <= cities; ++left)
            sum += std::log(static_cast<double>(left));
        choices += static_cast<double>(cities);
    }
    return sum / choices;
}

/// Cities have no order, and the one visited last says where the tour has come to.
void shapeTours(ModelConfig& model) {
    model.positional = Positional::None;
    model.layers = 3;
}

} // namespace

/// 5 to 10 cities in the unit square, every number of them as often as the others, to their
/// shortest round trip (tours.h): "0.1,0.7 0.4,0.2 …" → "2 1 …". The rows are the cities in no
/// order, with two decimals; the target is their places from 1 on. Measured in lengths of the
/// shortest one.
GeneratedProblem salesmanProblem(const TaskParameters&) {
    GeneratedProblem problem;
    problem.name = "salesman";
    problem.form.input = Input::Values;
    problem.form.output = Output::Pointer;
    problem.form.features = coordinates;
    problem.longestSource = longestTour;
    problem.longestTarget = longestTour;
    problem.draw = drawCities;
    problem.answer = shortest;
    problem.showcase.source =
        "0.82,0.34 0.15,0.61 0.48,0.9 0.3,0.12 0.66,0.71 0.91,0.78 0.07,0.28 0.55,0.25";
    problem.showcase.target = *shortest(problem.showcase.source);
    problem.training = noamTraining(1500, 128, 400);
    problem.shape = shapeTours;
    problem.score = scoreOf;
    problem.measure = phrase("length over that of the shortest tour");
    problem.baselines = {phrase("always to the nearest city"), phrase("a random tour")};
    problem.guessLoss = guess();
    problem.sizeWord = "cities";
    problem.size = [](std::string_view source) {
        return static_cast<Index>(rowsIn(source, coordinates).size()) / coordinates;
    };
    return problem;
}

} // namespace gf
