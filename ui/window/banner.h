// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;

namespace gf {

/// One line across the window that says what went wrong (or well) without stopping anyone. It stays
/// until it is closed or something newer is said.
class Banner : public QFrame {
    Q_OBJECT
public:
    enum class Tone { Error, Notice };

    explicit Banner(QWidget* parent = nullptr);

    void say(Tone tone, const QString& sentence);
    /// With a button that does something about it and closes the banner.
    void offer(Tone tone, const QString& sentence, const QString& button,
               std::function<void()> action);
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void dress();

    Tone m_tone = Tone::Notice;
    QLabel* m_text;
    QPushButton* m_button;
    std::function<void()> m_action;
};

} // namespace gf
