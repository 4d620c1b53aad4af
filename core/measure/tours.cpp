// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/tours.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace gf {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double distance(const City& a, const City& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

int nearestTo(std::span<const City> cities, const City& place, const std::vector<bool>& visited) {
    int nearest = -1;
    double least = infinity;
    for (std::size_t i = 0; i < cities.size(); ++i)
        if (!visited[i] && distance(cities[i], place) < least) {
            least = distance(cities[i], place);
            nearest = static_cast<int>(i);
        }
    return nearest;
}

int firstCity(std::span<const City> cities) {
    return nearestTo(cities, {0, 0}, std::vector<bool>(cities.size()));
}

/// From every set of cities and every last one of it: the shortest way there from the first city
/// through all of the set, and the city before the last.
class HeldKarp {
public:
    /// `order`: the first city, then the others.
    HeldKarp(std::span<const City> cities, const std::vector<int>& order)
        : m_count(order.size() - 1), m_length((std::size_t{1} << m_count) * m_count, infinity),
          m_before(m_length.size(), -1), m_distance(order.size() * order.size()) {
        for (std::size_t i = 0; i < order.size(); ++i)
            for (std::size_t j = 0; j < order.size(); ++j)
                m_distance[i * order.size() + j] = distance(cities[order[i]], cities[order[j]]);
        for (std::size_t last = 0; last < m_count; ++last)
            m_length[at(std::size_t{1} << last, last)] = between(0, last + 1);
        for (std::size_t set = 1; set < std::size_t{1} << m_count; ++set)
            for (std::size_t last = 0; last < m_count; ++last)
                if (m_length[at(set, last)] < infinity)
                    goOn(set, last);
    }

    /// Places in the order: 0, then the way of the shortest round trip.
    std::vector<std::size_t> tour() const {
        std::size_t set = (std::size_t{1} << m_count) - 1;
        std::size_t last = 0;
        for (std::size_t i = 1; i < m_count; ++i)
            if (m_length[at(set, i)] + between(i + 1, 0) <
                m_length[at(set, last)] + between(last + 1, 0))
                last = i;
        std::vector<std::size_t> way;
        for (int city = static_cast<int>(last); city >= 0;) {
            const auto here = static_cast<std::size_t>(city);
            way.push_back(here + 1);
            city = m_before[at(set, here)];
            set ^= std::size_t{1} << here;
        }
        way.push_back(0);
        std::ranges::reverse(way);
        return way;
    }

private:
    std::size_t at(std::size_t set, std::size_t last) const { return set * m_count + last; }
    double between(std::size_t i, std::size_t j) const { return m_distance[i * (m_count + 1) + j]; }
    void goOn(std::size_t set, std::size_t last) {
        const double length = m_length[at(set, last)];
        for (std::size_t next = 0; next < m_count; ++next) {
            if (set >> next & 1U)
                continue;
            const std::size_t to = at(set | std::size_t{1} << next, next);
            const double longer = length + between(last + 1, next + 1);
            if (longer < m_length[to]) {
                m_length[to] = longer;
                m_before[to] = static_cast<int>(last);
            }
        }
    }

    std::size_t m_count; ///< of the cities but the first
    std::vector<double> m_length;
    std::vector<int> m_before;
    std::vector<double> m_distance;
};

} // namespace

std::vector<City> citiesIn(std::span<const float> numbers) {
    std::vector<City> cities;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
        cities.push_back({static_cast<double>(numbers[i]), static_cast<double>(numbers[i + 1])});
    return cities;
}

double lengthOf(std::span<const City> cities, const Tour& tour) {
    double length = 0;
    for (std::size_t i = 0; i < tour.size(); ++i)
        length += distance(cities[tour[i]], cities[tour[(i + 1) % tour.size()]]);
    return length;
}

Tour shortestTour(std::span<const City> cities) {
    assert(cities.size() <= mostCities);
    Tour order(cities.size());
    std::iota(order.begin(), order.end(), 0);
    if (cities.size() < 2)
        return order;
    std::swap(order.front(), order[firstCity(cities)]);
    Tour tour;
    for (const std::size_t place : HeldKarp(cities, order).tour())
        tour.push_back(order[place]);
    const auto fromFirst = [&](int city) { return distance(cities[tour.front()], cities[city]); };
    if (fromFirst(tour.back()) < fromFirst(tour[1]))
        std::reverse(tour.begin() + 1, tour.end());
    return tour;
}

Tour nearestNeighbourTour(std::span<const City> cities) {
    Tour tour;
    std::vector<bool> visited(cities.size());
    City here{0, 0};
    while (tour.size() < cities.size()) {
        tour.push_back(nearestTo(cities, here, visited));
        const auto place = static_cast<std::size_t>(tour.back());
        visited[place] = true;
        here = cities[place];
    }
    return tour;
}

double meanTourLength(std::span<const City> cities) {
    // Every pair stands side by side in 2 of n − 1 round trips.
    double sum = 0;
    for (std::size_t i = 0; i < cities.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            sum += distance(cities[i], cities[j]);
    return cities.size() < 2 ? 0 : 2 * sum / static_cast<double>(cities.size() - 1);
}

} // namespace gf
