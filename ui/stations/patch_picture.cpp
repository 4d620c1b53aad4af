// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/patch_picture.h"

#include "core/form/shape_picture.h"
#include "ui/figure/canvas.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/station_blocks.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gf {

namespace {

constexpr double leastPoint = 2;  ///< pixels, below which points need not be whole
constexpr double dim = 0.35;      ///< what is left of a colour where nothing glows
constexpr double glowing = 0.3;   ///< of the light on what is drawn, where it is brightest
constexpr double onBlack = 0.6;   ///< and where nothing is
constexpr double titleRoom = 1.7; ///< in font sizes

/// The light: warm, and none of the colours of shapes. The picture is black on any theme.
constexpr std::array<double, 3> light = {1, 0.62, 0.25};

using Rgb = std::array<double, 3>;

QColor colourOf(const Rgb& rgb) {
    return QColor::fromRgbF(static_cast<float>(rgb[0]), static_cast<float>(rgb[1]),
                            static_cast<float>(rgb[2]));
}

/// A colour of the picture in so much light, 0 to 1; null: as it is.
QColor lit(const Rgb& rgb, const double* glow) {
    if (!glow)
        return colourOf(rgb);
    const bool black = rgb == Rgb{};
    const double left = dim + (1 - dim) * *glow;
    const double mixed = *glow * (black ? onBlack : glowing);
    Rgb result;
    for (std::size_t i = 0; i < rgb.size(); ++i)
        result[i] = rgb[i] * left * (1 - mixed) + light[i] * mixed;
    return colourOf(result);
}

/// The weight of each patch beside the largest, 0 to 1.
std::vector<double> glowOf(std::span<const float> weights) {
    double most = 0;
    for (const float weight : weights)
        if (std::isfinite(weight))
            most = std::max(most, static_cast<double>(weight));
    std::vector<double> glow;
    for (const float weight : weights)
        glow.push_back(most > 0 && std::isfinite(weight)
                           ? std::clamp(static_cast<double>(weight) / most, 0.0, 1.0)
                           : 0);
    return glow;
}

/// One line of a patch's points: equal ones beside each other are one rectangle.
void drawLineOfPoints(Canvas& canvas, std::span<const float> numbers, const QRectF& patch,
                      Index line, const double* glow) {
    const double point = patch.width() / static_cast<double>(patchSide);
    const auto at = [&](Index column) {
        Rgb rgb;
        for (std::size_t i = 0; i < rgb.size(); ++i) {
            const float number =
                numbers[static_cast<std::size_t>((line * patchSide + column) * 3) + i];
            rgb[i] = std::isfinite(number) ? std::clamp(static_cast<double>(number), 0.0, 1.0) : 0;
        }
        return rgb;
    };
    for (Index from = 0; from < patchSide;) {
        Index to = from + 1;
        while (to < patchSide && at(to) == at(from))
            ++to;
        if (at(from) != Rgb{})
            canvas.rectangle({patch.left() + static_cast<double>(from) * point,
                              patch.top() + static_cast<double>(line) * point,
                              static_cast<double>(to - from) * point, point},
                             lit(at(from), glow), "point");
        from = to;
    }
}

} // namespace

bool readsPatches(const Graph& graph) {
    const NodeId values = graph.find("source.values");
    return values != noNode && graph[values].shape.rank() == 2 &&
           graph[values].shape[0] >= picturePatches && graph[values].shape[1] == patchNumbers;
}

std::optional<PatchPicture> pictureOf(const Trace& trace) {
    const Tensor* const values = trace.find("source.values");
    if (!values || values->empty() || !readsPatches(*trace.graph))
        return std::nullopt;
    for (Index row = 0; row < values->shape()[0]; ++row)
        if (trace.keeps("source", row) != (row < picturePatches))
            return std::nullopt;
    const auto numbers =
        values->values().first(static_cast<std::size_t>(picturePatches * patchNumbers));
    return PatchPicture{{numbers.begin(), numbers.end()}};
}

QString patchName(Index patch) {
    return tr("row %1, column %2").arg(patch / patchesAcross + 1).arg(patch % patchesAcross + 1);
}

QRectF pictureSquare(const QRectF& area) {
    double point = std::min(area.width(), area.height()) / static_cast<double>(pictureSide);
    if (point >= leastPoint)
        point = std::floor(point);
    const double side = point * static_cast<double>(pictureSide);
    return {std::round(area.center().x() - side / 2), std::round(area.top()), side, side};
}

