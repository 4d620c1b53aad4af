// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/time_slider.h"

#include "ui/controls/shortcuts.h"
#include "ui/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QStyleOptionSlider>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr int leastMark = 10; ///< pixels of the letters A and B above the groove

} // namespace

TimeSlider::TimeSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setObjectName(QStringLiteral("timeSlider"));
    setAccessibleName(tr("Moment of the run"));
    setRange(0, 0);
    setSingleStep(1);
    setPageStep(10);
    setTracking(true);
    connect(this, &QSlider::valueChanged, this, [this] {
        describe();
        if (!m_quiet)
            emit moved(step());
    });
    describe();
    writeTip();
}

void TimeSlider::writeTip() {
    const Shortcuts keys = Shortcuts::saved();
    setToolTip(tipWithKeys(
        m_status.inFolders
            ? tr("The model’s training: drag or use the arrow keys to look at any moment of it")
            : tr("The run’s past: drag, use the arrow keys or click on the loss curve to "
                 "look at any moment of it; the right end is now"),
        keys.working(Command::EarlierCheckpoint) + keys.working(Command::LaterCheckpoint)));
}

QSize TimeSlider::sizeHint() const {
    return QSlider::sizeHint() + QSize(0, marksHeight());
}

/// The letters of the marks are smaller than those around them and follow their size.
int TimeSlider::markSize() const {
    return std::max(leastMark, fontMetrics().height() * 6 / 10);
}

/// Above the groove, for A, B and the fork.
int TimeSlider::marksHeight() const {
    return markSize() + 3;
}

void TimeSlider::setStatus(const TimeStatus& status, bool follow) {
    const qint64 before = m_status.checkpoints.isEmpty() ? 0 : step();
    const bool isOther = m_status.inFolders != status.inFolders;
    m_status = status;
    m_quiet = true;
    const int last = std::max(0, static_cast<int>(status.checkpoints.size()) - 1);
    const bool stay = !follow && !m_status.checkpoints.isEmpty();
    setRange(0, last);
    setPageStep(std::max(1, last / 10));
    setValue(stay ? positionOf(before) : status.shown ? positionOf(*status.shown) : last);
    m_quiet = false;
    describe();
    if (isOther)
        writeTip();
    update();
}

qint64 TimeSlider::stepAt(int position) const {
    if (m_status.checkpoints.isEmpty())
        return m_status.present;
    return m_status
        .checkpoints[std::clamp(position, 0, static_cast<int>(m_status.checkpoints.size()) - 1)];
}

/// The checkpoint nearest to a step.
int TimeSlider::positionOf(qint64 step) const {
    const auto& checkpoints = m_status.checkpoints;
    const auto after = std::lower_bound(checkpoints.begin(), checkpoints.end(), step);
    auto found = static_cast<int>(after - checkpoints.begin());
    if (after == checkpoints.end() || (found > 0 && step - checkpoints[found - 1] < *after - step))
        --found;
    return std::max(0, found);
}

void TimeSlider::goTo(qint64 step) {
    if (!m_status.checkpoints.isEmpty())
        setValue(positionOf(step));
}

void TimeSlider::describe() {
    setAccessibleDescription(
        atPresent() ? tr("now, training step %L1").arg(step())
                    : tr("training step %L1 of %L2").arg(step()).arg(m_status.present));
}

void TimeSlider::setAxis(double last) {
    if (std::exchange(m_last, last) != last)
        update();
}

/// The chart may not be drawn yet, or not up to the present.
double TimeSlider::lastOnAxis() const {
    return std::max({m_last, static_cast<double>(m_status.present), 1.0});
}

/// Of the axis, up to a step.
double TimeSlider::partOf(qint64 step) const {
    if (m_status.inFolders) // without a curve above them, and early ones may be close together
        return static_cast<double>(positionOf(step)) / std::max(1, maximum());
    return std::clamp(static_cast<double>(step) / lastOnAxis(), 0.0, 1.0);
}

/// The middle of the handle at a position.
double TimeSlider::placeOf(int position) const {
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, nullptr, this);
    return handle / 2.0 + partOf(stepAt(position)) * (width() - handle);
}

int TimeSlider::positionAt(double place) const {
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, nullptr, this);
    const double part = (place - handle / 2.0) / std::max(1, width() - handle);
    if (m_status.inFolders)
        return static_cast<int>(std::lround(std::clamp(part, 0.0, 1.0) * maximum()));
    return positionOf(std::llround(std::clamp(part, 0.0, 1.0) * lastOnAxis()));
}

/// A click goes to the checkpoint under the pointer instead of a page towards it, and takes hold of
/// the handle wherever between top and bottom it is.
void TimeSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        setValue(positionAt(event->position().x()));
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect handle =
        style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
    QMouseEvent onHandle(event->type(), QRectF(handle).center(), event->globalPosition(),
                         event->button(), event->buttons(), event->modifiers(),
                         event->pointingDevice());
    QSlider::mousePressEvent(&onHandle);
    event->setAccepted(onHandle.isAccepted());
}

/// To the checkpoint nearest to the pointer: steps are as far apart as they are on the axis.
void TimeSlider::mouseMoveEvent(QMouseEvent* event) {
    if (isSliderDown())
        setSliderPosition(positionAt(event->position().x()));
    else
        QSlider::mouseMoveEvent(event);
}

void TimeSlider::initStyleOption(QStyleOptionSlider* option) const {
    constexpr int fine = 100'000; ///< places of the handle, for the style
    QSlider::initStyleOption(option);
    option->rect.setTop(marksHeight());
    option->minimum = 0;
    option->maximum = fine;
    option->sliderPosition = option->sliderValue =
        static_cast<int>(std::lround(partOf(stepAt(sliderPosition())) * fine));
}

void TimeSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::of(palette());
    QStyleOptionSlider option;
    initStyleOption(&option);
    option.subControls = QStyle::SC_SliderGroove | QStyle::SC_SliderHandle;
    style()->drawComplexControl(QStyle::CC_Slider, &option, &painter, this);

    QFont letters = font();
    letters.setPixelSize(markSize());
    letters.setBold(true);
    painter.setFont(letters);
    const auto mark = [&](qint64 step, const QString& text) {
        const double x = placeOf(positionOf(step));
        const double half = 0.7 * markSize();
        const QRectF box(x - half, 0, 2 * half, marksHeight() - 1);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.text);
        QPainterPath flag;
        flag.addRoundedRect(QRectF(box.left(), box.top(), box.width(), box.height() - 2), 3, 3);
        flag.addPolygon(QPolygonF{
            {x - 3, box.bottom() - 2.5}, {x + 3, box.bottom() - 2.5}, {x, box.bottom() + 1}});
        painter.drawPath(flag.simplified());
        painter.setPen(theme.surface);
        painter.drawText(QRectF(box.left(), box.top(), box.width(), box.height() - 2),
                         Qt::AlignCenter, text);
    };
    for (const BranchInfo& branch : m_status.branches)
        if (branch.id == m_status.branch && !branch.first) {
            const double x = placeOf(positionOf(branch.fork));
            painter.setPen(QPen(theme.warning, 2));
            painter.drawLine(QPointF(x, 2), QPointF(x, height() - 3));
        }
    constexpr std::array names = {"A", "B"};
    for (std::size_t pin = 0; pin < names.size(); ++pin)
        if (m_status.pins[pin])
            mark(*m_status.pins[pin], QString::fromLatin1(names[pin]));
}

} // namespace gf
