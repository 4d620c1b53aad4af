// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_layout.h"

#include "ui/stage/stage_template.h"

#include <array>
#include <cmath>
#include <iterator>

namespace gf {

namespace {

// At a font of 13 pixels, with which they grow.
constexpr double seenFromAfar = 24;   ///< from here on the neighbours are more than thumbnails
constexpr double seenAtADesk = 14;    ///< from here on the strip unfolds
constexpr double wholeFromAfar = 312; ///< a matrix that is as large as this is seen as well
constexpr double wholeAtADesk = 240;
constexpr double labelledEqual = 10;     ///< from here on words are worth their room among equals
constexpr double widestName = 0.6;       ///< of the stage
constexpr double leastNeighbour = 9;     ///< a cell of one that is more than a thumbnail
constexpr double labelledNeighbour = 14; ///< from here on words are worth their room
constexpr double largestNeighbour = 0.8; ///< of the subject's cell: that is the largest thing

/// A name as wide as the stage would leave no way to stand: it is cut.
LayoutInput withShortNames(LayoutInput input, double width) {
    for (auto* items : {&input.subject, &input.neighbours, &input.equals, &input.strip})
        for (LayoutItem& item : *items) {
            item.least.setWidth(std::min(item.least.width(), widestName * width));
            item.name = std::min(item.name, widestName * width);
        }
    return input;
}

std::unique_ptr<StageTemplate> templateFor(const LayoutInput& input,
                                           const HeatmapOptions& options) {
    return input.equals.empty() ? makeTableTemplate(input, options)
                                : makePanelsTemplate(input, options);
}

QSizeF outer(const QSizeF& size) {
    return size + QSizeF(2 * viewMargin, 2 * viewMargin);
}

/// Places of one size beside and under each other.
struct Lattice {
    int count = 0;
    QSizeF one; ///< with the gap after it
    int across = 1;

    int lines() const { return (count + across - 1) / across; }
    QSizeF size() const { return {one.width() * across, one.height() * lines()}; }
    QRectF place(int i) const {
        return {QPointF(i % across * one.width(), i / across * one.height()),
                one - QSizeF(stageGap, stageGap)};
    }
};

/// What stands around the subject of the stage: its neighbours, and a strip of thumbnails.
class Surroundings {
public:
    /// Where the strip and the neighbours are.
    struct Arrangement {
        bool stripRight = false;
        bool besideRight = true;
        int lanes = 1; ///< columns of neighbours on the right, or lines of them below
        BarPlace bar = BarPlace::Fitting; ///< of the neighbours
    };
    /// The sizes of neighbours that a candidate gives, by their bar, and of thumbnails.
    struct Sizes {
        QSizeF fitting, below, strip;
        const QSizeF& neighbour(BarPlace bar) const {
            return bar == BarPlace::Fitting ? fitting : below;
        }
    };

    Surroundings(const LayoutInput& input, const QSizeF& room, const HeatmapOptions& options)
        : m_input(input), m_room(room), m_options(options), m_unit(options.fontSize / usualFont) {
        const int most = std::max<int>(1, static_cast<int>(input.neighbours.size()));
        for (const bool stripRight : {false, true})
            for (const bool besideRight : {true, false})
                for (int lanes = 1; lanes <= most; ++lanes)
                    for (const BarPlace bar : {BarPlace::Fitting, BarPlace::Below})
                        if (!input.neighbours.empty() || (besideRight && bar == BarPlace::Fitting))
                            m_arrangements.push_back({stripRight, besideRight, lanes, bar});
    }

    /// In the order in which they are tried.
    const std::vector<Arrangement>& arrangements() const { return m_arrangements; }

    /// The stage grows: it scrolls.
    void setHeight(double height) { m_room.setHeight(height); }

    /// The least side of a cell of neighbours that are more than thumbnails, beside such a subject.
    double neighbourOf(double cell) const {
        if (m_input.neighbours.empty())
            return 0;
        return std::min(std::max(leastNeighbourOf(cell), 0.4 * cell), cell);
    }

