// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/labs/lab_bench.h"
#include "app/session/open_run/failure_guard.h"
#include "core/graph/exchange.h"
#include "core/train/time_budget.h"

#include <optional>
#include <stop_token>

namespace gf {

/// What the window draws, and when it is computed: the trace of the example with its answer, or the
/// step that is walked through, and what else was asked for with each picture.
class PictureMaker {
public:
    PictureMaker(SessionState& state, FailureGuard& guard, LabBench& labs)
        : m_state(state), m_guard(guard), m_labs(labs) {}

    /// At rest a picture is made when it is out of date.
    bool isDue() const;
    /// Makes one. False when that failed; the person has been told then.
    bool look();
    /// Of another run: the next one comes at once.
    void beginRun();

    /// The person's example is now that of this intent.
    void setExampleOf(IntentId intent) { m_exampleSetBy = intent; }
    /// News of row gradients with each picture, or no more.
    void measureRows(bool wanted);
    /// Gradients in each picture of an opened model, or no more; those of others have them.
    void measureGradients(bool wanted);
    /// The same of the example with two tokens exchanged.
    void exchangeTokens(const std::optional<TokenExchange>& exchange);
    /// A person's lines as one batch with each picture, or no more.
    void measureBatch(const std::optional<QString>& lines);
    /// What the open lab wants measured with each picture.
    void measureLab(const intent::MeasureLab& wanted);

private:
    using Clock = std::chrono::steady_clock;

    /// All that is told with a picture of the example.
    struct Picture {
        std::shared_ptr<const Trace> trace;
        Prediction prediction;
        std::optional<ComparisonNews> compared;
        std::optional<news::RowGradients> rows;
        std::optional<news::ExchangedRuns> exchanged;
        std::optional<news::OwnBatch> batch;
        std::optional<news::Lab> lab;
        bool isCut = false; ///< an answer is not at its end
    };

    void draw();
    Picture compute();
    void countNextTokens(Prediction& prediction, const Trace& trace) const;
    void answer(const Trace& trace);
    void publishSaid(Prediction prediction, const Trace& trace);
    void publish(Picture picture);
    void drawWalk();
    bool answersLater() const;
    bool mayAnswerOn(Clock::time_point since) const;
    ComparisonNews comparison(const std::stop_token& stop, const Wrote& wrote);
    news::RowGradients rowGradients();
    news::ExchangedRuns exchangedRuns(const std::shared_ptr<const Trace>& trace,
                                      const std::optional<ComparisonNews>& comparison);
    std::optional<news::Lab> labNews(const std::shared_ptr<const Trace>& trace,
                                     const std::optional<ComparisonNews>& comparison);

    SessionState& m_state;
    FailureGuard& m_guard;
    LabBench& m_labs;
    /// At most thirty a second, but one that takes long still comes every second.
    TimeBudget m_budget{lookingShare, TimeBudget::Seconds(1.0 / 30), TimeBudget::Seconds(1)};
    bool m_measuresRows = false;
    bool m_wantsGradients = false;
    std::optional<TokenExchange> m_exchange;
    std::optional<QString> m_batch; ///< the lines of
    IntentId m_exampleSetBy = 0;    ///< the newest intent::SetExample that was done
};

} // namespace gf
