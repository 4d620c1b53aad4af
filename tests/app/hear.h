// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/session.h"

#include <QObject>

#include <concepts>
#include <type_traits>
#include <utility>

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
inline const std::vector<LossPoint>& inside(const news::EarlierLosses& losses) {
    return losses.points;
}
inline const std::vector<LossPoint>& inside(const news::Losses& losses) {
    return losses.points;
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
        const auto tell = [&](const auto* what) {
            if (!what)
                return;
            if constexpr (std::invocable<Show>)
                show();
            else
                show(inside(*what));
        };
        if constexpr (std::same_as<What, news::Losses>)
            tell(news.get<news::EarlierLosses>());
        tell(news.get<What>());
    });
}

} // namespace gf::test
