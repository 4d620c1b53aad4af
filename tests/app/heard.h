// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/hear.h"
#include "tests/app/requests.h"
#include "tests/app/watched_session.h"

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace gf::test {

/// What a session has said so far: the newest of each kind.
class Listener : public QObject {
public:
    // Of what nearly all ask for, the newest …
    std::shared_ptr<const Trace> trace;
    TrainingStatus status;
    RunInfo run;
    QString saved; ///< the path
    // … and all of it.
    QStringList notices;
    QStringList errors;

    void listen(const Session& session) {
        connect(&session, &Session::news, this, &Listener::note);
    }

    /// The newest of a kind; an empty one where there was none.
    template <class What> const What& last() const {
        static const What none{};
        const std::optional<Message>& newest = m_newest[Message::indexOf<What>()];
        return newest ? *newest->get<What>() : none;
    }
    /// How many of a kind there were.
    template <class What> int count() const { return m_counts[Message::indexOf<What>()]; }
    /// Until there is another, last() is an empty one.
    template <class What> void forget() { m_newest[Message::indexOf<What>()].reset(); }

    /// How the run, the first of those that are compared, came to where it is.
    const Metrics& metrics() const {
        static const Metrics none;
        const auto& runs = last<news::RunMetrics>().runs;
        return runs.empty() ? none : *runs.front();
    }

private:
    void note(const News& news) {
        m_newest[news.message.index()] = news.message;
        ++m_counts[news.message.index()];
        if (const auto* traced = news.get<news::Traced>())
            trace = traced->trace;
        else if (const auto* newest = news.get<TrainingStatus>())
            status = *newest;
        else if (const auto* info = news.get<RunInfo>())
            run = *info;
        else if (const auto* file = news.get<news::Saved>())
            saved = file->path;
        else if (const auto* notice = news.get<news::Notice>())
            notices += notice->sentence;
        else if (const auto* failure = news.get<news::Failure>())
            errors += failure->sentence;
    }

    std::array<std::optional<Message>, Message::size> m_newest;
    std::array<int, Message::size> m_counts{};
};

/// A session with the engine behind it and no window before it, and what it has said so far.
class Heard : public Listener {
public:
    Intents intents;
    WatchedSession session;

    explicit Heard(MakeBackend makeBackend = makeTunedBackend)
        : session(nullptr, std::move(makeBackend)) {
        session.serve(&intents);
        listen(session);
    }

    /// Asks for a model that trains fast even where every access is checked.
    void startSmall(const QString& task = "copy", const FieldValues& model = {},
                    const FieldValues& training = {}) {
        intents.send(intent::NewModel{smallRequest(session.modelForm(), task, model, training)});
    }
};

} // namespace gf::test
