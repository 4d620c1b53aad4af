// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stage/stage_layout.h"

#include <QObject>

#include <optional>
#include <vector>

namespace gf {

/// One layout for stages that stand beside each other: each thing takes the room of the largest in
/// its place, and where one stage has more neighbours or heads than another, the other leaves their
/// room free: that of the first neighbours, and of the last heads. So what stands in a place of one
/// stage stands there, as large, in all. Nothing where their subjects are not made of as many
/// things.
std::optional<LayoutInput> commonLayout(const std::vector<LayoutInput>& stages);

class StageCanvas;
class StageWidget;

/// Stages beside each other, each of another run: the same thing stands at the same place, in cells
/// of the same size.
class StageCompany : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Both must outlive this.
    void add(StageWidget* stage, StageCanvas* canvas);
    /// After what a stage shows, its room, or whether it is hidden became another.
    void arrange();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void level();

    struct Member {
        StageWidget* stage;
        StageCanvas* canvas;
    };
    std::vector<Member> m_members;
    bool m_arranging = false;
};

} // namespace gf
