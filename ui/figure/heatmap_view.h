// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_data.h"
#include "ui/figure/heatmap_layout.h"
#include "ui/figure/heatmap_painter.h"

#include <QPixmap>
#include <QWidget>

namespace gf {

/// A heatmap as a widget. It keeps no selection of its own: it tells where the pointer is and shows
/// the row and column that it is given. Space, Esc, brackets and the like are left to the window.
class HeatmapView : public QWidget {
    Q_OBJECT
public:
    explicit HeatmapView(QWidget* parent = nullptr);

    void setData(HeatmapData data);
    const HeatmapData& data() const { return m_data; }
    /// What is drawn besides the cells; everything at first.
    void setParts(HeatmapParts parts);
    /// The side of a cell that the size hint asks for, in pixels; 24 at first.
    void setPreferredCell(double pixels);
    /// The size of a cell where the view has room for it; empty: the largest that fits.
    void setCell(const QSizeF& cell);
    /// How a view of a font lays out its heatmap.
    static HeatmapOptions optionsFor(const QFont& font, HeatmapParts parts);
    /// Frames the whole view as the chosen one of several.
    void setChosen(bool chosen);
    bool isChosen() const { return m_chosen; }
    /// Lights a row and a column; repaints nothing but that.
    void setHighlight(const HeatmapHighlight& highlight);
    const HeatmapHighlight& highlight() const { return m_highlight; }

    /// The layout as it is now on the screen.
    HeatmapLayout heatmapLayout() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The pointer is on a cell, or an arrow key moved there while nothing is pinned.
    void hovered(gf::Index row, gf::Index column);
    void left();
    /// A cell was clicked, or an arrow key moved the pinned one.
    void pinned(gf::Index row, gf::Index column);
    /// Double click or Return: show this one large.
    void activated();
    /// Right click or the menu key: a menu (export, …) is wanted here, in screen coordinates.
    void menuRequested(const QPoint& globalPosition);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    HeatmapOptions options() const;
    HeatmapStyle style() const;
    void forget(); ///< the cached picture and layout
    void describe();
    void moveBy(Index rows, Index columns);
    QString toolTipAt(const CellPlace& place) const;

    HeatmapData m_data;
    HeatmapParts m_parts = allHeatmapParts;
    double m_preferredCell = 24;
    QSizeF m_cell;
    bool m_chosen = false;
    HeatmapHighlight m_highlight;
    CellPlace m_under; ///< the cell under the pointer
    mutable std::optional<HeatmapLayout> m_layout;
    QPixmap m_picture;
};

} // namespace gf
