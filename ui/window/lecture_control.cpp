// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lecture_control.h"

#include "core/lesson/packed_lesson.h"
#include "core/lesson/read_lesson.h"
#include "core/tensor/error.h"
#include "ui/controls/command_table.h"
#include "ui/dialogs/file_question.h"
#include "ui/figure/figure_file.h"
#include "ui/labs/labs.h"
#include "ui/lesson/lecture_dialog.h"
#include "ui/messages/intents.h"
#include "ui/window/banner.h"
#include "ui/window/lesson_control.h"
#include "ui/window/shown.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QRegularExpression>
#include <QSettings>

#include <algorithm>

namespace gf {

namespace {

const auto lessonEnding = QStringLiteral(".lesson.md");
/// Setting: the file that a view was added to last.
const auto lectureSetting = QStringLiteral("lessons/lecture");

/// A file in the lecture's folder that is not there yet, by a name that a lesson may have:
/// "talk.1".
QString freeModelName(const QString& lecture, const QDir& folder) {
    static const QRegularExpression notBare(QStringLiteral("[/\\\\:]"));
    const QString bare = QFileInfo(lecture).baseName().remove(notBare).left(40);
    for (int number = 1;; ++number) {
        const QString file =
            folder.filePath(QStringLiteral("%1.%2.safetensors")
                                .arg(bare.isEmpty() ? QStringLiteral("lecture") : bare)
                                .arg(number));
        if (!QFileInfo::exists(file))
            return file;
    }
}

QString packedSuffix() {
    return QString::fromUtf8(packedEnding.data(), static_cast<qsizetype>(packedEnding.size()));
}

QString titleOfView(const Shown& shown) {
    if (const LabPage* lab = findLabPage(shown.focus.focus().lab))
        return titleOf(*lab);
    const Step* step = shown.steps.at(shown.focus.focus());
    return step ? step->title : shown.run.title();
}

} // namespace

LectureControl::LectureControl(LessonControl* lesson, const Shown& shown,
                               std::function<Scene()> scene, Intents* intents, Banner* banner,
                               QWidget* window)
    : Feature(window), m_lesson(lesson), m_shown(shown), m_scene(std::move(scene)),
      m_intents(intents), m_banner(banner), m_window(window) {
    connect(lesson->panel(), &LessonPanel::editWanted, this, &LectureControl::editPage);
}

void LectureControl::takeOver(const LectureControl& other) {
    m_packing = other.m_packing;
    m_before = other.m_before;
    m_compared = other.m_compared;
}

void LectureControl::attempt(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        fail(translated(error.sentence()));
    }
}

void LectureControl::notice(const QString& sentence) {
    m_banner->say(Banner::Tone::Notice, sentence);
}

void LectureControl::fail(const QString& sentence) {
    m_banner->say(Banner::Tone::Error, sentence);
}

bool LectureControl::perform(Command command, bool /*checked*/) {
    switch (command) {
    case Command::ShareView:
        copyView();
        return true;
    case Command::AddView:
        file().isEmpty() ? beginLecture() : addTo(file());
        return true;
    case Command::BeginLecture:
        beginLecture();
        return true;
    case Command::ArrangePages:
        arrangePages();
        return true;
    case Command::PackLecture:
        askWhereToPack();
        return true;
    default:
        return false;
    }
}

void LectureControl::showNews(const News& news) {
    const bool isOfAdding = m_adding && news.answers == m_adding->asked;
    if (const auto* copy = news.get<news::CopySaved>(); copy && isOfAdding)
        return modelIsSaved(*copy);
    if (news.get<news::Failure>() && isOfAdding)
        m_adding.reset(); // it is said why
    if (m_packing && news.answers == m_packing->asked) {
        if (news.get<news::LessonPacked>())
            notice(std::exchange(m_packing, std::nullopt)->said);
        else if (news.get<news::Failure>())
            m_packing.reset();
    }
    if (news.get<RunInfo>() && std::exchange(m_adding, std::nullopt))
        fail(tr("The view was not added: another run has taken its place."));
    if (news.get<RunInfo>() || news.get<ComparisonInfo>() || news.get<news::ComparisonEnded>())
        m_copy = {};
    if (const auto* comparison = news.get<ComparisonInfo>())
        m_compared = comparison->change;
    if (news.get<RunInfo>() || news.get<news::ComparisonEnded>())
        m_compared.reset();
}

