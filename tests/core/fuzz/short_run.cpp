// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the fuzz target that it is called as, or that its first argument names, without libFuzzer:
// its seeds, all their beginnings, and a fixed number of changed copies, the same in every run.
// Arguments are files to run instead (a crash to look at).
#include "core/io/atomic_file.h"
#include "core/tensor/random.h"
#include "tests/core/fuzz/fuzz.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <span>

namespace {

using gf::test::FuzzTarget;

constexpr int mutants = 20'000;
constexpr std::size_t longest = 4096;

/// Numbers for one mutant, one after the other.
class Dice {
public:
    explicit Dice(std::uint64_t mutant) : m_mutant(mutant) {}
    std::size_t below(std::size_t n) {
        return n == 0 ? 0 : static_cast<std::size_t>(gf::below(n, 1, m_mutant, m_count++));
    }

private:
    std::uint64_t m_mutant;
    std::uint64_t m_count = 0;
};

void change(std::string& input, const std::vector<std::string>& words,
            const std::vector<std::string>& seeds, Dice& dice) {
    const std::size_t at = dice.below(input.size() + 1);
    const std::size_t length = dice.below(std::min<std::size_t>(input.size() - at, 16) + 1);
    switch (dice.below(7)) {
    case 0: // flip a bit
        if (at < input.size())
            input[at] = static_cast<char>(input[at] ^ (1 << dice.below(8)));
        break;
    case 1: // any byte
        if (at < input.size())
            input[at] = static_cast<char>(dice.below(256));
        break;
    case 2: // leave a piece out
        input.erase(at, length);
        break;
    case 3: // a piece twice
        input.insert(at, input.substr(at, length));
        break;
    case 4: // a word of the format in place of a piece
        input.replace(at, length, words[dice.below(words.size())]);
        break;
    case 5: // another number
        if (const std::size_t digit = input.find_first_of("0123456789", at); digit < input.size())
            input[digit] = static_cast<char>('0' + dice.below(10));
        break;
    default: { // the end of another seed
        const std::string& other = seeds[dice.below(seeds.size())];
        input.replace(at, input.size() - at, other.substr(dice.below(other.size())));
    }
    }
    input.resize(std::min(input.size(), longest));
}

int fuzz(const FuzzTarget& target, std::span<char* const> files) {
    std::string input;
    const auto run = [&target](const std::string& text) {
        target.runOne(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    };
    try {
        for (const char* const file : files)
            run(input = gf::readWholeFile(file, 1 << 30));
        if (!files.empty())
            return 0;
        const std::vector<std::string> seeds = target.seeds();
        const std::vector<std::string> words = target.words();
        for (const std::string& seed : seeds)
            for (std::size_t length = 0; length <= seed.size(); ++length)
                run(input = seed.substr(0, length));
        for (int mutant = 0; mutant < mutants; ++mutant) {
            Dice dice(static_cast<std::uint64_t>(mutant));
            input = seeds[dice.below(seeds.size())];
            for (std::size_t changes = 1 + dice.below(4); changes > 0; --changes)
                change(input, words, seeds, dice);
            run(input);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "an exception other than gf::Error: %s\nfor the input:\n",
                     error.what());
        std::fwrite(input.data(), 1, input.size(), stderr);
        return 1;
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<FuzzTarget> targets = gf::test::fuzzTargets();
    const std::span words(argv, static_cast<std::size_t>(argc));
    for (std::size_t named = 0; named < 2 && named < words.size(); ++named)
        for (const FuzzTarget& target : targets)
            if (std::filesystem::path(words[named]).filename() == target.name)
                return fuzz(target, words.subspan(named + 1));
    std::fprintf(stderr, "usage: %s TARGET [FILES]; the targets:\n", argv[0]);
    for (const FuzzTarget& target : targets)
        std::fprintf(stderr, "  %s\n", target.name);
    return 2;
}
