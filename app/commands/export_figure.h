// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"

#include <optional>
#include <string>

namespace gf {

/// Writes the heatmap of a step as "png", "svg" or "pdf": of one head (counted from 0), or of all
/// beside each other. Needs no screen.
void exportFigure(const Trace& trace, NodeId id, std::optional<Index> head,
                  const std::string& format, const std::string& path);

} // namespace gf
