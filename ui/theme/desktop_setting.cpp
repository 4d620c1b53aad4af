// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/desktop_setting.h"

#include <QSettings>
#include <QStandardPaths>

namespace gf {

QVariant desktopSetting(const QString& file, const QString& key) {
    const QString path = QStandardPaths::locate(QStandardPaths::GenericConfigLocation, file);
    return path.isEmpty() ? QVariant() : QSettings(path, QSettings::IniFormat).value(key);
}

} // namespace gf
