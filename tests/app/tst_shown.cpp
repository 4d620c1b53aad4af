// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on the screen after a change is of one run, one example and one checkpoint: after
// each of many changes, one after the other, all that the window shows is compared with the newest
// trace and with what was told of it.
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/measure/health.h"
#include "core/tensor/finite.h"
#include "tests/app/heard.h"
#include "ui/batch/batch_bar.h"
#include "ui/controls/commands.h"
#include "ui/example/example_bar.h"
#include "ui/example/task_line.h"
#include "ui/explain/printed_number.h"
#include "ui/explain/text_block.h"
#include "ui/figure/heatmap_view.h"
#include "ui/figure/number_format.h"
#include "ui/language/plain_text.h"
#include "ui/stage/stage_widget.h"
#include "ui/steps/matrix.h"
#include "ui/steps/navigation.h"
#include "ui/time/checkpoint_strip.h"
#include "ui/time/time_control.h"
#include "ui/time/time_panel.h"
#include "ui/time/time_slider.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace gf::tst_shown {

namespace {

using test::patience;

QString inWindow(const char* text) {
    return QCoreApplication::translate("Glassformer", text);
}

QString plain(const QString& html) {
    QTextDocument document;
    document.setHtml(html);
    return document.toPlainText();
}

/// The tokens of a text without those that only the model needs.
QString textOf(const Tokens& tokens) {
    QString text;
    for (const std::string& token : tokens)
        if (token != "<pad>" && token != "<eos>" && token != "<sos>")
            text += QString::fromStdString(token);
    return text;
}

/// Of each row of the logits the word that is likeliest is the right one.
bool answersRight(const Trace& trace) {
    const Tensor& logits = *trace.find("logits");
    const Index words = logits.shape().columns();
    for (std::size_t t = 0; t < trace.labels.size(); ++t) {
        if (trace.labels[t] == "<pad>")
            continue;
        // Neither <pad> nor <sos> is ever an answer.
        const auto row =
            logits.values().subspan(t * static_cast<std::size_t>(words) + 2, words - 2);
        const auto best = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin()) + 2;
        if ((*trace.targetVocabulary)[best] != trace.labels[t])
            return false;
    }
    return true;
}

} // namespace

/// A window with the engine behind it, and the newest that the engine has told.
class WholeWindow : public test::Listener {
public:
    test::WatchedSession session;
    WindowHost host{session, Language::English};
    RunSettings settings;
    WalkedStep walk;

    WholeWindow() {
        listen(session);
        test::hear<RunInfo>(session, this, [this](const RunInfo& info) {
            settings = {info.learningRate, info.batch, info.backend, info.training};
            walk = {};
        });
        test::hear<news::Saved>(session, this, [this](const QString& path) { run.setSaved(path); });
        test::hear<news::ComparisonEnded>(session, this, [this](const auto&) { run.file.clear(); });
        test::hear<RunSettings>(session, this,
                                [this](const RunSettings& told) { settings = told; });
        test::hear<WalkedStep>(session, this, [this](const WalkedStep& told) { walk = told; });
        connect(&session, &Session::news, this, [this](const News& news) {
            if (news.get<ReferenceRuns>())
                m_answered = std::max(m_answered, news.answers);
        });
        window().restore();
        window().setWindowState(Qt::WindowNoState);
        window().resize(1440, 900);
        window().show();
    }

    MainWindow& window() { return host.window(); }
    template <class Type> Type* child(const char* name = "") {
        return window().findChild<Type*>(QString::fromLatin1(name));
    }
    template <class What> void send(What request) { window().intents()->send(std::move(request)); }

    /// A small model at rest.
    void begin(const QString& task, const FieldValues& changes = {}) {
        const int before = count<RunInfo>();
        send(intent::NewModel{test::smallRequest(session.modelForm(), task, changes)});
        QTRY_VERIFY2_WITH_TIMEOUT(count<RunInfo>() > before, qPrintable(errors.join(" / ")),
                                  patience);
        send(intent::Pause{});
    }
    void train(int steps) {
        for (int i = 0; i < steps; ++i)
            send(intent::StepOnce{});
    }
    void type(const char* field, const QString& text) {
        auto* edit = child<QLineEdit>(field);
        edit->setText(text);
        QTest::keyClick(edit, Qt::Key_Return);
    }

