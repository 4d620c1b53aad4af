// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/duration.h"

#include "ui/language/tr.h"

#include <QLocale>

namespace gf {

QString durationText(double seconds) {
    constexpr double minute = 60;
    constexpr double hour = 3600;
    const auto number = [](double value) {
        return QLocale().toString(value, 'f', value < 9.5 ? 1 : 0);
    };
    if (seconds < 99.5)
        return tr("%1 s").arg(number(seconds));
    if (seconds < 99.5 * minute)
        return tr("%1 min").arg(number(seconds / minute));
    return tr("%1 h").arg(number(seconds / hour));
}

} // namespace gf
