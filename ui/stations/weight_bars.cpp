// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/weight_bars.h"

#include "core/tensor/finite.h"
#include "ui/figure/canvas.h"
#include "ui/figure/mask_hatch.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>

namespace gf {

void drawWeightBars(Drawing& drawing, const WeightBars& bars) {
    const double size = std::clamp(bars.row * 0.85, 8.0, drawing.fontSize());
    const auto step = static_cast<Index>(std::max(1.0, std::ceil(size * 1.05 / bars.row)));
    for (std::size_t place = 0; place < bars.keys.size(); ++place) {
        const Index key = bars.keys[place];
        const double weight = bars.weights.at(bars.query, key);
        const Hidden hidden = bars.weights.hiddenAt(bars.query, key);
        const double top = bars.bars.top() + static_cast<double>(place) * bars.row;
        const double length = bars.bars.width() * partOf(weight, bars.most);
        QRectF bar(bars.bars.left(), top + bars.row * 0.15, std::max(1.0, length), bars.row * 0.7);
        drawing.canvas.rectangle(bar, drawing.theme().hue(Hue::Attention), "weight");
        bar.setWidth(std::max(3.0, length));
        if (bars.weights.changedAt(bars.query, key))
            markChanged(drawing.canvas, bar);
        const QString word = bars.words[static_cast<qsizetype>(place)];
        drawing.place({bars.spotsFrom, top, bars.spotsTo - bars.spotsFrom, bars.row},
                      {.row = bars.query,
                       .tip = hidden == Hidden::No
                                  ? tr("“%1” looks at “%2” with weight %3")
                                        .arg(bars.queryWord, word, numberText(weight, 5))
                                  : tr("“%1”: %2").arg(word, maskText(hidden))});
        if (static_cast<Index>(place) % step != 0)
            continue;
        const double middle = top + bars.row / 2;
        drawing.text({bars.wordsEnd, middle}, word, size, drawing.theme().textHue(Hue::Key),
                     Qt::AlignRight);
        drawing.text({bars.bars.left() + length + 5, middle},
                     hidden == Hidden::No ? NumberFormat{0, 3}.text(weight) : tr("hidden"), size,
                     hidden == Hidden::No ? drawing.theme().text : drawing.theme().mutedText);
    }
}

} // namespace gf
