// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/mask_hatch.h"

#include <QWidget>

#include <vector>

namespace gf {

/// Says on one line what the hatches of masks mean, as figures do; where nothing is hidden it is
/// not there.
class MaskLegend : public QWidget {
    Q_OBJECT
public:
    explicit MaskLegend(QWidget* parent = nullptr);

    /// In the order of mask_hatch's masksIn.
    void setMasks(const std::vector<Hidden>& masks);
    const std::vector<Hidden>& masks() const { return m_masks; }
    /// The most that it may take; with less room its words are brief.
    void setRoom(int width);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    double fontSize() const;
    int widthOf(MaskWords words) const;
    MaskWords words() const;

    std::vector<Hidden> m_masks;
    int m_room = QWIDGETSIZE_MAX;
};

} // namespace gf