    /// Once all that was asked for is done, and drawn.
    bool isThrough() {
        for (int i = 0; i < 2; ++i) {
            const IntentId id = window().intents()->send(intent::ShowReferenceRuns{});
            if (!QTest::qWaitFor([&] { return m_answered >= id; }, patience))
                return false;
        }
        return true;
    }

    /// All that is not of what is shown.
    QStringList stale() {
        m_stale.clear();
        if (!trace)
            return {"there is no picture"};
        checkRun();
        checkCheckpoint();
        checkExample();
        checkStage();
        checkExplanation();
        return m_stale;
    }

private:
    void need(bool holds, const QString& what) {
        if (!holds)
            m_stale += what;
    }

    void checkRun() {
        need(window().windowTitle().endsWith(run.title()), window().windowTitle());
        need(child<QComboBox>("task")->currentData().toString() == run.task, "task");
        const auto lines = window().findChildren<TaskLine*>();
        need(std::ranges::all_of(lines,
                                 [&](const TaskLine* line) {
                                     const QString said = line->accessibleName();
                                     return said == QString(run.learns) ||
                                            said == oneLine(taskOfWalk(walk, run.learns));
                                 }),
             "what it learns");
        need(std::abs(child<QLineEdit>("rate")->text().toDouble() - settings.learningRate) <
                 1e-5 * settings.learningRate,
             "rate " + child<QLineEdit>("rate")->text());
        need(child<QSpinBox>("batch")->value() == settings.batch, "batch");
    }

    void checkCheckpoint() {
        const auto* strip = window().time()->strip();
        need(strip->isHidden() != last<TimeStatus>().isPast(), "the strip of the past");
        if (last<TimeStatus>().shown)
            need(strip->text().contains(QLocale().toString(*last<TimeStatus>().shown)),
                 strip->text());
        need(trace->isDifference() || walk.active ||
                 trace->step == last<TimeStatus>().shown.value_or(last<TimeStatus>().present),
             QStringLiteral("a trace of training step %1").arg(trace->step));
        const QStringList said = child<QLabel>("state")->text().split(QStringLiteral(" · "));
        const QString step = last<TimeStatus>().shown
                                 ? inWindow("training step %L1 of %L2")
                                       .arg(*last<TimeStatus>().shown)
                                       .arg(last<TimeStatus>().present)
                                 : inWindow("training step %L1").arg(last<TimeStatus>().present);
        need(said.front() == step, said.front());
        std::optional<double> loss = last<TimeStatus>().shownLoss;
        if (!last<TimeStatus>().shown && status.step > 0)
            loss = status.loss;
        const QString lossWord = inWindow("loss %1").section('%', 0, 0);
        for (const QString& part : said)
            if (part.startsWith(lossWord))
                need(part == lossWord + NumberFormat{0, 4}.text(loss.value_or(-1)), part);
        const auto* measured =
            metrics().measurementBy(last<TimeStatus>().shown.value_or(last<TimeStatus>().present));
        for (const QString& part : said)
            if (part.contains('%'))
                need(measured &&
                         part.startsWith(NumberFormat{0, 1}.text(100 * measured->accuracy) + ' '),
                     part);
    }

    void checkExample() {
        need(child<ExampleBar>()->isHidden() == walk.active, "the example's fields");
        if (walk.active) {
            need(trace->batch == walk.examples.size() && trace->example == walk.chosen,
                 "the example of the batch");
            return;
        }
        need(trace->batch == 1, "the example");
        const QString source = child<QLineEdit>("source")->text();
        const QString target = child<QLineEdit>("target")->text();
        if (run.sourceFeatures == 0 && run.hasSource)
            need(textOf(trace->sourceTokens) == source, "source " + source);
        // Where nobody has said what is right the decoder reads its own answer.
        if (!trace->targetTokens.empty() && run.sourceFeatures == 0 &&
            !last<Prediction>().givesRows)
            need(textOf(trace->targetTokens) == target, "target " + target);
        need(child<QLabel>("predicted")
                 ->toolTip()
                 .contains(QString::fromStdString(last<Prediction>().text).toHtmlEscaped()),
             "prediction " + child<QLabel>("predicted")->toolTip());
        if (last<Prediction>().hasTarget && trace->targetVocabulary && !trace->isDifference() &&
            run.sourceFeatures == 0)
            need(last<Prediction>().matchesTarget == answersRight(*trace),
                 "an answer of another moment");
        const QString right = inWindow("✓ right");
        need((child<QLabel>("verdict")->text() == right) == last<Prediction>().matchesTarget,
             child<QLabel>("verdict")->text());
    }

