// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/explain_panel.h"

#include "core/graph/op.h"
#include "core/measure/entropy.h"
#include "core/ops/intervene.h"
#include "core/ops/mask.h"
#include "ui/controls/shortcuts.h"
#include "ui/explain/explanation_text.h"
#include "ui/explain/formula_choice.h"
#include "ui/explain/formula_view.h"
#include "ui/explain/printed_number.h"
#include "ui/explain/score_words.h"
#include "ui/explain/text_block.h"
#include "ui/labs/labs.h"
#include "ui/language/axes.h"
#include "ui/language/plain_text.h"
#include "ui/stations/stations.h"
#include "ui/steps/matrix.h"
#include "ui/steps/navigation.h"
#include "ui/theme/presented_text.h"
#include "ui/theme/theme.h"
#include "ui/theme/type_scale.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextDocument>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gf {

namespace {

/// Mean, spread and range of the finite numbers of one matrix.
struct Statistics {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    double mean = 0;
    double deviation = 0; ///< of the whole, not of a sample
    Index count = 0;
    Index infinite = 0;
    Index undefined = 0; ///< NaN
};

Statistics statisticsOf(std::span<const float> values) {
    Statistics s;
    double sum = 0;
    for (const float value : values) {
        if (std::isnan(value)) {
            ++s.undefined;
        } else if (std::isinf(value)) {
            ++s.infinite;
        } else {
            s.minimum = std::min(s.minimum, static_cast<double>(value));
            s.maximum = std::max(s.maximum, static_cast<double>(value));
            sum += value;
            ++s.count;
        }
    }
    if (s.count == 0)
        return s;
    s.mean = sum / static_cast<double>(s.count);
    double squares = 0;
    for (const float value : values)
        if (std::isfinite(value))
            squares += (value - s.mean) * (value - s.mean);
    s.deviation = std::sqrt(squares / static_cast<double>(s.count));
    return s;
}

QString printed(double value, int digits = 4) {
    return printNumber(value, digits).text();
}

/// What scrolls. It has no size of its own to propose: its layout would lay every text out at the
/// widths that those propose, and again at that of the panel.
class Page : public QWidget {
public:
    QSize sizeHint() const override { return {}; }
    QSize minimumSizeHint() const override { return {}; }
};

} // namespace

ExplainPanel::ExplainPanel(FocusModel* focus, QWidget* parent)
    : QScrollArea(parent), m_focus(focus), m_formula(new FormulaView) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Explanation"));
    auto* page = new Page;
    auto* rows = new QVBoxLayout(page);
    rows->setContentsMargins(14, 12, 14, 16);
    rows->setSpacing(4);
    setWidget(page);
    rows->addWidget(m_formula);
    m_words = addSection(QString(), QStringLiteral("explainWords"));
    m_drawing = addSection(tr("This drawing"), QStringLiteral("explainDrawing"));
    m_cell = addSection(tr("This cell"), QStringLiteral("explainCell"));
    m_statistics = addSection(tr("This matrix"), QStringLiteral("explainStatistics"));
    m_scores = addSection(tr("Why √K"), QStringLiteral("explainScores"));
    m_from = addSection(tr("Made from"), QStringLiteral("explainFrom"));
    m_to = addSection(tr("Used next by"), QStringLiteral("explainTo"));
    rows->addStretch(1);
    connect(m_focus, &FocusModel::changed, this, [this] { m_follow.ask(); });
    refresh();
}

void ExplainPanel::setWays(QAction* back, QAction* forward) {
    auto* ways = new QWidget;
    auto* row = new QHBoxLayout(ways);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    for (QAction* action : {back, forward}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAccessibleName(withoutMnemonic(action->text()));
        row->addWidget(button);
        const auto follow = [=] { ways->setVisible(back->isEnabled() || forward->isEnabled()); };
        connect(action, &QAction::enabledChanged, ways, follow);
        follow();
    }
    row->addStretch(1);
    static_cast<QVBoxLayout*>(widget()->layout())->insertWidget(0, ways);
}

