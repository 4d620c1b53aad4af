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
    /// Cells that are too small for their numbers are shown as a window of larger ones, with an
    /// overview of the matrix beside it.
    void setNumbersShown(bool shown);
    /// Shows a part of the matrix in larger cells, or in smaller ones for a factor below 1; what is
    /// at the point stays there. Views without numbers stay whole.
    void zoomAt(const QPointF& point, double factor);
    /// The same at the lit cell, or in the middle.
    void zoom(double factor);
    void endZoom();
    bool isZoomed() const { return m_zoomed; }
    /// Frames the whole view as the chosen one of several.
    void setChosen(bool chosen);
    bool isChosen() const { return m_chosen; }
    /// Lights a row and a column; repaints nothing but that. A window moves so that they are seen.
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
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    /// What the left button began on a window.
    struct Grip {
        enum class On { Cells, Overview };
        On on = On::Cells;
        QPointF at;
        HeatmapLayout from;
        bool drags = false; ///< no click any more
    };

    HeatmapOptions options() const;
    HeatmapLayout unzoomedLayout() const;
    void setWindow(const MatrixWindow& window);
    void follow();
    bool takeHold(const QPointF& point);
    void drag(const QPointF& point);
    void letGo();
    HeatmapStyle style() const;
    void forget(); ///< the cached picture and layout
    void describe();
    void moveBy(Index rows, Index columns);
    QString toolTipAt(const CellPlace& place) const;
    QString windowText() const;

    HeatmapData m_data;
    HeatmapParts m_parts = allHeatmapParts;
    double m_preferredCell = 24;
    QSizeF m_cell;
    bool m_chosen = false;
    HeatmapHighlight m_highlight;
    CellPlace m_under;          ///< the cell under the pointer
    bool m_numbers = false;     ///< cells have room for them
    bool m_zoomed = false;      ///< by the person
    MatrixWindow m_window;      ///< where only a part has room; its cell while zoomed
    std::optional<Grip> m_grip; ///< while the left button is down on a window
    mutable std::optional<HeatmapLayout> m_layout;
    QPixmap m_picture;
};

} // namespace gf
