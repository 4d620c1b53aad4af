// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/station_link.h"

#include "ui/messages/intents.h"
#include "ui/stage/stage_widget.h"

#include <algorithm>

namespace gf {

StationLink::StationLink(Intents* intents, StageWidget* stage, StageWidget* comparedRun,
                         QObject* parent)
    : Feature(parent), m_intents(intents), m_stage(stage) {
    // All follow one focus, and so show the same drawing.
    connect(stage, &StageWidget::rowGradientsWanted, intents,
            intents->sender<intent::MeasureRowGradients>());
    connect(stage, &StageWidget::exchangeWanted, intents,
            intents->sender<intent::ExchangeTokens>());
    connect(stage, &StageWidget::labWanted, intents,
            [intents](const intent::MeasureLab& wanted) { intents->send(wanted); });
    takeValuesOf(stage);
    follow(comparedRun);
}

void StationLink::follow(StageWidget* comparedRun) {
    m_comparedRuns.push_back(comparedRun);
    takeValuesOf(comparedRun);
}

void StationLink::takeValuesOf(const StageWidget* stage) {
    connect(stage, &StageWidget::labStarted, m_intents,
            [intents = m_intents](const intent::StartLab& wanted) { intents->send(wanted); });
    connect(stage, &StageWidget::labStopped, m_intents, m_intents->sender<intent::StopLab>());
    connect(stage, &StageWidget::valuesWanted, m_intents,
            [intents = m_intents](const QVector<float>& numbers) {
                intents->send(intent::SetValues{intent::SetValues::Side::Source, numbers});
            });
}

void StationLink::showNews(const News& news) {
    if (const auto* prediction = news.get<Prediction>()) {
        m_stage->setAnswer(textsOf(prediction->tokens));
    } else if (const auto* comparedRuns = news.get<ComparisonNews>()) {
        const auto told = static_cast<std::size_t>(comparedRuns->comparedRuns.size());
        for (std::size_t i = 0; i < std::min(told, m_comparedRuns.size()); ++i)
            m_comparedRuns[i]->setAnswer(
                textsOf(comparedRuns->comparedRuns[static_cast<qsizetype>(i)].prediction.tokens));
    } else if (const auto* rows = news.get<news::RowGradients>()) {
        const auto show = [&](StageWidget* stage, std::size_t run) {
            auto others = rows->runs;
            std::shared_ptr<const Tensor> own;
            if (run < others.size()) {
                own = others[run];
                others.erase(others.begin() + static_cast<std::ptrdiff_t>(run));
            }
            stage->setRowGradients(std::move(own), std::move(others));
        };
        show(m_stage, 0);
        for (std::size_t i = 0; i < m_comparedRuns.size(); ++i)
            show(m_comparedRuns[i], i + 1);
    } else if (const auto* lab = news.get<news::Lab>()) {
        const auto newsOf = [&](std::size_t run) {
            return run < lab->runs.size() ? lab->runs[run] : LabNews();
        };
        m_stage->setLab(newsOf(0));
        for (std::size_t i = 0; i < m_comparedRuns.size(); ++i)
            m_comparedRuns[i]->setLab(newsOf(i + 1));
    } else if (const auto* exchanged = news.get<news::ExchangedRuns>()) {
        const auto runOf = [&](std::size_t i) {
            return i < exchanged->runs.size() ? exchanged->runs[i] : news::ExchangedRuns::Run();
        };
        m_stage->setExchanged(exchanged->exchange, runOf(0).exchanged, runOf(0).of);
        for (std::size_t i = 0; i < m_comparedRuns.size(); ++i)
            m_comparedRuns[i]->setExchanged(exchanged->exchange, runOf(i + 1).exchanged,
                                            runOf(i + 1).of);
    }
}

} // namespace gf
