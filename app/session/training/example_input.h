// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/training/picture_maker.h"
#include "ui/messages/intents.h"

#include <stop_token>

namespace gf {

/// The person's own example, and what the model writes from it.
class ExampleInput {
public:
    ExampleInput(SessionState& state, PictureMaker& picture) : m_state(state), m_picture(picture) {}

    void set(const Example& typed);
    /// Puts numbers into the example, as if they had been typed: what is wrong with them is said
    /// beside their field. Throws Stopped when there is a newer request for that side of it.
    void setValues(const intent::SetValues& values, const std::stop_token& stop);
    /// The next of the validation examples.
    void setAnother();
    /// Lets the model write, and tells now and then how far it is. A model that cannot says so
    /// where the answer would be; nothing else is disturbed. Throws Stopped when there is a newer
    /// request.
    void write(const GenerationSettings& settings, const std::stop_token& stop);

private:
    void show(const Example& example);

    SessionState& m_state;
    PictureMaker& m_picture;
};

} // namespace gf
