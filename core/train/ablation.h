// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/ablation.h"
#include "core/model/model.h"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace gf {

/// All heads of a model, in the order of the graph.
std::vector<HeadName> headsOf(const ModelConfig& model);

/// A head says nothing: its rows are zero before they are joined with those of the others (Michel
/// et al. 2019, section 2.3).
Intervention muted(const HeadName& head);

/// The heads' rows, side by side, are what the attention says: W_O is the identity.
std::vector<Intervention> withoutOutputProjection(const std::string& attention,
                                                  const ModelConfig& model);

/// The loss of a model that is changed.
using ChangedLoss = std::function<double(const std::vector<Intervention>&)>;

/// Takes parts of a model away, one loss after the other.
class AblationRun {
public:
    /// Throws Error where the model has no heads.
    AblationRun(const ModelConfig& model, ChangedLoss loss, bool pairs);

    /// One loss. Returns which part of them is measured, 1 for all.
    double advance();
    /// As far as it has come.
    const Ablation& found() const { return m_found; }

private:
    /// A loss that is wanted, and where it is put.
    struct Wanted {
        std::vector<Intervention> changes;
        std::function<void(Ablation&, double loss)> put;
    };

    ChangedLoss m_loss;
    std::vector<Wanted> m_wanted;
    std::size_t m_done = 0;
    Ablation m_found;
};

/// All of it at once. Throws Error where the model has no heads, and Stopped.
Ablation ablate(const ModelConfig& model, const ChangedLoss& loss, bool pairs,
                const std::stop_token& stop = {});

} // namespace gf
