// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/open_run/session_state.h"
#include "app/session/saving/recovery.h"

#include <filesystem>

namespace gf {

/// Keeps a copy of what nobody has saved yet, and offers what other processes left.
class CopyKeeper {
public:
    explicit CopyKeeper(SessionState& state) : m_state(state) {}
    /// Nobody needs the copy any more, unless it is for the next start.
    ~CopyKeeper();
    CopyKeeper(const CopyKeeper&) = delete;
    CopyKeeper& operator=(const CopyKeeper&) = delete;

    /// In this folder from now on.
    void begin(const std::filesystem::path& folder, TimeBudget::Seconds pause);
    /// Another run is open.
    void beginRun();
    /// The run is in a file.
    void drop() { m_recovery.drop(); }

    /// Whether there is something of which a copy is to be made when its time has come.
    bool owesCopy() const;
    void keepIfDue();
    /// The copy stays for the next start.
    void keepForNextStart() { m_isForNextStart = true; }
    /// Writes one. Throws Error.
    void write(const Fill& fill);
    /// Writes one that is offered from now on. Throws Error.
    void setAside();
    /// Where the copy is, and where it would be.
    std::filesystem::path file() const { return m_recovery.file(); }
    const std::filesystem::path& folder() const { return m_recovery.folder(); }

    /// Says what another process left, or that there is nothing. What cannot be read is set aside,
    /// and what lies there is offered last, to be thrown away.
    void offer();
    void discard();
    /// What is offered; null: nothing.
    const RecoveryPlace* left() const { return m_recovery.left(); }
    /// It is the copy of this process from now on.
    void takeLeft() { m_recovery.takeLeft(); }

private:
    RecoveryNote note() const;
    void keep();

    SessionState& m_state;
    Recovery m_recovery;
    bool m_isForNextStart = false;
    bool m_saidNoCopy = false; ///< of this run
};

} // namespace gf
