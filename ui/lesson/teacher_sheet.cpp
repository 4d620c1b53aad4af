// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/teacher_sheet.h"

#include "core/tensor/error.h"
#include "ui/controls/problem_label.h"
#include "ui/dialogs/file_question.h"
#include "ui/figure/figure_file.h"
#include "ui/language/plain_text.h"
#include "ui/language/tr.h"
#include "ui/language/wording.h"
#include "ui/lesson/experiment_card.h"
#include "ui/lesson/lesson_words.h"

#include <QBuffer>
#include <QDialogButtonBox>
#include <QLocale>
#include <QPageLayout>
#include <QPdfWriter>
#include <QPrintDialog>
#include <QPrinter>
#include <QPushButton>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gf {

namespace {

constexpr double wordsPerMinute = 130; ///< read aloud
constexpr double perQuestion = 1;      ///< minutes until everyone has said something
constexpr double perExperiment = 1;

double valueOf(const LessonClaim& claim) {
    return claim.value;
}

QString html(const Lesson& lesson, const std::string& words, int line) {
    return lessonHtml(lesson, {line, words}, valueOf);
}

/// Without the marks of a paragraph, for a cell or an item.
QString inlineHtml(const Lesson& lesson, const std::string& words, int line) {
    QString text = html(lesson, words, line);
    if (text.count(QLatin1String("<p>")) == 1 && text.startsWith(QLatin1String("<p>")))
        text = text.mid(3).remove(QLatin1String("</p>"));
    return text;
}

QString headingHtml(const QString& words) {
    return QStringLiteral("<h3>%1</h3>").arg(words.toHtmlEscaped());
}

QString listOf(const QStringList& items) {
    return items.isEmpty()
               ? QString()
               : QStringLiteral("<ul><li>%1</li></ul>").arg(items.join(QLatin1String("</li><li>")));
}

double weightOf(const LessonPage& page) {
    double minutes = 0;
    for (const LessonItem& item : page.items)
        if (const auto* text = std::get_if<LessonText>(&item))
            minutes +=
                static_cast<double>(fromText(text->words).split(' ').size()) / wordsPerMinute;
        else if (std::holds_alternative<LessonQuestion>(item))
            minutes += perQuestion;
        else if (std::holds_alternative<LessonExperiment>(item))
            minutes += perExperiment;
    return std::max(minutes, 0.25);
}

/// What is done on a page, in the order in which it stands there.
QStringList eventsOf(const Lesson& lesson, const LessonPage& page) {
    QStringList events;
    for (const LessonItem& item : page.items) {
        if (const auto* scene = std::get_if<LessonScene>(&item); scene && !scene->step.empty())
            events += tr("The window shows %1.")
                          .arg(QStringLiteral("<code>%1</code>")
                                   .arg(fromText(scene->step).toHtmlEscaped()));
        else if (const auto* question = std::get_if<LessonQuestion>(&item))
            events += tr("Ask: %1").arg(inlineHtml(lesson, question->ask, question->line));
        else if (const auto* experiment = std::get_if<LessonExperiment>(&item))
            events += tr("Try: %1").arg(experimentHtml(*experiment, lesson));
    }
    if (events.isEmpty())
        events += tr("Read aloud.");
    return events;
}

QString planHtml(const Lesson& lesson) {
    QString rows = QStringLiteral("<tr><th align=\"right\">%1</th><th align=\"left\">%2</th>"
                                  "<th align=\"left\">%3</th></tr>")
                       .arg(tr("Minutes"), tr("Page"), tr("What is done"));
    const std::vector<double> minutes = minutesOfPages(lesson);
    for (std::size_t page = 0; page < lesson.pages.size(); ++page)
        rows += QStringLiteral("<tr><td align=\"right\">%1</td><td>%2. %3</td><td>%4</td></tr>")
                    .arg(QLocale().toString(minutes[page]))
                    .arg(page + 1)
                    .arg(fromText(lesson.pages[page].title).toHtmlEscaped(),
                         eventsOf(lesson, lesson.pages[page]).join(QLatin1String("<br>")));
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"4\" border=\"1\" "
                          "style=\"border-collapse: collapse\" width=\"100%\">%1</table>")
        .arg(rows);
}

