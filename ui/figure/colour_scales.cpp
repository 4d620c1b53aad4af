// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/colour_scales.h"

#include <algorithm>

namespace gf {

namespace {

ColourScales::Range joined(const ColourScales::Range& one, const ColourScales::Range& other) {
    return {std::min(one.first, other.first), std::max(one.second, other.second)};
}

} // namespace

void ColourScales::show(const void* drawing, const Ranges& ranges) {
    m_shown[drawing] = ranges;
    const Ranges before = std::exchange(m_common, common());
    for (auto one = before.begin(); one != before.end(); ++one)
        if (const auto now = m_common.constFind(one.key());
            now != m_common.constEnd() && *now != *one) {
            emit changed();
            return;
        }
}

void ColourScales::forget(const void* drawing) {
    m_kept.clear();
    show(drawing, {});
}

ColourScales::Range ColourScales::keptRange(const QString& key) {
    return kept(key, rangeOf(key));
}

ColourScales::Range ColourScales::drawnRange(const void* drawing, const QString& key, Range own) {
    for (const auto& [other, ranges] : m_shown)
        if (other != drawing)
            own = joined(own, ranges.value(key, own));
    return kept(key, own);
}

ColourScales::Range ColourScales::kept(const QString& key, const Range& now) {
    return m_locked ? *m_kept.insert(key, joined(m_kept.value(key, now), now)) : now;
}

void ColourScales::setLocked(bool locked) {
    if (m_locked == locked)
        return;
    m_locked = locked;
    m_kept.clear();
}

ColourScales::Ranges ColourScales::common() const {
    Ranges all;
    for (const auto& [drawing, ranges] : m_shown)
        for (auto one = ranges.begin(); one != ranges.end(); ++one)
            all.insert(one.key(), joined(all.value(one.key(), *one), *one));
    return all;
}

} // namespace gf
