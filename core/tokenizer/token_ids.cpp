// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/token_ids.h"

#include "core/io/quote.h"

namespace gf {

void TokenIds::add(const std::string& token, std::int32_t id) {
    if (id < 0 || id >= mostIds)
        throw Error(phrase("the token %1 has the number %2; they go from 0 to %3"), inQuotes(token),
                    id, mostIds - 1);
    if (m_tokens.size() <= static_cast<std::size_t>(id))
        m_tokens.resize(id + 1);
    std::optional<std::string>& place = m_tokens[id];
    if (place && *place != token)
        throw Error(phrase("the number %1 is that of two tokens, %2 and %3"), id, inQuotes(*place),
                    inQuotes(token));
    const auto [known, isNew] = m_ids.emplace(token, id);
    if (!isNew && known->second != id)
        throw Error(phrase("the token %1 has two numbers, %2 and %3"), inQuotes(token),
                    known->second, id);
    place = token;
}

std::optional<std::int32_t> TokenIds::idOf(std::string_view token) const {
    const auto found = m_ids.find(token);
    if (found == m_ids.end())
        return std::nullopt;
    return found->second;
}

bool TokenIds::has(std::int32_t id) const {
    return id >= 0 && id < size() && m_tokens[id].has_value();
}

const std::string& TokenIds::tokenOf(std::int32_t id) const {
    static const std::string none;
    return has(id) ? *m_tokens[id] : none;
}

TokenIds tokenIdsFrom(const Field& field) {
    TokenIds ids;
    for (const auto& [token, id] : field.members())
        ids.add(token, id.count(TokenIds::mostIds - 1));
    return ids;
}

} // namespace gf
