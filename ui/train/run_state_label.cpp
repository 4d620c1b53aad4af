// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_state_label.h"

#include "ui/controls/device_box.h"
#include "ui/figure/number_format.h"
#include "ui/language/language.h"
#include "ui/train/health_text.h"
#include "ui/train/idle_text.h"
#include "ui/train/rate_field.h"

namespace gf {

namespace {

constexpr int enoughKeptAside = 100; ///< of fewer, a share says of how many it is first of all

} // namespace

RunStateLabel::RunStateLabel(const DeviceBox* device, QWidget* parent)
    : PlainLabel(parent), m_device(device) {
    setObjectName(QStringLiteral("state"));
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setAccessibleName(tr("State of the run"));
    setMinimumWidth(fontMetrics().horizontalAdvance(tr("training step %L1").arg(88888)));
    // Its text changes often and must not push the rest around.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void RunStateLabel::showRun(const RunInfo& run) {
    m_time = {};
    m_measured.reset();
    m_measure = run.measure;
    m_keptAside = run.keptAside;
    m_countsTokens = run.countsTokens;
}

void RunStateLabel::showStatus(const TrainingStatus& status) {
    m_status = status;
    describe();
}

void RunStateLabel::showTime(const TimeStatus& time) {
    m_time = time;
    describe();
}

void RunStateLabel::showMeasured(const Metrics::Measurement* measured) {
    m_measured = measured ? std::optional(*measured) : std::nullopt;
    describe();
}

void RunStateLabel::setAlone(bool alone) {
    m_isAlone = alone;
    describe();
}

void RunStateLabel::describe() {
    const TrainingStatus& status = m_status;
    const bool past = m_time.isPast();
    QStringList parts;
    if (m_time.difference)
        parts << tr("training step %L1").arg(m_time.present);
    else if (past)
        parts << tr("training step %L1 of %L2").arg(*m_time.shown).arg(m_time.present);
    else
        parts << tr("training step %L1").arg(status.step);
    if (status.running && status.idleReason == IdleReason::None && status.stepsPerSecond > 0)
        parts += tr("%L1/s").arg(status.stepsPerSecond, 0, 'f', status.stepsPerSecond < 10 ? 1 : 0);
    else
        parts += status.idleReason != IdleReason::None ? idleText(status)
                 : status.running                      ? tr("first training step…")
                                                       : tr("paused");
    if (m_isAlone && status.health.isBad() && status.idleReason != IdleReason::Diverged)
        parts.front() += QStringLiteral(" · ") + healthVerdict(status.health);
    std::optional<double> loss;
    if (past)
        loss = m_time.difference ? std::nullopt : m_time.shownLoss;
    else if (status.step > 0 && !(status.loss <= 0)) // a run that was only opened has none yet
        loss = status.loss;
    if (loss)
        parts += tr("loss %1").arg(NumberFormat{0, 4}.text(*loss));
    m_success = successWords(true);
    if (!m_success.isEmpty())
        parts += successWords(false);
    m_parts = parts;
    const QString device = m_device->currentText();
    m_where = status.running && !device.isEmpty() ? tr("on %1").arg(device) : QString();
    write();
    setToolTip(plainTip(tip()));
}

/// How much was right at the last measurement, or how large the error was; in `whole`, of how many.
QString RunStateLabel::successWords(bool whole) const {
    if (m_measured && m_measured->error)
        return tr("error %1").arg(NumberFormat{0, 3}.text(*m_measured->error));
    if (!m_measured || !m_measure.isEmpty())
        return {};
    const QString share = NumberFormat{0, 1}.text(100 * m_measured->accuracy);
    if (m_countsTokens)
        return tr("%1 % right").arg(share);
    if (m_keptAside == 0 || (!whole && m_keptAside >= enoughKeptAside))
        return tr("%1 % exact").arg(share);
    return (whole ? tr("%1 % of %L2 kept aside exact") : tr("%1 % of %L2 exact"))
        .arg(share)
        .arg(m_keptAside);
}

QString RunStateLabel::tip() const {
    QStringList sentences;
    if (!m_time.isPast())
        sentences << tr("Learning rate %1, gradient norm %2.")
                         .arg(rateText(m_status.learningRate),
                              numberText(m_status.gradientNorm, 4));
    if (m_measured && m_measured->error)
        sentences << tr("The error is measured on %n examples that are kept aside and never "
                        "trained on: %1.",
                        nullptr, m_keptAside)
                         .arg(translated(m_measure));
    else if (m_measured && m_measure.isEmpty())
        sentences << tr("The share of right answers is of %n examples that are kept aside and "
                        "never trained on.",
                        nullptr, m_keptAside);
    if (m_measured)
        sentences << tr("It was measured after training step %L1.").arg(m_measured->step);
    QString why = idleSentence(m_status.idleReason);
    if (!why.isEmpty())
        why += QStringLiteral("\n\n");
    return why + sentences.join(' ');
}

/// Without curves it is what says how far the run has come: names of fields give way to it.
int RunStateLabel::leastWidth() const {
    const QString usual = tr("training step %L1").arg(88888) + QStringLiteral(" · ") +
                          tr("%1 % of %L2 exact").arg(QStringLiteral("100.0")).arg(88);
    return m_isAlone ? fontMetrics().horizontalAdvance(usual) : minimumWidth();
}

/// As much of the state as has room. While it trains, where it does so, speed, loss and accuracy go
/// in this order and the steps stay; at rest the reason stays longest, and gives way to the steps
/// where it does not fit.
void RunStateLabel::write() {
    const QString separator = QStringLiteral(" · ");
    const auto fits = [&](const QStringList& parts) {
        return fontMetrics().horizontalAdvance(parts.join(separator)) <= width();
    };
    QStringList parts = m_parts;
    const auto ifItFits = [&](qsizetype part, const QString& words) {
        QStringList longer = parts;
        longer[part] = words;
        if (fits(longer))
            parts = longer;
    };
    if (!m_success.isEmpty())
        ifItFits(parts.size() - 1, m_success);
    if (!m_where.isEmpty() && parts.size() > 1)
        ifItFits(1, parts[1] + ' ' + m_where); // the speed
    while (parts.size() > 1 && !fits(parts))
        parts.removeAt(m_status.idleReason == IdleReason::None ? 1 : parts.size() > 2 ? 2 : 0);
    if (!fits(parts) && !m_parts.isEmpty())
        parts = {m_parts.front()};
    setText(fontMetrics().elidedText(parts.join(separator), Qt::ElideRight, width()));
}

void RunStateLabel::resizeEvent(QResizeEvent* event) {
    PlainLabel::resizeEvent(event);
    write();
}

} // namespace gf
