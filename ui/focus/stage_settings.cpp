// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/focus/stage_settings.h"

namespace gf {

void StageSettingsModel::set(const StageSettings& settings) {
    if (settings == m_settings)
        return;
    m_settings = settings;
    emit changed();
}

void StageSettingsModel::setNumbers(bool shown) {
    StageSettings next = m_settings;
    next.numbers = shown;
    set(next);
}

void StageSettingsModel::setEqualPanels(bool equal) {
    StageSettings next = m_settings;
    next.equalPanels = equal;
    set(next);
}

void StageSettingsModel::enlarge(const QString& node, int head) {
    StageSettings next = m_settings;
    next.enlarged = node;
    next.enlargedHead = node.isEmpty() ? 0 : head;
    set(next);
}

void StageSettingsModel::endEnlarging() {
    enlarge({}, 0);
}

void StageSettingsModel::setForStations(const QHash<QString, double>& values) {
    StageSettings next = m_settings;
    next.stations.insert(values);
    set(next);
}

} // namespace gf
