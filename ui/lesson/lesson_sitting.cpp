// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson_sitting.h"

#include "ui/language/language.h"
#include "ui/language/tr.h"

#include <QSettings>

#include <algorithm>
#include <cmath>

namespace gf {

namespace {

/// "0,5" and "96 %" are numbers, too.
std::optional<double> numberIn(QString text) {
    text.remove(QLatin1Char('%')).replace(QLatin1Char(','), QLatin1Char('.'));
    text.replace(QChar(0x2212), QLatin1Char('-'));
    bool isNumber = false;
    const double number = text.trimmed().toDouble(&isNumber);
    return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// What was said to a question in an earlier start, as said() gives it; empty: nothing. An answer
/// that was chosen is where its words are now.
QString keptIn(const QSettings& settings, const QString& group, const LessonQuestion& question) {
    const QString id = fromText(question.id);
    const QString said = settings.value(group + "said/" + id).toString();
    if (question.kind != LessonQuestion::Kind::Choice || said.isEmpty())
        return said;
    const QVariant words = settings.value(group + "words/" + id);
    if (!words.isValid()) // of an older version: nobody knows which answer stood there
        return {};
    const auto place = placeOf({said.toInt(), words.toString().toStdString(),
                                settings.value(group + "right/" + id).toBool()},
                               question);
    return place ? QString::number(*place) : QString();
}

} // namespace

std::vector<std::string> experimentsOf(const LessonClaim& claim) {
    std::vector<std::string> all;
    const auto add = [&](const LessonMeasure& measure) {
        all.push_back(measure.experiment);
        if (!measure.other.empty())
            all.push_back(measure.other);
    };
    add(claim.measure);
    if (claim.kind == LessonClaim::Kind::Order)
        add(claim.less);
    for (const auto& other : {claim.minus, claim.over})
        if (other)
            add(*other);
    return all;
}

bool isMeasured(const Lesson& lesson, const LessonExperiment& experiment) {
    const auto claims = blocksOf<LessonClaim>(lesson);
    return std::ranges::any_of(claims, [&](const LessonClaim* claim) {
        return std::ranges::count(experimentsOf(*claim), experiment.id) > 0;
    });
}

LessonSitting::LessonSitting(std::shared_ptr<const Lesson> lesson, const QString& key,
                             QObject* parent)
    : QObject(parent), m_lesson(std::move(lesson)), m_key(key) {
    read();
}

void LessonSitting::read() {
    const QSettings settings;
    m_page = std::clamp(settings.value(setting("page")).toInt(), 0,
                        static_cast<int>(m_lesson->pages.size()) - 1);
    for (const LessonQuestion* question : blocksOf<LessonQuestion>(*m_lesson)) {
        const QString id = fromText(question->id);
        const QString said = keptIn(settings, group(m_key), *question);
        if (said.isEmpty())
            continue;
        m_said[id] = said;
        if (const QVariant right = settings.value(setting("right/" + id)); right.isValid())
            m_right[id] = right.toBool();
    }
    for (const LessonClaim* claim : blocksOf<LessonClaim>(*m_lesson)) {
        const QStringList numbers =
            settings.value(setting("outcome/" + fromText(claim->id))).toStringList();
        if (numbers.size() == 4)
            m_outcomes.push_back({claim->id, numbers[0].toDouble(), numbers[1].toDouble(),
                                  numbers[2].toDouble(), numbers[3] == QLatin1String("1")});
    }
    for (const LessonExperiment* experiment : blocksOf<LessonExperiment>(*m_lesson))
        if (settings.value(setting("done/" + fromText(experiment->id))).toBool())
            m_done += fromText(experiment->id);
}

void LessonSitting::write(const QString& name, const QVariant& value) const {
    QSettings().setValue(setting(name), value);
}

int LessonSitting::answered(const Lesson& lesson, const QString& key) {
    const QSettings settings;
    const auto questions = blocksOf<LessonQuestion>(lesson);
    return static_cast<int>(std::ranges::count_if(questions, [&](const LessonQuestion* question) {
        return !keptIn(settings, group(key), *question).isEmpty();
    }));
}

bool LessonSitting::isFinished(const Lesson& lesson, const QString& key) {
    return answered(lesson, key) == static_cast<int>(blocksOf<LessonQuestion>(lesson).size());
}

void LessonSitting::setPage(int page) {
    m_page = page;
    write("page", page);
}

QString LessonSitting::said(const LessonQuestion& question) const {
    return m_said.value(fromText(question.id));
}

bool LessonSitting::isAnswered(const std::string& question) const {
    return m_said.contains(fromText(question));
}

void LessonSitting::say(const LessonQuestion& question, const QString& answer,
                        std::optional<bool> isRight) {
    const QString id = fromText(question.id);
    m_said[id] = answer;
    write("said/" + id, answer);
    if (question.kind == LessonQuestion::Kind::Choice) {
        const KeptAnswer kept = keptAnswer(question, answer.toInt());
        write("words/" + id, fromText(kept.words));
        write("right/" + id, kept.right);
    }
    if (isRight) {
        m_right[id] = *isRight;
        write("right/" + id, *isRight);
    }
    emit changed();
}

LessonAnswers LessonSitting::answers() const {
    LessonAnswers answers{m_lesson->name, {}};
    for (const LessonQuestion* question : blocksOf<LessonQuestion>(*m_lesson))
        if (question->kind == LessonQuestion::Kind::Choice && isAnswered(question->id))
            answers.chosen[question->id] = said(*question).toInt();
    return answers;
}

QString LessonSitting::saidInWords(const LessonQuestion& question) const {
    const QString answer = said(question);
    if (question.kind != LessonQuestion::Kind::Choice || answer.isEmpty())
        return answer;
    return plain(question.answers[answer.toInt()].text, question.line);
}

bool LessonSitting::isRevealed(const LessonQuestion& question) const {
    if (!isAnswered(question.id))
        return false;
    bool waits = false;
    for (const LessonExperiment* experiment : blocksOf<LessonExperiment>(*m_lesson))
        if (experiment->after == question.id) {
            if (isDone(experiment->id))
                return true;
            waits = true;
        }
    return !waits;
}

std::optional<bool> LessonSitting::isRight(const LessonQuestion& question) const {
    const QString answer = said(question);
    switch (question.kind) {
    case LessonQuestion::Kind::Choice:
        return question.answers[answer.toInt()].right;
    case LessonQuestion::Kind::Number: {
        const LessonClaim* claim = m_lesson->claim(question.claim);
        const auto given = numberIn(answer);
        if (!claim || !given)
            return std::nullopt;
        const double unit = claim->as == LessonStyle::Percent ? 100 : 1;
        return std::abs(*given / unit - valueOf(*claim)) <= question.near;
    }
    case LessonQuestion::Kind::Point:
        if (const auto known = m_right.constFind(fromText(question.id)); known != m_right.cend())
            return *known;
        return std::nullopt;
    case LessonQuestion::Kind::Text:
        break;
    }
    return std::nullopt;
}

bool LessonSitting::isOpen(const LessonExperiment& experiment) const {
    return experiment.after.empty() || isAnswered(experiment.after);
}

bool LessonSitting::isDone(const std::string& experiment) const {
    return m_done.contains(fromText(experiment));
}

bool LessonSitting::isToBeDone(const LessonExperiment& experiment) const {
    return isMeasured(*m_lesson, experiment) && !isDone(experiment.id);
}

const LessonOutcome* LessonSitting::outcome(const std::string& claim) const {
    const auto found = std::ranges::find(m_outcomes, claim, &LessonOutcome::claim);
    return found == m_outcomes.end() ? nullptr : &*found;
}

double LessonSitting::valueOf(const LessonClaim& claim) const {
    const LessonOutcome* measured = outcome(claim.id);
    return measured ? measured->measured : claim.value;
}

std::vector<std::string>
LessonSitting::claimsOf(const std::vector<std::string>& experiments) const {
    std::vector<std::string> claims;
    const auto isAsked = [&](const std::string& id) {
        return std::ranges::find(experiments, id) != experiments.end();
    };
    for (const LessonClaim* claim : blocksOf<LessonClaim>(*m_lesson)) {
        const std::vector<std::string> of = experimentsOf(*claim);
        const auto isOver = [&](const std::string& id) {
            const LessonExperiment* experiment = m_lesson->experiment(id);
            return isAsked(id) || (experiment && isOpen(*experiment));
        };
        if (std::ranges::any_of(of, isAsked) && std::ranges::all_of(of, isOver))
            claims.push_back(claim->id);
    }
    return claims;
}

void LessonSitting::take(const LessonNews& news) {
    if (!news.isDone)
        return;
    for (const LessonOutcome& each : news.outcomes) {
        std::erase_if(m_outcomes, [&](const auto& old) { return old.claim == each.claim; });
        m_outcomes.push_back(each);
        const auto text = [](double number) { return QString::number(number, 'g', 17); };
        write("outcome/" + fromText(each.claim),
              QStringList{text(each.measured), text(each.greater), text(each.less),
                          each.holds ? QStringLiteral("1") : QStringLiteral("0")});
    }
    for (const std::string& experiment : news.experiments) {
        m_done += fromText(experiment);
        write("done/" + fromText(experiment), true);
    }
    emit changed();
}

void LessonSitting::forget(const QString& key) {
    QSettings().remove(QStringLiteral("lessons/") + key);
}

void LessonSitting::restart() {
    forget(m_key);
    m_page = 0;
    m_said.clear();
    m_right.clear();
    m_done.clear();
    m_outcomes.clear();
    emit changed();
}

QString LessonSitting::html(const std::string& words, int line) const {
    return lessonHtml(*m_lesson, {line, words},
                      [this](const LessonClaim& claim) { return valueOf(claim); });
}

QString LessonSitting::plain(const std::string& words, int line) const {
    return lessonPlain(*m_lesson, {line, words},
                       [this](const LessonClaim& claim) { return valueOf(claim); });
}

} // namespace gf
