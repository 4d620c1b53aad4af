// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/generated_task.h"
#include "core/data/task_base.h"
#include "core/form/shape_picture.h"
#include "core/tensor/error.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace gf {

namespace {

using Shapes = std::vector<PictureShape>;

constexpr std::array<std::string_view, 7> smallWords = {"a",  "above", "below", "left",
                                                        "of", "on",    "right"};
constexpr Index longestCaption = 16; ///< a small red circle left of a large … right of a large …

/// From the middle of one shape to that of another, doubled.
struct Way {
    int across = 0;
    int down = 0;
};

Way wayBetween(const PictureShape& from, const PictureShape& to) {
    const int difference = extentOf(to.size) - extentOf(from.size);
    return {2 * (to.x - from.x) + difference, 2 * (to.y - from.y) + difference};
}

/// Whether the middle of one shape is inside the square that the other one fills.
bool isOn(const PictureShape& shape, const PictureShape& other) {
    const auto [across, down] = wayBetween(shape, other);
    return std::max(std::abs(across), std::abs(down)) < extentOf(other.size);
}

std::string_view relation(const PictureShape& shape, const PictureShape& other) {
    if (isOn(shape, other))
        return "on";
    const auto [across, down] = wayBetween(shape, other);
    if (std::abs(across) >= std::abs(down))
        return across > 0 ? "left of" : "right of";
    return down > 0 ? "above" : "below";
}

/// Each shape, and how it lies to the one that is named after it.
std::string captionOf(const Shapes& shapes) {
    const Shapes named = inOrderOfNames(shapes);
    std::string caption;
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (i > 0)
            caption.append(" ").append(relation(named[i - 1], named[i])).append(" ");
        caption += "a " + describe(named[i]);
    }
    return caption;
}

std::optional<std::string> captionOfText(std::string_view source) {
    try {
        return captionOf(shapesIn(source));
    } catch (const Error&) {
        return std::nullopt; // no picture
    }
}

/// A shape of another colour than those that are there.
PictureShape drawShape(Draws& draws, const Shapes& others) {
    PictureShape shape;
    shape.kind = static_cast<PictureShape::Kind>(draws.below(shapeKindNames().size()));
    shape.size = static_cast<PictureShape::Size>(draws.below(shapeSizeNames().size()));
    do
        shape.colour = static_cast<int>(draws.below(shapeColours().size()));
    while (std::ranges::find(others, shape.colour, &PictureShape::colour) != others.end());
    const auto room = static_cast<std::uint64_t>(pictureSide - extentOf(shape.size) + 1);
    shape.x = static_cast<int>(draws.below(room));
    shape.y = static_cast<int>(draws.below(room));
    return shape;
}

/// Puts the shape anywhere inside the larger one.
void putOn(Draws& draws, PictureShape& shape, const PictureShape& larger) {
    const auto room = static_cast<std::uint64_t>(extentOf(larger.size) - extentOf(shape.size) + 1);
    shape.x = larger.x + static_cast<int>(draws.below(room));
    shape.y = larger.y + static_cast<int>(draws.below(room));
}

/// A gap of one point lies between them.
bool areApart(const PictureShape& one, const PictureShape& other) {
    const auto [across, down] = wayBetween(one, other);
    return std::max(std::abs(across), std::abs(down)) >
           extentOf(one.size) + extentOf(other.size) + 1;
}

/// It can be seen at a glance to which side one lies: twice as far as to any other.
bool isPlain(const PictureShape& one, const PictureShape& other) {
    const auto [across, down] = wayBetween(one, other);
    return std::max(std::abs(across), std::abs(down)) >=
           2 * std::min(std::abs(across), std::abs(down));
}

/// Whether each lies apart from all others, or on the one that is named next, and plainly so.
bool canBeTold(const Shapes& named) {
    for (std::size_t i = 0; i < named.size(); ++i)
        for (std::size_t j = i + 1; j < named.size(); ++j) {
            const bool on = j == i + 1 && named[i].size < named[j].size && isOn(named[i], named[j]);
            if (!on &&
                (!areApart(named[i], named[j]) || (j == i + 1 && !isPlain(named[i], named[j]))))
                return false;
        }
    return true;
}

Drawn drawPicture(Draws& draws) {
    const std::uint64_t count = 2 + draws.below(2);
    for (;;) {
        Shapes shapes;
        while (shapes.size() < count)
            shapes.push_back(drawShape(draws, shapes));
        shapes = inOrderOfNames(std::move(shapes));
        if (shapes[0].size < shapes[1].size && draws.below(4) == 0)
            putOn(draws, shapes[0], shapes[1]);
        if (inOrderOfNames(shapes) != shapes || !canBeTold(shapes))
            continue;
        const std::string source = shapesText(shapes);
        return {{source, captionOf(shapes)}, source};
    }
}

/// Where shapes lie to each other is learnt late, and in small steps at the end.
TrainConfig training() {
    TrainConfig training;
    training.steps = 15000;
    training.batch = 16;
    training.schedule = ScheduleKind::Cosine;
    training.learningRate = 0.004;
    training.warmup = 400;
    return training;
}

std::string allWords() {
    std::string words;
    const auto add = [&](std::string_view word) {
        words.append(words.empty() ? "" : " ").append(word);
    };
    std::ranges::for_each(smallWords, add);
    std::ranges::for_each(shapeKindNames(), add);
    for (const std::string_view size : shapeSizeNames())
        if (!size.empty())
            add(size);
    for (const ShapeColour& colour : shapeColours())
        add(colour.name);
    return words;
}

} // namespace

/// A picture of two or three shapes (core/form/shape_picture.h) to what is on it: "small red circle
/// 9 2; blue square 8 13" → "a small red circle above a blue square". The model reads 36 patches of
/// 48 numbers and writes words. Smaller shapes are named first, each with how it lies to the one
/// named next: on it, or to that side on which its middle lies further away. Colours differ, and
/// what lies apart lies so by a point at least.
GeneratedProblem captionProblem(const TaskParameters&) {
    GeneratedProblem problem;
    problem.name = "caption";
    problem.tokenization = Tokenization::Words;
    problem.form.input = Input::Values;
    problem.form.features = patchNumbers;
    problem.targetAlphabet = allWords();
    problem.longestSource = picturePatches;
    problem.longestTarget = longestCaption;
    problem.draw = drawPicture;
    problem.answer = captionOfText;
    problem.showcase.source = "small red circle 9 2; blue square 8 13";
    problem.showcase.target = *captionOfText(problem.showcase.source);
    problem.training = training();
    problem.shape = [](ModelConfig& model) {
        model.positional = Positional::Learned;
        model.activation = Activation::Gelu;
    };
    problem.tokenWord = "words";
    problem.sizeWord = "shapes";
    problem.size = [](std::string_view source) {
        return static_cast<Index>(shapesIn(source).size());
    };
    return problem;
}

} // namespace gf
