// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/figure_caption.h"

#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/figure/mask_hatch.h"
#include "ui/figure/wrapped.h"

#include <utility>

namespace gf {

namespace {

// Whole units: letters are painted in no others, and lines end where they were measured.
constexpr double captionLetters = 12;
constexpr double captionLine = captionLetters * 1.5;
constexpr double captionMargin = 16; ///< at the left and right
constexpr double captionGap = 8;     ///< above and below

} // namespace

FigureCaption::FigureCaption(const QString& text, std::vector<Hidden> masks, double width,
                             const QFont& font)
    : m_masks(std::move(masks)), m_font(font) {
    if (!text.isEmpty())
        m_lines = wrapped(text, width - 2 * captionMargin,
                          [measure = measureWith(font)](const QString& piece) {
                              return measure(piece, captionLetters);
                          });
}

double FigureCaption::height() const {
    const double lines = static_cast<double>(m_lines.size()) + (m_masks.empty() ? 0 : 1);
    return 2 * captionGap + lines * captionLine;
}

void FigureCaption::draw(Canvas& canvas, const QPointF& corner) const {
    const Theme theme = Theme::light();
    QPointF at = corner + QPointF(captionMargin, captionGap + captionLine / 2);
    if (!m_masks.empty()) {
        drawMaskLegend(canvas, at, m_masks, captionLetters, {theme, numberFont(m_font)});
        at.ry() += captionLine;
    }
    for (const QString& line : m_lines) {
        canvas.text({at, line, captionLetters, theme.mutedText, Qt::AlignLeft, false, false});
        at.ry() += captionLine;
    }
}

} // namespace gf
