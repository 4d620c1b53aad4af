// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;
class QTimer;

namespace gf {

/// A few words that float over the lower end of their parent and say what went wrong (or well)
/// without stopping or moving anything. What went well fades by itself; what went wrong stays until
/// it is closed, is over, or something newer is said.
class Banner : public QFrame {
    Q_OBJECT
public:
    enum class Tone {
        Error,
        Notice,
        Work ///< goes on, and stays said until it is over
    };

    explicit Banner(QWidget* parent = nullptr);

    void say(Tone tone, const QString& sentence);
    /// With a button that does something about it and closes the banner.
    void offer(Tone tone, const QString& sentence, const QString& button,
               std::function<void()> action);
    /// What was said is over.
    void settle();
    QString text() const;

    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void dress();
    void place();
    void fade();

    Tone m_tone = Tone::Notice;
    QLabel* m_text;
    QPushButton* m_button;
    QTimer* m_time;
    std::function<void()> m_action;
};

} // namespace gf
