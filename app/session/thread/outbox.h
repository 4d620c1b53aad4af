// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/news.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace gf {

inline constexpr Phrase notEnoughMemory =
    phrase("There is not enough memory for this; take a smaller model, batch or file.");

/// What the worker has to say to the window. Of most kinds of news only the newest counts;
/// sentences are all kept.
class Outbox {
public:
    bool outOfMemory = false; ///< so much that there was none for a sentence

    /// Replaces what there was of this kind; a sentence is added to the others.
    void add(News news);
    /// The message of this kind, or null. Of sentences the last one.
    template <typename What> const What* find() const;
    template <typename What> What* find() {
        return const_cast<What*>(std::as_const(*this).find<What>());
    }
    template <typename What> bool has() const { return find<What>() != nullptr; }
    template <typename What> void forget() { newest<What>().reset(); }
    /// Another run was opened: forgets what was to be said of the one before.
    void forgetRun();
    /// Everything in the order in which it is to be told.
    void forEach(const std::function<void(const News&)>& show) const;

    /// Keeps what a window that is made anew has to be told of: the newest of each kind. Sentences
    /// are not among it, the window before has them.
    void store(const News& told);

private:
    template <typename What> std::optional<News>& newest();

    std::array<std::optional<News>, Message::size> m_newest; ///< by kind
    std::vector<News> m_sentences;                           ///< notices, then failures
};

template <typename What> std::optional<News>& Outbox::newest() {
    return m_newest[Message::indexOf<What>()];
}

template <typename What> const What* Outbox::find() const {
    for (auto at = m_sentences.rbegin(); at != m_sentences.rend(); ++at)
        if (const auto* what = at->get<What>())
            return what;
    const std::optional<News>& news = m_newest[Message::indexOf<What>()];
    return news ? news->get<What>() : nullptr;
}

} // namespace gf
