// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/safetensors_shards.h"

#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <filesystem>
#include <set>

namespace gf {

Shards::Shards(const std::string& folder) : m_folder(folder) {
    const std::string index = folder + "/model.safetensors.index.json";
    const std::string whole = folder + "/model.safetensors";
    if (isThere(whole))
        add("model.safetensors");
    else if (isThere(index))
        addIndexed(index);
    else
        throw Error(phrase("%1 has no model.safetensors and no model.safetensors.index.json; "
                           "weights of other kinds are not read here"),
                    inQuotes(folder));
}

const SafetensorsFile::Stored& Shards::tensor(const std::string& name) const {
    const Place& place = m_places.at(name);
    return m_files[place.file]->tensors()[place.tensor];
}

void Shards::read(const std::string& name, std::span<float> into) const {
    m_files[m_places.at(name).file]->read(tensor(name), into);
}

std::vector<std::string> Shards::names() const {
    std::vector<std::string> all;
    for (const auto& [name, place] : m_places)
        all.push_back(name);
    return all;
}

void Shards::add(const std::string& file) {
    m_names.push_back(file);
    m_files.push_back(std::make_unique<SafetensorsFile>(m_folder + "/" + file));
    const auto& tensors = m_files.back()->tensors();
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (!m_places.try_emplace(tensors[i].name, Place{m_files.size() - 1, i}).second)
            throw Error(phrase("%1: tensor %2 is in two files"), inQuotes(m_folder),
                        inQuotes(tensors[i].name));
}

void Shards::addIndexed(const std::string& index) {
    constexpr std::size_t mostShards = 1000;
    const nlohmann::json file = readJsonFile(index);
    const auto map = file.is_object() ? file.find("weight_map") : file.end();
    if (!file.is_object() || map == file.end() || !map->is_object())
        throw Error(phrase("%1: %2 must be an object"), inQuotes(index), "weight_map");
    std::set<std::string> shards;
    for (const auto& [tensor, shard] : map->items()) {
        // A name beside the index: nothing outside of the folder is opened.
        const std::string name = shard.is_string() ? shard.get<std::string>() : std::string();
        if (name.empty() || name.find_first_of("/\\") != std::string::npos || name == ".." ||
            name.find('\0') != std::string::npos)
            throw Error(phrase("%1: tensor %2 is in %3; the name of a file beside the index is "
                               "needed"),
                        inQuotes(index), inQuotes(tensor), shard.dump());
        shards.insert(name);
    }
    if (shards.size() > mostShards)
        throw Error(phrase("%1: it names %2 files; at most %3 are read"), inQuotes(index),
                    shards.size(), mostShards);
    for (const std::string& shard : shards)
        add(shard);
}

} // namespace gf
