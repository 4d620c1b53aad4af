// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_command.h"

#include "app/pictures.h"
#include "app/session/session.h"
#include "app/session/window_link.h"
#include "core/tensor/error.h"
#include "ui/theme/theme.h"
#include "ui/window/key_guard.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QSettings>
#include <QTemporaryDir>

#include <optional>

namespace gf {

namespace {

void nameApplication() {
    QCoreApplication::setApplicationName(QStringLiteral("Glassformer"));
    QCoreApplication::setOrganizationName(QStringLiteral("Glassformer"));
    QCoreApplication::setApplicationVersion(QStringLiteral(GLASSFORMER_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("glassformer"));
    QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/glassformer.svg")));
}

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

} // namespace

int openWindow(int argc, char** argv, const WindowOptions& options) {
    requireDisplay();
    QApplication application(argc, argv);
    nameApplication();
    std::optional<QTemporaryDir> settings;
    if (!options.pictures.empty()) {
        // Pictures neither show nor change how the person has arranged the window.
        settings.emplace();
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings->path());
    }
    const QString theme = options.theme.empty()
                              ? QSettings().value(QStringLiteral("window/theme")).toString()
                              : QString::fromStdString(options.theme);
    KeyGuard guard;
    application.installEventFilter(&guard);

    // The model begins to be built while the window is being put together.
    Session session;
    if (options.file.empty())
        session.startShowcase();
    else
        session.openModel(QFile::decodeName(options.file.c_str()));
    MainWindow window;
    window.setModelForm(session.modelForm());
    connectWindow(session, window);
    window.setTheme(themeNamed(theme));
    window.restore();
    window.show();
    if (!options.pictures.empty()) {
        takePictures(window, QFile::decodeName(options.pictures.c_str()),
                     {options.width, options.height});
        return 0;
    }
    return QApplication::exec();
}

} // namespace gf
