// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/json_places.h"

#include <nlohmann/json.hpp>

namespace gf {

namespace {

/// Goes once over a text that is known to be JSON.
class PlaceScan {
public:
    explicit PlaceScan(std::string_view text) : m_text(text) {}

    std::map<std::string, JsonPlace> places() {
        value({});
        return std::move(m_places);
    }

private:
    void value(const std::string& path) {
        skipSpace();
        const std::size_t begin = m_at;
        switch (next()) {
        case '{':
            object(path);
            break;
        case '[':
            array(path);
            break;
        case '"':
            string();
            break;
        default:
            m_at = std::min(m_text.find_first_of(",]} \t\r\n", m_at), m_text.size());
        }
        m_places[path] = {begin, m_at};
    }

    void object(const std::string& path) {
        for (++m_at; skipSpace(), next() != '}';) {
            const std::size_t begin = m_at;
            string();
            const auto key = nlohmann::json::parse(m_text.substr(begin, m_at - begin));
            m_at = m_text.find(':', m_at) + 1;
            value(joined(path, key.get<std::string>()));
            passComma();
        }
        ++m_at;
    }

    void array(const std::string& path) {
        int number = 0;
        for (++m_at; skipSpace(), next() != ']'; ++number) {
            value(joined(path, std::to_string(number)));
            passComma();
        }
        ++m_at;
    }

    void string() {
        for (++m_at; next() != '"'; ++m_at)
            if (next() == '\\')
                ++m_at;
        ++m_at;
    }

    void passComma() {
        skipSpace();
        if (next() == ',')
            ++m_at;
    }
    void skipSpace() { m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size()); }
    char next() const { return m_text.at(m_at); }
    static std::string joined(const std::string& path, const std::string& key) {
        return path.empty() ? key : path + '.' + key;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::map<std::string, JsonPlace> m_places;
};

} // namespace

std::map<std::string, JsonPlace> placesIn(std::string_view json) {
    return PlaceScan(json).places();
}

} // namespace gf
