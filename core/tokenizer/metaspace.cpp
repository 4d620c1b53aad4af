// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tokenizer/metaspace.h"

#include "core/tokenizer/piece.h"

namespace gf {

namespace {

/// Files of before 2024 have a switch in its place.
Metaspace::Prepend prependFrom(const Field& field) {
    const Field scheme = field.at("prepend_scheme");
    if (scheme.isNull())
        return field.at("add_prefix_space").flag(true) ? Metaspace::Prepend::Always
                                                       : Metaspace::Prepend::Never;
    const std::string name = scheme.text();
    if (name == "always")
        return Metaspace::Prepend::Always;
    if (name == "first")
        return Metaspace::Prepend::First;
    if (name != "never")
        scheme.refuse("always, first, never");
    return Metaspace::Prepend::Never;
}

} // namespace

std::string Metaspace::written(std::string_view text, bool beginsText,
                               const TextBudget& budget) const {
    const std::string result = replaced(text, rangesOf(text, " "), mark, budget);
    const bool wanted = prepend == Prepend::Always || (prepend == Prepend::First && beginsText);
    return wanted && !result.starts_with(mark) ? mark + result : result;
}

Metaspace metaspaceFrom(const Field& field) {
    Metaspace metaspace;
    metaspace.mark = field.at("replacement").text(metaspace.mark);
    if (metaspace.mark.empty())
        field.at("replacement").refuse("\"\xE2\x96\x81\"");
    metaspace.prepend = prependFrom(field);
    metaspace.splits = field.at("split").flag(true);
    return metaspace;
}

} // namespace gf
