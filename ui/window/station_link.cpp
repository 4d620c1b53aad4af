// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/station_link.h"

#include "ui/messages/intents.h"
#include "ui/stage/stage_widget.h"

namespace gf {

StationLink::StationLink(Intents* intents, StageWidget* stage, StageWidget* twin, QObject* parent)
    : Feature(parent), m_stage(stage), m_twin(twin) {
    // Both follow one focus, and so show the same drawing.
    connect(stage, &StageWidget::rowGradientsWanted, intents,
            intents->sender<intent::MeasureRowGradients>());
    for (const StageWidget* one : {stage, twin})
        connect(one, &StageWidget::valuesWanted, intents, [intents](const QVector<float>& numbers) {
            intents->send(intent::SetValues{intent::SetValues::Side::Source, numbers});
        });
}

void StationLink::showNews(const News& news) {
    if (const auto* prediction = news.get<Prediction>()) {
        m_stage->setAnswer(prediction->tokens);
    } else if (const auto* twin = news.get<TwinNews>()) {
        m_twin->setAnswer(twin->prediction.tokens);
    } else if (const auto* rows = news.get<news::RowGradients>()) {
        m_stage->setRowGradients(rows->run, rows->twin);
        m_twin->setRowGradients(rows->twin, rows->run);
    }
}

} // namespace gf
