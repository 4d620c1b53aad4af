// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/example.h"
#include "core/data/vocabulary.h"
#include "core/form/task_choice.h"
#include "core/model/config.h"
#include "core/model/train_config.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// How good one answer is where more counts than whether it is right to the last token. Over many
/// examples the error is Σ error / Σ unit.
struct Score {
    double error = 0;
    double unit = 1;
    bool right = false; ///< as good as is asked for
    /// The errors of what the answer is compared with, in the order of Task::baselines().
    std::vector<double> baselines;
};

/// A problem that a model can be trained on: an endless, reproducible stream of training examples
/// and a fixed list of validation examples that never appear in it.
class Task {
public:
    virtual ~Task() = default;

    virtual std::string name() const = 0;
    virtual Architecture architecture() const = 0;
    /// What kind of data its examples are; token ids unless it says otherwise.
    virtual DataForm form() const { return architecture(); }
    /// Null where the architecture has no source (target), or it is real numbers. The labels of an
    /// encoder-only model are its target.
    virtual const Vocabulary* sourceVocabulary() const = 0;
    virtual const Vocabulary* targetVocabulary() const = 0;
    /// What the numbers of a row are called, one name each, fit for an axis; empty where nobody has
    /// named them.
    virtual std::vector<std::string> columnNames() const { return {}; }
    /// Longest sequences, special tokens included; batches are padded to these. 0 where the
    /// architecture has no such side (an encoder-only model has the source's length alone).
    virtual Index sourceLength() const = 0;
    virtual Index targetLength() const = 0;

    /// Example number `index` of the stream of this seed.
    virtual TextExample training(std::uint64_t seed, std::uint64_t index) const = 0;
    virtual Index validationCount() const = 0;
    virtual TextExample validation(Index index) const = 0;
    /// How many different examples training draws from, where there is an end to them and each can
    /// be asked for; 0: the stream has no end, or nobody counts.
    virtual Index trainedCount() const { return 0; }
    virtual TextExample trained(Index index) const;
    /// The same as a model reads them: of the texts, unless a task has them from elsewhere.
    virtual ExampleData trainingData(std::uint64_t seed, std::uint64_t index) const;
    virtual ExampleData validationData(Index index) const;

    /// What the task wants for a source that a person wrote: "7 may 2003" → "2003-05-07". Nothing
    /// where only a drawn example has an answer, or where the source is none of the task's.
    virtual std::optional<std::string> answerTo(std::string_view source) const;

    /// How many tokens of the example's target a decoder-only model is given before it must go on
    /// by itself when its answer is checked: all up to the separator in "27+58=85". 0 for the
    /// others.
    virtual Index promptLength(const TextExample& example) const = 0;

    /// How good the model's own answer to an example is, for tasks in which that says more than
    /// how many tokens are right; nothing for the others. `answer` is what a model says after the
    /// prompt: rows of numbers, or the rows of the source that it chose.
    virtual std::optional<Score> score(const TextExample& example, const Sequence& answer) const;
    /// What the error is, and what it is compared with, in words; empty where score() gives
    /// nothing.
    virtual std::string_view measure() const { return {}; }
    virtual std::vector<std::string_view> baselines() const { return {}; }
    /// What the tokens of an answer are called where the share of them that is right is told beside
    /// that of whole answers ("letters"); empty where it is not.
    virtual std::string_view tokenWord() const { return {}; }
    /// Whether single tokens count, and not whole answers: where each is a question of its own.
    virtual bool countsTokens() const { return false; }
    /// How large an example is, where that makes it harder: the words of a sentence, the cities of
    /// a tour; and what is counted ("words"). Empty where all are told together.
    virtual Index sizeOf(const TextExample& example) const;
    virtual std::string_view sizeWord() const { return {}; }
    /// The loss of a guess that knows nothing; nothing where that is ln V.
    virtual std::optional<double> guessLoss() const { return std::nullopt; }

    /// What learns it: used where the person does not say otherwise.
    virtual ModelConfig modelDefaults() const = 0;
    virtual TrainConfig trainDefaults() const = 0;
    /// Something to show first: "3 march 1997" → "1997-03-03".
    virtual TextExample showcase() const = 0;
};

/// Merges of byte pairs where nobody says how many: enough for the frequent words of a small text.
inline constexpr Index usualMerges = 500;
/// More would make the output layer larger than all of a small model.
inline constexpr Index mostMerges = 20'000;

