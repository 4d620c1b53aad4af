// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/language/language.h"

#include "drawn_lab.h"
#include "small_stage.h"

#include <QCoreApplication>

namespace gf::test {

/// A focus on a step.
inline Focus on(const QString& step, Focus focus = {}) {
    focus.step = step;
    return focus;
}

/// What a page draws from, without a size.
inline StationInput labInput(const LabPage& page, const Trace& trace, const Focus& focus = {},
                             StationSettings settings = {}) {
    const NodeId focused =
        focus.step.isEmpty() ? noNode : trace.graph->find(focus.step.toStdString());
    return {trace,
            page.node(*trace.graph, focused),
            focus,
            Theme::light(),
            QFont(),
            {},
            std::move(settings)};
}

/// In both languages a page finds room on the stage of a window of 1024 × 640.
inline void verifySeenWhole(const std::shared_ptr<const Trace>& run, const char* lab,
                            const Focus& focus = {}, const StationSettings& settings = {},
                            const LabNews& news = {}) {
    for (const Language language : {Language::English, Language::German}) {
        applyLanguage(*qApp, language);
        const DrawnLab page(run, lab, focus, settings, {}, news);
        const QSizeF room = page.page->drawing.controls ? smallStageUnderSettings : smallStage;
        QVERIFY2(
            page.least.width() <= room.width() && page.least.height() <= room.height(),
            qPrintable(QStringLiteral("%1 × %2").arg(page.least.width()).arg(page.least.height())));
    }
    applyLanguage(*qApp, Language::English);
}

/// The news that answer what a page asks with these settings.
inline LabNews answered(const char* lab, const std::shared_ptr<const Trace>& trace, LabFound answer,
                        const StationSettings& settings = {}) {
    const LabPage& page = *findLabPage(QLatin1String(lab));
    LabNews news;
    news.request = page.asks(labInput(page, *trace, {}, settings));
    news.of = trace;
    news.answer = std::make_shared<const LabFound>(std::move(answer));
    return news;
}

} // namespace gf::test
