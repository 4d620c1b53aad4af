// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/safetensors.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gf {

/// All tensors of a folder of somebody else, whichever file they are in: model.safetensors, or
/// those that model.safetensors.index.json names. Untrusted: throws Error, as SafetensorsFile does,
/// for a folder without either, an index that names anything but files beside it, and a tensor that
/// is in two files.
class Shards {
public:
    explicit Shards(const std::string& folder);

    bool has(const std::string& name) const { return m_places.contains(name); }
    const SafetensorsFile::Stored& tensor(const std::string& name) const;
    void read(const std::string& name, std::span<float> into) const;
    std::vector<std::string> names() const;
    /// The names of the files in the folder.
    const std::vector<std::string>& files() const { return m_names; }

private:
    struct Place {
        std::size_t file;
        std::size_t tensor;
    };

    void add(const std::string& file);
    void addIndexed(const std::string& index);

    std::string m_folder;
    std::vector<std::string> m_names;
    std::vector<std::unique_ptr<SafetensorsFile>> m_files;
    std::map<std::string, Place> m_places;
};

} // namespace gf
