// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_blocks.h"

#include "ui/stations/words_and_cells.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace gf {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double rounding = 0.01; ///< pixels

/// What one block of a row or a column asks of the room that they divide.
struct Want {
    double least = 0;
    double most = infinite;
    double share = 0;

    /// At so much room for each share.
    double at(double unit) const {
        return share > 0 ? std::clamp(unit * share, least, std::max(least, most)) : least;
    }
};

/// How much of the room each gets: more room gives less to none of them.
std::vector<double> divided(double room, const std::vector<Want>& wants) {
    const auto needed = [&](double unit) {
        double sum = 0;
        for (const Want& want : wants)
            sum += want.at(unit);
        return sum;
    };
    double least = infinite;
    for (const Want& want : wants)
        if (want.share > 0)
            least = std::min(least, want.share);
    double low = 0, high = least < infinite ? std::max(room, 0.0) / least : 0;
    for (int i = 0; i < 60 && low < high; ++i) {
        const double middle = (low + high) / 2;
        (needed(middle) <= room ? low : high) = middle;
    }
    std::vector<double> sizes;
    for (const Want& want : wants)
        sizes.push_back(want.at(low));
    return sizes;
}

/// The same function, of which copies share what it has captured: blocks are copied often.
template <class Result, class... Arguments>
std::function<Result(Arguments...)> shared(std::function<Result(Arguments...)> function) {
    return [one = std::make_shared<const std::function<Result(Arguments...)>>(std::move(function))](
               Arguments... arguments) -> Result {
        return (*one)(std::forward<Arguments>(arguments)...);
    };
}

double gapsOf(const std::vector<Block>& blocks, double gap) {
    return gap * static_cast<double>(std::max<std::size_t>(blocks.size(), 1) - 1);
}

std::vector<double> heightsIn(const std::vector<Block>& blocks, const StationInput& input,
                              const QSizeF& room, double gap) {
    std::vector<Want> wants;
    for (const Block& block : blocks)
        wants.push_back({block.leastHeight(input, room.width()), block.most, block.share});
    return divided(room.height() - gapsOf(blocks, gap), wants);
}

std::vector<double> widthsIn(const std::vector<Block>& blocks, const StationInput& input,
                             double room, double gap) {
    std::vector<Want> wants;
    for (const Block& block : blocks)
        wants.push_back({block.leastWidth(input), block.most, block.share});
    return divided(room - gapsOf(blocks, gap), wants);
}

/// Whether one of them has a share, 1 or 0.
double shareOf(const std::vector<Block>& blocks) {
    return std::ranges::any_of(blocks, [](const Block& block) { return block.share > 0; }) ? 1 : 0;
}

double largestWidth(const std::vector<Block>& blocks, const StationInput& input) {
    double width = 0;
    for (const Block& block : blocks)
        width = std::max(width, block.leastWidth(input));
    return width;
}

/// The smallest of cells, of which those of no size do not count.
double smallerCell(double one, double other) {
    return one <= 0 ? other : other <= 0 ? one : std::min(one, other);
}

/// The candidate for a room.
const Block& chosenOf(const std::vector<Block>& candidates, double enough,
                      const StationInput& input, const QSizeF& room) {
    std::vector<const Block*> fitting, all;
    for (const Block& block : candidates) {
        all.push_back(&block);
        if (block.leastWidth(input) <= room.width() + rounding &&
            block.leastHeight(input, room.width()) <= room.height() + rounding)
            fitting.push_back(&block);
    }
    if (fitting.empty())
        fitting = all; // there is less room than any needs
    if (fitting.size() == 1)
        return *fitting.front();
    return **std::ranges::max_element(fitting, {}, [&](const Block* block) {
        return std::min(block->cell(input, room), enough);
    });
}

} // namespace

QSizeF Block::minimum(const StationInput& input) const {
    const double width = leastWidth(input);
    return {width, leastHeight(input, width)};
}

