// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

#include <QWidget>

#include <vector>

class QLayout;

namespace gf {

/// One button for each view of a step, and the fields that the chosen station offers. Takes no room
/// where a step has only its matrices.
class StationBar : public QWidget {
    Q_OBJECT
public:
    explicit StationBar(QWidget* parent = nullptr);

    /// `chosen` is one of `stations`, or null for the matrices.
    void offer(const std::vector<const Station*>& stations, const Station* chosen,
               const std::vector<StationControl>& controls);
    /// What is set for the station, with what was set before where it is still possible.
    const StationSettings& settings() const { return m_settings; }

signals:
    void viewChosen(const QString& view);
    void settingsChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void addButton(const QString& id, const QString& text, const QString& tip, bool checked);
    QWidget* makeField(const StationControl& control);
    void set(const QString& key, double value);

    std::vector<const Station*> m_stations;
    const Station* m_chosen = nullptr;
    std::vector<StationControl> m_controls;
    StationSettings m_settings;
    QLayout* m_row;
};

} // namespace gf
