// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder.h"

namespace gf {

/// A sequence that a recurrent model reads.
struct RecurrentInput {
    NodeId tokens = noNode; ///< [T,D], embedded
    NodeId keep = noNode;   ///< [T]: 0 at padding
};

/// A recurrent model's states, the top ones joined with what their attention found. A sequence
/// whose stack the model has not is left out.
///
/// Cells are those of Elman 1990 (rnn) and Cho et al. 2014 (gru, in the form of PyTorch's), the
/// attentions those of Luong et al. 2015 and Bahdanau et al. 2015. At padding a state stays as it
/// was. The decoder's layers begin with the encoder's last states, others with zeros. Where there
/// is one stack alone, each state attends to those before it.
Stream recurrent(Builder& builder, const RecurrentInput& source, const RecurrentInput& target);

} // namespace gf
