// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/compared_figures.h"

#include "core/tensor/error.h"
#include "ui/figure/canvas.h"
#include "ui/figure/heatmap_layout.h"
#include "ui/figure/wrapped.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_view.h"
#include "ui/window/figures.h"

#include <algorithm>

namespace gf {

namespace {

constexpr double besideGap = 4; ///< millimetres between two drawings
constexpr double inchMillimetres = 25.4;
constexpr double inchUnits = 96;
constexpr double captionMargin = 16; ///< units around the caption
constexpr double captionLetters = 12;
constexpr double captionStep = captionLetters * 1.5;

/// Another canvas, further right.
class Shifted : public Canvas {
public:
    Shifted(Canvas& canvas, double right) : m_canvas(canvas), m_by(right, 0) {}

    void rectangle(const QRectF& area, const QColor& fill, const char* kind) override {
        m_canvas.rectangle(area.translated(m_by), fill, kind);
    }
    void outline(const QRectF& area, const QColor& colour, double width) override {
        m_canvas.outline(area.translated(m_by), colour, width);
    }
    void lines(const std::vector<QLineF>& lines, const QColor& colour, double width,
               const char* kind) override {
        std::vector<QLineF> moved = lines;
        for (QLineF& line : moved)
            line.translate(m_by);
        m_canvas.lines(moved, colour, width, kind);
    }
    void polyline(const std::vector<QPointF>& points, const QColor& colour, double width,
                  const char* kind) override {
        m_canvas.polyline(moved(points), colour, width, kind);
    }
    void disc(const QPointF& centre, double radius, const QColor& fill, const char* kind) override {
        m_canvas.disc(centre + m_by, radius, fill, kind);
    }
    void polygon(const std::vector<QPointF>& corners, const QColor& fill,
                 const char* kind) override {
        m_canvas.polygon(moved(corners), fill, kind);
    }
    void text(const CanvasText& text) override {
        CanvasText own = text;
        own.at += m_by;
        m_canvas.text(own);
    }
    void image(const QRectF& area, const QImage& image) override {
        m_canvas.image(area.translated(m_by), image);
    }
    bool prefersImages() const override { return m_canvas.prefersImages(); }
    double pixelRatio() const override { return m_canvas.pixelRatio(); }

private:
    std::vector<QPointF> moved(std::vector<QPointF> points) const {
        for (QPointF& point : points)
            point += m_by;
        return points;
    }

