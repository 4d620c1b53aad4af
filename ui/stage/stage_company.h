// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

namespace gf {

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
