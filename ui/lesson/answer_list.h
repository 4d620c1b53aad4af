// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lesson/lesson_sitting.h"

#include <QWidget>

#include <vector>

class QRadioButton;

namespace gf {

class TextBlock;

/// The answers of a question of choice, one below the other; their words wrap. Once it is answered
/// the one that was chosen stands alone, and beside it the right one when that may be told.
class AnswerList : public QWidget {
    Q_OBJECT
public:
    AnswerList(const LessonSitting& sitting, const LessonQuestion& question,
               QWidget* parent = nullptr);

    /// The place of the one that is chosen; −1: none is.
    int chosen() const;
    void choose(int answer);
    void refresh();

signals:
    void chosenChanged();

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    struct Row {
        QWidget* widget;
        QRadioButton* button;
        TextBlock* text;
    };
    const LessonSitting& m_sitting;
    const LessonQuestion& m_question;
    std::vector<Row> m_rows;
};

} // namespace gf
