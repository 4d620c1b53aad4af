// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/example/example_bar.h"

#include "core/form/shape_picture.h"
#include "ui/controls/feature.h"
#include "ui/controls/icons.h"
#include "ui/controls/problem_label.h"
#include "ui/controls/shortcuts.h"
#include "ui/example/numbers_editor.h"
#include "ui/example/picture_editor.h"
#include "ui/example/task_line.h"
#include "ui/example/token_bars.h"
#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"
#include "ui/theme/presented_text.h"
#include "ui/theme/text_size.h"
#include "ui/theme/type_scale.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr int typingPause = 120; ///< milliseconds
constexpr int sourceStretch = 4;

} // namespace

void ExampleBar::Field::setVisible(bool visible) const {
    name->setVisible(visible);
    edit->setVisible(visible);
    if (!visible)
        problem->setProblem({});
}

void ExampleBar::Field::show(const QString& text) const {
    if (edit->text() == text)
        return;
    edit->setText(text);
    edit->setCursorPosition(0);
}

void ExampleBar::Field::setProblem(const QString& sentence) const {
    problem->setProblem(sentence);
    edit->setAccessibleDescription(sentence);
}

ExampleBar::ExampleBar(QWidget* parent)
    : QWidget(parent), m_learns(new TaskLine(this)), m_source(makeField(QStringLiteral("source"))),
      m_target(makeField(QStringLiteral("target"))), m_padding(new QSpinBox(this)),
      m_numbers(new QToolButton(this)), m_another(new QToolButton(this)),
      m_said(new PlainLabel(this)), m_answer(new PlainLabel(this)), m_verdict(new PlainLabel(this)),
      m_bars(new TokenBars(this)) {
    m_source.edit->setAccessibleName(tr("Source of the example"));
    m_target.edit->setAccessibleName(tr("Target of the example"));
    m_padding->setObjectName(QStringLiteral("padding"));
    m_padding->setRange(0, 16);
    m_padding->setPrefix(tr("+ "));
    m_padding->setSuffix(tr(" pad"));
    m_padding->setAccessibleName(tr("Extra padding"));
    m_padding->setToolTip(tr("Shows this many <pad> tokens after each sequence, to see how the "
                             "padding mask hides them"));
    m_numbers->setObjectName(QStringLiteral("editNumbers"));
    m_numbers->setProperty("alone", true); // it would look like a word without a frame
    m_numbers->hide();
    m_another->setIcon(signIcon(Sign::Another));
    m_another->setAutoRaise(true);
    m_another->setIconSize(QSize(1, 1) * std::max(16, fontMetrics().height()));
    m_another->setToolTip(tipWithKeys(tr("Another example that the model is never trained on"),
                                      Command::AnotherExample));
    m_another->setAccessibleName(tr("Another example"));
    m_answer->setFont(scaledFont(fixedFont(), type::title));
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_answer->setMinimumWidth(40);
    m_answer->setObjectName(QStringLiteral("predicted"));
    m_answer->setAccessibleName(tr("Predicted"));
    m_verdict->setObjectName(QStringLiteral("verdict"));
    arrange();

    m_pause.setSingleShot(true);
    m_pause.setInterval(typingPause);
    connect(&m_pause, &QTimer::timeout, this, &ExampleBar::announce);
    connect(m_target.edit, &QLineEdit::textEdited, this, [this] { m_wroteTarget = true; });
    for (QLineEdit* edit : {m_source.edit, m_target.edit}) {
        connect(edit, &QLineEdit::textEdited, &m_pause, qOverload<>(&QTimer::start));
        connect(edit, &QLineEdit::returnPressed, this, &ExampleBar::announce);
    }
    connect(m_padding, &QSpinBox::valueChanged, this, &ExampleBar::announce);
    connect(m_numbers, &QToolButton::clicked, this, &ExampleBar::editNumbers);
    for (QLineEdit* edit : {m_source.edit, m_target.edit})
        connect(edit, &QLineEdit::textChanged, this, &ExampleBar::showNumbers);
    connect(m_another, &QToolButton::clicked, this, &ExampleBar::anotherWanted);
}

ExampleBar::Field ExampleBar::makeField(const QString& objectName) {
    Field field{new PlainLabel(this), new QLineEdit(this), new ProblemLabel(this)};
    field.edit->setObjectName(objectName);
    field.edit->setMinimumWidth(90);
    field.edit->setMaxLength(2000);
    field.name->setBuddy(field.edit);
    field.problem->setObjectName(objectName + QStringLiteral("Problem"));
    return field;
}

