// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include <chrono>
#include <functional>

namespace gf {

/// How often what a person reads, not points at, is written anew while a model trains. Faster than
/// that nobody reads, and the time is better spent on answering the pointer.
inline constexpr std::chrono::milliseconds readingInterval{100};
/// How often a curve is drawn anew that grows by a pixel or two.
inline constexpr std::chrono::milliseconds curveInterval{200};

/// Work that is wanted often and done less often: once for all requests since the last time, from
/// the event loop, at most every `least`. The first request after a rest is met as soon as the loop
/// is free.
class Throttle {
public:
    Throttle(std::chrono::milliseconds least, std::function<void()> work);

    void ask();

private:
    std::chrono::milliseconds m_least;
    QTimer m_timer;
    QElapsedTimer m_since; ///< the last time
};

} // namespace gf
