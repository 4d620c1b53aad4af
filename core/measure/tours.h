// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <span>
#include <vector>

namespace gf {

/// A city in the plane.
struct City {
    double x = 0, y = 0;
};

/// The order in which cities are visited, by their places from 0; from the last one it goes back to
/// the first.
using Tour = std::vector<int>;

/// Cities from rows of two numbers.
std::vector<City> citiesIn(std::span<const float> numbers);

/// The length of a round trip.
double lengthOf(std::span<const City> cities, const Tour& tour);

/// The most cities that shortestTour() takes: its work doubles with each.
inline constexpr std::size_t mostCities = 14;

/// The shortest round trip (Held and Karp 1962): it begins at the city nearest to the origin, and
/// of the two directions it takes that of the nearer neighbour. At most mostCities.
Tour shortestTour(std::span<const City> cities);

/// From the city nearest to the origin always on to the nearest that has not been visited.
Tour nearestNeighbourTour(std::span<const City> cities);

/// The mean length of all round trips: that of one at random.
double meanTourLength(std::span<const City> cities);

} // namespace gf
