// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/rescue.h"

#include "core/backend/device_error.h"
#include "core/platform/files.h"

#include <exception>
#include <new>
#include <utility>
#include <vector>

namespace gf {

namespace {

Sentence reasonOf(const std::exception& problem) {
    if (dynamic_cast<const std::bad_alloc*>(&problem))
        return phrase("there is not enough memory to save");
    const auto* error = dynamic_cast<const Error*>(&problem);
    return error ? error->sentence() : Sentence(problem.what());
}

/// Of at most 255 bytes.
NewName rescueNames(const std::filesystem::path& path) {
    return [stem = path.stem().string().substr(0, 150) + "-rescued-",
            ending = path.extension().string().substr(0, 50)](int number) {
        return stem + std::to_string(number) + ending;
    };
}

[[noreturn]] void rescue(const std::filesystem::path& path, const Sentence& why,
                         const RunDescription& description, const Parameters& parameters,
                         const SavedComparison& compared) {
    std::vector<std::filesystem::path> folders = temporaryFolders();
    folders.insert(folders.begin(), path.parent_path());
    for (const std::filesystem::path& folder : folders) {
        std::filesystem::path place;
        try {
            saveRun(
                [&](const Fill& fill) { place = writeNewFile(folder, rescueNames(path), fill); },
                description, parameters, compared);
        } catch (const std::exception&) {
            continue; // the first reason is the one that helps
        }
        throw Rescued(why, description.steps, std::move(place));
    }
    throw Error(phrase("%1. The run could not be saved anywhere else"), why);
}

} // namespace

Rescued::Rescued(const Sentence& why, Index steps, std::filesystem::path place)
    : Error(phrase("%1. The run after training step %2 is in %3 instead"), why, steps,
            place.string()),
      m_place(std::move(place)) {}

void saveOrRescue(const std::string& path, const WriteFile& write,
                  const RunDescription& description, const Parameters& parameters,
                  const SavedComparison& compared) {
    Sentence why;
    try {
        return saveRun(write, description, parameters, compared, path);
    } catch (const DeviceError&) {
        throw; // the run is not there to be saved
    } catch (const std::exception& problem) {
        why = reasonOf(problem);
    }
    rescue(pathOf(path), why, description, parameters, compared);
}

} // namespace gf
