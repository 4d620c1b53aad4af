// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/atomic_file.h"
#include "core/platform/files.h"
#include "core/train/run.h"
#include "core/train/time_budget.h"

#include <QString>

#include <filesystem>
#include <optional>
#include <vector>

namespace gf {

/// What a recovery copy does not say of its run itself.
struct RecoveryNote {
    QString title;
    QString file;         ///< where the run was opened from or saved to; empty for a new one
    Index savedSteps = 0; ///< what that has of it
};

/// One of the numbered places for copies: a file with a lock beside it, which goes with the process
/// that holds it, however that ends.
class RecoveryPlace {
public:
    /// None while another process has it, or where there can be none.
    static std::optional<RecoveryPlace> take(const std::filesystem::path& folder, int number);

    const std::filesystem::path& copy() const { return m_copy; }
    bool hasCopy() const;
    void remove();
    /// Gives the copy another name beside it, so that the place is free. Where that cannot be, the
    /// place stays taken.
    void setAside();

    RecoveryNote note() const;
    /// Throws Error.
    void setNote(const RecoveryNote& note);

private:
    RecoveryPlace(std::filesystem::path copy, OpenFile lock);

    std::filesystem::path m_copy;
    OpenFile m_lock; ///< what it holds is the note
};

/// The recovery copies of this process and of those that ended without saving. Of its own run a
/// process has one at most, so that a folder has no more than a few. What was left is
/// this one's to ask about from then on, and nobody else's. Lives in the worker's thread.
class Recovery {
public:
    /// Where a copy is kept at most once in this time, and takes a fiftieth of it.
    static constexpr TimeBudget::Seconds usualPause{60};

    /// Keeps nothing.
    Recovery() = default;
    /// In this folder, which is the person's own.
    explicit Recovery(std::filesystem::path folder, TimeBudget::Seconds pause = usualPause);

    bool isOn() const { return !m_folder.empty(); }

    /// The newest copy that a process left which ended; null: there is none any more.
    const RecoveryPlace* left() const { return m_left.empty() ? nullptr : &m_left.back(); }
    void discardLeft();
    /// Nothing of it is lost, and its place is free for another one.
    void setLeftAside();
    /// The copies that were set aside, by this process or by others.
    std::vector<std::filesystem::path> aside() const;
    void discardAside();
    /// It is the copy of this process from now on.
    void takeLeft();
    /// The copy of this process is one that was left from now on.
    void leave();

    const std::filesystem::path& folder() const { return m_folder; }
    /// The step of the run when a copy was last made, or tried; less than 0: none.
    Index step() const { return m_step; }
    /// Whether a copy may be made again.
    bool isDue() const { return isOn() && m_share.isDue(); }
    /// Makes one in the place of the one before, however long ago that was. Throws Error where that
    /// cannot be; the one before is still there then.
    void keep(const RecoveryNote& note, const RunDescription& run, const Parameters& parameters,
              const SavedComparison& compared = {});
    /// The same of what `fill` appends.
    void write(const RecoveryNote& note, const Fill& fill);
    /// Nobody needs it any more.
    void drop();
    /// Where the copy of this process is; empty before the first.
    std::filesystem::path file() const;

private:
    RecoveryPlace& place();

    std::filesystem::path m_folder; ///< empty: nothing is kept
    std::vector<RecoveryPlace> m_left;
    std::optional<RecoveryPlace> m_own;
    Index m_step = -1; ///< of the last try
    TimeBudget m_share{0.02, usualPause};
};

} // namespace gf
