// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/checkpoint_marks.h"

#include "ui/train/chart_style.h"
#include "ui/train/custom_plot.h"

namespace gf {

CheckpointMarks::CheckpointMarks(QCustomPlot* plot) : m_plot(plot) {
    for (auto& line : m_lines) {
        line = new QCPItemStraightLine(plot);
        line->setVisible(false);
        for (QCPItemPosition* end : {line->point1, line->point2})
            end->setTypeY(QCPItemPosition::ptAxisRectRatio); // on a logarithmic axis too
    }
    for (std::size_t pin = 0; pin < m_names.size(); ++pin) {
        QCPItemText* name = m_names[pin] = new QCPItemText(plot);
        name->setText(pin == 0 ? QStringLiteral("A") : QStringLiteral("B"));
        name->setPositionAlignment(Qt::AlignTop | Qt::AlignHCenter);
        name->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        name->setPadding(QMargins(3, 0, 3, 0));
        name->setLayer(QStringLiteral("overlay")); // over the curves
        name->setClipToAxisRect(false);            // whole at both ends
        name->setVisible(false);
    }
    // Under A, wherever both are.
    m_names[1]->position->setTypeY(QCPItemPosition::ptAbsolute);
    m_names[1]->position->setParentAnchorY(m_names[0]->bottom);
}

void CheckpointMarks::set(const Steps& steps) {
    if (steps == m_steps)
        return;
    m_steps = steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto at = static_cast<double>(steps[i].value_or(0));
        m_lines[i]->setVisible(steps[i].has_value());
        m_lines[i]->point1->setCoords(at, 0);
        m_lines[i]->point2->setCoords(at, 1);
        if (i > 0) {
            m_names[i - 1]->setVisible(steps[i].has_value());
            m_names[i - 1]->position->setCoords(at, 0);
        }
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void CheckpointMarks::applyTheme(const Theme& theme, const QFont& font) {
    m_lines[0]->setPen(chartPen(theme.warning, 2.5));
    for (std::size_t pin = 0; pin < m_names.size(); ++pin) {
        m_lines[pin + 1]->setPen(chartPen(theme.text, 1, Qt::DashLine));
        m_names[pin]->setColor(theme.surface);
        m_names[pin]->setBrush(theme.text);
        m_names[pin]->setFont(font);
    }
}

} // namespace gf
