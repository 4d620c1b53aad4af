// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>

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

/// The ranges that hold while they are locked, by what they are of.
using LockedRanges = QHash<QString, ScaleRange>;

} // namespace gf
