// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/special_tokens.h"

#include "core/tensor/error.h"

namespace gf {

namespace {

constexpr std::int32_t mostTypes = 1000;
constexpr std::size_t mostAround = 1000; ///< tokens around a text
constexpr std::size_t mostTexts = 4;     ///< times that a text is read

/// ["[SEP]", 102]
std::int32_t numbered(const Field& field) {
    const std::vector<Field> parts = field.items();
    if (parts.size() != 2)
        field.refuse("[\"[SEP]\", 102]");
    return parts[1].count(TokenIds::mostIds - 1);
}

std::vector<std::int32_t> idsOf(const Field& token) {
    std::vector<std::int32_t> ids;
    for (const Field& id : token.at("ids").items())
        ids.push_back(id.count(TokenIds::mostIds - 1));
    return ids;
}

TextFrame templateFrom(const Field& field) {
    TextFrame frame;
    frame.items.clear();
    std::size_t around = 0;
    std::size_t texts = 0;
    for (const Field& item : field.at("single").items()) {
        if (const Field text = item.at("Sequence"); !text.isNull()) {
            if (text.at("id").text() != "A")
                text.at("id").refuse("\"A\"");
            frame.items.push_back({{}, text.at("type_id").count(mostTypes, 0), true});
            ++texts;
        } else {
            const Field special = item.at("SpecialToken");
            const Field token = field.at("special_tokens").at(special.at("id").text());
            if (token.isNull())
                special.at("id").refuse("a key of special_tokens");
            frame.items.push_back({idsOf(token), special.at("type_id").count(mostTypes, 0)});
            around += frame.items.back().ids.size();
        }
        if (around > mostAround || texts > mostTexts)
            throw Error(phrase("%1 puts more than %2 tokens around a text, or repeats it more than "
                               "%3 times"),
                        field.at("single").where(), mostAround, mostTexts);
    }
    return frame;
}

bool isPlain(const TextFrame& frame) {
    return frame.items.size() == 1 && frame.items[0].isText;
}

} // namespace

TextFrame framedBy(std::int32_t before, std::int32_t behind) {
    return {{{{before}}, {{}, 0, true}, {{behind}}}};
}

TextFrame textFrameFrom(const Field& field) {
    if (field.isNull())
        return {};
    const Field type = field.at("type");
    const std::string name = type.text();
    if (name == "TemplateProcessing")
        return templateFrom(field);
    if (name == "BertProcessing" || name == "RobertaProcessing")
        return framedBy(numbered(field.at("cls")), numbered(field.at("sep")));
    if (name == "ByteLevel")
        return {}; // about offsets, not about tokens
    if (name != "Sequence")
        type.refuseName();
    TextFrame frame;
    for (const Field& step : field.at("processors").items()) {
        TextFrame next = textFrameFrom(step);
        if (!isPlain(frame) && !isPlain(next))
            step.refuse("one of them");
        if (isPlain(frame))
            frame = std::move(next);
    }
    return frame;
}

} // namespace gf
