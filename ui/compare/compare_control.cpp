// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_control.h"

#include "ui/compare/compare_dialog.h"
#include "ui/compare/gradient_chart.h"
#include "ui/compare/twin_chart.h"
#include "ui/compare/twin_colours.h"
#include "ui/compare/twin_words.h"
#include "ui/controls/commands.h"
#include "ui/figure/number_format.h"
#include "ui/language/cut.h"
#include "ui/language/plain_text.h"
#include "ui/messages/intents.h"
#include "ui/scene/scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/train/loss_table.h"

#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace gf {

namespace {

/// What a model that learnt nothing writes can be very long.
constexpr int longestAnswer = 14;

} // namespace

CompareControl::CompareControl(FocusModel* focus, Intents* intents, StageWidget* stage,
                               QWidget* parent)
    : Feature(parent), m_intents(intents), m_stages(new QWidget(parent)),
      m_twin(new StageWidget(focus)), m_charts(new QWidget(parent)),
      m_losses(new TwinChart(m_charts)), m_gradients(new GradientChart(m_charts)) {
    m_twin->setObjectName(QStringLiteral("twinStage"));
    m_twin->setAccessibleName(tr("Stage of run B"));
    m_twin->share(stage->settings());
    m_twin->setBeside(stage);
    makeStrip();
    // The heads share a row, so that the stages under them stand level.
    m_columns = new QGridLayout;
    m_columns->setSpacing(0);
    m_columns->setRowStretch(1, 1);
    addColumn(m_headA, QStringLiteral("headA"), stage);
    addColumn(m_headB, QStringLiteral("headB"), m_twin);
    auto* rows = new QVBoxLayout(m_stages);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_strip);
    rows->addLayout(m_columns, 1);

    auto* charts = new QHBoxLayout(m_charts);
    charts->setContentsMargins(0, 0, 0, 0);
    charts->setSpacing(6);
    charts->addWidget(m_losses, 5);
    charts->addWidget(m_gradients, 4);
    connect(m_losses, &Chart::menuRequested, this, [this] { emit exportWanted(0); });
    connect(m_gradients, &Chart::menuRequested, this, [this] { emit exportWanted(1); });
    setOn(false);
}

void CompareControl::makeStrip() {
    m_strip = new QFrame(m_stages);
    m_strip->setObjectName(QStringLiteral("compareStrip"));
    m_difference = new PlainLabel(m_strip);
    m_difference->setObjectName(QStringLiteral("difference"));
    m_difference->setWordWrap(true);
    auto* end = new QPushButton(tr("End comparison"), m_strip);
    end->setObjectName(QStringLiteral("endComparison"));
    end->setToolTip(tr("Go on with A alone"));
    connect(end, &QPushButton::clicked, this, [this] { m_intents->send(intent::EndComparison{}); });
    auto* row = new QHBoxLayout(m_strip);
    row->setContentsMargins(20, 4, 10, 0);
    row->addWidget(m_difference, 1);
    row->addWidget(end);
}

/// A stage under a head that says whose it is.
void CompareControl::addColumn(QLabel*& head, const QString& name, StageWidget* stage) {
    const int column = m_columns->count() / 2;
    head = new QLabel(m_stages);
    head->setObjectName(name);
    head->setTextFormat(Qt::RichText);
    head->setContentsMargins(20, 6, 8, 0);
    head->setWordWrap(true);
    m_columns->addWidget(head, 0, column);
    m_columns->addWidget(stage, 1, column);
    m_columns->setColumnStretch(column, 1);
}

void CompareControl::ask(QWidget* window) {
    auto* dialog = new CompareDialog(m_offer, window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (!dialog->change().isEmpty())
            emit chosen(dialog->change(), dialog->layers());
    });
    dialog->open();
}

bool CompareControl::perform(Command command, bool /*checked*/) {
    if (command != Command::Compare)
        return false;
    ask(m_stages->window());
    return true;
}

void CompareControl::describe(Scene& scene) const {
    if (m_info)
        scene.twin = {m_info->change.key, m_offer.layers};
}

void CompareControl::showScene(const Scene& scene) {
    Scene now;
    describe(now);
    if (now.twin == scene.twin)
        return;
    if (scene.twin)
        m_intents->send(intent::Compare{scene.twin->change, scene.twin->layers});
    else
        m_intents->send(intent::EndComparison{});
}

void CompareControl::showNews(const News& news) {
    if (news.get<RunInfo>() || news.get<news::TwinEnded>())
        showRun();
    else if (const auto* offer = news.get<TwinOffer>())
        showOffer(*offer);
    else if (const auto* info = news.get<TwinInfo>())
        showTwin(*info);
    else if (const auto* twin = news.get<TwinNews>())
        showNews(*twin);
    else if (const auto* time = news.get<TimeStatus>())
        showTime(*time);
    else if (const auto* prediction = news.get<Prediction>())
        showPrediction(*prediction);
}

