// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/session.h"

#include <QObject>

#include <cmath>
#include <concepts>
#include <vector>

namespace gf::test {

// What news hold that hold one thing.
template <typename What> const What& inside(const What& what) {
    return what;
}
inline QString inside(const news::Building& building) {
    return building.what;
}
inline const QString& inside(const news::ShownExample& example) {
    return example.source;
}
inline const std::shared_ptr<const Trace>& inside(const news::Traced& traced) {
    return traced.trace;
}
inline const QString& inside(const news::Saved& saved) {
    return saved.path;
}
inline QString inside(const news::Notice& notice) {
    return notice.sentence;
}
inline QString inside(const news::Failure& failure) {
    return failure.sentence;
}

/// Calls `show` with what the news of one kind hold, while `context` lives.
template <typename What, typename Show>
void hear(const Session& session, const QObject* context, Show show) {
    QObject::connect(&session, &Session::news, context, [show](const News& news) {
        const auto* what = news.get<What>();
        if (!what)
            return;
        if constexpr (std::invocable<Show>)
            show();
        else
            show(inside(*what));
    });
}

/// The losses of one training step of all runs, A first. Of a run that has stopped it is not a
/// number.
struct LossesOfStep {
    Index step = 0;
    std::vector<double> losses;
};

inline std::vector<LossesOfStep> lossesOf(const std::vector<SharedMetrics>& runs) {
    std::vector<LossesOfStep> all;
    for (const Metrics::Loss& first : runs.front()->losses()) {
        all.push_back({first.step, {}});
        for (const SharedMetrics& run : runs) {
            const auto* at = run->lossBy(first.step);
            all.back().losses.push_back(at && at->step == first.step ? double{at->loss} : NAN);
        }
    }
    return all;
}

} // namespace gf::test
