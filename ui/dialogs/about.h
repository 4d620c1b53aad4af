// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace gf {

/// What Glassformer is, its version and its licence.
void showAbout(QWidget* parent);

} // namespace gf