QString answerHtml(const Lesson& lesson, const LessonQuestion& question) {
    QStringList items;
    const auto item = [&](const QString& mark, const std::string& words) {
        if (!words.empty())
            items += mark + inlineHtml(lesson, words, question.line);
    };
    switch (question.kind) {
    case LessonQuestion::Kind::Choice:
        for (const LessonAnswer& answer : question.answers) {
            QString text = inlineHtml(lesson, answer.text, question.line);
            text = answer.right ? QStringLiteral("<b>✓ %1</b>").arg(text)
                                : QStringLiteral("✗ %1").arg(text);
            if (!answer.shows.empty())
                text += QStringLiteral("<br><i>%1</i>")
                            .arg(inlineHtml(lesson, answer.shows, question.line));
            items += text;
        }
        break;
    case LessonQuestion::Kind::Number:
        if (const LessonClaim* claim = lesson.claim(question.claim))
            items += QStringLiteral("<b>✓ %1</b>")
                         .arg(fromText(numberText(*claim, claim->value)).toHtmlEscaped());
        item(QStringLiteral("✗ "), question.otherwise);
        break;
    case LessonQuestion::Kind::Point:
        items += QStringLiteral("<b>✓ %1</b>")
                     .arg(tr("The place is found in the model itself: go there in the window."));
        item(QStringLiteral("✗ "), question.otherwise);
        break;
    case LessonQuestion::Kind::Text:
        item(QStringLiteral("✓ "), question.answer);
        break;
    }
    return listOf(items);
}

QString questionsHtml(const Lesson& lesson) {
    QString all;
    int number = 0;
    for (const LessonQuestion* question : blocksOf<LessonQuestion>(lesson)) {
        QStringList hints;
        for (const std::string& hint : question->hints)
            hints += inlineHtml(lesson, hint, question->line);
        all += QStringLiteral("<p><b>%1. %2</b></p>%3<p>%4</p>")
                   .arg(++number)
                   .arg(inlineHtml(lesson, question->ask, question->line),
                        answerHtml(lesson, *question),
                        tr("Hints: %1").arg(hints.join(QStringLiteral(" → "))));
    }
    return all;
}

/// What the lesson claims, as it was measured when it was written.
QString outcomesHtml(const Lesson& lesson) {
    QStringList items;
    for (const LessonClaim* claim : blocksOf<LessonClaim>(lesson)) {
        const QString says = inlineHtml(lesson, claim->says, claim->line);
        if (claim->kind == LessonClaim::Kind::Order) {
            items += says;
            continue;
        }
        LessonClaim tolerance = *claim;
        tolerance.value = claim->tolerance;
        const QString number = fromText(numberText(*claim, claim->value)).toHtmlEscaped();
        const QString within =
            claim->tolerance > 0
                ? QStringLiteral(" ± ") + fromText(numberText(tolerance, claim->tolerance))
                : QString();
        items += QStringLiteral("<code>%1</code>: %2%3 %4")
                     .arg(fromText(claim->id).toHtmlEscaped(), number, within, says);
    }
    return listOf(items);
}

/// What the lesson says itself; otherwise its formulas.
QString boardHtml(const Lesson& lesson) {
    QStringList items;
    for (const std::string& words : lesson.board)
        items += inlineHtml(lesson, words, 1);
    if (items.isEmpty())
        for (const LessonText* text : blocksOf<LessonText>(lesson))
            for (const LessonSpan& span : spansOf(text->words, text->line))
                if (span.kind == LessonSpan::Kind::Formula && span.text.size() > 3)
                    items += formulaHtml(fromText(span.text));
    items.removeDuplicates();
    return listOf(items);
}

} // namespace

std::vector<double> minutesOfPages(const Lesson& lesson) {
    std::vector<double> weights;
    for (const LessonPage& page : lesson.pages)
        weights.push_back(weightOf(page));
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    // Ends of pages on a grid of half minutes, so that the parts add up; each page has half a
    // minute where there is one for each.
    const auto whole = static_cast<double>(lesson.minutes);
    std::vector<double> minutes;
    double weight = 0;
    double before = 0;
    for (const double each : weights) {
        weight += each;
        const auto pagesLeft = static_cast<double>(weights.size() - minutes.size() - 1);
        const double share = std::round(weight / all * whole * 2) / 2;
        const double end =
            std::max(before, std::min(std::max(share, before + 0.5), whole - 0.5 * pagesLeft));
        minutes.push_back(end - before);
        before = end;
    }
    return minutes;
}