void LectureControl::copyView() {
    attempt([&] {
        QGuiApplication::clipboard()->setText(sharedView(seen()));
        notice(tr("The view was copied as text. Whoever pastes it into a file name.lesson.md, "
                  "or copies it and chooses “Open a copied view”, sees the same."));
    });
}

SeenView LectureControl::seen() const {
    const Scene scene = m_scene();
    const QString title = scene.charts       ? tr("Charts of the run")
                          : scene.generation ? tr("Generation, token by token")
                                             : titleOfView(m_shown);
    return {title, m_shown.run, m_shown.status.step, scene, m_compared};
}

QString LectureControl::file() const {
    if (!m_lesson->file().isEmpty())
        return m_lesson->file();
    const QString lecture = QSettings().value(lectureSetting).toString();
    return QFileInfo::exists(lecture) ? lecture : QString();
}

void LectureControl::beginLecture() {
    askForFile(m_window,
               {tr("Begin a lecture with this view"), proposedFile("lecture.lesson.md"),
                tr("Lessons (*.lesson.md)"), true, true},
               [this](const QString& path) { addTo(path); });
}

std::shared_ptr<const Lesson> LectureControl::lectureIn(const QString& path) {
    if (m_packing && m_packing->path == path)
        return m_packing->lesson; // its file is not there yet
    return QFileInfo::exists(path) ? m_lesson->lessonOf(path) : nullptr;
}

/// With the model in a file beside it, where it is trained: nobody waits for its page then.
void LectureControl::addTo(const QString& chosen, int replaced) {
    const bool isPacked = isPackedLesson(chosen.toStdString());
    const QString path = isPacked ? chosen : withEnding(chosen, lessonEnding);
    SeenView view = seen();
    if (view.step == 0 || view.scene.time.checkpoint || view.run.task.isEmpty())
        return putPage(path, view, replaced);
    if (m_adding)
        return fail(tr("The model of the view before is still being saved."));
    attempt([&] {
        const std::shared_ptr<const Lesson> lecture = lectureIn(path);
        const QDir folder(isPacked && lecture ? QString::fromStdString(lecture->folder)
                                              : QFileInfo(path).absolutePath());
        const QFileInfo copy(folder.filePath(QFileInfo(m_copy.path).fileName()));
        if (m_copiedFor == path && copy.isFile() && m_copy.step == view.step &&
            !m_shown.status.running) {
            view.file = copy.fileName();
            return putPage(path, view, replaced);
        }
        const QString file = freeModelName(path, folder);
        m_adding = {m_intents->send(intent::SaveCopy{file}), path, std::move(view), replaced};
    });
}

void LectureControl::modelIsSaved(const news::CopySaved& copy) {
    Adding adding = *std::exchange(m_adding, std::nullopt);
    m_copy = copy;
    m_copiedFor = adding.lecture;
    adding.view.file = QFileInfo(copy.path).fileName();
    putPage(adding.lecture, adding.view, adding.replaced);
}

/// As one more page, or in the place of what a page shows.
void LectureControl::putPage(const QString& path, const SeenView& view, int replaced) {
    attempt([&] {
        const std::shared_ptr<const Lesson> lecture = lectureIn(path);
        const QString before = lecture ? QString::fromStdString(lecture->text) : QString();
        LectureText text = LectureText::of(before);
        const int pages = static_cast<int>(text.pages.size());
        if (replaced >= 0 && replaced < pages) {
            text.pages[replaced].show(sharedScene(view));
            return rewrite(path, text.text(),
                           tr("Page %1 of %2 shows this view now.").arg(replaced + 1).arg(path));
        }
        rewrite(path, lecture ? withPage(before, sharedPage(view)) : sharedView(view),
                tr("Page %1 of %2 shows this view.").arg(pages + 1).arg(path));
        QSettings().setValue(lectureSetting, path);
        m_lesson->goOnWith(path, pages);
    });
}

void LectureControl::rewrite(const QString& path, const QString& text, const QString& said) {
    constexpr std::size_t mostBefore = 50;
    const std::shared_ptr<const Lesson> before = lectureIn(path);
    Lesson lesson = parseLesson(before ? before->name : "lecture", text.toStdString());
    if (before) {
        lesson.folder = before->folder;
        lesson.unpacked = before->unpacked;
    }
    write(path, std::make_shared<const Lesson>(std::move(lesson)), said);
    if (before)
        m_before.emplace_back(path, before);
    if (m_before.size() > mostBefore)
        m_before.erase(m_before.begin());
}

