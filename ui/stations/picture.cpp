// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/form/shape_picture.h"
#include "ui/language/tr.h"
#include "ui/stations/every_station.h"
#include "ui/stations/patch_picture.h"
#include "ui/stations/station_blocks.h"
#include "ui/stations/words_and_cells.h"

#include <algorithm>

namespace gf::picture {

namespace {

constexpr double least = 240;

bool shows(const Graph& graph, const Node& node) {
    return readsPatches(graph) && node.id == graph.find("source.values");
}

/// What the picture is, as a person would write it; empty where it is none of shapes.
QString wordsOf(const PatchPicture& picture) {
    const auto shapes = shapesOf(picture.patches);
    return shapes ? QString::fromStdString(shapesText(*shapes)) : QString();
}

/// The chosen patch in numbers, as large as the picture beside it.
Block patchNumbersOf(const StationInput& now, const PatchPicture& picture) {
    const Index patch = within(now.focus.row, picturePatches);
    if (patch < 0)
        return line(tr("Point at a patch to see it."), now.theme.mutedText);
    const auto numbers =
        std::span(picture.patches).subspan(static_cast<std::size_t>(patch * patchNumbers));
    const auto drawn = std::ranges::count_if(numbers.first(patchNumbers),
                                             [](float number) { return number != 0; });
    return line(tr("%1: row %2 of the source, %3 of its %4 numbers are not 0.")
                    .arg(patchName(patch))
                    .arg(patch + 1)
                    .arg(drawn)
                    .arg(patchNumbers),
                now.theme.text);
}

Block show(const StationInput& input) {
    const std::optional<PatchPicture> picture = pictureOf(input.trace);
    if (!picture)
        return paragraph(
            tr("The source has not 36 rows of numbers, and so it is no picture of patches."));
    const Block seen = live([picture = *picture](const StationInput& now) {
        return pictureBlock(
            picture,
            {.marked = within(now.focus.row, picturePatches),
             .placeOf =
                 [](Index patch) { return StationPlace{.row = patch, .tip = patchName(patch)}; }},
            least);
    });
    std::vector<Block> blocks{grows(seen)};
    if (const QString words = wordsOf(*picture); !words.isEmpty())
        blocks.push_back(paragraph(words));
    blocks.push_back(live(
        [picture = *picture](const StationInput& now) { return patchNumbersOf(now, picture); }));
    return walked(picturePatches, 0, atLeast({560, 0}, padded(16, 12, column(std::move(blocks)))));
}

} // namespace

Station station() {
    return {.id = "picture",
            .title = QT_TR_NOOP("Picture"),
            .summary = QT_TR_NOOP("The patches of the source as the picture that they are"),
            .preferred = true,
            .shows = shows,
            .show = show};
}

} // namespace gf::picture
