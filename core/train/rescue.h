// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/atomic_file.h"
#include "core/tensor/error.h"
#include "core/train/run.h"

#include <filesystem>
#include <string>

namespace gf {

/// A run could not be saved where it should be, and is somewhere else. Says why, and where.
class Rescued : public Error {
public:
    Rescued(const Sentence& why, Index steps, std::filesystem::path place);

    const std::filesystem::path& place() const { return m_place; }

private:
    std::filesystem::path m_place;
};

/// Saves a run, and those that are compared with it, for which there is no second try: as `write`
/// does, which should make the file `path`; where that fails, as NAME-rescued-N beside it or in a
/// folder for temporary files. A rescued run is a new file that nobody else can read
/// (writeNewFile()): others may write in such folders. Throws Rescued then, Error where nothing
/// takes the run, and DeviceError when the device that has it does not give it.
void saveOrRescue(const std::string& path, const WriteFile& write,
                  const RunDescription& description, const Parameters& parameters,
                  const SavedComparison& compared = {});

} // namespace gf
