// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/docks.h"

#include "ui/language/plain_text.h"
#include "ui/present/presentation.h"
#include "ui/theme/text_size.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QFontInfo>
#include <QLayout>
#include <QMainWindow>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

/// Holds a row of fields that may be wider than the window, as with large texts, and scrolls it
/// sideways there: no dock makes the window wider than its screen.
class SideScroll : public QScrollArea {
public:
    explicit SideScroll(QWidget* row, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int withBar(int height) const;
};

constexpr int narrowest = 120;

SideScroll::SideScroll(QWidget* row, QWidget* parent) : QScrollArea(parent) {
    setWidget(row);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, row->sizePolicy().verticalPolicy());
    setFocusPolicy(Qt::NoFocus);
    row->installEventFilter(this);
}

/// The bar takes its room below the row, not from it.
int SideScroll::withBar(int height) const {
    const bool needed = widget()->minimumSizeHint().width() > width();
    return height + (needed ? horizontalScrollBar()->sizeHint().height() : 0);
}

QSize SideScroll::sizeHint() const {
    const QSize size = widget()->sizeHint();
    return {size.width(), withBar(size.height())};
}

QSize SideScroll::minimumSizeHint() const {
    return {narrowest, withBar(widget()->minimumSizeHint().height())};
}

bool SideScroll::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

constexpr int roomForMapToo = 1300; ///< pixels from which the map stays beside two stages
constexpr int roomForMapBesideThree = 1750;
constexpr int largeTexts = 115; ///< per cent; with larger ones a row may be wider than a screen

/// A length of the window with which it is small: in pixels, and with large letters in their size.
struct Limit {
    int pixels;
    int letters;
};
constexpr Limit narrow{1180, 94}; ///< below it map, course and Explain share a place
constexpr Limit low{700, 56};     ///< below it curves fold away

/// Once it is, it takes clearly more to come back: nothing flickers while a window is resized.
bool isSmall(int length, const Limit& limit, bool before) {
    constexpr double clearly = 1.06;
    const int letters = QFontInfo(QApplication::font()).pixelSize();
    return length < std::max(limit.pixels, limit.letters * letters) * (before ? clearly : 1);
}

/// Of the dock with the curves, at first.
int curvesHeightFor(int window) {
    return std::clamp(108 + (window - 640) / 4, 108, 240);
}

/// Of those that share a place. A widget that is its parent's last child already is raised by
/// nothing, and Qt does not ask then which tab is chosen.
void chooseTabOf(QDockWidget* dock) {
    dock->lower();
    dock->raise();
}

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
                  withRoomForLargeTexts(widgets.train))),
      m_lesson(
          add(Qt::LeftDockWidgetArea, tr("Course"), QStringLiteral("lesson"), widgets.lesson)) {
    m_whatIf->hide();
    window->tabifyDockWidget(m_map, m_lesson);
    m_lesson->hide();
    // Later: it is said while docks are being laid out, whose items another corner, or docks that
    // come back after a lesson, would replace.
    connect(
        m_lesson, &QDockWidget::visibilityChanged, this,
        [this] {
            fitCorner();
            if (m_lesson->isHidden() && m_window->isVisible())
                emit lessonClosed();
        },
        Qt::QueuedConnection);
    // The example is always there, under everything but the training.
    m_example->setFeatures(QDockWidget::NoDockWidgetFeatures);
    m_example->setTitleBarWidget(new QWidget(m_example));
    // Its title stands at the side: height is what curves need.
    m_train->setFeatures(m_train->features() | QDockWidget::DockWidgetVerticalTitleBar);
    m_train->installEventFilter(this);
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
    // Of those that share a place only the one in front is shown: the others come there.
    connect(dock, &QDockWidget::visibilityChanged, dock->toggleViewAction(), &QAction::setChecked);
    connect(dock->toggleViewAction(), &QAction::triggered, dock, [dock] { chooseTabOf(dock); });
    dock->toggleViewAction()->setToolTip(plainTip(tr("Show or hide %1").arg(title)));
    m_window->addDockWidget(area, dock);
    return dock;
}

void Docks::keepAsFirst() {
    m_first = stateOfDocks(*m_window);
}

void Docks::setFirstSizes() {
    fit();
    setWidthsAtFirst();
    m_window->resizeDocks({m_train}, {curvesHeightFor(m_window->height())}, Qt::Vertical);
}

void Docks::setWidthsAtFirst() {
    const int width = m_window->width();
    const int explain = std::clamp(width * 24 / 100, 244, 360);
    if (m_kept.isNarrow)
        m_window->resizeDocks({m_explain}, {explain}, Qt::Horizontal);
    else
        m_window->resizeDocks({m_map, m_explain}, {std::clamp(width * 20 / 100, 234, 310), explain},
                              Qt::Horizontal);
}

void Docks::restoreFirst() {
    restoreDocks(*m_window, m_first);
    m_kept.isNarrow = false;
    m_kept.otherWidth.clear();
    fitWidth();
    setFirstSizes();
    if (!m_kept.beforeComparison.isEmpty())
        m_kept.beforeComparison = stateOfDocks(*m_window);
}

