// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/backend/gpu/tune_products.h"

#include "core/backend/device_error.h"
#include "core/backend/gpu/launch_list.h"
#include "core/tensor/random.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <span>
#include <vector>

namespace gf::gpu {

namespace {

using Clock = std::chrono::steady_clock;
using State = KernelCost::State;

bool isATransposed(Storage storage) {
    return (indexOf(storage) & 2) != 0;
}
bool isBTransposed(Storage storage) {
    return (indexOf(storage) & 1) != 0;
}

/// One of the kernels.
struct Candidate {
    Storage storage;
    std::size_t tile;

    Index side() const { return productTiles[tile].side; }
    std::string_view kernel() const { return productTiles[tile].kernels[indexOf(storage)]; }
};

/// Operands one after the other in a buffer.
class Numbers {
public:
    Place add(Index count) {
        const Index at = m_count;
        m_count += (count + tableUnit - 1) / tableUnit * tableUnit;
        return {Memory::Numbers, at};
    }
    Index count() const { return m_count; }

private:
    Index m_count = 0;
};

/// How far it is from row to row of both operands.
void setRows(ProductCall& call, Storage storage) {
    call.a.row = isATransposed(storage) ? call.rows : call.depth;
    call.b.row = isBTransposed(storage) ? call.depth : call.columns;
    call.y.row = call.columns;
}

void runAlone(Device& device, const Launch& launch, const Buffer& buffer) {
    device.prepare({&launch, 1}, {&buffer, &buffer})->run();
}

/// Φ, and the slope of x·Φ(x).
double phiOf(double x) {
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}
double slopeOfGelu(double x) {
    constexpr double height = std::numbers::inv_sqrtpi / std::numbers::sqrt2;
    return phiOf(x) + x * height * std::exp(-0.5 * x * x);
}

constexpr Index checkDepth = 37;

/// Operands of a product: how far behind the first ones they begin, and which part of the depth
/// counts.
struct Part {
    Index a = 0, b = 0, from = 0, to = checkDepth;
};
constexpr Part secondJob{.a = tableUnit, .b = tableUnit};

/// Products of sizes that no tile likes, by a kernel and by the host, with all that a kernel may be
/// told to do.
class Check {
public:
    Check(Device& device, const Candidate& candidate) : m_device(device), m_candidate(candidate) {
        m_call.rows = candidate.side() + 5;
        m_call.columns = 2 * candidate.side() - 3;
        m_call.depth = checkDepth;
        setRows(m_call, candidate.storage);
        Numbers numbers;
        m_call.a.example = m_call.rows * m_call.depth;
        m_call.y.example = m_call.rows * m_call.columns;
        const Index results = 2 * inUnits(m_call.y.example);
        m_call.a.place = numbers.add(2 * m_call.a.example);
        m_call.b.place = numbers.add(m_call.depth * m_call.columns + tableUnit);
        m_call.bias = numbers.add(m_call.columns + tableUnit);
        m_call.addend = numbers.add(results);
        m_call.x = numbers.add(results);
        m_call.jobs = numbers.add(2 * jobNumbers);
        m_given.resize(numbers.count());
        for (std::size_t i = 0; i < m_given.size(); ++i)
            m_given[i] = static_cast<float>(2 * uniform(1, 2, i) - 1);
        m_call.y.place = numbers.add(results);
        m_call.active = numbers.add(results);
        m_call.columnSums = numbers.add(2 * inUnits(m_call.columns));
        writeJobs();
        m_buffer = device.allocate(numbers.count());
    }

    bool isRight() {
        return joinsRight() && cutsRight() && addsRight() && doesJobsRight() && leavesOutRight();
    }

private:
    static constexpr Index jobNumbers = 5;

    static Index inUnits(Index count) { return groupsFor(count, tableUnit) * tableUnit; }

    /// The operands of the second job lie a unit behind those of the first, its results behind
    /// the results of the first.
    void writeJobs() {
        const std::array apart{tableUnit, tableUnit, inUnits(m_call.y.example), tableUnit,
                               inUnits(m_call.columns)};
        for (Index i = 0; i < 2 * jobNumbers; ++i) {
            const Index from = i < jobNumbers ? 0 : apart[i - jobNumbers];
            m_given[m_call.jobs.at + i] = std::bit_cast<float>(toUnits(from));
        }
    }

