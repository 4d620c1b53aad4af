// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/application.h"

#include <QCoreApplication>
#include <QDir>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QIcon>

namespace gf {

void nameApplication() {
    QCoreApplication::setApplicationName(QStringLiteral("Glassformer"));
    QCoreApplication::setOrganizationName(QStringLiteral("Glassformer"));
    QCoreApplication::setApplicationVersion(QStringLiteral(GLASSFORMER_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("glassformer"));
    QIcon icon;
    for (const QString& size : QDir(QStringLiteral(":/icons")).entryList())
        icon.addFile(QStringLiteral(":/icons/") + size);
    QGuiApplication::setWindowIcon(icon);
}

void addBundledFonts() {
    const QDir fonts(QCoreApplication::applicationDirPath() +
                     QStringLiteral("/../share/glassformer/fonts"));
    for (const QString& name : fonts.entryList({QStringLiteral("*.ttf")}, QDir::Files))
        QFontDatabase::addApplicationFont(fonts.filePath(name));
}

} // namespace gf
