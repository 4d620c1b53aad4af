// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrices that are all equally large: the stages of attention, or all heads.
#include "ui/stage/stage_template.h"

#include <cmath>

namespace gf {

namespace {

class PanelsTemplate : public StageTemplate {
public:
    using StageTemplate::StageTemplate;

    bool fits(const LayoutCandidate& candidate, const QSizeF& room) override {
        for (const BarPlace bar : {BarPlace::Fitting, BarPlace::Below})
            if (const Sizes sizes = sizesFor(candidate, bar); columnsFor(sizes, room)) {
                m_sizes = sizes;
                m_bar = bar;
                m_columns = *columnsFor(sizes, room);
                return true;
            }
        return false;
    }

    QSizeF fill(const LayoutCandidate&, const QSizeF& room) override { return room; }

    void place(const LayoutCandidate& candidate, const QRectF& room, StagePlan& plan) override {
        const auto count = static_cast<int>(m_input.equals.size());
        const int lines = (count + m_columns - 1) / m_columns;
        const QSizeF words = m_sizes.first - m_sizes.others;
        const QSizeF one((room.width() - words.width()) / m_columns,
                         (room.height() - words.height()) / lines);
        for (int i = 0; i < count; ++i) {
            const int column = i % m_columns;
            const int line = i / m_columns;
            const QPointF corner(words.width() + column * one.width(),
                                 words.height() + line * one.height());
            const QRectF cells(room.topLeft() + corner, one - QSizeF(stageGap, stageGap));
            StageSlot slot;
            slot.rect = cells.adjusted(column == 0 ? -words.width() : 0,
                                       line == 0 ? -words.height() : 0, 0, 0);
            slot.parts.setFlag(HeatmapPart::RowLabels, !candidate.sharesWords || column == 0);
            slot.parts.setFlag(HeatmapPart::ColumnLabels, !candidate.sharesWords || line == 0);
            slot.cell = drawnCell(m_input.equals[i].form, {candidate.cell, candidate.cell},
                                  m_options.fontSize);
            slot.bar = m_bar;
            plan.equals.push_back(slot);
        }
    }

private:
    /// Of panels in the first line and column, where that is a place for words, and of the others.
    struct Sizes {
        QSizeF first;
        QSizeF others;
    };

    Sizes sizesFor(const LayoutCandidate& candidate, BarPlace bar) const {
        HeatmapOptions worded = m_options;
        worded.bar = bar;
        HeatmapOptions plain = worded;
        if (candidate.sharesWords)
            plain.parts = plainHeatmapParts;
        Sizes sizes{{0, 0}, {0, 0}};
        for (const LayoutItem& item : m_input.equals) {
            const QSizeF cell =
                drawnCell(item.form, {candidate.cell, candidate.cell}, m_options.fontSize);
            const auto sizeWith = [&](const HeatmapOptions& options) {
                return roomFor(item.form, cell, options).expandedTo({item.least.width(), 0}) +
                       QSizeF(2 * viewMargin + stageGap, 2 * viewMargin + stageGap);
            };
            sizes.first = sizes.first.expandedTo(sizeWith(worded));
            sizes.others = sizes.others.expandedTo(sizeWith(plain));
        }
        return sizes;
    }

    std::optional<int> columnsFor(const Sizes& sizes, const QSizeF& room) const {
        const auto count = static_cast<int>(m_input.equals.size());
        const QSizeF left = room + QSizeF(stageGap, stageGap) - (sizes.first - sizes.others);
        const int columns =
            std::min(count, static_cast<int>(std::floor(left.width() / sizes.others.width())));
        if (columns < 1)
            return std::nullopt;
        const int lines = (count + columns - 1) / columns;
        if (lines * sizes.others.height() > left.height())
            return std::nullopt;
        return (count + lines - 1) / lines; // no line much shorter than the others
    }

    Sizes m_sizes;
    BarPlace m_bar = BarPlace::Fitting;
    int m_columns = 1;
};

} // namespace

std::unique_ptr<StageTemplate> makePanelsTemplate(const LayoutInput& input,
                                                  const HeatmapOptions& options) {
    return std::make_unique<PanelsTemplate>(input, options);
}

} // namespace gf
