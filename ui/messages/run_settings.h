// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/field_values.h"

#include <QString>

namespace gf {

/// What can be set while a run trains, as it is.
struct RunSettings {
    double learningRate = 0; ///< the peak of the schedule
    int batch = 0;
    QString backend;
    FieldValues training; ///< as RunInfo has them
};

} // namespace gf
