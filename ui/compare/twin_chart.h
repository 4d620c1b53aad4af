// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compare_messages.h"
#include "ui/theme/pace.h"
#include "ui/train/chart.h"
#include "ui/train/loss_series.h"
#include "ui/train/moment_marks.h"

#include <array>
#include <optional>

class QCPGraph;

namespace gf {

/// The training losses of both runs in one chart, smoothed, with the loss of a random guess.
class TwinChart final : public Chart {
    Q_OBJECT
public:
    explicit TwinChart(QWidget* parent = nullptr);

    /// Two runs begin; `a` and `b` name them.
    void begin(const QString& a, const QString& b, double randomLoss);
    void append(const QVector<TwinPoint>& points);
    /// The losses of every step since both began.
    const QVector<TwinPoint>& points() const { return m_points; }
    /// The losses of the last step up to this one; nothing before the first.
    std::optional<TwinPoint> at(qint64 step) const;
    void setMoments(const MomentMarks::Steps& steps) { m_marks.set(steps); }

    /// The smoothed losses that stand there now.
    const LossSeries& seriesA() const { return m_a; }
    const LossSeries& seriesB() const { return m_b; }

    QSize sizeHint() const override { return {420, 180}; }

protected:
    void applyTheme(const Theme& theme) override;
    void fitTo(const QSizeF& size) override;
    std::unique_ptr<Chart> copy() const override;

private:
    void refresh();

    QVector<TwinPoint> m_points;
    std::array<QString, 2> m_what; ///< what A and B are
    LossSeries m_a;
    LossSeries m_b;
    double m_randomLoss = 0;
    Pace m_redraw{curvePace, [this] { refresh(); }};
    QCPGraph* m_curveA;
    QCPGraph* m_curveB;
    QCPGraph* m_random;
    MomentMarks m_marks;
};

/// The points as CSV with a header.
QByteArray twinTable(const QVector<TwinPoint>& points);

} // namespace gf
