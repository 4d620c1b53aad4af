// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/drawing_view.h"
#include "ui/stations/drawing_zoom.h"
#include "ui/stations/station.h"
#include "ui/theme/throttle.h"

#include <QVector>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gf {

/// A station as a widget, which draws the focus that it is given.
class StationView : public DrawingView {
    Q_OBJECT
public:
    explicit StationView(QWidget* parent = nullptr);

    /// What to draw; nothing when `station` is null. `node` must have numbers in `trace`.
    void show(const Station* station, const std::shared_ptr<const Trace>& trace, NodeId node,
              const Focus& focus, const StationSettings& settings);
    /// What there is to draw beside the trace.
    void setNews(const StationNews& news);
    /// While locked, colours and axes keep the ranges that they have now, which may grow.
    void setRangesLocked(bool locked);
    /// It stands beside drawings of other runs, and what is called the same by `commonName` has one
    /// scale in all of them.
    void shareScales(ColourScales* scales, std::function<QString(const std::string&)> commonName);
    const Station* station() const { return m_station; }

    void zoomAt(const QPointF& point, double factor) override;
    /// The same in the middle.
    void zoom(double factor);
    void endZoom() override;
    bool isZoomed() const override { return m_zoom.isZoomed(); }
    /// What lies at a point of the widget.
    std::optional<StationPlace> placeAt(const QPointF& point);

    const std::shared_ptr<const Trace>& trace() const { return m_trace; }
    /// Where a step stands on the drawing: of several places the first; empty: nowhere.
    QRect areaOf(const QString& step);
    /// What is drawn, for exports too.
    StationInput input() const;
    /// Where things lie on the drawing. With usual letters that fills the widget unless it is
    /// zoomed; with larger ones, or with far more room than it needs, the drawing has fewer units,
    /// so that all of it grows with its words.
    const StationPicture& picture();

    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }

signals:
    /// Another step or head was clicked.
    void chosen(const gf::StationPlace& place);
    /// A menu is wanted: for the place under the pointer, or with none for the focused step.
    void menuRequested(const gf::StationPlace& place, const QPoint& globalPosition);
    /// The example's source is to have these numbers: a place of the drawing was dragged.
    void valuesDragged(const QVector<float>& numbers);
    /// Settings are to be these: a place of the drawing was dragged, or moved by keys.
    void settingsDragged(const gf::StationSettings& settings);
    /// What was drawn has hatches of these masks.
    void masksShown(const std::vector<gf::Hidden>& masks);

protected:
    void drawFigure(QPainter& painter) override;
    void drawLight(QPainter& painter) override;
    bool canZoom() const override { return m_station != nullptr; }
    HeatmapHighlight highlighted() const override;
    Reach reach() override { return {picture().rows, picture().columns}; }
    Tip tipAt(const QPointF& point) override;
    void pointAt(const QPointF& point) override;
    void pointNowhere() override;
    void clickAt(const QPointF& point) override;
    Hold takeHold(const QPointF& point) override;
    void dragTo(const QPointF& point, const QPointF& by) override;
    Qt::CursorShape shapeOfPointer() const override;
    void forget() override;

    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    bool isAnswered() const;
    bool moveByKeys(const QPointF& by);
    void describe();
    std::vector<float> draggedTo(const StationPlace& held, const QPointF& point) const;
    StationSettings settingsAt(const StationPlace& held, const QPointF& point) const;
    bool canDrag(const StationPlace& place, const QPointF& point) const;
    void setZoom(const DrawingZoom& zoom);
    void follow();
    void followScales();
    double unitOfLetters() const;
    QSizeF leastSize() const;
    void measureUnit();
    void fitForm();
    StationInput inputAt(double unit) const;

    const Station* m_station = nullptr;
    std::shared_ptr<const Trace> m_trace;
    NodeId m_node = noNode;
    Focus m_focus;
    StationSettings m_settings;
    StationPicture m_picture; ///< of the figure, and while m_isHighlighted of the light on it
    bool m_isHighlighted = false;
    Throttle m_describing{std::chrono::seconds(1), [this] { describe(); }}; ///< as it is read out
    std::shared_ptr<StationMemory> m_memory = std::make_shared<StationMemory>(); ///< of the trace
    ColourScales* m_scales;
    std::shared_ptr<DrawnRanges> m_ranges;
    std::function<QString(const std::string&)> m_commonName;
    bool m_isDrawing = false;
    double m_unit = 1;                     ///< of the drawing, in pixels
    mutable std::optional<QSizeF> m_least; ///< what leastSize() has worked out; none: not yet
    DrawingZoom m_zoom;
    DrawingZoom m_held; ///< where a drag began
    std::optional<StationPlace> m_under;
    std::optional<StationPlace> m_dragged; ///< the place that is held, where it can be dragged
    StationNews m_news;
    /// The numbers of the example before keys moved something, and what has been asked for since
    /// then: more keys may come before the engine's answer.
    std::vector<std::vector<float>> m_asked;
};

} // namespace gf
