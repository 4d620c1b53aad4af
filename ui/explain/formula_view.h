// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explain/formula.h"

#include <QStringList>
#include <QWidget>

#include <vector>

namespace gf {

/// Shows the lines of a formula, large, with its symbols in the colours of their matrices. When it
/// is wider than the widget it is set smaller.
class FormulaView : public QWidget {
    Q_OBJECT
public:
    explicit FormulaView(QWidget* parent = nullptr);

    void setFormula(const QStringList& lines);
    QStringList plain() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont fontFor(int width) const;

    QStringList m_notation;
    std::vector<Formula> m_lines;
};

} // namespace gf