    /// y = A·B + bias + addend and ReLU(y), of two examples.
    bool joinsRight() {
        ProductCall call = m_call;
        call.examples = 2;
        call.hasBias = call.hasAddend = true;
        call.activation = 1;
        run(call, {m_candidate.tile, call.depth, 1});
        return eachIs(2, call.y.example, [&](Index example, Index row, Index column, Index at) {
            const double y = product(row, column, {.a = example * call.a.example}) +
                             given(call.bias, column) + given(call.addend, at);
            return agrees(call.y.place, at, y) && agrees(call.active, at, std::max(y, 0.0));
        });
    }

    /// Two parts of the depth, and the sums of the columns of B over each.
    bool cutsRight() {
        ProductCall call = m_call;
        call.yPart = call.y.example;
        call.sumsPart = call.columns;
        call.sumsColumns = true;
        const Index middle = (call.depth + 1) / 2;
        run(call, {m_candidate.tile, middle, 2});
        const std::array parts{Part{.to = middle}, Part{.from = middle}};
        return sumsAgree(parts, call.sumsPart) &&
               eachIs(2, call.yPart, [&](Index part, Index row, Index column, Index at) {
                   return agrees(call.y.place, at, product(row, column, parts[part]));
               });
    }

    /// Two products added up, times the slope of a ReLU.
    bool addsRight() {
        ProductCall call = m_call;
        call.terms = 2;
        call.slope = 1;
        run(call, {m_candidate.tile, call.depth, 1});
        return eachIs(1, 0, [&](Index, Index row, Index column, Index at) {
            const double y = product(row, column, {}) + product(row, column, secondJob);
            return agrees(call.y.place, at, given(call.x, at) > 0 ? y : 0);
        });
    }

    /// Two products beside each other, each with its bias, the slope of a GELU and the sums of the
    /// columns of B.
    bool doesJobsRight() {
        ProductCall call = m_call;
        call.jobCount = 2;
        call.hasBias = call.sumsColumns = true;
        call.slope = 2;
        run(call, {m_candidate.tile, call.depth, 1});
        const std::array jobs{Part{}, secondJob};
        return sumsAgree(jobs, inUnits(call.columns)) &&
               eachIs(2, inUnits(call.y.example),
                      [&](Index job, Index row, Index column, Index at) {
                          const double y = product(row, column, jobs[job]) +
                                           given(call.bias, job * tableUnit + column);
                          return agrees(call.y.place, at, y * slopeOfGelu(given(call.x, at)));
                      });
    }

    /// GELU(A·B) alone.
    bool leavesOutRight() {
        ProductCall call = m_call;
        call.makesY = false;
        call.activation = 2;
        run(call, {m_candidate.tile, call.depth, 1});
        return eachIs(1, 0, [&](Index, Index row, Index column, Index at) {
            const double y = product(row, column, {});
            return std::isnan(found(call.y.place, at)) && agrees(call.active, at, y * phiOf(y));
        });
    }

    /// What a kernel does not write is no number afterwards.
    void run(const ProductCall& call, const ProductCut& cut) {
        m_found.assign(m_buffer->count(), std::numeric_limits<float>::quiet_NaN());
        std::ranges::copy(m_given, m_found.begin());
        m_device.upload(*m_buffer, 0, m_found);
        runAlone(m_device, call.launch(m_candidate.storage, cut), *m_buffer);
        m_device.download(*m_buffer, 0, m_found);
    }

    /// Whether it is so of each number of `count` results, `apart` numbers from each to the next.
    template <class Is> bool eachIs(Index count, Index apart, const Is& is) const {
        for (Index i = 0; i < count; ++i)
            for (Index row = 0; row < m_call.rows; ++row)
                for (Index column = 0; column < m_call.columns; ++column)
                    if (!is(i, row, column, i * apart + row * m_call.columns + column))
                        return false;
        return true;
    }

