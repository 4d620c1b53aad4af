// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/ops/every_op.h"

#include <array>
#include <chrono>
#include <vector>

namespace gf::cpu {

/// How long each kind of operation takes, while somebody wants to know. Those who run at the same
/// time each have a slot.
class Profile {
public:
    explicit Profile(std::size_t slots) : m_seconds(slots) {}

    void set(bool on) {
        m_on = on;
        m_seconds.assign(m_seconds.size(), Seconds{});
    }

    template <class Call> void run(OpKind kind, std::size_t slot, const Call& call) {
        using Clock = std::chrono::steady_clock;
        if (!m_on) {
            call();
            return;
        }
        const auto start = Clock::now();
        call();
        m_seconds[slot][static_cast<std::size_t>(kind)] +=
            std::chrono::duration<double>(Clock::now() - start).count();
    }

    std::vector<OpTime> times() const {
        std::vector<OpTime> times;
        for (std::size_t kind = 0; kind < static_cast<std::size_t>(OpKind::count_); ++kind) {
            double seconds = 0;
            for (const Seconds& slot : m_seconds)
                seconds += slot[kind];
            if (seconds > 0)
                times.push_back({std::string(ops::op(static_cast<OpKind>(kind)).name()), seconds});
        }
        return times;
    }

private:
    using Seconds = std::array<double, static_cast<std::size_t>(OpKind::count_)>;

    bool m_on = false;
    std::vector<Seconds> m_seconds; ///< by slot
};

} // namespace gf::cpu
