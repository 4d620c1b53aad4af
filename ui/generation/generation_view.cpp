// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/generation_view.h"

#include "ui/controls/shortcuts.h"
#include "ui/figure/heatmap_view.h"
#include "ui/figure/number_format.h"
#include "ui/generation/beam_tree.h"
#include "ui/generation/choice_bars.h"
#include "ui/generation/picture_rows.h"
#include "ui/generation/work.h"
#include "ui/language/plain_text.h"
#include "ui/theme/presented_text.h"
#include "ui/theme/theme.h"
#include "ui/theme/type_scale.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

namespace gf {

namespace {

using Way = GenerationSettings::Way;

constexpr qsizetype longestToken = 60; ///< letters, where many stand beside each other
constexpr Index mostHeadRows = 32;     ///< more are not read in half of the window

QWidget* labelled(const QString& text, QWidget* field) {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto* label = new PlainLabel(text);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field);
    return box;
}

} // namespace

GenerationView::GenerationView(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Generation, token by token"));
    auto* column = new QVBoxLayout(this);
    m_controls = makeControls();
    column->addWidget(m_controls);
    auto* line = new QHBoxLayout;
    m_back = new QPushButton(tr("◀ &back"));
    m_forward = new QPushButton(tr("&next ▶"));
    m_back->setToolTip(tipWithKeys(tr("The token before"), {Qt::Key_Left}));
    m_forward->setToolTip(tipWithKeys(tr("The next token"), {Qt::Key_Right}));
    connect(m_back, &QPushButton::clicked, this, [this] { setStep(m_step - 1); });
    connect(m_forward, &QPushButton::clicked, this, [this] { setStep(m_step + 1); });
    m_tokens = new QListWidget;
    m_tokens->setAccessibleName(tr("What has been written"));
    m_tokens->setFlow(QListView::LeftToRight);
    m_tokens->setSpacing(3);
    m_tokens->setWrapping(false);
    m_tokens->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tokens->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tokens->setFont(scaledFont(font(), type::title)); // read from the back of a room
    m_tokens->installEventFilter(this);
    fitTokens();
    connect(m_tokens, &QListWidget::currentRowChanged, this, [this](int row) {
        if (!m_filling)
            setStep(row - static_cast<int>(m_report.prompt.size()));
    });
    line->addWidget(m_back);
    line->addWidget(m_tokens, 1);
    line->addWidget(m_forward);
    column->addLayout(line);
    m_sentence = new PlainLabel;
    m_sentence->setWordWrap(true);
    m_sentence->setMinimumWidth(100); // a word without an end does not widen the window
    column->addWidget(m_sentence);
    column->addWidget(makeBody(), 1);
    m_work = new QLabel;
    m_work->setTextFormat(Qt::RichText);
    m_work->setWordWrap(true);
    column->addWidget(m_work);
    showControls();
    refresh();
    setFocusProxy(m_tokens);
}

void GenerationView::fitTokens() {
    m_tokens->setFixedHeight(m_tokens->fontMetrics().height() * 5 / 2);
}

bool GenerationView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_tokens && event->type() == QEvent::FontChange)
        fitTokens();
    return QWidget::eventFilter(watched, event);
}

void GenerationView::setPresented(bool presented) {
    for (QWidget* part :
         {m_controls, static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_forward)})
        part->setVisible(!presented);
}

/// From a view of its own, which has the colours of paper.
PaperDrawing GenerationView::onPaper(const std::optional<Paper>& paper) const {
    const auto view = std::make_shared<GenerationView>();
    view->setReport(m_report);
    view->setStep(m_step);
    view->setPresented(true);
    view->m_heads->setCurrentIndex(m_heads->currentIndex());
    view->m_headChoice->hide();
    view->setPalette(Theme::light().palette());
    for (auto* part : view->findChildren<QWidget*>())
        part->setPalette(view->palette());
    view->setAttribute(Qt::WA_DontShowOnScreen);
    view->resize(size().expandedTo(view->minimumSizeHint()));
    view->show(); // without which nothing is laid out
    PaperDrawing drawing;
    if (paper)
        drawing.factor = paper->millimetres / millimetresPerInch * unitsPerInch / view->width();
    drawing.size = QSizeF(view->size()) * drawing.factor;
    drawing.font = view->font();
    drawing.title = accessibleName();
    drawing.paint = [view](QPaintDevice& device, double scale) {
        QPainter painter(&device);
        painter.scale(scale, scale);
        painter.fillRect(view->rect(), Qt::white);
        view->render(&painter, {}, {}, QWidget::DrawChildren);
    };
    return drawing;
}

