// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace gf {

namespace {

constexpr double gap = 6;
constexpr double inset = 12; ///< what a view keeps free around its heatmap, both sides together

// All in font sizes of 13 pixels, with which they grow.
constexpr double usualFont = 13;
constexpr double largestCell = 96;
constexpr double seenFromAfar = 24;   ///< from here on the neighbours are more than thumbnails
constexpr double seenAtADesk = 14;    ///< from here on the strip unfolds
constexpr double wholeFromAfar = 312; ///< a matrix that is as large as this is seen as well
constexpr double wholeAtADesk = 240;
constexpr double leastNeighbour = 9;
constexpr double widestName = 0.6;       ///< of the stage
constexpr double labelledNeighbour = 14; ///< whose words are worth their room
constexpr double labelledEqual = 10;     ///< likewise, rather than larger cells
constexpr std::size_t mostPlaces = 6;    ///< for lines to break, of which all ways are tried
constexpr Index farLonger = 4;           ///< times its result is an operand of a product
constexpr Index mostTold = 128;          ///< cells in a row, one from the next, as such an operand
constexpr double thumbnail = 72;         ///< the longer side of its cells, and no matrix is smaller

/// One step of the ladder that is climbed as far as there is room. No rung has anything smaller
/// than the rung below it.
struct Rung {
    double cell = 0;
    double neighbour = 0; ///< 0: thumbnails
    bool strip = true;    ///< unfolded
    bool sharing = false; ///< of words, among equals
};

/// Equals in their first line and column, where that is a place for words, and the others.
struct EqualSizes {
    QSizeF first;
    QSizeF others;
};

Index longest(const std::vector<StageThing>& things) {
    Index most = 1;
    for (const StageThing& thing : things)
        most = std::max({most, thing.form.rows, thing.form.columns});
    return most;
}

class Planner {
public:
    Planner(const StageMatter& matter, const QSizeF& room, const HeatmapOptions& options)
        : m_matter(matter), m_room(room), m_options(options), m_unit(options.fontSize / usualFont),
          m_main(m_matter.equals.empty() ? m_matter.subject : m_matter.equals), m_ways(ways()),
          m_places(breakPlaces()), m_height(room.height()) {
        m_small = options;
        m_small.parts = smallHeatmapParts;
        m_plain = options;
        m_plain.parts = plainHeatmapParts;
        // A name as wide as the stage would leave no way to stand: it is cut.
        for (auto* things :
             {&m_matter.subject, &m_matter.neighbours, &m_matter.equals, &m_matter.strip})
            for (StageThing& thing : *things)
                thing.least.setWidth(std::min(thing.least.width(), widestName * room.width()));
    }

    StagePlan plan() {
        if (m_main.empty())
            return {};
        const std::vector<Rung> rungs = ladder();
        for (const Rung& rung : rungs)
            if (climbs(rung))
                return placed(rung);
        // There is no room even for the smallest: the stage scrolls, and what is wider than it is
        // gets smaller still.
        Rung rung = rungs.back();
        for (int tries = 0; rung.cell > 0.01 && !climbs(rung); ++tries) {
            m_height += 0.15 * m_room.height();
            if (tries > 40)
                rung.cell *= 0.9;
        }
        return placed(rung);
    }

