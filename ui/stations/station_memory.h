// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/colour_scales.h"

#include <QString>

#include <algorithm>
#include <any>
#include <map>
#include <type_traits>
#include <utility>

namespace gf {

/// What drawings of one trace have worked out, for the next one: the pointer moves far more often
/// than the numbers change. It lives as long as its trace is shown.
class StationMemory {
public:
    /// What `make` returned when `key` was asked for the first time. The same key must always stand
    /// for the same thing of the same type; what depends on the focus is not to be kept here.
    template <class Make> const std::invoke_result_t<Make>& once(const QString& key, Make make) {
        std::any& value = m_values[key];
        if (!value.has_value())
            value = make();
        return *std::any_cast<std::invoke_result_t<Make>>(&value);
    }

private:
    std::map<QString, std::any> m_values; ///< what was given out stays where it is
};

/// Lowest and highest number of a scale.
using ScaleRange = std::pair<double, double>;

/// The ranges of one drawing's colours and axes: over all drawings beside it of the same thing, and
/// kept while they are locked.
class DrawnRanges {
public:
    DrawnRanges(ColourScales* scales, const void* drawing) : m_scales(scales), m_drawing(drawing) {}

    ScaleRange rangeOf(const QString& key, const ScaleRange& own) {
        const ScaleRange before = m_own.value(key, own);
        m_own.insert(key, {std::min(before.first, own.first), std::max(before.second, own.second)});
        return m_scales->drawnRange(m_drawing, key, own);
    }
    /// The figure is drawn anew.
    void begin() { m_own.clear(); }
    /// It is drawn: the others hear of it.
    void end() { m_scales->show(m_drawing, m_own); }

private:
    ColourScales* m_scales;
    const void* m_drawing;
    ColourScales::Ranges m_own;
};

} // namespace gf
