// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <array>

class QToolButton;

namespace gf {

/// Which of two compared runs stands beside A, as two buttons of which one is pressed.
class ComparisonSwitch : public QWidget {
    Q_OBJECT
public:
    explicit ComparisonSwitch(QWidget* parent = nullptr);

    /// What B and C are, for the tips.
    void setNames(const QString& b, const QString& c);
    std::size_t chosen() const; ///< 0: B, 1: C
    void choose(std::size_t comparedRun);

signals:
    void changed();

private:
    std::array<QToolButton*, 2> m_buttons{};
};

} // namespace gf