QWidget* GenerationView::makeControls() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    m_way = new QComboBox;
    m_way->addItems({tr("greedy: the most likely"), tr("drawn"), tr("beam search")});
    m_way->setAccessibleName(tr("How the next token is chosen"));
    m_temperature = new QDoubleSpinBox;
    m_temperature->setRange(0.05, 20);
    m_temperature->setSingleStep(0.25);
    m_temperature->setValue(1);
    m_topK = new QSpinBox;
    m_topK->setRange(0, 100000);
    m_topK->setSpecialValueText(tr("all"));
    m_topP = new QDoubleSpinBox;
    m_topP->setRange(0.01, 1);
    m_topP->setSingleStep(0.05);
    m_topP->setValue(1);
    m_width = new QSpinBox;
    m_width->setRange(1, 8);
    m_width->setValue(3);
    m_lengthPenalty = new QDoubleSpinBox;
    m_lengthPenalty->setRange(-5, 10);
    m_lengthPenalty->setSingleStep(0.1);
    m_lengthPenalty->setToolTip(
        plainTip(tr("α of log P / ((5 + length) / 6)^α (Wu et al. 2016), of a real model that of "
                    "log P / length^α: 0 compares by probability alone, which favours short "
                    "answers")));
    m_again = new QPushButton(tr("&Draw again"));
    m_again->setToolTip(tr("The same settings, other random numbers"));
    row->addWidget(labelled(tr("&Choose"), m_way));
    const auto add = [&](QWidget* widget, QList<Way> ways) {
        row->addWidget(widget);
        m_shownFor.append({widget, std::move(ways)});
    };
    add(labelled(tr("&temperature"), m_temperature), {Way::Sample});
    add(labelled(tr("top-&k"), m_topK), {Way::Sample});
    add(labelled(tr("top-&p"), m_topP), {Way::Sample});
    add(m_again, {Way::Sample});
    add(labelled(tr("&width"), m_width), {Way::Beam});
    add(labelled(tr("&length normalization α"), m_lengthPenalty), {Way::Beam});
    row->addStretch();
    connect(m_way, &QComboBox::currentIndexChanged, this, [this] {
        showControls();
        ask();
    });
    for (QSpinBox* field : {m_topK, m_width})
        connect(field, &QSpinBox::valueChanged, this, &GenerationView::ask);
    for (QDoubleSpinBox* field : {m_temperature, m_topP, m_lengthPenalty})
        connect(field, &QDoubleSpinBox::valueChanged, this, &GenerationView::ask);
    connect(m_again, &QPushButton::clicked, this, [this] {
        ++m_seed;
        ask();
    });
    return box;
}

