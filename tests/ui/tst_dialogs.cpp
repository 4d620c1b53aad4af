// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/lab.h"
#include "small_model.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/file_question.h"
#include "ui/dialogs/form.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/dialogs/homework_dialog.h"
#include "ui/dialogs/learn_dialog.h"
#include "ui/dialogs/new_model_dialog.h"
#include "ui/example/example_bar.h"
#include "ui/example/numbers_editor.h"
#include "ui/glossary/glossary.h"
#include "ui/language/language.h"
#include "ui/language/wording.h"
#include "ui/lesson/course_list.h"
#include "ui/window/figures.h"
#include "warnings.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextFragment>
#include <QToolButton>
#include <QTreeWidget>
#include <QXmlStreamReader>

#include <array>
#include <optional>

namespace gf::tst_dialogs {

namespace {

FormField field(std::string_view key, FieldType type,
                std::span<const std::string_view> choices = {}) {
    return {.key = key,
            .label = key,
            .type = type,
            .choices = choices,
            .range = {1, 512},
            .help = "what this is"};
}

/// A form whose check knows one rule: heads divide d_model.
ModelForm smallForm() {
    ModelForm form;
    static constexpr std::array<std::string_view, 2> norms{"pre", "post"};
    form.model = {field("norm", FieldType::Choice, norms), field("d_model", FieldType::Integer),
                  field("heads", FieldType::Integer), field("scaled", FieldType::Switch)};
    form.training = {field("learning_rate", FieldType::Real)};
    form.values = {
        {"norm", "pre"}, {"d_model", 64}, {"heads", 4}, {"scaled", true}, {"learning_rate", 0.001}};
    form.tasks = {{"copy", "copies", false}, {"text", "a file", true, TaskFile::Text}};
    form.task = "copy";
    form.defaults = [](const std::string& task) {
        return task == "text" ? FieldValues{{"d_model", 96}, {"learning_rate", 0.01}}
                              : FieldValues();
    };
    form.check = [](const ModelRequest& request) {
        FormCheck check;
        if (*wholeIn(request.model, "d_model") % *wholeIn(request.model, "heads") != 0)
            check.problems["heads"] = "heads must divide d_model";
        if (!numberOf(request.training.at("learning_rate")))
            check.problems["learning_rate"] = "not a number";
        check.parameters = 12345;
        check.bytes = 3 << 20;
        return check;
    };
    return form;
}

QPushButton* buttonOf(QWidget& dialog, const QString& text) {
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text() == text)
            return button;
    return nullptr;
}

/// What can be exported of the small model, as the window puts it together.
QVector<Exportable> exportables(const Trace& trace, const Focus& focus) {
    const auto one = [](const QString& name, const std::optional<FigureOfTrace>& figure) {
        return exportableFigure(name, figure->fileName, figure->figure, figure->numbers);
    };
    return {one("This matrix", matrixFigure(trace, focus)),
            one("All heads", headsFigure(trace, focus)),
            one("The four panels", panelsFigure(trace, focus))};
}

} // namespace

class TestDialogs : public QObject {
    Q_OBJECT

private slots:
    void init() {
        failOnQtWarnings();
        QSettings().clear();
    }

    void numbersEditor_changesOneNumberAtATime() {
        ExampleBar bar;
        RunInfo run;
        run.sourceFeatures = 2;
        run.points = true;
        run.exampleSource = "0.82,0.34 0.15,0.61 0.5,1e-3";
        bar.showRun(run);
        bar.show();
        auto* open = bar.findChild<QToolButton*>("editNumbers");
        QVERIFY(open->isVisible());
        open->click();
        auto* editor = bar.findChild<NumbersEditor*>();
        QVERIFY(editor);
        QVERIFY(editor->isVisible());
        const auto fields = editor->findChildren<QDoubleSpinBox*>();
        QCOMPARE(fields.size(), 6);
        QCOMPARE(fields[2]->accessibleName(), QStringLiteral("x, row 2"));
        // Of a long one the beginning is seen.
        QCOMPARE(bar.findChild<QLineEdit*>("source")->cursorPosition(), 0);
        QSignalSpy edited(&bar, &ExampleBar::edited);
        fields[3]->setValue(0.25);
        // The others stay as they were written.
        QCOMPARE(bar.source(), QStringLiteral("0.82,0.34 0.15,0.25 0.5,1e-3"));
        QTRY_COMPARE(edited.count(), 1);
        QCOMPARE(edited[0][0].toString(), bar.source());
        // It follows what is typed, and what is none of its business.
        bar.setExample("0.1,0.2 0.3,0.4 0.5,0.6", {}, 0);
        QCOMPARE(fields[0]->value(), 0.1);
        QCOMPARE(edited.count(), 1);
        bar.setExample("0.1,0.2 0.3", {}, 0);
        QTRY_VERIFY(editor->findChildren<QDoubleSpinBox*>().isEmpty());
        bar.setExample("0.1,0.2", {}, 0);
        QTRY_COMPARE(editor->findChildren<QDoubleSpinBox*>().size(), 2);
        // A run that reads words has none.
        bar.showRun(RunInfo());
        QVERIFY(!open->isVisible());
        QVERIFY(!editor->isVisible());
    }

    void numberRows_refusesWhatIsNoRowsOfNumbers() {
        QCOMPARE(numberRows("1,2\n 3,4").size(), 2);
        QVERIFY(numberRows("").isEmpty());
        for (const char* none : {"1,2 3", "a", "1,,2", "nan", "inf", "1e99"})
            QVERIFY2(numberRows(none).isEmpty(), none);
    }

    void form_keepsTheTypeOfEachValue() {
        const ModelForm form = smallForm();
        Form widget(form.model, form.values);
        const FieldValues values = widget.values();
        QVERIFY(values.at("norm") == FieldValue("pre"));
        QVERIFY(values.at("d_model") == FieldValue(64));
        QVERIFY(values.at("scaled") == FieldValue(true));
        QSignalSpy changed(&widget, &Form::changed);
        qobject_cast<QComboBox*>(widget.editor("norm"))->setCurrentText("post");
        QCOMPARE(changed.count(), 1);
        QVERIFY(widget.values().at("norm") == FieldValue("post"));
    }

