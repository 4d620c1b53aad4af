// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/motion.h"

#include "ui/theme/desktop_setting.h"

#include <QSettings>

namespace gf {

namespace {

constexpr int usualTime = 200;
const QString motionSetting = QStringLiteral("window/reducedMotion");

bool desktopReducesMotion() {
    const QVariant gnome = desktopSetting(QStringLiteral("gtk-3.0/settings.ini"),
                                          QStringLiteral("Settings/gtk-enable-animations"));
    const QVariant kde =
        desktopSetting(QStringLiteral("kdeglobals"), QStringLiteral("KDE/AnimationDurationFactor"));
    return (gnome.isValid() && !gnome.toBool()) || (kde.isValid() && kde.toDouble() == 0);
}

} // namespace

bool isMotionReduced() {
    const QVariant chosen = QSettings().value(motionSetting);
    return chosen.isValid() ? chosen.toBool() : desktopReducesMotion();
}

void setMotionReduced(bool reduced) {
    QSettings().setValue(motionSetting, reduced);
}

int transitionTime() {
    return isMotionReduced() ? 0 : usualTime;
}

} // namespace gf
