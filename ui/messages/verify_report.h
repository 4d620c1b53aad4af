// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/measure/agreement.h"

#include <memory>

namespace gf {

/// The open model and its example through two backends, the worst step first.
struct VerifyReport : Agreement {
    std::shared_ptr<const Graph> graph = {}; ///< whose nodes they are
    Index step = 0;                          ///< how many training steps the model had had
    Tokens sourceTokens = {}, targetTokens = {}, labels = {}; ///< of the example, as in its Trace
};

} // namespace gf
