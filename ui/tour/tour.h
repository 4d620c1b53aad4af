// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/focus/focus.h"
#include "ui/tour/tour_stops.h"

#include <QList>
#include <QPointer>
#include <QWidget>

#include <functional>
#include <optional>

namespace gf {

class Intents;
struct Intent;
class TourCard;
class TourFrame;

/// A walk through the window for who sees it for the first time: at each stop a frame around a real
/// widget and a card beside it. What the card asks for moves the tour on when the person does it;
/// nothing moves it on by itself. Until the stop at which the person trains, it holds the training.
class Tour : public Feature {
    Q_OBJECT
public:
    using WidgetAt = std::function<QWidget*(TourPlace)>;

    /// Over `window`; `focus` and `steps` must outlive it.
    Tour(QWidget* window, FocusModel* focus, const Steps* steps, Intents* intents,
         WidgetAt widgetAt);

    bool isOn() const { return m_stop >= 0; }
    /// Which stop, counted from 0; −1 while it is off.
    int stop() const { return m_stop; }

    /// Begins it when the showcase has learnt for a while, unless it was seen before or the person
    /// has gone elsewhere by then.
    void offer();
    void start();
    /// Off, with the training let on that it held.
    void end();
    /// Off for another run, whose training is not the tour's.
    void abandon();
    /// Goes on with the tour of another window, which has ended then.
    void takeOver(Tour& other);
    void takeKeyboard();
    /// Whether the pin on the stage is that of the stop, which leaving the tour need not take back
    /// first.
    bool pinsCell() const;

    void next();
    void back();

    void showStatus(const TrainingStatus& status);
    /// The person has begun to train.
    void trainingWanted();
    /// The person has done something for which the run rests: the tour neither holds it nor lets it
    /// on from now.
    void giveUpHold();

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void beginning(); ///< the window makes itself ready for it
    void left();      ///< it is off again
    void courseWanted();

private:
    void begin();
    void beginUnlessBusy();
    void follow(const Intent& intent);
    void enter(int stop);
    void leave();
    void showText();
    void followFocus(const Focus& focus);
    void watch(QWidget* target);
    void place();

    QWidget* m_window;
    FocusModel* m_focus;
    const Steps* m_steps;
    Intents* m_intents;
    WidgetAt m_widgetAt;
    TourCard* m_card;
    TourFrame* m_frame;
    QList<QPointer<QWidget>> m_watched; ///< the target and what it stands in
    QPointer<QWidget> m_target;
    Focus m_entered;                ///< where the stop began
    std::optional<QPoint> m_corner; ///< of the card: its buttons stay where they can
    int m_stop = -1;
    bool m_offered = false;           ///< for when it has been looked on
    std::optional<Focus> m_firstLook; ///< where the window was with the run's first picture
    bool m_showcase = false;          ///< it is the showcase that is open
    bool m_moving = false;            ///< it is the tour that sets the focus
    bool m_holds = false;             ///< the training
    bool m_trained =
        false; ///< by the person, or at rest for what they do: it is theirs from then on
};

} // namespace gf
