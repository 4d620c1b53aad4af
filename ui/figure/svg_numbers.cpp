// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/svg_numbers.h"

namespace gf {

QString svgNumber(double value) {
    QString text = QString::number(value, 'f', 3);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? "0" : text;
}

} // namespace gf
