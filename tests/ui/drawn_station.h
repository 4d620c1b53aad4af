// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/canvas.h"
#include "ui/stations/stations.h"

#include <QHash>
#include <QTest>

#include <memory>
#include <utility>
#include <vector>

namespace gf::test {

/// Remembers the words of a drawing, and how many things of a kind it has.
class Words : public Canvas {
public:
    void rectangle(const QRectF&, const QColor&, const char* kind) override { ++kinds[kind]; }
    void outline(const QRectF&, const QColor&, double) override {}
    void lines(const std::vector<QLineF>&, const QColor&, double, const char* kind) override {
        ++kinds[kind];
    }
    void polyline(const std::vector<QPointF>&, const QColor&, double, const char* kind) override {
        ++kinds[kind];
    }
    void disc(const QPointF&, double, const QColor&, const char* kind) override { ++kinds[kind]; }
    void polygon(const std::vector<QPointF>&, const QColor&, const char* kind) override {
        ++kinds[kind];
    }
    void text(const CanvasText& line) override { texts << line.text; }
    void image(const QRectF&, const QImage&) override {}
    bool prefersImages() const override { return false; }

    QString all() const { return texts.join(QLatin1Char('\n')); }

    QStringList texts;
    QHash<QString, int> kinds;
};

/// The stations of a step; none where the model lacks it.
inline QStringList idsFor(const std::shared_ptr<const Trace>& trace, const char* step) {
    QStringList ids;
    const NodeId node = trace->graph->find(step);
    if (node != noNode)
        for (const Station* station : stationsFor(*trace->graph, (*trace->graph)[node]))
            ids << QLatin1String(station->id);
    return ids;
}

inline Focus at(Index row, Index column, int head = 0) {
    Focus focus;
    focus.row = row;
    focus.column = column;
    focus.head = head;
    return focus;
}

/// A station drawn at its smallest size.
struct Drawn {
    Drawn(const std::shared_ptr<const Trace>& run, const char* id, const char* step, Focus at = {},
          StationSettings settings = {}, bool gradient = false, StationNews news = {})
        : trace(run) {
        const Graph& graph = *trace->graph;
        const NodeId node = graph.find(step);
        QVERIFY2(node != noNode, step);
        for (const Station* candidate : stationsFor(graph, graph[node]))
            if (QLatin1String(candidate->id) == QLatin1String(id))
                station = candidate;
        QVERIFY2(station, id);
        at.step = QLatin1String(step);
        at.gradients = gradient;
        StationInput input{*trace, node, at, Theme::light(), QFont(), {}, std::move(settings)};
        input.news = std::move(news);
        input.size = minimumSizeOf(*station, input);
        drawStation(*station, input, words, picture);
    }

    /// The places of the grid of `rows` × `columns` cells.
    const StationPicture::Grid& grid(Index rows, Index columns) const {
        for (const auto& candidate : picture.grids)
            if (candidate.layout.rows == rows && candidate.layout.columns == columns)
                return candidate;
        qFatal("no such grid");
    }

    std::shared_ptr<const Trace> trace;
    const Station* station = nullptr;
    Words words;
    StationPicture picture;
};

} // namespace gf::test
