// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/exportable.h"

#include "ui/figure/figure.h"

#include <QMimeData>

namespace gf {

std::unique_ptr<QMimeData> Exportable::copy() const {
    return copyOf(drawing(std::nullopt), clipboardDpi, numbers);
}

Exportable exportableFigure(const QString& name, const QString& fileName, const Figure& figure,
                            const NumberTable& numbers) {
    Exportable result;
    result.name = name;
    result.fileName = fileName;
    result.caption = figure.caption;
    result.hasValues = true;
    result.drawing = [figure](const std::optional<Paper>& paper) { return onPaper(figure, paper); };
    result.numbers = numbers;
    return result;
}

} // namespace gf
