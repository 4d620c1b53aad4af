// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

class QKeyEvent;
class QWidget;

namespace gf {

class Cover;

/// What a presenter's remote and the hand beside it can do while the window is presented. Page Down
/// and Page Up turn the pages, held down Page Up goes to the first of them, as Home does; B or .
/// makes the screen black and W white until the next key; P says what comes next; with Ctrl held
/// the mouse is a point of light. Dialogs and fields keep their keys.
class Remote : public QObject {
    Q_OBJECT
public:
    /// For `window` and all that lies in it.
    explicit Remote(QWidget* window);

    void setOn(bool on);
    /// Keys pressed in this window turn pages too.
    void listenTo(const QWidget* other) { m_other = other; }

signals:
    void turned(int by); ///< to the next page, 1, or the one before, −1
    void firstWanted();
    void nextWanted(); ///< said or no longer said: what comes next

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isOurs(const QWidget* widget, const QKeyEvent& key) const;
    void press(const QKeyEvent& key);
    void cover(Qt::GlobalColor colour);
    void setLight(bool on);

    QWidget* m_window;
    const QWidget* m_other = nullptr; ///< of the lecturer alone
    Cover* m_cover;                   ///< black or white, over everything
    QWidget* m_light;                 ///< where the mouse points
    QTimer m_follow;                  ///< of the light
};

} // namespace gf
