// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QFont>

#include <array>
#include <optional>

class QCPItemStraightLine;
class QCPItemText;
class QCustomPlot;

namespace gf {

/// Marks the checkpoint of the run that is shown and the pinned checkpoints A and B on a chart over
/// steps: a line each, and a letter for the pins.
class CheckpointMarks {
public:
    using Steps = std::array<std::optional<qint64>, 3>; ///< the checkpoint shown, A, B

    /// The items belong to the plot.
    explicit CheckpointMarks(QCustomPlot* plot);

    /// Draws the plot again when something has changed.
    void set(const Steps& steps);
    const Steps& steps() const { return m_steps; }
    void applyTheme(const Theme& theme, const QFont& font);

private:
    QCustomPlot* m_plot;
    Steps m_steps;
    std::array<QCPItemStraightLine*, 3> m_lines{};
    std::array<QCPItemText*, 2> m_names{};
};

} // namespace gf
