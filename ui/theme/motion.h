// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QVariantAnimation>
#include <QWidget>

namespace gf {

/// How long a transition takes, in milliseconds; 0 when the person asks for reduced motion, in the
/// program or on the desktop.
int transitionTime();

/// Whether the person asked for it here (remembered), or the desktop does: GNOME's and KDE's files.
bool isMotionReduced();
void setMotionReduced(bool reduced);

/// What a widget looked like, fading away over what it looks like now: the short transition from
/// one step to the next. It never waits: whoever steps on while it runs sees the new step at once.
class Fade : public QWidget {
    Q_OBJECT
public:
    /// Call before `widget` changes. Does nothing where motion is reduced. Whoever goes on before a
    /// transition has ended sees none until he rests for as long as one takes.
    static void over(QWidget* widget);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    explicit Fade(QWidget* widget);

    QPixmap m_before;
    QVariantAnimation m_opacity;
};

} // namespace gf
