// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace gf {

/// The sentence under a field that says what is wrong with it; not there while nothing is.
class ProblemLabel : public QLabel {
    Q_OBJECT
public:
    explicit ProblemLabel(QWidget* parent = nullptr);

    void setProblem(const QString& sentence);

protected:
    void changeEvent(QEvent* event) override;

private:
    void dress();
};

} // namespace gf
