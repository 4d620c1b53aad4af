// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/banner.h"

#include "ui/explain/text_block.h"
#include "ui/language/plain_text.h"
#include "ui/theme/motion.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QGraphicsOpacityEffect>
#include <QHBoxLayout>
#include <QPropertyAnimation>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

/// A message has one, or none.
std::vector<Banner::Button> buttonsOf(const QString& text, std::function<void()> action) {
    if (text.isEmpty())
        return {};
    return {{text, std::move(action)}};
}

} // namespace

Banner::Banner(QWidget* parent)
    : QFrame(parent), m_text(new TextBlock),
      m_scroll(new QScrollArea(this)), m_buttons{new QPushButton(this), new QPushButton(this)},
      m_time(new QTimer(this)), m_effect(new QGraphicsOpacityEffect(this)),
      m_fading(new QPropertyAnimation(m_effect, "opacity", this)) {
    setObjectName(QStringLiteral("banner"));
    setAutoFillBackground(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(m_text);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setMinimumSize(100, 0);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_text->setAutoFillBackground(false);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, &Banner::finish);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 4, 6, 4);
    row->addWidget(m_scroll, 1);
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        connect(m_buttons[i], &QPushButton::clicked, this, [this, i] { press(i); });
        row->addWidget(m_buttons[i]);
    }
    row->addWidget(close);
    setFrameShape(QFrame::StyledPanel);
    m_time->setSingleShot(true);
    connect(m_time, &QTimer::timeout, this, &Banner::fade);
    m_effect->setEnabled(false);
    setGraphicsEffect(m_effect);
    m_fading->setDuration(250);
    m_fading->setStartValue(1.0);
    m_fading->setEndValue(0.0);
    connect(m_fading, &QPropertyAnimation::finished, this, &Banner::finish);
    if (parent)
        parent->installEventFilter(this);
    hide();
}

void Banner::press(std::size_t button) {
    if (button >= m_shown.buttons.size())
        return;
    const std::function<void()> action = m_shown.buttons[button].action;
    finish();
    if (action)
        action();
}

void Banner::say(Tone tone, const QString& sentence) {
    offer(tone, sentence, QString(), {});
}

void Banner::offer(Tone tone, const QString& sentence, const QString& button,
                   std::function<void()> action) {
    show({std::nullopt, tone, sentence, buttonsOf(button, std::move(action)), {}});
}

void Banner::keep(Topic topic, Tone tone, const QString& sentence, const QString& button,
                  std::function<void()> action) {
    keep(topic, tone, sentence, buttonsOf(button, std::move(action)));
}

void Banner::keep(Topic topic, Tone tone, const QString& sentence, std::vector<Button> buttons,
                  const QString& whole) {
    const bool newerIsRead = keeps(topic) && isVisible() && !m_shown.topic;
    std::erase_if(m_kept, [&](const Message& message) { return message.topic == topic; });
    m_kept.push_back({topic, tone, sentence, std::move(buttons), whole});
    if (!newerIsRead)
        showKept();
}

bool Banner::keeps(Topic topic) const {
    return std::any_of(m_kept.begin(), m_kept.end(),
                       [&](const Message& message) { return message.topic == topic; });
}

void Banner::settle(Topic topic) {
    if (m_shown.topic == topic)
        return finish();
    std::erase_if(m_kept, [&](const Message& message) { return message.topic == topic; });
}

void Banner::settle() {
    std::erase_if(m_kept, [](const Message& message) { return message.topic != Topic::Recovery; });
    showKept();
}

/// What is shown is over; what was kept before it is shown again.
void Banner::finish() {
    if (m_shown.topic)
        std::erase_if(m_kept,
                      [this](const Message& message) { return message.topic == m_shown.topic; });
    showKept();
}

void Banner::showKept() {
    if (!m_kept.empty())
        return show(m_kept.back());
    m_time->stop();
    m_shown = {};
    hide();
}

void Banner::show(const Message& message) {
    m_shown = message;
    const QString& sentence = m_shown.sentence;
    m_text->writePlain(oneLine(sentence, sentence.size()));
    m_text->setAccessibleName(m_shown.whole.isEmpty() ? sentence : m_shown.whole);
    m_text->setToolTip(plainTip(m_shown.whole));
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const bool isThere = i < m_shown.buttons.size();
        m_buttons[i]->setText(isThere ? m_shown.buttons[i].text : QString());
        m_buttons[i]->setVisible(isThere);
    }
    dress();
    m_fading->stop();
    m_effect->setEnabled(false);
    QFrame::show(); // which lays out first what is still to be laid out around it
    place();
    raise();
    m_time->stop();
    if (m_shown.tone == Tone::Notice)
        m_time->start(static_cast<int>(3000 + 60 * sentence.size())); // the time to read it
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

/// Over the lower end of the stage, where its title and its matrices are not.
void Banner::place() {
    constexpr int margin = 12;
    constexpr int widest = 720;
    const QSize room = parentWidget()->size();
    const int width = std::min(widest, room.width() - 2 * margin);
    resize(width, height());
    layout()->activate(); // so that the text has its width
    m_scroll->setMaximumHeight(m_text->heightForWidth(m_scroll->width())); // amid its buttons
    const int most = std::max(0, room.height() - 2 * margin);
    const int height = std::min(textHeight(), most);
    setGeometry((room.width() - width) / 2, room.height() - height - margin, width, height);
}

/// All of the text, or the buttons beside a short one.
int Banner::textHeight() const {
    const QMargins around = layout()->contentsMargins();
    const int frame = 2 * frameWidth() + around.top() + around.bottom();
    int inner = m_text->heightForWidth(m_scroll->width());
    for (const QWidget* button : findChildren<QAbstractButton*>(Qt::FindDirectChildrenOnly))
        if (!button->isHidden())
            inner = std::max(inner, button->sizeHint().height());
    return frame + inner;
}

void Banner::fade() {
    if (isMotionReduced())
        return finish();
    m_effect->setEnabled(true);
    m_fading->start();
}

bool Banner::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    return QFrame::eventFilter(watched, event);
}

QString Banner::text() const {
    return m_text->toPlainText();
}

void Banner::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        dress();
}

/// A light wash of the tone over the window's own colour, so that its text keeps its contrast.
void Banner::dress() {
    QPalette palette = parentWidget() ? parentWidget()->palette() : QPalette();
    const Theme theme = Theme::of(palette);
    const QColor base = theme.window;
    const QColor tone = m_shown.tone == Tone::Error ? theme.error : theme.selection;
    const double share = 0.16;
    const auto mix = [share](int a, int b) {
        return static_cast<int>((1 - share) * a + share * b);
    };
    palette.setColor(QPalette::Window,
                     QColor(mix(base.red(), tone.red()), mix(base.green(), tone.green()),
                            mix(base.blue(), tone.blue())));
    setPalette(palette);
}

} // namespace gf
