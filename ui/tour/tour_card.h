// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace gf {

/// The small card of the tour: what there is to see, how far the tour is, and the way back and on.
/// It takes the keyboard only when the person goes there by keyboard.
class TourCard : public QFrame {
    Q_OBJECT
public:
    explicit TourCard(QWidget* parent);

    /// Stop `number`, counted from 1, of `count`.
    void show(const QString& title, const QString& text, int number, int count);
    using QFrame::show;

    /// How large it is when it is this wide.
    QSize sizeFor(int width) const;
    void takeKeyboard();

signals:
    void back();
    void next();
    void skipped();
    void courseWanted(); ///< in the place of the tour

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_count;
    QPushButton* m_course; ///< at the first stop
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace gf
