// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

#include <array>
#include <optional>

namespace gf {

/// One metrics of the run's training. The first branch has the number 1 and no parent.
struct BranchInfo {
    int id = 1;
    qint64 fork = 0;   ///< the step at which it left the branch it comes from
    qint64 last = 0;   ///< the step that it has come to
    bool first = true; ///< it comes from no other branch
};

/// What the run remembers of itself and which checkpoint of it the window shows.
struct TimeStatus {
    QVector<qint64> checkpoints; ///< steps of the current branch that can be looked at; ascending
    qint64 present = 0;          ///< the step that the run has come to
    std::optional<qint64> shown; ///< the checkpoint that is shown; nothing: the present
    std::optional<double> shownLoss; ///< of the training step that led to it, where it is known
    /// The step that was asked for when the window last wanted a past checkpoint: that checkpoint
    /// may be forgotten by now, and then one near it is shown.
    std::optional<qint64> asked;
    /// The pinned checkpoints A and B.
    std::array<std::optional<qint64>, 2> pins;
    bool difference = false; ///< what is shown are the numbers of B less those of A
    int branch = 1;          ///< the current one
    QVector<BranchInfo> branches;
    qint64 bytes = 0;           ///< that all checkpoints take
    qint64 limit = 0;           ///< that they may take
    qint64 checkpointBytes = 0; ///< of one checkpoint
    /// They lie in folders, and `bytes` are those of the ones that are in memory.
    bool inFolders = false;
    bool keptInFile = false;   ///< saving the model saves them too
    bool comparedRuns = false; ///< runs are compared: all go back, and none branches

    bool isPast() const { return shown.has_value() || difference; }
    /// Whether training can go on from what is shown.
    bool continues() const { return shown && !difference && !comparedRuns && !inFolders; }
};

} // namespace gf
