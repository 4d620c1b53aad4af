// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/news.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <variant>
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

    std::array<std::optional<News>, std::variant_size_v<Message>> m_newest; ///< by kind
    std::vector<News> m_sentences; ///< notices, then failures
};

/// Where a kind stands among the messages.
template <typename What, typename... Kinds>
constexpr std::size_t kindOf(const std::variant<Kinds...>*) {
    std::size_t at = 0;
    bool found = false;
    ((found = found || std::is_same_v<What, Kinds>, at += found ? 0 : 1), ...);
    return at;
}

template <typename What> std::optional<News>& Outbox::newest() {
    return m_newest[kindOf<What>(static_cast<const Message*>(nullptr))];
}

template <typename What> const What* Outbox::find() const {
    for (auto at = m_sentences.rbegin(); at != m_sentences.rend(); ++at)
        if (const auto* what = std::get_if<What>(&at->message))
            return what;
    const auto& news = m_newest[kindOf<What>(static_cast<const Message*>(nullptr))];
    return news ? std::get_if<What>(&news->message) : nullptr;
}

} // namespace gf
