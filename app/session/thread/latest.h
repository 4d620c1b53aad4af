// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>
#include <stop_token>
#include <utility>

namespace gf {

/// Of several requests of one kind the newest counts. What works on a request holds its stop token.
/// Any thread may ask for one and stop it.
class Latest {
public:
    ~Latest() { stop(); }
    Latest() = default;
    Latest(const Latest&) = delete;
    Latest& operator=(const Latest&) = delete;

    /// The token of a new request; those of the ones before are stopped.
    std::stop_token next() {
        stop();
        return token();
    }
    /// The token of a request that goes with the ones before it.
    std::stop_token token() const {
        const std::lock_guard lock(m_mutex);
        return m_source.get_token();
    }
    /// Nobody waits any more for what was asked for by now.
    void stop() {
        std::stop_source before;
        {
            const std::lock_guard lock(m_mutex);
            std::swap(before, m_source);
        }
        before.request_stop(); // outside: it may call back
    }

private:
    mutable std::mutex m_mutex;
    std::stop_source m_source;
};

} // namespace gf
