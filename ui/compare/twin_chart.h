// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/compare_messages.h"
#include "ui/theme/pace.h"
#include "ui/train/chart.h"
#include "ui/train/loss_series.h"
#include "ui/train/moment_marks.h"
#include "ui/train/thinned.h"

#include <array>
#include <optional>

class QCPGraph;

namespace gf {

/// The training losses of both runs in one chart, smoothed, with the loss of a guess that knows
/// nothing.
class TwinChart final : public Chart {
    Q_OBJECT
public:
    explicit TwinChart(QWidget* parent = nullptr);

    /// Two runs begin; `a` and `b` name them.
    void begin(const QString& a, const QString& b, double randomLoss, Guess guess = Guess::Words);
    void append(const QVector<TwinPoint>& points);
    /// The losses since both began: of every step of a short run, and of a long one some thousand
    /// points of its whole course.
    const std::vector<TwinPoint>& points() const { return m_points.points(); }
    /// The losses of the last of them up to this step; nothing before the first.
    std::optional<TwinPoint> at(qint64 step) const;
    /// The course of another chart in place of its own.
    void takeOver(const TwinChart& other);
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

    Thinned<TwinPoint> m_points;
    std::array<QString, 2> m_what; ///< what A and B are
    LossSeries m_a;
    LossSeries m_b;
    double m_randomLoss = 0;
    Guess m_guess = Guess::Words;
    Pace m_redraw{curvePace, [this] { refresh(); }};
    QCPGraph* m_curveA;
    QCPGraph* m_curveB;
    QCPGraph* m_random;
    MomentMarks m_marks;
};

/// The points as CSV with a header.
QByteArray twinTable(const std::vector<TwinPoint>& points);

} // namespace gf
