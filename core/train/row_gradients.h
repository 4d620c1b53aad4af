// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/probe.h"

#include <memory>
#include <vector>

namespace gf {

/// How strongly the loss of each row of an example hangs on each token that the model has read:
/// ‖∂loss_t/∂x_k‖, x_k the token's embedding. A recurrent model reaches a token d steps back
/// through d of its time steps, and the gradient shrinks or grows at each (Bengio et al. 1994;
/// Pascanu et al. 2013); a transformer reaches all of them in one step.
///
/// It runs as many copies of the example as there are rows, in each of which all labels but one are
/// padding, so that one backward pass has the gradients of all rows. Dropout is off.
class RowGradients {
public:
    /// The most rows that are measured: of longer texts the last ones.
    static constexpr Index mostRows = 48;

    /// `backend` and `parameters` must outlive it. The example has a target; padding of it is not
    /// measured. The interventions are built into the model.
    RowGradients(const Probe::ChooseBackend& choose, const ModelConfig& model,
                 Parameters& parameters, const ProbeExample& example,
                 std::vector<Intervention> interventions = {});

    /// [T,N] with the weights as they are: a row for each row of the loss, a column for each token,
    /// the source's (`<eos>` included), then those that the decoder reads. What a row cannot see
    /// is 0, and so is a row that is not measured or has no label.
    Tensor measure();

private:
    /// The gradients of one side's embeddings.
    struct Side {
        NodeId gradient = noNode; ///< [S|T,D]
        Index tokens = 0;         ///< that are no padding
    };

    ModelGraph m_graph;
    std::vector<Side> m_sides;
    Index m_rows = 0;   ///< of the loss
    Index m_first = 0;  ///< the first that is measured
    Index m_labels = 0; ///< of the rows that are measured
    std::unique_ptr<Program> m_program;
};

} // namespace gf
