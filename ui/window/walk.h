// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace gf {

/// Goes on by itself, one step at a time with a stop after each, while the person wants it.
class Walk : public QObject {
    Q_OBJECT
public:
    explicit Walk(QObject* parent = nullptr);

    bool isRunning() const { return m_timer.isActive(); }
    /// Steps per second.
    void setSpeed(double stepsPerSecond);
    double speed() const { return 1000.0 / m_timer.interval(); }

public slots:
    void setRunning(bool running);

signals:
    void advance();
    void runningChanged(bool running);

private:
    QTimer m_timer;
};

} // namespace gf
