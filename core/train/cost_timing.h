// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/measure/cost.h"
#include "core/model/config.h"

#include <stop_token>
#include <vector>

namespace gf {

/// Milliseconds that the matrix products of one part of a forward pass take here on one thread,
/// nothing else of it: the median of several runs, measured on this machine now. 0 where the graph
/// has no such part. `parameters` hold those of the graph.
double millisecondsOf(const Backend& backend, Parameters& parameters, const Graph& graph,
                      CostPart part);

/// Milliseconds of a whole forward pass of such a model on fresh weights, everything included; one
/// thread, the median of several runs. `source` and `target` tokens, as in BuildOptions.
double millisecondsOfPass(const Backend& backend, const ModelConfig& model, Index source,
                          Index target);

/// The same of models that are like this one but for what mixes their tokens: attention, a mean, a
/// convolution, a recurrence.
std::vector<PassCost> costsInstead(const Backend& backend, const ModelConfig& model, Index source,
                                   Index target, const std::stop_token& stop = {});

/// All of it, on fresh weights, for as many tokens as asked for, also more than the model reads.
/// Throws Stopped.
MeasuredCost measureCost(const Backend& backend, ModelConfig model, Index source, Index target,
                         const std::stop_token& stop = {});

} // namespace gf
