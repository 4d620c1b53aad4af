// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/lesson_control.h"

#include <QObject>
#include <QPointer>

class QProgressDialog;

namespace gf {

class CompareControl;

/// Saves all that the pages of a lesson show in the window, one after the other, each as a figure
/// with its caption, compared runs beside each other. The window goes there meanwhile; it can be
/// cancelled.
class LessonFigures : public QObject {
    Q_OBJECT
public:
    /// Of the lesson that is open in `lesson`; all must outlive it. Nothing is replaced.
    LessonFigures(LessonControl* lesson, const Shown& shown, const CompareControl* compare,
                  QWidget* window);

    /// To `path` with a number and the step's name before its ending, which is that of an SVG or a
    /// PDF.
    void begin(const QString& path);
    const QStringList& written() const { return m_written; }

signals:
    /// All are written.
    void done();
    /// Why no further ones are; empty: the person did not want them.
    void stopped(const QString& why);

private:
    void next();
    void write();
    void end(const QString& why);

    LessonControl* m_lesson;
    const Shown& m_shown;
    const CompareControl* m_compare;
    QWidget* m_window;
    std::vector<LessonControl::Sight> m_sights;
    std::size_t m_at = 0;
    std::shared_ptr<const Lesson> m_of; ///< that the sights belong to
    QString m_path;
    QStringList m_written;
    bool m_isOver = false;
    QPointer<QProgressDialog> m_progress;
};

} // namespace gf
