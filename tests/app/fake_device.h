// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/device_error.h"
#include "core/backend/program.h"

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gf::test {

/// A fake graphics card: its memory is a second set of parameters, its arithmetic that of
/// `cpu`, and it fails when it is told to, even by another thread than the one that computes.
struct FakeCard {
    std::atomic<int> calls = 0;   ///< that a driver would have answered
    std::atomic<int> lostAt = -1; ///< the call at which it is lost, for good; −1: never
    std::atomic<int> fullAt = -1; ///< the call at which it has no memory; −1: never
    std::int64_t freeBytes = -1;  ///< what it says then
    std::int64_t largestBytes = 0;
    std::atomic<bool> isLost = false;
    bool isWrong = false; ///< its optimizer is
    std::function<void()> whileOpening = [] {};

    void called() {
        ++calls;
        isLost = isLost || calls == lostAt;
        if (isLost)
            throw DeviceLost(Sentence("the fake card burns"));
        if (calls == fullAt)
            throw DeviceOutOfMemory(Sentence("the fake card is full"), 3'200'000'000, freeBytes,
                                    largestBytes);
    }
};

/// The parameters on the card.
class FakeValues final : public DeviceValues<float> {
public:
    FakeValues(std::shared_ptr<FakeCard> card, const Parameters& host)
        : m_card(std::move(card)), m_host(host) {}

    void upload(std::span<const float> flat) override {
        m_card->called();
        copy([&](std::span<float> there, std::size_t at) {
            std::ranges::copy(flat.subspan(at, there.size()), there.begin());
        });
    }
    void download(std::span<float> flat) override {
        m_card->called();
        copy([&](std::span<float> there, std::size_t at) {
            std::ranges::copy(there, flat.begin() + static_cast<std::ptrdiff_t>(at));
        });
    }
    Parameters& there() { return m_there; }

private:
    void copy(const std::function<void(std::span<float> there, std::size_t at)>& each) {
        for (const Parameters::Entry& entry : m_host.entries())
            if (m_there.contains(entry.name))
                each(m_there.writable(entry.name), static_cast<std::size_t>(entry.offset));
    }

    std::shared_ptr<FakeCard> m_card;
    const Parameters& m_host;
    Parameters m_there;
};

class FakeProgram final : public Program {
public:
    FakeProgram(std::shared_ptr<FakeCard> card, const Backend& cpu,
                std::shared_ptr<const Graph> graph, Parameters& parameters,
                const ProgramOptions& options)
        : m_card(std::move(card)), m_host(parameters),
          m_values(std::make_shared<FakeValues>(m_card, parameters)) {
        m_card->called();
        m_values->there().addFrom(*graph);
        m_changes = std::ranges::any_of(graph->nodes(),
                                        [](const Node& node) { return node.role == Role::Update; });
        m_program = cpu.compile(std::move(graph), m_values->there(), options);
    }

    const Graph& graph() const override { return m_program->graph(); }
    Index batch() const override { return m_program->batch(); }
    void setPart(NodeId input, Index first, std::span<const float> values) override {
        m_program->setPart(input, first, values);
    }
    void setRandom(std::uint64_t seed, std::uint64_t step) override {
        m_program->setRandom(seed, step);
    }
    void run() override {
        if (m_host.device() != m_values)
            m_host.setDevice(m_values);
        m_host.bringToDevice();
        m_card->called();
        m_program->run();
        if (m_changes && m_card->isWrong)
            m_values->there().writableFlat()[0] += 0.01F;
        if (m_changes)
            m_host.deviceChanged();
    }
    std::vector<Tensor> values(std::span<const Wanted> wanted) const override {
        m_card->called();
        return m_program->values(wanted);
    }
    std::vector<float> notes(Index runs) const override {
        m_card->called();
        return m_program->notes(runs);
    }
    std::size_t memoryBytes() const override { return m_program->memoryBytes(); }
    void setProfiling(bool) override {}
    std::vector<OpTime> profile() const override { return {}; }

private:
    std::shared_ptr<FakeCard> m_card;
    Parameters& m_host;
    std::shared_ptr<FakeValues> m_values;
    bool m_changes = false;
    std::unique_ptr<Program> m_program;
};

class FakeBackend final : public Backend {
public:
    FakeBackend(std::shared_ptr<FakeCard> card, std::string name)
        : m_card(std::move(card)), m_name(std::move(name)) {}

    std::string name() const override { return m_name; }
    std::unique_ptr<Program> compile(std::shared_ptr<const Graph> graph, Parameters& parameters,
                                     const ProgramOptions& options) const override {
        return std::make_unique<FakeProgram>(m_card, *m_cpu, std::move(graph), parameters, options);
    }
    double measuredPeak(int) const override { return 0; }

private:
    std::shared_ptr<FakeCard> m_card;
    std::string m_name;
    std::unique_ptr<Backend> m_cpu = makeBackend("cpu");
};

/// Opens the cards as "opencl:0" and so on, and the real ones by their names.
inline std::function<std::unique_ptr<Backend>(std::string_view)>
withFakeCard(std::vector<std::shared_ptr<FakeCard>> cards) {
    return [cards = std::move(cards)](std::string_view name) -> std::unique_ptr<Backend> {
        for (std::size_t i = 0; i < cards.size(); ++i)
            if (name == "opencl:" + std::to_string(i)) {
                cards[i]->whileOpening();
                return std::make_unique<FakeBackend>(cards[i], std::string(name));
            }
        return makeBackend(name);
    };
}

} // namespace gf::test
