// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure_file.h"
#include "ui/theme/pace.h"
#include "ui/train/loss_series.h"
#include "ui/window/messages.h"

#include <QSharedPointer>
#include <QWidget>

#include <array>
#include <optional>
#include <vector>

class QCPAxisTickerFixed;
class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;

namespace gf {

/// The loss of a run as it trains: each step faint, smoothed on top, validation as points, the loss
/// of a random guess as a dashed line, and validation accuracy on an axis of its own.
class LossChart : public QWidget {
    Q_OBJECT
public:
    explicit LossChart(QWidget* parent = nullptr);

    /// A new run begins.
    void clear();
    /// ln V, where the dashed line is; not above 0: no line.
    void setRandomLoss(double loss);
    /// Points come in the order of their steps; the chart redraws when it gets to it.
    void append(const LossPoint& point);
    void append(const std::vector<LossPoint>& points);
    /// Everything that was appended since `clear`, for a table of numbers.
    const std::vector<LossPoint>& points() const { return m_points; }

    /// Marks the moment of the run that is shown and the pinned moments A and B.
    void setMoments(std::optional<qint64> shown, const std::array<std::optional<qint64>, 2>& pins);
    /// The course of the branch that was left, behind the present one; empty takes it away.
    void setOtherBranch(const std::vector<LossPoint>& points);

    bool isLogarithmic() const { return m_logarithmic; }

    /// The chart as a file of this size, always on white. Throws Error as figureBytes does.
    QByteArray bytes(FigureFormat format, const QSizeF& size, double scale = 1,
                     const QString& caption = {}) const;
    /// The same as a picture, for the clipboard and for previews.
    QImage image(const QSizeF& size, double scale = 1, const QString& caption = {}) const;

    QSize sizeHint() const override { return {420, 200}; }
    QSize minimumSizeHint() const override { return {160, 60}; }

public slots:
    void setLogarithmic(bool logarithmic);

signals:
    /// The pointer is at this step; the text says its numbers ("step 1240 · loss 0.312 · …").
    void readOut(const QString& text);
    void menuRequested(const QPoint& globalPosition);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void applyTheme(const Theme& theme);
    void refresh();
    void fitTo(const QSizeF& size);
    void placeLegend(bool beside, double height, double fontSize);
    void pointTo(const QPointF& position);
    void unpoint();
    void paintOnWhite(QPaintDevice& device, double scale, const QSizeF& size,
                      const QString& caption) const;

    std::vector<LossPoint> m_points;
    LossSeries m_series;
    double m_randomLoss = 0;
    bool m_logarithmic = false;
    bool m_low = false;          ///< no room for titles of axes
    bool m_legendBeside = false; ///< right of the curves, not above them

    Pace m_redraw{readingPace, [this] { refresh(); }};
    QCustomPlot* m_plot = nullptr;
    QSharedPointer<QCPAxisTickerFixed> m_percent;
    QCPGraph* m_raw = nullptr;
    QCPGraph* m_smooth = nullptr;
    QCPGraph* m_validation = nullptr;
    QCPGraph* m_accuracy = nullptr;
    QCPGraph* m_random = nullptr;
    QCPGraph* m_other = nullptr;
    double m_otherEnd = 0; ///< its last step
    /// The moment shown, A and B: a line each, and a letter for the pins.
    std::array<QCPItemStraightLine*, 3> m_moments{};
    std::array<QCPItemText*, 2> m_pinNames{};
    QCPItemStraightLine* m_cursor = nullptr;
    QCPItemText* m_label = nullptr;
};

} // namespace gf
