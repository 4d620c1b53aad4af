// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/number_format.h"

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

constexpr QChar minus(0x2212);
constexpr double mostDigits = 1e9; ///< in front of the point

QString notFinite(double value) {
    if (std::isnan(value))
        return "NaN";
    return value < 0 ? minus + QString(QChar(0x221E)) : QString(QChar(0x221E));
}

QString powerOfTen(int exponent) {
    return exponent == 0 ? QString() : QString::fromUtf8("×10") + superscript(exponent);
}

/// Whether numbers of this format say a multiple of `step` without rounding it.
bool says(const NumberFormat& format, double step) {
    const double digits = step / std::pow(10.0, format.exponent - format.decimals);
    return std::abs(digits - std::round(digits)) < 1e-6 * digits;
}

} // namespace

QString superscript(int number) {
    const QString digits = QString::fromUtf8("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text;
    for (const QChar digit : QString::number(number))
        text += digit == '-' ? QChar(0x207B) : digits[digit.digitValue()];
    return text;
}

QString withMinus(const QString& number) {
    if (!number.startsWith('-'))
        return number;
    const bool zero =
        std::all_of(number.begin() + 1, number.end(), [](QChar c) { return c == '0' || c == '.'; });
    return zero ? number.mid(1) : minus + number.mid(1);
}

QString NumberFormat::text(double value) const {
    if (!std::isfinite(value))
        return notFinite(value);
    // What does not fit the range that the format was made for.
    if (exponent == 0 && std::abs(value) >= mostDigits)
        return numberText(value, 3);
    return withMinus(QString::number(value / std::pow(10.0, exponent), 'f', decimals));
}

QString NumberFormat::cellText(double value) const {
    const QString number = text(value);
    return decimals > 0 && number == text(0) ? QStringLiteral("·") : number;
}

QString NumberFormat::unit() const {
    return powerOfTen(exponent);
}

NumberFormat numberFormatFor(const std::pair<double, double>& range) {
    const double largest = std::max(std::abs(range.first), std::abs(range.second));
    if (!std::isfinite(largest) || largest == 0)
        return {0, 2};
    const int magnitude = static_cast<int>(std::floor(std::log10(largest)));
    if (magnitude < -2 || magnitude > 3)
        return {magnitude, 2};
    // Three digits in all, but at least hundredths below 10: 0.31, 1.84, 12.4, 310.
    return {0, magnitude < 1 ? (magnitude < -1 ? 3 : 2) : (magnitude == 1 ? 1 : 0)};
}

QString numberText(double value, int digits) {
    if (!std::isfinite(value))
        return notFinite(value);
    if (value == 0)
        return "0";
    // Rounding first: 9.9999 with three digits is 10.0.
    const QString scientific = QString::number(value, 'e', digits - 1);
    const int exponent = scientific.mid(scientific.indexOf('e') + 1).toInt();
    if (exponent < -4 || exponent > 5)
        return withMinus(scientific.left(scientific.indexOf('e'))) + powerOfTen(exponent);
    return withMinus(QString::number(value, 'f', std::max(0, digits - 1 - exponent)));
}

QString changeText(double value, int digits) {
    const QString text = numberText(value, digits);
    return value > 0 ? '+' + text : text;
}

QString termText(double value, int digits) {
    const QString text = numberText(value, digits);
    return value < 0 ? '(' + text + ')' : text;
}

std::vector<double> ticksFor(const std::pair<double, double>& range, int count) {
    const double span = range.second - range.first;
    if (!(span > 0) || !std::isfinite(span) || count < 1)
        return {};
    const double rough = span / count;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const NumberFormat format = numberFormatFor(range);
    double step = 10 * power;
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) // 2.5 has a digit more than the others
        if (factor * power >= rough * 0.999 && (factor != 2.5 || says(format, factor * power))) {
            step = factor * power;
            break;
        }
    std::vector<double> ticks;
    const double first = std::ceil(range.first / step - 1e-9);
    for (double i = first; i * step <= range.second + 1e-9 * span; ++i)
        ticks.push_back(i == 0 ? 0 : i * step);
    return ticks;
}

double partOf(double value, double largest) {
    if (!(value > 0))
        return 0;
    return value < largest ? value / largest : 1;
}

} // namespace gf
