// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lesson/lecture_text.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace gf {

/// The pages of a lecture: dragged or moved into another order, named anew, taken out.
class LectureDialog : public QDialog {
    Q_OBJECT
public:
    explicit LectureDialog(LectureText lecture, QWidget* parent = nullptr);

    /// As the person has arranged it.
    LectureText lecture() const;

private:
    void move(int by);
    void remove();
    void refresh();

    LectureText m_before;
    QListWidget* m_list;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_remove;
};

} // namespace gf
