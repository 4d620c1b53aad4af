// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/shape.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// A picture of 24 × 24 points is read as 6 × 6 patches of 4 × 4 points, each point three numbers.
inline constexpr Index pictureSide = 24;
inline constexpr Index patchSide = 4;
inline constexpr Index patchesAcross = pictureSide / patchSide;
inline constexpr Index picturePatches = patchesAcross * patchesAcross;
inline constexpr Index patchNumbers = patchSide * patchSide * 3;

/// One thing on a picture.
struct PictureShape {
    enum class Kind { Circle, Square, Triangle, Cross };
    enum class Size { Small, Usual, Large };

    Kind kind = Kind::Circle;
    Size size = Size::Usual;
    int colour = 0; ///< in shapeColours()
    int x = 0;      ///< the left edge and the upper one, in points from 0
    int y = 0;

    friend bool operator==(const PictureShape&, const PictureShape&) = default;
};

struct ShapeColour {
    std::string_view name;
    std::array<float, 3> rgb; ///< from 0 to 1
};

/// As they are written, in the order of their values; the usual size is not said.
std::span<const std::string_view> shapeKindNames();
std::span<const std::string_view> shapeSizeNames();
std::span<const ShapeColour> shapeColours();

/// "small red circle", "blue square".
std::string describe(const PictureShape& shape);

/// How many points a shape is wide and high: 5, 8 or 11.
int extentOf(PictureShape::Size size);
/// Whether a point of the picture belongs to a shape.
bool covers(const PictureShape& shape, int x, int y);

/// A picture has as many shapes at most.
inline constexpr std::size_t mostShapes = 3;

/// A picture as people write it: "small red circle 9 2; blue square 8 13". Of each shape size
/// (small, large, or none for the usual one), colour, kind, and the places of its left and upper
/// edge. Throws Error, which says what is wrong with which shape, and what would be right.
std::vector<PictureShape> shapesIn(std::string_view text);
std::string shapesText(std::span<const PictureShape> shapes);

/// Whether a text shall be a picture: it begins with a letter, as no number does.
bool isShapesText(std::string_view text);

/// From the first named to the last: small ones before larger, and of equal ones the one nearer to
/// the upper left corner (the smaller x + y of its middle). Where shapes overlap, the one named
/// first lies on top, in whatever order they are written.
std::vector<PictureShape> inOrderOfNames(std::vector<PictureShape> shapes);

/// [36,48]: the patches row by row, in each its points row by row, of each red, green and blue from
/// 0 to 1. Where nothing is drawn it is black.
std::vector<float> patchesOf(std::span<const PictureShape> shapes);

/// The way back: shapes of different colours whose picture has these numbers; nothing where there
/// are none.
std::optional<std::vector<PictureShape>> shapesOf(std::span<const float> patches);

} // namespace gf