    double leastNeighbourOf(double cell) const {
        const auto n = static_cast<double>(longest(m_input.neighbours));
        return std::min(m_unit * std::min(leastNeighbour, leastNeighbour * usualFont / n), cell);
    }

    Sizes sizesFor(const LayoutCandidate& candidate) const {
        return {neighbourSize(candidate, BarPlace::Fitting),
                neighbourSize(candidate, BarPlace::Below), stripSize(candidate)};
    }

    /// What both leave of the stage for the subject, or nothing.
    std::optional<QSizeF> roomBeside(const LayoutCandidate& candidate, const Sizes& sizes,
                                     const Arrangement& arrangement) const {
        QSizeF left = m_room;
        if (!m_input.strip.empty()) {
            const bool right = arrangement.stripRight;
            if (right &&
                (!candidate.strip || captionHeight() + sizes.strip.height() > m_room.height()))
                return std::nullopt;
            const QSizeF strip = stripOf(sizes.strip, right).size();
            if (right)
                left.rwidth() -= strip.width() + 2 * stageGap;
            else
                left.rheight() -= captionHeight() + (candidate.strip ? strip.height() : 0);
        }
        if (!m_input.neighbours.empty()) {
            const QSizeF beside =
                neighboursOf(sizes.neighbour(arrangement.bar), arrangement).size();
            if (arrangement.besideRight ? beside.height() > left.height()
                                        : beside.width() > left.width())
                return std::nullopt;
            if (arrangement.besideRight)
                left.rwidth() -= beside.width() + 2 * stageGap;
            else
                left.rheight() -= beside.height() + stageGap;
        }
        return left.width() > 0 && left.height() > 0 ? std::optional(left) : std::nullopt;
    }

    QSizeF neighbourArea(const LayoutCandidate& candidate, const Arrangement& arrangement) const {
        return m_input.neighbours.empty()
                   ? QSizeF(0, 0)
                   : neighboursOf(neighbourSize(candidate, arrangement.bar), arrangement).size();
    }

    void placeStrip(StagePlan& plan, const LayoutCandidate& candidate,
                    const Arrangement& arrangement) const {
        if (m_input.strip.empty())
            return;
        const double caption = captionHeight();
        plan.folded = !candidate.strip;
        const Lattice strip = stripOf(stripSize(candidate), arrangement.stripRight);
        QPointF corner(0, m_room.height() - caption);
        if (arrangement.stripRight)
            corner = {m_room.width() - strip.size().width() + stageGap, 0};
        else if (!plan.folded)
            corner.ry() -= strip.size().height();
        plan.caption = QRectF(corner, QSizeF(m_room.width() - corner.x(), caption));
        for (int i = 0; i < strip.count && !plan.folded; ++i) {
            StageSlot slot;
            slot.rect = strip.place(i).translated(corner + QPointF(0, caption));
            slot.parts = smallHeatmapParts;
            plan.strip.push_back(slot);
        }
    }

    void placeNeighbours(StagePlan& plan, const LayoutCandidate& candidate,
                         const Arrangement& arrangement, const QRectF& area) const {
        if (m_input.neighbours.empty())
            return;
        Lattice beside = neighboursOf({}, arrangement);
        beside.one = {area.width() / beside.across, area.height() / beside.lines()};
        plan.neighbourCell = 1e9;
        for (int i = 0; i < beside.count; ++i) {
            const LayoutItem& item = m_input.neighbours[i];
            const bool small = !(candidate.neighbour > 0);
            const double cell = small ? thumbnailCell(item, candidate.cell) : candidate.neighbour;
            StageSlot slot;
            slot.rect = beside.place(i).translated(area.topLeft());
            slot.cell = drawnCell(item.form, {cell, cell}, m_options.fontSize);
            slot.parts = small                   ? smallHeatmapParts
                         : isLabelled(candidate) ? allHeatmapParts
                                                 : plainHeatmapParts;
            slot.bar = arrangement.bar;
            plan.neighbours.push_back(slot);
            plan.neighbourCell = std::min(plan.neighbourCell, cell);
        }
    }

private:
    Lattice stripOf(const QSizeF& one, bool right) const {
        const auto count = static_cast<int>(m_input.strip.size());
        const auto within = [](double room, double side) {
            return std::max(1, static_cast<int>(room / side));
        };
        if (!right)
            return {count, one, within(m_room.width(), one.width())};
        const int lines = within(m_room.height() - captionHeight(), one.height());
        return {count, one, (count + lines - 1) / lines};
    }

