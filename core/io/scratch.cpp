// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scratch.h"

#include "core/io/atomic_file.h"
#include "core/io/transfer.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <unistd.h>

namespace gf {

/// Rows of one size, side by side.
class Scratch::File {
public:
    explicit File(std::size_t numbers) : m_file(std::tmpfile()), m_numbers(numbers) {}
    ~File() {
        if (m_file)
            std::fclose(m_file);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    std::size_t numbers() const { return m_numbers; }

    /// Where nothing is kept.
    std::size_t take() {
        if (m_free.empty())
            return m_count++;
        const std::size_t place = m_free.back();
        m_free.pop_back();
        return place;
    }
    void release(std::size_t place) { m_free.push_back(place); }

    /// Whether all of it is in the file.
    bool write(std::size_t place, std::span<const float> values) {
        return m_file && moved(place, reinterpret_cast<const char*>(values.data()), ::pwrite);
    }
    void read(std::size_t place, std::span<float> values) const {
        errno = EIO; // unless a call says otherwise: the file is shorter than it was
        if (!moved(place, reinterpret_cast<char*>(values.data()), ::pread))
            throw Error("What the run remembers cannot be read back from its temporary file: " +
                        systemReason(errno));
    }

private:
    /// Whether all bytes of a row went through `call`: pread(2) or pwrite(2).
    template <class Byte, class Call> bool moved(std::size_t place, Byte* bytes, Call call) const {
        const std::size_t size = m_numbers * sizeof(float);
        return transfer(size, [&](std::size_t done, std::size_t count) {
                   return call(fileno(m_file), bytes + done, count,
                               static_cast<off_t>(place * size + done));
               }) == size;
    }

    std::FILE* m_file; ///< null: there is none
    std::size_t m_numbers;
    std::size_t m_count = 0;
    std::vector<std::size_t> m_free;
};

struct Scratch::Place {
    Place(std::shared_ptr<File> in, std::size_t number) : file(std::move(in)), number(number) {}
    ~Place() { file->release(number); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    std::shared_ptr<File> file;
    std::size_t number;
};

std::size_t Scratch::Row::size() const {
    return m_place ? m_place->file->numbers() : m_values.size();
}

void Scratch::Row::read(std::span<float> into) const {
    assert(into.size() == size());
    if (m_place)
        m_place->file->read(m_place->number, into);
    else
        std::ranges::copy(m_values, into.begin());
}

std::vector<float> Scratch::Row::read() const {
    std::vector<float> values(size());
    read(values);
    return values;
}

Scratch::Row Scratch::keep(std::span<const float> values) {
    if (!m_file || m_file->numbers() != values.size())
        m_file = std::make_shared<File>(values.size());
    auto place = std::make_shared<const Place>(m_file, m_file->take());
    Row row;
    if (m_file->write(place->number, values))
        row.m_place = std::move(place);
    else
        row.m_values.assign(values.begin(), values.end());
    return row;
}

} // namespace gf
