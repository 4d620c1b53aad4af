// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/time_messages.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QSpinBox;

namespace gf {

/// How much the run may remember of itself, and whether that is saved with it.
class MemoryDialog : public QDialog {
    Q_OBJECT
public:
    explicit MemoryDialog(const TimeStatus& status, QWidget* parent = nullptr);

    /// How much there is of it by now.
    void showUse(const TimeStatus& status);

    qint64 limit() const; ///< bytes
    bool keepInFile() const;

private:
    QSpinBox* m_limit;
    QLabel* m_use;
    QCheckBox* m_keep;
};

} // namespace gf
