// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/lab_messages.h"
#include "ui/stations/station.h"

#include <QString>

namespace gf {

/// Whether the news are of the model and the example that are shown, if of another training step
/// perhaps.
bool isOfShown(const StationInput& input);

/// What the engine has found for this request, on the example and the model that are shown; null
/// while it is measured, or where it failed. `Answer` is the alternative of the request's.
template <class Answer>
const Answer* answerOf(const StationInput& input, const LabRequest& request) {
    const LabNews& news = input.news.lab;
    return news.answer && isOfShown(input) && news.request == request
               ? std::get_if<Answer>(news.answer.get())
               : nullptr;
}

/// While there is no answer: that it is being measured, or waits for a person to start it, or why
/// there will be none. With an answer of another training step than the one that is shown: of
/// which. Otherwise empty.
QString measuringWords(const StationInput& input, const LabRequest& request);

/// The sentence about an answer, and behind it measuringWords(), if there are any.
QString withMeasuringWords(const QString& sentence, const StationInput& input,
                           const LabRequest& request);

} // namespace gf