ExplainPanel::Section ExplainPanel::addSection(const QString& heading, const QString& name) {
    auto* rows = static_cast<QVBoxLayout*>(widget()->layout());
    Section section;
    if (heading.isEmpty()) {
        rows->addSpacing(8);
    } else {
        section.heading = new PlainLabel(heading);
        QFont font = scaledFont(section.heading->font(), type::section);
        font.setBold(true);
        section.heading->setFont(font);
        section.heading->setContentsMargins(0, 12, 0, 0);
        rows->addWidget(section.heading);
    }
    section.text = new TextBlock;
    section.text->setObjectName(name);
    section.text->setAccessibleName(heading.isEmpty() ? accessibleName() : heading);
    connect(section.text, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { follow(link.toString()); });
    connect(section.text, &TextBlock::linkClicked, this, &ExplainPanel::linkClicked);
    connect(section.text, &QTextBrowser::highlighted, this,
            [this](const QUrl& link) { showMeaning(link.toString()); });
    rows->addWidget(section.text);
    return section;
}

void ExplainPanel::write(const Section& section, const QString& html) {
    const bool visible = !html.isEmpty();
    if (section.heading)
        section.heading->setVisible(visible);
    section.text->setVisible(visible);
    section.text->write(html);
}

void ExplainPanel::setTrace(std::shared_ptr<const Trace> trace, const Steps& steps) {
    m_trace = std::move(trace);
    const std::shared_ptr<const Graph> graph = m_trace ? m_trace->graph : nullptr;
    if (graph != m_graph) {
        m_graph = graph;
        m_steps = steps.graph() == m_graph.get() ? steps : Steps(m_graph);
        m_users = m_graph ? m_graph->users() : std::vector<std::vector<NodeId>>();
        m_node = noNode;
        refresh();
    } else if (m_node == noNode || m_trace->value(m_node).empty()) {
        refresh();
    } else {
        m_follow.ask();
    }
}

/// As wide as there is room and as high as it is then. A scroll area that does so by itself asks
/// every text for its height twice, with and without a second scroll bar.
void ExplainPanel::fitPage() {
    const QSize room = viewport()->size();
    widget()->resize(room.width(), std::max(room.height(), widget()->heightForWidth(room.width())));
}

void ExplainPanel::resizeEvent(QResizeEvent* event) {
    fitPage();
    QScrollArea::resizeEvent(event);
}

bool ExplainPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        fitPage();
    return QScrollArea::eventFilter(watched, event);
}

void ExplainPanel::changeEvent(QEvent* event) {
    // Colours and the size of letters are written into the text.
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) &&
        m_formula) {
        m_node = noNode;
        m_lab = nullptr;
        refresh();
    }
    QScrollArea::changeEvent(event);
}

void ExplainPanel::refresh() {
    if (refreshLab())
        return;
    NodeId node = m_graph ? nodeOf(*m_graph, m_focus->focus()) : noNode;
    if (node != noNode && m_trace->value(node).empty())
        node = noNode;
    const bool other = node != m_node || node == noNode;
    m_node = node;
    if (other) {
        m_opened.clear();
        refreshStep();
    }
    if (const QString drawing = drawingShown(); other || drawing != m_shown) {
        m_shown = drawing;
        write(m_drawing, drawing.isEmpty() ? QString() : linkedHtml(m_texts.section(drawing)));
    }
    refreshNumbers();
}

/// What the open lab tries; false where none is open.
bool ExplainPanel::refreshLab() {
    const LabPage* lab = m_trace ? findLabPage(m_focus->focus().lab) : nullptr;
    const bool other = std::exchange(m_lab, lab) != lab;
    if (!lab || !other)
        return lab;
    m_node = noNode;
    const QString name = QStringLiteral("lab.") + QLatin1String(lab->drawing.id);
    m_formula->setFormula(formulaFor(name, {}, false));
    write(m_words, linkedHtml(m_texts.section(name)));
    for (const Section& ofStep : {m_drawing, m_cell, m_statistics, m_scores, m_from, m_to})
        write(ofStep, {});
    return true;
}

/// Markdown with its terms as links to the glossary.
QString ExplainPanel::linkedHtml(const QString& markdown) const {
    QTextDocument text;
    text.setDefaultFont(font());
    text.setMarkdown(m_glossary.linked(markdown));
    return text.toHtml();
}

/// The section about what the drawing of the step shows, and what to look for in it; empty for
/// matrices.
QString ExplainPanel::drawingShown() const {
    if (m_node == noNode)
        return {};
    if (m_trace->isDifference())
        return QStringLiteral("difference");
    const Focus& focus = m_focus->focus();
    const Station* station = stationFor(*m_trace, m_node, focus.view, focus.allHeads);
    return station ? QStringLiteral("station.") + QLatin1String(station->id) : QString();
}

