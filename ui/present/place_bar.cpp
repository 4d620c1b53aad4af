// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/place_bar.h"

#include "ui/example/task_line.h"
#include "ui/explain/formula_view.h"
#include "ui/labs/labs.h"
#include "ui/theme/presented_text.h"
#include "ui/theme/theme.h"
#include "ui/theme/type_scale.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace gf {

namespace {

constexpr qsizetype mostNeighbours = 4; ///< on each side of the marked step
constexpr int roomBetween = 24;         ///< pixels from the block to what is learnt

QString coloured(const QColor& colour, const QString& text) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), text);
}

/// "Encoder › layer 1 › self-attention › scores", the last one strong.
QString pathHtml(const QString& title, const Theme& theme) {
    QStringList parts = title.toHtmlEscaped().split(QStringLiteral(" · "));
    parts.back() = QStringLiteral("<b>%1</b>").arg(parts.back());
    return parts.join(coloured(theme.mutedText, QStringLiteral(" &nbsp;›&nbsp; ")));
}

/// What a step stands beside: the parts of its scope, or what is one level up for a scope without.
Scope surroundingsOf(const Node& node) {
    Scope scope = node.scope;
    if (node.part.empty())
        scope.levels.pop_back();
    return scope;
}

/// The steps beside this one in the order of the walk, so many on each side, this one in its
/// colour.
QString blockHtml(const Steps& steps, const Focus& focus, const Theme& theme,
                  qsizetype neighbours) {
    const Step* here = steps.at(focus);
    if (!here)
        return {};
    const Graph& graph = *steps.graph();
    const Scope scope = surroundingsOf(graph[here->node]);
    std::vector<const Step*> block;
    for (const Step& step : steps.walk(focus.gradients))
        if (surroundingsOf(graph[step.node]) == scope)
            block.push_back(&step);
    const auto found = std::find(block.begin(), block.end(), here);
    if (found == block.end() || block.size() < 2)
        return {};
    const qsizetype place = found - block.begin();
    const qsizetype first = std::max<qsizetype>(0, place - neighbours);
    const qsizetype last = std::min(static_cast<qsizetype>(block.size()) - 1, place + neighbours);
    QStringList names;
    if (first > 0)
        names += QStringLiteral("…");
    for (qsizetype i = first; i <= last; ++i) {
        const Node& node = graph[block[i]->node];
        const QString name = shortTitleOf(graph, node).toHtmlEscaped();
        const QColor accent = accentFor(graph, node);
        names += i == place
                     ? QStringLiteral("<b>%1</b>").arg(coloured(theme.textColour(accent), name))
                     : name;
    }
    if (last + 1 < static_cast<qsizetype>(block.size()))
        names += QStringLiteral("…");
    return coloured(theme.mutedText, names.join(QStringLiteral(" &nbsp;→&nbsp; ")));
}

} // namespace

PlaceBar::PlaceBar(QWidget* parent)
    : QWidget(parent), m_formula(new FormulaView(this)), m_path(new QLabel(this)),
      m_count(new QLabel(this)), m_block(new QLabel(this)), m_line(new QLabel(this)),
      m_learns(new TaskLine(this)), m_rows(new QVBoxLayout), m_second(new QHBoxLayout) {
    m_formula->setCentred(true);
    m_formula->setShown(false);
    m_path->setObjectName(QStringLiteral("path"));
    m_block->setObjectName(QStringLiteral("block"));
    m_line->setObjectName(QStringLiteral("lectureLine"));
    m_line->setWordWrap(true);
    m_line->hide();
    for (QLabel* label : {m_path, m_count, m_block, m_line})
        label->setTextFormat(Qt::RichText);
    // A long path is cut rather than widening the window.
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_block->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* first = new QHBoxLayout;
    first->addWidget(m_path, 1);
    first->addWidget(m_count);
    m_second->addWidget(m_block, 1);
    m_second->addWidget(m_learns);
    m_second->setSpacing(roomBetween);
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(24, 12, 24, 4);
    columns->setSpacing(roomBetween);
    columns->addLayout(m_rows, 1);
    columns->addWidget(m_formula);
    m_rows->setSpacing(4);
    m_rows->addLayout(first);
    m_rows->addLayout(m_second);
    m_rows->addWidget(m_line);
    m_rows->addStretch(1);
    setSizes();
}

