// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/rate_field.h"

#include "ui/controls/problem_label.h"
#include "ui/language/plain_text.h"

#include <QLocale>

#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr int frame = 12; ///< pixels around its text

} // namespace

QString rateText(double rate) {
    return QLocale::c().toString(rate, 'g', 4);
}

RateField::RateField(QWidget* parent) : QLineEdit(parent), m_problem(new ProblemLabel(parent)) {
    setObjectName(QStringLiteral("rate"));
    setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.00000088")) + frame);
    m_problem->setObjectName(QStringLiteral("rateProblem"));
    nameAfter({});
    connect(this, &QLineEdit::editingFinished, this, &RateField::read);
}

void RateField::showRun(const RunInfo& run) {
    m_shown = run.learningRate;
    setText(rateText(run.learningRate));
    nameAfter(run.training);
    showProblem({});
}

void RateField::showSettings(const RunSettings& settings) {
    nameAfter(settings.training);
    if (std::exchange(m_shown, settings.learningRate) != settings.learningRate)
        setText(rateText(settings.learningRate));
}

void RateField::nameAfter(const FieldValues& training) {
    const QString schedule = QString::fromStdString(choiceIn(training, "schedule"));
    const bool constant = schedule.isEmpty() || schedule == QLatin1String("constant");
    setAccessibleName(constant ? tr("rate") : tr("peak rate"));
    setToolTip(plainTip(
        constant ? tr("Learning rate; Return sets it")
                 : tr("Learning rate: the peak of the schedule %1, after a warm-up of %n training "
                      "steps; Return sets it, and the schedule stays",
                      nullptr, static_cast<int>(wholeIn(training, "warmup").value_or(0)))
                       .arg(schedule)));
}

void RateField::showProblem(const QString& sentence) {
    m_problem->setProblem(sentence);
    setAccessibleDescription(sentence);
}

void RateField::read() {
    const QString typed = text().trimmed();
    if (typed == rateText(m_shown)) // nobody has typed what its rounding left out
        return showProblem({});
    bool isNumber = false;
    // A decimal comma is what many keyboards offer.
    const double rate = QString(typed).replace(',', '.').toDouble(&isNumber);
    if (!isNumber || !std::isfinite(rate) || rate <= 0)
        return showProblem(tr("“%1” is not a positive number").arg(typed));
    showProblem({});
    if (std::exchange(m_shown, rate) != rate)
        emit rateWanted(rate);
}

} // namespace gf
