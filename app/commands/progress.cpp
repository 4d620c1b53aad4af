// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/progress.h"

#include "app/commands/printing.h"
#include "core/io/quote.h"
#include "core/platform/terminal.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace gf {

namespace {

constexpr int barWidth = 20;
constexpr std::chrono::milliseconds redrawInterval{100};
constexpr std::chrono::milliseconds unsaid{500}; ///< what takes no longer needs no word

template <class... Values> std::string format(const char* pattern, Values... values) {
    std::array<char, 200> text{};
    std::snprintf(text.data(), text.size(), pattern, values...);
    return text.data();
}

} // namespace

std::string percent(double share) {
    return format("%.2f %%", 100 * share);
}

std::string shortNumber(double value, int digits) {
    return format("%.*g", digits, value);
}

TrainProgress::TrainProgress(Index firstStep, Index lastStep)
    : m_terminal(isTerminalOutput()), m_first(firstStep), m_last(lastStep),
      m_every(std::max<Index>(1, (lastStep - firstStep + 1) / 20)) {}

TrainProgress::~TrainProgress() {
    endLine();
}

double TrainProgress::stepsPerSecond() const {
    const std::chrono::duration<double> training = Clock::now() - m_began - m_elsewhere;
    const auto steps = static_cast<double>(m_result.step - m_first + 1);
    return training.count() > 0 ? steps / training.count() : 0;
}

std::string TrainProgress::measures() const {
    std::string text = format("loss %.4f  ", m_result.loss);
    if (m_evaluation)
        text += "valid " + format("%.4f  ", m_evaluation->loss);
    if (m_evaluation && m_evaluation->measured)
        text += "error " + shortNumber(m_evaluation->measured->error) + "  ";
    else if (m_evaluation)
        text += (m_evaluation->countsTokens ? "right " : "exact ") +
                percent(m_evaluation->accuracy) + "  ";
    return text + format("%.0f/s", stepsPerSecond());
}

void TrainProgress::draw() {
    const auto all = static_cast<double>(std::max<Index>(1, m_last));
    const int done = static_cast<int>(barWidth * static_cast<double>(m_result.step) / all);
    std::string bar;
    for (int i = 0; i < barWidth; ++i)
        bar += i < done ? "█" : "░";
    gf::print("%s%s %lld/%lld  %s", emptyLine, bar.c_str(), static_cast<long long>(m_result.step),
              static_cast<long long>(m_last), measures().c_str());
    m_drawn = true;
    m_lastDraw = Clock::now();
}

void TrainProgress::print() {
    if (m_printed == m_result.step)
        return;
    m_printed = m_result.step;
    gf::print("step %lld/%lld  %s\n", static_cast<long long>(m_result.step),
              static_cast<long long>(m_last), measures().c_str());
}

void TrainProgress::stepped(const StepResult& result) {
    m_result = result;
    if (m_terminal) {
        if (Clock::now() - m_lastDraw >= redrawInterval || result.step == m_last)
            draw();
    } else if (!m_evaluation && (result.step % m_every == 0 || result.step == m_last)) {
        print();
    }
}

void TrainProgress::validated(const Evaluation& evaluation, std::chrono::duration<double> took) {
    m_elsewhere += took;
    m_evaluation = evaluation;
    if (m_terminal)
        draw();
    else
        print();
}

void TrainProgress::endLine() {
    if (m_drawn)
        gf::print("\n");
    m_drawn = false;
}

void TrainProgress::say(const std::string& line) {
    endLine();
    gf::print("%s\n", printable(line).c_str());
}

WorkProgress::WorkProgress() {
    if (isTerminalError())
        m_drawer = std::jthread([this](const std::stop_token& stop) { drawUntil(stop); });
}

WorkProgress::~WorkProgress() {
    if (!m_drawer.joinable())
        return;
    m_drawer.request_stop();
    m_drawer.join();
    erase();
}

void WorkProgress::at(std::string what) {
    const std::scoped_lock lock(m_mutex);
    if (m_what.empty())
        m_began = Clock::now();
    m_what = std::move(what);
}

void WorkProgress::pause() {
    const std::scoped_lock lock(m_mutex);
    m_what.clear();
    erase();
}

void WorkProgress::drawUntil(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    const auto never = [] { return false; };
    while (!m_stopped.wait_for(lock, stop, redrawInterval, never) && !stop.stop_requested())
        draw();
}

void WorkProgress::draw() {
    const Clock::duration since = Clock::now() - m_began;
    if (m_what.empty() || since < unsaid)
        return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since).count();
    const std::string line = m_what + (seconds > 0 ? ", " + std::to_string(seconds) + " s" : "");
    if (line == m_drawn)
        return;
    std::fprintf(stderr, "%s%s", emptyLine, line.c_str());
    m_drawn = line;
}

void WorkProgress::erase() {
    if (!m_drawn.empty())
        std::fputs(emptyLine, stderr);
    m_drawn.clear();
}

} // namespace gf
