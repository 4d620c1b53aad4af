// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/shuffle.h"

#include <QString>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace gf {

/// What labs want measured by the engine, and what it finds. The mathematics of a request stands
/// with the function of core/train that answers it.
namespace lab {

/// The tokens of the source in another order: row i is to be the token that stands at order[i].
struct Shuffle {
    std::vector<Index> order;
    friend bool operator==(const Shuffle&, const Shuffle&) = default;
};
/// How far each step is from where it was once its tokens are moved back.
struct Shuffled {
    std::vector<ShuffledStep> steps;
};

} // namespace lab

using LabRequest = std::variant<lab::Shuffle>;
/// The alternative at the place of the request's.
using LabAnswer = std::variant<lab::Shuffled>;

/// How far a request of a lab has come.
struct LabNews {
    std::optional<LabRequest> request;       ///< nothing: none was made
    std::shared_ptr<const LabAnswer> answer; ///< null while there is none for this trace
    double progress = 0;                     ///< from 0 to 1, while it is measured
    QString failure;                         ///< why there will be none

    friend bool operator==(const LabNews&, const LabNews&) = default;
};

} // namespace gf
