// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/shared_view.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace gf {

class Banner;
class Intents;
class LessonControl;
struct Shown;

/// Lectures of one's own: what the window shows becomes a page of one, pages are changed, and all
/// of it is packed.
class LectureControl : public Feature {
    Q_OBJECT
public:
    /// All must outlive it; `scene` is what the window shows, and dialogs open over `window`.
    LectureControl(LessonControl* lesson, const Shown& shown, std::function<Scene()> scene,
                   Intents* intents, Banner* banner, QWidget* window);

    /// As the window before this one had it.
    void takeOver(const LectureControl& other);

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;

private:
    /// What `work` throws as an Error is said.
    void attempt(const std::function<void()>& work);
    void notice(const QString& sentence);
    void fail(const QString& sentence);
    void copyView();
    /// That takes the place of a lecture that is open.
    void beginLecture();
    void addTo(const QString& path, int replaced = -1);
    void putPage(const QString& path, const SeenView& view, int replaced);
    void modelIsSaved(const news::CopySaved& copy);
    void editPage(LessonPanel::PageEdit edit);
    void rename(int page);
    void undo();
    void write(const QString& path, const std::shared_ptr<const Lesson>& lesson,
               const QString& said);
    void askWhereToPack();
    void arrangePages();
    SeenView seen() const;
    /// The one that is shown, else the one that a view was added to last, also in another session;
    /// empty where it is gone.
    QString file() const;
    /// What stands in such a file by now; null where it is not there yet. Throws Error.
    std::shared_ptr<const Lesson> lectureIn(const QString& path);
    /// Writes another text for it, a packed one with the models that it names by now, and `said`;
    /// undo() takes it back. Nothing that could not be opened is written. Throws Error.
    void rewrite(const QString& path, const QString& text, const QString& said);

    LessonControl* m_lesson;
    const Shown& m_shown;
    std::function<Scene()> m_scene;
    Intents* m_intents;
    Banner* m_banner;
    QWidget* m_window;
    /// A view whose model is being saved beside the lecture.
    struct Adding {
        IntentId asked = 0;
        QString lecture;
        SeenView view;
        int replaced = -1; ///< a page, from 0; less: one more page
    };
    std::optional<Adding> m_adding;
    news::CopySaved m_copy; ///< of the run as it is, for one more view of it; no path: none
    QString m_copiedFor;    ///< the lecture that has it
    /// One that is being packed.
    struct Packing {
        IntentId asked = 0;
        QString path;
        std::shared_ptr<const Lesson> lesson;
        QString said;
    };
    std::optional<Packing> m_packing;
    /// Lectures as they were before they were rewritten, the newest last.
    std::vector<std::pair<QString, std::shared_ptr<const Lesson>>> m_before;
    std::optional<ComparisonChoice> m_compared; ///< by which runs are shown beside it
};

} // namespace gf
