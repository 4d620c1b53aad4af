// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/aligned_buffer.h"
#include "core/backend/narrow_matrix.h"
#include "core/graph/graph.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gf {

/// A copy of all values of Parameters in the memory of a device that computes, such as a graphics
/// card. Their number grows when Parameters::addFrom() finds new ones.
template <class Scalar> class DeviceValues {
public:
    virtual ~DeviceValues() = default;
    virtual void upload(std::span<const Scalar> flat) = 0;
    virtual void download(std::span<Scalar> flat) = 0;
};

/// The learned weights and the optimizer's memory of them: everything that outlives a step. One set
/// is shared by the training program and the probe program. All values lie in one flat buffer, each
/// entry aligned to a cache line.
///
/// Who keeps values beyond the next change takes a snapshot. Weights that nothing trains are not
/// copied for it: the next change, should one come, is made in a buffer of its own, and the one
/// before stays with the snapshots. Weights in training are copied, once for all snapshots between
/// two changes.
///
/// With a device there are two copies, and one of them may be newer. Reading brings the device's
/// values over when they are newer, once; writing makes the host's the newer ones. Without a device
/// there is nothing to bring. One thread uses an object at a time.
template <class Scalar> class BasicParameters {
public:
    struct Entry {
        std::string name;
        Shape shape;
        Role role;    ///< Parameter or State
        Index offset; ///< into the flat buffer
    };

    BasicParameters() = default;

    /// Adds the Parameter and State nodes of `graph` that are not here yet (zero-filled). A name
    /// that is here must have the same shape. The buffer may move: programs are compiled
    /// afterwards.
    void addFrom(const Graph& graph);

    std::span<const Entry> entries() const { return m_entries; }
    bool contains(std::string_view name) const { return find(name) != nullptr; }
    const Entry* find(std::string_view name) const;

    /// The values of a named entry, row-major, to read; the name must exist.
    std::span<const Scalar> values(std::string_view name) const;
    std::span<const Scalar> values(const Entry& entry) const;
    /// The same to write to.
    std::span<Scalar> writable(std::string_view name);
    std::span<Scalar> writable(const Entry& entry);

    /// Number of learned weights (without the optimizer's memory).
    Index parameterCount() const;

    /// The whole flat buffer, padding included: for snapshots.
    std::span<const Scalar> flat() const;
    std::span<Scalar> writableFlat();
    /// All of it anew, with as many values as flat() has, or had before addFrom() found more. A
    /// device is asked for nothing: it may be gone.
    void assign(std::span<const Scalar> values);

    /// The buffer itself, for who keeps it. Nobody writes to it any more: the next change is made
    /// in a buffer of its own.
    std::shared_ptr<AlignedBuffer<Scalar>> share() const;
    /// Such a buffer, of as many values, in the place of the one that there is.
    void adopt(std::shared_ptr<AlignedBuffer<Scalar>> values);

    /// From now on a device has a copy, or none has (null). The one before gives back what is
    /// newer.
    void setDevice(std::shared_ptr<DeviceValues<Scalar>> device);
    const std::shared_ptr<DeviceValues<Scalar>>& device() const { return m_device; }

    /// A program that runs on the device calls the first before a run and the second after one that
    /// changed values.
    void bringToDevice();
    void deviceChanged();

    /// Values as they are now, row-major, that stay so whatever happens to these parameters.
    std::shared_ptr<const Scalar> snapshot(const Entry& entry) const;

    /// A matrix of weights (k × n, or stored n × k) in 16 bits where all of its numbers fit them,
    /// as those of a model that came so; null where they don't, and for weights in training. Made
    /// when it is first asked for, it takes half as much again as the values, and is there until
    /// the next change of any.
    const NarrowMatrix* narrow(const Entry& entry, Index k, Index n, bool transposed) const;
    /// Another number when narrow() may give something else than before.
    std::uint64_t narrowVersion() const { return m_trained ? 0 : m_version; }

    /// A program that runs on the host calls before each run the first, and the second when it is
    /// going to change values. Then it asks for the address, which may be another one by now.
    void bringToHost() const;
    void hostChanges();
    Scalar* hostAddress() { return m_values->data(); }

private:
    enum class Side : std::uint8_t { Host, Device, Both };

    std::span<Scalar> part(const Entry& entry) const;
    const Entry& entryOf(std::string_view name) const;
    void leaveSnapshots();
    void forgetCopies();
    void moveTo(Index count);

    std::vector<Entry> m_entries;
    std::unordered_map<std::string, std::size_t> m_byName;
    std::shared_ptr<AlignedBuffer<Scalar>> m_values =
        std::make_shared<AlignedBuffer<Scalar>>(); ///< the host's copy
    std::shared_ptr<DeviceValues<Scalar>> m_device;
    mutable Side m_newer = Side::Host; ///< who has the newest values
    bool m_trained = false;            ///< a program changes the values, step by step
    mutable bool m_lent = false;       ///< snapshots have m_values itself
    /// By entry: the copies of now that somebody still has.
    mutable std::vector<std::weak_ptr<const Scalar>> m_copies;
    /// By offset, and whether it is stored transposed.
    mutable std::map<std::pair<Index, bool>, std::unique_ptr<const NarrowMatrix>> m_narrow;
    std::uint64_t m_version = 1; ///< of the values, while nothing trains them
};

using Parameters = BasicParameters<float>;
/// All weights of a model, as Parameters::share() has them.
using SharedWeights = std::shared_ptr<AlignedBuffer<float>>;

} // namespace gf
