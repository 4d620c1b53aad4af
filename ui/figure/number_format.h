// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <vector>

namespace gf {

/// How the numbers of one matrix are written: all with the same decimals and, when they are very
/// small or large, in units of a power of ten that stands once at the colour bar ("×10⁻⁴").
struct NumberFormat {
    int exponent = 0; ///< numbers are written divided by 10^exponent
    int decimals = 2;

    /// For cells and ticks: "−0.31", "−∞", "NaN"; with a real minus sign.
    QString text(double value) const;
    /// Of cells among others: a dot for what would be "0.00", so that the rest can be read.
    QString cellText(double value) const;
    /// "×10⁻⁴", or empty when the exponent is 0.
    QString unit() const;
};

/// The format that shows numbers of this range with about three significant digits.
NumberFormat numberFormatFor(const std::pair<double, double>& range);

/// One number by itself with `digits` significant digits: "0.3142", "−1.27×10⁻⁶", "∞".
QString numberText(double value, int digits = 4);

/// The same as a change: "+0.31", "−0.31", "0".
QString changeText(double value, int digits = 3);
/// The same after an operator: "0.31", "(−0.31)".
QString termText(double value, int digits);
/// "−0.31" for "-0.31": a hyphen is not a minus, and "−0.00" is 0.
QString withMinus(const QString& number);
/// "⁻¹²".
QString superscript(int number);

/// Round values inside `range` for the ticks of an axis of about `count` ticks, ascending; the
/// range's own format writes them as they are where it can.
std::vector<double> ticksFor(const std::pair<double, double>& range, int count);

/// The part of its room that a bar of `value` fills where one of `largest` fills all, 0 to 1:
/// nothing where it is no number, all where it is infinite.
double partOf(double value, double largest);

} // namespace gf
