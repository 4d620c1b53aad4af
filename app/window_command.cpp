// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_command.h"

#include "app/commands/complain.h"
#include "app/commands/interrupt.h"
#include "app/session/application.h"
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/tensor/error.h"
#include "ui/language/language.h"
#include "ui/theme/text_size.h"
#include "ui/theme/theme.h"
#include "ui/window/key_guard.h"
#include "ui/window/last_session.h"
#include "ui/window/main_window.h"
#include "ui/window/wheel_guard.h"

#include <QApplication>
#include <QFile>
#include <QSettings>
#include <QSocketNotifier>

#include <optional>

namespace gf {

namespace {

/// Without a display Qt ends the program without a sentence; so it is asked for first.
void requireDisplay() {
#ifdef Q_OS_LINUX
    const bool shown = qEnvironmentVariableIsSet("DISPLAY") ||
                       qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
                       qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
    if (!shown)
        throw Error("there is no display to open the window on (DISPLAY is not set); the commands "
                    "train, trace, generate, export and bench need none, see glassformer --help");
#endif
}

/// The file that the person named; otherwise the run of the last time, if it is still there and can
/// be read; otherwise the model of the first start.
void openFirst(Session& session, const QString& file) {
    if (!file.isEmpty())
        return session.openModel(file);
    const QString last = readLastSession().file;
    if (last.isEmpty() || !QFile::exists(last))
        return session.startShowcase();
    auto* first = new QObject(&session); // until there is a run or a failure
    QObject::connect(&session, &Session::news, first, [&session, first](const News& news) {
        if (news.get<news::Failure>() && !session.hasRun())
            session.startShowcase();
        if (news.get<news::Failure>() || session.hasRun())
            first->deleteLater();
    });
    session.openModel(last);
}

/// The end of the session, Ctrl-C or the terminal's closing: closes the window as a person would
/// who saves what is worth it. What goes wrong then can only be said on the terminal.
void closeWhenAsked(const Interrupt& interrupt, Session& session, WindowHost& host) {
    auto* notifier = new QSocketNotifier(interrupt.descriptor(), QSocketNotifier::Read, &session);
    QObject::connect(notifier, &QSocketNotifier::activated, &session, [notifier, &session, &host] {
        notifier->setEnabled(false);
        QObject::connect(&session, &Session::news, &session, [](const News& news) {
            if (const auto* failure = news.get<news::Failure>())
                note(failure->sentence.toStdString());
        });
        host.window().closeUnasked();
    });
}

} // namespace

int openWindow(int argc, char** argv, const WindowOptions& options) {
    requireDisplay();
    QApplication application(argc, argv);
    nameApplication();
    const QString theme = options.theme.empty()
                              ? QSettings().value(QStringLiteral("window/theme")).toString()
                              : QString::fromStdString(options.theme);
    const QString language = options.language.empty()
                                 ? QSettings().value(QStringLiteral("window/language")).toString()
                                 : QString::fromStdString(options.language);
    KeyGuard guard;
    application.installEventFilter(&guard);
    WheelGuard wheel;
    application.installEventFilter(&wheel);

    std::optional<Interrupt> interrupt; // ends last: a signal is noted while the session saves
    applyTextSize(application);
    // The model begins to be built while the window is being put together.
    Session session;
    openFirst(session, QFile::decodeName(options.file.c_str()));
    WindowHost host(session, languageNamed(language));
    host.window().setTheme(themeNamed(theme));
    host.window().restore();
    host.window().offerTour();
    host.window().show();
    interrupt.emplace();
    closeWhenAsked(*interrupt, session, host);
    return QApplication::exec();
}

} // namespace gf
