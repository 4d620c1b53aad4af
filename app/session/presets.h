// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/new_model_dialog.h"

namespace gf {

/// The models to begin with that the New model dialog offers, in the present language.
QVector<ModelPreset> modelPresets();

/// What a preset of modelPresets() sets for a task. Fields that it leaves as they are have no
/// value.
PresetValues presetValues(const QString& id, const QString& task);

/// The values that learn a task, of both forms. For a task on a file, which has its own only when
/// that is read, those that suit any file.
QVariantMap taskDefaults(const QString& task);

/// Whether a task learns from a file.
bool needsFile(const QString& task);

/// Why a task cannot be put to the architecture that is called so, as far as that can be said
/// without its file; empty where it can.
QString architectureFault(const QString& task, const QString& architecture);

} // namespace gf
