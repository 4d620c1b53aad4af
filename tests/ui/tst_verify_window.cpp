// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare_fixture.h"
#include "fresh_window.h"
#include "small_model.h"
#include "tests/ui/asked.h"
#include "ui/compare/verify_window.h"
#include "ui/controls/commands.h"
#include "ui/stations/station.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include <limits>

namespace gf::tst_verify_window {

namespace {

/// The numbers of all intents to verify, for answers to them.
class VerifyRequests : public QList<IntentId> {
public:
    explicit VerifyRequests(const Intents* intents) {
        QObject::connect(intents, &Intents::sent, &m_life, [this](const Intent& intent) {
            if (intent.get<intent::Verify>())
                append(intent.id);
        });
    }

private:
    QObject m_life;
};

/// Two steps that differ and one that agrees.
VerifyReport reportOf(const Trace& trace) {
    const auto step = [&](const char* name, double difference, Cell cell) {
        StepAgreement one;
        one.node = trace.graph->find(name);
        one.difference = difference;
        one.cell = cell;
        one.expected = 0.5F;
        one.found = std::numeric_limits<float>::quiet_NaN();
        return one;
    };
    VerifyReport report;
    report.backend = "cpu";
    report.reference = "eigen";
    report.graph = trace.graph;
    report.step = trace.step;
    report.sourceTokens = trace.sourceTokens;
    report.targetTokens = trace.targetTokens;
    report.labels = trace.labels;
    report.steps = {step("grad/decoder.1.cross_attn.weights",
                         std::numeric_limits<double>::infinity(), {{1, 2, 0, 0}}),
                    step("decoder.0.self_attn.scores", 1e-3, {{0, 1, 1, 0}}),
                    step("loss", 1e-7, {})};
    return report;
}

} // namespace

/// Two backends, operation by operation.
class TestVerifyWindow : public test::CompareFixture {
    Q_OBJECT

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerTest"); }

    void init() { openWindow(); }

    void cleanup() { m_window.reset(); }

    /// The worst first; a click shows the step, its gradient and its cell.
    void verifyWindow_listsTheStepsAndGoesToThem() {
        VerifyRequests wanted(m_window->intents());
        m_window->commands()[Command::Verify]->trigger();
        QCOMPARE(wanted.count(), 1);
        auto* dialog = child<VerifyWindow>();
        QVERIFY(dialog);
        QVERIFY(dialog->isVisible());
        auto* again = dialog->findChild<QPushButton*>();
        QVERIFY(!again->isEnabled());

        VerifyReport report = reportOf(*traceOf(Architecture::EncoderDecoder));
        m_window->showNews({report, wanted.last()});
        QVERIFY(again->isEnabled());
        const auto* summary = dialog->findChild<QLabel*>("summary");
        QVERIFY2(summary->text().contains("2 operations") && summary->text().contains("scores"),
                 qPrintable(summary->text()));
        auto* table = dialog->findChild<QTableView*>();
        QCOMPARE(table->model()->rowCount(), 3);
        const auto text = [&](int row, int column) {
            return table->model()->index(row, column).data().toString();
        };
        QCOMPARE(text(0, 0), QStringLiteral("∞"));
        QCOMPARE(text(0, 1), QStringLiteral("NaN"));
        QCOMPARE(text(0, 3), QStringLiteral("2, 3, 1"));
        QVERIFY(text(0, 4).startsWith("differs: "));
        QVERIFY(text(1, 4).startsWith("first: "));
        QVERIFY(!text(2, 4).contains(':'));

        const QRect place = table->visualRect(table->model()->index(0, 4));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place.center());
        const Focus& focus = m_window->focus()->focus();
        QCOMPARE(focus.step, QStringLiteral("decoder.1.cross_attn.weights"));
        QVERIFY(focus.gradients);
        QVERIFY(focus.pinned);
        QCOMPARE(focus.head, 1);
        QCOMPARE(focus.row, Index(2));
        QCOMPARE(focus.column, Index(0));
        again->click();
        QCOMPARE(wanted.count(), 2);
        QCOMPARE(table->model()->rowCount(), 0); // what is there no more is not to be chosen
        report.steps.erase(report.steps.begin(), report.steps.begin() + 2);
        m_window->showNews({report, wanted.last()});
        QVERIFY2(summary->text().contains("agrees"), qPrintable(summary->text()));
        again->click(); // and what goes wrong is not waited for
        m_window->showNews({news::Failure{QStringLiteral("no")}, wanted.last()});
        QVERIFY(again->isEnabled());
        again->click(); // nor is it where there was no memory to say what went wrong
        QVERIFY(!again->isEnabled());
        m_window->showNews(news::Failure{QStringLiteral("no")});
        QVERIFY(again->isEnabled());
        m_window->showNews(RunInfo()); // the list is of another model
        QVERIFY(!dialog->isVisible());
    }