/// The formula takes the corner, and what stands beside it the rest.
void PlaceBar::fit() {
    m_formula->setFixedWidth(m_formula->widthUpTo(width() * 2 / 5));
    fitPath();
    placeTask();
    fitBlock();
}

/// In smaller letters where it would be cut, and then without the place of the operation.
void PlaceBar::fitPath() {
    const int count = m_count->text().isEmpty() ? 0 : m_count->sizeHint().width() + roomBetween;
    const auto fits = [&](double size, int beside) {
        m_path->setFont(scaledFont(font(), size));
        return m_path->sizeHint().width() + beside <= textWidth();
    };
    const bool both = fits(type::title, count) || fits(type::section, count);
    m_count->setVisible(both || !m_page.isEmpty());
    if (!both && !fits(type::title, m_page.isEmpty() ? 0 : count))
        fits(type::section, 0);
}

void PlaceBar::showFormula(bool shown) {
    m_formula->setShown(shown);
    fit();
}

int PlaceBar::textWidth() const {
    const QMargins around = layout()->contentsMargins();
    const int formula = m_formula->isHidden() ? 0 : m_formula->width() + roomBetween;
    return width() - around.left() - around.right() - formula;
}

void PlaceBar::setLecture(const QString& line, const QString& page) {
    m_page = page;
    m_line->setText(line);
    m_line->setVisible(!line.isEmpty());
    m_block->setVisible(page.isEmpty());
    m_learns->setVisible(page.isEmpty());
    showCount();
}

void PlaceBar::showCount() {
    const QString& count = m_page.isEmpty() ? m_operation : m_page;
    m_count->setText(count.isEmpty() ? count : coloured(Theme::of(palette()).mutedText, count));
}

void PlaceBar::setTask(const QString& sentence) {
    m_learns->setSentence(sentence);
    fit();
}

/// What is learnt stands beside the block, in a narrow window in a line of its own. The block has
/// no say in that: with another step nothing moves.
void PlaceBar::placeTask() {
    QBoxLayout* row = m_learns->fullWidth() <= textWidth() * 2 / 5 ? m_second : m_rows;
    if (row->indexOf(m_learns) >= 0)
        return;
    (row == m_rows ? m_second : m_rows)->removeWidget(m_learns);
    if (row == m_rows)
        m_rows->insertWidget(m_rows->indexOf(m_line), m_learns);
    else
        m_second->addWidget(m_learns);
}

void PlaceBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void PlaceBar::setSizes() {
    m_path->setFont(scaledFont(font(), type::title));
    m_line->setFont(scaledFont(font(), type::section));
    m_line->setMinimumHeight(2 * m_line->fontMetrics().lineSpacing()); // the picture stays
    m_line->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    fit();
}

void PlaceBar::show(const Steps& steps, const Focus& focus) {
    const Theme theme = Theme::of(palette());
    const Step* here = steps.at(focus);
    if (const LabPage* lab = findLabPage(focus.lab))
        return showTitle(titleOf(*lab), here ? here->title : QString());
    m_path->setText(here ? pathHtml(here->title, theme) : QString());
    const int index = steps.indexOf(focus);
    m_operation =
        index < 0 ? QString()
                  : tr("operation %1 of %2").arg(index + 1).arg(steps.walk(focus.gradients).size());
    showCount();
    m_blocks.clear();
    for (qsizetype neighbours = mostNeighbours; neighbours >= 0; --neighbours)
        m_blocks += blockHtml(steps, focus, theme, neighbours);
    fit();
}

void PlaceBar::showTitle(const QString& title, const QString& about) {
    m_path->setText(QStringLiteral("<b>%1</b>").arg(title.toHtmlEscaped()));
    m_operation.clear();
    showCount();
    m_blocks.clear();
    m_block->setText(coloured(Theme::of(palette()).mutedText, about.toHtmlEscaped()));
    fit();
}

/// With as many steps on each side as there is room for: none is cut.
void PlaceBar::fitBlock() {
    int room = textWidth();
    if (m_second->indexOf(m_learns) >= 0)
        room -= m_learns->fullWidth() + roomBetween;
    for (const QString& block : std::as_const(m_blocks)) {
        m_block->setText(block);
        if (m_block->sizeHint().width() <= room)
            return;
    }
}

} // namespace gf
