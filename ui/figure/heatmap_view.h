// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/drawing_view.h"
#include "ui/figure/heatmap_data.h"
#include "ui/figure/heatmap_layout.h"

namespace gf {

/// A heatmap as a widget, which shows the row and column that it is given.
class HeatmapView : public DrawingView {
    Q_OBJECT
public:
    explicit HeatmapView(QWidget* parent = nullptr);

    void setData(HeatmapData data);
    const HeatmapData& data() const { return m_data; }
    /// What is written before the title.
    void setLead(const QString& lead);
    /// What is drawn besides the cells; everything at first.
    void setParts(HeatmapParts parts);
    /// The side of a cell that the size hint asks for, in pixels; 24 at first.
    void setPreferredCell(double pixels);
    /// The size of a cell where the view has room for it; empty: the largest that fits.
    /// With `origin` the first cell stands there, in line with other views.
    void setCell(const QSizeF& cell, const std::optional<QPointF>& origin = std::nullopt,
                 BarPlace bar = BarPlace::Fitting);
    /// How a view of a font lays out its heatmap.
    static HeatmapOptions optionsFor(const QFont& font, HeatmapParts parts);
    /// Cells that are too small for their numbers are shown as a window of larger ones, with an
    /// overview of the matrix beside it.
    void setNumbersShown(bool shown);
    /// A window on such cells shows no more rows and columns than these; 0: as have room.
    void setMostShown(Index rows, Index columns);
    /// Moves a window on such cells to begin with this row and column, as near as it can; where
    /// one is −1 it stays.
    void setWindowStart(const CellPlace& first);
    /// In larger or smaller cells. Views without numbers stay whole.
    void zoomAt(const QPointF& point, double factor) override;
    /// The same at the highlighted cell, or in the middle.
    void zoom(double factor);
    void endZoom() override;
    bool isZoomed() const override { return m_zoomed; }
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
    /// The window on cells with numbers shows others.
    void windowMoved();
    /// Double click or Return: show this one large.
    void activated();
    /// Right click or the menu key: a menu (export, …) is wanted here, in screen coordinates.
    void menuRequested(const QPoint& globalPosition);

protected:
    void drawFigure(QPainter& painter) override;
    void drawLight(QPainter& painter) override;
    bool isFramed() const override { return m_chosen || hasFocus(); }
    bool canZoom() const override { return m_parts.testFlag(HeatmapPart::Values); }
    HeatmapHighlight highlighted() const override { return m_highlight; }
    Reach reach() override { return {m_data.rows, m_data.columns, true}; }
    Tip tipAt(const QPointF& point) override;
    void pointAt(const QPointF& point) override;
    void pointNowhere() override;
    void clickAt(const QPointF& point) override;
    Hold takeHold(const QPointF& point) override;
    void dragTo(const QPointF& point, const QPointF& by) override;
    void forget() override;

    void resizeEvent(QResizeEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    HeatmapOptions options() const;
    HeatmapLayout unzoomedLayout() const;
    void setWindow(const MatrixWindow& window);
    void follow();
    HeatmapStyle style() const;
    void describe();
    QString windowText() const;

    HeatmapData m_data;
    HeatmapParts m_parts = allHeatmapParts;
    double m_preferredCell = 24;
    QSizeF m_cell;
    std::optional<QPointF> m_origin;
    BarPlace m_bar = BarPlace::Fitting;
    bool m_chosen = false;
    HeatmapHighlight m_highlight;
    CellPlace m_under;           ///< the cell under the pointer
    bool m_numbers = false;      ///< cells have room for them
    Index m_mostRows = 0;        ///< in a window on such; 0: no limit
    Index m_mostColumns = 0;     ///< likewise
    bool m_zoomed = false;       ///< by the person
    MatrixWindow m_window;       ///< where only a part has room; its cell while zoomed
    HeatmapLayout m_held;        ///< where a drag began
    bool m_heldOverview = false; ///< and that it began on the overview
    mutable std::optional<HeatmapLayout> m_layout;
};

} // namespace gf
