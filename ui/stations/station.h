// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/exchange.h"
#include "core/graph/trace.h"
#include "ui/figure/heatmap_layout.h"
#include "ui/figure/heatmap_painter.h"
#include "ui/focus/focus.h"
#include "ui/messages/lab_messages.h"
#include "ui/stations/station_memory.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QHash>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gf {

class Canvas;
struct Block;
struct Drawing;

/// Something that the person may set for a station: which dimensions to plot, a temperature.
struct StationControl {
    enum class Kind { Integer, Real, Choice, Switch };

    QString key;   ///< in StationSettings
    QString label; ///< beside the field
    QString help;  ///< tool tip
    Kind kind = Kind::Integer;
    double minimum = 0;
    double maximum = 1;
    double step = 1;
    bool geometric = false; ///< a step multiplies by `step` or divides
    double initial = 0;
    QStringList choices; ///< of a Choice; the setting is the place in this list
};

/// What the person has set, by key. A switch is 0 or 1.
using StationSettings = QHash<QString, double>;

/// What the engine says of the example beside its trace.
struct StationNews {
    QStringList answer; ///< the tokens that the model writes by itself
    /// ‖∂loss_t/∂x_k‖ [T,N] (core/measure/time_distance.h); null until it is measured.
    std::shared_ptr<const Tensor> rowGradients = nullptr;
    /// The same of the models whose stages stand beside this one: axes reach over all.
    std::vector<std::shared_ptr<const Tensor>> otherRowGradients = {};
    /// The run of the example with two of its tokens at each other's place; null until it is there.
    std::shared_ptr<const Trace> exchanged = nullptr;
    std::shared_ptr<const Trace> exchangedOf = nullptr; ///< the run without the exchange
    TokenExchange exchange = {};                        ///< which tokens they are
    LabNews lab = {};                                   ///< what the open lab has asked for

    friend bool operator==(const StationNews&, const StationNews&) = default;
};

/// All that a station may draw from. It keeps nothing of its own: the drawing is a function of
/// this, and what `memory` holds only makes it faster.
struct StationInput {
    const Trace& trace;
    NodeId node = noNode; ///< the focused one, with numbers; may be a gradient
    Focus focus;
    Theme theme;
    QFont font;
    QSizeF size; ///< what there is to draw on, at least the station's minimum
    StationSettings settings;
    /// What follows from the trace alone and was worked out for an earlier drawing of it.
    std::shared_ptr<StationMemory> memory = std::make_shared<StationMemory>();
    /// The ranges of colours and axes; null for a drawing with nothing beside it.
    std::shared_ptr<DrawnRanges> ranges = nullptr;
    /// How another run's model calls a step that is `name` here; null: the same.
    std::function<QString(const std::string& name)> commonName = nullptr;
    StationNews news = {};
    bool onPaper = false; ///< what is not there yet will never come
    double least = 0;     ///< of all letters, in pixels: smaller ones are left out

    const Graph& graph() const { return *trace.graph; }
    const Node& at() const { return graph()[node]; }
    double fontSize() const; ///< of labels, in pixels; titles are a little larger
    double setting(const char* key, double otherwise) const;
};

/// What a place on a drawing stands for. Pointing at it moves the focus to row and column; clicking
/// pins them, or goes to the step or head when there is one.
struct StationPlace {
    Index row = -1;
    Index column = -1;
    int head = -1;
    QString step = {}; ///< as Focus::step has it; empty: the focused one
    QString tip = {};  ///< tool tip: what it is, with its number

    friend bool operator==(const StationPlace&, const StationPlace&) = default;
};

/// Draws what depends on the row and the column in focus over a figure, and adds where that lies to
/// the picture. It outlives the input that its figure was drawn from.
using StationHighlight = std::function<void(Drawing&)>;

/// Where things lie on a drawing, for the pointer and the arrow keys, and what is drawn over it
/// when the pointer moves. Filled while drawing.
struct StationPicture {
    struct HitRegion {
        QRectF area;
        StationPlace place;
    };
    struct Grid {
        HeatmapLayout layout;
        std::function<StationPlace(Index row, Index column)> placeOf;
    };

    std::vector<HitRegion> hitRegions; ///< later ones lie on top
    std::vector<Grid> grids;
    std::vector<Hidden> masks;                ///< whose hatches it has
    QStringList said;                         ///< its sentences: what is seen, with its numbers
    std::vector<StationHighlight> highlights; ///< from the lowest to the uppermost
    Index rows = 0; ///< how far the arrow keys go; 0: the drawing has no rows to choose
    Index columns = 0;

    std::optional<StationPlace> at(const QPointF& point) const;
    /// Where the place with a row and a column is drawn, each as often as it is; where there is
    /// none, where the row or the column alone is. Negative: any.
    std::vector<QRectF> areasOf(Index row, Index column) const;
    /// What stands at the first of them.
    std::optional<StationPlace> placeOf(Index row, Index column) const;

    /// Draws the highlights; what an earlier time has added goes.
    void drawHighlights(const StationInput& input, Canvas& canvas);

private:
    struct Places {
        std::size_t hitRegions = 0;
        std::size_t grids = 0;
        qsizetype said = 0;
    };
    std::optional<Places> m_figure; ///< how many of them are the figure's

    std::vector<HitRegion> hitRegionsOf(Index row, Index column) const;
};

