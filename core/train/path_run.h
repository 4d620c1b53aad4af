// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/head_scores.h"
#include "core/measure/patch_rows.h"
#include "core/train/forward_from_step.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gf {

/// A run of a model along one path: what is added to the residual stream at one point of it reaches
/// one query, key or value of one head, and all that stands between says what it said (Wang et al.
/// 2023, section 3.1).
class PathRun {
public:
    /// `parameters` hold the model's as they were, and must outlive it.
    PathRun(const Backend& backend, Parameters& parameters, std::shared_ptr<const Trace> trace,
            PatchPath path);

    const PatchPath& path() const { return m_path; }
    /// What a row of cells changes of the stream where it is added to it, [T,D], with this value in
    /// the place of its own.
    Tensor added(const PatchRow& row, const Tensor& patched) const;
    /// The queries, keys or values of all heads [H,T,K] where that is added at a point of the
    /// path's stream.
    Tensor operand(std::size_t point, const Tensor& added);

private:
    std::shared_ptr<const Trace> m_trace;
    PatchPath m_path;
    ForwardFromStep m_toOperand; ///< from what is read
};

/// A way from an earlier sub-layer into a head's queries or keys, and the head's scores without it.
struct CutPath {
    std::string from;    ///< "decoder.0.self_attn.head.2", "decoder.0.self_attn": all its heads,
                         ///< "decoder.0.ffn"
    std::string operand; ///< "query", "key"
    HeadScores scores = {};
};

/// What of a head's scores hangs on each such way. Along it alone, each row r_t of what is added to
/// the stream becomes its mean r̄ over all tokens of these runs, of the same weights: with
///     k̃_j = Norm(x_j − r_j + r̄)·W_K,   w̃_ij = softmax_j(q_i·k̃_j/√K)
/// (of a query likewise) the scores are those of w̃ (Wang et al. 2023, section 3.1; that a head's
/// keys are made of what an earlier head wrote is the K-composition of Elhage et al. 2021). Where
/// several heads do the same, each alone is hardly missed; so all heads of an attention are one way
/// more. `head` is "decoder.1.self_attn.head.0". Throws Error where there is no such head; empty
/// where nothing is added to the stream before it reads.
std::vector<CutPath> cutPaths(const Backend& backend, Parameters& parameters,
                              std::span<const std::shared_ptr<const Trace>> traces,
                              const std::string& head);

} // namespace gf
