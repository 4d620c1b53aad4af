// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariantMap>

namespace gf {

/// What can be set while a run trains, as it is.
struct RunSettings {
    double learningRate = 0; ///< the peak of the schedule
    int batch = 0;
    QString backend;
    QVariantMap training; ///< every field of the training, as the New model dialog has them
};

} // namespace gf
