// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace gf {

/// Numbers that are kept for long and read seldom, in a temporary file without a name: the system
/// holds it in memory while there is some to spare, and it is gone with the program, however that
/// ends. Where there is no room for such a file they stay in memory. For one thread.
class Scratch {
    class File;
    struct Place;

public:
    /// Numbers that never change. With the last copy their place is free for others.
    class Row {
    public:
        std::size_t size() const;
        bool isInFile() const { return m_place != nullptr; }
        /// Into as many numbers. Throws Error when the file cannot be read any more.
        void read(std::span<float> into) const { readAt(0, into); }
        /// A part of them, from `offset` on.
        void readAt(std::size_t offset, std::span<float> into) const;
        std::vector<float> read() const;

    private:
        friend class Scratch;
        std::vector<float> m_values; ///< where they are not in the file
        std::shared_ptr<const Place> m_place;
    };

    Row keep(std::span<const float> values);

private:
    std::shared_ptr<File> m_file; ///< for rows of one size; null before the first
};

} // namespace gf
