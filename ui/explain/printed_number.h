// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gf {

/// A number as it is printed, and the number that the print stands for: 0.31249 with three digits
/// is "0.312", which stands for 0.312.
struct PrintedNumber {
    bool minus = false;
    QString digits;          ///< without the sign: "0.312", "2.41·10⁻⁷", "∞"
    bool scientific = false; ///< holds a product with a power of ten
    double shown = 0;        ///< the value of the text, sign included

    /// With a true minus sign in front.
    QString text() const;
};

/// `value` rounded to `significant` digits. Zeros at the end are kept ("1.20"), unless the number
/// has no more digits than are written ("8", "0.5").
PrintedNumber printNumber(double value, int significant);

} // namespace gf
