// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/tour.h"

#include "ui/controls/commands.h"
#include "ui/messages/intents.h"
#include "ui/steps/navigation.h"
#include "ui/tour/tour_card.h"
#include "ui/tour/tour_layout.h"

#include <QEvent>
#include <QScopedValueRollback>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr auto seenSetting = "tour/seen";

/// The model has learnt before one's eyes, long enough to see that it does.
bool hasLookedOn(const TrainingStatus& status) {
    constexpr double seconds = 20;
    return status.unsavedSeconds >= seconds || status.idleReason == IdleReason::StepsDone;
}

} // namespace

Tour::Tour(QWidget* window, FocusModel* focus, const Steps* steps, Intents* intents,
           WidgetAt widgetAt)
    : Feature(window), m_window(window), m_focus(focus), m_steps(steps), m_intents(intents),
      m_widgetAt(std::move(widgetAt)), m_card(new TourCard(window)),
      m_frame(new TourFrame(window)) {
    m_frame->hide();
    connect(m_card, &TourCard::next, this, &Tour::next);
    connect(m_card, &TourCard::back, this, &Tour::back);
    connect(m_card, &TourCard::skipped, this, &Tour::end);
    connect(m_card, &TourCard::courseWanted, this, [this] {
        end();
        emit courseWanted();
    });
    connect(m_focus, &FocusModel::changed, this, &Tour::followFocus);
    connect(intents, &Intents::sent, this, &Tour::follow);
}

void Tour::follow(const Intent& intent) {
    if (intent.get<intent::Train>())
        trainingWanted();
    else if (intent.get<intent::StepOnce>() || intent.get<intent::LookAt>())
        giveUpHold();
}

bool Tour::perform(Command command, bool /*checked*/) {
    if (command != Command::Tour)
        return false;
    if (isOn())
        takeKeyboard();
    else
        begin();
    return true;
}

void Tour::showNews(const News& news) {
    if (const auto* run = news.get<RunInfo>()) {
        m_showcase = run->isShowcase;
        m_firstLook.reset();
        abandon();
    } else if (const auto* status = news.get<TrainingStatus>()) {
        if (m_offered && m_showcase && m_firstLook && hasLookedOn(*status))
            beginUnlessBusy();
        showStatus(*status);
    } else if (const auto* walk = news.get<WalkedStep>()) {
        if (walk->active)
            abandon(); // training on would end the walk
    } else if (news.get<news::Traced>() && !m_firstLook) {
        m_firstLook = withoutCell(m_focus->focus());
    }
}

/// Who has gone elsewhere meanwhile needs no tour now; the next start offers it again.
void Tour::beginUnlessBusy() {
    m_offered = false;
    if (withoutCell(m_focus->focus()) == *m_firstLook)
        begin();
}

void Tour::offer() {
    m_offered = !QSettings().value(seenSetting).toBool();
}

void Tour::begin() {
    QSettings().setValue(seenSetting, true);
    emit beginning();
    start();
}

void Tour::start() {
    m_trained = false;
    enter(0);
}

/// Whether it trains is for the person to say, also at the stop that asks for it.
void Tour::next() {
    if (m_stop + 1 < static_cast<int>(tourStops().size()))
        enter(m_stop + 1);
    else
        end();
}

void Tour::back() {
    if (m_stop > 0)
        enter(m_stop - 1);
}

void Tour::end() {
    if (!isOn())
        return;
    leave();
    if (std::exchange(m_holds, false))
        m_intents->send(intent::LetGo{});
}

void Tour::abandon() {
    m_holds = false;
    leave();
}

void Tour::leave() {
    const bool was = std::exchange(m_stop, -1) >= 0;
    m_corner.reset();
    watch(nullptr);
    // The keyboard goes back to the window and not to whatever is next.
    if (m_card->isAncestorOf(m_window->focusWidget()))
        if (QWidget* stage = m_widgetAt(TourPlace::Stage))
            stage->setFocus();
    m_card->hide();
    m_frame->hide();
    if (was)
        emit left();
}