/// A way of its own to draw steps: one row of the table in stations.cpp.
struct Station {
    const char* id;           ///< in Focus::view, on the command line and in tests: "lines"
    const char* title = "";   ///< on its button; marked with QT_TR_NOOP(…); not of labs
    const char* summary = ""; ///< the button’s tool tip, likewise
    /// It is about one head, which can be muted from the bar above the drawing.
    bool mutes = false;
    /// It draws one head, and has no place while all are wanted.
    bool oneHead = false;
    /// Shown by itself where the person has not chosen another view.
    bool preferred = false;
    /// The figure is about the row in focus and becomes another one with it; otherwise it is the
    /// same wherever the pointer is.
    bool ofRow = false;
    /// It draws StationNews::rowGradients, which are measured while somebody looks at them.
    bool rowGradients = false;
    /// It draws StationNews::exchanged: the tokens, with what the person has set.
    std::optional<TokenExchange> (*exchanges)(const Graph& graph, const Node& node,
                                              const StationSettings& settings) = nullptr;
    /// What the engine has to measure for what the person has set; nothing, or null: the trace says
    /// all.
    std::optional<LabRequest> (*asks)(const StationInput& input) = nullptr;
    bool (*shows)(const Graph& graph, const Node& node) = nullptr;
    std::vector<StationControl> (*controls)(const Graph& graph, const Node& node) = nullptr;
    /// What it shows while nothing is highlighted, made of blocks (ui/stations/station_blocks.h):
    /// size and drawing follow. `input` comes from figureInput, and its size does not count. What
    /// follows the focus is `live`. The ground is already filled.
    std::function<Block(const StationInput& input)> show = nullptr;
    /// The numbers behind the drawing, for CSV and NPY; nullptr: those of the focused step.
    Tensor (*numbers)(const StationInput& input) = nullptr;
    /// The numbers of the example's source once `held` has been dragged to a point of the drawing;
    /// empty where nothing there can be dragged. nullptr: nothing can.
    std::vector<float> (*dragged)(const StationInput& input, const StationPlace& held,
                                  const QPointF& to) = nullptr;
    /// Of what can be dragged: the numbers of the example's source as they are, empty where nothing
    /// can be; and what they are once the place in focus has been moved by keys. `by` is 1 for a
    /// small step, positive to the right and up.
    std::vector<float> (*movable)(const StationInput& input) = nullptr;
    std::vector<float> (*moved)(std::vector<float> numbers, const Focus& focus,
                                const QPointF& by) = nullptr;
    /// What of the settings is another once `held` has been dragged to a point, or the place in
    /// focus moved by keys; empty where nothing is. nullptr: nothing can be.
    StationSettings (*draggedSettings)(const StationInput& input, const StationPlace& held,
                                       const QPointF& to) = nullptr;
    StationSettings (*movedSettings)(const StationInput& input, const QPointF& by) = nullptr;
};

/// The minimum size of a station for an input (whose `size` does not count).
QSizeF minimumSizeOf(const Station& station, const StationInput& input);

/// What of the focus a station's figure depends on: no column, and no row where it is not ofRow.
Focus figureFocus(const Station& station, Focus focus);
/// The input that its figure is drawn from.
StationInput figureInput(const Station& station, StationInput input);

/// Draws the figure with its upper left corner there.
void drawFigure(const Station& station, const StationInput& input, Canvas& canvas,
                StationPicture& picture, const QPointF& corner = {});
/// Draws figure and highlights.
void drawStation(const Station& station, const StationInput& input, Canvas& canvas,
                 StationPicture& picture, const QPointF& corner = {});

/// The matrix of a node (of one head) with its words, as gf::heatmapOf makes it: once for a trace,
/// with the range of its colours as drawnRange() has it.
HeatmapData heatmapOf(const StationInput& input, NodeId node, int head = 0);

/// The range of colours of `key` whose own numbers have the range `now`: over the drawings beside
/// it of the same, and no smaller than while ranges were locked. `key` names what is coloured of a
/// node, different for each of its matrices.
ScaleRange drawnRange(const StationInput& input, NodeId node, const QString& key,
                      const ScaleRange& now);

/// Likewise the range of an axis of the focused step.
ScaleRange drawnAxis(const StationInput& input, const QString& key, const ScaleRange& now);

/// What is highlighted on a matrix of a drawing.
using HighlightedCells = std::function<HeatmapHighlight(const StationInput&)>;
/// The row and column in focus, or one of them.
HeatmapHighlight highlightedCell(const StationInput& input);
HeatmapHighlight highlightedRow(const StationInput& input);
HeatmapHighlight highlightedColumn(const StationInput& input);
/// Nothing ever is.
HeatmapHighlight nothingHighlighted(const StationInput& input);

/// Draws a heatmap into `area` and registers its cells and their highlight. `placeOf` says what a
/// cell stands for; its tip may be left empty, then the number stands there.
HeatmapLayout placeHeatmap(Drawing& drawing, const HeatmapData& data, const QRectF& area,
                           HighlightedCells highlighted,
                           std::function<StationPlace(Index row, Index column)> placeOf,
                           HeatmapParts parts = allHeatmapParts,
                           double maxCell = HeatmapOptions().maxCell);

HeatmapLayout placeHeatmap(Drawing& drawing, const HeatmapData& data, const QRectF& area,
                           HighlightedCells highlighted,
                           std::function<StationPlace(Index row, Index column)> placeOf,
                           const HeatmapOptions& options);

/// Says that this matrix is drawn, where neither placeHeatmap nor placeCells does it.
void noteMasks(StationPicture& picture, const HeatmapData& data);

/// How placeHeatmap lays a matrix out.
HeatmapOptions heatmapOptions(const StationInput& input, HeatmapParts parts, double maxCell);

} // namespace gf
