// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/lab_messages.h"
#include "ui/stations/station.h"

#include <QString>

namespace gf {

/// What the engine has found on the example and the model that are shown.
struct LabFinding {
    const LabFound* answer = nullptr; ///< null while it is measured, or where it failed
    Index step = 0;                   ///< the training step that it is of
};
/// For this request: measured now, or kept from an earlier time.
LabFinding findAnswer(const LabNews& news, const Trace& shown, const LabRequest& request);
LabFinding findAnswer(const StationInput& input, const LabRequest& request);

/// The same without the step; null where there is none.
const LabFound* answerTo(const StationInput& input, const LabRequest& request);

/// While there is no answer: that it is being measured, or waits for a person to start it, or why
/// there will be none. With an answer of another training step than the one that is shown: of
/// which. Otherwise empty, as of a figure on paper that will never have the answer.
QString measuringWords(const StationInput& input, const LabRequest& request);

/// The sentence about an answer, and behind it measuringWords(), if there are any.
QString withMeasuringWords(const QString& sentence, const StationInput& input,
                           const LabRequest& request);

} // namespace gf
