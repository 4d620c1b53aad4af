// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lesson/class_poll.h"

#include <QStringList>
#include <QWidget>

namespace gf {

/// The answers of a question one below the other, each with two bars: how many of the room chose it
/// before and after. Large enough to be read from the last row.
class PollBars : public QWidget {
    Q_OBJECT
public:
    explicit PollBars(QWidget* parent = nullptr);

    /// `shows`: which answer is right is marked.
    void show(const ClassPoll& poll, const LessonQuestion& question, bool shows);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row {
        QString answer;
        bool isRight = false;
        int before = 0, after = 0;
    };
    QString wordsOf(const Row& row) const;
    static QString titleOf(const Row& row, bool isMarked);
    QRect titleRoom(const Row& row) const;

    QVector<Row> m_rows;
    int m_before = 0, m_after = 0; ///< of all
    bool m_shows = false;
};

} // namespace gf