Block column(std::vector<Block> blocks, double gap) {
    const auto all = std::make_shared<const std::vector<Block>>(std::move(blocks));
    Block made;
    made.share = shareOf(*all);
    made.leastWidth = [all](const StationInput& input) { return largestWidth(*all, input); };
    made.leastHeight = [all, gap](const StationInput& input, double width) {
        double height = gapsOf(*all, gap);
        for (const Block& block : *all)
            height += block.leastHeight(input, width);
        return height;
    };
    made.cell = [all, gap](const StationInput& input, const QSizeF& room) {
        const std::vector<double> heights = heightsIn(*all, input, room, gap);
        double cell = 0;
        for (std::size_t i = 0; i < all->size(); ++i)
            cell = smallerCell(cell, (*all)[i].cell(input, {room.width(), heights[i]}));
        return cell;
    };
    made.draw = [all, gap](Drawing& drawing, const QRectF& area) {
        const std::vector<double> heights = heightsIn(*all, drawing.input, area.size(), gap);
        double top = area.top();
        for (std::size_t i = 0; i < all->size(); ++i) {
            (*all)[i].draw(drawing, {area.left(), top, area.width(), heights[i]});
            top += heights[i] + gap;
        }
    };
    return made;
}

Block row(std::vector<Block> blocks, double gap) {
    const auto all = std::make_shared<const std::vector<Block>>(std::move(blocks));
    Block made;
    made.share = shareOf(*all);
    made.leastWidth = [all, gap](const StationInput& input) {
        double width = gapsOf(*all, gap);
        for (const Block& block : *all)
            width += block.leastWidth(input);
        return width;
    };
    made.leastHeight = [all, gap](const StationInput& input, double width) {
        const std::vector<double> widths = widthsIn(*all, input, width, gap);
        double height = 0;
        for (std::size_t i = 0; i < all->size(); ++i)
            height = std::max(height, (*all)[i].leastHeight(input, widths[i]));
        return height;
    };
    made.cell = [all, gap](const StationInput& input, const QSizeF& room) {
        const std::vector<double> widths = widthsIn(*all, input, room.width(), gap);
        double cell = 0;
        for (std::size_t i = 0; i < all->size(); ++i)
            cell = smallerCell(cell, (*all)[i].cell(input, {widths[i], room.height()}));
        return cell;
    };
    made.draw = [all, gap](Drawing& drawing, const QRectF& area) {
        const std::vector<double> widths = widthsIn(*all, drawing.input, area.width(), gap);
        double left = area.left();
        for (std::size_t i = 0; i < all->size(); ++i) {
            (*all)[i].draw(drawing, {left, area.top(), widths[i], area.height()});
            left += widths[i] + gap;
        }
    };
    return made;
}

Block grid(const std::vector<Block>& blocks, double gap) {
    std::vector<Block> candidates;
    for (std::size_t across = blocks.size(); across > 0; --across) {
        std::vector<Block> lines;
        for (std::size_t from = 0; from < blocks.size(); from += across) {
            std::vector<Block> line;
            for (std::size_t i = from; i < from + across; ++i)
                line.push_back(grows(i < blocks.size() ? blocks[i] : Block()));
            lines.push_back(grows(row(std::move(line), gap)));
        }
        candidates.push_back(column(std::move(lines), gap));
    }
    return fit(std::move(candidates));
}

Block fit(std::vector<Block> candidates, double enough) {
    const auto all = std::make_shared<const std::vector<Block>>(std::move(candidates));
    Block made;
    if (all->empty())
        return made;
    made.share = shareOf(*all);
    made.leastWidth = [all](const StationInput& input) {
        double width = infinite;
        for (const Block& block : *all)
            width = std::min(width, block.leastWidth(input));
        return width;
    };
    made.leastHeight = [all](const StationInput& input, double width) {
        double height = infinite;
        for (const Block& block : *all)
            if (block.leastWidth(input) <= width + rounding)
                height = std::min(height, block.leastHeight(input, width));
        return height < infinite ? height : all->front().leastHeight(input, width);
    };
    made.cell = [all, enough](const StationInput& input, const QSizeF& room) {
        return chosenOf(*all, enough, input, room).cell(input, room);
    };
    made.draw = [all, enough](Drawing& drawing, const QRectF& area) {
        chosenOf(*all, enough, drawing.input, area.size()).draw(drawing, area);
    };
    return made;
}

Block grows(Block block, double share, double most) {
    block.share = share;
    block.most = most;
    return block;
}

Block atLeast(const QSizeF& size, Block block) {
    Block made = block;
    made.leastWidth = [=](const StationInput& input) {
        return std::max(size.width(), block.leastWidth(input));
    };
    made.leastHeight = [=](const StationInput& input, double width) {
        return std::max(size.height(), block.leastHeight(input, width));
    };
    return made;
}

