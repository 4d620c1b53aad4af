// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/paper.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>

class QMimeData;

namespace gf {

struct Figure;

inline constexpr double clipboardDpi = 192; ///< of what is copied without a resolution of its own

/// Something that can be exported. What it can be written as follows from what is set.
struct Exportable {
    QString name;     ///< "This matrix"
    QString fileName; ///< proposed, without its ending
    QString caption;
    bool hasValues = false; ///< cells in which numbers can stand
    /// The figure for this paper, or as it is on the screen. Throws Error where it finds no room.
    std::function<PaperDrawing(const std::optional<Paper>& paper)> drawing;
    NumberTable numbers;               ///< for CSV and NPY through saveNumbers
    std::function<QByteArray()> table; ///< for CSV when the numbers need a header
    int moments = 0;                   ///< of the training that there are of it
    /// Asks for it over the training; null: it is no step.
    std::function<void(const QString& path, const Paper& paper, int moments)> film;

    /// As it is on the screen, for the clipboard.
    std::unique_ptr<QMimeData> copy() const;
};

/// Makes a heatmap figure exportable.
Exportable exportableFigure(const QString& name, const QString& fileName, const Figure& figure,
                            const NumberTable& numbers);

} // namespace gf
