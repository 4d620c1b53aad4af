// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/eigen/eigen_program.h"
#include "core/graph/trace.h"

namespace gf {

/// The parameters of a graph in double precision; `parameters` hold them.
BasicParameters<double> exactParameters(const Graph& graph, const Parameters& parameters);

/// The run of a trace again in double precision, with the same inputs.
class ExactRun {
public:
    ExactRun(const Trace& trace, const Parameters& parameters);

    BasicTensor<double> value(NodeId node) const { return m_program.value(node); }

private:
    BasicParameters<double> m_parameters;
    eigen::EigenProgram<double> m_program;
};

} // namespace gf