    void verifyWindow_asksForOneListAtATime() {
        VerifyRequests wanted(m_window->intents());
        test::Asked<intent::StopVerifying> given(m_window->intents());
        QAction* command = m_window->commands()[Command::Verify];
        for (int i = 0; i < 3; ++i)
            command->trigger();
        QCOMPARE(wanted.count(), 1);
        const IntentId first = wanted.last();
        auto* dialog = child<VerifyWindow>();
        auto* again = dialog->findChild<QPushButton*>();
        QCOMPARE(given.count(), 0);
        dialog->close();
        QCOMPARE(given.count(), 1);
        command->trigger();
        QCOMPARE(wanted.count(), 2);
        const VerifyReport report = reportOf(*traceOf(Architecture::EncoderDecoder));
        m_window->showNews({report, first}); // nobody waits for it
        QVERIFY(!again->isEnabled());
        m_window->showNews({report, wanted.last()});
        QVERIFY(again->isEnabled());
        dialog->close(); // and there is nothing to give up
        QCOMPARE(given.count(), 1);
    }

    void verifyWindow_saysWhenItsListIsOfAnotherExample() {
        VerifyRequests wanted(m_window->intents());
        m_window->commands()[Command::Verify]->trigger();
        const auto* earlier = child<VerifyWindow>()->findChild<QLabel*>("earlier");
        const auto trace = traceOf(Architecture::EncoderDecoder);
        m_window->showNews({reportOf(*trace), wanted.last()});
        QVERIFY(!earlier->isVisible());
        auto other = std::make_shared<Trace>(*trace);
        ++other->step;
        m_window->showNews(news::Traced{other});
        QVERIFY(earlier->isVisible());
        m_window->showNews(news::Traced{trace});
        QVERIFY(!earlier->isVisible());
        other = std::make_shared<Trace>(*trace);
        other->sourceTokens.front() = "another";
        m_window->showNews(news::Traced{other});
        QVERIFY(earlier->isVisible());
        child<VerifyWindow>()->findChild<QPushButton*>()->click();
        QVERIFY(!earlier->isVisible());
    }

    void verifyWindow_saysWhenItsListIsOfAnotherEdit() {
        VerifyRequests wanted(m_window->intents());
        m_window->commands()[Command::Verify]->trigger();
        const auto muted = [](double share) {
            Edit edit;
            edit.kind = Edit::Kind::Multiply;
            edit.value = share;
            return recurrentTrace(Alignment::General, Architecture::EncoderDecoder, CellKind::Gru,
                                  0, {{"attention.weights", edit}});
        };
        VerifyReport report = reportOf(*muted(0.5));
        report.steps.clear();
        m_window->showNews({report, wanted.last()});
        const auto* earlier = child<VerifyWindow>()->findChild<QLabel*>("earlier");
        m_window->showNews(news::Traced{muted(0.5)});
        QVERIFY(!earlier->isVisible());
        m_window->showNews(news::Traced{muted(0.25)});
        QVERIFY(earlier->isVisible());
    }

    /// What the model computed before a person changed it is a value, and no gradient.
    void verifyWindow_goesToTheValueBeforeAnEdit() {
        VerifyRequests wanted(m_window->intents());
        m_window->commands()[Command::Verify]->trigger();
        VerifyReport report = reportOf(*traceOf(Architecture::EncoderDecoder));
        auto graph = std::make_shared<Graph>(*report.graph);
        const NodeId loss = graph->find("loss");
        const NodeId scores = report.steps[1].node;
        graph->relate(scores, Relation::Computed, loss);
        report.graph = graph;
        m_window->showNews({report, wanted.last()});
        auto* table = child<VerifyWindow>()->findChild<QTableView*>();
        const QRect place = table->visualRect(table->model()->index(1, 4));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place.center());
        const Focus& focus = m_window->focus()->focus();
        QCOMPARE(focus.step, QStringLiteral("decoder.0.self_attn.scores"));
        QVERIFY(!focus.gradients);
    }

    void takeOver_goesOnVerifyingInTheNewWindow() {
        m_window->commands()[Command::Verify]->trigger();
        const auto before = std::move(m_window);
        m_window = freshWindow();
        VerifyRequests wanted(m_window->intents());
        m_window->takeOver(*before);
        QTRY_VERIFY(child<VerifyWindow>() && child<VerifyWindow>()->isVisible());
        QCOMPARE(wanted.count(), 1);
    }
};

} // namespace gf::tst_verify_window

#include "tests/entry.h"
GF_TEST(tst_verify_window, TestVerifyWindow)
#include "tst_verify_window.moc"
