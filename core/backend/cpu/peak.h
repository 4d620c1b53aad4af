// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf::cpu {

/// Floating-point operations a second that `threads` threads reach together with multiply-adds of
/// registers, in float and with the kernels in use. Takes about 50 ms.
double measuredPeak(int threads);

} // namespace gf::cpu
