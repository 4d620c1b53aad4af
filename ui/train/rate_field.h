// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/run_messages.h"

#include <QLineEdit>

namespace gf {

class ProblemLabel;

/// The learning rate of a run, or the peak of its schedule, which stays when another peak is set.
class RateField : public QLineEdit {
    Q_OBJECT
public:
    explicit RateField(QWidget* parent = nullptr);

    void showRun(const RunInfo& run);
    /// What was typed and not accepted gives way to another rate.
    void showSettings(const RunSettings& settings);
    /// What the field is called with this schedule.
    QString name() const { return accessibleName(); }
    /// What is wrong with what was typed; beside the field.
    ProblemLabel* problem() const { return m_problem; }

signals:
    void rateWanted(double rate);

private:
    void read();
    void nameAfter(const FieldValues& training);
    void showProblem(const QString& sentence);

    ProblemLabel* m_problem;
    double m_shown = 0;
};

/// A learning rate as it is typed.
QString rateText(double rate);

} // namespace gf
