// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/paper.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <memory>
#include <optional>

class QCustomPlot;

namespace gf {

/// What all charts of a run have in common: a plot that is dressed for the theme and fitted to its
/// size, and the same on paper.
class Chart : public QWidget {
    Q_OBJECT
public:
    explicit Chart(QWidget* parent = nullptr);

    /// The chart on white paper, or on a sheet of its usual size, with the caption's lines below
    /// it. Throws Error where its letters find no room.
    PaperDrawing onPaper(const std::optional<Paper>& paper, const QString& caption) const;

    QSize minimumSizeHint() const override { return {160, 60}; }

signals:
    /// Drawn, with its horizontal axis between these pixels of the chart and up to `last`.
    void axisShown(int left, int right, double last);
    void menuRequested(const QPoint& globalPosition);

protected:
    /// Colours and fonts. Here those of the ground, the axes and the legend; of its curves a chart
    /// knows itself.
    virtual void applyTheme(const Theme& theme);
    /// What there is room for in a chart of this size.
    virtual void fitTo(const QSizeF& size) = 0;
    /// The same curves in a chart of its own, so that putting them on paper touches neither theme,
    /// size nor pointer of the screen's.
    virtual std::unique_ptr<Chart> copy() const = 0;

    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

    QCustomPlot* const m_plot;

private:
    void paintOnWhite(QPaintDevice& device, double scale, const QSizeF& plot,
                      const QStringList& caption, const QFont& letters) const;
};

} // namespace gf