    /// Whether cells that are no smaller than the least find room, without a plan of where all
    /// stands.
    bool hasRoomForLeast() {
        double cell = std::floor(largestCell * m_unit);
        while (smallerSide(cell) >= m_matter.leastCell)
            cell = smallerSide(cell);
        return cell >= m_matter.leastCell &&
               std::ranges::any_of(rungsOf(cell),
                                   [this](const Rung& rung) { return climbs(rung); });
    }

private:
    /// A way to stand: where the strip and the neighbours are, and how the subject's lines break.
    struct Arrangement {
        bool stripRight = false;
        bool besideRight = true;
        int lanes = 1; ///< columns of neighbours on the right, or lines of them below
        unsigned breaks = 0;
        bool barBelow = false;       ///< of the subject
        bool besideBarBelow = false; ///< of the neighbours
        int columns = 1;             ///< of equals
    };
    struct Scales {
        std::array<double, 3> of{};
        QSizeF result; ///< the least of the result's cells, but where it shares a scale
        double operator[](StageScale scale) const { return of[static_cast<std::size_t>(scale)]; }
        QSizeF operator()(const StageThing& thing) const {
            QSizeF cell((*this)[thing.columns], (*this)[thing.rows]);
            if (thing.result && thing.columns != StageScale::Shared)
                cell.setWidth(std::max(cell.width(), result.width()));
            if (thing.result && thing.rows != StageScale::Shared)
                cell.setHeight(std::max(cell.height(), result.height()));
            return cell;
        }
    };
    /// What a rung gives to an arrangement, by where its strip is or by where its bars are.
    struct Sizes {
        std::array<std::optional<QSizeF>, 2> besideStrip;
        std::array<QSizeF, 2> neighbour;
        std::array<EqualSizes, 2> equal;
        std::array<std::vector<QSizeF>, 2> subject;
    };
    struct Line {
        std::size_t first = 0;
        std::size_t end = 0;
        QSizeF size;
    };

    std::vector<Rung> ladder() const {
        const auto n = static_cast<double>(longest(m_main));
        const double far = m_unit * std::min(seenFromAfar, wholeFromAfar / n);
        const double near =
            m_matter.stripFolds ? m_unit * std::min(seenAtADesk, wholeAtADesk / n) : 0;
        const double least = m_unit * std::min(seenFromAfar, thumbnail / n);
        std::vector<Rung> rungs;
        // Numbers are read at the place of the subject: all else gives way to its cells.
        for (double cell = std::floor(largestCell * m_unit);
             m_matter.leastCell > 0 && cell >= m_matter.leastCell; cell = smallerSide(cell))
            std::ranges::copy(rungsOf(cell), std::back_inserter(rungs));
        for (double cell = std::floor(largestCell * m_unit); cell > least;
             cell = smallerSide(cell)) {
            if (cell >= far)
                rungs.push_back({cell, neighbourOf(cell), true});
            if (cell < far || smallerSide(cell) < far)
                addWithSharing(rungs, {cell, 0, cell >= near});
            if (cell >= near && smallerSide(cell) < near)
                addWithSharing(rungs, {cell, 0, false});
        }
        addWithSharing(rungs, {least, 0, least >= near});
        return rungs;
    }

    void addWithSharing(std::vector<Rung>& rungs, Rung rung) const {
        rungs.push_back(rung);
        rung.sharing = true;
        if (m_matter.equals.size() > 1 && rung.cell < labelledEqual * m_unit)
            rungs.push_back(rung);
    }

    /// Those of a cell that all else gives way to.
    std::array<Rung, 3> rungsOf(double cell) const {
        return {Rung{cell, neighbourOf(cell), true}, Rung{cell, 0, true}, Rung{cell, 0, false}};
    }

    double neighbourOf(double cell) const {
        if (m_matter.neighbours.empty())
            return 0;
        const auto n = static_cast<double>(longest(m_matter.neighbours));
        const double least = m_unit * std::min(leastNeighbour, leastNeighbour * usualFont / n);
        return std::min(std::max(least, 0.4 * cell), cell);
    }

    // Sizes

    /// Few rows or columns are more than a line.
    QSizeF cellOf(const StageThing& thing, const Scales& scales) const {
        const double least = m_options.fontSize;
        QSizeF cell = scales(thing);
        if (thing.form.rows <= 2)
            cell.setHeight(std::max(cell.height(), least));
        if (thing.form.columns <= 2)
            cell.setWidth(std::max(cell.width(), least));
        const double side = std::min(cell.width(), cell.height());
        return thing.form.square ? QSizeF(side, side) : cell;
    }

    QSizeF sizeOf(const StageThing& thing, const Scales& scales, bool barBelow) const {
        return sizeOf(thing, scales, barBelow, m_options);
    }

    QSizeF sizeOf(const StageThing& thing, const Scales& scales, bool barBelow,
                  const HeatmapOptions& options) const {
        if (thing.sign || thing.form.rows == 0)
            return thing.least;
        const QSizeF room = roomFor(thing.form, cellOf(thing, scales), barBelow, options);
        return {std::max(room.width(), thing.least.width()) + inset, room.height() + inset};
    }

