// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/presentation.h"

#include "ui/explain/formula_choice.h"
#include "ui/explain/formula_view.h"
#include "ui/labs/labs.h"
#include "ui/present/place_bar.h"
#include "ui/present/presenter_window.h"
#include "ui/present/remote.h"
#include "ui/stage/stage_widget.h"
#include "ui/theme/presented_text.h"
#include "ui/theme/type_scale.h"

#include <QAction>
#include <QDockWidget>
#include <QGuiApplication>
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
    // Once what is there now is known.
    for (const auto signal : {&QGuiApplication::screenAdded, &QGuiApplication::screenRemoved})
        connect(qGuiApp, signal, this, &Presentation::takeScreens, Qt::QueuedConnection);
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

QString Presentation::pageWords() const {
    return m_page.count == 0 ? QString() : tr("page %1 of %2").arg(m_page.number).arg(m_page.count);
}

QString Presentation::nextWords() const {
    return m_page.count == 0       ? QString()
           : m_page.next.isEmpty() ? tr("This is the last page.")
                                   : tr("Next: %1").arg(m_page.next);
}

void Presentation::showPage() {
    if (m_notes)
        m_notes->showPage(pageWords(), m_page.count > 0 ? m_page.title : m_shownTitle, m_page.notes,
                          nextWords());
    if (m_page.count == 0)
        return m_place->setLecture({}, {});
    const QString count = pageWords();
    const auto bold = [](const QString& text) {
        return QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
    };
    if (m_saysNext && m_page.next.isEmpty())
        return m_place->setLecture(nextWords(), count);
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
    // First, since what stands around them hangs on it; of all runs that are compared.
    for (auto* stage : m_window->findChildren<StageWidget*>())
        stage->setHeaderShown(!on);
    on ? begin() : end();
    m_remote->setOn(on);
    m_place->setVisible(on);
    m_place->showFormula(on && !m_compared);
    if (m_stage->isVisible())
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
    takeScreens();
    m_window->setWindowState(m_window->windowState() | Qt::WindowFullScreen);
}

/// The primary screen is the lecturer's own, unless they have said otherwise. A window that is on
/// another one already stays there.
Presentation::Screens Presentation::screens() const {
    QScreen* own = QGuiApplication::primaryScreen();
    QScreen* stage = m_window->screen();
    if (stage == own)
        for (QScreen* each : QGuiApplication::screens())
            if (each != own)
                stage = each;
    if (m_isSwapped)
        std::swap(own, stage);
    return {stage, own == stage ? nullptr : own};
}

void Presentation::takeScreens() {
    if (!m_on)
        return;
    const Screens screens = this->screens();
    if (screens.stage != m_window->screen()) {
        if (!m_before)
            m_before = Before{m_window->normalGeometry(), m_window->windowState()};
        // One that fills its screen would stay there.
        const Qt::WindowStates state = m_window->windowState();
        m_window->setWindowState(Qt::WindowNoState);
        m_window->setScreen(screens.stage);
        m_window->setGeometry(screens.stage->geometry());
        m_window->setWindowState(state);
    }
    fitText();
    if (screens.own && !m_notes) {
        m_notes = new PresenterWindow(m_window);
        m_remote->listenTo(m_notes);
        connect(m_notes, &PresenterWindow::swapWanted, this, [this] {
            m_isSwapped = !m_isSwapped;
            takeScreens();
        });
    }
    if (screens.own)
        m_notes->showOn(*screens.own);
    else if (m_notes)
        m_notes->hide();
    showPage();
}

/// Where it was before it was moved to the projector.
void Presentation::leaveProjector() {
    if (const auto before = std::exchange(m_before, std::nullopt)) {
        m_window->setWindowState(Qt::WindowNoState);
        m_window->setGeometry(before->geometry);
        m_window->setWindowState(before->state & ~Qt::WindowFullScreen);
    }
}

void Presentation::end() {
    m_on = false;
    fitText();
    if (m_notes)
        m_notes->end();
    m_window->setWindowState(m_window->windowState() &
                             ~Qt::WindowFullScreen); // maximized, if it was
    for (auto* dock : m_window->findChildren<QDockWidget*>())
        dock->toggleViewAction()->setEnabled(true);
    for (QWidget* other : std::as_const(m_hidden))
        other->show();
    m_hidden.clear();
    restoreDocks(*m_window, m_docks);
    leaveProjector();
}

void Presentation::follow(StageWidget* stage) {
    if (m_on)
        stage->setHeaderShown(false);
}

void Presentation::fitText() {
    if (m_on)
        presentText(this, m_window->screen()->size().height() / presentedLines,
                    m_window->logicalDpiY());
    else
        endPresentedText(this);
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
    m_shownTitle = !m_view.isEmpty() ? m_view
                   : lab             ? titleOf(*lab)
                   : here            ? here->title
                                     : QString();
    showPage();
    if (!m_view.isEmpty()) {
        m_formula->setFormula({});
        return m_place->showTitle(m_view);
    }
    if (lab)
        m_formula->setFormula(formulaFor(QStringLiteral("lab.") + focus.lab, {}, false));
    else
        m_formula->setFormula(
            here ? formulaOf(*steps.graph(), (*steps.graph())[here->node], here->kind) : QString());
    m_place->show(steps, focus);
}

} // namespace gf