void ExplainPanel::refreshStep() {
    if (m_node == noNode) {
        m_formula->setFormula({});
        // Where no gradient flows, what a gradient is still helps.
        const bool gradients = m_graph && m_focus->focus().gradients;
        write(m_words, gradients
                           ? linkedHtml(m_texts.section(QStringLiteral("gradient")))
                           : tr("What is on the stage is explained here: its formula, what it "
                                "is for, and every number in it."));
        write(m_from, {});
        write(m_to, {});
        return;
    }
    const Node& node = (*m_graph)[m_node];
    const bool gradient = isGradient(node);
    const Step* step = m_steps.at(m_focus->focus());
    const QString kind = step ? step->kind : QString();
    const auto name = node.op->name();
    const QString op = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    m_formula->setFormula(formulaOf(*m_graph, node, kind));
    write(m_words, linkedHtml(m_texts.textFor(wordsOf(*m_graph, node, kind), op, gradient)));
    write(m_from, linksHtml(node.inputs));
    write(m_to, linksHtml(m_users[m_node]));
}

void ExplainPanel::refreshNumbers() {
    if (m_node == noNode) {
        write(m_cell, {});
        write(m_statistics, {});
        write(m_scores, {});
        return;
    }
    const Node& node = (*m_graph)[m_node];
    const auto cell = focusedCell(node, m_focus->focus());
    const Theme theme = Theme::of(palette());
    write(m_cell,
          cell ? cellHtml(node, *cell)
               : QStringLiteral("<span style=\"color:%1\">%2</span>")
                     .arg(theme.mutedText.name(),
                          withCommands(tr("Point at a cell to see how its number came to be; "
                                          "a click keeps it, {release} lets go. Then a click on "
                                          "one of its numbers goes to where that comes from."))
                              .toHtmlEscaped()));
    write(m_statistics, statisticsHtml(node));
    write(m_scores, scoreStatisticsHtml(*m_trace, node, m_focus->focus().head, theme));
}

QString ExplainPanel::cellPlaceHtml(const Node& node, const Cell& cell) const {
    QStringList parts;
    for (int i = 0; i < node.shape.rank(); ++i) {
        const Index at = cell.at[i];
        const QStringList words = tokenWords(*m_trace, node.id, i);
        parts << placeText(placeName(node, i), at + firstNumber(node, i),
                           words.value(at).toHtmlEscaped());
    }
    return parts.join(QStringLiteral(", "));
}

QString ExplainPanel::cellHtml(const Node& node, const Cell& cell) const {
    const Theme theme = Theme::of(palette());
    ExplanationStyle style;
    style.colourOf = [&](NodeId id) {
        const QColor accent = accentFor(*m_graph, (*m_graph)[id]);
        return theme.textColour(accent.isValid() ? accent : theme.text);
    };
    style.quiet = theme.mutedText;
    style.links = true;
    style.opened = m_opened;
    QStringList place;
    for (int i = 0; i < node.shape.rank(); ++i)
        if (node.axes[i] != Axis::Head)
            place << QString::number(cell.at[i] + firstNumber(node, i));
    style.cellSymbol = shortTitleOf(*m_graph, node);
    if (!place.isEmpty())
        style.cellSymbol += QStringLiteral("[%1]").arg(place.join(QStringLiteral(", ")));
    const double value = m_trace->value(node.id).at(cell);
    const QString quiet = QStringLiteral("<span style=\"color:%1\">%2</span>");
    QStringList paragraphs;
    if (node.shape.rank() > 0)
        paragraphs << quiet.arg(theme.mutedText.name(), cellPlaceHtml(node, cell));
    const bool given = !m_trace->isDifference() && node.inputs.empty() &&
                       node.op->kind() != OpKind::SinusoidalPosition;
    const ExplanationText text =
        given ? ExplanationText()
              : writeExplanation(m_trace->explain(node.id, cell), m_trace->reader(), style);
    if (!text.hidden.isEmpty())
        paragraphs << QStringLiteral("<span style=\"color:%1\"><b>%2</b></span>")
                          .arg(theme.warning.name(), text.hidden);
    if (!text.shared.isEmpty())
        paragraphs << quiet.arg(theme.mutedText.name(), text.shared);
    paragraphs << changedHtml(node, cell);
    if (given)
        paragraphs
            << QStringLiteral("<b>%1</b> = <b>%2</b>").arg(style.cellSymbol, printed(value, 7));
    for (const ExplainedLine& line : text.lines)
        paragraphs << line.html;
    if (!text.lines.empty() && !m_trace->isDifference())
        paragraphs << quiet.arg(theme.mutedText.name(),
                                tr("computed here %1 · in the model %2")
                                    .arg(printed(text.recomputed, 8), printed(value, 8)));
    QString html;
    for (const QString& paragraph : paragraphs)
        html += QStringLiteral("<p style=\"margin-top:0;margin-bottom:5px\">%1</p>").arg(paragraph);
    return html;
}

