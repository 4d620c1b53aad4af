// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/experiment_card.h"

#include "ui/figure/number_format.h"
#include "ui/lesson/question_card.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace gf {

namespace {

QString codeOf(const std::string& text) {
    return QStringLiteral("<code>%1</code>").arg(QString::fromStdString(text).toHtmlEscaped());
}

/// A run that is compared, or the only one.
struct NamedRun {
    std::string run; ///< as measures call it; empty: the only one
    QString name;    ///< as people do
};

std::vector<NamedRun> runsOf(const LessonExperiment& experiment) {
    if (!experiment.compare)
        return {{}};
    const LessonComparison& compare = *experiment.compare;
    std::vector<NamedRun> runs;
    for (std::size_t i = 0; i < compare.values.size(); ++i) {
        const std::string value = textOf(compare.values[i]);
        runs.push_back(
            {value, QString::fromStdString(compare.names.empty() ? compare.key + ": " + value
                                                                 : compare.names[i])});
    }
    return runs;
}

/// What is so of one and not so of another.
QStringList valuesApart(const FieldValues& one, const FieldValues& other) {
    QStringList words;
    for (const auto& [key, value] : one)
        if (const auto found = other.find(key); found == other.end() || found->second != value)
            words += codeOf(key + " = " + textOf(value));
    return words;
}

/// What it does, without what other experiments of the lesson do otherwise.
QString doesHtml(const LessonExperiment& experiment) {
    QStringList words;
    if (experiment.run) {
        const Index steps = experiment.run->steps;
        words += steps == 0
                     ? ExperimentCard::tr("%1, fresh weights").arg(codeOf(experiment.run->task))
                     : ExperimentCard::tr("%1, %n training steps", nullptr, static_cast<int>(steps))
                           .arg(codeOf(experiment.run->task));
    }
    if (experiment.compare) {
        QStringList names;
        for (const NamedRun& each : runsOf(experiment))
            names += each.name.toHtmlEscaped();
        words += names.join(QStringLiteral(" · "));
    }
    if (!experiment.changes.empty())
        words += ExperimentCard::tr("with the change");
    if (experiment.nudge)
        words += ExperimentCard::tr("a random change of %1 to the weights of %2")
                     .arg(numberText(experiment.nudge->by, 3), codeOf(experiment.nudge->layer));
    if (!experiment.held.empty())
        words += ExperimentCard::tr("changed from the first step on");
    if (!experiment.lab.empty())
        words += ExperimentCard::tr("the lab %1").arg(codeOf(experiment.lab));
    return words.join(QStringLiteral("; "));
}

} // namespace

QString experimentHtml(const LessonExperiment& experiment, const Lesson& lesson) {
    const QString does = doesHtml(experiment);
    QStringList apart;
    bool isAlone = true;
    for (const LessonExperiment* other : blocksOf<LessonExperiment>(lesson)) {
        if (other->id == experiment.id || doesHtml(*other) != does)
            continue;
        isAlone = false;
        apart += valuesApart(experiment.knobs, other->knobs);
        if (experiment.run && other->run)
            apart += valuesApart(experiment.run->model, other->run->model) +
                     valuesApart(experiment.run->training, other->run->training);
    }
    apart.removeDuplicates();
    if (apart.isEmpty() && !isAlone)
        apart += codeOf(experiment.id); // they change or read something else
    return apart.isEmpty() ? does : does + QStringLiteral(": ") + apart.join(QStringLiteral(", "));
}

namespace {

bool isShare(const LessonMeasure& measure) {
    using What = LessonMeasure::What;
    return measure.what == What::ExactMatch || measure.what == What::TokenAccuracy ||
           measure.what == What::Written;
}

/// A share is rounded as the lesson's text rounds it: the two stand on one page.
QString measureText(const LessonClaim& claim, const LessonMeasure& measure, double value) {
    LessonClaim share;
    share.as = LessonStyle::Percent;
    return claim.as == LessonStyle::Percent || isShare(measure)
               ? QString::fromStdString(numberText(share, value))
                     .replace(QLatin1Char(' '), QChar(0xA0))
               : numberText(value, 3);
}

/// What an order said, and by which numbers it is so.
QString orderHtml(const LessonSitting& sitting, const LessonClaim& claim,
                  const LessonOutcome& outcome) {
    const QString numbers = ExperimentCard::tr("%1 against %2")
                                .arg(measureText(claim, claim.measure, outcome.greater),
                                     measureText(claim, claim.less, outcome.less));
    const QString says = sitting.html(claim.says, claim.line);
    const QString prefix = outcome.holds ? QString() : ExperimentCard::tr("This time not so: ");
    return QString(says)
        .replace(QLatin1String("<p>"), QStringLiteral("<p>") + prefix)
        .replace(QLatin1String(".</p>"), QLatin1String("</p>"))
        .replace(QLatin1String("</p>"), QStringLiteral(" (%1).</p>").arg(numbers.toHtmlEscaped()));
}

} // namespace

