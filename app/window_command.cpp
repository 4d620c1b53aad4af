// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_command.h"

#include "app/commands/complain.h"
#include "app/commands/printing.h"
#include "app/desktop_entry.h"
#include "app/session/application.h"
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/io/quote.h"
#include "core/io/temporary_folder.h"
#include "core/lesson/course.h"
#include "core/platform/child.h"
#include "core/platform/files.h"
#include "core/platform/signals.h"
#include "core/platform/terminal.h"
#include "core/tensor/error.h"
#include "core/train/opened_model.h"
#include "ui/labs/labs.h"
#include "ui/language/language.h"
#include "ui/theme/text_size.h"
#include "ui/theme/theme.h"
#include "ui/tour/tour.h"
#include "ui/window/dropped.h"
#include "ui/window/key_guard.h"
#include "ui/window/last_session.h"
#include "ui/window/lesson_control.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QSettings>
#include <QSocketNotifier>
#include <QTimer>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace gf {

namespace {

/// What the command line says about the window.
struct WindowOptions {
    std::string file; ///< a saved run or a lesson to open; empty: the first start's model
    std::vector<std::string> moments; ///< folders of its other moments
    std::string theme;    ///< "system", "light" or "dark", for this time; empty: as it was left
    std::string language; ///< "system", "en" or "de", for this time; empty: as it was left
    std::string lesson;   ///< that is open; empty: none
    std::string lab;      ///< that stands on the stage; empty: none
    bool installsDesktop = false; ///< no window, an entry in the menu
};

/// Without a display Qt ends the program without a sentence; so it is asked for first.
void requireDisplay() {
    if (!hasDisplay() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        throw Error("there is no display to open the window on (DISPLAY is not set); the commands "
                    "train, trace, generate, export and bench need none, see glassformer --help");
}

/// In the folder that scripts/bundle.sh makes, where bin/qt.conf says so, there is no OpenGL.
/// Without it Qt draws no frame around a window of Wayland, and GNOME draws none either; where the
/// desktop has X too, the window has one.
void preferFrames() {
    std::error_code none;
    const auto settings = pathOf(ownProgram()).parent_path() / "qt.conf";
    if (qEnvironmentVariableIsSet("DISPLAY") && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM") &&
        std::filesystem::exists(settings, none))
        qputenv("QT_QPA_PLATFORM", "xcb;wayland");
}

bool isLesson(const QString& file) {
    return lookAtFile(file).kind == Dropped::Kind::Lesson;
}

/// The file that the person named; otherwise the run of the last time, if it is still there and can
/// be read; otherwise the model of the first start.
void openFirst(Session& session, const QString& file, const std::vector<std::string>& moments) {
    if (!file.isEmpty() && !isLesson(file))
        return session.openModel(file, moments);
    const QString last = readLastSession().value_or(Scene()).run.file;
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
/// who saves what is worth it. What goes wrong then can only be said on the terminal, and sets the
/// exit status.
void closeWhenAsked(const Interrupt& interrupt, Session& session, WindowHost& host, int& status) {
    const auto closeNow = [&session, &host, &status] {
        QObject::connect(&session, &Session::news, &session, [&status](const News& news) {
            if (const auto* failure = news.get<news::Failure>())
                status = complain(QString(failure->sentence).toStdString(), 1);
        });
        host.window().closeUnasked();
    };
    if (interrupt.descriptor() >= 0) {
        auto* notifier =
            new QSocketNotifier(interrupt.descriptor(), QSocketNotifier::Read, &session);
        QObject::connect(notifier, &QSocketNotifier::activated, &session, [notifier, closeNow] {
            notifier->setEnabled(false);
            closeNow();
        });
        return;
    }
    auto* timer = new QTimer(&session); // a system that wakes no event loop for it
    QObject::connect(timer, &QTimer::timeout, &session, [timer, closeNow, &interrupt] {
        if (interrupt.requested()) {
            timer->stop();
            closeNow();
        }
    });
    timer->start(100);
}

Session* sessionAtExit = nullptr; // exit() hands nothing to what it calls

void keepRunAtExit() {
    if (Session* const session = std::exchange(sessionAtExit, nullptr))
        if (const Sentence words = session->endUnasked(); !words.empty())
            complain(words.english(), 1);
}

/// While it lives, a run is kept for the next start where Qt ends the program. It does when its
/// connection to the display breaks: by exit(), from within the event loop, where nothing that
/// stands on the stack is taken down any more.
class KeptAtExit {
public:
    explicit KeptAtExit(Session& session) {
        sessionAtExit = &session;
        std::atexit(keepRunAtExit); // what is static and made before now is still there then
    }
    ~KeptAtExit() { sessionAtExit = nullptr; }
    KeptAtExit(const KeptAtExit&) = delete;
    KeptAtExit& operator=(const KeptAtExit&) = delete;
};

int openWindow(int argc, char** argv, const WindowOptions& options) {
    requireDisplay();
    preferFrames();
    QApplication application(argc, argv);
    nameApplication();
    addBundledFonts();
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
    session.findDevices(ownProgram());
    openFirst(session, QFile::decodeName(options.file.c_str()), options.moments);
    session.keepCopies(recoveryFolder());
    TemporaryFolder::removeLeftBehind();
    WindowHost host(session, languageNamed(language));
    host.window().setTheme(themeNamed(theme));
    host.window().restore();
    const QString file = QFile::decodeName(options.file.c_str());
    if (!file.isEmpty() && isLesson(file))
        host.window().lesson()->openFile(file);
    else if (!options.lesson.empty())
        host.window().lesson()->open(QString::fromStdString(options.lesson));
    else if (options.lab.empty())
        host.window().tour()->offer();
    if (!options.lab.empty())
        host.window().openLab(QString::fromStdString(options.lab));
    host.window().show();
    interrupt.emplace();
    int status = 0;
    closeWhenAsked(*interrupt, session, host, status);
    const KeptAtExit kept(session);
    return std::max(QApplication::exec(), status);
}

void requireFile(const std::string& file) {
    std::error_code problem;
    if (!file.empty() && !std::filesystem::exists(pathOf(file), problem))
        throw UsageError("there is neither a command nor a file of the name " + inQuotes(file));
}

/// What is in them is said in the window.
void requireMoments(const WindowOptions& options) {
    if (!options.moments.empty() && (options.file.empty() || openedFolder(options.file).empty()))
        throw UsageError("--moments are those of a model; name its folder before them");
    for (const std::string& folder : options.moments)
        if (!isFolder(folder))
            throw UsageError("--moments needs folders, and " + inQuotes(folder) + " is none");
}

void requireLab(const std::string& lab) {
    if (lab.empty() || findLabPage(QString::fromStdString(lab)))
        return;
    std::string names;
    for (const LabPage& page : labPages())
        names += (names.empty() ? "" : ", ") + std::string(page.drawing.id);
    throw UsageError("there is no lab of the name " + inQuotes(lab) + " in the window; there are " +
                     names);
}

void requireLesson(const std::string& lesson) {
    std::string names;
    for (const CourseText& each : courseTexts()) {
        if (lesson.empty() || lesson == each.name)
            return;
        if (each.language == "en")
            names.append(names.empty() ? "" : ", ").append(each.name);
    }
    throw UsageError("there is no lesson of the name " + inQuotes(lesson) + "; there are " + names);
}

int printEntry(const std::filesystem::path& entry) {
    print("%s\n", entry.string().c_str());
    return 0;
}

} // namespace

ProgramCommand addWindow(CommandParser program, int& argc, char** argv) {
    const auto options = std::make_shared<WindowOptions>();
    program.describe(program.description() + "\nWithout a command the window opens.");
    program
        .option("file", &options->file,
                "A saved run or a lesson (name.lesson.md, name.lecture) to open in the window")
        .typeName("FILE");
    program
        .option("--moments", &options->moments,
                "Folders of FILE, a folder too, after other steps of its training, named after "
                "them (step1000, step2000 …): the time machine goes over them; or one folder that "
                "has them all")
        .typeName("FOLDER");
    program.option("--theme", &options->theme, "Light or dark: system, light or dark (this time)")
        .oneOf({"system", "light", "dark"});
    program
        .option("--language", &options->language,
                "The window's language: system, en or de (this time)")
        .oneOf({"system", "en", "de"});
    program
        .option("--lab", &options->lab,
                "A lab to open in the window; \"lab list\" names them and what they ask")
        .typeName("NAME");
    program
        .option("--lesson", &options->lesson,
                "A lesson of the course to open in the window; \"lesson list\" names them")
        .typeName("NAME");
    program.flag("--install-desktop", &options->installsDesktop,
                 "Put the program, where it lies now, into your desktop's menu, and end");
    return {program, [options, &argc, argv] {
                if (options->installsDesktop)
                    return printEntry(installDesktopEntry());
                requireFile(options->file);
                requireMoments(*options);
                requireLab(options->lab);
                requireLesson(options->lesson);
                return openWindow(argc, argv, *options);
            }};
}

} // namespace gf
