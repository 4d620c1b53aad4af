// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "ui/theme/theme.h"

#include <QRectF>
#include <QString>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace gf {

class Canvas;
struct Block;
struct StationPlace;

/// A source of 36 patches as the picture that it is (core/form/shape_picture.h).
struct PatchPicture {
    std::vector<float> patches; ///< [36,48], from 0 to 1

    friend bool operator==(const PatchPicture&, const PatchPicture&) = default;
};

/// Whether a model reads rows of as many numbers as a patch has.
bool readsPatches(const Graph& graph);
/// The picture that a run read; nothing where its source has not 36 rows of 48 numbers.
std::optional<PatchPicture> pictureOf(const Trace& trace);

/// "row 2, column 5" of a patch from 0, as people count.
QString patchName(Index patch);

/// The square on which a picture is drawn in an area: in its middle, with points of whole pixels
/// where these are not tiny.
QRectF pictureSquare(const QRectF& area);
QRectF patchSquare(const QRectF& picture, Index patch);
/// Which patch lies there; −1: none.
Index patchAt(const QRectF& picture, const QPointF& point);

/// Draws a picture into its square. With weights, one for each patch, a patch glows the more the
/// larger its weight is beside the largest, and the others are dark (after Xu et al. 2015, "Show,
/// attend and tell", figure 2); the largest has a line around it.
void drawPicture(Canvas& canvas, const PatchPicture& picture, const QRectF& square,
                 std::span<const float> weights = {});

/// What a block of a picture shows.
struct PictureLook {
    QString title = {};              ///< above it
    std::vector<float> weights = {}; ///< one for each patch; none: nothing glows
    bool chosen = false;             ///< with a line around it
    Index marked = -1;               ///< a patch with a line around it
    /// What a patch stands for; without a tip of its own its name and weight stand there.
    std::function<StationPlace(Index patch)> placeOf = nullptr;
};

/// A picture under its title, at least so wide and high.
Block pictureBlock(const PatchPicture& picture, PictureLook look, double least);

/// Pictures beside each other in some lines, each at least so wide and high.
Block pictureGrid(const PatchPicture& picture, std::vector<PictureLook> looks, double least);

} // namespace gf
