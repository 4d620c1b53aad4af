// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/walk.h"

#include <algorithm>

namespace gf {

Walk::Walk(QObject* parent) : QObject(parent) {
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, &Walk::advance);
}

void Walk::setSpeed(double stepsPerSecond) {
    m_timer.setInterval(std::clamp(static_cast<int>(1000 / stepsPerSecond), 50, 60000));
}

void Walk::setRunning(bool running) {
    if (running == m_timer.isActive())
        return;
    if (running)
        m_timer.start();
    else
        m_timer.stop();
    emit runningChanged(running);
}

} // namespace gf
