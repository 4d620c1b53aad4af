// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/labs.h"

#include "core/lab/lab.h"
#include "core/tensor/phrase.h"
#include "ui/labs/every_lab.h"
#include "ui/language/wording.h"
#include "ui/stations/stations.h"
#include "ui/steps/steps.h"

#include <algorithm>
#include <vector>

namespace gf {

namespace {

/// As a sentence that stands by itself.
QString wholeSentence(QString text) {
    text[0] = text[0].toUpper();
    if (!text.endsWith(QLatin1Char('.')))
        text += QLatin1Char('.');
    return text;
}

/// With its question as its title, and with the reason in the place of the drawing where the model
/// has nothing of the kind.
LabPage completed(LabPage page) {
    page.drawing.title = std::string_view(findLab(page.drawing.id)->question).data();
    page.drawing.asks = page.asks;
    page.drawing.show = [show = page.drawing.show, page](const StationInput& input) {
        const std::optional<Sentence> obstacle = obstacleTo(page, input.trace);
        return obstacle ? padded(14, 14, paragraph(wholeSentence(translated(*obstacle))))
                        : show(input);
    };
    return page;
}

} // namespace

std::span<const LabPage> labPages() {
    static const std::vector<LabPage> table = {
#define GF_LAB(name) completed(name##_lab::page()),
#include "core/lab/each_lab.def"
    };
    return table;
}

const LabPage* findLabPage(const QString& name) {
    const auto found = std::ranges::find_if(
        labPages(), [&](const LabPage& page) { return name == QLatin1String(page.drawing.id); });
    return found == labPages().end() ? nullptr : &*found;
}

QString titleOf(const LabPage& page) {
    return titleOf(page.drawing);
}

std::optional<Sentence> obstacleTo(const LabPage& page, const Trace& trace) {
    if (trace.isDifference())
        return phrase("Labs try one run, and a difference of two is shown");
    if (trace.batch > 1)
        return phrase("Labs try the example, and a training step is walked through");
    return page.missing ? page.missing(trace) : std::nullopt;
}

Focus onLab(const LabPage& page, const Graph* graph, const Focus& focus) {
    Focus there = atStep(focus, focus.step, false);
    if (const NodeId node = graph ? page.node(*graph, nodeOf(*graph, there)) : noNode;
        node != noNode)
        there.step = stepOf((*graph)[node]);
    there.row = -1;
    there.lab = QLatin1String(page.drawing.id);
    return there;
}

} // namespace gf
