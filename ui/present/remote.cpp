// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/remote.h"

#include <QApplication>
#include <QCursor>
#include <QKeyEvent>
#include <QPainter>
#include <QRadialGradient>
#include <QWidget>

namespace gf {

namespace {

constexpr int followEvery = 16;    ///< milliseconds
constexpr int lightsInHeight = 30; ///< of the window

} // namespace

/// Over everything, in one colour.
class Cover : public QWidget {
public:
    explicit Cover(QWidget* parent) : QWidget(parent) {
        setObjectName(QStringLiteral("blankScreen"));
        setCursor(Qt::BlankCursor);
        hide();
    }
    QColor colour;

protected:
    void paintEvent(QPaintEvent* /*event*/) override { QPainter(this).fillRect(rect(), colour); }
};

namespace {

/// Seen on white, on black and on every colour of a matrix.
class PointOfLight : public QWidget {
public:
    explicit PointOfLight(QWidget* parent) : QWidget(parent) {
        setObjectName(QStringLiteral("pointOfLight"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QPointF middle = QRectF(rect()).center();
        QRadialGradient light(middle, width() / 2.0);
        light.setColorAt(0, QColor(255, 60, 60));
        light.setColorAt(0.4, QColor(255, 0, 0));
        light.setColorAt(0.5, QColor(255, 255, 255, 200));
        light.setColorAt(0.6, QColor(255, 0, 0, 110));
        light.setColorAt(1, QColor(255, 0, 0, 0));
        painter.setPen(Qt::NoPen);
        painter.setBrush(light);
        painter.drawEllipse(rect());
    }
};

bool isModifier(int key) {
    return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt ||
           key == Qt::Key_Meta || key == Qt::Key_AltGr;
}

} // namespace

Remote::Remote(QWidget* window)
    : QObject(window), m_window(window), m_cover(new Cover(window)),
      m_light(new PointOfLight(window)) {
    m_follow.setInterval(followEvery);
    connect(&m_follow, &QTimer::timeout, this, [this] {
        const QPoint at = m_window->mapFromGlobal(QCursor::pos());
        m_light->move(at - m_light->rect().center());
        m_light->setVisible(m_window->rect().contains(at) && m_cover->isHidden());
    });
}

void Remote::setOn(bool on) {
    if (on)
        qApp->installEventFilter(this);
    else
        qApp->removeEventFilter(this);
    m_cover->hide();
    setLight(false);
}

/// Not those of a field that is written in, except for turning, which no field may keep a hand in
/// the room from.
bool Remote::isOurs(const QWidget* widget, const QKeyEvent& key) const {
    if ((widget->window() != m_window && widget->window() != m_other) ||
        (key.modifiers() & ~Qt::KeypadModifier))
        return false;
    if (!m_cover->isHidden())
        return !isModifier(key.key());
    switch (key.key()) {
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
        return true;
    case Qt::Key_Home:
    case Qt::Key_B:
    case Qt::Key_Period:
    case Qt::Key_W:
    case Qt::Key_P:
        return !widget->testAttribute(Qt::WA_InputMethodEnabled);
    default:
        return false;
    }
}

void Remote::press(const QKeyEvent& key) {
    const bool isHeld = key.isAutoRepeat();
    if (!m_cover->isHidden()) {
        if (!isHeld)
            m_cover->hide();
    } else if (key.key() == Qt::Key_Home || (key.key() == Qt::Key_PageUp && isHeld)) {
        emit firstWanted();
    } else if (isHeld) {
        return; // a page a press
    } else if (key.key() == Qt::Key_P) {
        emit nextWanted();
    } else if (key.key() == Qt::Key_PageDown || key.key() == Qt::Key_PageUp) {
        emit turned(key.key() == Qt::Key_PageDown ? 1 : -1);
    } else {
        cover(key.key() == Qt::Key_W ? Qt::white : Qt::black);
    }
}

void Remote::cover(Qt::GlobalColor colour) {
    m_cover->colour = colour;
    m_cover->setGeometry(m_window->rect());
    m_cover->raise();
    m_cover->show();
}

void Remote::setLight(bool on) {
    if (on == m_follow.isActive())
        return;
    m_light->hide();
    if (!on)
        return m_follow.stop();
    const int size = m_window->height() / lightsInHeight;
    m_light->resize(size, size);
    m_light->raise();
    m_follow.start();
}

bool Remote::eventFilter(QObject* watched, QEvent* event) {
    if (!watched->isWidgetType())
        return false;
    const auto* widget = static_cast<QWidget*>(watched);
    switch (event->type()) {
    case QEvent::ShortcutOverride:
        if (isOurs(widget, *static_cast<QKeyEvent*>(event))) {
            event->accept();
            return true;
        }
        return false;
    case QEvent::KeyPress: {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (key.key() == Qt::Key_Control && widget->window() == m_window)
            setLight(true);
        if (!isOurs(widget, key))
            return false;
        press(key);
        return true;
    }
    case QEvent::KeyRelease:
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Control)
            setLight(false);
        return false;
    case QEvent::WindowDeactivate:
        setLight(false);
        return false;
    case QEvent::MouseButtonPress:
        if (widget == m_cover) {
            m_cover->hide();
            return true;
        }
        return false;
    case QEvent::ToolTip: // it would hide what the room looks at
        return widget->window() == m_window;
    case QEvent::Resize:
        if (widget == m_window)
            m_cover->setGeometry(m_window->rect());
        return false;
    default:
        return false;
    }
}

} // namespace gf
