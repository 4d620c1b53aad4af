// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// The mean losses over all labels of a batch of examples of different lengths, padded to the
/// longest (core/train/padding.h).
struct PaddingLosses {
    double single = 0; ///< each alone, without padding
    double masked = 0;
    double unmasked = 0;
    double million = 0; ///< with −10⁶ in the place of −∞
};

} // namespace gf
