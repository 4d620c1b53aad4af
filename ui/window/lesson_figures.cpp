// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lesson_figures.h"

#include "core/tensor/error.h"
#include "ui/compare/compare_control.h"
#include "ui/figure/paper.h"
#include "ui/language/wording.h"
#include "ui/messages/intents.h"
#include "ui/window/compared_figures.h"
#include "ui/window/shown.h"

#include <QFileInfo>
#include <QProgressDialog>

#include <utility>

namespace gf {

LessonFigures::LessonFigures(LessonControl* lesson, const Shown& shown,
                             const CompareControl* compare, QWidget* window)
    : QObject(window), m_lesson(lesson), m_shown(shown), m_compare(compare), m_window(window) {
    // Later: what is compared with it comes with it, and after it.
    connect(lesson, &LessonControl::arrived, this, &LessonFigures::write, Qt::QueuedConnection);
    connect(lesson, &LessonControl::missed, this, [this] {
        if (m_isOver)
            return;
        end(tr("the model of page %1 could not be shown").arg(m_sights[m_at].page + 1));
    });
}

void LessonFigures::begin(const QString& path) {
    m_path = path;
    m_sights = m_lesson->sights();
    m_of = m_lesson->panel()->sitting()->shared();
    m_progress = new QProgressDialog(m_window);
    m_progress->setWindowTitle(tr("Figures of the lesson"));
    m_progress->setAutoClose(false);
    m_progress->setMinimumDuration(0);
    m_progress->setMaximum(static_cast<int>(m_sights.size()));
    connect(m_progress, &QProgressDialog::canceled, this, [this] { end({}); });
    next();
}

void LessonFigures::next() {
    if (m_isOver)
        return;
    if (m_at == m_sights.size()) {
        m_isOver = true;
        delete m_progress;
        emit done();
        return;
    }
    m_progress->setLabelText(tr("Figure %1 of %2").arg(m_at + 1).arg(m_sights.size()));
    m_progress->setValue(static_cast<int>(m_at));
    m_lesson->show(m_sights[m_at]);
}

void LessonFigures::write() {
    const LessonSitting* open = m_lesson->panel()->sitting();
    if (m_isOver || m_at >= m_sights.size() || !m_shown.trace)
        return;
    if (!open || open->shared() != m_of) // its pages are gone
        return end(tr("another lesson was opened"));
    const auto figure = figureOnStages(m_compare->runs(), m_shown.focus.focus());
    if (!figure)
        return end(tr("page %1 shows nothing that can be drawn").arg(m_sights[m_at].page + 1));
    const QFileInfo base(m_path);
    const bool isPdf = base.suffix().toLower() == QLatin1String("pdf");
    const QString path =
        QStringLiteral("%1/%2-%3-%4.%5")
            .arg(base.path(), base.completeBaseName())
            .arg(m_at + 1, 2, 10, QLatin1Char('0'))
            .arg(figure->fileName, isPdf ? QStringLiteral("pdf") : QStringLiteral("svg"));
    if (QFileInfo::exists(path))
        return end(tr("“%1” is there already; choose another name").arg(path));
    try {
        Paper paper;
        paper.caption = tr("%1, page %2: %3")
                            .arg(QString::fromStdString(m_of->title))
                            .arg(m_sights[m_at].page + 1)
                            .arg(figure->caption);
        saveBytes(path, paperBytes(figure->drawing(paper),
                                   isPdf ? FigureFormat::Pdf : FigureFormat::Svg, paper.dpi));
    } catch (const Error& error) {
        return end(translated(error.sentence()));
    }
    m_written += path;
    ++m_at;
    next();
}

void LessonFigures::end(const QString& why) {
    if (std::exchange(m_isOver, true))
        return;
    if (m_progress)
        m_progress->deleteLater();
    emit stopped(why);
}

} // namespace gf