/// What the cell would be without the changes that the person holds the model to.
QStringList ExplainPanel::changedHtml(const Node& node, const Cell& cell) const {
    const Tensor* without =
        m_trace->without ? m_trace->without->find(ops::plainName(node.name)) : nullptr;
    if (!without || without->shape() != node.shape)
        return {};
    const Theme theme = Theme::of(palette());
    const auto& edits = node.as<InterveneAttributes>().edits;
    const bool changed =
        node.role == Role::Forward && node.op->kind() == OpKind::Intervene &&
        std::any_of(edits.begin(), edits.end(), [&](const Edit& e) { return e.covers(cell); });
    const double before = static_cast<double>(without->at(cell));
    if (!changed && before == static_cast<double>(m_trace->value(node.id).at(cell)))
        return {};
    const QString sentence =
        changed ? tr("Changed by you; without any change it was %1.").arg(printed(before, 6))
                : tr("Without your changes it was %1.").arg(printed(before, 6));
    return {QStringLiteral("<span style=\"color:%1\"><b>%2</b></span>")
                .arg(theme.warning.name(), sentence)};
}

QString ExplainPanel::statisticsHtml(const Node& node) const {
    const Focus& focus = m_focus->focus();
    const std::span<const float> values = shownValues(*m_trace, node.id, focus);
    const Theme theme = Theme::of(palette());
    // As files, lessons and the command line call it.
    QString html = QStringLiteral("<code>%1</code><br>")
                       .arg(QString::fromStdString(node.name).toHtmlEscaped());
    html += QStringLiteral("<span title=\"%1\">%2</span>")
                .arg(shapeCounted(node).toHtmlEscaped(), shapeInWords(node));
    if (hasHeads(node))
        html += focus.allHeads
                    ? tr(" · all heads")
                    : tr(" · head %1").arg(std::min<Index>(focus.head, node.shape[0] - 1) + 1);
    const Statistics s = statisticsOf(values);
    const auto row = [&](const QString& left, const QString& right) {
        return QStringLiteral("<tr><td style=\"padding-right:8px;color:%1\">%2</td><td "
                              "style=\"white-space:nowrap\">%3</td></tr>")
            .arg(theme.mutedText.name(), left, right);
    };
    const auto sentence = [&](const QString& left, const QString& right) {
        return QStringLiteral(
                   "<tr><td style=\"padding-right:8px;color:%1\">%2</td><td>%3</td></tr>")
            .arg(theme.mutedText.name(), left, right);
    };
    QString rows;
    if (node.shape.rank() > 0 && s.count > 0) {
        rows += row(tr("smallest"), printed(s.minimum)) + row(tr("largest"), printed(s.maximum)) +
                row(tr("mean"), printed(s.mean)) +
                row(tr("standard deviation"), printed(s.deviation));
    }
    if (s.infinite > 0)
        rows += row(tr("hidden"), tr("%1 of %2 cells").arg(s.infinite).arg(values.size()));
    else if (ops::hides(node.op->kind()) && node.role == Role::Forward && !m_trace->isDifference())
        rows += sentence(tr("hidden"), tr("no cell: all of them may be seen"));
    if (s.undefined > 0)
        rows += row(tr("not a number"), tr("%1 of %2 cells").arg(s.undefined).arg(values.size()));
    if (node.op->kind() == OpKind::Softmax && !m_trace->isDifference() &&
        !m_trace->value(node.inputs[0]).empty()) {
        const MeanEntropy mean =
            meanEntropy(values, shownValues(*m_trace, node.inputs[0], focus), node.shape.columns());
        if (const QString uniform = uniformWords(*m_trace, node.id, focus); !uniform.isEmpty())
            rows += sentence(tr("rows"), uniform);
        rows += row(tr("mean entropy of a row"), printed(mean.entropy));
        const QString uniform = printed(mean.uniform);
        rows += row(tr("if uniform"),
                    mean.fewest == mean.most
                        ? tr("ln %1 = %2").arg(mean.most).arg(uniform)
                        : tr("%1 (ln %2 … ln %3)").arg(uniform).arg(mean.fewest).arg(mean.most));
    }
    const bool loss =
        node.op->kind() == OpKind::MeanTokens || node.op->kind() == OpKind::CrossEntropy;
    if (loss && !m_trace->isDifference()) {
        const NodeId logits = m_graph->find("logits");
        if (logits != noNode && (*m_graph)[logits].axes[1] == Axis::TargetWord) {
            const Index words = (*m_graph)[logits].shape.columns();
            rows +=
                row(tr("a uniform guess"),
                    tr("ln %1 = %2").arg(words).arg(printed(std::log(static_cast<double>(words)))));
        }
    }
    if (!rows.isEmpty())
        html += QStringLiteral("<table cellspacing=\"0\" cellpadding=\"1\">%1</table>").arg(rows);
    return html;
}

