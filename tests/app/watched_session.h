// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/session.h"
#include "core/tensor/error.h"
#include "ui/train/idle_text.h"

#include <QApplication>
#include <QStringList>
#include <QTest>
#include <QWidget>

#include <cxxabi.h>

#include <chrono>
#include <cstdlib>
#include <future>
#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

namespace gf::test {

/// Milliseconds after which a test gives up what it waits for; sanitizers are slow.
inline constexpr int patience = 60000;

/// What a thread promised. Throws Error where it does not keep it in time.
template <typename What> What awaited(std::promise<What>& promise) {
    std::future<What> future = promise.get_future();
    if (future.wait_for(std::chrono::milliseconds(patience)) != std::future_status::ready)
        throw Error("nobody has kept the promise");
    return future.get();
}

/// "Pause", of an intent::Pause.
inline QString nameOf(const Request& request) {
    const char* mangled = nullptr;
    visit([&mangled](const auto& what) { mangled = typeid(what).name(); }, request);
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(mangled, nullptr, nullptr, nullptr), std::free);
    return QString::fromLatin1(name.get()).section(QLatin1String("::"), -1);
}

/// A session that says at its end how far it has come, where the test that it belongs to failed:
/// that is what a test waited for in vain.
class WatchedSession : public Session {
public:
    explicit WatchedSession(QObject* parent = nullptr, MakeBackend makeBackend = makeTunedBackend)
        : Session(parent, std::move(makeBackend)) {
        connect(this, &Session::news, this, &WatchedSession::note);
    }
    ~WatchedSession() override {
        if (QTest::currentTestFailed())
            qInfo("%s", qPrintable(words()));
    }

    void serve(Intents* intents) override {
        Session::serve(intents);
        connect(intents, &Intents::sent, this, [this](const Intent& intent) {
            m_asked += QString::number(intent.id) + ' ' + nameOf(intent.request);
        });
    }

    /// What a person would see of it, and what was asked for and answered last.
    QString words() const {
        QStringList lines{
            QStringLiteral("run %1 “%2” at step %3, %4%5")
                .arg(m_run.number)
                .arg(m_run.title())
                .arg(m_status.step)
                .arg(m_status.running ? QStringLiteral("training") : idleText(m_status),
                     m_walks ? QStringLiteral(", a step is walked through") : QString())};
        if (!m_building.isEmpty())
            lines += "builds: " + m_building;
        lines += QStringLiteral("answered: %1; asked for last: %2")
                     .arg(m_answered)
                     .arg(m_asked.mid(std::max<qsizetype>(0, m_asked.size() - 12)).join(", "));
        lines += m_said;
        if (qobject_cast<QApplication*>(QCoreApplication::instance()))
            for (const QWidget* widget : QApplication::topLevelWidgets())
                if (widget->isVisible())
                    lines += QStringLiteral("%1 “%2”").arg(
                        QLatin1String(widget->metaObject()->className()), widget->windowTitle());
        return lines.join('\n');
    }

private:
    void note(const News& news) {
        m_answered = std::max(m_answered, news.answers);
        if (const auto* run = news.get<RunInfo>())
            m_run = *run;
        else if (const auto* status = news.get<TrainingStatus>())
            m_status = *status;
        else if (const auto* walk = news.get<WalkedStep>())
            m_walks = walk->active;
        else if (const auto* building = news.get<news::Building>())
            m_building = building->what;
        else if (const auto* notice = news.get<news::Notice>())
            m_said += "notice: " + QString(notice->sentence);
        else if (const auto* failure = news.get<news::Failure>())
            m_said += "failure: " + QString(failure->sentence);
    }

    RunInfo m_run;
    TrainingStatus m_status;
    bool m_walks = false;
    QString m_building;
    IntentId m_answered = 0;
    QStringList m_asked;
    QStringList m_said;
};

} // namespace gf::test
