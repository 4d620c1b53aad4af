// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/compare_messages.h"

#include <QDialog>

class QButtonGroup;
class QSpinBox;

namespace gf {

/// Asks for what tells the compared run, or the two compared runs, from the run that is open.
class CompareDialog : public QDialog {
    Q_OBJECT
public:
    explicit CompareDialog(const ComparisonOffer& offer, QWidget* parent = nullptr);

    /// The key of the chosen change.
    QString change() const;
    int layers() const;

private:
    ComparisonOffer m_offer;
    QButtonGroup* m_changes;
    QSpinBox* m_layers;
};

} // namespace gf
