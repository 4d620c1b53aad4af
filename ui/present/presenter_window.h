// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QScrollArea;

namespace gf {

class TextBlock;

/// What a lecturer has before them on a screen of their own, while the projector shows the stage:
/// the page and its notes, what comes next, the time of day and that since the presentation began.
class PresenterWindow : public QWidget {
    Q_OBJECT
public:
    /// The commands of `window`, the presented one, have their keys here too.
    explicit PresenterWindow(QWidget* window);

    /// `place`: which page it is of how many; `notes`: HTML of ours; `next`: what comes after it.
    void showPage(const QString& place, const QString& title, const QString& notes,
                  const QString& next);
    /// Over a screen, without taking the keyboard; its time begins with the first of them.
    void showOn(const QScreen& screen);
    /// The presentation is over.
    void end();

signals:
    /// The projector has the other screen.
    void swapWanted();

private:
    void tick();

    QLabel* m_place;
    QLabel* m_title;
    TextBlock* m_notes;
    QScrollArea* m_column = nullptr; ///< in which they stand
    QLabel* m_next;
    QLabel* m_clock;
    QElapsedTimer m_since; ///< the presentation began
    QTimer m_ticks;
};

} // namespace gf
