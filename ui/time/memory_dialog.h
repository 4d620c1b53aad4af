// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/time_messages.h"

#include <QDialog>

class QCheckBox;
class QSpinBox;

namespace gf {

/// How much the run may remember of itself, and whether that is saved with it.
class MemoryDialog : public QDialog {
    Q_OBJECT
public:
    explicit MemoryDialog(const TimeStatus& status, QWidget* parent = nullptr);

    qint64 limit() const; ///< bytes
    bool keepInFile() const;

private:
    QSpinBox* m_limit;
    QCheckBox* m_keep;
};

} // namespace gf
