// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"

#include <QHash>

#include <memory>

namespace gf {

class Banner;
class CompareControl;
class LessonControl;
class Room;
struct Lesson;
struct LessonAnswers;
struct Shown;

/// What a teacher needs of a lesson beside teaching it: the sheet, the room, its figures, the order
/// of its pages; and what a student hands in.
class TeacherControl : public Feature {
    Q_OBJECT
public:
    /// All must outlive it; dialogs open over `window`.
    TeacherControl(LessonControl* lesson, const Shown& shown, const CompareControl* compare,
                   Banner* banner, QWidget* window);
    ~TeacherControl() override;

    bool perform(Command command, bool checked) override;

    /// As `begin` of LessonFigures.
    void saveFigures(const QString& path);
    void saveAnswers(const QString& path);

private:
    void showSheet(const std::shared_ptr<const Lesson>& lesson);
    void showRoom(const std::shared_ptr<const Lesson>& lesson);
    void askForFigures();
    void askForAnswers();
    void arrangePages();
    void notice(const QString& sentence);
    void fail(const QString& sentence);
    bool isOpen();

    LessonControl* m_lesson;
    const Shown& m_shown;
    const CompareControl* m_compare;
    Banner* m_banner;
    QWidget* m_window;
    QHash<QString, std::shared_ptr<Room>> m_rooms; ///< of lessons, by what they say
};

} // namespace gf
