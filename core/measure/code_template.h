// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// resources/code/transformer.py.in, which says itself how it is to be read.
extern const char* const codeTemplate;

} // namespace gf