    static Scales scalesOf(double cell) { return {{cell, cell, cell}, {0, 0}}; }

    /// A result is no smaller than a thumbnail, however large its operands are.
    Scales subjectScales(double cell) const {
        Scales scales = scalesOf(cell);
        const auto result = std::ranges::find_if(m_matter.subject, &StageThing::result);
        if (m_matter.subject.size() > 1 && result != m_matter.subject.end()) {
            const double side = resultSide(*result, cell);
            const double least = side / static_cast<double>(longest({*result}));
            const double beyond = side - thumbnail * m_unit;
            const double word = 1.2 * m_options.fontSize;
            scales.result = {
                least,
                std::max(least, std::min(word, beyond / static_cast<double>(result->form.rows)))};
        }
        return scales;
    }

    /// The least of a result's longer side. Of operands that are far longer than it, a kernel over
    /// many windows, no cell is told from the next: before they grow, so does what they give.
    double resultSide(const StageThing& result, double cell) const {
        const Index operands = longest(m_matter.subject);
        if (operands <= std::max(mostTold, farLonger * longest({result})))
            return thumbnail * m_unit;
        return std::clamp(0.5 * cell * static_cast<double>(operands), thumbnail * m_unit,
                          wholeAtADesk * m_unit);
    }

    /// What stands beside a matrix of the same words need not repeat them in a small place.
    bool isLabelled(const Rung& rung) const { return rung.neighbour >= labelledNeighbour * m_unit; }

    double thumbnailCell(const StageThing& thing, double cell) const {
        const double most =
            thumbnail * m_unit / static_cast<double>(std::max(thing.form.rows, thing.form.columns));
        return std::min(most, std::max(cell, thing.form.rows > 2 ? 0.0 : m_options.fontSize));
    }

    QSizeF thumbnailSize(const StageThing& thing, double cell) const {
        if (thing.form.rows == 0)
            return thing.least;
        const double side = thumbnailCell(thing, cell);
        const QSizeF room = roomFor(thing.form, {side, side}, false, m_small);
        const double name = std::min(thing.name, widestName * m_room.width());
        return {std::max({room.width(), thumbnail * m_unit, name}) + inset, room.height() + inset};
    }

    /// The size of the largest, so that all of them stand in line.
    QSizeF neighbourSize(const Rung& rung, bool barBelow) const {
        QSizeF size(0, 0);
        for (const StageThing& thing : m_matter.neighbours)
            size = size.expandedTo(rung.neighbour > 0
                                       ? sizeOf(thing, scalesOf(rung.neighbour), barBelow,
                                                isLabelled(rung) ? m_options : m_plain)
                                       : thumbnailSize(thing, rung.cell));
        return size + QSizeF(gap, gap);
    }

    QSizeF stripSize(const Rung& rung) const {
        QSizeF size(0, 0);
        for (const StageThing& thing : m_matter.strip)
            size = size.expandedTo(thumbnailSize(thing, rung.cell));
        return size + QSizeF(gap, gap);
    }

    double captionHeight() const { return m_options.fontSize * 2; }

    // Room

    /// What the strip leaves of the stage, or nothing.
    std::optional<QSizeF> besideStrip(const Rung& rung, bool right) const {
        QSizeF left(m_room.width(), m_height);
        const auto count = static_cast<double>(m_matter.strip.size());
        if (count == 0)
            return left;
        if (!rung.strip) {
            left.rheight() -= captionHeight();
            return right ? std::nullopt : std::optional(left);
        }
        const QSizeF one = stripSize(rung);
        if (right) {
            const double lines = std::floor((m_height - captionHeight()) / one.height());
            if (lines < 1)
                return std::nullopt;
            left.rwidth() -= std::ceil(count / lines) * one.width() + 2 * gap;
        } else {
            const double perLine = std::max(1.0, std::floor(m_room.width() / one.width()));
            left.rheight() -= captionHeight() + std::ceil(count / perLine) * one.height();
        }
        return left;
    }

