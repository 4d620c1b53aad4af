// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/presenter_window.h"

#include "ui/explain/text_block.h"
#include "ui/theme/presented_text.h"
#include "ui/theme/type_scale.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTime>

namespace gf {

PresenterWindow::PresenterWindow(QWidget* window)
    : QWidget(window, Qt::Window), m_place(new PlainLabel(this)), m_title(new PlainLabel(this)),
      m_notes(new TextBlock), m_next(new PlainLabel(this)), m_clock(new PlainLabel(this)) {
    constexpr int second = 1000;
    setWindowTitle(tr("Notes of the lecture"));
    setObjectName(QStringLiteral("presenterWindow"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    addActions(window->actions());
    for (const auto& [part, name] : {std::pair<QWidget*, const char*>{m_place, "presentedPlace"},
                                     {m_title, "presentedTitle"},
                                     {m_notes, "presentedNotes"},
                                     {m_next, "presentedNext"},
                                     {m_clock, "presentedClock"}})
        part->setObjectName(QLatin1String(name));
    m_notes->setAccessibleName(tr("Notes"));
    m_column = new QScrollArea(this);
    m_column->setWidget(m_notes);
    m_column->setWidgetResizable(true);
    m_column->setFrameShape(QFrame::NoFrame);
    QFont large = scaledFont(font(), type::section);
    m_clock->setFont(large);
    m_next->setFont(large);
    large = scaledFont(font(), type::title);
    large.setBold(true);
    m_title->setFont(large);
    m_title->setWordWrap(true);
    m_next->setWordWrap(true);
    auto* swap = new QPushButton(tr("&Swap the screens"), this);
    swap->setFocusPolicy(Qt::TabFocus);
    connect(swap, &QPushButton::clicked, this, &PresenterWindow::swapWanted);
    auto* top = new QHBoxLayout;
    top->addWidget(m_place, 1);
    top->addWidget(m_clock);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_next, 1);
    bottom->addWidget(swap);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6 * gridUnit, 4 * gridUnit, 6 * gridUnit, 4 * gridUnit);
    rows->setSpacing(3 * gridUnit);
    rows->addLayout(top);
    rows->addWidget(m_title);
    rows->addWidget(m_column, 1);
    rows->addLayout(bottom);
    m_ticks.setInterval(second);
    connect(&m_ticks, &QTimer::timeout, this, &PresenterWindow::tick);
}

void PresenterWindow::showPage(const QString& place, const QString& title, const QString& notes,
                               const QString& next) {
    m_place->setText(place);
    m_title->setText(title);
    if (m_notes->html() != notes)
        m_column->verticalScrollBar()->setValue(0);
    m_notes->write(notes);
    m_next->setText(next);
}

void PresenterWindow::showOn(const QScreen& screen) {
    if (!m_since.isValid())
        m_since.start();
    tick();
    m_ticks.start();
    setWindowState(Qt::WindowNoState); // which would stay on the screen that it is on
    setGeometry(screen.availableGeometry());
    showMaximized();
}

void PresenterWindow::end() {
    m_since.invalidate();
    m_ticks.stop();
    hide();
}

void PresenterWindow::tick() {
    const QTime since = QTime::fromMSecsSinceStartOfDay(static_cast<int>(m_since.elapsed()));
    m_clock->setText(tr("%1 · %2 since the beginning")
                         .arg(QLocale().toString(QTime::currentTime(), QLocale::ShortFormat),
                              since.toString(QStringLiteral("h:mm:ss"))));
}

} // namespace gf