    Lattice neighboursOf(const QSizeF& one, const Arrangement& arrangement) const {
        const auto count = static_cast<int>(m_input.neighbours.size());
        const int along = (count + arrangement.lanes - 1) / arrangement.lanes;
        return {count, one, arrangement.besideRight ? arrangement.lanes : along};
    }

    /// What stands beside a matrix of the same words need not repeat them in a small place.
    bool isLabelled(const LayoutCandidate& candidate) const {
        return candidate.neighbour >= labelledNeighbour * m_unit;
    }

    double thumbnailCell(const LayoutItem& item, double cell) const {
        const double most =
            thumbnail * m_unit / static_cast<double>(std::max(item.form.rows, item.form.columns));
        return std::min(most, std::max(cell, item.form.rows > 2 ? 0.0 : m_options.fontSize));
    }

    QSizeF thumbnailSize(const LayoutItem& item, double cell) const {
        if (item.form.rows == 0)
            return item.least;
        HeatmapOptions small = m_options;
        small.parts = smallHeatmapParts;
        const double side = thumbnailCell(item, cell);
        const QSizeF room = roomFor(item.form, {side, side}, small);
        return outer({std::max({room.width(), thumbnail * m_unit, item.name}), room.height()});
    }

    /// The size of the largest, so that all of them stand in line.
    QSizeF neighbourSize(const LayoutCandidate& candidate, BarPlace bar) const {
        HeatmapOptions options = m_options;
        options.parts = isLabelled(candidate) ? allHeatmapParts : plainHeatmapParts;
        options.bar = bar;
        const double side = candidate.neighbour;
        QSizeF size(0, 0);
        for (const LayoutItem& item : m_input.neighbours) {
            if (!(side > 0))
                size = size.expandedTo(thumbnailSize(item, candidate.cell));
            else if (!isMatrix(item))
                size = size.expandedTo(item.least);
            else
                size = size.expandedTo(
                    outer(roomFor(item.form, drawnCell(item.form, {side, side}, m_options.fontSize),
                                  options)
                              .expandedTo({item.least.width(), 0})));
        }
        return size + QSizeF(stageGap, stageGap);
    }

    QSizeF stripSize(const LayoutCandidate& candidate) const {
        QSizeF size(0, 0);
        for (const LayoutItem& item : m_input.strip)
            size = size.expandedTo(thumbnailSize(item, candidate.cell));
        // Whole pixels: views of fractions of one are rounded, and some heads would be drawn
        // larger.
        return {std::ceil(size.width() + stageGap), std::ceil(size.height() + stageGap)};
    }

    /// In whole pixels, as the maps below it stand.
    double captionHeight() const { return std::floor(m_options.fontSize * 2); }

    const LayoutInput& m_input;
    QSizeF m_room;
    HeatmapOptions m_options;
    double m_unit;
    std::vector<Arrangement> m_arrangements;
};

/// Looks for the largest cell with which all finds room.
class CellSearch {
public:
    CellSearch(const LayoutInput& input, const QSizeF& room, const HeatmapOptions& options)
        : m_input(withShortNames(input, room.width())), m_room(room),
          m_unit(options.fontSize / usualFont), m_around(m_input, room, options),
          m_template(templateFor(m_input, options)), m_height(room.height()) {}

