// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/language/wording.h"

#include <QString>
#include <QVector>

namespace gf {

/// Something that models can be trained on.
struct DeviceChoice {
    QString id;        ///< "opencl:0"; empty for a line that only says something
    Wording name;      ///< "NVIDIA GeForce RTX 4060 · CUDA"
    Wording reason;    ///< why it can't be used; empty if it can
    Wording note = {}; ///< what its name does not say

    bool isUsable() const { return reason.isEmpty(); }
};

/// What this machine has, in the order in which it is offered.
struct DeviceList {
    QVector<DeviceChoice> devices;
    bool complete = true; ///< false: graphics cards are still looked for
};

} // namespace gf