    bool sumsAgree(std::span<const Part> parts, Index apart) const {
        for (std::size_t i = 0; i < parts.size(); ++i)
            for (Index column = 0; column < m_call.columns; ++column)
                if (!agrees(m_call.columnSums, static_cast<Index>(i) * apart + column,
                            columnSum(column, parts[i])))
                    return false;
        return true;
    }

    double given(Place place, Index at) const {
        return static_cast<double>(m_given[place.at + at]);
    }
    float found(Place place, Index at) const { return m_found[place.at + at]; }
    double a(Index row, Index k, const Part& part) const {
        return given(m_call.a.place,
                     part.a + (isATransposed(m_candidate.storage) ? k * m_call.a.row + row
                                                                  : row * m_call.a.row + k));
    }
    double b(Index k, Index column, const Part& part) const {
        return given(m_call.b.place,
                     part.b + (isBTransposed(m_candidate.storage) ? column * m_call.b.row + k
                                                                  : k * m_call.b.row + column));
    }
    double product(Index row, Index column, const Part& part) const {
        double sum = 0;
        for (Index k = part.from; k < part.to; ++k)
            sum += a(row, k, part) * b(k, column, part);
        return sum;
    }
    double columnSum(Index column, const Part& part) const {
        double sum = 0;
        for (Index k = part.from; k < part.to; ++k)
            sum += b(k, column, part);
        return sum;
    }

    bool agrees(Place place, Index at, double expected) const {
        constexpr double tolerance = 1e-4; // of sums of so few numbers below 1
        return std::abs(static_cast<double>(found(place, at)) - expected) <= tolerance;
    }

    Device& m_device;
    Candidate m_candidate;
    ProductCall m_call;
    std::vector<float> m_given; ///< the operands of all that is done
    std::unique_ptr<Buffer> m_buffer;
    std::vector<float> m_found;
};

/// How long launches of a kernel take.
class Stopwatch {
public:
    Stopwatch(Device& device, const Candidate& candidate, const TuneLimits& limits)
        : m_device(device), m_candidate(candidate),
          m_limit(std::chrono::duration<double, std::nano>(limits.launch).count()) {}

    /// Throws Error where the device computes wrong.
    KernelCost cost() {
        KernelCost cost{.state = State::Measured};
        cost.alone = alone();
        cost.busy = cost.alone;
        double before = 0;
        int timesFull = 0;
        for (Index groups = 1; groups <= mostGroups && groups * m_candidate.side() <= longestSide;
             groups *= 2) {
            const auto took = spread(groups);
            if (took == 0) // no room
                break;
            cost.busy = std::min(cost.busy, took / slicesOf(usualDepth) /
                                                static_cast<double>(groups * groups));
            // Four times the groups take nearly four times as long where all places are taken; the
            // first few may share one.
            timesFull = groups > 1 && took > 3.5 * before ? timesFull + 1 : 0;
            if (timesFull == 2 || took > m_limit)
                break;
            before = took;
        }
        return cost;
    }

private:
    static constexpr Index mostGroups = 64; ///< along each side of the result
    static constexpr Index longestSide = 4096;
    static constexpr Index usualDepth = 256;

    static double slicesOf(Index depth) { return static_cast<double>(depth / sliceDepth); }

    /// Of a slice of one group. What is deep tells it from the cost of a launch.
    double alone() {
        constexpr Index shallow = 64;
        constexpr Index deep = 1024;
        const double first = nanoseconds(1, shallow);
        if (first * deep / shallow > m_limit)
            return first / slicesOf(shallow);
        return nanoseconds(1, deep) / slicesOf(deep);
    }

    /// Of a launch of so many groups along each side; 0 where the device has no room for it.
    double spread(Index groups) {
        try {
            return nanoseconds(groups, usualDepth);
        } catch (const DeviceOutOfMemory&) {
            return 0;
        }
    }

