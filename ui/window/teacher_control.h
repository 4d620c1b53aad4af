// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

#include <memory>

namespace gf {

class Banner;
class CompareControl;
class LessonControl;
struct Lesson;
struct LessonAnswers;
struct Shown;

/// What a teacher needs of a lesson beside teaching it: the sheet, the room, its figures; and
/// what a student hands in.
class TeacherControl : public Feature {
    Q_OBJECT
public:
    /// All must outlive it; dialogs open over `window`.
    TeacherControl(LessonControl* lesson, const Shown& shown, const CompareControl* compare,
                   Banner* banner, QWidget* window);

    bool perform(Command command, bool checked) override;

    /// As `begin` of LessonFigures.
    void saveFigures(const QString& path);
    void saveAnswers(const QString& typed);

private:
    void showSheet(const std::shared_ptr<const Lesson>& lesson);
    void showPoll(const std::shared_ptr<const Lesson>& lesson);
    void askForFigures();
    void askForAnswers();
    void notice(const QString& sentence);
    void fail(const QString& sentence);
    bool isOpen();

    LessonControl* m_lesson;
    const Shown& m_shown;
    const CompareControl* m_compare;
    Banner* m_banner;
    QWidget* m_window;
};

} // namespace gf
