// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/graph/trace.h"
#include "core/measure/patch_rows.h"

#include <memory>
#include <string>
#include <vector>

namespace gf {

class ForwardFromStep;

/// Two runs of one model on examples of the same lengths: what of the other example's answer comes
/// back when cells of a run are put into that of the first (Meng et al. 2022, section 2, "causal
/// tracing"; Wang et al. 2023, "path patching").
class Patch {
public:
    /// `own` is patched, with cells of `other`; both are traces of the same graph. `answer` has for
    /// each row of the logits the column of the other's answer, −1 for rows that do not count.
    /// `parameters` must outlive it. Throws Error where the lengths differ, and where there is
    /// no stream, no word, no answer, or nothing of the kind that is to be patched.
    Patch(const Backend& backend, Parameters& parameters, std::shared_ptr<const Trace> own,
          std::shared_ptr<const Trace> other, std::vector<Index> answer,
          PatchWhat what = PatchWhat::Residual);
    ~Patch();

    /// Takes the cells from this trace of the same graph, and not from the other's.
    void putIn(std::shared_ptr<const Trace> standIn) { m_standIn = std::move(standIn); }
    /// Lets a cell reach one query, key or value of one head alone, along the residual stream: what
    /// other sub-layers say stays as it was (Wang et al. 2023, section 3.1). `into` is
    /// "decoder.1.self_attn.head.0.query". Rows that do not reach it go. Throws Error where there
    /// is no such operand, and where no row reaches it. Returns its whole name.
    std::string follow(const std::string& into);

    const std::vector<PatchStack>& stacks() const { return m_stacks; }
    double ownAnswer() const { return m_own; }     ///< ln P of the other's answer in the first run
    double otherAnswer() const { return m_other; } ///< and in its own

    /// The logits with `count` cells from `token` on of a row of a stack patched.
    Tensor logits(std::size_t stack, std::size_t row, Index token, Index count);
    /// How much of the answer these bring back: 0 as in the first run, 1 as in the other.
    double restored(const Tensor& logits) const;
    /// What ln P of the first run's own answer is more than there.
    double change(const Tensor& logits) const;

    /// ln P of the other's answer.
    double answerIn(const Tensor& logits) const;

private:
    struct Way;

    Tensor reached(const Tensor& operand);

    const Backend& m_backend;
    Parameters& m_parameters;
    std::shared_ptr<const Trace> m_ownTrace, m_otherTrace, m_standIn;
    std::vector<Index> m_answer, m_ownAnswer;
    PatchWhat m_what;
    std::vector<PatchStack> m_stacks;
    double m_own = 0, m_other = 0;
    std::unique_ptr<ForwardFromStep> m_forward; ///< from the node that was asked for last
    NodeId m_from = noNode;
    std::unique_ptr<Way> m_way; ///< where a path is followed
};

/// The columns of the logits that a trace with labels should say, −1 where a row has none.
std::vector<Index> answerColumns(const Trace& trace);

} // namespace gf
