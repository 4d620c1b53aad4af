// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/compare_messages.h"

#include <QDialog>

class QButtonGroup;
class QSpinBox;

namespace gf {

/// Asks for what tells the twin, or the two twins, from the run that is open.
class CompareDialog : public QDialog {
    Q_OBJECT
public:
    explicit CompareDialog(const TwinOffer& offer, QWidget* parent = nullptr);

    /// The key of the chosen change.
    QString change() const;
    int layers() const;

private:
    TwinOffer m_offer;
    QButtonGroup* m_changes;
    QSpinBox* m_layers;
};

} // namespace gf
