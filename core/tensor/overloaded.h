// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// Several functions as one, for std::visit: the one that fits is called.
template <typename... Function> struct Overloaded : Function... { using Function::operator()...; };

} // namespace gf
