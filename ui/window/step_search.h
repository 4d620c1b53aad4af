// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stage/steps.h"

#include <QLineEdit>

class QStandardItemModel;

namespace gf {

/// The field that finds any step, parameter or gradient of the graph while one types.
class StepSearch : public QLineEdit {
    Q_OBJECT
public:
    explicit StepSearch(QWidget* parent = nullptr);

    /// `steps` must outlive the field or be replaced.
    void setSteps(const Steps* steps);

signals:
    void chosen(const QString& step, bool gradient);

private:
    void propose(const QString& text);
    void markFirst();
    void choose(const QModelIndex& index);
    void chooseFirst();

    const Steps* m_steps = nullptr;
    QStandardItemModel* m_proposals;
};

} // namespace gf
