// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/compare_messages.h"
#include "ui/theme/pace.h"
#include "ui/train/chart.h"
#include "ui/train/loss_series.h"
#include "ui/train/moment_marks.h"
#include "ui/train/thinned.h"

#include <QStringList>

#include <array>
#include <optional>

class QCPGraph;

namespace gf {

/// The training losses of two or three runs in one chart, smoothed, with the loss of a guess that
/// knows nothing.
class TwinChart final : public Chart {
    Q_OBJECT
public:
    explicit TwinChart(QWidget* parent = nullptr);

    /// Runs begin, as many as are named.
    void begin(const QStringList& names, double randomLoss, Guess guess = Guess::Words);
    void append(const QVector<TwinPoint>& points);
    /// The losses since all began: of every step of a short run, and of a long one some thousand
    /// points of its whole course.
    const std::vector<TwinPoint>& points() const { return m_points.points(); }
    /// The losses of the last of them up to this step; nothing before the first.
    std::optional<TwinPoint> at(qint64 step) const;
    /// The course of another chart in place of its own.
    void takeOver(const TwinChart& other);
    void setMoments(const MomentMarks::Steps& steps) { m_marks.set(steps); }

    /// The smoothed losses of a run that stand there now.
    const LossSeries& series(std::size_t run) const { return m_series[run]; }
    qsizetype runs() const { return m_what.size(); }
    /// As the legend names it.
    QString curveName(std::size_t run) const;

    QSize sizeHint() const override { return {420, 180}; }

protected:
    void applyTheme(const Theme& theme) override;
    void fitTo(const QSizeF& size) override;
    std::unique_ptr<Chart> copy() const override;

private:
    void refresh();
    void fillLegend();

    Thinned<TwinPoint> m_points;
    QStringList m_what{QString(), QString()}; ///< what the runs are
    std::array<LossSeries, twinLosses.size()> m_series;
    double m_randomLoss = 0;
    Guess m_guess = Guess::Words;
    Pace m_redraw{curvePace, [this] { refresh(); }};
    std::array<QCPGraph*, twinLosses.size()> m_curves{};
    QCPGraph* m_random;
    MomentMarks m_marks;
};

/// The points of so many runs as CSV with a header; empty where a run had stopped.
QByteArray twinTable(const std::vector<TwinPoint>& points, std::size_t runs = 2);

} // namespace gf
