// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <array>
#include <functional>
#include <optional>
#include <vector>

class QGraphicsOpacityEffect;
class QPropertyAnimation;
class QPushButton;
class QScrollArea;
class QTimer;

namespace gf {

class TextBlock;

/// A few words that float over the lower end of their parent and say what went wrong (or well)
/// without stopping or moving anything. What went well fades by itself; what went wrong stays until
/// it is closed, is over, or something newer is said. What is kept is needed until it is settled:
/// it comes back when something newer is over.
class Banner : public QFrame {
    Q_OBJECT
public:
    enum class Tone {
        Error,
        Notice,
        Work,    ///< goes on, and stays said until it is over
        Question ///< stays until it is answered or closed
    };

    enum class Topic { Divergence, Building, Device, Recovery };

    explicit Banner(QWidget* parent = nullptr);

    void say(Tone tone, const QString& sentence);
    /// With a button that does something about it and closes the banner.
    void offer(Tone tone, const QString& sentence, const QString& button,
               std::function<void()> action);
    struct Button {
        QString text;
        std::function<void()> action;
    };
    /// The same, kept until a button is pressed, it is closed or the topic is settled. About what
    /// is kept already it says nothing while something newer is read.
    void keep(Topic topic, Tone tone, const QString& sentence, const QString& button = {},
              std::function<void()> action = {});
    /// `whole`: what the sentence says where it is cut, as its tip; empty: it is not.
    void keep(Topic topic, Tone tone, const QString& sentence, std::vector<Button> buttons,
              const QString& whole = {});
    bool keeps(Topic topic) const;
    /// The topic is over.
    void settle(Topic topic);
    /// All that was said of the run is over.
    void settle();
    QString text() const;

    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Message {
        std::optional<Topic> topic; ///< of what is kept
        Tone tone = Tone::Notice;
        QString sentence;
        std::vector<Button> buttons;
        QString whole; ///< where the sentence is cut
    };

    void press(std::size_t button);
    void show(const Message& message);
    void finish();
    void showKept();
    void dress();
    void place();
    int textHeight() const;
    void fade();

    Message m_shown;
    std::vector<Message> m_kept; ///< the newest last
    TextBlock* m_text;
    QScrollArea* m_scroll; ///< a message higher than the parent is still read to its end
    std::array<QPushButton*, 2> m_buttons; ///< those that the message has not are hidden
    QTimer* m_time;
    QGraphicsOpacityEffect* m_effect; ///< enabled while it fades
    QPropertyAnimation* m_fading;
};

} // namespace gf
