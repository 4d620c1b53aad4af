// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/labs/labs.h"

#include "drawn_station.h"

#include <QTest>

#include <memory>
#include <utility>

namespace gf::test {

/// The page of a lab, drawn at its smallest size unless there is another.
struct DrawnLab {
    DrawnLab(const std::shared_ptr<const Trace>& run, const char* name, Focus at = {},
             StationSettings settings = {}, const QSizeF& size = {}, LabNews news = {})
        : trace(run), page(findLabPage(QLatin1String(name))) {
        QVERIFY2(page, name);
        at.lab = QLatin1String(name);
        QVERIFY2(!page->missing || !page->missing(*trace), name);
        const Graph& graph = *trace->graph;
        const NodeId focused = at.step.isEmpty() ? noNode : graph.find(at.step.toStdString());
        node = page->node(graph, focused);
        QVERIFY2(node != noNode, name);
        StationInput input{*trace, node, at, Theme::light(), QFont(), {}, std::move(settings)};
        input.news.lab = std::move(news);
        least = minimumSizeOf(page->drawing, input);
        input.size = size.isEmpty() ? least : size;
        drawStation(page->drawing, input, words, picture);
        if (page->drawing.numbers)
            numbers = page->drawing.numbers(input);
    }

    std::shared_ptr<const Trace> trace;
    const LabPage* page = nullptr;
    NodeId node = noNode;
    QSizeF least;
    Words words;
    StationPicture picture;
    Tensor numbers; ///< as they are exported; empty where the page leaves that to its step
};

} // namespace gf::test