/// What a person says to choose a task.
struct TaskRequest {
    std::string name;                         ///< in taskTable()
    std::string dataFile;                     ///< where the task takes one
    std::optional<Architecture> architecture; ///< other than the task's own, where it can be done
    /// Words or byte pairs where the task can have them.
    Tokenization tokenization = Tokenization::Characters;
    /// Of a model of others that goes on learning: what it reads text by, and its max_length.
    std::shared_ptr<const Vocabulary> openedWords = {};
    std::shared_ptr<const Vocabulary> openedSource = {}; ///< the same of an encoder's sources
    Index openedRoom = 0;
    Index merges = usualMerges; ///< of byte pairs, to be learnt at most
    Index context = 0; ///< tokens of a window, at most, where the task has them; 0: the usual
    TaskParameters parameters = {}; ///< of a task that has them
    /// Byte pairs that were learnt before, which are kept: of a run of ours that goes on.
    std::shared_ptr<const Vocabulary> knownPairs = {};
};

/// An architecture that a task is bound to.
struct OnlyArchitecture {
    Architecture which;
    std::string_view reason; ///< a phrase: "\"decoder\": a text is continued, not translated"
};

/// How a task is made, and what can be said of it before.
struct TaskKind {
    std::unique_ptr<Task> (*make)(const TaskRequest& request);
    bool canHaveWords = false; ///< as tokens, where others have characters
    bool canHavePairs = false; ///< byte pairs as tokens
    bool isEndless = false;    ///< a decoder alone writes on until it is stopped
    Index foretold = 0;        ///< rows that it goes on with; 0: as many as the model has room for
    Architecture usual = Architecture::EncoderDecoder; ///< where a person says none
    std::optional<OnlyArchitecture> only = {};
    /// Keys of training (trainFields()) by which a person chooses what its examples are.
    std::span<const std::string_view> parameters = {};
};

/// A row of the table of tasks.
struct TaskInfo : TaskChoice, TaskKind {
    bool canHave(Tokenization tokens) const {
        return tokens == Tokenization::Characters ||
               (tokens == Tokenization::Words && canHaveWords) ||
               (tokens == Tokenization::BytePairs && canHavePairs);
    }
    bool takesFile() const { return file != TaskFile::None; }
    bool hasParameter(std::string_view key) const {
        return std::ranges::find(parameters, key) != parameters.end();
    }
    bool hasContext() const { return hasParameter("context"); }
};
std::span<const TaskInfo> taskTable();

/// The row of this name; null for a run on a file of batches, whose name is empty, and where there
/// is none.
const TaskInfo* findTask(std::string_view name);

/// The sentence that says what a run of this task learns: its row's, or for the empty name the one
/// of a run on a file of batches.
std::string_view summaryOf(std::string_view task);

/// The model and the training that learn a task.
struct TaskDefaults {
    ModelConfig model;
    TrainConfig train;
};

/// Those of a task that needs no file; of one that does, what suits any file, the vocabularies
/// left out. Throws Error for an unknown name.
TaskDefaults defaultsWithoutFile(std::string_view name);

/// Throws Error where a task cannot have these tokens, and for an unknown name.
void requireTokenization(std::string_view task, Tokenization tokens);

/// Throws Error where a task cannot be put to the architecture of the request, as far as that can
/// be said without reading its file, and for an unknown name.
void requireArchitecture(const TaskRequest& request);

/// The keys that are a parameter of some task, each once.
std::vector<std::string_view> taskParameterKeys();

/// Throws Error where a value is chosen for what is a parameter of other tasks, and for an unknown
/// name. A context of 0 chooses nothing.
void requireParameters(std::string_view task, const FieldValues& chosen);

/// Why a model cannot be trained on windows of so many tokens: there is no room for them. Empty
/// where it can; 0 is the usual context. Keys are called as `names` says.
Sentence obstacleToContext(const ModelConfig& model, Index context,
                           FieldNames names = FieldNames::Keys);

/// Throws Error where the model has no room for the task's sequences; the key is called as `names`
/// says.
void requireRoom(const Task& task, const ModelConfig& model, FieldNames names = FieldNames::Keys);

/// Throws Error: unknown name (and lists the known ones), a missing or bad file, an architecture
/// that this task cannot be put to.
std::unique_ptr<Task> makeTask(const TaskRequest& request);

} // namespace gf
