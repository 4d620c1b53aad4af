// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_model.h"

#include <QPolygonF>
#include <QRectF>

#include <functional>

namespace gf {

/// How far the map opens what is in focus.
enum class MapZoom {
    Model, ///< every layer as a small stack of bars, or as one line where there are many
    Layer, ///< the layer in focus shows its blocks
    Step,  ///< and the block in focus its steps
};

/// What the layout has to know of the screen. Lengths in device-independent pixels.
struct MapMetrics {
    double width = 300;     ///< of the drawing
    double height = 600;    ///< of what can be seen at once: if all fits, nothing is folded
    double lineHeight = 15; ///< of the font
    std::function<double(const QString&)> textWidth;
};

/// Something on the map that can be pointed at.
struct MapItem {
    enum class Kind {
        Block,
        Cell, ///< one of the scopes that a block repeats
        Step,
    };
    Kind kind = Kind::Block;
    QRectF rect;
    int block = -1;      ///< index into MapModel::blocks
    int step = -1;       ///< index into MapBlock::steps; the main one for a block
    QStringList lines;   ///< its text; empty for a folded bar
    bool folded = false; ///< a bar of a layer that is not in focus
    bool layer = false;  ///< a whole layer as one line: `lines` is its name
    bool open = false;   ///< shows its steps; `lines` is a heading
    bool here = false;   ///< holds the focus
};

/// The frame around one layer.
struct MapFrame {
    QRectF rect;
    QString caption;
    bool here = false;
};

/// A line with an arrow at its end.
struct MapPath {
    QPolygonF points;
    MapLink::Kind kind = MapLink::Kind::Next;
    int from = -1; ///< blocks; both −1 for a line that belongs to no link
    int to = -1;
    bool branches = false; ///< leaves another line at its second point: a dot
    bool arrow = true;
    bool inside = false; ///< ends at a step of an opened block, and so lies on it
};

/// A word beside the drawing that cannot be clicked ("source tokens").
struct MapNote {
    QRectF rect;
    QString text;
};

/// The map as rectangles and lines, without a widget: painted, clicked and tested from here.
struct MapDrawing {
    QSizeF size;
    std::vector<MapItem> items; ///< in the order in which they run; an open block before its steps
    std::vector<MapFrame> frames;
    std::vector<MapPath> paths;
    std::vector<MapNote> notes;
    int here = -1; ///< the item to keep in view: the step in focus, or its block

    /// The topmost item at this point, or −1.
    int itemAt(const QPointF& point) const;
};

/// Draws `model` from the bottom (input) to the top (loss), its stacks beside each other, with the
/// step `focus` in view.
MapDrawing layOutMap(const MapModel& model, const QString& focus, MapZoom zoom,
                     const MapMetrics& metrics);

} // namespace gf