QString teacherSheetHtml(const Lesson& lesson) {
    const QString place =
        lesson.number > 0 ? tr("Lesson %1").arg(lesson.number) + QStringLiteral(" · ") : QString();
    QString sheet = QStringLiteral("<h2>%1</h2><p>%2%3</p><p><i>%4</i></p>")
                        .arg(fromText(lesson.title).toHtmlEscaped(), place,
                             tr("%n minutes", nullptr, static_cast<int>(lesson.minutes)),
                             fromText(lesson.idea).toHtmlEscaped());
    const auto add = [&](const QString& title, const QString& content) {
        if (!content.isEmpty())
            sheet += headingHtml(title) + content;
    };
    add(tr("Plan"), planHtml(lesson));
    add(tr("On the board"), boardHtml(lesson));
    add(tr("Questions, and answers to expect"), questionsHtml(lesson));
    add(tr("What should come out"), outcomesHtml(lesson));
    return sheet;
}

QString notesHtml(const Lesson& lesson, const LessonPage& page) {
    QString notes;
    for (const LessonItem& item : page.items)
        if (const auto* text = std::get_if<LessonText>(&item))
            notes += html(lesson, text->words, text->line);
        else if (const auto* question = std::get_if<LessonQuestion>(&item))
            notes += QStringLiteral("<p><b>%1</b></p>")
                         .arg(inlineHtml(lesson, question->ask, question->line)) +
                     answerHtml(lesson, *question);
        else if (const auto* experiment = std::get_if<LessonExperiment>(&item))
            notes += QStringLiteral("<p>%1</p>")
                         .arg(tr("Try: %1").arg(experimentHtml(*experiment, lesson)));
    return notes;
}

void printTeacherSheet(const Lesson& lesson, QPagedPaintDevice* paper) {
    QTextDocument document;
    QFont font(QStringLiteral("Noto Sans"));
    font.setPointSizeF(9.5);
    document.setDefaultFont(font);
    document.setHtml(teacherSheetHtml(lesson));
    document.print(paper);
}

QByteArray teacherSheetPdf(const Lesson& lesson) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(fromText(lesson.title));
    writer.setCreator(QStringLiteral("Glassformer"));
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(15, 15, 15, 15), QPageLayout::Millimeter);
    printTeacherSheet(lesson, &writer);
    return bytes;
}

SheetDialog::SheetDialog(std::shared_ptr<const Lesson> lesson, QWidget* parent)
    : QDialog(parent), m_lesson(std::move(lesson)), m_problem(new ProblemLabel(this)) {
    constexpr int around = 14; ///< pixels around the text
    setWindowTitle(tr("Teacher’s sheet: %1").arg(QString::fromStdString(m_lesson->title)));
    auto* text = new PageView(this);
    text->setObjectName(QStringLiteral("sheet"));
    text->setAccessibleName(windowTitle());
    text->document()->setDocumentMargin(around);
    text->setHtml(teacherSheetHtml(*m_lesson));
    m_problem->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    const auto add = [&](const QString& words, const QString& tip, const char* name, auto act) {
        QPushButton* button = buttons->addButton(words, QDialogButtonBox::ActionRole);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(plainTip(tip));
        connect(button, &QPushButton::clicked, this, act);
    };
    add(tr("Save as &PDF…"), tr("The sheet as a file to print or to hand on"), "savePdf",
        &SheetDialog::askForPdf);
    add(tr("P&rint…"), tr("The sheet on paper"), "print", &SheetDialog::print);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(text, 1);
    rows->addWidget(m_problem);
    rows->addWidget(buttons);
    resize(780, 620);
}

bool SheetDialog::savePdf(const QString& path) {
    try {
        saveBytes(path, teacherSheetPdf(*m_lesson));
        m_problem->setProblem({});
        return true;
    } catch (const Error& error) {
        m_problem->setProblem(translated(error.sentence()));
        return false;
    }
}

void SheetDialog::askForPdf() {
    askForFile(this,
               {tr("Save the teacher’s sheet"),
                proposedFile(QString::fromStdString(m_lesson->name) + ".pdf"),
                tr("%1 files (*.%2)").arg(QStringLiteral("PDF"), QStringLiteral("pdf")), true},
               [this](const QString& path) { savePdf(path); });
}

void SheetDialog::print() {
    auto printer = std::make_shared<QPrinter>();
    auto* dialog = new QPrintDialog(printer.get(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, printer] { printTeacherSheet(*m_lesson, printer.get()); });
    dialog->open();
}

} // namespace gf