QRectF patchSquare(const QRectF& picture, Index patch) {
    const double side = picture.width() / static_cast<double>(patchesAcross);
    return {picture.left() + static_cast<double>(patch % patchesAcross) * side,
            picture.top() + static_cast<double>(patch / patchesAcross) * side, side, side};
}

Index patchAt(const QRectF& picture, const QPointF& point) {
    for (Index patch = 0; patch < picturePatches; ++patch)
        if (patchSquare(picture, patch).contains(point))
            return patch;
    return -1;
}

void drawPicture(Canvas& canvas, const PatchPicture& picture, const QRectF& square,
                 std::span<const float> weights) {
    const bool glows = weights.size() >= static_cast<std::size_t>(picturePatches);
    const std::vector<double> glow =
        glows ? glowOf(weights.first(static_cast<std::size_t>(picturePatches)))
              : std::vector<double>();
    if (!glows)
        canvas.rectangle(square, Qt::black, "picture");
    for (Index patch = 0; patch < picturePatches; ++patch) {
        const QRectF area = patchSquare(square, patch);
        const double* const lightHere = glows ? &glow[static_cast<std::size_t>(patch)] : nullptr;
        if (glows)
            canvas.rectangle(area, lit({}, lightHere), "patch");
        const auto numbers = std::span(picture.patches)
                                 .subspan(static_cast<std::size_t>(patch * patchNumbers),
                                          static_cast<std::size_t>(patchNumbers));
        for (Index line = 0; line < patchSide; ++line)
            drawLineOfPoints(canvas, numbers, area, line, lightHere);
    }
    if (glows) {
        const auto most = std::ranges::max_element(glow);
        if (*most > 0)
            canvas.outline(patchSquare(square, most - glow.begin()), colourOf(light),
                           std::max(1.0, square.width() / 120));
    }
}

Block pictureBlock(const PatchPicture& picture, PictureLook look, double least) {
    Block made;
    const bool titled = !look.title.isEmpty();
    const auto headroom = [titled](const StationInput& input) {
        return titled ? input.fontSize() * titleRoom : 0.0;
    };
    made.leastWidth = [least](const StationInput&) { return least; };
    made.leastHeight = [least, headroom](const StationInput& input, double) {
        return least + headroom(input);
    };
    made.cell = [headroom](const StationInput& input, const QSizeF& room) {
        return std::min(room.width(), room.height() - headroom(input)) /
               static_cast<double>(patchesAcross);
    };
    made.draw = [picture, look = std::move(look), headroom](Drawing& drawing, const QRectF& area) {
        const double above = headroom(drawing.input);
        const QRectF square = pictureSquare(area.adjusted(0, above, 0, 0));
        if (above > 0)
            drawLine(drawing, {square.left(), area.top() + above / 2}, look.title,
                     std::max(square.width(), area.right() - square.left()), drawing.theme().text,
                     1, look.chosen);
        drawPicture(drawing.canvas, picture, square, look.weights);
        const auto mark = [&](Index patch) {
            drawing.canvas.outline(patchSquare(square, patch), drawing.theme().highlight, 2);
        };
        if (look.marked >= 0)
            mark(look.marked);
        if (look.chosen)
            drawing.canvas.outline(square.adjusted(-3, -3, 3, 3), drawing.theme().highlight, 2);
        else // it is black, and so may be the ground
            drawing.canvas.outline(square.adjusted(-1, -1, 1, 1), drawing.theme().border, 1);
        for (Index patch = 0; look.placeOf && patch < picturePatches; ++patch) {
            StationPlace place = look.placeOf(patch);
            if (place.tip.isEmpty() && !look.weights.empty())
                place.tip = numberText(look.weights[static_cast<std::size_t>(patch)], 4) +
                            QLatin1Char('\n') + patchName(patch);
            drawing.place(patchSquare(square, patch), std::move(place));
        }
    };
    return grows(std::move(made));
}

Block pictureGrid(const PatchPicture& picture, std::vector<PictureLook> looks, double least) {
    constexpr double gap = 10;
    // Somewhat wider than high, as the room is.
    const double across =
        std::max(1.0, std::ceil(std::sqrt(1.5 * static_cast<double>(looks.size()))));
    std::vector<Block> pictures;
    for (PictureLook& look : looks)
        pictures.push_back(pictureBlock(picture, std::move(look), least));
    Block made = grid(pictures, gap);
    made.leastWidth = [=](const StationInput&) { return across * (least + gap) - gap; };
    return made;
}

} // namespace gf
