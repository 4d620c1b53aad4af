// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/device.h"

#include <QComboBox>

namespace gf {

/// The choice of what a model is trained on: every device by its name, greyed with the reason as
/// its tip where it can't be used.
class DeviceBox : public QComboBox {
    Q_OBJECT
public:
    explicit DeviceBox(QWidget* parent = nullptr);

    /// What is chosen stays chosen.
    void showDevices(const DeviceList& list);
    /// A device that the list does not have is added to it by its id.
    void choose(const QString& id);

    QString chosen() const { return currentData().toString(); }
    const DeviceList& devices() const { return m_list; }

    void showPopup() override;

signals:
    /// The person chose another one.
    void wanted(const QString& id);

private:
    void explain();
    void widenList();
    void showRow(int row, const QString& text, const QString& id, const QString& tip,
                 bool isUsable);

    DeviceList m_list;
};

/// The device that the person chose last, which the next start comes back to: nothing, or its id
/// where the list has the device of that name as usable.
QString storedDevice(const DeviceList& list);
void storeDevice(const DeviceList& list, const QString& id);

} // namespace gf
