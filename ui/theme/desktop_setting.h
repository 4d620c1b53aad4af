// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariant>

class QString;

namespace gf {

/// One value of an ini file of the desktop, such as gtk-3.0/settings.ini or kdeglobals; invalid
/// where there is none.
QVariant desktopSetting(const QString& file, const QString& key);

} // namespace gf