/// The sentence stands in the height that the bars need anyway.
void ExampleBar::arrange() {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(8, 1, 8, 1);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(1);
    int column = 0;
    const auto place = [&](QWidget* widget, int stretch) {
        grid->addWidget(widget, 1, column);
        grid->setColumnStretch(column++, stretch);
    };
    place(m_source.name, 0);
    grid->addWidget(m_source.problem, 2, column);
    m_sourceColumn = column;
    place(m_source.edit, sourceStretch);
    place(m_numbers, 0);
    place(m_target.name, 0);
    grid->addWidget(m_target.problem, 2, column);
    place(m_target.edit, 3);
    place(m_padding, 0);
    place(m_another, 0);
    m_said->setText(tr("→ predicted"));
    m_said->setAccessibleName(tr("Predicted"));
    grid->addWidget(m_learns, 0, 0, 1, column);
    // What it says is read from afar, what that is stands above it.
    grid->addWidget(m_said, 0, column);
    grid->addWidget(m_verdict, 0, column + 1, Qt::AlignLeft | Qt::AlignVCenter);
    grid->addWidget(m_answer, 1, column, 1, 2);
    column += 2;
    grid->addWidget(m_bars, 0, column, 2, 1);
    grid->setColumnStretch(column, 3);
}

void ExampleBar::showRun(const RunInfo& run) {
    m_learns->setSentence(run.learns);
    m_source.setVisible(run.hasSource);
    m_target.setVisible(run.hasTarget);
    static_cast<QGridLayout*>(layout())->setColumnStretch(m_sourceColumn,
                                                          run.hasSource ? sourceStretch : 0);
    m_source.name->setText(tr("source"));
    const int features = std::max(run.sourceFeatures, run.targetFeatures);
    m_columns = run.points      ? QStringList{tr("x"), tr("y")}
                : features == 1 ? QStringList{tr("value")}
                                : QStringList();
    m_readsPictures = run.sourceFeatures == patchNumbers;
    m_numbers->setVisible(features > 0);
    m_numbers->setText(m_readsPictures ? tr("Draw…") : tr("Numbers…"));
    m_numbers->setToolTip(plainTip(m_readsPictures
                                       ? tr("Draw the picture of the example by hand")
                                       : tr("Change the numbers of the example one by one")));
    m_saysNumbers = run.guess == Guess::Zero;
    if (m_editor && (features == 0 || m_readsPictures))
        m_editor->close();
    if (m_pictureEditor && !m_readsPictures)
        m_pictureEditor->close();
    if (m_editor)
        m_editor->setColumns(m_columns);
    m_compares = run.guess == Guess::None;
    m_target.name->setText(m_compares      ? tr("compare with")
                           : run.hasSource ? tr("target")
                                           : tr("text"));
    m_said->setText(m_compares ? tr("→ cosine") : tr("→ predicted"));
    m_said->setAccessibleName(m_said->text().mid(2));
    m_answer->setAccessibleName(m_said->accessibleName());
    m_bars->setVisible(!m_compares);
    setExample(run.exampleSource, run.exampleTarget, run.examplePadding);
    setProblems({});
}

void ExampleBar::setExample(const QString& source, const QString& target, int padding) {
    m_pause.stop();
    m_announced = target;
    m_wroteTarget = false;
    m_source.show(source);
    m_target.show(target);
    const QSignalBlocker quiet(m_padding);
    m_padding->setValue(padding);
}

void ExampleBar::setProblems(const ExampleProblems& problems) {
    m_source.setProblem(problems.source);
    m_target.setProblem(problems.target);
    // Unless the person has gone on to write one.
    if (problems.answer && target() == m_announced)
        m_target.show(m_announced = *problems.answer);
}

void ExampleBar::setPrediction(const Prediction& prediction) {
    const QString text = QString::fromStdString(prediction.text);
    const bool ended = text.isEmpty() && !prediction.tokens.empty();
    m_predicted = m_compares ? cosineText(prediction) : ended ? tr("nothing") : oneLine(text);
    m_answer->setToolTip(plainTip(
        m_compares ? tr("How alike the two sentences are to this model: the cosine of the means of "
                        "their last rows, 1 for the same direction")
                   : text));
    fitAnswer();
    m_verdict->setText(verdictOn(prediction));
    m_verdict->setToolTip(plainTip(tipOn(prediction)));
    m_verdict->setVisible(!m_compares && (prediction.givesRows || !target().isEmpty()));
    m_target.edit->setPlaceholderText(m_compares             ? tr("a second sentence")
                                      : prediction.givesRows ? tr("not known")
                                                             : QString());
    m_bars->setAnswer(prediction);
}

