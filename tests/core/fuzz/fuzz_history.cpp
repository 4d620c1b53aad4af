// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json.h"
#include "core/io/safetensors.h"
#include "core/ops/leaf.h"
#include "core/tensor/error.h"
#include "core/train/history_file.h"
#include "tests/core/fuzz/fuzz.h"
#include "tests/core/fuzz/safetensors_input.h"

#include <algorithm>
#include <limits>

namespace gf::fuzz_history {

namespace {

const test::InputFile& input() {
    static const test::InputFile file;
    return file;
}

/// A run of one parameter that has done seven steps.
const Parameters& parameters() {
    static const Parameters one = [] {
        Graph graph;
        ops::parameter(graph, "w", Shape{3}, {});
        Parameters made;
        made.addFrom(graph);
        std::ranges::fill(made.writable("w"), 0.5F);
        return made;
    }();
    return one;
}

RunDescription description() {
    RunDescription run;
    run.steps = 7;
    return run;
}

/// Model and optimizer as the file's header says them. Inputs have `shortLayout` instead: whatever
/// is changed there makes it the history of another run.
constexpr std::string_view shortLayout = "\"layout\":\"\"";

std::string& longLayout() {
    static std::string text;
    return text;
}

/// `text` with the first `from` replaced.
std::string replaced(std::string text, std::string_view from, std::string_view to) {
    if (const std::size_t at = text.find(from); at != std::string::npos)
        text.replace(at, from.size(), to);
    return text;
}

/// The current branch ends with the run as it is.
std::string savedHistory(int forks) {
    History history;
    const std::span<const float> now = parameters().flat();
    std::vector<float> earlier(now.begin(), now.end());
    for (Index step = 0; step < 7; step += 2) {
        earlier[0] = static_cast<float>(step);
        history.record(step, 1.5, earlier);
    }
    for (int i = 0; i < forks; ++i)
        history.fork(4);
    history.record(7, std::numeric_limits<double>::quiet_NaN(), now);
    writeHistory(input().path(), description(), history);
    const std::string layout = readSafetensors(input().path()).metadata.at("layout");
    longLayout() = "\"layout\":" + nlohmann::json(layout).dump();
    return replaced(input().asInput(), longLayout(), shortLayout);
}

/// What the program does with a history that it has read.
void use(History::Content content) {
    for (const History::Branch& branch : content.branches) {
        test::require(!branch.checkpoints.empty() && branch.checkpoints.front()->step >= 0);
        test::require(std::ranges::is_sorted(branch.checkpoints, std::ranges::less(), // NOLINT
                                             [](const SharedCheckpoint& m) { return m->step; }));
        for (const SharedCheckpoint& checkpoint : branch.checkpoints)
            test::require(checkpoint->values.size() == parameters().flat().size());
    }
    History history;
    history.restore(std::move(content));
    const std::vector<History::Branch> branches = history.branches();
    for (const History::Branch& branch : branches) {
        history.switchTo(branch.id);
        test::require(history.nearest(3) != nullptr);
        history.isDue(9);
    }
    history.setPin(0, 2);
    const int left = history.current();
    history.fork(history.checkpoints().back()->step);
    history.record(std::numeric_limits<Index>::max() / 2, 1, parameters().flat());
    history.discard(left);
    history.dropAfter(2);
    history.setLimit(4 * history.checkpointBytes());
    test::require(history.bytes() <= history.limit());
}

} // namespace

/// Any safetensors file is read as a history of the run or refused with an Error; what was read can
/// be gone on with, and is written and read again the same.
int runOne(const std::uint8_t* data, std::size_t size) {
    input().write(test::fileOf(
        replaced({reinterpret_cast<const char*>(data), size}, shortLayout, longLayout())));
    History::Content content;
    try {
        content = readHistory(input().path(), description(), parameters().flat());
    } catch (const Error&) {
        return 0;
    }
    History history;
    history.restore(content);
    writeHistory(input().path(), description(), history);
    const History::Content again = readHistory(input().path(), description(), parameters().flat());
    test::require(again.current == content.current &&
                  again.branches.size() == content.branches.size());
    for (std::size_t i = 0; i < again.branches.size(); ++i)
        test::require(again.branches[i].checkpoints.size() ==
                          content.branches[i].checkpoints.size() &&
                      again.branches[i].fork == content.branches[i].fork);
    try {
        use(std::move(content));
    } catch (const Error&) {
        return 0; // there is no room
    }
    return 0;
}

std::vector<std::string> seeds() {
    return {savedHistory(0), savedHistory(1), savedHistory(3)};
}

std::vector<std::string> words() {
    return {"\"steps\"",
            "\"losses\"",
            "\"moment.0\"",
            "\"moment.4\"",
            "\"branches\"",
            "\"F32\"",
            "\"I64\"",
            "\\\"current\\\"",
            "\\\"list\\\"",
            "\\\"id\\\"",
            "\\\"parent\\\"",
            "\\\"fork\\\"",
            "\\\"moments\\\"",
            "\\\"",
            "[0,1]",
            "[]",
            "-1",
            "0",
            "1",
            "2",
            "9",
            "9223372036854775807",
            "9223372036854775808",
            "1e9",
            "null",
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            std::string("\x00\x00\xc0\x7f", 4), // a NaN
            std::string(8, '\xff')};
}

} // namespace gf::fuzz_history
