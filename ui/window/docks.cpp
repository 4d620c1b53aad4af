// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docks.h"

#include "ui/language/plain_text.h"
#include "ui/theme/text_size.h"
#include "ui/window/side_scroll.h"

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr int stateVersion = 1;     ///< of the saved arrangement of docks
constexpr int roomForMapToo = 1300; ///< pixels from which the map stays beside two stages
constexpr int roomForMapBesideThree = 1750;
constexpr int largeTexts = 115; ///< per cent; with larger ones a row may be wider than a screen

QWidget* withRoomForLargeTexts(QWidget* row) {
    return textSize() > largeTexts ? new SideScroll(row) : row;
}

} // namespace

Docks::Docks(QMainWindow* window, const Widgets& widgets)
    : QObject(window), m_window(window),
      m_map(add(Qt::LeftDockWidgetArea, tr("Map"), QStringLiteral("map"), widgets.map)),
      m_explain(
          add(Qt::RightDockWidgetArea, tr("Explain"), QStringLiteral("explain"), widgets.explain)),
      m_whatIf(
          add(Qt::RightDockWidgetArea, tr("What if"), QStringLiteral("what-if"), widgets.whatIf)),
      m_example(add(Qt::BottomDockWidgetArea, tr("Example"), QStringLiteral("example"),
                    withRoomForLargeTexts(widgets.example))),
      m_train(add(Qt::BottomDockWidgetArea, tr("Train", "the dock"), QStringLiteral("train"),
                  withRoomForLargeTexts(widgets.train))) {
    m_whatIf->hide();
    // The example is always there, under everything but the training.
    m_example->setFeatures(QDockWidget::NoDockWidgetFeatures);
    m_example->setTitleBarWidget(new QWidget(m_example));
    // Its title stands at the side: height is what curves need.
    m_train->setFeatures(m_train->features() | QDockWidget::DockWidgetVerticalTitleBar);
    window->splitDockWidget(m_example, m_train, Qt::Vertical);
}

QDockWidget* Docks::add(Qt::DockWidgetArea area, const QString& title, const QString& name,
                        QWidget* widget) {
    auto* dock = new QDockWidget(title, m_window);
    dock->setObjectName(name);
    dock->setWidget(widget);
    // The theme gives a dock that floats a button to close it, and looks for that only when told.
    connect(dock, &QDockWidget::topLevelChanged, dock, [dock] {
        dock->style()->unpolish(dock);
        dock->style()->polish(dock);
        QEvent change(QEvent::StyleChange);
        QCoreApplication::sendEvent(dock, &change);
    });
    dock->toggleViewAction()->setToolTip(plainTip(tr("Show or hide %1").arg(title)));
    m_window->addDockWidget(area, dock);
    return dock;
}

QByteArray Docks::state() const {
    return m_window->saveState(stateVersion);
}

void Docks::keepAsFirst() {
    m_first = state();
}

void Docks::setFirstSizes() {
    const QSize size = m_window->size();
    m_window->resizeDocks({m_map, m_explain},
                          {std::clamp(size.width() * 20 / 100, 234, 310),
                           std::clamp(size.width() * 24 / 100, 244, 360)},
                          Qt::Horizontal);
    m_window->resizeDocks({m_train}, {std::clamp(108 + (size.height() - 640) / 4, 108, 240)},
                          Qt::Vertical);
}

void Docks::restoreFirst() {
    restore(m_first);
    setFirstSizes();
    if (!m_beforeComparison.isEmpty())
        m_beforeComparison = state();
}

/// Qt 6.4 goes back to a state that did not fit a window which is to be maximized whenever that is
/// resized for a moment, and the docks' items that it knows of may be gone by then.
bool Docks::restore(const QByteArray& docks) {
    const Qt::WindowStates before = m_window->windowState();
    const bool shown = m_window->isVisible();
    if (!shown)
        m_window->setWindowState(before & ~(Qt::WindowMaximized | Qt::WindowFullScreen));
    const bool known = m_window->restoreState(docks, stateVersion);
    if (!shown)
        m_window->setWindowState(before);
    return known;
}

/// All but the example, which is always there.
QList<QDockWidget*> Docks::movable() const {
    return {m_map, m_explain, m_whatIf, m_train};
}

QStringList Docks::hidden() const {
    QStringList names;
    for (const QDockWidget* dock : movable())
        if (dock->isHidden())
            names += dock->objectName();
    return names;
}

void Docks::setHidden(const QStringList& docks) {
    for (QDockWidget* dock : movable())
        if (const bool hidden = docks.contains(dock->objectName()); hidden != dock->isHidden())
            dock->setVisible(!hidden);
}

void Docks::setHiddenForOneRun(const QStringList& docks) {
    if (m_beforeComparison.isEmpty())
        setHidden(docks);
    else
        m_hiddenAfterComparison = docks;
}

void Docks::showForTour() {
    const QStringList before = hidden();
    QStringList during = before;
    for (const QDockWidget* dock : {m_map, m_explain, m_train})
        during.removeAll(dock->objectName());
    if (during == before)
        return;
    setHidden(during);
    m_tour = {before, during};
}

void Docks::hideAfterTour() {
    if (const auto tour = std::exchange(m_tour, std::nullopt); tour && hidden() == tour->second)
        setHidden(tour->first);
}

void Docks::makeRoomFor(int stages) {
    if (stages > 1 && m_beforeComparison.isEmpty()) {
        m_beforeComparison = state();
        m_explain->hide();
        m_map->setVisible(m_window->width() >=
                          (stages > 2 ? roomForMapBesideThree : roomForMapToo));
        m_window->resizeDocks({m_train}, {std::clamp(m_window->height() * 26 / 100, 150, 280)},
                              Qt::Vertical);
    } else if (stages < 2 && !m_beforeComparison.isEmpty()) {
        restore(std::exchange(m_beforeComparison, {}));
        if (const auto hidden = std::exchange(m_hiddenAfterComparison, std::nullopt))
            setHidden(*hidden);
    }
}

} // namespace gf
