// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/example_draws.h"
#include "core/data/task_base.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace gf {

/// Tokens of a window where nobody says how many.
inline constexpr Index usualContext = 64;

/// What the tokens of a text are.
struct TextTokens {
    Tokenization kind = Tokenization::Characters; ///< or byte pairs
    Index merges = usualMerges;                   ///< to be learnt from the text, at most
    /// Byte pairs that were learnt before, which are kept: of a run that goes on.
    std::shared_ptr<const Vocabulary> known = {};
};

/// A text in tokens, and the windows that are cut of it.
struct Windows {
    std::vector<TokenId> ids;
    Index trained = 0;       ///< how many of them, from the start, are for training
    Index length = 0;        ///< of a window
    Index mostValidated = 0; ///< windows of the rest
};

/// Examples from windows of a text: from anywhere in the part for training, one after another from
/// the rest. The model writes on, unless another task makes something else of a window.
class WindowsTask : public TaskBase {
public:
    WindowsTask(TaskFacts facts, Windows windows)
        : TaskBase(std::move(facts)), m_windows(std::move(windows)) {}

    TextExample training(std::uint64_t seed, std::uint64_t index) const override;
    // The tokens of the window as they are in the whole text. From its own text, which may begin
    // and end inside a word, they could be others.
    ExampleData trainingData(std::uint64_t seed, std::uint64_t index) const override;
    Index validationCount() const override;
    TextExample validation(Index index) const override;
    ExampleData validationData(Index index) const override;

protected:
    virtual ExampleData exampleOf(std::vector<TokenId> window, Draws&) const {
        return {{}, std::move(window)};
    }
    virtual TextExample textOf(const ExampleData& data) const = 0;

private:
    std::vector<TokenId> window(Index begin) const;

    Windows m_windows;
};

/// A text as windows of (at most) `context` tokens, at least 2, for a decoder-only model. Training
/// windows begin anywhere in the first nine tenths; validation windows lie one after another in the
/// last tenth. The window is shorter for a text whose last tenth is; trainDefaults() say how long.
/// Line ends are "\n", whatever the file has.
///
/// Throws Error when `text` is not UTF-8 (with the byte offset), has under 100 characters or under
/// 40 tokens, more different ones than a vocabulary may have, or characters that `known` lacks, and
/// when `merges` are more than mostMerges or negative.
std::unique_ptr<Task> makeTextTask(std::string_view text, const TextTokens& tokens = {},
                                   Index context = usualContext);

} // namespace gf