Block padded(double across, double down, Block block) {
    Block made = block;
    made.leastWidth = [=](const StationInput& input) {
        return block.leastWidth(input) + 2 * across;
    };
    made.leastHeight = [=](const StationInput& input, double width) {
        return block.leastHeight(input, width - 2 * across) + 2 * down;
    };
    made.cell = [=](const StationInput& input, const QSizeF& room) {
        return block.cell(input, room - QSizeF(2 * across, 2 * down));
    };
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        block.draw(drawing, area.adjusted(across, down, -across, -down));
    };
    return made;
}

Block custom(const QSizeF& least, std::function<void(Drawing&, const QRectF& area)> draw) {
    Block made;
    made.draw = shared(std::move(draw));
    return grows(atLeast(least, std::move(made)));
}

Block centred(double most, Block block) {
    Block made = block;
    made.cell = [=](const StationInput& input, const QSizeF& room) {
        return block.cell(input, {room.width(), std::min(most, room.height())});
    };
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        const double free = std::max(0.0, area.height() - most) / 2;
        block.draw(drawing, area.adjusted(0, free, 0, -free));
    };
    return made;
}

Block space(double size) {
    return atLeast({size, size}, {});
}

Block live(std::function<Block(const StationInput& now)> of) {
    const auto make = shared(std::move(of));
    Block made;
    made.leastWidth = [make](const StationInput& input) { return make(input).leastWidth(input); };
    made.leastHeight = [make](const StationInput& input, double width) {
        return make(input).leastHeight(input, width);
    };
    made.cell = [make](const StationInput& input, const QSizeF& room) {
        return make(input).cell(input, room);
    };
    made.draw = [make](Drawing& drawing, const QRectF& area) {
        drawing.onFocus([make, area](Drawing& now) { make(now.input).draw(now, area); });
    };
    return made;
}

Block live(std::function<Block(const StationInput& now)> make, const Block& largest) {
    Block made = largest;
    made.draw = live(std::move(make)).draw;
    return made;
}

Block walked(Index rows, Index columns, Block block) {
    Block made = block;
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        drawing.picture.rows = rows;
        drawing.picture.columns = columns;
        block.draw(drawing, area);
    };
    return made;
}

namespace {

Block words(const QString& text, const QColor& colour, double size, bool bold) {
    Block made;
    made.leastWidth = [=](const StationInput& input) {
        return paragraphWidth(input, text, size, bold);
    };
    made.leastHeight = [=](const StationInput& input, double width) {
        return paragraphHeight(input, width, text, size, bold);
    };
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        drawParagraph(drawing, area.topLeft(), area.width(), text,
                      colour.isValid() ? colour : drawing.theme().text, size, bold);
    };
    return made;
}

} // namespace

Block heading(const QString& text, double size) {
    return words(text, {}, size, true);
}

Block line(const QString& text, const QColor& colour, double size, bool bold) {
    Block made;
    made.leastHeight = [=](const StationInput& input, double) {
        return input.fontSize() * size * 1.45;
    };
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        drawLine(drawing, {area.left(), area.center().y()}, text, area.width(),
                 colour.isValid() ? colour : drawing.theme().text, size, bold);
    };
    return made;
}

Block paragraph(const QString& text, const QColor& colour) {
    return words(text, colour, 1, false);
}

Block sentence(const QStringList& tokens, Index chosen) {
    Block made;
    made.leastWidth = [=](const StationInput& input) { return sentenceWidth(input, tokens); };
    made.leastHeight = [=](const StationInput& input, double width) {
        return sentenceHeight(input, width, tokens);
    };
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        drawSentence(drawing, area.topLeft(), area.width(), tokens, chosen);
    };
    return made;
}

Block chooser(const QString& what, const QStringList& tokens, Index chosen) {
    Block made;
    made.leastWidth = [=](const StationInput& input) {
        return std::max(measureWith(input.font)(what, input.fontSize()),
                        sentenceWidth(input, tokens));
    };
    made.leastHeight = [=](const StationInput& input, double width) {
        return chooserHeight(input, width, what, tokens);
    };
    made.draw = [=](Drawing& drawing, const QRectF& area) {
        drawChooser(drawing, area.topLeft(), area.width(), what, tokens, chosen);
    };
    return made;
}

Block sign(const QString& text) {
    Block made;
    made.leastWidth = [](const StationInput& input) { return input.fontSize() * 2.2; };
    made.leastHeight = [](const StationInput& input, double) { return input.fontSize() * 1.8; };
    made.draw = [=](Drawing& drawing, const QRectF& area) { drawSign(drawing, area, text); };
    return made;
}

} // namespace gf