    StagePlan plan() {
        if (m_input.subject.empty() && m_input.equals.empty())
            return {};
        const std::vector<LayoutCandidate> candidates = this->candidates();
        for (const LayoutCandidate& candidate : candidates)
            if (fits(candidate))
                return placed(candidate);
        // There is no room even for the smallest: the stage scrolls, and what is wider than it is
        // gets smaller still.
        LayoutCandidate candidate = candidates.back();
        for (int tries = 0; candidate.cell > 0.01 && !fits(candidate); ++tries) {
            m_height += 0.15 * m_room.height();
            m_around.setHeight(m_height);
            if (tries > 40)
                candidate.cell *= 0.9;
        }
        return placed(candidate);
    }

    /// Whether cells that are no smaller than the least find room, without a plan of where all
    /// stands.
    bool hasRoomForLeast() {
        double cell = std::floor(largestCell * m_unit);
        while (smallerSide(cell) >= m_input.leastCell)
            cell = smallerSide(cell);
        return cell >= m_input.leastCell &&
               std::ranges::any_of(numbered(cell), [this](const LayoutCandidate& candidate) {
                   return fits(candidate);
               });
    }

private:
    /// From the largest cells down; none has anything smaller than those after it.
    std::vector<LayoutCandidate> candidates() const {
        const auto n = static_cast<double>(lengthOfMain());
        const double far = m_unit * std::min(seenFromAfar, wholeFromAfar / n);
        const double near =
            m_input.stripFolds ? m_unit * std::min(seenAtADesk, wholeAtADesk / n) : 0;
        const double least = m_unit * std::min(seenFromAfar, thumbnail / n);
        const double most = std::floor(largestCell * m_unit);
        std::vector<LayoutCandidate> all;
        // Numbers are read in the subject: all else gives way to its cells.
        for (double cell = most; m_input.leastCell > 0 && cell >= m_input.leastCell;
             cell = smallerSide(cell))
            std::ranges::copy(numbered(cell), std::back_inserter(all));
        for (double cell = most; cell > least; cell = smallerSide(cell)) {
            if (cell >= far) {
                all.push_back({cell, m_around.neighbourOf(cell), true});
                // All neighbours give way to the subject, down to what can still be told apart.
                if (m_around.leastNeighbourOf(cell) < m_around.neighbourOf(cell))
                    all.push_back({cell, m_around.leastNeighbourOf(cell), true});
            }
            if (cell < far || smallerSide(cell) < far)
                addWithSharing(all, {cell, 0, cell >= near});
            if (cell >= near && smallerSide(cell) < near)
                addWithSharing(all, {cell, 0, false});
        }
        addWithSharing(all, {least, 0, least >= near});
        return all;
    }

    /// Of a product that is its result, whatever its operands are.
    Index lengthOfMain() const {
        if (!m_input.equals.empty())
            return longest(m_input.equals);
        return m_input.isProduct ? longest({m_input.subject.back()}) : longest(m_input.subject);
    }

    void addWithSharing(std::vector<LayoutCandidate>& all, LayoutCandidate candidate) const {
        all.push_back(candidate);
        candidate.sharesWords = true;
        if (m_input.equals.size() > 1 && candidate.cell < labelledEqual * m_unit)
            all.push_back(candidate);
    }

    /// Those of a cell that all else gives way to.
    std::array<LayoutCandidate, 3> numbered(double cell) const {
        return {LayoutCandidate{cell, m_around.neighbourOf(cell), true},
                LayoutCandidate{cell, 0, true}, LayoutCandidate{cell, 0, false}};
    }

    /// The first arrangement that fits is kept.
    bool fits(const LayoutCandidate& candidate) {
        const Surroundings::Sizes sizes = m_around.sizesFor(candidate);
        for (const Surroundings::Arrangement& arrangement : m_around.arrangements())
            if (const auto room = m_around.roomBeside(candidate, sizes, arrangement);
                room && m_template->fits(candidate, *room)) {
                m_chosen = arrangement;
                m_subjectRoom = *room;
                return true;
            }
        return false;
    }

