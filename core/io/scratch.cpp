// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scratch.h"

#include "core/io/atomic_file.h"
#include "core/platform/files.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cassert>

namespace gf {

/// Rows of one size, side by side.
class Scratch::File {
public:
    explicit File(std::size_t numbers) : m_file(openScratch()), m_numbers(numbers) {}

    std::size_t numbers() const { return m_numbers; }

    /// Where nothing is kept.
    std::size_t take() {
        if (m_free.empty()) {
            m_free.reserve(m_count + 1); // giving back never needs memory
            return m_count++;
        }
        const std::size_t place = m_free.back();
        m_free.pop_back();
        return place;
    }
    void release(std::size_t place) noexcept { m_free.push_back(place); }

    /// Whether all of it is in the file.
    bool write(std::size_t place, std::span<const float> values) {
        const std::span<const char> bytes(reinterpret_cast<const char*>(values.data()),
                                          values.size_bytes());
        std::error_code full;
        return m_file.isOpen() && m_file.writeAt(byteOf(place, 0), bytes, full) == bytes.size();
    }
    void read(std::size_t place, std::size_t offset, std::span<float> values) const {
        const std::span<char> bytes(reinterpret_cast<char*>(values.data()), values.size_bytes());
        std::error_code problem;
        if (m_file.readAt(byteOf(place, offset), bytes, problem) == bytes.size())
            return;
        if (!problem) // the file is shorter than it was
            problem = std::make_error_code(std::errc::io_error);
        throw Error(
            phrase("What the run remembers cannot be read back from its temporary file: %1"),
            systemReason(problem));
    }

private:
    std::uint64_t byteOf(std::size_t place, std::size_t offset) const {
        return std::uint64_t{place * m_numbers + offset} * sizeof(float);
    }

    OpenFile m_file; ///< none where there can be none
    std::size_t m_numbers;
    std::size_t m_count = 0;
    std::vector<std::size_t> m_free;
};

struct Scratch::Place {
    explicit Place(std::shared_ptr<File> in) : file(std::move(in)), number(file->take()) {}
    ~Place() { file->release(number); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    std::shared_ptr<File> file;
    std::size_t number;
};

std::size_t Scratch::Row::size() const {
    return m_place ? m_place->file->numbers() : m_values.size();
}

void Scratch::Row::readAt(std::size_t offset, std::span<float> into) const {
    assert(offset + into.size() <= size());
    if (m_place)
        m_place->file->read(m_place->number, offset, into);
    else
        std::copy_n(m_values.begin() + static_cast<std::ptrdiff_t>(offset), into.size(),
                    into.begin());
}

std::vector<float> Scratch::Row::read() const {
    std::vector<float> values(size());
    read(values);
    return values;
}

Scratch::Row Scratch::keep(std::span<const float> values) {
    if (!m_file || m_file->numbers() != values.size())
        m_file = std::make_shared<File>(values.size());
    auto place = std::make_shared<const Place>(m_file);
    Row row;
    if (m_file->write(place->number, values))
        row.m_place = std::move(place);
    else
        row.m_values.assign(values.begin(), values.end());
    return row;
}

} // namespace gf
