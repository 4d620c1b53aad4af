// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/graph/trace.h"

#include <memory>
#include <string>
#include <vector>

namespace gf {

class ForwardFromStep;

/// Two runs of one model on examples of the same lengths: what of the other example's answer comes
/// back when cells of its residual stream are put into the run of the first (Meng et al. 2022,
/// section 2, "causal tracing"; Wang et al. 2023, "path patching").
class Patch {
public:
    /// One stack's stream: where it is between its layers.
    struct Stack {
        std::string name; ///< "encoder"
        std::vector<NodeId> boundaries;
        Index tokens = 0;
    };

    /// `own` is patched, with cells of `other`; both are traces of the same graph. `answer` has for
    /// each row of the logits the column of the other's answer, −1 for rows that do not count.
    /// `parameters` must outlive it. Throws Error where the lengths differ, and where there is
    /// no stream, no word or no answer.
    Patch(const Backend& backend, Parameters& parameters, std::shared_ptr<const Trace> own,
          std::shared_ptr<const Trace> other, std::vector<Index> answer);
    ~Patch();

    const std::vector<Stack>& stacks() const { return m_stacks; }
    double ownAnswer() const { return m_own; }     ///< ln P of the other's answer in the first run
    double otherAnswer() const { return m_other; } ///< and in its own

    /// The logits with `count` rows from `token` on of a boundary of a stack patched.
    Tensor logits(std::size_t stack, std::size_t boundary, Index token, Index count);
    /// How much of the answer these bring back: 0 as in the first run, 1 as in the other.
    double restored(const Tensor& logits) const;

    /// ln P of the other's answer.
    double answerIn(const Tensor& logits) const;

private:
    const Backend& m_backend;
    Parameters& m_parameters;
    std::shared_ptr<const Trace> m_ownTrace, m_otherTrace;
    std::vector<Index> m_answer;
    std::vector<Stack> m_stacks;
    double m_own = 0, m_other = 0;
    std::unique_ptr<ForwardFromStep> m_forward; ///< from the boundary that was asked for last
    NodeId m_from = noNode;
};

/// The columns of the logits that a trace with labels should say, −1 where a row has none.
std::vector<Index> answerColumns(const Trace& trace);

} // namespace gf
