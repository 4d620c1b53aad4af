// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QButtonGroup;

namespace gf {

/// Which of the compared runs stands beside A, as buttons of which one is pressed.
class ComparisonSwitch : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonSwitch(QWidget* parent = nullptr);

    /// What B, C, … are, for the tips: a button for each.
    void setNames(const QStringList& names);
    std::size_t chosen() const; ///< 0: B, 1: C, …
    void choose(std::size_t comparedRun);

signals:
    void changed();

private:
    QButtonGroup* m_group;
};

} // namespace gf
