// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/device_box.h"

#include "ui/language/plain_text.h"
#include "ui/language/wording.h"

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

const ComputeDevice* find(const DeviceList& list, const QString& id) {
    const auto found = std::ranges::find(list.devices, id.toStdString(), &ComputeDevice::id);
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
    const auto devices = static_cast<int>(list.devices.size());
    const int rows = devices + (list.line.empty() ? 0 : 1);
    while (count() > rows)
        removeItem(count() - 1);
    while (count() < rows)
        addItem({});
    // Row by row: somebody may have the list open while its last line counts.
    for (int row = 0; row < devices; ++row) {
        const ComputeDevice& device = list.devices[static_cast<std::size_t>(row)];
        showRow(row, QString::fromStdString(device.title()), QString::fromStdString(device.id),
                translated(device.isUsable() ? device.note() : device.reason()), device.isUsable());
    }
    if (rows > devices)
        showRow(devices, translated(list.line), {}, translated(list.why), false);
    setCurrentIndex(-1);
    if (!before.isEmpty())
        choose(before);
    if (view()->isVisible())
        widenList();
}

void DeviceBox::showRow(int row, const QString& text, const QString& id, const QString& tip,
                        bool isUsable) {
    setItemText(row, oneLine(text));
    setItemData(row, id);
    setItemData(row, plainTip(tip), Qt::ToolTipRole);
    qobject_cast<QStandardItemModel*>(model())->item(row)->setEnabled(isUsable);
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
    const ComputeDevice* const device = find(list, id);
    const bool isThere = device && !id.isEmpty() && device->isUsable() &&
                         QString::fromStdString(device->title()) ==
                             settings.value(QLatin1String(nameSetting)).toString();
    return isThere ? id : QString();
}

void storeDevice(const DeviceList& list, const QString& id) {
    const ComputeDevice* const device = find(list, id);
    if (!device)
        return;
    QSettings settings;
    settings.setValue(QLatin1String(idSetting), id);
    settings.setValue(QLatin1String(nameSetting), QString::fromStdString(device->title()));
}

} // namespace gf