    Canvas& m_canvas;
    QPointF m_by;
};

/// `focus` as this stage shows it: the step of another model may be called otherwise.
Focus focusHere(const StageWidget& stage, Focus focus) {
    const Graph& graph = *stage.trace()->graph;
    if (nodeOf(graph, focus) == noNode)
        focus.step = QString::fromStdString(graph[stage.shownNode()].name);
    return focus;
}

std::optional<FigureOfTrace> matricesOf(const StageWidget& stage, const Focus& focus, bool panels) {
    const Focus here = focusHere(stage, focus);
    std::optional<FigureOfTrace> figure;
    if (panels && !here.gradients)
        figure = panelsFigure(*stage.trace(), here);
    return figure ? figure : matrixFigure(*stage.trace(), here);
}

/// The same matrix of each run has one range of colours.
void shareColours(std::vector<HeatmapData>& panels, std::size_t ofEach) {
    for (std::size_t first = 0; first < ofEach; ++first) {
        std::pair<double, double> range = panels[first].colourRange();
        for (std::size_t i = first; i < panels.size(); i += ofEach) {
            range.first = std::min(range.first, panels[i].colourRange().first);
            range.second = std::max(range.second, panels[i].colourRange().second);
        }
        for (std::size_t i = first; i < panels.size(); i += ofEach)
            panels[i].range = range;
    }
}

/// A row of panels for each run, or where each has one, all in a row.
std::optional<Exportable> matricesOnStages(const std::vector<RunOnStage>& runs, const Focus& focus,
                                           bool panels) {
    std::vector<FigureOfTrace> figures;
    for (const RunOnStage& run : runs) {
        auto figure = matricesOf(*run.stage, focus, panels);
        if (!figure)
            return std::nullopt;
        figures.push_back(std::move(*figure));
    }
    FigureOfTrace& first = figures.front();
    if (figures.size() == 1)
        return exportableFigure({}, first.fileName, first.figure, first.numbers);
    const std::size_t ofEach = first.figure.panels.size();
    Figure all;
    QStringList captions;
    for (std::size_t run = 0; run < figures.size(); ++run) {
        const Figure& figure = figures[run].figure;
        if (figure.panels.size() != ofEach) // attention beside what has no such panels
            return matricesOnStages(runs, focus, false);
        for (HeatmapData panel : figure.panels) {
            // Four panels beside each other have room for the run's letter.
            panel.title = (ofEach > 1 ? runs[run].letter : runs[run].name) + QStringLiteral(" · ") +
                          panel.title;
            all.panels.push_back(std::move(panel));
        }
        captions += runs[run].name + QStringLiteral(" · ") + figure.caption;
    }
    shareColours(all.panels, ofEach);
    all.columns = static_cast<int>(ofEach == 1 ? figures.size() : ofEach);
    all.compared = true;
    all.caption = captions.join(QStringLiteral("; "));
    return exportableFigure({}, first.fileName, all, {});
}

/// Drawings of the runs, each under its own name, and what all are about under them.
PaperDrawing drawnBeside(const std::vector<Exportable>& drawings,
                         const std::vector<RunOnStage>& runs, Paper paper) {
    const QString caption = paper.caption;
    const double whole = paper.millimetres;
    const auto count = static_cast<double>(drawings.size());
    const auto partsOf = [&](double millimetres) {
        std::vector<PaperDrawing> parts;
        for (std::size_t i = 0; i < drawings.size(); ++i) {
            paper.caption = runs[i].name;
            paper.millimetres = millimetres;
            parts.push_back(drawings[i].drawing(paper));
        }
        return parts;
    };
    std::vector<PaperDrawing> parts;
    try {
        parts = partsOf((whole - besideGap * (count - 1)) / count);
    } catch (const Error&) { // its letters find no room there: the figure becomes wider
        parts = partsOf(whole);
    }
    PaperDrawing all = parts.front();
    const double between = besideGap / inchMillimetres * inchUnits / all.factor;
    QSizeF size(-between, 0); // in units
    for (const PaperDrawing& part : parts)
        size = QSizeF(size.width() + between + part.size.width() / all.factor,
                      std::max(size.height(), part.size.height() / all.factor));
    const TextMeasure measure = measureWith(all.font);
    const QStringList lines =
        wrapped(caption, size.width() - 2 * captionMargin,
                [&](const QString& piece) { return measure(piece, captionLetters); });
    const double top = size.height() + captionStep / 2;
    size.rheight() += (static_cast<double>(lines.size()) + 0.5) * captionStep;
    all.size = size * all.factor;
    all.title = caption;
    all.draw = [parts = std::move(parts), lines, size, between, top,
                factor = all.factor](Canvas& canvas) {
        const Theme theme = Theme::light();
        canvas.rectangle(QRectF({0, 0}, size), theme.surface, "background");
        double left = 0;
        for (const PaperDrawing& part : parts) {
            Shifted shifted(canvas, left);
            part.draw(shifted);
            left += part.size.width() / factor + between;
        }
        double y = top;
        for (const QString& line : lines) {
            canvas.text({{captionMargin, y}, line, captionLetters, theme.mutedText, Qt::AlignLeft});
            y += captionStep;
        }
    };
    return all;
}

/// Nothing where one of the stages shows matrices.
std::optional<Exportable> drawingsOnStages(const std::vector<RunOnStage>& runs) {
    std::vector<Exportable> drawings;
    QSizeF size; // the same for all
    for (const RunOnStage& run : runs) {
        const StationView* view = run.stage->stationView();
        auto drawing = viewFigure(view, size);
        if (!drawing)
            return std::nullopt;
        size = size.isEmpty() ? view->input().size : size;
        drawings.push_back(std::move(*drawing));
    }
    if (drawings.size() == 1)
        return drawings.front();
    Exportable all = drawings.front();
    QStringList captions;
    for (std::size_t i = 0; i < drawings.size(); ++i)
        captions += runs[i].name + QStringLiteral(" · ") + drawings[i].caption;
    all.caption = captions.join(QStringLiteral("; "));
    all.numbers = {};
    all.drawing = [drawings, runs](const std::optional<Paper>& paper) {
        return drawnBeside(drawings, runs, paper.value_or(Paper()));
    };
    return all;
}

} // namespace

std::optional<Exportable> figureOnStages(const std::vector<RunOnStage>& runs, const Focus& focus) {
    const auto isEmpty = [](const RunOnStage& run) {
        return !run.stage->trace() || (run.stage->shownNode() == noNode && !run.stage->shownLab());
    };
    if (runs.empty() || std::ranges::any_of(runs, isEmpty))
        return std::nullopt;
    if (auto drawings = drawingsOnStages(runs))
        return drawings;
    return matricesOnStages(runs, focus, true);
}

} // namespace gf
