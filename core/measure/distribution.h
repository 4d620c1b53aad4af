// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace gf {

/// softmax(z/τ) of one row of logits; `temperature` τ > 0. At τ = 1 the model's own probabilities;
/// towards 0 all goes to the largest logit, towards ∞ to all alike (Hinton et al. 2015, eq. 1).
std::vector<double> tempered(std::span<const float> logits, double temperature);

/// −Σ p ln p in nats, where 0·ln 0 is 0 (Shannon 1948).
double entropyOf(std::span<const double> probabilities);

} // namespace gf