QWidget* GenerationView::makeBody() {
    m_body = new QSplitter;
    m_body->setChildrenCollapsible(false);
    connect(m_body, &QSplitter::splitterMoved, this, [this] { m_isBodyMoved = true; });
    m_bars = new ChoiceBars;
    m_tree = new BeamTree;
    m_treeScroll = new QScrollArea;
    m_treeScroll->setWidget(m_tree);
    m_treeScroll->setWidgetResizable(true);
    m_treeScroll->setFrameShape(QFrame::NoFrame);
    m_left = new QStackedWidget;
    m_left->addWidget(m_bars);
    m_left->addWidget(m_treeScroll);
    connect(m_tree, &BeamTree::depthChosen, this, &GenerationView::setStep);
    m_rows = new QWidget;
    auto* column = new QVBoxLayout(m_rows);
    column->setContentsMargins(0, 0, 0, 0);
    m_heads = new QComboBox;
    m_headChoice = labelled(tr("&Heads"), m_heads);
    m_heads->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    column->addWidget(m_headChoice);
    connect(m_heads, &QComboBox::currentIndexChanged, this, &GenerationView::refresh);
    m_self = new HeatmapView;
    m_cross = new HeatmapView;
    for (HeatmapView* view : {m_self, m_cross}) {
        view->setPreferredCell(20);
        column->addWidget(view, 1);
    }
    m_pictures = new PictureRows;
    m_pictures->hide();
    column->addWidget(m_pictures, 2);
    connect(m_pictures, &PictureRows::chosen, this, &GenerationView::setStep);
    m_body->addWidget(m_left);
    m_body->addWidget(m_rows);
    m_body->setStretchFactor(0, 1);
    m_body->setStretchFactor(1, 1);
    shareRoom();
    return m_body;
}

/// About half of it for the choices; a tree is as long as the answer.
void GenerationView::shareRoom() {
    if (m_isBodyMoved)
        return;
    const bool isTree = m_left->currentIndex() == 1;
    m_body->setSizes(isTree ? QList{700, 340} : QList{480, 500});
}

void GenerationView::showControls() {
    const Way way = static_cast<Way>(m_way->currentIndex());
    for (const auto& [widget, ways] : std::as_const(m_shownFor))
        widget->setVisible(ways.contains(way));
}

GenerationSettings GenerationView::settings() const {
    GenerationSettings settings;
    settings.way = static_cast<Way>(m_way->currentIndex());
    settings.temperature = m_temperature->value();
    settings.topK = m_topK->value();
    settings.topP = m_topP->value();
    settings.seed = m_seed;
    settings.width = m_width->value();
    settings.lengthPenalty = m_lengthPenalty->value();
    return settings;
}

void GenerationView::setSettings(const GenerationSettings& settings) {
    if (settings == this->settings())
        return;
    {
        const QSignalBlocker quietly[] = {QSignalBlocker(m_temperature),   QSignalBlocker(m_topK),
                                          QSignalBlocker(m_topP),          QSignalBlocker(m_width),
                                          QSignalBlocker(m_lengthPenalty), QSignalBlocker(m_way)};
        m_way->setCurrentIndex(static_cast<int>(settings.way));
        m_temperature->setValue(settings.temperature);
        m_topK->setValue(settings.topK);
        m_topP->setValue(settings.topP);
        m_width->setValue(settings.width);
        m_lengthPenalty->setValue(settings.lengthPenalty);
    }
    m_seed = settings.seed;
    showControls();
    ask();
}

void GenerationView::setLengthPenalty(double penalty) {
    const QSignalBlocker quietly(m_lengthPenalty);
    m_lengthPenalty->setValue(penalty);
}

void GenerationView::ask() {
    emit wanted(settings());
}

void GenerationView::setReport(const GenerationReport& report) {
    const bool same = m_report.settings == report.settings && !m_report.tokens.isEmpty();
    m_report = report;
    m_wantedStep = same ? m_wantedStep : 0;
    m_treeStep = same ? m_treeStep : -1;
    m_step = writtenStep(m_wantedStep);
    m_left->setCurrentIndex(report.settings.way == Way::Beam ? 1 : 0);
    m_tree->setBranches(report.branches);
    shareRoom();
    offerHeads();
    fillTokens();
    refresh();
}

void GenerationView::setStep(int step) {
    m_step = m_wantedStep = writtenStep(step);
    refresh();
}

/// The nearest that there is.
int GenerationView::writtenStep(int step) const {
    return std::clamp(step, 0, std::max(0, static_cast<int>(m_report.tokens.size()) - 1));
}

