// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QLineF>
#include <QRectF>

#include <cstdint>
#include <vector>

namespace gf {

class Canvas;

/// A line from left to right.
struct FanLine {
    QLineF line;
    double width = 1;    ///< pixels
    double strength = 1; ///< of the colour, 0 to 1
};

/// Thousands of crossing lines of one colour inside an area. Where lines cross, the stronger one is
/// seen, so a crowd of weak ones never looks like a strong one. On a screen they are drawn as one
/// picture, of which what they cover is worked out once: a painter takes longer than a frame for a
/// few hundred wide, smoothed lines.
class LineFan {
public:
    LineFan(const QRectF& area, std::vector<FanLine> lines);

    const std::vector<FanLine>& lines() const { return m_lines; }
    /// Draws the lines, with `more` among them.
    void draw(Canvas& canvas, const QColor& colour, const std::vector<FanLine>& more = {});

private:
    /// How strongly each pixel is covered, 0 to 255.
    struct Coverage {
        int width = 0;
        int height = 0;
        std::vector<std::uint8_t> values; ///< one row more than is shown, where lines may end
    };
    static void add(Coverage& coverage, const QLineF& line, double thickness, double strength);
    static QImage coloured(const Coverage& coverage, const QColor& colour);
    void cover(Coverage& coverage, const std::vector<FanLine>& lines) const;

    QRectF m_area;
    std::vector<FanLine> m_lines;
    Coverage m_coverage;
    double m_ratio = 0; ///< pixels of m_coverage for each unit; 0: there is none yet
};

} // namespace gf
