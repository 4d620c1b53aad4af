// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/answer.h"

#include <QStringList>
#include <QWidget>

#include <vector>

namespace gf {

/// One bar for each predicted token: how sure the model was of it.
class TokenBars : public QWidget {
    Q_OBJECT
public:
    explicit TokenBars(QWidget* parent = nullptr);

    void setAnswer(const Answer& answer);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

    /// The place of bar `index`; empty when it does not fit.
    QRectF barRect(int index) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    qsizetype count() const; ///< of bars
    double probability(qsizetype index) const { return m_probabilities[index]; }
    void measureWords();
    double leastWidth() const;
    double barWidth() const;
    double barHeight() const;
    double widest() const;
    double left(qsizetype index) const;
    QFont fontFor(const QString& token, double width) const;

    QStringList m_tokens;
    std::vector<double> m_wide; ///< pixels that each bar needs for its word
    std::vector<double> m_probabilities;
    double m_least = 0; ///< pixels of a bar, by the words in the widget's font
    double m_most = 0;
};

} // namespace gf