QString ExplainPanel::linksHtml(const std::vector<NodeId>& nodes) const {
    constexpr std::size_t most = 12;
    const Theme theme = Theme::of(palette());
    QStringList links;
    std::vector<NodeId> seen;
    for (const NodeId id : nodes) {
        if (std::find(seen.begin(), seen.end(), id) != seen.end())
            continue;
        seen.push_back(id);
        if (links.size() == most) {
            links << tr("… and more");
            break;
        }
        const Node& node = (*m_graph)[id];
        const QColor accent = accentFor(*m_graph, node);
        // Broken between the parts of a place, never within one.
        QStringList place = titleOf(*m_graph, node).toHtmlEscaped().split(QStringLiteral(" · "));
        for (QString& part : place)
            if (!part.contains(',')) // a sentence
                part.replace(' ', QChar::Nbsp);
        links << QStringLiteral("<a style=\"color:%1\" href=\"%2\">%3</a>")
                     .arg(theme.textColour(accent.isValid() ? accent : theme.text).name(),
                          QString::fromStdString(node.name).toHtmlEscaped(),
                          place.join(QChar::Nbsp + QStringLiteral("· ")));
    }
    QString html;
    for (const QString& link : std::as_const(links))
        html += QStringLiteral("<p style=\"margin-top:0;margin-bottom:4px\">%1</p>").arg(link);
    return html;
}

/// What is pointed at, without leaving the text: the definition of a term, or where a number lies.
void ExplainPanel::showMeaning(const QString& link) {
    if (const GlossaryEntry* entry = m_glossary.find(Glossary::idOf(link))) {
        QTextDocument text;
        text.setMarkdown(entry->text);
        return QToolTip::showText(QCursor::pos(), text.toHtml(), this);
    }
    const auto target = explanationLink(link);
    if (!target || !isThere(target->node))
        return QToolTip::hideText();
    const Node& node = (*m_graph)[target->node];
    QToolTip::showText(
        QCursor::pos(),
        QStringLiteral("<p>%1<br>%2</p>")
            .arg(titleOf(*m_graph, node).toHtmlEscaped(), cellPlaceHtml(node, target->cell)),
        this);
}

bool ExplainPanel::isThere(NodeId id) const {
    return m_graph && id >= 0 && static_cast<std::size_t>(id) < m_graph->nodes().size();
}

void ExplainPanel::follow(const QString& link) {
    if (const QString term = Glossary::idOf(link); !term.isEmpty()) {
        emit termWanted(term);
        return;
    }
    if (!m_graph)
        return;
    if (const auto target = explanationLink(link); target && target->line) {
        if (m_opened.erase(*target->line) == 0)
            m_opened.insert(*target->line);
        refreshNumbers();
    } else if (target && isThere(target->node)) {
        m_focus->set(focusOn((*m_graph)[target->node], target->cell, m_focus->focus()));
    } else if (const NodeId id = m_graph->find(link.toStdString()); id != noNode) {
        m_focus->set(focusOn((*m_graph)[id], m_focus->focus()));
    }
}

} // namespace gf
