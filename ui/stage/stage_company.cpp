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
    const auto isDrawn = [](const Member& member) {
        return !member.stage->isHidden() && !member.canvas->panels().empty();
    };
    std::vector<StageCanvas*> together;
    for (const Member& member : m_members)
        if (isDrawn(member))
            together.push_back(member.canvas);
    for (const Member& member : m_members) {
        member.stage->setCompared(together.size() > 1);
        if (!isDrawn(member))
            member.canvas->layOutFor(member.canvas->needs(), member.canvas->viewport());
    }
    level();
    std::vector<LayoutInput> needs;
    QSize room;
    for (const StageCanvas* canvas : together) {
        room = needs.empty() ? canvas->viewport() : room.boundedTo(canvas->viewport());
        needs.push_back(canvas->needs().empty() ? LayoutInput() : canvas->needs().front());
    }
    int names = 0;
    for (const StageCanvas* canvas : together)
        names = std::max(names, canvas->namesHeight(room.width()));
    const auto common = together.size() > 1 ? commonLayout(needs) : std::nullopt;
    for (StageCanvas* canvas : together)
        canvas->layOutFor(common ? std::vector{*common} : canvas->needs(), room - QSize(0, names));
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
    grow(form.pairTitle, other.pairTitle);
    form.overview = form.overview.expandedTo(other.overview);
}

void grow(LayoutItem& item, const LayoutItem& other) {
    grow(item.form, other.form);
    item.countsTokens |= other.countsTokens;
    item.least = item.least.expandedTo(other.least);
    grow(item.name, other.name);
}

/// Where one has more, room is left for these.
void grow(std::vector<LayoutItem>& items, const std::vector<LayoutItem>& others) {
    const std::size_t both = std::min(items.size(), others.size());
    for (std::size_t i = 0; i < both; ++i)
        grow(items[i], others[i]);
    items.insert(items.end(), others.begin() + static_cast<std::ptrdiff_t>(both), others.end());
}

} // namespace

std::optional<LayoutInput> commonLayout(const std::vector<LayoutInput>& stages) {
    if (stages.empty())
        return std::nullopt;
    LayoutInput common = stages.front();
    for (const LayoutInput& stage : stages) {
        if (common.subject.size() != stage.subject.size())
            return std::nullopt;
        grow(common.subject, stage.subject);
        grow(common.equals, stage.equals);
        grow(common.leastCell, stage.leastCell);
    }
    return common;
}

} // namespace gf