    void problem_isShownBesideItsFieldAndBlocksBuilding() {
        NewModelDialog dialog(smallForm());
        dialog.show();
        auto* build = buttonOf(dialog, "Build and train");
        QVERIFY(build->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>("cost")->text().contains("12,345 parameters"));
        auto* heads = dialog.findChild<QDoubleSpinBox*>("heads");
        heads->setFocus();
        heads->selectAll();
        QTest::keyClicks(heads, "5");
        auto* problem = dialog.findChild<QLabel*>("headsProblem");
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), QStringLiteral("heads must divide d_model"));
        QVERIFY(!build->isEnabled());
        heads->selectAll();
        QTest::keyClicks(heads, "8");
        QVERIFY(!problem->isVisible());
        QVERIFY(build->isEnabled());
        QTest::mouseClick(build, Qt::LeftButton);
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        QCOMPARE(wholeIn(dialog.request().model, "heads").value(), Index{8});
    }

    void numberField_saysWhatItCannotRead() {
        NewModelDialog dialog(smallForm());
        dialog.show();
        auto* rate = dialog.findChild<QLineEdit*>("learning_rate");
        rate->setFocus();
        rate->selectAll();
        QTest::keyClicks(rate, "fast");
        QVERIFY(dialog.findChild<QLabel*>("learning_rateProblem")->isVisible());
        rate->selectAll();
        QTest::keyClicks(rate, "1e-8");
        QVERIFY(!dialog.findChild<QLabel*>("learning_rateProblem")->isVisible());
        QCOMPARE(numberOf(dialog.request().training.at("learning_rate")).value(), 1e-8);
    }

    void numberField_keepsWhatWasTypedOutOfRange() {
        Form form({field("layers", FieldType::Integer)}, {{"layers", 2}});
        auto* box = form.findChild<QDoubleSpinBox*>("layers");
        QSignalSpy changed(&form, &Form::changed);
        for (const char* typed : {"999", "-4", "0", "3000000000"}) {
            box->selectAll();
            QTest::keyClicks(box, typed);
            QCOMPARE(wholeIn(form.values(), "layers").value(),
                     Index{QByteArray(typed).toLongLong()});
        }
        QVERIFY(!changed.isEmpty());
        box->selectAll();
        QTest::keyClicks(box, "5a1"); // what is no digit is not taken
        QCOMPARE(wholeIn(form.values(), "layers").value(), Index{51});
        // The arrows stay in the range, and lead back into it.
        box->setValue(512);
        box->stepUp();
        QCOMPARE(box->value(), 512.0);
        box->setValue(999);
        box->stepDown();
        QCOMPARE(box->value(), 512.0);
    }

    void seedField_holdsMoreThanAnInt() {
        FormField seed = field("seed", FieldType::Seed);
        seed.range.maximum = 4294967295;
        Form form({seed}, {{"seed", 1}});
        auto* box = form.findChild<QDoubleSpinBox*>("seed");
        form.setValues({{"seed", 3000000000LL}});
        form.setProblems({});
        QVERIFY(form.findChild<QLabel*>("seedProblem")->text().isEmpty());
        QCOMPARE(box->text(), QStringLiteral("3000000000"));
        QCOMPARE(wholeIn(form.values(), "seed").value(), Index{3000000000});
        box->stepUp();
        QCOMPARE(wholeIn(form.values(), "seed").value(), Index{3000000001});
        box->setValue(seed.range.maximum);
        box->stepUp();
        QCOMPARE(wholeIn(form.values(), "seed").value(), Index{4294967295});
    }

    /// What a text is cut into stands beside its file, where there is something to choose.
    void newModelDialog_hasTheTokensBesideTheFile() {
        static constexpr std::array<std::string_view, 2> choices{"characters", "bpe"};
        ModelForm form = smallForm();
        FormField tokens = field("tokenizer", FieldType::Choice);
        tokens.choices = choices;
        form.tokens = {tokens, field("merges", FieldType::Integer)};
        form.values["tokenizer"] = "characters";
        form.values["merges"] = 40;
        form.tasks = {{"date", "", false}, {"text", "", true, TaskFile::Text}};
        form.task = "date";
        form.check = [](const ModelRequest& request) {
            FormCheck check;
            if (request.task == "date") {
                check.limits.forbidden["tokenizer"]["bpe"] = "only of a text";
                if (choiceIn(request.training, "tokenizer") == "bpe")
                    check.problems["tokenizer"] = "a date has characters";
            }
            return check;
        };
        NewModelDialog dialog(form);
        dialog.show();
        auto* box = dialog.findChild<QComboBox*>("tokenizer");
        QVERIFY(box);
        QVERIFY(!box->isVisible());
        auto* task = dialog.findChild<QComboBox*>("newTask");
        task->setCurrentText("text");
        QVERIFY(box->isVisible());
        auto* file = dialog.findChild<QLineEdit*>("newFile");
        const auto top = [&](QWidget* widget) { return widget->mapTo(&dialog, QPoint()).y(); };
        QVERIFY(top(box) > top(file));
        QVERIFY(file->parentWidget()->isAncestorOf(box));
        QVERIFY(!file->parentWidget()->isAncestorOf(dialog.findChild<QLineEdit*>("learning_rate")));
        box->setCurrentText("bpe");
        QCOMPARE(choiceIn(dialog.request().training, "tokenizer"), std::string("bpe"));
        QCOMPARE(wholeIn(dialog.request().training, "merges"), std::optional<std::int64_t>(40));
        // Where it would have to be set right, it is seen.
        task->setCurrentText("date");
        QVERIFY(box->isVisible());
        QVERIFY(dialog.findChild<QLabel*>("tokenizerProblem")->isVisible());
    }

    void newModelDialog_showsTheParametersThatTheTaskHas() {
        ModelForm form = smallForm();
        form.parameters = {field("modulus", FieldType::Integer),
                           field("digits", FieldType::Integer)};
        form.values["modulus"] = 59;
        form.values["digits"] = 2;
        form.tasks = {{"copy", "", false}, {"modular", "", false}};
        form.task = "copy";
        form.check = [](const ModelRequest& request) {
            FormCheck check;
            check.limits.absent = {"digits"};
            if (request.task == "copy")
                check.limits.absent.emplace("modulus");
            return check;
        };
        NewModelDialog dialog(form);
        dialog.show();
        QVERIFY(dialog.findChild<QWidget*>("modulus"));
        QVERIFY(!dialog.findChild<QWidget*>("modulus")->isVisible());
        dialog.findChild<QComboBox*>("newTask")->setCurrentText("modular");
        QVERIFY(dialog.findChild<QWidget*>("modulus")->isVisible());
        QVERIFY(!dialog.findChild<QWidget*>("digits")->isVisible());
        QCOMPARE(wholeIn(dialog.request().training, "modulus"), std::optional<std::int64_t>(59));
    }

    void learnDialog_asksWhatTheOpenedModelLearnsFrom() {
        RunInfo run;
        run.name = "gpt2";
        run.hasSource = false;
        run.parameters = 124000000;
        run.opened = {{"layers", 12}};
        ModelForm form = smallForm();
        form.tasks = {{"copy", "", false},
                      {{"text", "", true, TaskFile::Text}, {"Sample text", "/sample.txt"}},
                      {"pairs", "", true, TaskFile::Pairs}};
        form.learning = {field("frozen_layers", FieldType::Integer)};
        form.learningDefaults = [](const FieldValues& model) {
            return FieldValues{{"frozen_layers", wholeIn(model, "layers").value() / 2}};
        };
        form.checkLearning = [](const ModelRequest& request) {
            FormCheck check;
            check.parameters = 1000;
            if (request.file.empty())
                check.problems["task"] = "choose a file";
            if (wholeIn(request.training, "frozen_layers") == 13)
                check.problems["frozen_layers"] = "it has 12";
            return check;
        };
        LearnDialog dialog(form, run);
        dialog.show();
        auto* train = dialog.findChild<QPushButton*>("learn");
        auto* task = dialog.findChild<QComboBox*>("learnTask");
        QCOMPARE(task->count(), 2);
        QVERIFY(!train->isEnabled());
        QCOMPARE(dialog.findChild<QLabel*>("learnProblem")->text(),
                 QStringLiteral("choose a file"));
        dialog.findChild<QPushButton*>("learnSample")->click();
        QVERIFY(train->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>("learnCost")
                    ->text()
                    .startsWith("1,000 of 124,000,000 weights learn"));
        auto* frozen = dialog.findChild<QDoubleSpinBox*>("frozen_layers");
        QCOMPARE(frozen->value(), 6.0);
        frozen->setValue(13);
        QVERIFY(!train->isEnabled());
        QVERIFY(dialog.findChild<QLabel*>("frozen_layersProblem")->isVisible());
        frozen->setValue(3);
        dialog.learnFrom("pairs", "/own.tsv");
        QTest::mouseClick(train, Qt::LeftButton);
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        const ModelRequest asked = dialog.request();
        QCOMPARE(asked.task, std::string("pairs"));
        QCOMPARE(asked.file, std::string("/own.tsv"));
        QCOMPARE(wholeIn(asked.training, "frozen_layers"), std::optional<std::int64_t>(3));
        QVERIFY(asked.model == run.opened);
        // Hidden words are learned from a text.
        run.hasSource = true;
        const LearnDialog encoder(form, run);
        QCOMPARE(encoder.findChild<QComboBox*>("learnTask")->count(), 1);
    }

    /// What does not go with the other fields is greyed, each with the reason; a choice that is
    /// made stays.
    void newModelDialog_greysWhatDoesNotFitAndSaysWhy() {
        ModelForm form = smallForm();
        form.check = [](const ModelRequest& request) {
            FormCheck check;
            if (wholeIn(request.model, "d_model") == 8) {
                check.limits.greyed["heads"] = "it needs more width";
                check.limits.forbidden["norm"]["post"] = "not so narrow";
            }
            return check;
        };
        NewModelDialog dialog(form);
        dialog.show();
        auto* heads = dialog.findChild<QDoubleSpinBox*>("heads");
        auto* norm = dialog.findChild<QComboBox*>("norm");
        const auto isOffered = [&](int row) {
            return norm->model()->flags(norm->model()->index(row, 0)).testFlag(Qt::ItemIsEnabled);
        };
        QVERIFY(heads->isEnabled());
        QVERIFY(isOffered(0));
        QVERIFY(isOffered(1));
        norm->setCurrentText("post");
        dialog.findChild<QDoubleSpinBox*>("d_model")->setValue(8);
        QVERIFY(!heads->isEnabled());
        QVERIFY(isOffered(0));
        QVERIFY(!isOffered(1));
        QVERIFY2(heads->toolTip().contains("it needs more width"), qPrintable(heads->toolTip()));
        QCOMPARE(heads->accessibleDescription(), QStringLiteral("it needs more width"));
        QVERIFY(norm->itemData(1, Qt::ToolTipRole).toString().contains("not so narrow"));
        QCOMPARE(norm->currentText(), QStringLiteral("post"));
        dialog.findChild<QDoubleSpinBox*>("d_model")->setValue(16);
        QVERIFY(heads->isEnabled());
        QVERIFY(isOffered(1));
        QVERIFY(!heads->toolTip().contains("it needs more width"));
        QVERIFY(norm->itemData(1, Qt::ToolTipRole).toString().isEmpty());
    }

    /// Three cards; every other field is behind a line that a problem unfolds.
    void newModelDialog_beginsWithThreeCards() {
        ModelForm form = smallForm();
        form.presets = {{"small", "Small", "a small one"}};
        form.training.push_back(field("steps", FieldType::Integer));
        form.values["steps"] = 100;
        NewModelDialog dialog(form);
        dialog.show();
        const auto isShown = [&](const char* name) {
            return dialog.findChild<QWidget*>(QLatin1String(name))->isVisible();
        };
        for (const char* name :
             {"newTask", "taskSummary", "preset-small", "learning_rate", "steps"})
            QVERIFY2(isShown(name), name);
        QVERIFY(!isShown("norm"));
        QVERIFY(!isShown("paste"));
        QCOMPARE(dialog.findChild<QLabel*>("taskSummary")->text(), QStringLiteral("copies"));
        dialog.findChild<QComboBox*>("newTask")->setCurrentText("text");
        QVERIFY(isShown("paste"));
        auto* advanced = dialog.findChild<QToolButton*>("advanced");
        advanced->click();
        QVERIFY(isShown("norm"));
        advanced->click();
        QVERIFY(!isShown("norm"));
        dialog.findChild<QDoubleSpinBox*>("heads")->setValue(5);
        QVERIFY(isShown("headsProblem"));
        QCOMPARE(wholeIn(dialog.request().training, "steps").value(), Index{100});
    }

    /// "automatic (4)"; what is typed takes its place.
    void numberField_saysWhatItsZeroStandsFor() {
        FormField heads = field("kv_heads", FieldType::Integer);
        heads.range = {0, 64};
        Form form({heads}, {{"kv_heads", 0}});
        auto* box = form.findChild<QDoubleSpinBox*>("kv_heads");
        QCOMPARE(box->text(), QStringLiteral("0"));
        FormLimits limits;
        limits.automatic["kv_heads"] = 4;
        form.setLimits(limits);
        QCOMPARE(box->text(), QStringLiteral("automatic (4)"));
        QCOMPARE(wholeIn(form.values(), "kv_heads").value(), Index{0});
        limits.automatic["kv_heads"] = 8;
        form.setLimits(limits);
        QCOMPARE(box->text(), QStringLiteral("automatic (8)"));
        box->selectAll();
        QTest::keyClicks(box, "2");
        QCOMPARE(wholeIn(form.values(), "kv_heads").value(), Index{2});
        form.setLimits(limits);
        QCOMPARE(box->text(), QStringLiteral("2"));
        box->stepDown();
        box->stepDown();
        QCOMPARE(box->text(), QStringLiteral("automatic (8)"));
    }

    void newModelDialog_takesDefaultsAndFileFieldOfItsTask() {
        NewModelDialog dialog(smallForm());
        dialog.show();
        auto* file = dialog.findChild<QLineEdit*>("newFile");
        QVERIFY(!file->isVisible());
        dialog.findChild<QComboBox*>("newTask")->setCurrentText("text");
        QVERIFY(file->isVisible());
        QCOMPARE(wholeIn(dialog.request().model, "d_model").value(), Index{96});
        QCOMPARE(numberOf(dialog.request().training.at("learning_rate")).value(), 0.01);
        file->setText("/tmp/words.txt");
        QCOMPARE(dialog.request().file, std::string("/tmp/words.txt"));
        dialog.findChild<QComboBox*>("newTask")->setCurrentText("copy");
        QCOMPARE(dialog.request().file, std::string());
    }

    void newModelDialog_beginsWithTheRunningModel() {
        ModelForm form = smallForm();
        form.task = "text";
        form.file = "/somewhere/book.txt";
        form.present = {{"d_model", 48}, {"norm", "post"}, {"learning_rate", 0.5}};
        NewModelDialog dialog(form);
        dialog.show();
        QCOMPARE(dialog.request().task, std::string("text"));
        QCOMPARE(dialog.request().file, form.file);
        QCOMPARE(wholeIn(dialog.request().model, "d_model").value(), Index{48});
        QCOMPARE(choiceIn(dialog.request().model, "norm"), std::string("post"));
        QCOMPARE(numberOf(dialog.request().training.at("learning_rate")).value(), 0.5);
        // The way back to it.
        auto* present = dialog.findChild<QToolButton*>("preset-present");
        QVERIFY(present->isChecked());
        dialog.findChild<QComboBox*>("newTask")->setCurrentText("copy");
        dialog.findChild<QDoubleSpinBox*>("d_model")->setValue(8);
        QVERIFY(!present->isChecked());
        QTest::mouseClick(present, Qt::LeftButton);
        QVERIFY(present->isChecked());
        QCOMPARE(dialog.request().task, std::string("text"));
        QCOMPARE(dialog.request().file, form.file);
        QCOMPARE(wholeIn(dialog.request().model, "d_model").value(), Index{48});
    }

    void newModelDialog_keepsARunningValueOutOfRange() {
        ModelForm form = smallForm();
        form.model[1].range.maximum = 4096;
        form.present = {{"d_model", 70000}};
        NewModelDialog dialog(form);
        QCOMPARE(wholeIn(dialog.request().model, "d_model").value(), Index{70000});
        auto* problem = dialog.findChild<QLabel*>("d_modelProblem");
        QVERIFY(problem->text().isEmpty());
        form.present = {{"d_model", 5000000000LL}};
        NewModelDialog beyond(form);
        problem = beyond.findChild<QLabel*>("d_modelProblem");
        QVERIFY2(problem->text().contains("5000000000"), qPrintable(problem->text()));
        beyond.findChild<QDoubleSpinBox*>("d_model")->setValue(8);
        QVERIFY(problem->text().isEmpty());
    }

    void preset_fillsItsFieldsOrSaysWhyNot() {
        ModelForm form = smallForm();
        form.presets = {{"small", "Small", "a small one"}, {"large", "Large", "a large one"}};
        form.preset = [](std::string_view id, const std::string& task) {
            PresetValues preset;
            if (id == "large" && task == "text")
                preset.obstacle = "a text is too long for it";
            preset.values = {{"d_model", id == "small" ? 8 : 256}};
            if (id == "large")
                preset.atLeast = {{"heads", 8}};
            return preset;
        };
        NewModelDialog dialog(form);
        dialog.show();
        auto* small = dialog.findChild<QToolButton*>("preset-small");
        auto* large = dialog.findChild<QToolButton*>("preset-large");
        auto* why = dialog.findChild<QLabel*>("presetObstacle");
        dialog.findChild<QDoubleSpinBox*>("heads")->setValue(2);
        QTest::mouseClick(small, Qt::LeftButton);
        QCOMPARE(wholeIn(dialog.request().model, "d_model").value(), Index{8});
        QCOMPARE(wholeIn(dialog.request().model, "heads").value(),
                 Index{2}); // it leaves this as it is
        QVERIFY(small->isChecked());
        QVERIFY(!large->isChecked());
        QTest::mouseClick(large, Qt::LeftButton);
        QCOMPARE(wholeIn(dialog.request().model, "d_model").value(), Index{256});
        QCOMPARE(wholeIn(dialog.request().model, "heads").value(), Index{8});
        QVERIFY(large->isChecked());
        QVERIFY(!small->isChecked());
        QVERIFY(large->isEnabled());
        QVERIFY(!why->isVisible());
        dialog.findChild<QComboBox*>("newTask")->setCurrentText("text");
        QVERIFY(!large->isEnabled());
        QVERIFY(small->isEnabled());
        QVERIFY(why->isVisible());
        QCOMPARE(why->text(), QStringLiteral("Large: a text is too long for it"));
    }

    /// It stands beside the tasks, and one click is all.
    void presetOfATask_bringsIt() {
        ModelForm form = smallForm();
        form.presets = {{"small", "Small", "a small one"}, {"text", "Text", "a text"}};
        form.preset = [](std::string_view id, const std::string&) {
            PresetValues preset;
            preset.values = {{"d_model", 8}};
            if (id == "text")
                preset.values["task"] = std::string("text");
            return preset;
        };
        NewModelDialog dialog(form);
        dialog.show();
        auto* text = dialog.findChild<QToolButton*>("preset-text");
        QVERIFY(text->parentWidget() == dialog.findChild<QComboBox*>("newTask")->parentWidget());
        QVERIFY(!text->isChecked());
        QTest::mouseClick(text, Qt::LeftButton);
        QVERIFY(text->isChecked());
        QCOMPARE(dialog.request().task, std::string("text"));
        QCOMPARE(wholeIn(dialog.request().model, "d_model").value(), Index{8});
        dialog.findChild<QComboBox*>("newTask")->setCurrentText("copy");
        QVERIFY(!text->isChecked());
    }

    void cost_isMeasuredAfterAMomentForWhatIsEntered() {
        NewModelDialog dialog(smallForm());
        QSignalSpy wanted(&dialog, &NewModelDialog::measureWanted);
        QSignalSpy unwanted(&dialog, &NewModelDialog::measureUnwanted);
        dialog.show();
        auto* cost = dialog.findChild<QLabel*>("cost");
        QVERIFY(cost->text().contains("trying out"));
        QTRY_COMPARE(wanted.count(), 1);
        ModelMeasure measure;
        dialog.awaitMeasure(1);
        measure.parameters = 54321;
        measure.secondsPerStep = 0.0031;
        dialog.showMeasured(measure, 1);
        QVERIFY2(cost->text().contains("54,321 parameters"), qPrintable(cost->text()));
        QVERIFY2(cost->text().contains("about 3.1 s per " + QLocale().toString(1000) +
                                       " training steps"),
                 qPrintable(cost->text()));
        measure.atLeast = true;
        measure.secondsPerStep = 1.5;
        dialog.showMeasured(measure, 1);
        QVERIFY2(cost->text().contains("more than 25 min per"), qPrintable(cost->text()));
        // What was asked for other values is not said of these.
        const int before = static_cast<int>(unwanted.count());
        dialog.findChild<QDoubleSpinBox*>("heads")->setValue(8);
        QVERIFY(unwanted.count() > before);
        dialog.showMeasured(measure, 1);
        QVERIFY(cost->text().contains("trying out"));
        // What only building it shows is a problem like any other.
        QTRY_COMPARE(wanted.count(), 2);
        dialog.awaitMeasure(2);
        dialog.showMeasured(measure, 1); // the answer to an older question
        QVERIFY(cost->text().contains("trying out"));
        measure.problem = "the file has no tab";
        dialog.showMeasured(measure, 2);
        QVERIFY(!buttonOf(dialog, "Build and train")->isEnabled());
        QCOMPARE(dialog.findChild<QLabel*>("taskProblem")->text(), QString(measure.problem));
    }

    void sample_fillsTheFileField() {
        ModelForm form = smallForm();
        form.tasks[1].sample = {"Sample text", "/share/text.txt"};
        NewModelDialog dialog(form);
        dialog.show();
        auto* sample = dialog.findChild<QPushButton*>("sample");
        QVERIFY(!sample->isVisible());
        dialog.findChild<QComboBox*>("newTask")->setCurrentText("text");
        QVERIFY(sample->isVisible());
        QCOMPARE(sample->text(), QStringLiteral("Sample text"));
        QTest::mouseClick(sample, Qt::LeftButton);
        QCOMPARE(dialog.request().file, std::string("/share/text.txt"));
    }

    void exportDialog_writesEveryFormat_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("magic");
        QTest::addRow("png") << "png" << QByteArray("\x89PNG");
        QTest::addRow("svg") << "svg" << QByteArray("<?xml");
        QTest::addRow("pdf") << "pdf" << QByteArray("%PDF");
        QTest::addRow("tikz") << "tikz" << QByteArray("% ");
    }

    void exportDialog_writesEveryFormat() {
        QFETCH(QString, format);
        QFETCH(QByteArray, magic);
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        QTemporaryDir folder;
        for (int what = 0; what < 3; ++what) {
            ExportDialog dialog(exportables(*trace, focus), what);
            auto* formats = dialog.findChild<QComboBox*>("format");
            formats->setCurrentIndex(formats->findData(format));
            QSignalSpy written(&dialog, &ExportDialog::written);
            const QString path = folder.filePath(QString::number(what) + '.' + format);
            QVERIFY(dialog.writeTo(path));
            QCOMPARE(written.count(), 1);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            QVERIFY2(bytes.startsWith(magic), bytes.left(20).constData());
            if (format == "svg")
                // Two heads of 4 × 4, four panels of one head, or one matrix.
                QCOMPARE(bytes.count("class=\"cell\""), what == 0 ? 16 : what == 1 ? 32 : 64);
        }
    }

    void exportDialog_asksForTheFilmOfAMatrix() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        QVector<Exportable> choices = exportables(*trace, focus);
        struct {
            QString path;
            double dpi = 0;
            int moments = 0;
        } asked;
        for (int i : {0, 1}) {
            choices[i].moments = i == 0 ? 40 : 1;
            choices[i].film = [&](const QString& path, const Paper& paper, int moments) {
                asked = {path, paper.dpi, moments};
            };
        }
        ExportDialog dialog(choices, 0);
        dialog.show();
        auto* formats = dialog.findChild<QComboBox*>("format");
        auto* what = dialog.findChild<QComboBox*>("what");
        auto* moments = dialog.findChild<QSpinBox*>("moments");
        const int gif = formats->findData("gif");
        const auto isOffered = [&] {
            return formats->model()->flags(formats->model()->index(gif, 0)) & Qt::ItemIsEnabled;
        };
        for (const auto& [choice, reason] :
             {std::pair{1, "no two moments"}, std::pair{2, "can be seen over the training"}}) {
            what->setCurrentIndex(choice);
            QVERIFY(!isOffered());
            QVERIFY(formats->itemData(gif, Qt::ToolTipRole).toString().contains(reason));
        }
        what->setCurrentIndex(0);
        QVERIFY(isOffered());
        QVERIFY(!moments->isEnabled());
        const int dpi = dialog.findChild<QSpinBox*>("dpi")->value();
        formats->setCurrentIndex(gif);
        QVERIFY(moments->isEnabled());
        QCOMPARE(moments->value(), 40);
        QCOMPARE(dialog.findChild<QSpinBox*>("dpi")->value(), 150);
        QVERIFY(!dialog.findChild<QLineEdit*>("caption")->isEnabled());
        QTRY_VERIFY(dialog.findChild<QLabel*>("size")->text().contains("40 moments"));
        dialog.findChild<QSpinBox*>("dpi")->setValue(1200); // 40 pictures of that are too many
        QTRY_VERIFY(dialog.findChild<QLabel*>("dpiProblem")->text().contains("fewer moments"));
        QVERIFY(!buttonOf(dialog, "Save as…")->isEnabled());
        moments->setValue(3);
        dialog.findChild<QSpinBox*>("dpi")->setValue(100);
        QTRY_VERIFY(buttonOf(dialog, "Save as…")->isEnabled());
        QVERIFY(dialog.writeTo("film.gif"));
        QCOMPARE(asked.path, QStringLiteral("film.gif"));
        QCOMPARE(asked.dpi, 100.0);
        QCOMPARE(asked.moments, 3);
        formats->setCurrentIndex(0);
        QCOMPARE(dialog.findChild<QSpinBox*>("dpi")->value(), dpi);
    }

    void exportDialog_offersNumbersWhereACellHasRoom() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "encoder.0.ffn.hidden";
        FigureOfTrace figure = *matrixFigure(*trace, focus);
        HeatmapData& panel = figure.figure.panels.front();
        panel.columns = 64;
        panel.values.assign(static_cast<std::size_t>(panel.rows * panel.columns), 0.5F);
        panel.columnLabels.clear();
        ExportDialog dialog({exportableFigure("Wide", "wide", figure.figure, {})}, 0);
        dialog.show();
        auto* values = dialog.findChild<QCheckBox*>("values");
        QTRY_VERIFY(!values->isEnabled());
        QVERIFY(values->toolTip().contains("large enough"));
        dialog.findChild<QDoubleSpinBox*>("width")->setValue(1000);
        QTRY_VERIFY(values->isEnabled());
    }

    void exportDialog_replacesAnotherEndingAndRemembersTheFormat() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        {
            ExportDialog dialog(exportables(*trace, focus), 0);
            auto* formats = dialog.findChild<QComboBox*>("format");
            formats->setCurrentIndex(formats->findData("svg"));
            dialog.findChild<QDoubleSpinBox*>("width")->setValue(120);
            dialog.findChild<QDoubleSpinBox*>("points")->setValue(10.5);
            dialog.findChild<QSpinBox*>("dpi")->setValue(450);
            dialog.findChild<QCheckBox*>("values")->setChecked(false);
            dialog.findChild<QCheckBox*>("tokens")->setChecked(false);
            dialog.findChild<QLineEdit*>("caption")->setText("of this figure alone");
            QCOMPARE(dialog.withEnding("figures/m.pdf"), QStringLiteral("figures/m.svg"));
            QCOMPARE(dialog.withEnding("m.SVG"), QStringLiteral("m.SVG"));
            QCOMPARE(dialog.withEnding("v1.2"), QStringLiteral("v1.2.svg"));
            QTemporaryDir folder;
            QVERIFY(dialog.writeTo(folder.filePath("m.svg")));
        }
        const ExportDialog next(exportables(*trace, focus), 0);
        QCOMPARE(next.findChild<QComboBox*>("format")->currentData().toString(),
                 QStringLiteral("svg"));
        QCOMPARE(next.findChild<QDoubleSpinBox*>("width")->value(), 120.0);
        QCOMPARE(next.findChild<QDoubleSpinBox*>("points")->value(), 10.5);
        QCOMPARE(next.findChild<QSpinBox*>("dpi")->value(), 450);
        QVERIFY(!next.findChild<QCheckBox*>("values")->isChecked());
        QVERIFY(!next.findChild<QCheckBox*>("tokens")->isChecked());
        QVERIFY(next.findChild<QLineEdit*>("caption")->text().contains("small model"));
    }

    void exportDialog_ignoresInvalidSettings() {
        QSettings settings;
        settings.setValue("export/width", "nan");
        settings.setValue("export/points", -7);
        settings.setValue("export/dpi", "1e9");
        settings.setValue("export/family", "A font that nobody has");
        settings.setValue("export/format", "gif");
        const auto trace = traceOf(Architecture::Decoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        const ExportDialog dialog(exportables(*trace, focus), 0);
        QCOMPARE(dialog.findChild<QDoubleSpinBox*>("width")->value(), 175.0);
        QCOMPARE(dialog.findChild<QDoubleSpinBox*>("points")->value(), 8.0);
        QCOMPARE(dialog.findChild<QSpinBox*>("dpi")->value(), 300);
        QCOMPARE(dialog.findChild<QComboBox*>("format")->currentData().toString(),
                 QStringLiteral("png"));
    }

    void exportPreset_setsTheWidthAndLettersOfTheFile() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        ExportDialog dialog(exportables(*trace, focus), 2);
        dialog.show();
        auto* preset = dialog.findChild<QComboBox*>("preset");
        auto* width = dialog.findChild<QDoubleSpinBox*>("width");
        preset->setCurrentIndex(0);
        emit preset->activated(0);
        QCOMPARE(width->value(), 85.0);
        QCOMPARE(dialog.findChild<QDoubleSpinBox*>("points")->value(), 7.0);
        auto* formats = dialog.findChild<QComboBox*>("format");
        formats->setCurrentIndex(formats->findData("svg"));
        QTRY_VERIFY(dialog.findChild<QLabel*>("size")->text().startsWith("85 × "));
        dialog.findChild<QLineEdit*>("caption")->setText("Four panels, <b>mine</b>");
        QTemporaryDir folder;
        QVERIFY(dialog.writeTo(folder.filePath("p.svg")));
        QFile file(folder.filePath("p.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY2(svg.contains("width=\"85mm\""), svg.left(300));
        QVERIFY(svg.contains("Four panels, &lt;b&gt;mine&lt;/b&gt;"));
        // A width of one's own is no preset any more.
        width->setValue(90);
        QCOMPARE(preset->currentIndex(), preset->count() - 1);
    }

    void exportDialog_saysBesideTheFieldWhatCannotBeDrawn() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        ExportDialog dialog(exportables(*trace, focus), 0);
        dialog.show();
        auto* width = dialog.findChild<QDoubleSpinBox*>("width");
        auto* problem = dialog.findChild<QLabel*>("widthProblem");
        auto* save = buttonOf(dialog, "Save as…");
        QVERIFY(save->isEnabled());
        QVERIFY(!problem->isVisible());
        dialog.findChild<QDoubleSpinBox*>("points")->setValue(40);
        width->setValue(30);
        QTRY_VERIFY(problem->isVisible());
        QVERIFY(problem->text().contains("40 pt"));
        // As high as its lines.
        QTRY_COMPARE(problem->height(), problem->heightForWidth(problem->width()));
        QVERIFY(!save->isEnabled());
        width->setValue(1000);
        QTRY_VERIFY(!problem->isVisible());
        QVERIFY(save->isEnabled());
        dialog.findChild<QSpinBox*>("dpi")->setValue(1200);
        QTRY_VERIFY(dialog.findChild<QLabel*>("dpiProblem")->isVisible());
        QVERIFY(!save->isEnabled());
        // Vectors have no pixels.
        auto* formats = dialog.findChild<QComboBox*>("format");
        formats->setCurrentIndex(formats->findData("pdf"));
        QTRY_VERIFY(save->isEnabled());
    }

    void proposedFile_isInTheFolderThatWasWrittenToLast() {
        QSettings().remove(QStringLiteral("files"));
        const QTemporaryDir folder;
        QVERIFY(!proposedFile("a.svg").startsWith(folder.path()));

        QWidget window;
        const auto choose = [&](const QString& path, bool forWriting) {
            QString answer;
            askForFile(&window, {"Export", {}, {}, forWriting},
                       [&](const QString& chosen) { answer = chosen; });
            auto* dialog = window.findChild<QFileDialog*>();
            dialog->selectFile(path);
            static_cast<QDialog*>(dialog)->accept();
            delete dialog;
            return answer;
        };
        const QString written = folder.filePath("a.svg");
        QCOMPARE(choose(written, true), written);
        QCOMPARE(proposedFile("b.svg"), folder.filePath("b.svg"));

        QTemporaryDir elsewhere; // what is read says nothing of where to write
        const QString read = elsewhere.filePath("text.txt");
        QFile text(read);
        QVERIFY(text.open(QIODevice::WriteOnly));
        QCOMPARE(choose(read, false), read);
        QCOMPARE(proposedFile("b.svg"), folder.filePath("b.svg"));

        QSettings().setValue("files/folder", folder.filePath("gone"));
        QVERIFY(!proposedFile("b.svg").startsWith(folder.path()));
        QSettings().remove(QStringLiteral("files"));
    }

    void preview_showsWhatIsWritten() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        ExportDialog dialog(exportables(*trace, focus), 0);
        dialog.resize(860, 560);
        dialog.show();
        auto* preview = dialog.findChild<QLabel*>("preview");
        const auto shape = [&] {
            const QPixmap picture = preview->pixmap();
            return picture.isNull() ? 0.0 : double(picture.width()) / picture.height();
        };
        for (const double width : {60.0, 175.0, 300.0}) {
            dialog.findChild<QDoubleSpinBox*>("width")->setValue(width);
            QTemporaryDir folder;
            QVERIFY(dialog.writeTo(folder.filePath("p.png")));
            const QImage written(folder.filePath("p.png"));
            QCOMPARE(written.width(), qRound(width / 25.4 * 300));
            QTRY_VERIFY(std::abs(shape() - double(written.width()) / written.height()) < 0.02);
        }
    }

    void exportDialog_fitsASmallWindowInBothLanguages() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        for (const Language language : {Language::English, Language::German}) {
            applyLanguage(*qApp, language);
            ExportDialog dialog(exportables(*trace, focus), 0);
            dialog.show();
            QVERIFY2(dialog.minimumSizeHint().width() <= 1000 &&
                         dialog.minimumSizeHint().height() <= 560,
                     qPrintable(QString("%1 × %2")
                                    .arg(dialog.minimumSizeHint().width())
                                    .arg(dialog.minimumSizeHint().height())));
        }
        applyLanguage(*qApp, Language::English);
    }

    void exportedNumbers_haveTheirTokensWhereWanted() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        ExportDialog dialog(exportables(*trace, focus), 0);
        auto* formats = dialog.findChild<QComboBox*>("format");
        auto* tokens = dialog.findChild<QCheckBox*>("tokens");
        formats->setCurrentIndex(formats->findData("csv"));
        QVERIFY(tokens->isEnabled());
        QVERIFY(tokens->isChecked());
        NumberTable table;
        connect(&dialog, &ExportDialog::numbersWanted, this,
                [&](const QString&, const QString&, const NumberTable& wanted) { table = wanted; });
        QVERIFY(dialog.writeTo("/anywhere.csv"));
        QVERIFY(table.rows == trace->targetTokens);
        QVERIFY(table.columns == trace->targetTokens);
        tokens->setChecked(false);
        QVERIFY(dialog.writeTo("/anywhere.csv"));
        QVERIFY(table.numbers);
        QVERIFY(!table.hasWords());
        formats->setCurrentIndex(formats->findData("npy"));
        QVERIFY(!tokens->isEnabled());
    }

    void saveAs_keepsAFileNobodyAgreedToReplace() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        ExportDialog dialog(exportables(*trace, focus), 0);
        QTemporaryDir folder;
        QFile there(folder.filePath("m.png"));
        QVERIFY(there.open(QIODevice::WriteOnly));
        QVERIFY(there.write("mine") == 4);
        there.close();
        QSignalSpy written(&dialog, &ExportDialog::written);
        dialog.saveAs(folder.filePath("m")); // the file dialog asked about "m" only
        QCOMPARE(written.count(), 0);
        dialog.saveAs(folder.filePath("m.png"));
        QCOMPARE(written.count(), 1);
    }

    void exportedNumbers_areThoseOfTheHeadInFocus() {
        const auto trace = traceOf(Architecture::EncoderDecoder);
        Focus focus;
        focus.step = "encoder.1.self_attn.weights";
        focus.head = 1;
        ExportDialog dialog(exportables(*trace, focus), 0);
        auto* formats = dialog.findChild<QComboBox*>("format");
        formats->setCurrentIndex(formats->findData("npy"));
        QVERIFY(!dialog.findChild<QWidget*>("width")->isEnabled());
        QVERIFY(!dialog.findChild<QWidget*>("dpi")->isEnabled());
        std::shared_ptr<const Tensor> numbers;
        connect(&dialog, &ExportDialog::numbersWanted, this,
                [&](const QString&, const QString& format, const NumberTable& table) {
                    QCOMPARE(format, QStringLiteral("npy"));
                    numbers = table.numbers;
                });
        QVERIFY(dialog.writeTo("/anywhere.npy"));
        QVERIFY(numbers);
        QCOMPARE(numbers->shape().toString(), std::string("5 × 5"));
        const Tensor& all = *trace->find("encoder.1.self_attn.weights");
        for (Index i = 0; i < 25; ++i)
            QCOMPARE((*numbers)[i], all[25 + i]);
    }

    void exportDialog_saysWhichFileCannotBeWritten() {
        const auto trace = traceOf(Architecture::Decoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        ExportDialog dialog(exportables(*trace, focus), 0);
        dialog.show();
        QVERIFY(!dialog.writeTo("/no/such/folder/figure.svg"));
        bool said = false;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            said = said || (label->isVisible() && label->text().contains("/no/such/folder"));
        QVERIFY(said);
    }

    void exportError_endsWithTheNextChoice() {
        const auto trace = traceOf(Architecture::Decoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        ExportDialog dialog(exportables(*trace, focus), 0);
        dialog.show();
        const auto isSaid = [&] {
            for (const QLabel* label : dialog.findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains("/no/such/folder"))
                    return true;
            return false;
        };
        const auto fail = [&] { return !dialog.writeTo("/no/such/folder/figure") && isSaid(); };
        QVERIFY(fail());
        auto* formats = dialog.findChild<QComboBox*>("format");
        formats->setCurrentIndex(formats->findData("svg"));
        QVERIFY(!isSaid());
        QVERIFY(fail());
        dialog.findChild<QComboBox*>("what")->setCurrentIndex(1);
        QVERIFY(!isSaid());
        QVERIFY(fail());
        dialog.findChild<QDoubleSpinBox*>("width")->setValue(120);
        QVERIFY(!isSaid());
        QVERIFY(fail());
        QTest::mouseClick(buttonOf(dialog, "Copy"), Qt::LeftButton);
        QVERIFY(!isSaid());
    }

    void copy_usesTheResolutionOnlyWhereItCanBeSet() {
        const auto trace = traceOf(Architecture::Decoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        ExportDialog dialog(exportables(*trace, focus), 0);
        dialog.show();
        dialog.findChild<QDoubleSpinBox*>("width")->setValue(127);
        dialog.findChild<QSpinBox*>("dpi")->setValue(400);
        auto* formats = dialog.findChild<QComboBox*>("format");
        for (const auto& [format, pixels] : {std::pair{"png", 2000}, std::pair{"svg", 960}}) {
            formats->setCurrentIndex(formats->findData(QString(format)));
            QTest::mouseClick(buttonOf(dialog, "Copy"), Qt::LeftButton);
            QCOMPARE(QGuiApplication::clipboard()->image().width(), pixels);
        }
    }

    void copiedTable_isInTheLanguageOfTheWindow() {
        const auto trace = traceOf(Architecture::Decoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        const auto firstWords = [&] {
            const QVector<Exportable> all = exportables(*trace, focus);
            return QStringList{QString::fromStdString(all[1].numbers.rows.front()),
                               QString::fromStdString(all[2].numbers.rows.front())};
        };
        applyLanguage(*qApp, Language::German);
        const QStringList german = firstWords();
        applyLanguage(*qApp, Language::English);
        const QStringList english = firstWords();
        QVERIFY2(english[0].startsWith("head 1: "), qPrintable(english[0]));
        QVERIFY2(english[1].startsWith("scores: "), qPrintable(english[1]));
        QVERIFY2(german[0].startsWith("Kopf 1: "), qPrintable(german[0]));
        QVERIFY2(!german[1].startsWith("scores: "), qPrintable(german[1]));
    }

    void clipboard_getsAPictureATableAndVectors() {
        const auto trace = traceOf(Architecture::Decoder);
        Focus focus;
        focus.step = "decoder.0.self_attn.weights";
        const auto data = exportables(*trace, focus)[0].copy();
        QVERIFY(data->hasImage());
        QVERIFY(data->hasText());
        QVERIFY(data->hasHtml());
        QVERIFY(data->hasFormat("image/svg+xml"));
    }

    void helpPages_haveWordsAndAPictureThatFits_data() {
        QTest::addColumn<Language>("language");
        QTest::newRow("en") << Language::English;
        QTest::newRow("de") << Language::German;
    }
    void helpPages_haveWordsAndAPictureThatFits() {
        QFETCH(Language, language);
        applyLanguage(*qApp, language);
        HelpDialog help;
        help.show();
        auto* list = help.findChild<QListWidget*>("pages");
        auto* page = help.findChild<QTextBrowser*>("page");
        QCOMPARE(list->count(), HelpDialog::pages().size());
        QSet<QString> keys{QStringLiteral("Export")}; // a menu, the only other thing in bold
        for (const CommandInfo& info : commandTable())
            for (const QKeySequence& key : info.defaultKeys)
                keys += key.toString(QKeySequence::NativeText);
        QSet<QString> titles;
        for (int row = 0; row < list->count(); ++row) {
            list->setCurrentRow(row);
            QCOMPARE(help.shown(), HelpDialog::pages()[row]);
            titles += list->item(row)->text();
            QVERIFY2(page->toPlainText().size() > 300, qPrintable(help.shown()));
            QVERIFY2(page->horizontalScrollBar()->maximum() == 0, qPrintable(help.shown()));
            const auto pictures = picturesIn(*page->document());
            if (help.shown() == QLatin1String("python")) { // code in the place of a picture
                QVERIFY(pictures.isEmpty());
                QVERIFY(page->toPlainText().contains("run.trace(source=\"3 march 1997\")"));
                continue;
            }
            if (help.shown() == QLatin1String("sources")) { // a table, whose heads are bold
                QVERIFY(pictures.isEmpty());
                continue;
            }
            QCOMPARE(pictures.size(), 1);
            const auto picture =
                page->loadResource(QTextDocument::ImageResource, pictures[0]).value<QImage>();
            QVERIFY2(picture.width() > 400, qPrintable(pictures[0].toString()));
            QVERIFY(picture.width() / picture.devicePixelRatio() <= page->viewport()->width());
            for (const QString& bold : boldIn(*page->document()))
                QVERIFY2(keys.contains(bold), qPrintable(help.shown() + ": " + bold));
        }
        QCOMPARE(titles.size(), list->count());
        QVERIFY(!titles.contains(QString()));
        applyLanguage(*qApp, Language::English);
    }

    void sources_leadToEveryLessonAndToLabsThatThereAre_data() {
        helpPages_haveWordsAndAPictureThatFits_data();
    }
    void sources_leadToEveryLessonAndToLabsThatThereAre() {
        QFETCH(Language, language);
        applyLanguage(*qApp, language);
        HelpDialog help;
        auto* list = help.findChild<QListWidget*>("pages");
        list->setCurrentRow(list->count() - 1);
        QCOMPARE(help.shown(), QStringLiteral("sources"));
        const QString page = help.findChild<QTextBrowser*>("page")->toPlainText();
        for (const auto& lesson : courseLessons()) {
            const QString entry = QStringLiteral("%1 %2")
                                      .arg(lesson->number)
                                      .arg(QString::fromStdString(lesson->title));
            QVERIFY2(page.contains(entry), qPrintable(entry));
        }
        QStringList questions;
        for (const Lab& lab : labs())
            questions += translated(lab.question);
        static const QRegularExpression quoted(QStringLiteral("[“„]([^“”„]*\\?)[“”]"));
        int found = 0;
        for (auto match = quoted.globalMatch(page); match.hasNext(); ++found) {
            const QString question = match.next().captured(1);
            QVERIFY2(questions.contains(question), qPrintable(question));
        }
        QVERIFY(found >= 15);
        applyLanguage(*qApp, Language::English);
    }

    void homeworkDialog_asksForWhatIsChosen() {
        const std::vector<OfferedExercise> offered{
            {"softmax",
             phrase("scores become weights"),
             "dictionary",
             "decoder.0.cross_attn.weights",
             {"softmax"}},
            {"all", phrase("all of these in one folder"), {}, {}, {"softmax", "attention"}}};
        HomeworkDialog dialog(offered, {{"dictionary", "3. A soft dictionary"}});
        QVERIFY(dialog.minimumSizeHint().width() <= 1024 &&
                dialog.minimumSizeHint().height() <= 640);
        auto* exercises = dialog.findChild<QTreeWidget*>("exercises");
        QCOMPARE(exercises->topLevelItemCount(), 2);
        const QTreeWidgetItem& first = *exercises->topLevelItem(0);
        QCOMPARE((QStringList{first.text(0), first.text(1), first.text(2)}),
                 (QStringList{"scores become weights", "softmax", "3. A soft dictionary"}));
        QVERIFY(dialog.findChild<QLabel*>("homeworkStep")
                    ->text()
                    .contains("decoder.0.cross_attn.weights"));
        QVERIFY(dialog.folder().endsWith("homework-softmax"));
        exercises->setCurrentItem(exercises->topLevelItem(1));
        QVERIFY(dialog.folder().endsWith("homework-all"));
        auto* folder = dialog.findChild<QLineEdit*>("homeworkFolder");
        folder->setText("/mine/of/today");
        exercises->setCurrentItem(exercises->topLevelItem(0)); // a person's own name stays
        QCOMPARE(dialog.folder(), QString("/mine/of/today"));
        dialog.findChild<QComboBox*>("library")->setCurrentIndex(1);
        dialog.findChild<QSpinBox*>("seed")->setValue(7);
        const QSignalSpy wanted(&dialog, &HomeworkDialog::wanted);
        dialog.findChild<QPushButton*>("makeHomework")->click();
        QCOMPARE(wanted.count(), 1);
        const ExerciseChoice choice = dialog.choice();
        QCOMPARE(choice.name, std::string("softmax"));
        QCOMPARE(choice.library, std::string("torch"));
        QCOMPARE(choice.language, std::string("en"));
        QCOMPARE(choice.seed, std::uint64_t(7));
    }

    void homeworkDialog_saysWhatBecameOfTheFolder() {
        HomeworkDialog dialog({{"loss",
                                phrase("cross-entropy with padding left out"),
                                "step",
                                "loss",
                                {"cross_entropy"}}},
                              {});
        const auto* problem = dialog.findChild<QLabel*>("homeworkProblem");
        const auto* made = dialog.findChild<QLabel*>("homeworkMade");
        const auto* open = dialog.findChild<QPushButton*>("openHomework");
        QVERIFY(!open->isEnabled());
        dialog.showProblem("There is a file.");
        QVERIFY(problem->text().contains("There is a file."));
        dialog.findChild<QLineEdit*>("homeworkFolder")->setText("/elsewhere");
        QVERIFY(!problem->text().contains("There is a file."));
        dialog.showMade("/elsewhere");
        QVERIFY(open->isEnabled());
        for (const char* words : {"/elsewhere", "python check.py", "glassformer exercise collect"})
            QVERIFY2(made->text().contains(words), words);
    }

    void helpDialog_leadsFromATermToTheGlossary() {
        HelpDialog help;
        QSignalSpy wanted(&help, &HelpDialog::termWanted);
        auto* page = help.findChild<QTextBrowser*>("page");
        emit page->anchorClicked(QUrl("glossary:query"));
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0][0].toString(), QStringLiteral("query"));
    }

private:
    static QList<QUrl> picturesIn(const QTextDocument& document) {
        QList<QUrl> found;
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
            for (auto it = block.begin(); !it.atEnd(); ++it)
                if (it.fragment().charFormat().isImageFormat())
                    found += QUrl(it.fragment().charFormat().toImageFormat().name());
        return found;
    }

    /// The words in bold, without the title.
    static QStringList boldIn(const QTextDocument& document) {
        QStringList found;
        for (QTextBlock block = document.begin().next(); block.isValid(); block = block.next())
            for (auto it = block.begin(); !it.atEnd(); ++it)
                if (it.fragment().charFormat().fontWeight() >= QFont::Bold)
                    found += it.fragment().text();
        return found;
    }
};

} // namespace gf::tst_dialogs

#include "tests/entry.h"
GF_TEST(tst_dialogs, TestDialogs)
#include "tst_dialogs.moc"
