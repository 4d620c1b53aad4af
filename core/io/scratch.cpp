// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scratch.h"

#include "core/io/atomic_file.h"
#include "core/io/temporary.h"
#include "core/io/transfer.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace gf {

namespace {

/// A new file without a name, which no program that is started gets; -1 where there can be none.
int openUnnamed(const std::filesystem::path& folder) {
    std::string path = (folder / "glassformer-XXXXXX").string();
    const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor >= 0)
        ::unlink(path.c_str());
    return descriptor;
}

int openScratch() {
    for (const std::filesystem::path& folder : temporaryFolders())
        if (const int descriptor = openUnnamed(folder); descriptor >= 0)
            return descriptor;
    return -1;
}

} // namespace

/// Rows of one size, side by side.
class Scratch::File {
public:
    explicit File(std::size_t numbers) : m_descriptor(openScratch()), m_numbers(numbers) {}
    ~File() {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

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
        return m_descriptor >= 0 && moved(place * m_numbers, values.size(),
                                          reinterpret_cast<const char*>(values.data()), ::pwrite);
    }
    void read(std::size_t place, std::size_t offset, std::span<float> values) const {
        errno = EIO; // unless a call says otherwise: the file is shorter than it was
        if (!moved(place * m_numbers + offset, values.size(),
                   reinterpret_cast<char*>(values.data()), ::pread))
            throw Error("What the run remembers cannot be read back from its temporary file: " +
                        systemReason(errno));
    }

private:
    /// Whether so many numbers, from number `first` of the file on, went through `call`: pread(2)
    /// or pwrite(2).
    template <class Byte, class Call>
    bool moved(std::size_t first, std::size_t numbers, Byte* bytes, Call call) const {
        const std::size_t size = numbers * sizeof(float);
        return transfer(size, [&](std::size_t done, std::size_t count) {
                   return call(m_descriptor, bytes + done, count,
                               static_cast<off_t>(first * sizeof(float) + done));
               }) == size;
    }

    int m_descriptor; ///< -1: there is none
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
