// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/motion.h"

#include "ui/theme/desktop_setting.h"

#include <QPainter>
#include <QSettings>

namespace gf {

namespace {

constexpr int usualTime = 200;
const QString motionSetting = QStringLiteral("window/reducedMotion");

bool desktopReducesMotion() {
    const QVariant gnome = desktopSetting(QStringLiteral("gtk-3.0/settings.ini"),
                                          QStringLiteral("Settings/gtk-enable-animations"));
    const QVariant kde =
        desktopSetting(QStringLiteral("kdeglobals"), QStringLiteral("KDE/AnimationDurationFactor"));
    return (gnome.isValid() && !gnome.toBool()) || (kde.isValid() && kde.toDouble() == 0);
}

} // namespace

bool isMotionReduced() {
    const QVariant chosen = QSettings().value(motionSetting);
    return chosen.isValid() ? chosen.toBool() : desktopReducesMotion();
}

void setMotionReduced(bool reduced) {
    QSettings().setValue(motionSetting, reduced);
}

int transitionTime() {
    return isMotionReduced() ? 0 : usualTime;
}

void Fade::over(QWidget* widget) {
    if (auto* running = widget->findChild<Fade*>(QString(), Qt::FindDirectChildrenOnly)) {
        // One who goes on at once wants to see where, not transitions; as long as that lasts.
        running->hide();
        running->m_opacity.setCurrentTime(0);
        return;
    }
    if (widget->isVisible() && transitionTime() > 0)
        new Fade(widget); // the widget's child; goes by itself
}

Fade::Fade(QWidget* widget) : QWidget(widget), m_before(widget->grab()) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setGeometry(widget->rect());
    m_opacity.setStartValue(1.0);
    m_opacity.setEndValue(0.0);
    m_opacity.setDuration(transitionTime());
    m_opacity.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_opacity, &QVariantAnimation::valueChanged, this, qOverload<>(&QWidget::update));
    connect(&m_opacity, &QVariantAnimation::finished, this, &QObject::deleteLater);
    show();
    raise();
    m_opacity.start();
}

void Fade::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setOpacity(m_opacity.currentValue().toDouble());
    painter.drawPixmap(0, 0, m_before);
}

} // namespace gf
