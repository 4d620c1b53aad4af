// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/new_model_dialog.h"

#include <functional>

namespace gf {

/// Adds to a form what the page "Train on a text" needs: its fields, what they are at first for a
/// model, and what they would mean. `memory` says how many bytes are free.
void addLearning(ModelForm& form, std::function<qint64()> memory);

} // namespace gf