    /// What the neighbours leave of that.
    std::optional<QSizeF> besideNeighbours(const QSizeF& one, const QSizeF& room,
                                           const Arrangement& a) const {
        const auto count = static_cast<double>(m_matter.neighbours.size());
        if (count == 0)
            return room;
        const double along = std::ceil(count / a.lanes);
        if (a.besideRight)
            return along * one.height() > room.height()
                       ? std::nullopt
                       : std::optional(
                             QSizeF(room.width() - a.lanes * one.width() - 2 * gap, room.height()));
        return along * one.width() > room.width()
                   ? std::nullopt
                   : std::optional(
                         QSizeF(room.width(), room.height() - a.lanes * one.height() - gap));
    }

    /// All arrangements, in the order in which they are tried.
    std::vector<Arrangement> ways() const {
        const int most = std::max<int>(1, static_cast<int>(m_matter.neighbours.size()));
        std::vector<Arrangement> ways;
        for (const bool stripRight : {false, true})
            for (const bool besideRight : {true, false})
                for (int lanes = 1; lanes <= most; ++lanes)
                    for (const bool barBelow : {false, true})
                        for (const bool besideBarBelow : {false, true})
                            if (!m_matter.neighbours.empty() || (besideRight && !besideBarBelow))
                                ways.push_back(
                                    {stripRight, besideRight, lanes, 0, barBelow, besideBarBelow});
        return ways;
    }

    /// Whether there is an arrangement for a rung; the first that fits is kept.
    bool climbs(const Rung& rung) {
        const Sizes sizes = sizesOf(rung);
        for (Arrangement way : m_ways) {
            const auto& all = sizes.besideStrip[way.stripRight];
            const auto room = all ? besideNeighbours(sizes.neighbour[way.besideBarBelow], *all, way)
                                  : std::nullopt;
            if (room && mainFits(sizes, *room, way)) {
                m_chosen = way;
                m_subjectRoom = *room;
                return true;
            }
        }
        return false;
    }

    Sizes sizesOf(const Rung& rung) const {
        Sizes sizes;
        for (const bool other : {false, true}) {
            sizes.besideStrip[other] = besideStrip(rung, other);
            sizes.neighbour[other] = neighbourSize(rung, other);
            sizes.equal[other] = equalSizes(rung, other);
            sizes.subject[other] = subjectSizes(subjectScales(rung.cell), other);
        }
        return sizes;
    }

    bool mainFits(const Sizes& sizes, const QSizeF& room, Arrangement& a) const {
        if (room.width() <= 0 || room.height() <= 0)
            return false;
        return m_matter.equals.empty()
                   ? subjectFits(sizes.subject[a.barBelow], room, a)
                   : equalsFit(sizes.equal[a.barBelow], m_matter.equals.size(), room, a);
    }

    static bool equalsFit(const EqualSizes& one, std::size_t equals, const QSizeF& room,
                          Arrangement& a) {
        const auto count = static_cast<int>(equals);
        const QSizeF left = room + QSizeF(gap, gap) - (one.first - one.others); // without the words
        a.columns =
            std::min(count, static_cast<int>(std::floor(left.width() / one.others.width())));
        if (a.columns < 1)
            return false;
        const int lines = (count + a.columns - 1) / a.columns;
        a.columns = (count + lines - 1) / lines; // no line much shorter than the others
        return lines * one.others.height() <= left.height();
    }

    EqualSizes equalSizes(const Rung& rung, bool barBelow) const {
        EqualSizes sizes{{0, 0}, {0, 0}};
        for (const StageThing& thing : m_matter.equals) {
            const Scales scales = scalesOf(rung.cell);
            sizes.first = sizes.first.expandedTo(sizeOf(thing, scales, barBelow));
            sizes.others = sizes.others.expandedTo(
                sizeOf(thing, scales, barBelow, rung.sharing ? m_plain : m_options));
        }
        sizes.first += QSizeF(gap, gap);
        sizes.others += QSizeF(gap, gap);
        return sizes;
    }

    // The subject's lines

