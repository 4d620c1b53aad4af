// SPDX-License-Identifier: GPL-3.0-or-later
// What is saved, what is asked before it is lost, and what the next start finds.
#include "small_model.h"
#include "tests/ui/asked.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/homework_dialog.h"
#include "ui/dialogs/own_data_dialog.h"
#include "ui/example/example_bar.h"
#include "ui/figure/heatmap_view.h"
#include "ui/present/place_bar.h"
#include "ui/scene/scene_json.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/station_bar.h"
#include "ui/stations/station_view.h"
#include "ui/time/time_control.h"
#include "ui/window/banner.h"
#include "ui/window/last_session.h"
#include "ui/window/main_window.h"
#include "ui/window/step_search.h"
#include "ui/window/toolbar.h"
#include "ui/window/view_control.h"
#include "window_fixture.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <algorithm>

namespace gf::tst_window_saving {

class TestWindowSaving : public test::WindowFixture {
    Q_OBJECT

private:
    template <class Dialog> QList<Dialog*> visible() const {
        QList<Dialog*> dialogs = m_window->findChildren<Dialog*>();
        dialogs.removeIf([](const Dialog* dialog) { return !dialog->isVisible(); });
        return dialogs;
    }

private slots:
    void initTestCase() { filterKeysAndWheel(); }
    void init() { openWindow(); }
    void cleanup() { m_window.reset(); }