/// While the answer grows it is not known which heads there are, and the choice stays.
void GenerationView::offerHeads() {
    if (!m_report.trace)
        return;
    const HeadCount count = headsIn(*m_report.trace, ScopeKind::SelfAttention);
    if (std::exchange(m_offered, count) == count)
        return;
    const bool areMany = count.heads > mostHeadRows;
    m_headChoice->setVisible(areMany);
    const QSignalBlocker quietly(m_heads);
    m_heads->clear();
    if (!areMany)
        return;
    m_heads->addItem(tr("the mean of each layer"));
    for (Index layer = 0; layer < count.layers; ++layer)
        m_heads->addItem(tr("layer %1").arg(layer + 1));
    m_heads->addItem(tr("all %1").arg(count.heads));
}

HeadRows GenerationView::headRows() const {
    const int choice = m_heads->currentIndex();
    if (choice < 0 || choice + 1 == m_heads->count())
        return {};
    if (choice == 0)
        return {.kind = HeadRows::Kind::Means};
    return {.kind = HeadRows::Kind::OfLayer, .layer = choice - 1};
}

HeatmapData GenerationView::rowsOf(ScopeKind attention) const {
    if (!m_report.trace || m_step >= m_report.moments.size())
        return {};
    return attentionRows(*m_report.trace, attention, m_report.prompt.size() + m_step, headRows());
}

/// What there was from the start cannot be gone to.
void GenerationView::fillTokens() {
    m_filling = true;
    m_tokens->clear();
    for (const QString& token : std::as_const(m_report.prompt)) {
        auto* item = new QListWidgetItem(oneLine(token, longestToken), m_tokens);
        item->setFlags(Qt::NoItemFlags);
    }
    for (const QString& token : std::as_const(m_report.tokens))
        m_tokens->addItem(oneLine(token, longestToken));
    m_filling = false;
}

void GenerationView::refresh() {
    const bool any = m_step < m_report.moments.size();
    m_filling = true;
    const auto prompt = static_cast<int>(m_report.prompt.size());
    const Theme theme = Theme::of(palette());
    for (int i = 0; i < m_report.tokens.size(); ++i)
        m_tokens->item(prompt + i)->setForeground(i <= m_step ? theme.text : theme.mutedText);
    m_tokens->setCurrentRow(any ? prompt + m_step : -1);
    m_filling = false;
    m_back->setEnabled(any && m_step > 0);
    m_forward->setEnabled(m_step + 1 < m_report.tokens.size());
    m_bars->setMoment(any ? m_report.moments[m_step] : GenerationMoment(), m_report.settings);
    m_tree->setDepth(any ? m_step : -1);
    moveTree(any ? m_step : -1);
    const auto show = [&](HeatmapView* view, ScopeKind attention) {
        const HeatmapData rows = rowsOf(attention);
        if (!m_report.isGrowing)
            view->setVisible(rows.rows > 0);
        view->setData(rows);
    };
    show(m_self, ScopeKind::SelfAttention);
    show(m_cross, ScopeKind::CrossAttention);
    m_pictures->setAnswer(any ? m_report.trace : nullptr, m_report.tokens, prompt, m_step);
    if (!m_report.isGrowing)
        m_pictures->setVisible(m_pictures->hasPicture());
    if (m_pictures->hasPicture())
        m_cross->hide();
    if (!m_report.isGrowing) // without attention: all for the rest
        m_rows->setVisible(!m_self->isHidden() || !m_cross->isHidden() || !m_pictures->isHidden());
    m_sentence->setText(oneLine(sentence(), 1000));
    m_work->setText(any && m_report.trace ? workHtml() : QString());
}

/// To another step, with what came before and what follows as far as there is room. As far down as
/// the person has scrolled it stays, and all of it while they are at one step.
void GenerationView::moveTree(int step) {
    if (step != m_treeStep && step >= 0) {
        const QRect column = m_tree->columnOf(step);
        const int seen = m_treeScroll->verticalScrollBar()->value();
        m_treeScroll->ensureVisible(column.center().x(), seen, column.width(), 0);
    }
    m_treeStep = step;
}

