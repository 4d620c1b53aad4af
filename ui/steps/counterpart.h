// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <QString>

namespace gf {

/// What in one model stands for a step of another, where it lacks a step of that name: the
/// attention of a recurrent model for the cross-attention of the last layer, a mixer for the
/// self-attention of its layer, and the other way round. `step` as Focus has it; itself where
/// `here` has it, and empty where nothing stands for it.
QString stepLike(const Graph& here, const Graph& there, const QString& step);

/// The same where who reads whom is looked at: the weights of what mixes the same tokens, and of a
/// convolution, which has none, its windows.
QString readersLike(const Graph& here, const Graph& there, const QString& step);

/// Whether a convolution's windows stand for the weights of another mixer. They are other numbers:
/// who reads whom is to stand in their place.
bool standsAsReaders(const Node& here, const Node& there);

/// Where it can be seen how a model looks at what was read: the weights of its last
/// cross-attention, or of a recurrent model's attention. Empty where it does not.
QString stepOfAlignment(const Graph& graph);

} // namespace gf
