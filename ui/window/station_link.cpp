// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/station_link.h"

#include "ui/messages/intents.h"
#include "ui/stage/stage_widget.h"

#include <algorithm>

namespace gf {

StationLink::StationLink(Intents* intents, StageWidget* stage, StageWidget* twin, QObject* parent)
    : Feature(parent), m_intents(intents), m_stage(stage) {
    // All follow one focus, and so show the same drawing.
    connect(stage, &StageWidget::rowGradientsWanted, intents,
            intents->sender<intent::MeasureRowGradients>());
    connect(stage, &StageWidget::exchangeWanted, intents,
            intents->sender<intent::ExchangeTokens>());
    takeValuesOf(stage);
    follow(twin);
}

void StationLink::follow(StageWidget* twin) {
    m_twins.push_back(twin);
    takeValuesOf(twin);
}

void StationLink::takeValuesOf(const StageWidget* stage) {
    connect(stage, &StageWidget::valuesWanted, m_intents,
            [intents = m_intents](const QVector<float>& numbers) {
                intents->send(intent::SetValues{intent::SetValues::Side::Source, numbers});
            });
}

void StationLink::showNews(const News& news) {
    if (const auto* prediction = news.get<Prediction>()) {
        m_stage->setAnswer(prediction->tokens);
    } else if (const auto* twins = news.get<TwinNews>()) {
        const auto told = static_cast<std::size_t>(twins->twins.size());
        for (std::size_t i = 0; i < std::min(told, m_twins.size()); ++i)
            m_twins[i]->setAnswer(twins->twins[static_cast<qsizetype>(i)].prediction.tokens);
    } else if (const auto* rows = news.get<news::RowGradients>()) {
        m_stage->setRowGradients(rows->run, rows->twin, rows->third);
        m_twins[0]->setRowGradients(rows->twin, rows->run, rows->third);
        if (m_twins.size() > 1)
            m_twins[1]->setRowGradients(rows->third, rows->run, rows->twin);
    } else if (const auto* exchanged = news.get<news::ExchangedRuns>()) {
        const auto runOf = [&](std::size_t i) {
            return i < exchanged->runs.size() ? exchanged->runs[i] : news::ExchangedRuns::Run();
        };
        m_stage->setExchanged(exchanged->exchange, runOf(0).exchanged, runOf(0).of);
        for (std::size_t i = 0; i < m_twins.size(); ++i)
            m_twins[i]->setExchanged(exchanged->exchange, runOf(i + 1).exchanged, runOf(i + 1).of);
    }
}

} // namespace gf
