// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/atomic_file.h"
#include "core/tensor/tensor.h"

#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace gf::test {

/// The numbers of a file that writeNpy() wrote.
inline Tensor readNpy(const std::string& path) {
    const std::string bytes = readWholeFile(path, std::size_t{1} << 28);
    const std::size_t header = bytes.find('\n') + 1; // that of the header is its last byte
    const std::string mark = "'shape': (";
    std::istringstream tuple(bytes.substr(bytes.find(mark) + mark.size(), header));
    std::vector<Index> extents;
    for (Index extent = 0; tuple >> extent; tuple.ignore(1)) // a comma
        extents.push_back(extent);
    const Shape shape{std::span<const Index>(extents)};
    std::vector<float> values((bytes.size() - header) / sizeof(float));
    if (!values.empty()) // memcpy must not be given a null pointer
        std::memcpy(values.data(), bytes.data() + header, values.size() * sizeof(float));
    return Tensor(shape, std::move(values));
}

} // namespace gf::test
