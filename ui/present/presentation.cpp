// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/presentation.h"

#include "ui/explain/formula_choice.h"
#include "ui/explain/formula_view.h"
#include "ui/labs/labs.h"
#include "ui/present/place_bar.h"
#include "ui/present/remote.h"
#include "ui/stage/stage_widget.h"
#include "ui/theme/text_size.h"

#include <QAction>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QMenuBar>
#include <QScreen>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr int stateVersion = 1; ///< of the saved arrangement of docks

/// With more room the words grow more: a projector has the same pixels for a larger wall.
double enlargement(const QSize& screen) {
    return std::clamp(screen.height() / 640.0, 1.15, 2.2);
}

/// Where in the column the stage stands, itself or within another widget.
int placeOf(const QWidget& stage, const QVBoxLayout& column) {
    for (int i = 0; i < column.count(); ++i)
        if (const QWidget* widget = column.itemAt(i)->widget();
            widget && (widget == &stage || widget->isAncestorOf(&stage)))
            return i;
    return 0;
}

} // namespace

Presentation::Presentation(QMainWindow* window, StageWidget* stage, QVBoxLayout* column)
    : QObject(window), m_window(window), m_stage(stage), m_place(new PlaceBar),
      m_formula(m_place->formula()), m_remote(new Remote(window)) {
    column->insertWidget(placeOf(*stage, *column), m_place);
    m_place->hide();
    connect(m_remote, &Remote::turned, this, &Presentation::turn);
    connect(m_remote, &Remote::firstWanted, this, [this] {
        if (m_page.number > 1)
            emit pageWanted(0);
    });
    connect(m_remote, &Remote::nextWanted, this, [this] {
        m_saysNext = !m_saysNext;
        showPage();
    });
}

QByteArray stateOfDocks(const QMainWindow& window) {
    return window.saveState(stateVersion);
}

bool restoreDocks(QMainWindow& window, const QByteArray& docks) {
    const Qt::WindowStates before = window.windowState();
    const bool shown = window.isVisible();
    if (!shown)
        window.setWindowState(before & ~(Qt::WindowMaximized | Qt::WindowFullScreen));
    // Docks come back one after another. Whatever of them is shown would have the window laid out,
    // which resizes it to what the first of them need, and replaces the list of tab bars that Qt is
    // going through.
    window.layout()->setEnabled(false);
    const bool known = window.restoreState(docks, stateVersion);
    window.layout()->setEnabled(true);
    if (!shown)
        window.setWindowState(before);
    return known;
}

void Presentation::setActions(QAction* next, QAction* previous) {
    m_next = next;
    m_previous = previous;
}

/// A press too many at either end of a lecture changes nothing.
void Presentation::turn(int by) {
    const int there = m_page.number + by;
    if (m_page.count == 0)
        (by > 0 ? m_next : m_previous)->trigger();
    else if (there >= 1 && there <= m_page.count)
        emit pageWanted(there - 1);
}

void Presentation::setPage(const PresentedPage& page) {
    if (page.number != m_page.number)
        m_saysNext = false;
    m_page = page;
    if (m_on)
        showPage();
}

void Presentation::showPage() {
    if (m_page.count == 0)
        return m_place->setLecture({}, {});
    const QString count = tr("page %1 of %2").arg(m_page.number).arg(m_page.count);
    const auto bold = [](const QString& text) {
        return QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
    };
    if (m_saysNext && m_page.next.isEmpty())
        return m_place->setLecture(tr("This is the last page."), count);
    if (m_saysNext)
        return m_place->setLecture(tr("Next: %1").arg(bold(m_page.next)), count);
    // A page that a view made has the picture's own title, which stands above it already.
    QStringList line;
    if (m_page.title != m_shownTitle)
        line += bold(m_page.title);
    if (!m_page.line.isEmpty())
        line += m_page.line;
    m_place->setLecture(line.join(QStringLiteral(" &nbsp; ")), count);
}

QByteArray Presentation::docks() const {
    return m_on ? m_docks : stateOfDocks(*m_window);
}

void Presentation::setOn(bool on) {
    if (on == m_on)
        return;
    on ? begin() : end();
    m_remote->setOn(on);
    m_place->setVisible(on);
    m_place->showFormula(on && !m_compared);
    for (auto* stage : m_window->findChildren<StageWidget*>()) // of all runs that are compared
        stage->setHeaderShown(!on);
    m_stage->setFocus();
}

void Presentation::setCompared(bool compared) {
    if (std::exchange(m_compared, compared) != compared)
        m_place->showFormula(m_on && !compared);
}

bool Presentation::hides(const QString& name) const {
    return std::ranges::any_of(m_hidden,
                               [&](const QWidget* widget) { return widget->objectName() == name; });
}

void Presentation::begin() {
    m_docks = stateOfDocks(*m_window);
    m_on = true;
    QList<QWidget*> others{m_window->menuBar()};
    for (auto* dock : m_window->findChildren<QDockWidget*>()) {
        others += dock;
        dock->toggleViewAction()->setEnabled(false);
    }
    for (auto* bar : m_window->findChildren<QToolBar*>())
        others += bar;
    for (QWidget* other : std::as_const(others))
        if (!other->isHidden()) {
            m_hidden += other;
            other->hide();
        }
    setFonts(enlargement(m_window->screen()->size()));
    m_window->setWindowState(m_window->windowState() | Qt::WindowFullScreen);
}

void Presentation::end() {
    m_on = false;
    setFonts(1);
    m_window->setWindowState(m_window->windowState() &
                             ~Qt::WindowFullScreen); // maximized, if it was
    for (auto* dock : m_window->findChildren<QDockWidget*>())
        dock->toggleViewAction()->setEnabled(true);
    for (QWidget* other : std::as_const(m_hidden))
        other->show();
    m_hidden.clear();
    restoreDocks(*m_window, m_docks);
}

void Presentation::follow(StageWidget* stage) {
    if (!m_on)
        return;
    stage->setHeaderShown(false);
    setFonts(enlargement(m_window->screen()->size()));
}

/// Each widget by itself: with a style sheet, children do not follow the font of their parents.
void Presentation::setFonts(double factor) {
    QFont font = m_window->font();
    font.setPointSizeF(font.pointSizeF() * factor);
    QList<QWidget*> parts{m_place, m_formula};
    for (auto* stage : m_window->findChildren<StageWidget*>())
        parts += stage;
    for (auto* widget : m_window->findChildren<QWidget*>())
        if (widget->property(presentedLarge).toBool())
            parts += widget;
    for (QWidget* part : std::as_const(parts)) {
        part->setFont(font);
        for (auto* child : part->findChildren<QWidget*>())
            if (child->objectName() != QLatin1String("stageTitle")) {
                QFont own = font;
                own.setBold(child->font().bold());
                child->setFont(own);
            }
    }
    m_place->setSizes();
}

void Presentation::setTask(const QString& sentence) {
    m_place->setTask(sentence);
}

/// Not while it is off: the pointer moves far more often than anybody presents.
void Presentation::show(const Steps& steps, const Focus& focus) {
    if (!m_on)
        return;
    const Step* here = steps.at(focus);
    const LabPage* lab = findLabPage(focus.lab);
    m_shownTitle = lab ? titleOf(*lab) : here ? here->title : QString();
    showPage();
    if (lab)
        m_formula->setFormula(formulaFor(QStringLiteral("lab.") + focus.lab, {}, false));
    else
        m_formula->setFormula(
            here ? formulaOf(*steps.graph(), (*steps.graph())[here->node], here->kind) : QString());
    m_place->show(steps, focus);
}

} // namespace gf
