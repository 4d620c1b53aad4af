// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/run_example.h"
#include "app/session/run/writing.h"
#include "core/measure/answer.h"
#include "core/train/probe.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace gf {

/// What a run says to its example, and what it reads while it is looked into: where nobody knows
/// the target a decoder behind an encoder reads its own answer.
class RunAnswer {
public:
    RunAnswer(RunModel& run, const RunExample& example) : m_run(run), m_example(example) {}

    /// What the model says, as far as it has come when `stop` is requested; `wrote` hears after
    /// each token or row.
    Generation say(const std::stop_token& stop, const Wrote& wrote);
    /// From now on the decoder's rows are what it read while it said this. Whether that makes them
    /// others; not where the target is known.
    bool follow(const Generation& said);
    /// `isAll`: nothing follows.
    Answer describe(const Generation& said, bool isAll = true) const;
    /// Token by token. Throws Error for an encoder-only model, and Stopped when `stop` is
    /// requested.
    Written write(const GenerationSettings& settings, const std::stop_token& stop,
                  const Grew& grew);

    /// What the model reads of the example; its own answer is computed unless it is known.
    ProbeExample probeExample();
    /// Whether somebody looks at gradients: those of an opened model, as many as its weights, are
    /// computed only then.
    void wantGradients(bool wanted) { m_wantsGradients = wanted; }
    bool wantsGradients() const;
    /// The example is another one.
    void forgetRows() { m_rows.reset(); }
    void forgetPrograms() { m_generator.reset(); }

private:
    bool isOwnTarget() const;
    void judge(Answer& answer, const std::vector<TokenId>& ids) const;
    Generator& generator();

    RunModel& m_run;
    const RunExample& m_example;
    std::unique_ptr<Generator> m_generator;
    bool m_wantsGradients = false;
    std::optional<Sequence>
        m_rows; ///< what the decoder reads of its own answer; none: not said yet
};

} // namespace gf