/// A packed one is there once its models are in it.
void LectureControl::write(const QString& path, const std::shared_ptr<const Lesson>& lesson,
                           const QString& said) {
    if (isPackedLesson(path.toStdString())) {
        m_packing = {m_intents->send(intent::PackLesson{lesson, path}), path, lesson, said};
        return;
    }
    saveBytes(path, QByteArray::fromStdString(lesson->text));
    notice(said);
}

void LectureControl::editPage(LessonPanel::PageEdit edit) {
    using PageEdit = LessonPanel::PageEdit;
    const QString path = m_lesson->file();
    LessonSitting* const sitting = m_lesson->panel()->sitting();
    if (path.isEmpty() || !sitting)
        return;
    const int page = sitting->page();
    if (edit == PageEdit::Undo)
        return undo();
    if (edit == PageEdit::Replace)
        return addTo(path, page);
    if (edit == PageEdit::Rename)
        return rename(page);
    attempt([&] {
        LectureText text = LectureText::of(QString::fromStdString(lectureIn(path)->text));
        const int to = page + (edit == PageEdit::Up ? -1 : 1);
        const int pages = static_cast<int>(text.pages.size());
        const QString title = page < pages ? text.pages[page].title : QString();
        if (page >= pages || (edit == PageEdit::Remove ? pages == 1 : to < 0 || to >= pages))
            return;
        if (edit == PageEdit::Remove)
            text.pages.erase(text.pages.begin() + page);
        else
            std::swap(text.pages[page], text.pages[to]);
        rewrite(path, text.text(),
                edit == PageEdit::Remove
                    ? tr("The page “%1” was removed. “Undo” at the page brings it back.").arg(title)
                    : tr("“%1” is page %2 now.").arg(title).arg(to + 1));
        if (edit != PageEdit::Remove)
            sitting->setPage(to); // it is read again there
    });
}

void LectureControl::rename(int page) {
    auto* question = new QInputDialog(m_window);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setWindowTitle(tr("Name the page anew"));
    question->setLabelText(tr("Title of page %1:").arg(page + 1));
    question->setTextValue(
        QString::fromStdString(m_lesson->panel()->sitting()->lesson().pages[page].title));
    connect(question, &QInputDialog::textValueSelected, this,
            [this, page, path = m_lesson->file()](const QString& typed) {
                attempt([&] {
                    LectureText text =
                        LectureText::of(QString::fromStdString(lectureIn(path)->text));
                    const QString title = plainTitle(typed);
                    if (title.isEmpty() || page >= static_cast<int>(text.pages.size()))
                        return;
                    text.pages[page].title = title;
                    rewrite(path, text.text(), tr("The page is called “%1” now.").arg(title));
                });
            });
    question->open();
}

void LectureControl::arrangePages() {
    const QString path = file();
    attempt([&] {
        const auto lecture = path.isEmpty() ? nullptr : lectureIn(path);
        if (!lecture)
            return fail(tr("Only the pages of a file of yours can be arranged: open one, or begin "
                           "one with “Add this view to the lecture”."));
        auto* dialog =
            new LectureDialog(LectureText::of(QString::fromStdString(lecture->text)), m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &QDialog::accepted, this, [this, dialog, path] {
            attempt([&] {
                rewrite(path, dialog->lecture().text(),
                        tr("The pages of %1 are arranged.").arg(path));
            });
        });
        dialog->open();
    });
}

void LectureControl::undo() {
    const QString path = m_lesson->file();
    const auto last = std::find_if(m_before.rbegin(), m_before.rend(),
                                   [&](const auto& before) { return before.first == path; });
    if (last == m_before.rend())
        return fail(tr("Nothing was changed in this lecture since the program began."));
    attempt([&] {
        write(path, last->second, tr("The lecture is as it was before."));
        m_before.erase(std::next(last).base());
    });
}

void LectureControl::askWhereToPack() {
    const QString path = file();
    if (path.isEmpty())
        return fail(tr("There is no lecture yet: open one, or begin one with “Add this view "
                       "to the lecture”."));
    askForFile(m_window,
               {tr("Pack the lecture"), proposedFile(QFileInfo(path).baseName() + packedSuffix()),
                tr("Packed lectures (*.lecture)"), true},
               [this, path](const QString& chosen) {
                   attempt([&] {
                       const QString packed = withEnding(chosen, packedSuffix());
                       write(packed, lectureIn(path),
                             tr("%1 has the lecture and all that it shows, and opens anywhere.")
                                 .arg(packed));
                   });
               });
}

} // namespace gf