    void checkStage() {
        const auto* stage = child<StageWidget>();
        need(stage->trace() == trace, "the stage");
        const Focus& focus = window().focus()->focus();
        const NodeId node = nodeOf(*trace->graph, focus);
        const QString facts = plain(child<QLabel>("stageFacts")->text());
        const QString example = inWindow("example %1 of the batch").arg(trace->example + 1);
        const bool ofOne =
            node != noNode && !trace->value(node).empty() && (*trace->graph)[node].batched;
        need(facts.contains(example) == (trace->batch > 1 && ofOne), facts);
        if (status.health.state != Health::State::Begun)
            need(!facts.contains(inWindow("hardly trained yet")), facts);
        if (node == noNode || stage->stationView())
            return;
        const auto& panels = stage->canvas().panels();
        for (std::size_t i = 0; i < panels.size(); ++i) {
            const HeatmapView* view = stage->canvas().view(i);
            if (!view || !view->isVisible())
                continue;
            const HeatmapData expected = heatmapOf(*trace, panels[i].item.matrix);
            const HeatmapData& data = view->data();
            const QString name =
                QString::fromStdString((*trace->graph)[panels[i].item.matrix.node].name);
            need(data.values == expected.values, "numbers of " + name);
            need(data.rowLabels == expected.rowLabels && data.columnLabels == expected.columnLabels,
                 "words at " + name);
            need(data.colourRange() == expected.colourRange(), "colours of " + name);
        }
    }

    void checkExplanation() {
        const Focus& focus = window().focus()->focus();
        const NodeId node = nodeOf(*trace->graph, focus);
        if (node == noNode || (*trace->graph)[node].shape.rank() == 0)
            return;
        std::optional<float> largest;
        for (const float value : shownValues(*trace, node, focus))
            if (std::isfinite(value))
                largest = std::max(largest.value_or(value), value);
        const auto* block = child<TextBlock>("explainStatistics");
        if (largest)
            need(block->html().contains(printNumber(static_cast<double>(*largest), 4).text()),
                 "the largest number of " + focus.step);
    }

    IntentId m_answered = 0; ///< the newest of isThrough()
    QStringList m_stale;
};

