// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/graph/trace.h"

#include <memory>

namespace gf {

/// The rest of a model from one of its steps on, which can be run again and again with another
/// matrix in the place of that step. With the matrix of the trace it gives what the trace has, to
/// the bit on the backend that made it.
class ForwardFromStep {
public:
    /// Of the run in `trace`, from `from` to `to`; all else stays as it was there. `parameters`
    /// must outlive it and hold the model's as they were.
    ForwardFromStep(const Backend& backend, Parameters& parameters, const Trace& trace, NodeId from,
                    NodeId to);

    /// The value of `to` where that of `from` is this one, which has its shape.
    Tensor run(const Tensor& from);

private:
    NodeId m_from = noNode; ///< noNode where `to` does not follow from it
    NodeId m_to = noNode;
    Tensor m_unchanged; ///< the value of `to` then
    std::unique_ptr<Program> m_program;
};

} // namespace gf
