// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>

namespace gf::test {

/// What a window of 1024 × 640 has for a drawing on its stage, as tst_window measures it: under one
/// line of buttons, and under another line with what may be set for it.
inline constexpr QSizeF smallStage(520, 320);
inline constexpr QSizeF smallStageUnderSettings(520, 285);

} // namespace gf::test
