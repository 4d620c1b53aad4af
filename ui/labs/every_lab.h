// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/labs/lab_page.h"

namespace gf {

// The pages of the labs, in the order of the table in labs.cpp. Each has a file of its own.
const LabPage& varianceLab();
const LabPage& shuffleLab();
const LabPage& dictionaryLab();
const LabPage& linearLab();
const LabPage& lengthLab();
const LabPage& rotationLab();
const LabPage& paddingLab();
const LabPage& costLab();
const LabPage& rolloutLab();
const LabPage& ablationLab();
const LabPage& writingLab();
const LabPage& codeLab();
const LabPage& tourLab();
const LabPage& seriesLab();
const LabPage& lensLab();
const LabPage& patchLab();
const LabPage& scoreLab();

} // namespace gf