    void webPage_holdsTheStepInFocusOrTheWalk() {
        const QTemporaryDir folder;
        const auto written = [&](Command command, const QString& typed, const QString& name) {
            m_window->commands()[command]->trigger();
            auto* question = m_window->findChild<QFileDialog*>();
            if (!question)
                return QByteArray();
            question->selectFile(folder.filePath(typed));
            static_cast<QDialog*>(question)->accept();
            delete question;
            QFile file(folder.filePath(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        m_window->focus()->setStep("decoder.0.cross_attn.weights");
        const QByteArray step = written(Command::ExportPage, "step", "step.html");
        QVERIFY(step.startsWith("<!DOCTYPE html>"));
        QCOMPARE(step.count("\"walked\":true"), 1);
        QVERIFY(step.contains("\"name\":\"decoder.0.cross_attn.weights\""));
        const QByteArray walk = written(Command::ExportWalk, "walk.html", "walk.html");
        QVERIFY(walk.count("\"walked\":true") > 40);
        // Nobody was asked about the file with the ending.
        QCOMPARE(written(Command::ExportWalk, "step", "step.html"), step);
    }

    void homework_isAskedForAndSaidToBeThere() {
        m_window->setExercises({{"softmax",
                                 phrase("scores become weights"),
                                 "dictionary",
                                 "decoder.0.cross_attn.weights",
                                 {"softmax"}}});
        const test::Asked<intent::MakeExercise> asked(m_window->intents());
        m_window->commands()[Command::Homework]->trigger();
        auto* dialog = m_window->findChild<HomeworkDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        QVERIFY(dialog->findChild<QTreeWidget*>("exercises")
                    ->topLevelItem(0)
                    ->text(2)
                    .contains("A soft dictionary"));
        dialog->findChild<QLineEdit*>("homeworkFolder")->setText("/some/place");
        auto* make = dialog->findChild<QPushButton*>("makeHomework");
        make->click();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0].choice.name, std::string("softmax"));
        QCOMPARE(asked[0].folder, QString("/some/place"));
        m_window->showNews({news::Failure{"It is full."}, asked.id});
        const auto* problem = dialog->findChild<QLabel*>("homeworkProblem");
        QVERIFY(problem->text().contains("It is full."));
        make->click();
        m_window->showNews({news::ExerciseMade{"/some/place"}, asked.id});
        QVERIFY(!problem->text().contains("It is full."));
        QVERIFY(dialog->findChild<QLabel*>("homeworkMade")->text().contains("/some/place"));
    }

    void close_asksAboutUnsavedTraining() {
        m_window->showNews(test::statusAt(5000, false));
        m_window->close();
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        QVERIFY(m_window->isVisible());
        QTest::keyClick(box, Qt::Key_L); // "Lose them", as its letter says
        QTRY_VERIFY(!m_window->isVisible());
    }

    void question_comesOnceTheOtherRunIsReady() {
        m_window->showNews(test::statusAt(5000, false));
        test::Asked<intent::OpenModel> opened(m_window->intents());
        test::Asked<intent::ChooseTask> chosen(m_window->intents());
        test::Asked<intent::EnterRun> entered(m_window->intents());
        test::Asked<intent::DropRun> dropped(m_window->intents());
        const auto question = [&] {
            const auto boxes = m_window->findChildren<QMessageBox*>();
            return boxes.isEmpty() ? nullptr : boxes.back();
        };
        emit child<QComboBox>("task")->activated(1);
        QCOMPARE(chosen.count(), 1);
        QVERIFY(chosen[0].asks);
        QVERIFY(!question()); // what cannot be read costs no answer
        m_window->showNews(news::Failure{"No such file."});
        QVERIFY(!question());
        for (const auto& [letter, enters] :
             {std::pair(Qt::Key_C, 0), std::pair(Qt::Key_Escape, 0), std::pair(Qt::Key_L, 1)}) {
            m_window->showNews(news::RunReady());
            QVERIFY(question());
            const auto before = dropped.count();
            QTest::keyClick(question(), letter);
            QTRY_VERIFY(!question() || !question()->isVisible());
            QTRY_COMPARE(entered.count(), enters);
            QCOMPARE(dropped.count(), before + 1 - enters);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        // Saved first, and what cannot be saved stays open.
        test::Asked<intent::SaveModel> saved(m_window->intents());
        RunInfo run = test::smallRun();
        run.file = "/nowhere/run.safetensors";
        m_window->showNews(run);
        for (const bool works : {false, true}) {
            m_window->showNews(test::statusAt(5000, false));
            m_window->showNews(news::RunReady());
            const auto before = dropped.count();
            QTest::keyClick(question(), Qt::Key_S);
            QTRY_COMPARE(saved.count(), works ? 2 : 1);
            QCOMPARE(entered.count(), 1);
            if (works)
                m_window->showNews(news::Saved{run.file});
            else
                m_window->showNews(news::Failure{"The disk is full."});
            QTRY_COMPARE(entered.count(), works ? 2 : 1);
            QCOMPARE(dropped.count(), before + (works ? 0 : 1));
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
        // Nothing to lose, nothing to ask.
        m_window->showNews(test::statusAt(3, false));
        m_window->showNews(news::RunReady());
        QVERIFY(!question());
        QCOMPARE(entered.count(), 3);
    }

    void windowTitle_followsTheFileOfTheRun() {
        m_window->showNews(test::smallRun());
        QCOMPARE(m_window->windowTitle(), QStringLiteral("Glassformer – copy"));
        m_window->showNews(news::Saved{"/nowhere/one.safetensors"});
        QCOMPARE(m_window->windowTitle(), QStringLiteral("Glassformer – one.safetensors"));
        m_window->showNews(news::Saved{"/nowhere/two.safetensors", false, 2});
        QCOMPARE(m_window->windowTitle(), QStringLiteral("Glassformer – two.safetensors"));
        m_window->showNews(news::ComparisonEnded()); // the file has both
        QCOMPARE(m_window->windowTitle(), QStringLiteral("Glassformer – copy"));
    }

    void close_asksAboutComparedRuns() {
        RunInfo run = test::smallRun();
        run.isShowcase = true;
        m_window->showNews(run);
        m_window->showNews(test::statusAt(40, false));
        QVERIFY(!child<QMessageBox>());
        ComparisonInfo info;
        info.change = {"norm", {"pre", "post"}};
        m_window->showNews(info);
        m_window->showNews(test::statusAt(40, false));
        m_window->close();
        auto* box = child<QMessageBox>();
        QVERIFY(box);
        QVERIFY(m_window->isVisible());
        QVERIFY2(box->informativeText().contains("compared"), qPrintable(box->informativeText()));
        QTest::keyClick(box, Qt::Key_C);
        m_window->showNews(news::Saved{"/nowhere/two.safetensors", false, 2});
        QVERIFY2(child<Banner>("banner")->text().contains("A and B"),
                 qPrintable(child<Banner>("banner")->text()));
        m_window->showNews(news::Saved{"/nowhere/three.safetensors", false, 3});
        QVERIFY(child<Banner>("banner")->text().contains("A, B and C"));
        // A alone goes into another file.
        m_window->showNews(news::ComparisonEnded());
        test::Asked<intent::SaveModel> saved(m_window->intents());
        m_window->perform(Command::SaveModel, false);
        QCOMPARE(saved.count(), 0);
        QVERIFY(m_window->findChild<QFileDialog*>());
    }

    void savedModel_keepsTheViewOfTheWindow() {
        RunInfo run = test::smallRun();
        run.file = "/home/me/run.safetensors";
        m_window->showNews(run);
        m_window->focus()->setStep("encoder.1.self_attn.weights");
        m_window->focus()->setView("lines");
        m_window->focus()->pin(1, 2);
        test::Asked<intent::SaveModel> saved(m_window->intents());
        m_window->perform(Command::SaveModel, false);
        QCOMPARE(saved.count(), 1);
        const QByteArray view = saved[0].view;
        QVERIFY(!view.contains("/home")); // nobody's folders are handed out
        test::Asked<intent::SetExample> typed(m_window->intents());
        run.file = "/home/you/run.safetensors";
        m_window->showNews(run);
        m_window->focus()->set({});
        m_window->showNews(news::SavedScene{view});
        QCOMPARE(step(), QStringLiteral("encoder.1.self_attn.weights"));
        QCOMPARE(m_window->focus()->focus().view, QStringLiteral("lines"));
        QCOMPARE(m_window->focus()->focus().row, 1);
        QVERIFY(m_window->focus()->focus().pinned);
        QCOMPARE(typed.count(), 0); // the run has it already
        // It neither trains nor opens or moves anything.
        Scene bold;
        bold.comparedRun = Scene::ComparedRun{"norm", 2, false};
        bold.walk = Scene::Walk{1, true};
        bold.time.checkpoint = 3;
        bold.presenting = bold.help = true;
        bold.hidden = QStringList{"map"};
        bold.generation = GenerationSettings();
        bold.focus.step = "encoder.0.ffn.hidden";
        const auto everything = [&] {
            Scene now = m_window->scene();
            now.focus = {};
            return now;
        };
        const Scene before = everything();
        QStringList asked;
        connect(m_window->intents(), &Intents::sent, this,
                [&](const Intent& intent) { asked += QString::number(intent.request.index()); });
        m_window->showNews(news::SavedScene{toJson(bold)});
        QCOMPARE(step(), QStringLiteral("encoder.0.ffn.hidden"));
        QVERIFY(everything() == before);
        QCOMPARE(asked, QStringList());
    }

    void close_doesNotAskAboutTheShowcase() {
        RunInfo run = test::smallRun();
        run.isShowcase = true;
        m_window->showNews(run);
        m_window->showNews(test::statusAt(5000, true));
        m_window->close();
        QVERIFY(!m_window->isVisible());
    }

    /// The run may train on under the question.
    void question_countsWhatIsUnsavedNow() {
        m_window->showNews(test::statusAt(5000, true));
        m_window->close();
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        QVERIFY2(box->text().contains("5,000"), qPrintable(box->text()));
        m_window->showNews(test::statusAt(7000, true));
        QVERIFY2(box->text().contains("7,000"), qPrintable(box->text()));
        QTest::keyClick(box, Qt::Key_Escape);
    }

    void question_isOfTheRunThatIsReady() {
        m_window->showNews(test::statusAt(5000, false));
        test::Asked<intent::EnterRun> entered(m_window->intents());
        test::Asked<intent::DropRun> dropped(m_window->intents());
        m_window->showNews({news::RunReady(), 7});
        m_window->showNews({news::RunReady(), 8}); // a newer one overtakes it
        QCOMPARE(dropped.count(), 1);
        QCOMPARE(dropped[0].asked, 7);
        QCOMPARE(visible<QMessageBox>().size(), 1);
        QTest::keyClick(visible<QMessageBox>()[0], Qt::Key_L);
        QTRY_COMPARE(entered.count(), 1);
        QCOMPARE(entered[0].asked, 8);
    }

    /// Whatever was asked about a run is not meant for the one that comes in its place.
    void questions_goWithTheirRun() {
        for (const Command command :
             {Command::ResetModel, Command::SaveModelAs, Command::TimeMemory, Command::Compare}) {
            m_window->showNews(test::statusAt(5000, false));
            m_window->perform(command, false);
            QCOMPARE(visible<QDialog>().size(), 1);
            m_window->showNews(test::smallRun());
            QCOMPARE(visible<QDialog>().size(), 0);
        }
        // What is asked about another run stays.
        m_window->perform(Command::NewModel, false);
        m_window->showNews(test::smallRun());
        QCOMPARE(visible<QDialog>().size(), 1);
    }

    void whatFollowsSaving_goesWithTheRun() {
        RunInfo run = test::smallRun();
        run.file = "/nowhere/run.safetensors";
        m_window->showNews(run);
        m_window->showNews(test::statusAt(5000, false));
        test::Asked<intent::Reset> reset(m_window->intents());
        m_window->perform(Command::ResetModel, false);
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        QTest::mouseClick(box->findChild<QPushButton*>("saveRun"), Qt::LeftButton);
        m_window->showNews(test::smallRun()); // comes before the run is saved
        m_window->showNews(news::Saved{run.file});
        QCoreApplication::processEvents();
        QCOMPARE(reset.count(), 0);
    }

    void question_comesAfterAMinuteOfTraining() {
        RunInfo run = test::smallRun();
        run.isShowcase = true;
        m_window->showNews(run);
        TrainingStatus status = test::statusAt(50000, true);
        status.unsavedSeconds = 61;
        m_window->showNews(status);
        test::Asked<intent::ChooseTask> chosen(m_window->intents());
        emit child<QComboBox>("task")->activated(1);
        QCOMPARE(chosen.count(), 1);
        m_window->showNews(news::RunReady());
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        test::Asked<intent::EnterRun> entered(m_window->intents());
        QTest::keyClick(box, Qt::Key_Escape);
        QCOMPARE(entered.count(), 0);
        QCOMPARE(child<QComboBox>("task")->currentText(), QStringLiteral("copy"));
    }

    void close_waitsUntilTheRunIsSaved() {
        RunInfo run = test::smallRun();
        run.file = "/nowhere/run.safetensors";
        m_window->showNews(run);
        m_window->showNews(test::statusAt(5000, false));
        test::Asked<intent::SaveModel> save(m_window->intents());
        m_window->close();
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        QTest::mouseClick(box->findChild<QPushButton*>("saveRun"), Qt::LeftButton);
        QCOMPARE(save.count(), 1);
        QVERIFY(m_window->isVisible());
        // Whether its checkpoints could be saved too is said after the model is.
        m_window->showNews(news::Saved{run.file});
        m_window->showNews(news::Failure{"The disk is full."});
        QCoreApplication::processEvents();
        QVERIFY(m_window->isVisible());
        QVERIFY(child<Banner>("banner")->isVisible());
        m_window->showNews(test::statusAt(5000, false));
        m_window->close();
        QTRY_VERIFY(!m_window->findChildren<QMessageBox*>().isEmpty());
        QTest::mouseClick(
            m_window->findChildren<QMessageBox*>().back()->findChild<QPushButton*>("saveRun"),
            Qt::LeftButton);
        m_window->showNews(news::Saved{run.file});
        QTRY_VERIFY(!m_window->isVisible());
    }

    void earlyClose_keepsTheLastSession() {
        Scene last;
        last.run = {"copy", "/nowhere/run.safetensors"};
        last.example.source = "abc";
        writeLastSession(last);
        MainWindow early;
        early.show();
        early.close();
        QVERIFY(readLastSession() == last);
    }

    void closeUnasked_savesWithoutAsking() {
        RunInfo run = test::smallRun();
        run.file = "/nowhere/run.safetensors";
        m_window->showNews(run);
        m_window->showNews(test::statusAt(5000, false));
        test::Asked<intent::SaveAtEnd> save(m_window->intents());
        m_window->closeUnasked();
        QVERIFY(!m_window->findChild<QMessageBox*>());
        QCOMPARE(save.count(), 1);
        QCOMPARE(save[0].path, run.file);
        QVERIFY(!save[0].isNew);
        QVERIFY(m_window->isVisible()); // until it is saved
        m_window->showNews(news::Saved{run.file});
        QVERIFY(!m_window->isVisible());
        QCOMPARE(readLastSession().value().run.file, run.file);
    }

    void closeUnasked_namesARunWithoutAFile() {
        m_window->showNews(test::statusAt(5000, false));
        test::Asked<intent::SaveAtEnd> save(m_window->intents());
        m_window->closeUnasked();
        QCOMPARE(save.count(), 1);
        const QFileInfo wanted(save[0].path);
        QCOMPARE(wanted.fileName(), QStringLiteral("unsaved.safetensors"));
        QVERIFY(save[0].isNew);
        QVERIFY(wanted.dir().exists());
        const QString path = wanted.dir().filePath("unsaved-2.safetensors"); // the other is taken
        m_window->showNews(news::Saved{path});
        QVERIFY(!m_window->isVisible());
        QCOMPARE(readLastSession().value().run.file, path); // there at the next start
    }

    void closeUnasked_doesNotWaitAfterAFailure() {
        m_window->closeUnasked(); // nothing to save
        QVERIFY(!m_window->isVisible());
        m_window = freshWindow();
        m_window->showNews(test::smallRun());
        m_window->showNews(test::statusAt(5000, false));
        const IntentId saving = savingAtEnd();
        QVERIFY(m_window->isVisible());
        m_window->showNews({news::Failure{"something else"}});
        QVERIFY(m_window->isVisible());
        m_window->showNews({news::Failure{"it is on the processor now", true}, saving});
        QVERIFY(m_window->isVisible()); // it is saved from there
        m_window->showNews({news::Failure{"the disk is full"}, saving});
        QVERIFY(!m_window->isVisible());
    }

    void lastSession_namesTheRescuedFile() {
        RunInfo run = test::smallRun();
        run.file = "/nowhere/run.safetensors";
        m_window->showNews(run);
        m_window->showNews(test::statusAt(5000, false));
        const IntentId saving = savingAtEnd();
        const QString rescued = "/tmp/run-rescued-1.safetensors";
        m_window->showNews({news::Failure{"the disk is full", false, rescued}, saving});
        QVERIFY(!m_window->isVisible());
        QCOMPARE(readLastSession().value().run.file, rescued);
    }

    void recoveryOffer_opensOrDiscardsTheRun() {
        test::Asked<intent::OpenRecovered> opened(m_window->intents());
        test::Asked<intent::DiscardRecovered> discarded(m_window->intents());
        const news::RecoveryOffer offer{"date", 2042, QDateTime::currentDateTime(), 0, {}};
        auto* banner = child<Banner>("banner");
        for (const char* answer : {"Open it", "Throw it away"}) {
            m_window->showNews(offer);
            m_window->showNews(test::smallRun()); // another run settles nothing
            QVERIFY(banner->isVisible());
            QVERIFY(banner->text().contains("date"));
            QVERIFY(banner->text().contains("2,042"));
            for (auto* button : banner->findChildren<QPushButton*>())
                if (button->text() == QLatin1String(answer))
                    QTest::mouseClick(button, Qt::LeftButton);
            QVERIFY2(!banner->isVisible(), answer);
            m_window->showNews(news::RecoveryOffer());
            QVERIFY(!banner->isVisible());
        }
        QCOMPARE(opened.count(), 1);
        QCOMPARE(discarded.count(), 1);
    }

    void recoveryOffer_cutsALongTitleInTheMiddle() {
        auto* banner = child<Banner>("banner");
        m_window->showNews(news::RecoveryOffer{"short", 1, QDateTime::currentDateTime(), 0, {}});
        const int height = banner->height();
        const QString title = "begin" + QString("w").repeated(240) + "end.safetensors";
        m_window->showNews(news::RecoveryOffer{title, 1, QDateTime::currentDateTime(), 0, {}});
        QVERIFY2(banner->text().contains("begin") && banner->text().contains("end.safetensors"),
                 qPrintable(banner->text()));
        QVERIFY(banner->text().size() < 250);
        QVERIFY(banner->height() <= height + 2 * banner->fontMetrics().lineSpacing());
        const QList<QWidget*> parts = banner->findChildren<QWidget*>();
        QVERIFY(std::ranges::any_of(
            parts, [](const QWidget* part) { return part->toolTip().contains("wwwwwww"); }));
    }

    void unreadableCopies_canBeThrownAway() {
        test::Asked<intent::DiscardRecovered> discarded(m_window->intents());
        m_window->showNews(news::RecoveryOffer{{}, 0, {}, 3, "/data/recovery"});
        auto* banner = child<Banner>("banner");
        QVERIFY2(banner->text().contains("3 recovery copies cannot be read") &&
                     banner->text().contains("/data/recovery"),
                 qPrintable(banner->text()));
        QTest::mouseClick(banner->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(discarded.count(), 1);
    }

    void recoveryOffer_staysWhenTheCurrentRunIsKept() {
        m_window->showNews(test::statusAt(5000, false));
        m_window->showNews(news::RecoveryOffer{"date", 2042, QDateTime::currentDateTime(), 0, {}});
        auto* banner = child<Banner>("banner");
        test::Asked<intent::OpenRecovered> opened(m_window->intents());
        QTest::mouseClick(banner->findChild<QPushButton*>(), Qt::LeftButton);
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box);
        QTest::mouseClick(box->escapeButton(), Qt::LeftButton);
        QCOMPARE(opened.count(), 0);
        QVERIFY(banner->isVisible());
        QVERIFY(banner->text().contains("date"));
    }

    void presentation_asksNothing() {
        m_window->showNews(test::statusAt(5000, false));
        test::Asked<intent::SetAside> aside(m_window->intents());
        test::Asked<intent::EnterRun> entered(m_window->intents());
        test::Asked<intent::DropRun> dropped(m_window->intents());
        const auto* banner = child<Banner>("banner");
        m_window->perform(Command::Present, true);
        m_window->showNews({news::RunReady(), 7});
        QVERIFY(!m_window->findChild<QMessageBox*>());
        QCOMPARE(aside.count(), 1);
        QCOMPARE(entered.count(), 0);
        m_window->showNews({news::Failure{"the disk is full"}, aside.id}); // the run stays
        QCOMPARE(dropped.count(), 1);
        m_window->showNews({news::RunReady(), 8});
        QCOMPARE(aside.count(), 2);
        m_window->showNews(
            {news::RecoveryOffer{"mine", 5000, QDateTime::currentDateTime(), 0, {}}, aside.id});
        QCOMPARE(entered.count(), 1);
        QCOMPARE(entered.last().asked, IntentId{8});
        m_window->showNews(test::smallRun());
        QCOMPARE(dropped.count(), 1);
        QVERIFY2(!banner->text().contains("mine"), qPrintable(banner->text()));
        m_window->perform(Command::Present, false);
        QVERIFY2(banner->isVisible() && banner->text().contains("“mine” was not saved"),
                 qPrintable(banner->text()));
    }

    void saveAs_proposesANameWithOneEnding() {
        const auto proposal = [&](const QString& file, bool isFolder = false) {
            RunInfo run = test::smallRun();
            run.file = file;
            run.isFolder = isFolder;
            m_window->showNews(run);
            m_window->perform(Command::SaveModelAs, false);
            auto* dialog = m_window->findChild<QFileDialog*>();
            const QString name = QFileInfo(dialog->selectedFiles().value(0)).fileName();
            delete dialog;
            return name;
        };
        QCOMPARE(proposal("three.safetensors"), QStringLiteral("three.safetensors"));
        QCOMPARE(proposal({}), QStringLiteral("copy.safetensors"));
        QCOMPARE(proposal("/models/of others", true), QStringLiteral("copy.safetensors"));
    }

    void saveAs_addsAMissingEnding() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("a.b"));
        const auto saved = [&](const QString& name) {
            m_window->perform(Command::SaveModelAs, false);
            test::Asked<intent::SaveModel> asked(m_window->intents());
            auto* dialog = m_window->findChild<QFileDialog*>();
            dialog->selectFile(folder.filePath("a.b/" + name));
            static_cast<QDialog*>(dialog)->accept();
            delete dialog;
            return asked.isEmpty() ? QString() : QFileInfo(asked[0].path).fileName();
        };
        QCOMPARE(saved("run"), QStringLiteral("run.safetensors"));
        QCOMPARE(saved("run.model"), QStringLiteral("run.model"));
    }

    void saving_offersToSaveTheCheckpoints() {
        TimeStatus time;
        time.checkpoints = {0, 10, 20};
        time.present = 20;
        time.bytes = 3 << 20;
        m_window->showNews(time);
        test::Asked<intent::KeepInFile> kept(m_window->intents());
        test::Asked<intent::SaveModel> saved(m_window->intents());
        m_window->showNews(news::Saved{"/anywhere/run.safetensors"});
        auto* button = child<Banner>("banner")->findChild<QPushButton*>();
        QVERIFY(button->isVisible());
        QVERIFY2(button->text().contains("moments"), qPrintable(button->text()));
        button->click();
        QCOMPARE(kept.count(), 1);
        QVERIFY(kept[0].kept);
        QCOMPARE(saved.count(), 1);
        time.keptInFile = true;
        m_window->showNews(time);
        m_window->showNews(news::Saved{"/anywhere/run.safetensors", true});
        QVERIFY(!button->isVisible());
        QVERIFY(child<Banner>("banner")->text().contains("with its moments"));
        m_window->showNews(
            news::Saved{"/anywhere/run.safetensors", false}); // for they could not be
        QVERIFY(!button->isVisible());
        QVERIFY(!child<Banner>("banner")->text().contains("moments"));
    }
};

} // namespace gf::tst_window_saving

#include "tests/entry.h"
GF_TEST(tst_window_saving, TestWindowSaving)
#include "tst_window_saving.moc"