    /// Where a line may break: before a thing that is not beneath another, a sign staying with what
    /// follows it.
    std::vector<std::size_t> breakPlaces() const {
        std::vector<std::size_t> places;
        const auto& things = m_matter.subject;
        for (std::size_t i = 1; i < things.size(); ++i)
            if (!things[i].beneath && !things[i - 1].sign)
                places.push_back(i);
        return places;
    }

    std::vector<QSizeF> subjectSizes(const Scales& scales, bool barBelow) const {
        std::vector<QSizeF> sizes;
        for (const StageThing& thing : m_matter.subject)
            sizes.push_back(sizeOf(thing, scales, barBelow));
        return sizes;
    }

    std::vector<Line> linesFor(const std::vector<QSizeF>& sizes, unsigned breaks,
                               const std::vector<std::size_t>& places) const {
        std::vector<Line> lines;
        const auto& things = m_matter.subject;
        std::size_t place = 0;
        double stackWidth = 0;
        double stackHeight = 0;
        const auto close = [&] { // the stack of things beneath each other
            if (lines.empty())
                return;
            QSizeF& size = lines.back().size;
            size.rwidth() += stackWidth > 0 ? stackWidth + gap : 0;
            size.setHeight(std::max(size.height(), stackHeight));
            stackWidth = stackHeight = 0;
        };
        for (std::size_t i = 0; i < things.size(); ++i) {
            if (!things[i].beneath)
                close();
            if (place < places.size() && places[place] == i && ((breaks >> place++) & 1U) != 0)
                lines.push_back({i, i, {}});
            if (lines.empty())
                lines.push_back({});
            lines.back().end = i + 1;
            stackWidth = std::max(stackWidth, sizes[i].width());
            stackHeight += sizes[i].height();
        }
        close();
        return lines;
    }

    static bool linesFit(const std::vector<Line>& lines, const QSizeF& room) {
        double height = 0;
        for (const Line& line : lines) {
            if (line.size.width() - gap > room.width())
                return false;
            height += line.size.height() + gap;
        }
        return height - gap <= room.height();
    }

    bool subjectFits(const std::vector<QSizeF>& sizes, const QSizeF& room, Arrangement& a) const {
        const std::vector<std::size_t>& places = m_places;
        // Many things in a row, all heads above all: a line is filled before the next begins.
        if (places.size() > mostPlaces) {
            a.breaks = 0;
            for (std::size_t p = 0; p < places.size(); ++p) {
                const std::vector<Line> lines = linesFor(sizes, a.breaks, places);
                for (const Line& line : lines)
                    if (line.first <= places[p] && places[p] < line.end) {
                        double width = 0;
                        const std::size_t end =
                            p + 1 < places.size() ? places[p + 1] : m_matter.subject.size();
                        for (std::size_t i = line.first; i < end; ++i)
                            width += sizes[i].width() + gap;
                        if (width - gap > room.width())
                            a.breaks |= 1U << p;
                        break;
                    }
            }
            return linesFit(linesFor(sizes, a.breaks, places), room);
        }
        for (a.breaks = 0; a.breaks < (1U << places.size()); ++a.breaks)
            if (linesFit(linesFor(sizes, a.breaks, places), room))
                return true;
        return false;
    }

    /// Cells that are not square may be stretched where that fills the room: rows first, which have
    /// words. What is left then goes to the result.
    Scales stretched(double cell) const {
        Scales scales = subjectScales(cell);
        const auto grow = [&](double least, double most, auto&& widen) {
            for (double side = most; side > least; side = smallerSide(side)) {
                Scales tried = scales;
                widen(tried, side);
                if (fits(tried)) {
                    scales = tried;
                    return;
                }
            }
        };
        const double word = 1.2 * m_options.fontSize;
        const auto growScale = [&](StageScale which, double most) {
            if (std::ranges::none_of(m_matter.subject, [which](const StageThing& thing) {
                    return thing.form.square && (thing.rows == which || thing.columns == which);
                }))
                grow(cell, most, [which](Scales& of, double side) {
                    of.of[static_cast<std::size_t>(which)] = side;
                });
        };
        const auto growResult = [&](double most) {
            grow(scales.result.height(), most,
                 [](Scales& of, double side) { of.result.setHeight(side); });
        };
        growScale(StageScale::Row, std::max(3 * cell, word));
        growResult(word);
        growScale(StageScale::Shared, 3 * cell);
        growScale(StageScale::Column, 3 * cell);
        if (m_matter.subject.size() > 1) {
            grow(cell, std::floor(largestCell * m_unit), [](Scales& of, double side) {
                of.result = of.result.expandedTo({side, side});
            });
            growResult(3 * scales.result.width());
        }
        return scales;
    }

