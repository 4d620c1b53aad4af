// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/run_explanation.h"

#include "core/graph/op.h"
#include "ui/explain/formula_choice.h"
#include "ui/explain/formula_view.h"
#include "ui/labs/labs.h"
#include "ui/language/plain_text.h"
#include "ui/steps/steps.h"

#include <QEvent>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace gf {

namespace {

constexpr int sideMargin = 20; ///< as that of a stage
constexpr int wantedLines = 8; ///< of text, of which a formula takes up to five

/// The sentences of a text's first paragraph, without the sources at its end.
QStringList sentencesOf(const QString& markdown) {
    static const QRegularExpression sources(QStringLiteral("\\s*\\*[^*]*\\*$"));
    static const QRegularExpression signs(QStringLiteral("[*`]"));
    static const QRegularExpression end(QStringLiteral("(?<=[.:?!]) (?=[A-ZÄÖÜ])"));
    QString text = markdown.section(QStringLiteral("\n\n"), 0, 0).simplified();
    text.remove(sources).remove(signs);
    return text.isEmpty() ? QStringList() : text.split(end);
}

} // namespace

RunExplanation::RunExplanation(QWidget* parent)
    : QWidget(parent), m_formula(new FormulaView(this)), m_words(new PlainLabel(this)) {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_formula->setCentred(true);
}

void RunExplanation::show(const Steps& steps, NodeId node) {
    QString formula;
    m_sentences.clear();
    if (const Graph* graph = steps.graph(); graph && node != noNode) {
        const Node& shown = (*graph)[node];
        Focus focus;
        focus.step = stepOf(shown);
        focus.gradients = isGradient(shown);
        const Step* step = steps.at(focus);
        const QString kind = step ? step->kind : QString();
        const auto name = shown.op->name();
        const QString op = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        formula = formulaOf(*graph, shown, kind);
        m_sentences =
            sentencesOf(m_texts.textFor(wordsOf(*graph, shown, kind), op, focus.gradients));
    }
    write(formula);
}

void RunExplanation::show(const LabPage& lab) {
    const QString name = QStringLiteral("lab.") + QLatin1String(lab.drawing.id);
    m_sentences = sentencesOf(m_texts.section(name));
    write(formulaFor(name, {}, false));
}

void RunExplanation::write(const QString& formula) {
    m_formula->setFormula(formula);
    m_words->setToolTip(plainTip(m_sentences.join(QLatin1Char(' '))));
    fit();
}

QString RunExplanation::formula() const {
    return m_formula->isHidden() ? QString() : m_formula->plain();
}

QString RunExplanation::fullFormula() const {
    return m_formula->plain();
}

QString RunExplanation::words() const {
    return m_words->isHidden() ? QString() : m_words->text();
}

int RunExplanation::wantedHeight() const {
    return wantedLines * fontMetrics().lineSpacing();
}

/// The formula comes first, then the words.
void RunExplanation::fit() {
    const int width = this->width() - 2 * sideMargin;
    const bool formula = !m_formula->plain().isEmpty();
    const int high = formula ? std::min(m_formula->heightForWidth(width), height()) : 0;
    m_formula->setGeometry(sideMargin, 0, width, high);
    const int room = height() - high;
    QString text;
    for (qsizetype count = m_sentences.size(); count > 0 && text.isEmpty(); --count) {
        const QString some = m_sentences.mid(0, count).join(QLatin1Char(' '));
        if (m_words->fontMetrics()
                .boundingRect(QRect(0, 0, width, 0), Qt::TextWordWrap, some)
                .height() <= room)
            text = some;
    }
    m_words->setText(text);
    m_words->setVisible(!text.isEmpty());
    m_words->setGeometry(sideMargin, high, width, room);
}

void RunExplanation::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void RunExplanation::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_formula)
        fit();
}

} // namespace gf
