// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/application.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QIcon>

namespace gf {

void nameApplication() {
    QCoreApplication::setApplicationName(QStringLiteral("Glassformer"));
    QCoreApplication::setOrganizationName(QStringLiteral("Glassformer"));
    QCoreApplication::setApplicationVersion(QStringLiteral(GLASSFORMER_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("glassformer"));
    QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/glassformer.svg")));
}

} // namespace gf
