// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/form/shape_picture.h"
#include "ui/figure/number_format.h"
#include "ui/language/tr.h"
#include "ui/stations/every_station.h"
#include "ui/stations/patch_picture.h"
#include "ui/stations/station_blocks.h"
#include "ui/stations/words_and_cells.h"
#include "ui/steps/attention_stages.h"

#include <algorithm>
#include <cmath>

namespace gf::picture_attention {

namespace {

constexpr const char* meanKey = "mean";
constexpr double largeSide = 130; ///< at least, of the chosen query's picture
constexpr double smallSide = 44;  ///< and of the others

bool shows(const Graph& graph, const Node& node) {
    const bool areWeights = areAttentionWeights(graph, node) || areAlignmentWeights(node);
    return areWeights && readsPatches(graph) && node.axes[node.shape.rank() - 1] == Axis::Source;
}

std::vector<StationControl> controls(const Graph&, const Node& node) {
    if (node.shape.rank() != 3 || node.shape[0] < 2)
        return {};
    StationControl mean;
    mean.key = QLatin1String(meanKey);
    mean.label = tr("Mean of the heads");
    mean.help = tr("The mean weights of all heads of this layer in the place of those of one");
    mean.kind = StationControl::Kind::Switch;
    return {mean};
}

/// The weights of all heads [H,T,S], or [1,T,S] of one attention.
struct Weights {
    const Tensor& all;
    Index heads() const { return all.shape().rank() == 3 ? all.shape()[0] : 1; }
    Index queries() const { return all.shape()[all.shape().rank() - 2]; }

    /// Of one query the weights of the patches; head −1: the mean of all.
    std::vector<float> of(Index head, Index query) const {
        std::vector<float> patches;
        const Index first = head < 0 ? 0 : head;
        const Index last = head < 0 ? heads() : head + 1;
        for (Index patch = 0; patch < picturePatches; ++patch) {
            double sum = 0;
            for (Index h = first; h < last; ++h)
                sum +=
                    static_cast<double>(all.shape().rank() == 3 ? all.at({{h, query, patch, 0}})
                                                                : all.at({{query, patch, 0, 0}}));
            patches.push_back(static_cast<float>(sum / static_cast<double>(last - first)));
        }
        return patches;
    }
};

/// What is drawn: for each word that is written, or from a patch of the picture, where it looks.
struct Scene {
    PatchPicture picture;
    bool ofWords = true; ///< the queries write words; otherwise they are patches
    QStringList words;   ///< that each row writes
    Index query = 0;
    Index head = 0; ///< −1: the mean
};

/// The word that a row of the decoder writes, as far as it is known.
QStringList wordsWritten(const Trace& trace, Index rows) {
    QStringList words;
    for (Index t = 0; t < rows; ++t) {
        const auto at = static_cast<std::size_t>(t);
        const bool known = trace.keeps("target", t);
        words << (!known                               ? QString()
                  : at < trace.labels.size()           ? tokenText(trace.labels[at])
                  : at + 1 < trace.targetTokens.size() ? tokenText(trace.targetTokens[at + 1])
                                                       : tr("next"));
    }
    while (!words.isEmpty() && words.back().isEmpty())
        words.removeLast(); // padding
    return words;
}

Scene sceneOf(const StationInput& input, const PatchPicture& picture, const Weights& weights) {
    Scene scene;
    scene.picture = picture;
    const Node& node = input.at();
    scene.ofWords = node.axes[node.shape.rank() - 2] == Axis::Target;
    if (scene.ofWords)
        scene.words = wordsWritten(input.trace, weights.queries());
    const Index queries = scene.ofWords ? static_cast<Index>(scene.words.size()) : picturePatches;
    const Index chosen = within(input.focus.row, queries);
    scene.query = std::max<Index>(chosen, 0);
    const bool isMean = input.setting(meanKey, 0) > 0 || weights.heads() == 1;
    scene.head = isMean ? -1 : std::clamp<Index>(input.focus.head, 0, weights.heads() - 1);
    return scene;
}

QString headName(Index head) {
    return head < 0 ? tr("mean of the heads") : tr("head %1").arg(head + 1);
}

/// One sentence: where the query looks most.
QString sentenceOf(const Scene& scene, const std::vector<float>& weights) {
    const auto most = std::ranges::max_element(weights);
    const auto patch = static_cast<Index>(most - weights.begin());
    const QString share = NumberFormat{0, 0}.text(100 * static_cast<double>(*most));
    return scene.ofWords
               ? tr("While “%1” is written, most is read from %2: %3 % of the weight.")
                     .arg(scene.words.value(static_cast<int>(scene.query)), patchName(patch), share)
               : tr("The patch in %1 reads most from %2: %3 % of the weight.")
                     .arg(patchName(scene.query), patchName(patch), share);
}

/// A small picture for each word in the chosen head, or for each head from the chosen patch.
Block overview(const Scene& scene, const Weights& weights) {
    std::vector<PictureLook> looks;
    if (scene.ofWords)
        for (Index word = 0; word < static_cast<Index>(scene.words.size()); ++word)
            looks.push_back({.title = scene.words[static_cast<int>(word)],
                             .weights = weights.of(scene.head, word),
                             .chosen = word == scene.query,
                             .placeOf = [word](Index patch) {
                                 return StationPlace{word, patch};
                             }});
    else
        for (Index head = 0; head < weights.heads(); ++head)
            looks.push_back({.title = headName(weights.heads() > 1 ? head : -1),
                             .weights = weights.of(head, scene.query),
                             .chosen = head == scene.head,
                             .marked = scene.query,
                             .placeOf = [head](Index patch) {
                                 return StationPlace{.row = patch, .head = static_cast<int>(head)};
                             }});
    return pictureGrid(scene.picture, std::move(looks), smallSide);
}

Block show(const StationInput& input) {
    const std::optional<PatchPicture> picture = pictureOf(input.trace);
    const Tensor& values = input.trace.value(input.node);
    if (!picture || values.empty())
        return paragraph(
            tr("The source has not 36 rows of numbers, and so it is no picture of patches."));
    const Weights weights{values};
    const Scene scene = sceneOf(input, *picture, weights);
    const std::vector<float> chosen = weights.of(scene.head, scene.query);
    const QString title =
        (scene.ofWords ? tr("“%1”").arg(scene.words.value(static_cast<int>(scene.query)))
                       : tr("from the patch in %1").arg(patchName(scene.query)));
    const Block large = pictureBlock(*picture,
                                     {.title = scene.head < 0 && weights.heads() == 1
                                                   ? title
                                                   : tr("%1 · %2").arg(title, headName(scene.head)),
                                      .weights = chosen,
                                      .marked = scene.ofWords ? -1 : scene.query,
                                      .placeOf =
                                          [scene](Index patch) {
                                              return scene.ofWords
                                                         ? StationPlace{scene.query, patch}
                                                         : StationPlace{.row = patch};
                                          }},
                                     largeSide);
    return walked(
        scene.ofWords ? static_cast<Index>(scene.words.size()) : picturePatches, 0,
        padded(14, 10,
               column({paragraph(sentenceOf(scene, chosen)),
                       grows(row({grows(large, 2), grows(overview(scene, weights), 3)}, 24))})));
}

} // namespace

Station station() {
    return {.id = "picture-attention",
            .title = QT_TR_NOOP("On the picture"),
            .summary = QT_TR_NOOP("The weights of a query as light on the patches that it reads"),
            .mutes = true,
            .preferred = true,
            .ofRow = true,
            .shows = shows,
            .controls = controls,
            .show = show};
}

} // namespace gf::picture_attention