void Tour::takeOver(Tour& other) {
    const int stop = other.m_stop;
    m_offered = other.m_offered;
    m_firstLook = other.m_firstLook;
    m_holds = other.m_holds;
    m_trained = other.m_trained;
    other.abandon();
    if (stop >= 0)
        enter(stop);
}

void Tour::takeKeyboard() {
    m_card->takeKeyboard();
}

void Tour::enter(int stop) {
    m_stop = stop;
    const std::span<const TourStop> stops = tourStops();
    const TourStop& here = stops[stop];
    if (m_steps->graph()) {
        const QScopedValueRollback moving(m_moving, true);
        m_focus->set(focusOf(here.focus, *m_steps, m_focus->focus()));
    }
    m_entered = m_focus->focus();
    watch(m_widgetAt(here.place));
    showText();
}

/// What the first stop says of the run holds for the one that is open.
void Tour::showText() {
    const std::span<const TourStop> stops = tourStops();
    const TourStop& here = stops[m_stop];
    const TourRun run = tourRunOf(*m_steps);
    QString text = textOf(here, run);
    if (m_stop == 0 && m_holds)
        text += ' ' + tr("For the tour the training waits.");
    m_card->show(titleOf(here, run), text, m_stop + 1, static_cast<int>(stops.size()));
    place();
}

/// What is asked for has been done; the tour goes on when everybody has heard of it.
void Tour::followFocus(const Focus& focus) {
    if (!isOn() || m_moving)
        return;
    const TourAction action = tourStops()[m_stop].action;
    if (!isDone(action, m_entered, focus))
        return;
    const auto goOn = [this, stop = m_stop] {
        if (m_stop == stop)
            next();
    };
    QMetaObject::invokeMethod(this, goOn, Qt::QueuedConnection);
}

void Tour::showStatus(const TrainingStatus& status) {
    if (!isOn() || !status.running || m_trained || std::exchange(m_holds, true))
        return;
    m_intents->send(intent::Hold{});
    if (m_stop == 0)
        showText();
}

void Tour::trainingWanted() {
    giveUpHold();
    if (isOn() && tourStops()[m_stop].action == TourAction::Train)
        next();
}

void Tour::giveUpHold() {
    m_trained = true;
    if (std::exchange(m_holds, false) && m_stop == 0)
        showText();
}

bool Tour::pinsCell() const {
    return isOn() && gf::pinsCell(tourStops()[m_stop].focus);
}

/// Whatever moves the target moves one of the widgets that it stands in.
void Tour::watch(QWidget* target) {
    for (const QPointer<QWidget>& widget : std::as_const(m_watched))
        if (widget)
            widget->removeEventFilter(this);
    m_watched.clear();
    m_target = target;
    for (QWidget* widget = target; widget; widget = widget->parentWidget()) {
        widget->installEventFilter(this);
        m_watched += widget;
        if (widget == m_window)
            return;
    }
}

void Tour::place() {
    const bool isSeen =
        m_target && m_target->isVisible() && m_target->window() == m_window->window();
    const QRect target =
        isSeen ? QRect(m_target->mapTo(m_window, QPoint()), m_target->size()) : QRect();
    m_frame->setVisible(isSeen);
    if (isSeen) {
        m_frame->surround(target);
        m_frame->raise();
    }
    const TourStop& here = tourStops()[m_stop];
    QWidget* stage = m_widgetAt(TourPlace::Stage);
    const QRect figure = stage && stage->isVisible()
                             ? QRect(stage->mapTo(m_window, QPoint()), stage->size())
                             : QRect();
    const QRect framed = isSeen ? m_frame->geometry() : target;
    m_card->setGeometry(placeCard(
        m_window->rect(), framed, figure, here.sides,
        [this](int width) { return m_card->sizeFor(width); }, m_corner));
    m_corner = m_card->geometry().bottomRight();
    m_card->raise();
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
        if (isOn())
            place();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace gf