    /// Whether the subject has room at these scales, its lines broken as they were chosen.
    bool fits(const Scales& scales) const {
        const std::vector<QSizeF> sizes = subjectSizes(scales, m_chosen.barBelow);
        return linesFit(linesFor(sizes, m_chosen.breaks, m_places), m_subjectRoom);
    }

    // Places

    StagePlan placed(Rung rung) {
        growNeighbours(rung);
        StagePlan plan;
        plan.cell = rung.cell;
        plan.height = m_height;
        placeStrip(plan, rung);
        if (!m_matter.equals.empty())
            placeEquals(plan, rung);
        else
            placeSubject(plan, rung);
        return plan;
    }

    /// What is left goes to the neighbours.
    void growNeighbours(Rung& rung) {
        if (!(rung.neighbour > 0))
            return;
        const Rung floor = rung;
        for (rung.neighbour = rung.cell; rung.neighbour > floor.neighbour;
             rung.neighbour = smallerSide(rung.neighbour))
            if (climbs(rung))
                return;
        rung = floor;
        climbs(rung);
    }

    void placeStrip(StagePlan& plan, const Rung& rung) const {
        const std::size_t count = m_matter.strip.size();
        if (count == 0)
            return;
        const QSizeF room(m_room.width(), m_height);
        const double caption = captionHeight();
        plan.folded = !rung.strip;
        if (plan.folded) {
            plan.caption = QRectF(0, room.height() - caption, room.width(), caption);
            return;
        }
        const QSizeF one = stripSize(rung);
        double perLine = std::max(1.0, std::floor(room.width() / one.width()));
        QPointF corner(0, 0);
        if (m_chosen.stripRight) {
            const double lines =
                std::max(1.0, std::floor((room.height() - caption) / one.height()));
            perLine = std::ceil(static_cast<double>(count) / lines);
            corner = {room.width() - perLine * one.width() + gap, 0};
        } else {
            const double lines = std::ceil(static_cast<double>(count) / perLine);
            corner = {0, room.height() - caption - lines * one.height()};
        }
        plan.caption = QRectF(corner, QSizeF(room.width() - corner.x(), caption));
        for (std::size_t i = 0; i < count; ++i) {
            const auto at = static_cast<double>(i);
            const QPointF place =
                corner + QPointF(std::fmod(at, perLine) * one.width(),
                                 caption + std::floor(at / perLine) * one.height());
            plan.strip.push_back({QRectF(place, one - QSizeF(gap, gap)), {}, smallHeatmapParts});
        }
    }

    void placeEquals(StagePlan& plan, const Rung& rung) const {
        const int lines =
            (static_cast<int>(m_matter.equals.size()) + m_chosen.columns - 1) / m_chosen.columns;
        const EqualSizes sizes = equalSizes(rung, m_chosen.barBelow);
        const QSizeF words = sizes.first - sizes.others;
        const QSizeF one((m_subjectRoom.width() - words.width()) / m_chosen.columns,
                         (m_subjectRoom.height() - words.height()) / lines);
        for (int i = 0; i < static_cast<int>(m_matter.equals.size()); ++i) {
            const int column = i % m_chosen.columns;
            const int line = i / m_chosen.columns;
            const QRectF cells(
                QPointF(words.width() + column * one.width(), words.height() + line * one.height()),
                one - QSizeF(gap, gap));
            const QRectF all = cells.adjusted(column == 0 ? -words.width() : 0,
                                              line == 0 ? -words.height() : 0, 0, 0);
            HeatmapParts parts = allHeatmapParts;
            parts.setFlag(HeatmapPart::RowLabels, !rung.sharing || column == 0);
            parts.setFlag(HeatmapPart::ColumnLabels, !rung.sharing || line == 0);
            const StageThing& thing = m_matter.equals[static_cast<std::size_t>(i)];
            plan.equals.push_back({all, cellOf(thing, scalesOf(rung.cell)), parts});
        }
    }

