// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_company.h"

#include "ui/stage/common_layout.h"
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

} // namespace gf