    /// What is left goes to the neighbours, which stay smaller than the subject.
    void growNeighbours(LayoutCandidate& candidate) {
        if (!(candidate.neighbour > 0))
            return;
        candidate.neighbour =
            largestFitting(candidate.neighbour, std::floor(largestNeighbour * candidate.cell),
                           [this, tried = candidate](double side) mutable {
                               tried.neighbour = side;
                               return fits(tried);
                           });
        fits(candidate);
    }

    /// Subject and neighbours stand together in the middle; what is left over stands around.
    StagePlan placed(LayoutCandidate candidate) {
        growNeighbours(candidate);
        StagePlan plan;
        plan.cell = candidate.cell;
        plan.height = m_height;
        m_around.placeStrip(plan, candidate, m_chosen);
        const QSizeF subject = m_template->fill(candidate, m_subjectRoom);
        const QSizeF beside = m_around.neighbourArea(candidate, m_chosen);
        const bool right = m_chosen.besideRight && !m_input.neighbours.empty();
        const double spare =
            std::max(0.0, m_subjectRoom.width() - subject.width()) / (right ? 3 : 2);
        const double width = right ? subject.width() + spare : m_subjectRoom.width();
        m_template->place(candidate,
                          QRectF(QPointF(right ? spare : 0, 0),
                                 QSizeF(right ? width - spare : width, m_subjectRoom.height())),
                          plan);
        const QRectF area = right ? QRectF(subject.width() + 2 * spare + 2 * stageGap, 0,
                                           beside.width(), m_subjectRoom.height())
                                  : QRectF(0, m_subjectRoom.height() + stageGap,
                                           m_subjectRoom.width(), beside.height());
        m_around.placeNeighbours(plan, candidate, m_chosen, area);
        return plan;
    }

    LayoutInput m_input;
    QSizeF m_room;
    double m_unit;
    Surroundings m_around;
    std::unique_ptr<StageTemplate> m_template;
    double m_height = 0;
    Surroundings::Arrangement m_chosen;
    QSizeF m_subjectRoom;
};

constexpr Index leastWindow = 3; ///< rows and columns, whatever becomes of their cells

/// With windows of so many rows and columns on what is larger.
LayoutInput windowed(LayoutInput input, Index rows, Index columns) {
    for (auto* items : {&input.subject, &input.equals})
        for (LayoutItem& item : *items)
            if (isMatrix(item))
                item.form = partOf(item.form, rows, columns);
    return input;
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

StagePlan layOutStage(const LayoutInput& input, const QSizeF& room, const HeatmapOptions& options) {
    // Only where the least finds room is there a plan to be made of the whole.
    LayoutInput whole = input;
    whole.leastCell = 0;
    if (input.leastCell <= 0 || CellSearch(input, room, options).hasRoomForLeast())
        if (StagePlan plan = CellSearch(whole, room, options).plan(); plan.cell >= input.leastCell)
            return plan;
    const auto fits = [&](Index rows, Index columns) {
        return CellSearch(windowed(input, rows, columns), room, options).hasRoomForLeast();
    };
    const Index all = longest(input.equals.empty() ? input.subject : input.equals);
    const auto cells = [&](double length) {
        return static_cast<Index>(std::max<double>(length / input.leastCell, leastWindow));
    };
    const Index most = std::min(all, std::max(cells(room.width()), cells(room.height())));
    const Index side = largest(leastWindow, most, [&](Index n) { return fits(n, n); });
    const Index columns = largest(side, most, [&](Index n) { return fits(side, n); });
    const Index rows = largest(side, most, [&](Index n) { return fits(n, columns); });
    StagePlan plan = CellSearch(windowed(input, rows, columns), room, options).plan();
    plan.window = side < all ? side : 0;
    return plan;
}

} // namespace gf