    /// Of the ways to break the lines that leave the cells as large, the one with the largest
    /// result.
    Scales broken(double cell) {
        Scales best = stretched(cell);
        if (m_places.size() > mostPlaces)
            return best;
        const auto result = std::ranges::find_if(m_matter.subject, &StageThing::result);
        if (result == m_matter.subject.end())
            return best;
        const auto size = [&](const Scales& scales) {
            const QSizeF one = cellOf(*result, scales);
            return one.width() * one.height();
        };
        const unsigned first = m_chosen.breaks;
        unsigned chosen = first;
        for (m_chosen.breaks = first + 1; m_chosen.breaks < (1U << m_places.size());
             ++m_chosen.breaks)
            if (fits(subjectScales(cell)))
                if (const Scales tried = stretched(cell); size(tried) > size(best)) {
                    best = tried;
                    chosen = m_chosen.breaks;
                }
        m_chosen.breaks = chosen;
        return best;
    }

    void placeSubject(StagePlan& plan, const Rung& rung) {
        const Scales scales = broken(rung.cell);
        const std::vector<QSizeF> sizes = subjectSizes(scales, m_chosen.barBelow);
        const std::vector<Line> lines = linesFor(sizes, m_chosen.breaks, m_places);
        QSizeF subject(0, -gap);
        for (const Line& line : lines)
            subject = {std::max(subject.width(), line.size.width() - gap),
                       subject.height() + line.size.height() + gap};
        const QSizeF one =
            m_matter.neighbours.empty() ? QSizeF() : neighbourSize(rung, m_chosen.besideBarBelow);
        const bool right = m_chosen.besideRight && !m_matter.neighbours.empty();
        // Subject and neighbours stand together in the middle; what is left over stands around.
        const double beside = right ? m_chosen.lanes * one.width() : 0;
        const double spare = (m_subjectRoom.width() - subject.width()) / (right ? 3 : 2);
        const double extra =
            (m_subjectRoom.height() - subject.height()) / static_cast<double>(lines.size());
        double y = 0;
        plan.subject.resize(m_matter.subject.size());
        for (const Line& line : lines) {
            const double height = line.size.height() + extra;
            placeLine(plan, line, sizes, scales,
                      QRectF(spare + (subject.width() - line.size.width() + gap) / 2, y,
                             line.size.width(), height));
            y += height + gap;
        }
        const QRectF room =
            right ? QRectF(subject.width() + 2 * spare + 2 * gap, 0, beside, m_subjectRoom.height())
                  : QRectF(0, m_subjectRoom.height() + gap, m_subjectRoom.width(),
                           m_chosen.lanes * one.height());
        placeNeighbours(plan, rung, room);
    }

    void placeLine(StagePlan& plan, const Line& line, const std::vector<QSizeF>& sizes,
                   const Scales& scales, const QRectF& area) const {
        const auto& things = m_matter.subject;
        double x = area.left();
        for (std::size_t i = line.first; i < line.end;) {
            std::size_t end = i + 1;
            while (end < line.end && things[end].beneath)
                ++end;
            double width = 0;
            double below = 0;
            for (std::size_t k = i; k < end; ++k) {
                width = std::max(width, sizes[k].width());
                below += k > i ? sizes[k].height() : 0;
            }
            double y = area.top();
            for (std::size_t k = i; k < end; ++k) {
                const double height = k == i ? area.height() - below : sizes[k].height();
                const bool matrix = !things[k].sign && things[k].form.rows > 0;
                plan.subject[k] = {QRectF(x, y, width, height),
                                   matrix ? cellOf(things[k], scales) : QSizeF(), allHeatmapParts};
                y += height;
            }
            x += width + gap;
            i = end;
        }
    }

