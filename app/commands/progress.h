// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/evaluate.h"
#include "core/train/trainer.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace gf {

/// Shows how training goes: one line that is written over and over on a terminal, plain lines in a
/// file or a pipe.
class TrainProgress {
public:
    TrainProgress(Index firstStep, Index lastStep);
    ~TrainProgress();

    /// After each training step.
    void stepped(const StepResult& result);
    /// After a validation; its time is not counted as training.
    void validated(const Evaluation& evaluation, std::chrono::duration<double> took);
    /// A line of its own, below the bar.
    void say(const std::string& line);
    /// To be called before something else writes to the terminal.
    void endLine();
    double stepsPerSecond() const;

private:
    using Clock = std::chrono::steady_clock;

    void draw();
    void print();
    std::string measures() const;

    bool m_terminal;
    bool m_drawn = false;
    Index m_first, m_last;
    Index m_every; ///< steps between plain lines without validation
    Clock::time_point m_began = Clock::now();
    Clock::time_point m_lastDraw;
    std::chrono::duration<double> m_elsewhere{0}; ///< time in validation
    StepResult m_result;
    std::optional<Evaluation> m_evaluation;
    Index m_printed = 0;
};

/// Says how far work is that takes over half a second, in one line of standard error that is
/// written over and over and gone at the end. Nothing where no person reads that.
class WorkProgress {
public:
    WorkProgress();
    ~WorkProgress();

    /// What is done now: "1 of 3: reading the model".
    void at(std::string what);
    /// Before something else writes to the terminal, or waits for a person: the line goes, and the
    /// half second counts from the next at() on.
    void pause();

private:
    using Clock = std::chrono::steady_clock;

    void drawUntil(const std::stop_token& stop);
    void draw();
    void erase();

    std::mutex m_mutex;
    std::condition_variable_any m_stopped;
    std::string m_what; ///< empty: nothing
    std::string m_drawn;
    Clock::time_point m_began;
    std::jthread m_drawer; ///< the work does not come by often enough
};

/// "99.25 %".
std::string percent(double share);
/// A number with `digits` significant digits: "0.0123".
std::string shortNumber(double value, int digits = 4);

} // namespace gf
