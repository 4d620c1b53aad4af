// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/form/shape_picture.h"

#include "core/form/listed.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <utility>

namespace gf {

namespace {

constexpr std::array<std::string_view, 4> kinds = {"circle", "square", "triangle", "cross"};
constexpr std::array<std::string_view, 3> sizes = {"small", "", "large"};
constexpr std::array<int, 3> extents = {5, 8, 11};
// The numbers of each add up to the same: what is drawn and what is not differs by one sum,
// whatever the colour.
constexpr std::array colours = {
    ShapeColour{"red", {1, 0.3F, 0.3F}},    ShapeColour{"green", {0.3F, 1, 0.3F}},
    ShapeColour{"blue", {0.3F, 0.3F, 1}},   ShapeColour{"yellow", {0.8F, 0.8F, 0}},
    ShapeColour{"purple", {0.8F, 0, 0.8F}}, ShapeColour{"cyan", {0, 0.8F, 0.8F}}};

constexpr std::string_view blanks = " \t\r\n";

std::vector<std::string_view> wordsIn(std::string_view text) {
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    while ((begin = text.find_first_not_of(blanks, begin)) != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

/// The words are letters and digits, or the text would have been refused before.
std::string quoted(std::string_view word) {
    constexpr std::size_t most = 20;
    std::string text = "\"";
    text.append(word.substr(0, most)).append(word.size() > most ? "…\"" : "\"");
    return text;
}

/// The place of a word among others; nothing where it is none of them.
template <class Rows, class Name>
std::optional<std::size_t> placeOf(std::string_view word, const Rows& rows, Name name) {
    const auto found = std::ranges::find(rows, word, name);
    return found == rows.end() ? std::nullopt : std::optional<std::size_t>(found - rows.begin());
}

std::string colourNames() {
    std::array<std::string_view, colours.size()> names;
    std::ranges::transform(colours, names.begin(), &ShapeColour::name);
    return listed(names);
}

/// Reads one shape, from left to right.
class ShapeReader {
public:
    ShapeReader(std::string_view text, std::size_t number)
        : m_words(wordsIn(text)), m_number(number) {}

    PictureShape read() {
        if (m_words.empty())
            throw Error(phrase("shape %1 is missing; between semicolons stands a shape such as "
                               "small red circle 9 2"),
                        m_number);
        PictureShape shape;
        if (next() == sizes[0] || next() == sizes[2])
            shape.size = take() == sizes[0] ? PictureShape::Size::Small : PictureShape::Size::Large;
        const auto colour = placeOf(next(), colours, &ShapeColour::name);
        if (!colour)
            refuse(phrase("shape %1 has %2 where its colour should be; the colours are %3"),
                   colourNames());
        take();
        const auto kind = placeOf(next(), kinds, std::identity());
        if (!kind)
            refuse(phrase("shape %1 has %2 where its kind should be; the kinds are %3"),
                   listed(kinds));
        take();
        shape.colour = static_cast<int>(*colour);
        shape.kind = static_cast<PictureShape::Kind>(*kind);
        const int room = static_cast<int>(pictureSide) - extentOf(shape.size);
        shape.x = takePlace(phrase("shape %1 has %2 as the place of its left edge; it must be a "
                                   "whole number between 0 and %3"),
                            room);
        shape.y = takePlace(phrase("shape %1 has %2 as the place of its upper edge; it must be a "
                                   "whole number between 0 and %3"),
                            room);
        if (!next().empty())
            throw Error(phrase("shape %1 has %2 behind its places; put a semicolon between shapes"),
                        m_number, quoted(next()));
        return shape;
    }

private:
    std::string_view next() const {
        return m_at < m_words.size() ? m_words[m_at] : std::string_view();
    }
    std::string_view take() { return m_words[m_at++]; }

    [[noreturn]] void refuse(Phrase why, const Sentence& right) const {
        throw Error(why, m_number, next().empty() ? Sentence(phrase("nothing")) : quoted(next()),
                    right);
    }

    int takePlace(Phrase why, int most) {
        int place = -1;
        const std::string_view word = next();
        const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), place);
        if (problem != std::errc() || end != word.data() + word.size() || place < 0 || place > most)
            refuse(why, most);
        take();
        return place;
    }

    std::vector<std::string_view> m_words;
    std::size_t m_number; ///< from 1
    std::size_t m_at = 0;
};

/// Of each point of a picture, row by row, the place of its number for red.
std::size_t numberAt(int x, int y) {
    const Index patch = y / patchSide * patchesAcross + x / patchSide;
    const Index point = y % patchSide * patchSide + x % patchSide;
    return static_cast<std::size_t>(patch * patchNumbers + point * 3);
}

constexpr int black = -1;

/// The colour of each point, row by row; nothing where one has a colour that no shape has.
std::optional<std::vector<int>> coloursOf(std::span<const float> patches) {
    std::vector<int> points;
    for (int y = 0; y < pictureSide; ++y)
        for (int x = 0; x < pictureSide; ++x) {
            const auto rgb = patches.subspan(numberAt(x, y), 3);
            const auto found = std::ranges::find_if(colours, [&](const ShapeColour& colour) {
                return std::ranges::equal(colour.rgb, rgb);
            });
            if (found == colours.end() && std::ranges::any_of(rgb, [](float v) { return v != 0; }))
                return std::nullopt;
            points.push_back(found == colours.end() ? black
                                                    : static_cast<int>(found - colours.begin()));
        }
    return points;
}

/// The shapes of a colour that cover all of its points, and nothing that is black.
std::vector<PictureShape> candidates(const std::vector<int>& points, int colour) {
    const auto fits = [&](const PictureShape& shape) {
        for (int y = 0; y < pictureSide; ++y)
            for (int x = 0; x < pictureSide; ++x) {
                const int here = points[static_cast<std::size_t>(y * pictureSide + x)];
                if (covers(shape, x, y) ? here == black : here == colour)
                    return false;
            }
        return true;
    };
    std::vector<PictureShape> found;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        for (std::size_t size = 0; size < sizes.size(); ++size) {
            PictureShape shape{static_cast<PictureShape::Kind>(kind),
                               static_cast<PictureShape::Size>(size), colour};
            const int room = static_cast<int>(pictureSide) - extentOf(shape.size);
            for (shape.y = 0; shape.y <= room; ++shape.y)
                for (shape.x = 0; shape.x <= room; ++shape.x)
                    if (fits(shape))
                        found.push_back(shape);
        }
    return found;
}

/// Twice the middle of a shape, which may lie between two points.
std::pair<int, int> twiceMiddle(const PictureShape& shape) {
    const int extent = extentOf(shape.size);
    return {2 * shape.x + extent, 2 * shape.y + extent};
}

} // namespace

std::span<const std::string_view> shapeKindNames() {
    return kinds;
}

std::span<const std::string_view> shapeSizeNames() {
    return sizes;
}

std::span<const ShapeColour> shapeColours() {
    return colours;
}

std::string describe(const PictureShape& shape) {
    std::string text(sizes[static_cast<std::size_t>(shape.size)]);
    text += text.empty() ? "" : " ";
    text.append(colours[static_cast<std::size_t>(shape.colour)].name).append(" ");
    return text.append(kinds[static_cast<std::size_t>(shape.kind)]);
}

int extentOf(PictureShape::Size size) {
    return extents[static_cast<std::size_t>(size)];
}

bool covers(const PictureShape& shape, int x, int y) {
    const int extent = extentOf(shape.size);
    const int column = x - shape.x;
    const int row = y - shape.y;
    if (column < 0 || column >= extent || row < 0 || row >= extent)
        return false;
    // Twice the distance from the middle.
    const int across = std::abs(2 * column + 1 - extent);
    const int down = std::abs(2 * row + 1 - extent);
    switch (shape.kind) {
    case PictureShape::Kind::Circle:
        return across * across + down * down <= extent * extent;
    case PictureShape::Kind::Square:
        return true;
    case PictureShape::Kind::Triangle:
        return across <= row + 1;
    case PictureShape::Kind::Cross:
        return std::min(across, down) <= extent / 4;
    }
    return false;
}

std::vector<PictureShape> shapesIn(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789; \t\r\n";
    if (text.find_first_not_of(allowed) != std::string_view::npos)
        throw Error(phrase("has a character that no picture has; write shapes in small letters, "
                           "such as small red circle 9 2; blue square 8 13"));
    const auto count = static_cast<std::size_t>(std::ranges::count(text, ';')) + 1;
    if (count > mostShapes)
        throw Error(phrase("has %1 shapes; a picture has at most %2"), count, mostShapes);
    std::vector<PictureShape> shapes;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        shapes.push_back(ShapeReader(text.substr(begin, end - begin), shapes.size() + 1).read());
        begin = end + 1;
    }
    return shapes;
}

