// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/printed_number.h"

#include "ui/figure/number_format.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

/// "0.500" is "0.5" when the number is exactly that.
QString withoutEmptyDigits(QString text, double value) {
    if (!text.contains(QLatin1Char('.')))
        return text;
    QString shorter = text;
    while (shorter.endsWith(QLatin1Char('0')))
        shorter.chop(1);
    if (shorter.endsWith(QLatin1Char('.')))
        shorter.chop(1);
    return shorter.toDouble() == value ? shorter : text;
}

} // namespace

QString PrintedNumber::text() const {
    return minus ? QStringLiteral("−") + digits : digits;
}

PrintedNumber printNumber(double value, int significant) {
    PrintedNumber result;
    if (std::isnan(value)) {
        result.digits = QStringLiteral("NaN");
        result.shown = value;
        return result;
    }
    result.minus = std::signbit(value) && value != 0;
    const double size = std::abs(value);
    if (std::isinf(size)) {
        result.digits = QStringLiteral("∞");
        result.shown = value;
        return result;
    }
    if (size == 0) {
        result.digits = QStringLiteral("0");
        return result;
    }
    // The exponent after rounding: 9.996 with three digits is 10.0.
    const QString rounded = QString::number(size, 'e', significant - 1);
    const int exponent = rounded.section(QLatin1Char('e'), 1).toInt();
    if (exponent >= -4 && exponent < 7) {
        const int decimals = std::max(0, significant - 1 - exponent);
        // Digits before the point that are beyond `significant` are kept: a whole number is not
        // worth a false one.
        result.digits = withoutEmptyDigits(QString::number(size, 'f', decimals), size);
        result.shown = result.digits.toDouble();
    } else {
        const QString mantissa = rounded.section(QLatin1Char('e'), 0, 0);
        result.scientific = true;
        result.digits = mantissa + QStringLiteral("·10") + superscript(exponent);
        result.shown = rounded.toDouble();
    }
    if (result.minus)
        result.shown = -result.shown;
    return result;
}

} // namespace gf
