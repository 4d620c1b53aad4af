// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/child.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace gf {

/// What a child writes, and who hears of it line by line.
class ChildLines {
public:
    ChildLines(std::string& output, const HeardLine& heard) : m_output(output), m_heard(heard) {}

    /// As far as there is room.
    void add(std::string_view piece) {
        constexpr std::size_t most = std::size_t{1} << 20;
        m_output.append(piece.substr(0, most - m_output.size()));
        if (!m_heard)
            return;
        for (std::size_t end; (end = m_output.find('\n', m_told)) != std::string::npos;) {
            m_heard(std::string_view(m_output).substr(m_told, end - m_told));
            m_told = end + 1;
        }
    }

private:
    std::string& m_output;
    const HeardLine& m_heard;
    std::size_t m_told = 0;
};

} // namespace gf
