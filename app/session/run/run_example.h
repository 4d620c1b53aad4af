// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/run_model.h"
#include "core/data/example.h"

#include <optional>
#include <string>
#include <vector>

namespace gf {

/// The person's own example as typed.
struct Example {
    std::string source;
    std::string target; ///< that of this source, and empty where nobody knows it
    Index padding = 0;  ///< `<pad>` tokens shown after each sequence
    /// The person wrote this very target; otherwise it is what stood beside the source before.
    bool wroteTarget = false;

    friend bool operator==(const Example&, const Example&) = default;
};

/// What is wrong with each field of an example; empty where nothing is.
struct ExampleFaults {
    Sentence source;
    Sentence target;
    bool impossible = false; ///< the model cannot read it at all (too long)
};

/// The example that a run is looked into with. At first that of its task.
class RunExample {
public:
    explicit RunExample(const RunModel& run);

    const Example& get() const { return m_example; }
    /// As the model reads it.
    ExampleData data() const { return dataOf(m_example); }
    ExampleData dataOf(const Example& example) const; ///< the same of one that is not impossible
    /// Those that were looked at before, as the model reads them: the newest first, each once.
    std::vector<ExampleData> earlier() const;
    /// What is wrong with an example. Unknown tokens are named, but can be read as `<unk>`.
    ExampleFaults faultsOf(const Example& example) const;
    /// The example that a person means: where they have changed the source alone, the target
    /// follows: what the task knows, or what stood beside this source last, or none.
    Example meant(Example typed);
    /// The next of the validation examples; nothing when there are none.
    std::optional<Example> another();

private:
    friend class LiveRun; // which also forgets what was computed of the one before
    void set(const Example& example);
    Sequence sourceOf(const std::string& text) const;
    Sequence targetSequence(const std::string& text) const;
    std::string targetOf(const std::string& source) const;

    const RunModel& m_run;
    Example m_example;
    Example m_known;                ///< the last one that had a target
    std::string m_typedTarget;      ///< as it stood beside the source that was typed last
    std::vector<Example> m_earlier; ///< the newest first
    Index m_next = 0;
};

} // namespace gf