QString ExampleBar::cosineText(const Prediction& prediction) {
    return prediction.text.empty()
               ? QStringLiteral("–")
               : NumberFormat{0, 3}.text(QString::fromStdString(prediction.text).toDouble());
}

QString ExampleBar::verdictOn(const Prediction& prediction) const {
    if (m_saysNumbers && prediction.hasTarget)
        return {};
    if (const auto total = static_cast<int>(prediction.next.total); total > 0)
        return (prediction.nextAreWords ? tr("%1 of %n next tokens right", nullptr, total)
                                        : tr("%1 of %n next characters right", nullptr, total))
            .arg(prediction.next.right);
    if (prediction.givesRows)
        return tr("no target: rows of the prediction");
    if (!prediction.hasTarget)
        return tr("no target");
    if (prediction.matchesTarget)
        return tr("✓ right");
    return prediction.tourRatio ? tr("≠ target · %1 × its length")
                                      .arg(NumberFormat{0, 3}.text(*prediction.tourRatio))
                                : tr("≠ target");
}

QString ExampleBar::tipOn(const Prediction& prediction) const {
    if (prediction.next.total > 0)
        return tr("After each beginning of the text, the model says what comes next; this is "
                  "how often its likeliest guess is what stands there");
    if (prediction.givesRows)
        return tr("Nobody has said what is right for this source. The decoder reads its own "
                  "answer, so there is no loss and there are no gradients; type a target to see "
                  "whether the model finds it");
    if (prediction.matchesTarget && prediction.text != target().toStdString())
        return tr("Not the target itself, but as good: a round trip is as long the other way "
                  "round");
    if (prediction.hasTarget)
        return {};
    return tr("Not all that is asked for is known; type the right target to see whether the model "
              "finds it");
}

/// A long answer leaves room for the fields; its tool tip has the rest.
void ExampleBar::fitAnswer() {
    const int room = std::max(90, width() / 6);
    m_answer->setText(m_answer->fontMetrics().elidedText(m_predicted, Qt::ElideRight, room));
}

void ExampleBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitAnswer();
}

QString ExampleBar::source() const {
    return m_source.edit->text();
}
QString ExampleBar::target() const {
    return m_target.edit->text();
}
int ExampleBar::padding() const {
    return m_padding->value();
}

void ExampleBar::editSource() {
    m_source.edit->setFocus(Qt::ShortcutFocusReason);
    m_source.edit->selectAll();
}

void ExampleBar::editTarget() {
    m_target.edit->setFocus(Qt::ShortcutFocusReason);
    m_target.edit->selectAll();
}

/// What a model reads of real numbers stands in the source, or of one without a source in its text.
void ExampleBar::takeEdited(const QString& text) {
    QLineEdit* field = m_source.edit->isHidden() ? m_target.edit : m_source.edit;
    field->setText(text);
    m_pause.start();
}

/// Beside what changes: over the map and not over the stage.
void ExampleBar::showBeside(QWidget* editor) {
    if (!editor->isVisible())
        editor->move(
            mapToGlobal(QPoint(0, -editor->height() - 3 * editor->fontMetrics().height())));
    bringForward(editor);
    showNumbers();
}

void ExampleBar::editNumbers() {
    if (m_readsPictures)
        return editPicture();
    if (!m_editor) {
        m_editor = new NumbersEditor(this);
        m_editor->setColumns(m_columns);
        connect(m_editor, &NumbersEditor::edited, this, &ExampleBar::takeEdited);
    }
    showBeside(m_editor);
}

void ExampleBar::editPicture() {
    if (!m_pictureEditor) {
        m_pictureEditor = new PictureEditor(this);
        m_pictureEditor->adjustSize();
        connect(m_pictureEditor, &PictureEditor::edited, this, &ExampleBar::takeEdited);
    }
    showBeside(m_pictureEditor);
}

void ExampleBar::showNumbers() {
    const QString text = (m_source.edit->isHidden() ? m_target : m_source).edit->text();
    if (m_editor && m_editor->isVisible())
        m_editor->setText(text);
    if (m_pictureEditor && m_pictureEditor->isVisible())
        m_pictureEditor->setText(text);
}

void ExampleBar::announce() {
    m_pause.stop();
    m_announced = target();
    emit edited(source(), target(), padding(), std::exchange(m_wroteTarget, false));
}

} // namespace gf