    void placeNeighbours(StagePlan& plan, const Rung& rung, const QRectF& area) const {
        const auto count = static_cast<int>(m_matter.neighbours.size());
        if (count == 0)
            return;
        const int along = (count + m_chosen.lanes - 1) / m_chosen.lanes;
        const int columns = m_chosen.besideRight ? m_chosen.lanes : along;
        const int lines = m_chosen.besideRight ? along : m_chosen.lanes;
        const QSizeF one(area.width() / columns, area.height() / lines);
        plan.neighbourCell = 1e9;
        for (int i = 0; i < count; ++i) {
            const QPointF place =
                area.topLeft() + QPointF(i % columns * one.width(), i / columns * one.height());
            const StageThing& thing = m_matter.neighbours[static_cast<std::size_t>(i)];
            const bool small = !(rung.neighbour > 0);
            const double cell = small ? thumbnailCell(thing, rung.cell) : rung.neighbour;
            plan.neighbours.push_back({QRectF(place, one - QSizeF(gap, gap)),
                                       cellOf(thing, scalesOf(cell)),
                                       small              ? smallHeatmapParts
                                       : isLabelled(rung) ? allHeatmapParts
                                                          : plainHeatmapParts});
            plan.neighbourCell = std::min(plan.neighbourCell, cell);
        }
    }

    StageMatter m_matter;
    QSizeF m_room;
    HeatmapOptions m_options;
    HeatmapOptions m_small; ///< of a thumbnail
    HeatmapOptions m_plain; ///< of a neighbour without words
    double m_unit;
    const std::vector<StageThing>& m_main; ///< of m_matter
    std::vector<Arrangement> m_ways;
    std::vector<std::size_t> m_places; ///< where the subject's lines may break
    double m_height = 0;
    Arrangement m_chosen;
    QSizeF m_subjectRoom;
};

} // namespace

namespace {

constexpr Index leastWindow = 3; ///< rows and columns, whatever becomes of their cells

/// The matter with windows of so many rows and columns on what is larger.
StageMatter windowed(StageMatter matter, Index rows, Index columns) {
    for (auto* things : {&matter.subject, &matter.equals})
        for (StageThing& thing : *things)
            if (!thing.sign && thing.form.rows > 0)
                thing.form = partOf(thing.form, rows, columns);
    return matter;
}

/// The largest number in [least, most] for which `fits` holds, as it does for all smaller ones.
template <class Fits> Index largest(Index least, Index most, Fits&& fits) {
    while (least < most) {
        const Index middle = least + (most - least + 1) / 2;
        if (fits(middle))
            least = middle;
        else
            most = middle - 1;
    }
    return least;
}

} // namespace

StagePlan layOutStage(const StageMatter& matter, const QSizeF& room,
                      const HeatmapOptions& options) {
    // Only where the least finds room is there a plan to be made of the whole.
    StageMatter whole = matter;
    whole.leastCell = 0;
    if (matter.leastCell <= 0 || Planner(matter, room, options).hasRoomForLeast())
        if (StagePlan plan = Planner(whole, room, options).plan(); plan.cell >= matter.leastCell)
            return plan;
    const auto planFor = [&](Index rows, Index columns) {
        return Planner(windowed(matter, rows, columns), room, options).plan();
    };
    const auto fits = [&](Index rows, Index columns) {
        return Planner(windowed(matter, rows, columns), room, options).hasRoomForLeast();
    };
    const Index all = longest(matter.equals.empty() ? matter.subject : matter.equals);
    const auto cells = [&](double length) {
        return static_cast<Index>(std::max<double>(length / matter.leastCell, leastWindow));
    };
    const Index most = std::min(all, std::max(cells(room.width()), cells(room.height())));
    const Index side = largest(leastWindow, most, [&](Index n) { return fits(n, n); });
    const Index columns = largest(side, most, [&](Index n) { return fits(side, n); });
    const Index rows = largest(side, most, [&](Index n) { return fits(n, columns); });
    StagePlan plan = planFor(rows, columns);
    plan.window = side < all ? side : 0;
    return plan;
}

} // namespace gf
