// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace gf {

/// What a lab finds: named numbers and words, in lists and under names again, in the order in which
/// they are said. The names are those of `glassformer lab run NAME --json`.
class Finding {
public:
    using List = std::vector<Finding>;
    using Fields = std::vector<std::pair<std::string, Finding>>;

    Finding() = default; ///< nothing: null
    Finding(bool flag) : m_value(flag) {}
    Finding(double number) : m_value(number) {} ///< of any value; what is no number is null in JSON
    template <std::integral Whole> Finding(Whole whole)
        : m_value(static_cast<std::int64_t>(whole)) {}
    Finding(std::string words) : m_value(std::move(words)) {}
    Finding(std::string_view words) : m_value(std::string(words)) {}
    Finding(const char* words) : m_value(std::string(words)) {}
    Finding(List list) : m_value(std::move(list)) {}
    Finding(Fields fields) : m_value(std::move(fields)) {}
    /// {{"mean", 0.5}, {"words", words}}
    Finding(std::initializer_list<std::pair<const char*, Finding>> fields);
    template <class Each> Finding(const std::vector<Each>& list)
        : m_value(List(list.begin(), list.end())) {}
    Finding(std::span<const float> numbers);
    /// The rows of a matrix [R,C].
    explicit Finding(const Tensor& matrix);

    /// The value of a name; added where it is not there yet. For fields, or nothing.
    Finding& operator[](std::string_view name);
    /// For a list, or nothing.
    void push_back(Finding each);

    /// What stands at a path of names and of places in lists, from 0: "softmax/0/largest_weight".
    /// Null where there is nothing of it.
    const Finding* find(std::string_view path) const;
    /// A number, or NaN for what is null; nothing for the rest.
    std::optional<double> number() const;
    // What stands at a path, for one who draws it: NaN, no words, an empty list where there is
    // nothing of the kind.
    double numberAt(std::string_view path) const;
    std::string wordsAt(std::string_view path) const;
    const List& listAt(std::string_view path) const;
    std::vector<double> numbersAt(std::string_view path) const;
    std::vector<std::string> tokensAt(std::string_view path) const;
    const List* list() const { return std::get_if<List>(&m_value); }
    const Fields* fields() const { return std::get_if<Fields>(&m_value); }
    const std::string* words() const { return std::get_if<std::string>(&m_value); }
    /// Of what is neither a list nor fields: `use` gets a std::monostate, bool, std::int64_t,
    /// double or std::string.
    template <class Use> auto scalar(const Use& use) const {
        return std::visit(
            [&use]<class Value>(const Value& value) {
                if constexpr (std::is_same_v<Value, List> || std::is_same_v<Value, Fields>)
                    return use(std::monostate());
                else
                    return use(value);
            },
            m_value);
    }
    bool isStructured() const { return list() || fields(); }

    /// One line.
    std::string json() const;
    /// Reads it; throws Error as parseJson() does.
    static Finding fromJson(const std::string& json);

    friend bool operator==(const Finding&, const Finding&) = default;

private:
    std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Fields> m_value;
};

struct Trace;

/// What a lab finds, and what is drawn beside and never printed.
struct LabFound {
    LabFound(Finding found) : finding(std::move(found)) {}

    Finding finding;
    std::vector<Tensor> matrices = {};       ///< the lab says which
    std::shared_ptr<const Trace> trace = {}; ///< of the run that it makes; null: it makes none
};

} // namespace gf
