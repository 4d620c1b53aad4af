// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stage/stage_layout.h"

#include <QObject>

#include <optional>
#include <vector>

namespace gf {

/// One layout for stages that stand beside each other, each with one matrix or all heads: what
/// stands in a place takes the room of the largest there, and where one has more heads the others
/// leave their room free. Nothing where some show a matrix and some all heads.
std::optional<LayoutInput> commonLayout(const std::vector<LayoutInput>& stages);

class StageCanvas;
class StageWidget;

/// Stages beside each other, each of another run: one matrix of each at the same place, in cells of
/// the same size, and below it lines of names.
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
