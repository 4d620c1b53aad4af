// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/off_screen.h"

#include "ui/language/language.h"

#include <QLoggingCategory>

#include <array>

namespace gf {

std::unique_ptr<QGuiApplication> applicationIfNone() {
    if (QCoreApplication::instance())
        return nullptr;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Such as that a server has no folder for sockets; what matters comes as an Error.
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false"));
    static int count = 1;
    static std::array<char, 12> name = {"glassformer"};
    static std::array<char*, 2> arguments = {name.data(), nullptr};
    auto application = std::make_unique<QGuiApplication>(count, arguments.data());
    applyLanguage(*application, Language::English); // as the command line is, plurals with it
    return application;
}

} // namespace gf