ExperimentCard::ExperimentCard(LessonSitting* sitting, Experiments experiments, int page,
                               QWidget* parent)
    : CardFrame(Kind::Experiment, tr("Experiment"), parent), m_sitting(sitting),
      m_experiments(std::move(experiments)), m_page(page),
      m_question(sitting->lesson().question(m_experiments.front()->after)),
      m_start(new QPushButton(tr("Try it"), this)), m_cancel(new QPushButton(tr("Cancel"), this)),
      m_progress(new QProgressBar(this)) {
    setObjectName(QStringLiteral("experiment-") +
                  QString::fromStdString(m_experiments.front()->id));
    QString lines;
    for (const LessonExperiment* experiment : m_experiments)
        lines += QStringLiteral("<p>%1</p>").arg(experimentHtml(*experiment, sitting->lesson()));
    m_description = addText(lines);
    m_start->setObjectName(QStringLiteral("tryIt"));
    m_cancel->setObjectName(QStringLiteral("cancelIt"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_state = addText();
    auto* row = new QHBoxLayout;
    row->addWidget(m_start);
    row->addWidget(m_progress, 1);
    row->addWidget(m_cancel);
    row->addStretch(0);
    rows()->addLayout(row);
    m_outcome = addText();
    m_models = new QWidget(this);
    rows()->addWidget(m_models);
    addModels();
    connect(m_start, &QPushButton::clicked, this, [this] { emit wanted(ids()); });
    connect(m_cancel, &QPushButton::clicked, this, &ExperimentCard::unwanted);
    m_wasDone = isDone();
    refresh();
}

void ExperimentCard::addModels() {
    constexpr int inRow = 2; // a page is narrow
    auto* places = new QGridLayout(m_models);
    places->setContentsMargins(0, 0, 0, 0);
    places->addWidget(new PlainLabel(tr("Look at it:"), m_models), 0, 0, 1, inRow);
    int count = 0;
    for (const LessonExperiment* experiment : m_experiments) {
        if (!experiment->run || experiment->nudge) // the window shows no nudged weights
            continue;
        const std::vector<NamedRun> runs = runsOf(*experiment);
        for (const NamedRun& each : runs) {
            const bool isOnly = m_experiments.size() == 1 && runs.size() == 1;
            const QString words = isOnly                ? tr("the model")
                                  : each.name.isEmpty() ? QString::fromStdString(experiment->id)
                                                        : each.name;
            auto* button = new QPushButton(words, m_models);
            button->setToolTip(tr("Show this model in the window"));
            button->setAccessibleName(tr("Show the model %1 in the window").arg(words));
            connect(button, &QPushButton::clicked, this,
                    [this, experiment, run = each.run] { emit modelWanted(*experiment, run); });
            places->addWidget(button, 1 + count / inRow, count % inRow);
            ++count;
        }
    }
    m_models->setProperty("any", count > 0);
}

std::vector<std::string> ExperimentCard::ids() const {
    std::vector<std::string> all;
    for (const LessonExperiment* experiment : m_experiments)
        all.push_back(experiment->id);
    return all;
}

bool ExperimentCard::isDone() const {
    return std::ranges::all_of(m_experiments, [this](const auto* experiment) {
        return m_sitting->isDone(experiment->id);
    });
}

void ExperimentCard::showNews(const LessonNews& news) {
    if (news.experiments == ids())
        m_news = news;
    else if (m_news.isRunning)
        m_news = {}; // something newer took its place
    refresh();
}

QString ExperimentCard::progressText() const {
    if (hasFailed())
        return QString(m_news.failure);
    if (!m_sitting->isOpen(*m_experiments.front())) {
        const int asked = pageOf(m_sitting->lesson(), m_question);
        return asked == m_page
                   ? tr("It opens when the question above is answered.")
                   : tr("It opens when the question on page %1 is answered.").arg(asked + 1);
    }
    if (!m_news.isRunning)
        return {};
    if (m_news.steps == 0 || m_news.step >= m_news.steps)
        return tr("It is measured…");
    const QString where = tr("training step %1 of %2").arg(m_news.step).arg(m_news.steps);
    for (const LessonExperiment* experiment : m_experiments)
        for (const NamedRun& each : runsOf(*experiment))
            if (!each.name.isEmpty() && each.run == m_news.run)
                return each.name + ": " + where;
    return where;
}

/// Of the experiments that a claim speaks of and that are done, the last one is told here.
bool ExperimentCard::isLastOf(const LessonClaim& claim) const {
    const std::vector<std::string> of = experimentsOf(claim);
    const std::vector<std::string> own = ids();
    std::string last;
    for (const LessonExperiment* experiment : blocksOf<LessonExperiment>(m_sitting->lesson()))
        if (std::ranges::count(of, experiment->id) > 0 && m_sitting->isDone(experiment->id))
            last = experiment->id;
    return std::ranges::count(own, last) > 0;
}

/// What was said and what came out, and the claims beside it.
QString ExperimentCard::outcomeHtml() const {
    QString html;
    const auto row = [](const QString& name, const QString& what) {
        return QStringLiteral("<p><b>%1</b> %2</p>").arg(name, what);
    };
    const Lesson& lesson = m_sitting->lesson();
    std::string decides;
    if (m_question && m_sitting->isAnswered(m_question->id)) {
        decides = m_question->claim;
        if (pageOf(lesson, m_question) != m_page)
            html += row(tr("You said:"), m_sitting->saidInWords(*m_question).toHtmlEscaped());
    }
    if (!isDone())
        return html;
    QString came;
    for (const std::string& id : m_sitting->claimsOf(ids())) {
        const LessonClaim* claim = lesson.claim(id);
        const LessonOutcome* outcome = m_sitting->outcome(id);
        if (!outcome || (id != decides && pageOf(lesson, claim) > m_page) || !isLastOf(*claim))
            continue;
        if (claim->kind == LessonClaim::Kind::Order)
            came += orderHtml(*m_sitting, *claim, *outcome);
        else if (id == decides || !claim->says.empty())
            came += QStringLiteral("<p>%1 %2</p>")
                        .arg(m_sitting->html(claim->says, claim->line)
                                 .remove(QLatin1String("<p>"))
                                 .remove(QLatin1String("</p>")),
                             QString::fromStdString(numberText(*claim, outcome->measured))
                                 .toHtmlEscaped());
    }
    if (!came.isEmpty())
        html += came.replace(0, 3, QStringLiteral("<p><b>%1</b> ").arg(tr("What came out:")));
    return m_question ? html + verdictOn(*m_sitting, *m_question) : html;
}

void ExperimentCard::refresh() {
    const bool done = isDone();
    const bool open = m_sitting->isOpen(*m_experiments.front());
    m_start->setVisible(!done && !m_news.isRunning);
    m_start->setEnabled(open);
    m_cancel->setVisible(m_news.isRunning);
    m_progress->setVisible(m_news.isRunning);
    m_progress->setRange(0, static_cast<int>(m_news.steps));
    m_progress->setValue(static_cast<int>(m_news.step));
    const QString state = done ? QString() : progressText();
    m_state->writePlain(state);
    m_state->setVisible(!state.isEmpty());
    const QString outcome = outcomeHtml();
    m_outcome->write(outcome);
    m_outcome->setVisible(!outcome.isEmpty());
    const bool hasModels = m_models->property("any").toBool();
    m_models->setVisible(done && hasModels);
    m_description->setVisible(!done || (outcome.isEmpty() && !hasModels));
    setAccessibleName(tr("Experiment") + ". " + state);
    if (std::exchange(m_wasDone, done) != done && done)
        announce(m_outcome->toPlainText());
}

} // namespace gf
