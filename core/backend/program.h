// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/graph/graph.h"

#include <cassert>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gf {

/// Of so many runs, the last ones, a program keeps what is noted of each.
inline constexpr Index mostNoted = 256;

/// How a graph is compiled.
struct ProgramOptions {
    Index batch = 1;
    /// Keep every node's value until the next run (the probe program). Otherwise only `keep`,
    /// inputs, parameters and not-batched values (loss, norms) can be read.
    bool keepAll = false;
    std::vector<NodeId> keep;
    /// Single numbers (rank 0, not batched) that are asked for after several runs: losses.
    std::vector<NodeId> noted{};
    int threads = 1; ///< the results have the same bits for any number
    /// It runs often: products of one row read weights that fit 16 bits in that form
    /// (Parameters::narrow). The results have the same bits as without.
    bool narrow = false;
};

/// A value that is asked for.
struct Wanted {
    NodeId node = noNode;
    Index example = 0;
};

/// Time spent in the nodes of one op kind, summed over threads.
struct OpTime {
    std::string op;
    double seconds = 0;
};

/// A graph compiled by a backend for fixed shapes: buffers are planned once. The fast backend's
/// run() allocates nothing.
template <class Scalar> class BasicProgram {
public:
    virtual ~BasicProgram() = default;

    virtual const Graph& graph() const = 0;
    virtual Index batch() const = 0;

    /// Feeds an input for the whole batch: batch × shape values, example after example, or one
    /// shape where it is not batched. Token ids are exact as floats. What is not fed again stays.
    void setInput(NodeId input, std::span<const Scalar> values) {
        assert(static_cast<Index>(values.size()) ==
               graph()[input].shape.count() * (graph()[input].batched ? batch() : 1));
        setPart(input, 0, values);
    }

    /// Feeds a part of what setInput() feeds: its values from number `first` on.
    virtual void setPart(NodeId input, Index first, std::span<const Scalar> values) = 0;

    /// The seed and the step that counter-based randomness (dropout) draws from.
    virtual void setRandom(std::uint64_t seed, std::uint64_t step) = 0;

    /// Runs every node once. With update nodes in the graph this is one training step. A device may
    /// throw DeviceError.
    virtual void run() = 0;

    /// Values in the order in which they are asked for, row-major whatever their layout in here,
    /// of one example each, as the last run() left them. Every node is one that can be read (see
    /// ProgramOptions), every example one of the batch. A device may throw DeviceLost.
    /// Whoever needs several asks once: a device pays for every transfer.
    virtual std::vector<BasicTensor<Scalar>> values(std::span<const Wanted> wanted) const = 0;

    /// One of them.
    BasicTensor<Scalar> value(NodeId node, Index example = 0) const {
        const Wanted wanted{node, example};
        return std::move(values({&wanted, 1}).front());
    }

    /// What the last `runs` runs, at most mostNoted, left in `noted` of the options: the numbers of
    /// a run lie together, the oldest run comes first; so many have been done. A device is waited
    /// for once for all of them.
    virtual std::vector<Scalar> notes(Index runs) const = 0;

    /// Bytes of all buffers, parameters excluded.
    virtual std::size_t memoryBytes() const = 0;

    /// Kernels that a run starts on a graphics card; 0 where it needs none.
    virtual std::size_t launchCount() const { return 0; }

    /// Per-kind timing of the runs since it was switched on; empty when off.
    virtual void setProfiling(bool on) = 0;
    virtual std::vector<OpTime> profile() const = 0;
};

using Program = BasicProgram<float>;

/// Compiles graphs; "cpu" is always there.
class Backend {
public:
    virtual ~Backend() = default;

    virtual std::string name() const = 0;

    /// `parameters` must outlive the program and contain the graph's parameters and state. Throws
    /// DeviceOutOfMemory where a device has no room; nothing has changed then.
    virtual std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph,
                                             Parameters& parameters,
                                             const ProgramOptions& options) const = 0;

    /// Floating-point operations a second of multiply-adds that wait for nothing, measured for a
    /// moment on so many threads: what no matrix product can exceed.
    virtual double measuredPeak(int threads) const = 0;
};

/// The backends this build has, by name; throws Error for an unknown name and lists the known ones.
std::unique_ptr<Backend> makeBackend(std::string_view name);
std::vector<std::string> backendNames();

/// Bytes that a program of "cpu" would take beside the parameters, planned and not taken.
std::size_t plannedBytes(const Graph& graph, const ProgramOptions& options);

} // namespace gf
