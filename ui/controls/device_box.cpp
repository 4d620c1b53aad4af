// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/device_box.h"

#include "ui/language/plain_text.h"

#include <QAbstractItemView>
#include <QSettings>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

namespace gf {

namespace {

constexpr int shownLetters = 6; ///< of a name; the list and the tip have all of it

// A card that is taken out leaves its id to another.
constexpr const char* idSetting = "train/device";
constexpr const char* nameSetting = "train/device_name";

const DeviceChoice* find(const DeviceList& list, const QString& id) {
    const auto found = std::ranges::find(list.devices, id, &DeviceChoice::id);
    return found == list.devices.end() ? nullptr : &*found;
}

} // namespace

DeviceBox::DeviceBox(QWidget* parent) : QComboBox(parent) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(shownLetters);
    connect(this, &QComboBox::activated, this, [this](int index) {
        explain();
        emit wanted(itemData(index).toString());
    });
    explain();
}

void DeviceBox::showDevices(const DeviceList& list) {
    const QSignalBlocker quiet(this);
    const QString before = chosen();
    m_list = list;
    const auto rows = static_cast<int>(list.devices.size());
    while (count() > rows)
        removeItem(count() - 1);
    while (count() < rows)
        addItem({});
    // Row by row: somebody may have the list open while its last line counts.
    for (int row = 0; row < rows; ++row)
        showRow(row, list.devices[row]);
    setCurrentIndex(-1);
    if (!before.isEmpty())
        choose(before);
    if (view()->isVisible())
        widenList();
}

void DeviceBox::showRow(int row, const DeviceChoice& device) {
    setItemText(row, oneLine(device.name));
    setItemData(row, device.id);
    setItemData(row, plainTip(device.isUsable() ? device.note : device.reason), Qt::ToolTipRole);
    qobject_cast<QStandardItemModel*>(model())->item(row)->setEnabled(device.isUsable());
}

void DeviceBox::choose(const QString& id) {
    const QSignalBlocker quiet(this);
    if (findData(id) < 0)
        addItem(id, id);
    setCurrentIndex(findData(id));
    explain();
}

void DeviceBox::explain() {
    const QString what = tr("What does the arithmetic");
    setToolTip(plainTip(currentIndex() < 0 ? what : tr("%1: %2").arg(what, currentText())));
}

/// As wide as the names, which the field is not.
void DeviceBox::widenList() {
    constexpr int frame = 32;
    view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + frame));
}

void DeviceBox::showPopup() {
    widenList();
    QComboBox::showPopup();
}

QString storedDevice(const DeviceList& list) {
    const QSettings settings;
    const QString id = settings.value(QLatin1String(idSetting)).toString();
    const DeviceChoice* const device = find(list, id);
    const bool isThere =
        device && !id.isEmpty() && device->isUsable() &&
        QString(device->name) == settings.value(QLatin1String(nameSetting)).toString();
    return isThere ? id : QString();
}

void storeDevice(const DeviceList& list, const QString& id) {
    const DeviceChoice* const device = find(list, id);
    if (!device)
        return;
    QSettings settings;
    settings.setValue(QLatin1String(idSetting), id);
    settings.setValue(QLatin1String(nameSetting), QString(device->name));
}

} // namespace gf
