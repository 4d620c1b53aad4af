// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/parameters.h"
#include "core/train/history.h"
#include "core/train/run.h"

#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gf {

/// A model of others after one of the steps of its training, as a folder has it.
struct MomentFolder {
    Index step = 0;
    std::string path;
};

/// The moments of one training.
struct MomentFolders {
    std::vector<MomentFolder> all; ///< steps ascend; empty: it is one model, without a past
    std::size_t shown = 0;         ///< which is looked at first
};

/// The moments of a training that stand in a folder beside each other, step1000/, step2000/ …, as
/// Pythia's do, or checkpoint-500/ …; none where the folder is that of a model.
std::vector<MomentFolder> momentsIn(const std::string& folder);

/// Those of a model's folder and of others, each of which may hold several (momentsIn()); none
/// where there is only the one. A folder's name says its step. Where the model's says none, it
/// comes behind the others; where another says none, all are counted in the order in which they
/// were given. Throws Error where one of them is no folder, and where two are of one step.
MomentFolders momentFolders(const std::string& model, const std::vector<std::string>& others);

/// Half of the memory that is free.
std::size_t roomForMoments();

/// The numbers of such moments. What was looked at last stays in memory, as much as there is room
/// for; the rest is read when it is looked at. For one thread.
class OpenedMoments {
public:
    /// `open` is the model that is shown; `room` is what moments may take, at least one. Throws
    /// Error, which names folder and field, where another folder has another configuration.
    OpenedMoments(MomentFolders folders, const Run& open, std::size_t room = roomForMoments());

    const std::vector<MomentFolder>& folders() const { return m_folders; }
    std::size_t shown() const { return m_shown; }
    /// Reads the weights of a moment, and nothing else, unless they are kept. Throws Error, which
    /// names folder and tensor, where they cannot be read or have other shapes.
    SharedWeights weights(std::size_t moment);

    std::size_t bytesOfOne() const { return m_bytesOfOne; }
    std::size_t keptCount() const { return m_kept.size(); }
    std::size_t mostKept() const { return m_mostKept; }

private:
    std::vector<MomentFolder> m_folders;
    std::size_t m_shown;
    ModelConfig m_model;
    std::size_t m_bytesOfOne;
    std::size_t m_mostKept;
    std::list<std::pair<std::size_t, SharedWeights>> m_kept; ///< what was looked at last is first
};

/// All of them as a run remembers its moments.
std::vector<SharedCheckpoint> checkpointsOf(const std::shared_ptr<OpenedMoments>& moments);

} // namespace gf