namespace {

/// Something that a person may do with a run that rests.
struct Deed {
    const char* name;
    void (*act)(WholeWindow&);
};

QString savedFile() {
    static const QTemporaryDir folder;
    return folder.filePath("run.safetensors");
}

void lookAt(WholeWindow& shown, double share) {
    TimeSlider* slider = shown.window().time()->panel()->slider();
    slider->setValue(static_cast<int>(share * slider->maximum()));
}

void focusOn(WholeWindow& shown, const char* step, bool gradients = false) {
    Focus focus = shown.window().focus()->focus();
    focus.step = step;
    focus.gradients = gradients;
    shown.window().focus()->set(focus);
}

void speak(WholeWindow& shown, Language language) {
    const MainWindow* before = &shown.window();
    emit shown.window().languageChosen(language);
    QTRY_VERIFY_WITH_TIMEOUT(&shown.window() != before, patience);
}

const std::array deeds{
    Deed{"training", [](WholeWindow& s) { s.train(9); }},
    Deed{"another example",
         [](WholeWindow& s) { s.window().perform(Command::AnotherExample, false); }},
    Deed{"a source", [](WholeWindow& s) { s.type("source", "abc"); }},
    Deed{"a target", [](WholeWindow& s) { s.type("target", "cab"); }},
    Deed{"the beginning", [](WholeWindow& s) { lookAt(s, 0); }},
    Deed{"the middle", [](WholeWindow& s) { lookAt(s, 0.5); }},
    Deed{"now", [](WholeWindow& s) { s.window().perform(Command::BackToNow, false); }},
    Deed{"a walk",
         [](WholeWindow& s) {
             s.send(intent::WalkStep{0, false});
         }},
    Deed{"the second example",
         [](WholeWindow& s) {
             s.send(intent::WalkStep{1, false});
         }},
    Deed{"after the update",
         [](WholeWindow& s) {
             s.send(intent::WalkStep{2, true});
         }},
    Deed{"the step is taken", [](WholeWindow& s) { s.send(intent::TakeWalkedStep{}); }},
    Deed{"the end of the walk", [](WholeWindow& s) { s.send(intent::LeaveWalk{}); }},
    Deed{"scores", [](WholeWindow& s) { focusOn(s, "encoder.0.self_attn.scores"); }},
    Deed{"weights", [](WholeWindow& s) { focusOn(s, "decoder.0.cross_attn.weights"); }},
    Deed{"a gradient", [](WholeWindow& s) { focusOn(s, "decoder.0.ffn.output", true); }},
    Deed{"logits", [](WholeWindow& s) { focusOn(s, "logits"); }},
    Deed{"the other head", [](WholeWindow& s) { s.window().focus()->setHead(1); }},
    Deed{"sort", [](WholeWindow& s) { s.begin("sort"); }},
    Deed{"a text alone",
         [](WholeWindow& s) {
             s.begin("copy", {{"architecture", "decoder"}});
         }},
    Deed{"cities",
         [](WholeWindow& s) {
             s.begin("salesman", {{"input", "values"}, {"output", "pointer"}});
         }},
    Deed{"copy", [](WholeWindow& s) { s.begin("copy"); }},
    Deed{"fresh weights",
         [](WholeWindow& s) {
             s.send(intent::Reset{});
             static_cast<void>(s.isThrough());
             s.send(intent::Pause{});
         }},
    Deed{"saving", [](WholeWindow& s) { s.send(intent::SaveModel{savedFile()}); }},
    Deed{"the saved run", [](WholeWindow& s) { s.send(intent::OpenModel{savedFile()}); }},
    Deed{"another rate", [](WholeWindow& s) { s.send(intent::SetLearningRate{0.005}); }},
    Deed{"another batch", [](WholeWindow& s) { s.send(intent::SetBatchSize{5}); }},
    Deed{"a muted head",
         [](WholeWindow& s) {
             s.send(intent::Intervene{
                 {{"encoder.0.self_attn.heads", {Edit::Kind::Set, 0, {only(0)}}}}});
         }},
    Deed{"no change", [](WholeWindow& s) { s.send(intent::TakeAllBack{}); }},
    Deed{"German", [](WholeWindow& s) { speak(s, Language::German); }},
    Deed{"English", [](WholeWindow& s) { speak(s, Language::English); }},
};

} // namespace

class TestShown : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QCoreApplication::setOrganizationName("GlassformerShownTest"); }
    void init() { QSettings().clear(); }
    void cleanup() { applyLanguage(*qApp, Language::English); }

    /// One after the other, and then in an order of chance that is the same each
    /// last<TimeStatus>().
    void window_showsNothingStaleAfterEveryChange() {
        WholeWindow shown;
        shown.begin("copy");
        shown.train(20);
        shown.send(intent::SaveModel{savedFile()});
        QVERIFY(shown.isThrough());
        QStringList done{"a run"};
        const auto check = [&] {
            return QTest::qWaitFor([&] { return shown.stale().isEmpty(); }, patience / 6);
        };
        QVERIFY2(check(), qPrintable(shown.stale().join('\n')));
        QRandomGenerator random(29);
        constexpr std::size_t byChance = 90;
        for (std::size_t i = 0; i < deeds.size() + byChance; ++i) {
            const Deed& deed = deeds[i < deeds.size() ? i : random.bounded(int{deeds.size()})];
            done += deed.name;
            deed.act(shown);
            QVERIFY2(shown.isThrough(), deed.name);
            QVERIFY2(
                check(),
                qPrintable(done.mid(done.size() - std::min<qsizetype>(8, done.size())).join(", ") +
                           ":\n" + shown.stale().join('\n')));
        }
        // Some deeds have no place where they come: a source of letters for cities.
        for (const QString& error : shown.errors)
            QVERIFY2(!error.isEmpty(), "an error without words");
    }
};

} // namespace gf::tst_shown

#include "tests/entry.h"
GF_TEST(tst_shown, TestShown)
#include "tst_shown.moc"
