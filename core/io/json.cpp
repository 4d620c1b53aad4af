// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json.h"

#include "core/io/atomic_file.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace gf {
namespace {

using nlohmann::json;

/// "line 3, column 14" of a byte of `text`; columns count bytes.
Sentence placeOf(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
    return {phrase("line %1, column %2"), line, before.size() - lineStart + 1};
}

/// Reads a text and keeps count of how much has been read, which the parser tells nobody.
class CountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, std::size_t* count) : m_at(at), m_count(count) {}
    reference operator*() const { return *m_at; }
    CountingIterator& operator++() {
        ++m_at;
        ++*m_count;
        return *this;
    }
    CountingIterator operator++(int) {
        CountingIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
        return a.m_at == b.m_at;
    }

private:
    const char* m_at;
    std::size_t* m_count;
};

/// Builds the document and refuses what the library's own builder lets pass: double keys, depth
/// without end, more values than fit.
class Builder final : public nlohmann::json_sax<json> {
public:
    Builder(std::string_view text, const JsonLimits& limits) : m_text(text), m_limits(limits) {}

    std::size_t* counter() { return &m_read; }
    json take() { return std::move(m_root); }

    bool null() override { return add(json(nullptr)); }
    bool boolean(bool value) override { return add(json(value)); }
    bool number_integer(number_integer_t value) override { return add(json(value)); }
    bool number_unsigned(number_unsigned_t value) override { return add(json(value)); }
    bool number_float(number_float_t value, const string_t&) override { return add(json(value)); }
    bool string(string_t& value) override { return add(json(std::move(value))); }
    bool binary(binary_t&) override { return false; } // not part of JSON text
    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        countOne();
        json& object = *m_open.back();
        if (object.contains(name))
            fail(startOfString(), {phrase("the key %1 is there twice"), inQuotes(name)});
        m_slot = &object[name];
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const json::exception& error) override {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: <what we want>"; the
        // rest quotes the text, which may hold anything.
        std::string what = error.what();
        if (const auto bracket = what.find("] "); bracket != std::string::npos)
            what.erase(0, bracket + 2);
        if (what.starts_with("parse error"))
            if (const auto colon = what.find(": "); colon != std::string::npos)
                what.erase(0, colon + 2);
        if (const auto last = what.find("; last read: "); last != std::string::npos)
            what.erase(last, std::max(what.rfind("'; expected"), what.rfind('\'')) + 1 - last);
        const bool outOfRange = error.id == 406;
        fail(position == 0 ? 0 : position - 1,
             outOfRange ? Sentence(phrase("a number is too large for a computer")) : what);
    }

private:
    [[noreturn]] void fail(std::size_t offset, const Sentence& why) const {
        throw Error(phrase("%1: %2"), placeOf(m_text, offset), why);
    }

    void countOne() {
        if (++m_values > m_limits.values)
            fail(m_read, {phrase("there are more than %1 values"), m_limits.values});
    }

    /// Where the string begins whose closing quote has just been read. A quote inside it has a
    /// backslash before it; what stands before the opening one never is a backslash.
    std::size_t startOfString() const {
        std::size_t at = m_read < 2 ? 0 : m_read - 2;
        while (at > 0 && (m_text[at] != '"' || m_text[at - 1] == '\\'))
            --at;
        return at;
    }

    /// Puts a value where it belongs and says where that is.
    json* place(json value) {
        countOne();
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        json& parent = *m_open.back();
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            return &parent.back();
        }
        *m_slot = std::move(value);
        return m_slot;
    }

    bool add(json value) {
        place(std::move(value));
        return true;
    }

    bool open(json empty) {
        if (m_open.size() >= static_cast<std::size_t>(m_limits.depth))
            fail(m_read == 0 ? 0 : m_read - 1,
                 {phrase("arrays and objects lie more than %1 deep inside each other"),
                  m_limits.depth});
        // Stays valid while it is open: its parent gets no other element before it is closed.
        m_open.push_back(place(std::move(empty)));
        return true;
    }

    bool close() {
        m_open.pop_back();
        return true;
    }

    std::string_view m_text;
    JsonLimits m_limits;
    json m_root;
    std::vector<json*> m_open;
    json* m_slot = nullptr; ///< where the value of the last key goes
    std::size_t m_read = 0;
    std::size_t m_values = 0;
};

} // namespace

std::string jsonText(const json& value, int indent) {
    return value.dump(indent, ' ', false, json::error_handler_t::replace);
}

std::string shown(const json& value) {
    constexpr std::size_t most = 60;
    return shortened(printable(jsonText(value)), most);
}

json parseJson(std::string_view text, const JsonLimits& limits) {
    if (text.size() > limits.bytes)
        throw Error(phrase("the JSON text has %1 bytes; at most %2 are allowed"), text.size(),
                    limits.bytes);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw Error(phrase("there is no JSON in it; it is empty"));
    // The library would take it for the end and not look at what follows.
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        throw Error(phrase("%1: %2"), placeOf(text, zero),
                    phrase("a zero byte cannot be part of JSON"));
    Builder builder(text, limits);
    json::sax_parse(CountingIterator(text.data(), builder.counter()),
                    CountingIterator(text.data() + text.size(), builder.counter()), &builder);
    return builder.take();
}

json readJsonFile(const std::string& path, const JsonLimits& limits) {
    const std::string text = readWholeFile(path, limits.bytes);
    try {
        return parseJson(text, limits);
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
}

} // namespace gf
