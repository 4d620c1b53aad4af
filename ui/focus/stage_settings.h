// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QString>

namespace gf {

/// How a stage draws what is in focus: one for all stages of a window.
struct StageSettings {
    bool numbers = false;     ///< cells have room for their numbers
    bool equalPanels = false; ///< the stages of attention are equally large
    /// The node whose matrix is shown over the whole stage, as long as its step is in focus; empty:
    /// none. Of a node with heads, that of `enlargedHead`.
    QString enlarged;
    int enlargedHead = 0;
    QHash<QString, double> stations; ///< what the person has set for stations, by key

    friend bool operator==(const StageSettings&, const StageSettings&) = default;
};

/// Holds them and tells every stage when they change.
class StageSettingsModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const StageSettings& settings() const { return m_settings; }

    void set(const StageSettings& settings);
    void setNumbers(bool shown);
    void setEqualPanels(bool equal);
    void enlarge(const QString& node, int head);
    void endEnlarging();
    void setForStations(const QHash<QString, double>& values);

signals:
    void changed();

private:
    StageSettings m_settings;
};

} // namespace gf
