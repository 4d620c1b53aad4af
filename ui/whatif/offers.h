// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/focus/focus.h"

#include <QString>
#include <QVector>

#include <vector>

namespace gf {

/// One thing that can be changed where the focus is.
struct Offer {
    /// What has to be asked first.
    enum class Asks { Nothing, Value, Temperature };

    QString text; ///< for a menu
    QVector<Intervention> changes;
    Asks asks = Asks::Nothing;
    double start = 0; ///< what the question begins with
};

/// What can be changed at the focus of a trace, the most telling first: mute the head, hide or show
/// the key, set the number, the row, the temperature, the positions. Empty where nothing can.
std::vector<Offer> offersFor(const Trace& trace, const Focus& focus);

/// The changes of an offer with the value that was asked for.
QVector<Intervention> answered(const Offer& offer, double value);

} // namespace gf
