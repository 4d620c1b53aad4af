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

/// Losses of a model with parts of it taken away.
struct Ablation {
    struct Head {
        HeadName head;
        double loss = 0;
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
    std::vector<Head> heads;             ///< each head muted
    std::vector<Projection> projections; ///< each W_O replaced
    std::vector<Pair> pairs;             ///< each two heads muted, where they were asked for
};

} // namespace gf