std::string shapesText(std::span<const PictureShape> shapes) {
    std::string text;
    for (const PictureShape& shape : shapes)
        text += (text.empty() ? "" : "; ") + describe(shape) + ' ' + std::to_string(shape.x) + ' ' +
                std::to_string(shape.y);
    return text;
}

bool isShapesText(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return false;
    const char c = text[first];
    return c == ';' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::vector<PictureShape> inOrderOfNames(std::vector<PictureShape> shapes) {
    std::ranges::stable_sort(shapes, {}, [](const PictureShape& shape) {
        const auto [x, y] = twiceMiddle(shape);
        return std::pair(shape.size, x + y);
    });
    return shapes;
}

std::vector<float> patchesOf(std::span<const PictureShape> shapes) {
    const std::vector<PictureShape> named = inOrderOfNames({shapes.begin(), shapes.end()});
    std::vector<float> numbers(static_cast<std::size_t>(picturePatches * patchNumbers));
    for (int y = 0; y < pictureSide; ++y)
        for (int x = 0; x < pictureSide; ++x) {
            const auto seen = std::ranges::find_if(
                named, [&](const PictureShape& shape) { return covers(shape, x, y); });
            if (seen == named.end())
                continue;
            std::ranges::copy(colours[static_cast<std::size_t>(seen->colour)].rgb,
                              numbers.begin() + static_cast<Index>(numberAt(x, y)));
        }
    return numbers;
}

std::optional<std::vector<PictureShape>> shapesOf(std::span<const float> patches) {
    if (patches.size() != static_cast<std::size_t>(picturePatches * patchNumbers))
        return std::nullopt;
    const std::optional<std::vector<int>> points = coloursOf(patches);
    if (!points)
        return std::nullopt;
    // Every way to take one candidate of each colour; where shapes overlap there are several.
    std::vector<std::vector<PictureShape>> ways{{}};
    for (int colour = 0; colour < static_cast<int>(colours.size()); ++colour) {
        if (std::ranges::find(*points, colour) == points->end())
            continue;
        std::vector<std::vector<PictureShape>> longer;
        for (const PictureShape& shape : candidates(*points, colour))
            for (std::vector<PictureShape> way : ways) {
                way.push_back(shape);
                longer.push_back(std::move(way));
            }
        constexpr std::size_t mostWays = 10'000;
        if (longer.empty() || longer.size() > mostWays || longer.front().size() > mostShapes)
            return std::nullopt;
        ways = std::move(longer);
    }
    for (std::vector<PictureShape>& way : ways)
        if (!way.empty() && std::ranges::equal(patchesOf(way), patches))
            return inOrderOfNames(std::move(way));
    return std::nullopt;
}

} // namespace gf
