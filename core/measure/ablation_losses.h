// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <string>
#include <vector>

namespace gf {

/// A head of an attention.
struct HeadName {
    std::string attention; ///< "encoder.0.self_attn"
    Index head = 0;        ///< from 0

    friend bool operator==(const HeadName&, const HeadName&) = default;
};

/// What stands in the place of a head that is taken away: zeros, which what reads them may not have
/// met in training, what the head says on average, or what it says of another example.
enum class StandIn { Zero, Mean, Resample };

/// Losses of a model with parts of it taken away.
struct Ablation {
    struct Head {
        HeadName head;
        double loss = 0;
        /// Of each row of one example, where they were asked for; 0 of one whose label is padding.
        std::vector<double> tokens = {};
    };
    struct Pair {
        HeadName first, second;
        double loss = 0;
    };
    struct Projection {
        std::string attention;
        double loss = 0;
    };
    double whole = 0;                    ///< of the model as it is
    std::vector<double> tokens;          ///< likewise, as of a head
    std::vector<Head> heads;             ///< each head muted
    std::vector<Projection> projections; ///< each W_O replaced
    std::vector<Pair> pairs;             ///< each two heads muted, where they were asked for
};

} // namespace gf