void CompareControl::showOffer(const TwinOffer& offer) {
    m_offer = offer;
}

void CompareControl::showRun() {
    if (m_info)
        setOn(false);
}

void CompareControl::showTwin(const TwinInfo& info) {
    const TwinChoice& change = info.change;
    const QString a = twinText(change, change.a);
    const QString b = twinText(change, change.b);
    m_info = info;
    m_shown.reset();
    m_answerB = {};
    m_saidDiverged = false;
    m_twin->setTrace(nullptr);
    m_losses->begin(a, b, info.randomLoss, info.guess);
    m_gradients->setGradients({});
    m_difference->setText(
        change.key == QLatin1String("nothing")
            ? tr("Two runs from the same seed on the same batches, without any difference")
            : tr("Two runs from the same seed on the same batches. The one difference: %1. A: %2, "
                 "B: %3")
                  .arg(titleOf(change), a, b));
    setOn(true);
    writeHeads();
}

void CompareControl::showNews(const TwinNews& news) {
    if (!m_info)
        return;
    if (news.trace)
        m_twin->setTrace(news.trace);
    m_answerB = news.prediction;
    m_losses->append(news.points);
    if (!news.gradients.isEmpty())
        m_gradients->setGradients(news.gradients);
    writeHeads();
    if (news.divergedAt > 0 && !m_saidDiverged) {
        m_saidDiverged = true;
        emit noticed(tr("Run B stopped at step %L1: its numbers left the range of what can be "
                        "computed.")
                         .arg(news.divergedAt));
    }
}

void CompareControl::showTime(const TimeStatus& status) {
    if (!m_info)
        return;
    m_shown = status.difference ? std::nullopt : status.shown;
    m_losses->setMoments({status.shown, status.pins[0], status.pins[1]});
    writeHeads();
}

QVector<Exportable> CompareControl::exportables(const QString& title) const {
    const QString words = tr("%1 · %2").arg(title, m_difference->text());
    return {exportableChart(*m_losses, title + QStringLiteral("_losses"), words,
                            [this] { return twinTable(m_losses->points()); }),
            exportableChart(*m_gradients, title + QStringLiteral("_gradients"), words,
                            [this] { return gradientTable(m_gradients->gradients()); })};
}

void CompareControl::takeOver(const CompareControl& other) {
    if (!m_info)
        return;
    m_losses->takeOver(*other.m_losses);
    writeHeads();
}

void CompareControl::showPrediction(const Prediction& prediction) {
    m_answerA = prediction;
    if (m_info)
        writeHeads();
}

void CompareControl::setOn(bool on) {
    if (!on)
        m_info.reset();
    for (QWidget* widget :
         {static_cast<QWidget*>(m_strip), static_cast<QWidget*>(m_headA),
          static_cast<QWidget*>(m_headB), static_cast<QWidget*>(m_twin), m_charts})
        widget->setVisible(on);
    m_columns->setColumnStretch(1, on ? 1 : 0);
    if (!on)
        m_twin->setTrace(nullptr);
    emit switched(on);
}

/// Those of the step that is shown.
TwinPoint CompareControl::losses() const {
    const std::vector<TwinPoint>& points = m_losses->points();
    if (m_shown)
        return m_losses->at(*m_shown).value_or(TwinPoint());
    return points.empty() ? TwinPoint() : points.back();
}

void CompareControl::writeHeads() {
    const Theme theme = Theme::of(m_stages->palette());
    const TwinPoint point = losses();
    const auto write = [&](QLabel* head, const QString& name, const QString& what, double loss,
                           const Prediction& answer, const QColor& colour) {
        QStringList parts{QStringLiteral("<b style=\"color:%1\">%2</b> <b>%3</b>")
                              .arg(theme.textColour(colour).name(), name, what.toHtmlEscaped())};
        if (point.step > 0)
            parts << tr("loss %1").arg(NumberFormat{0, 4}.text(loss));
        if (!answer.text.isEmpty())
            parts << tr("predicted <code>%1</code>")
                             .arg(shortened(answer.text, longestAnswer).toHtmlEscaped()) +
                         (answer.matchesTarget ? tr(" = target") : QString());
        head->setText(parts.join(QStringLiteral(" &nbsp;·&nbsp; ")));
    };
    const TwinChoice& change = m_info->change;
    write(m_headA, tr("A"), twinText(change, change.a), point.a, m_answerA, colourOfA(theme));
    write(m_headB, tr("B"), twinText(change, change.b), point.b, m_answerB, colourOfB(theme));
}

} // namespace gf
