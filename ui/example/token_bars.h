// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/messages.h"

#include <QWidget>

namespace gf {

/// One bar for each predicted token: how sure the model was of it.
class TokenBars : public QWidget {
    Q_OBJECT
public:
    explicit TokenBars(QWidget* parent = nullptr);

    void setPrediction(const Prediction& prediction);
    const Prediction& prediction() const { return m_prediction; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

    /// The place of bar `index`; empty when it does not fit.
    QRectF barRect(int index) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    double barWidth() const;
    double barHeight() const;
    double widest() const;
    QFont fontFor(const QString& token, double width) const;

    Prediction m_prediction;
};

} // namespace gf
