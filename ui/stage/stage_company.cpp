// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_company.h"

#include "ui/stage/stage_widget.h"

#include <QEvent>

#include <algorithm>
#include <utility>

namespace gf {

void StageCompany::add(StageWidget* stage, StageCanvas* canvas) {
    m_members.push_back({stage, canvas});
    canvas->setInCompany(true);
    stage->installEventFilter(this);
    connect(canvas, &StageCanvas::needsChanged, this, &StageCompany::arrange);
    connect(stage, &StageWidget::shownStepChanged, this, &StageCompany::arrange);
    arrange();
}

bool StageCompany::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)
        arrange();
    return QObject::eventFilter(watched, event);
}

/// Buttons may take two lines above one stage and one above another.
void StageCompany::level() {
    int highest = 0;
    for (const Member& member : m_members)
        if (!member.stage->isHidden())
            highest = std::max(highest, member.stage->headerHeight());
    for (const Member& member : m_members)
        if (!member.stage->isHidden())
            member.stage->setHeaderRoom(highest);
}

void StageCompany::arrange() {
    // What is laid out may take another room, which is asked for here again.
    if (std::exchange(m_arranging, true))
        return;
    level();
    std::vector<StageCanvas*> together;
    QSize room;
    for (const Member& member : m_members) {
        const bool drawn = !member.stage->isHidden() && !member.canvas->panels().empty();
        if (!drawn) {
            member.canvas->layOutFor(member.canvas->needs(), member.canvas->viewport());
            continue;
        }
        const QSize own = member.canvas->viewport();
        room = together.empty() ? own : room.boundedTo(own);
        together.push_back(member.canvas);
    }
    // Where one has fewer ways to be shown its last stands for those that others have besides.
    const bool known = std::ranges::none_of(
        together, [](const StageCanvas* canvas) { return canvas->needs().empty(); });
    std::size_t ways = 0;
    for (const StageCanvas* canvas : together)
        ways = known ? std::max(ways, canvas->needs().size()) : 0;
    std::vector<LayoutInput> common;
    for (std::size_t i = 0; i < ways; ++i) {
        std::vector<LayoutInput> needs;
        for (const StageCanvas* canvas : together)
            needs.push_back(canvas->needs()[std::min(i, canvas->needs().size() - 1)]);
        const auto one = commonLayout(needs);
        if (!one)
            break;
        common.push_back(*one);
    }
    for (StageCanvas* canvas : together)
        canvas->layOutFor(common.empty() ? canvas->needs() : common,
                          common.empty() ? canvas->viewport() : room);
    m_arranging = false;
}

namespace {

template <class Number> void grow(Number& number, const Number& other) {
    number = std::max(number, other);
}

void grow(HeatmapForm& form, const HeatmapForm& other) {
    grow(form.rows, other.rows);
    grow(form.columns, other.columns);
    form.title |= other.title;
    form.rowTitle |= other.rowTitle;
    form.columnTitle |= other.columnTitle;
    form.bar |= other.bar;
    form.square &= other.square;
    grow(form.rowWord, other.rowWord);
    grow(form.columnWord, other.columnWord);
    grow(form.longColumnWord, other.longColumnWord);
    grow(form.rowNumber, other.rowNumber);
    grow(form.columnNumber, other.columnNumber);
    grow(form.tick, other.tick);
    grow(form.name, other.name);
    grow(form.rowRead, other.rowRead);
    form.overview = form.overview.expandedTo(other.overview);
}

void grow(LayoutItem& item, const LayoutItem& other) {
    grow(item.form, other.form);
    item.countsTokens |= other.countsTokens;
    item.least = item.least.expandedTo(other.least);
    grow(item.name, other.name);
}

/// What has a place in both is the first of each.
void grow(std::vector<LayoutItem>& items, const std::vector<LayoutItem>& others) {
    const std::size_t both = std::min(items.size(), others.size());
    for (std::size_t i = 0; i < both; ++i)
        grow(items[i], others[i]);
    items.insert(items.end(), others.begin() + static_cast<std::ptrdiff_t>(both), others.end());
}

/// Here it is the last: what is masked stands before the weights in every model, what comes before
/// it not in all.
void growFromTheEnd(std::vector<LayoutItem>& items, std::vector<LayoutItem> others) {
    std::ranges::reverse(items);
    std::ranges::reverse(others);
    grow(items, others);
    std::ranges::reverse(items);
}

/// Whether each place has the same kind of item.
bool areAlike(const std::vector<LayoutItem>& a, const std::vector<LayoutItem>& b) {
    return std::ranges::equal(a, b, [](const LayoutItem& one, const LayoutItem& other) {
        return one.sign == other.sign && one.beneath == other.beneath &&
               one.result == other.result && one.rows == other.rows && one.columns == other.columns;
    });
}

} // namespace

std::optional<LayoutInput> commonLayout(const std::vector<LayoutInput>& stages) {
    if (stages.empty())
        return std::nullopt;
    LayoutInput common = stages.front();
    for (const LayoutInput& stage : stages) {
        if (common.isProduct != stage.isProduct || !areAlike(common.subject, stage.subject) ||
            common.equals.empty() != stage.equals.empty())
            return std::nullopt;
        grow(common.subject, stage.subject);
        growFromTheEnd(common.neighbours, stage.neighbours);
        grow(common.equals, stage.equals);
        grow(common.strip, stage.strip);
        common.stripFolds |= stage.stripFolds;
        grow(common.leastCell, stage.leastCell);
    }
    return common;
}

} // namespace gf
