// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/colour_scales.h"

#include <algorithm>

namespace gf {

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
    const Range now = rangeOf(key);
    if (!m_locked)
        return now;
    const Range kept = m_kept.value(key, now);
    const Range grown{std::min(kept.first, now.first), std::max(kept.second, now.second)};
    m_kept.insert(key, grown);
    return grown;
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
        for (auto one = ranges.begin(); one != ranges.end(); ++one) {
            const Range so = all.value(one.key(), *one);
            all.insert(one.key(),
                       {std::min(so.first, one->first), std::max(so.second, one->second)});
        }
    return all;
}

} // namespace gf
