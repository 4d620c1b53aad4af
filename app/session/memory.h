// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace gf {

/// Bytes of memory that this machine can give a program now without swapping; 0 where it does not
/// say.
qint64 availableMemory();

/// Lets the allocator keep what is freed. Traces of the same sizes come and go thirty times a
/// second; given back to the system each time, their memory takes longer to get again than the
/// model takes to run. For the whole process, before its first thread. Does nothing with other C
/// libraries than glibc.
void keepFreedMemory();

/// Gives the system back what was freed and kept. For the moments in which something large was
/// dropped; takes milliseconds. Does nothing with other C libraries than glibc.
void giveBackFreedMemory();

} // namespace gf