QString GenerationView::sentence() const {
    if (!m_report.problem.isEmpty())
        return m_report.problem;
    if (m_step >= m_report.moments.size())
        return tr("Nothing has been written yet.");
    const GenerationMoment& moment = m_report.moments[m_step];
    const QString token = oneLine(m_report.tokens[m_step], longestToken);
    const NextChoice choice = moment.choices.value(moment.chosen);
    const QString where = (m_report.isGrowing ? tr("Token %1 of %2 so far") : tr("Token %1 of %2"))
                              .arg(m_step + 1)
                              .arg(m_report.tokens.size());
    const QString probability = numberText(choice.probability, 3);
    const bool end = token == QLatin1String("<eos>");
    switch (m_report.settings.way) {
    case Way::Sample:
        return end ? tr("%1: the random number %2 fell on <eos> (probability %3): the answer ends.")
                         .arg(where, numberText(moment.draw, 3), probability)
                   : tr("%1: the random number %2 fell on “%3” (probability %4). It is appended, "
                        "and the model reads everything up to it.")
                         .arg(where, numberText(moment.draw, 3), token, probability);
    case Way::Beam: {
        const FoundAnswer best = m_report.found.value(0);
        return tr("%1: “%2” (probability %3) on the way to the best answer, “%4” with ln P = %5. "
                  "Of all continuations the most likely are kept; numbers in the tree are ln P.")
            .arg(where, token, probability, oneLine(best.text), numberText(best.logProbability, 4));
    }
    case Way::Greedy:
        break;
    }
    return end ? tr("%1: <eos> is the most likely (%2): the answer ends.").arg(where, probability)
               : tr("%1: “%2” is the most likely (%3). It is appended, and the model reads "
                    "everything up to it.")
                     .arg(where, token, probability);
}

/// What is computed again, in numbers of this model, up to the token that is looked at.
QString GenerationView::workHtml() const {
    const WorkShape shape = workShapeOf(*m_report.trace, m_report.prompt.size());
    if (!shape.isKnown())
        return {};
    const AttentionWork work = workOf(shape, m_step + 1);
    const QLocale locale;
    const auto row = [&](const QString& what, Index count) {
        return QStringLiteral("<tr><td>%1</td><td align=\"right\"><b>%2</b></td></tr>")
            .arg(what, locale.toString(static_cast<qlonglong>(count)));
    };
    QString rows = row(tr("everything again for each token"), work.everything);
    if (shape.source > 0)
        rows += row(tr("the encoder once (M = %n tokens), the text again", nullptr,
                       static_cast<int>(shape.source)),
                    work.encoderOnce);
    if (shape.isRecurrent())
        rows +=
            row(shape.source > 0
                    ? tr("the encoder once, and for each token one time step: the state is kept")
                    : tr("for each token one time step: the state is kept"),
                work.newRows);
    else
        rows +=
            row(shape.source > 0
                    ? tr("the encoder once, and for each token its own row alone: about M·N + N²/2 "
                         "in each head, keys and values of the others are kept")
                    : tr("for each token its own row alone: about N²/2 in each head, keys and "
                         "values of the others are kept"),
                work.newRows);
    return (shape.isRecurrent()
                ? tr("Time steps of all layers for the first N = %n tokens:", nullptr, m_step + 1)
                : tr("Dot products q·k in all heads for the first N = %n tokens:", nullptr,
                     m_step + 1)) +
           QStringLiteral("<table cellspacing=\"6\">%1</table>").arg(rows);
}

QByteArray choiceTable(const GenerationReport& report) {
    QByteArray table = "token,candidate,probability,share,picked\n";
    for (qsizetype i = 0; i < report.moments.size(); ++i)
        for (qsizetype c = 0; c < report.moments[i].choices.size(); ++c) {
            const NextChoice& choice = report.moments[i].choices[c];
            QString quoted = choice.token;
            table += QByteArray::number(i + 1) + ",\"" +
                     quoted.replace(QLatin1Char('"'), QStringLiteral("\"\"")).toUtf8() + "\"," +
                     QByteArray::number(choice.probability, 'g', 9) + ',' +
                     QByteArray::number(choice.share, 'g', 9) + ',' +
                     (c == report.moments[i].chosen ? '1' : '0') + '\n';
        }
    return table;
}

} // namespace gf