void Docks::fit() {
    if (m_kept.beforeComparison.isEmpty())
        fitWidth();
    const bool is = !m_isTouring && isSmall(m_window->height(), low, m_isLow);
    if (is != m_isLow)
        emit lowChanged(m_isLow = is);
}

/// Each width has its own arrangement, as the person left it; what is hidden is so in both.
void Docks::fitWidth() {
    const bool is = isSmall(m_window->width(), narrow, m_kept.isNarrow);
    if (is == m_kept.isNarrow)
        return;
    const QStringList hiddenBefore = hidden();
    const QByteArray before = stateOfDocks(*m_window);
    m_kept.isNarrow = is;
    if (m_kept.otherWidth.isEmpty() || !restoreDocks(*m_window, m_kept.otherWidth)) {
        if (is) {
            m_window->tabifyDockWidget(m_explain, m_map);
            m_window->tabifyDockWidget(m_map, m_lesson);
            chooseTabOf(m_explain);
        } else {
            m_window->addDockWidget(Qt::LeftDockWidgetArea, m_map);
            m_window->tabifyDockWidget(m_map, m_lesson);
        }
        setWidthsAtFirst();
    }
    m_kept.otherWidth = before;
    setHidden(hiddenBefore);
    if (!m_lesson->isHidden())
        widenForLesson();
}

/// A page has the height of the window beside it.
void Docks::fitCorner() {
    const bool stands = !m_lesson->isHidden() && !m_lesson->isFloating();
    for (const auto& [corner, side] : {std::pair(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea),
                                       std::pair(Qt::BottomRightCorner, Qt::RightDockWidgetArea)})
        m_window->setCorner(corner, stands && m_window->dockWidgetArea(m_lesson) == side
                                        ? side
                                        : Qt::BottomDockWidgetArea);
    if (const int before = m_lesson->isHidden() ? std::exchange(m_beforeLesson, 0) : 0)
        m_window->resizeDocks({m_explain}, {before}, Qt::Horizontal);
}

void Docks::showLesson() {
    const bool wasHidden = m_lesson->isHidden();
    if (wasHidden && m_window->tabifiedDockWidgets(m_explain).contains(m_lesson))
        m_beforeLesson = m_explain->width();
    m_lesson->show();
    chooseTabOf(m_lesson);
    fitCorner();
    if (wasHidden)
        widenForLesson();
}

void Docks::widenForLesson() {
    constexpr int lettersInLine = 54;
    const int wanted = m_lesson->fontMetrics().averageCharWidth() * lettersInLine;
    if (!m_lesson->isFloating())
        m_window->resizeDocks({m_lesson}, {std::min(wanted, m_window->width() * 36 / 100)},
                              Qt::Horizontal);
}

void Docks::setCurvesFolded(bool away) {
    // One line is lower than its title, which stands at the side.
    if (QWidget* before = m_train->titleBarWidget())
        before->deleteLater();
    m_train->setTitleBarWidget(away ? new QWidget(m_train) : nullptr);
    QWidget* row = m_train->widget();
    row->setSizePolicy(QSizePolicy::Preferred,
                       away ? QSizePolicy::Maximum : QSizePolicy::Preferred);
    row->updateGeometry();
    for (QLayout* outwards : {m_train->layout(), m_window->layout()})
        outwards->activate();
    const int first = curvesHeightFor(m_window->height());
    if (!away)
        m_window->resizeDocks({m_train}, {m_isLow || m_curvesHeight == 0 ? first : m_curvesHeight},
                              Qt::Vertical);
}

/// How high the curves are where the window is high enough is how high they come back. A window
/// that gets low has squeezed them before they fold.
bool Docks::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_train && event->type() == QEvent::Resize && !m_train->titleBarWidget() &&
        !isSmall(m_window->height(), low, m_isLow))
        m_curvesHeight = m_train->height();
    return QObject::eventFilter(watched, event);
}

QDockWidget* Docks::inFront(QDockWidget* dock) const {
    chooseTabOf(dock);
    return dock;
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
    if (m_kept.beforeComparison.isEmpty())
        setHidden(docks);
    else
        m_hiddenAfterComparison = docks;
}

void Docks::showForTour() {
    m_isTouring = true;
    fit();
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
    m_isTouring = false;
    fit();
}

void Docks::makeRoomFor(int stages) {
    if (stages > 1 && m_kept.beforeComparison.isEmpty()) {
        m_kept.beforeComparison = stateOfDocks(*m_window);
        m_explain->hide();
        m_map->setVisible(m_window->width() >=
                          (stages > 2 ? roomForMapBesideThree : roomForMapToo));
        m_window->resizeDocks({m_train}, {std::clamp(m_window->height() * 26 / 100, 150, 280)},
                              Qt::Vertical);
    } else if (stages < 2 && !m_kept.beforeComparison.isEmpty()) {
        // Layouts learn by events that stages went; until then docks beside these would make the
        // window larger.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        m_window->centralWidget()->updateGeometry();
        restoreDocks(*m_window, std::exchange(m_kept.beforeComparison, {}));
        if (const auto hidden = std::exchange(m_hiddenAfterComparison, std::nullopt))
            setHidden(*hidden);
        fit();
    }
}

} // namespace gf