    /// The best of a few runs, the first of which nobody counts: it wakes the device.
    double nanoseconds(Index groups, Index depth) {
        constexpr float half = 0.5F;
        constexpr int runs = 3;
        ProductCall call;
        call.rows = call.columns = groups * m_candidate.side();
        call.depth = depth;
        setRows(call, m_candidate.storage);
        Numbers numbers;
        call.a.place = numbers.add(call.rows * depth);
        call.b.place = numbers.add(call.columns * depth);
        const Index given = numbers.count();
        call.y.place = numbers.add(call.rows * call.columns);
        call.bias = call.addend = call.x = call.active = call.columnSums = call.jobs = call.y.place;
        const auto buffer = m_device.allocate(numbers.count());
        m_device.upload(*buffer, 0, std::vector<float>(given, half));
        const Launch launch = call.launch(m_candidate.storage, {m_candidate.tile, depth, 1});
        const auto work = m_device.prepare({&launch, 1}, {buffer.get(), buffer.get()});
        const float expected = half * half * static_cast<float>(depth);
        const auto timed = [&](auto&& what) {
            wait(*buffer, call.y.place.at);
            const auto began = Clock::now();
            what();
            wait(*buffer, call.y.place.at);
            return std::chrono::duration<double, std::nano>(Clock::now() - began).count();
        };
        work->run();
        if (wait(*buffer, call.y.place.at) != expected ||
            wait(*buffer, numbers.count() - 1) != expected)
            throw Error("a product is wrong");
        double waiting = std::numeric_limits<double>::infinity();
        double best = waiting;
        for (int i = 0; i < runs; ++i) {
            waiting = std::min(waiting, timed([] {}));
            best = std::min(best, timed([&] { work->run(); }));
        }
        constexpr double shortest = 1;
        return std::max(best - waiting, shortest);
    }

    /// Until all is done; a number that was computed.
    float wait(const Buffer& buffer, Index at) {
        float number = 0;
        m_device.download(buffer, at, {&number, 1});
        return number;
    }

    Device& m_device;
    Candidate m_candidate;
    double m_limit; ///< nanoseconds
};

KernelCost costOf(Device& device, const Candidate& candidate, const TuneLimits& limits) {
    if (!Check(device, candidate).isRight())
        return {.state = State::LeftOut};
    return Stopwatch(device, candidate, limits).cost();
}

/// The ways to store operands that are met most come first, if time runs out.
std::vector<Candidate> untriedOf(const ProductTuning& tuning) {
    std::vector<Candidate> untried;
    for (std::size_t storage = 0; storage < storageCount; ++storage)
        for (std::size_t tile = productTiles.size(); tile > 0; --tile) {
            const Candidate candidate{static_cast<Storage>(storage), tile - 1};
            if (tuning.of(candidate.storage, candidate.tile).state == State::Untried)
                untried.push_back(candidate);
        }
    return untried;
}

} // namespace

ProductTuning tuneProducts(Device& device, const ProductTuning& known, const TuneProgress& progress,
                           const TuneLimits& limits) {
    // Cards sleep while they have nothing to do, and are slow for a while when they wake.
    constexpr std::chrono::milliseconds waking(100);
    // Four times the area, and a driver that compiles what it is asked to run: so much longer.
    constexpr int growth = 3;
    const auto began = Clock::now();
    Clock::duration last{};
    ProductTuning tuning = known;
    const std::vector<Candidate> candidates = untriedOf(known);
    int number = 0;
    for (const Candidate& candidate : candidates) {
        const auto before = Clock::now();
        if (before - began + growth * last >= limits.all)
            break;
        progress(candidate.kernel(), ++number, static_cast<int>(candidates.size()));
        KernelCost& cost = tuning.of(candidate.storage, candidate.tile);
        try {
            do
                cost = costOf(device, candidate, limits);
            while (cost.state == State::Measured && Clock::now() - began < waking);
        } catch (const DeviceLost&) {
            cost = {.state = State::LeftOut};
            break;
        } catch (const DeviceOutOfMemory&) {
            cost = {}; // another time there may be room
        } catch (const Error&) {
            cost = {.state = State::LeftOut};
        }
        last = Clock::now() - before;
    }
    return tuning;
}

} // namespace gf::gpu
