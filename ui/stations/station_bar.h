// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

#include <QWidget>

#include <vector>

class QLayout;

namespace gf {

/// The head of a step that can be muted with one click, if any.
struct MuteOffer {
    int head = -1; ///< counted from 0; −1: none
    bool muted = false;

    friend bool operator==(const MuteOffer&, const MuteOffer&) = default;
};

/// A button for something else that can be done with the drawing.
struct BarButton {
    QString name; ///< as which it is told of
    QString text;
    QString tip;

    friend bool operator==(const BarButton&, const BarButton&) = default;
};

/// One button for each view of a step, one that mutes the head in focus, and the fields and buttons
/// that the drawing offers. Takes no room where a step has only its matrices.
class StationBar : public QWidget {
    Q_OBJECT
public:
    explicit StationBar(QWidget* parent = nullptr);

    /// `chosen` is one of `stations`, or null for the matrices; where it is a lab, in the place of
    /// the step, there are no `stations`.
    void offer(const std::vector<const Station*>& stations, const Station* chosen,
               const std::vector<StationControl>& controls, const MuteOffer& mute = {},
               const std::vector<BarButton>& buttons = {});
    /// What the person has set, for any station; what cannot be here gives way to what can.
    void setSettings(const StationSettings& settings);
    /// What counts for the station that is offered, with what has no field because it is dragged.
    const StationSettings& settings() const { return m_settings; }

signals:
    void viewChosen(const QString& view);
    void settingChosen(const QString& key, double value);
    /// The head of the offer is to be muted, or heard again.
    void muteWanted(bool mute);
    void pressed(const QString& button);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void arrange();
    void renameButtons();
    void addButton(const QString& id, const QString& text, const QString& tip, bool checked);
    void addMuteButton();
    void addButton(const BarButton& offered);
    QWidget* makeField(const StationControl& control);
    double valueOf(const StationControl& control) const;
    void set(const QString& key, double value);

    std::vector<const Station*> m_stations;
    const Station* m_chosen = nullptr;
    std::vector<StationControl> m_controls;
    MuteOffer m_mute;
    std::vector<BarButton> m_buttons;
    StationSettings m_chosenSettings; ///< by the person
    StationSettings m_settings;
    QLayout* m_row;
    std::vector<QWidget*> m_fields; ///< the last of the row, one for each control
};

} // namespace gf
