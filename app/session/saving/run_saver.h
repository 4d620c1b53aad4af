// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/saving/copy_keeper.h"
#include "app/session/training/training.h"

#include <string>

namespace gf {

/// Writes the run, and all that is compared with it, into a file.
class RunSaver {
public:
    RunSaver(SessionState& state, CopyKeeper& copies, Training& training)
        : m_state(state), m_copies(copies), m_training(training) {}

    /// `view`: how the window is left.
    void save(const std::string& path, const std::string& view);
    /// The run's own file, and what is unsaved, stay what they are.
    void saveCopy(const std::string& path);
    /// The window is being closed: a file that cannot be written is rescued elsewhere.
    void saveAtEnd(const std::string& path, bool isNew, const std::string& view);
    /// Another run takes its place: a copy of it is offered from now on. Throws Error.
    void setAside();
    /// The program ends without anybody's having closed it: where it is worth it, into a copy for
    /// the next start.
    void keepAtEnd();
    /// What is to be said of that, or nothing.
    const Sentence& lastWords() const { return m_lastWords; }

private:
    SavedComparison comparison();
    void setFile(const std::string& file);
    void write(const WriteFile& file, const std::string& path);

    SessionState& m_state;
    CopyKeeper& m_copies;
    Training& m_training;
    Sentence m_lastWords;
};

} // namespace gf
