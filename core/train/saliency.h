// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/graph/trace.h"

#include <memory>
#include <vector>

namespace gf {

/// How it is measured what one logit owes to each token that was read.
enum class SaliencyMethod {
    Gradient,      ///< ‖∂z/∂x_k‖ (Simonyan et al. 2014; Li et al. 2016)
    GradientInput, ///< x_k · ∂z/∂x_k (Shrikumar et al. 2017)
    Integrated,    ///< x_k · ∫₀¹ ∂z(αx)/∂x_k dα (Sundararajan et al. 2017, eq. 1)
};

/// What it finds. x_k is the embedding of token k as the model reads it, before positions.
struct Saliency {
    std::vector<double> tokens; ///< by token that is read
    double logit = 0;           ///< z with the embeddings as they are
    double baseline = 0;        ///< z with zeros in their place: the words are gone, positions stay
    Index points = 1;           ///< of the way from zero at which the gradient was taken

    double sum() const;
};

/// A model from its embeddings to its logits, with the gradient of one logit with respect to them.
/// Everything that does not follow from them is as it was in the trace: in an encoder–decoder they
/// are the source's, and what the decoder has read stays.
class SaliencyRun {
public:
    /// `parameters` hold the model's as they were, and must outlive it. Throws Error where the
    /// model says no words or reads none at once.
    SaliencyRun(const Backend& backend, Parameters& parameters, std::shared_ptr<const Trace> trace);
    ~SaliencyRun();

    /// Of the logit in this row and column. The way from zero is walked in sixteen points, closer
    /// to each other near zero, where a norm bends most. Of each part the sum must be the
    /// difference of the logits at its ends: the worst is halved until all together are wrong by at
    /// most half a percent, or there are `mostPoints`.
    Saliency of(Index row, Index column, SaliencyMethod method);

    static constexpr Index mostPoints = 2048;
    /// What is derived by: "source.embedded".
    NodeId read() const { return m_read; }

private:
    class Way;

    const Backend& m_backend;
    Parameters& m_parameters;
    std::shared_ptr<const Trace> m_trace;
    NodeId m_read = noNode;
    std::unique_ptr<Way> m_ends, m_inner; ///< of both ends of the way, and of points between
};

} // namespace gf
