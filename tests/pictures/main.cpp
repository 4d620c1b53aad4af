// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/application.h"
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "tests/pictures/pictures.h"
#include "ui/theme/high_contrast.h"
#include "ui/theme/text_size.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>

#include <cstdio>
#include <exception>

namespace gf {

namespace {

constexpr int exitFailed = 1;
constexpr int exitUsage = 2;

int complain(const QString& sentence, int status) {
    std::fprintf(stderr, "glassformer_pictures: error: %s\n", qUtf8Printable(sentence));
    return status;
}

/// What a picture is to be like.
struct Wanted {
    QString folder;
    QString run; ///< a saved run, or a real model's folder; empty: the model of the first start,
                 ///< which is trained first
    QString theme;
    bool contrast = false;
    QString language;
    PictureRequest pictures;
};

int takePictures(const Wanted& wanted) {
    // They neither show nor change how the person has arranged the window.
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    setContrastHigh(wanted.contrast);
    applyTextSize(*qApp);
    Session session;
    if (wanted.run.isEmpty())
        session.startShowcase();
    else
        session.openModel(wanted.run);
    WindowHost host(session, languageNamed(wanted.language));
    host.window().setTheme(themeNamed(wanted.theme));
    host.window().restore();
    host.window().show();
    takePictures(host.window(), wanted.folder, wanted.pictures);
    return 0;
}

int run() {
    QCommandLineParser parser;
    parser.setApplicationDescription("Saves a picture of the window at each kind of step, and of "
                                     "its dialogs, into a folder.");
    parser.addHelpOption();
    parser.addPositionalArgument("folder", "Where the pictures go");
    parser.addPositionalArgument("run", "A saved run, or the folder of a real model, to picture",
                                 "[run]");
    parser.addOptions({{"theme", "light, dark or system", "name", "light"},
                       {"contrast", "high contrast"},
                       {"language", "en, de or system", "name", "en"},
                       {"width", "of the window, 640 to 7680", "pixels", "1440"},
                       {"height", "of the window, 480 to 4320", "pixels", "900"},
                       {"presentation", "as large as the screen, without dialogs"},
                       {"every-step", "of the model, each in every way to draw it"},
                       {"family", "only what belongs to its family and kind of positions"},
                       {"labs", "only the labs"},
                       {"teaching", "only what a teacher has beside the lessons"},
                       {"lessons", "only the pages of the course, before and after answering"},
                       {"names", "only these pictures, each with its words beside it", "a,b,…"}});
    parser.process(*qApp);
    const QStringList names = parser.positionalArguments();
    if (names.isEmpty() || names.size() > 2)
        return complain("a folder for the pictures is needed, and at most one saved run after it",
                        exitUsage);
    const QSize size(parser.value("width").toInt(), parser.value("height").toInt());
    if (!QRect(640, 480, 7041, 3841).contains(size.width(), size.height()))
        return complain("the window is 640 to 7680 pixels wide and 480 to 4320 high", exitUsage);
    return takePictures({names[0],
                         names.value(1),
                         parser.value("theme"),
                         parser.isSet("contrast"),
                         parser.value("language"),
                         {size, parser.isSet("presentation"), parser.isSet("every-step"),
                          QFileInfo(names.value(1)).isDir(), parser.isSet("family"),
                          parser.isSet("labs"), parser.isSet("lessons"), parser.isSet("teaching"),
                          parser.value("names").split(',', Qt::SkipEmptyParts)}});
}

} // namespace

} // namespace gf

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    gf::nameApplication();
    try {
        return gf::run();
    } catch (const std::exception& error) {
        return gf::complain(QString::fromUtf8(error.what()), gf::exitFailed);
    }
}
