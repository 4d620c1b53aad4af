// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace gf {

/// Bytes of memory that this machine can give a program now without swapping; 0 where it does not
/// say.
qint64 availableMemory();

} // namespace gf
