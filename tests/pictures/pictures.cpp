// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/pictures.h"

#include "core/tensor/error.h"
#include "tests/pictures/words.h"
#include "ui/compare/compare_control.h"
#include "ui/compare/comparison_chart.h"
#include "ui/compare/reference_window.h"
#include "ui/controls/commands.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/glossary/glossary_dialog.h"
#include "ui/labs/labs.h"
#include "ui/lesson/answer_list.h"
#include "ui/lesson/course_list.h"
#include "ui/lesson/lecture_dialog.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/poll_dialog.h"
#include "ui/lesson/teacher_sheet.h"
#include "ui/scene/scene.h"
#include "ui/stations/stations.h"
#include "ui/theme/motion.h"
#include "ui/time/time_control.h"
#include "ui/window/lesson_control.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QListWidget>
#include <QPixmap>
#include <QPushButton>
#include <QSet>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>

#include <array>

namespace gf {

namespace {

constexpr int trainingSteps = 1200;
constexpr int longestTraining = 90'000; ///< milliseconds
constexpr std::size_t comparedSteps = 150;
constexpr std::size_t mechanismSteps = 600; ///< until all three look where they should
constexpr int comparedLayers = 6;           ///< from which on the norms tell
constexpr int comparedMechanismLayers = 1;
constexpr int settled = 450; ///< longer than any transition
constexpr int padding = 2;

/// One picture: its name and what the window shows in it.
struct Picture {
    const char* name;
    const char* step; ///< as Focus::step has it
    bool gradients = false;
    bool allHeads = false;
    bool padded = false;
    int row = -1; ///< of the pinned cell
    int column = -1;
    const char* view = ""; ///< as Focus::view has it
};

constexpr std::array pictures = {
    Picture{"embedding", "source.embedded"},
    Picture{"embedding-vectors", "source.embedded", false, false, false, -1, 6, "vectors"},
    Picture{"embedding-similarity", "source_embedding.weight", false, false, false, 5, -1,
            "similarity"},
    Picture{"position", "source.position", false, false, false, -1, -1, "matrices"},
    Picture{"position-curves", "source.position", false, false, false, 3, -1, "curves"},
    Picture{"position-similarity", "source.position", false, false, false, 5, -1, "similarity"},
    Picture{"position-kinds", "source.position", false, false, false, -1, -1, "position-kinds"},
    Picture{"input", "source.input"},
    Picture{"input-sum", "source.input", false, false, false, 2, 6, "sum"},
    Picture{"query", "encoder.0.self_attn.q"},
    Picture{"query-projection", "encoder.0.self_attn.q", false, false, false, 3, 4, "projection"},
    Picture{"key", "encoder.0.self_attn.k"},
    Picture{"value", "encoder.0.self_attn.v"},
    Picture{"scores", "encoder.0.self_attn.scores"},
    Picture{"scores-cell", "encoder.0.self_attn.scores", false, false, false, 3, 8},
    Picture{"scores-form", "encoder.0.self_attn.scores", false, false, false, 3, 8, "form"},
    Picture{"scaled", "encoder.0.self_attn.scaled"},
    Picture{"masked", "encoder.0.self_attn.masked"},
    Picture{"masked-causal", "decoder.0.self_attn.masked"},
    Picture{"masked-padding", "decoder.0.self_attn.masked", false, false, true},
    Picture{"weights", "encoder.0.self_attn.weights"},
    Picture{"weights-causal-padding", "decoder.0.self_attn.weights", false, false, true},
    Picture{"weights-all-heads", "encoder.0.self_attn.weights", false, true},
    Picture{"attention-lines", "decoder.0.cross_attn.weights", false, false, false, 2, -1, "lines"},
    Picture{"who-reads-whom", "encoder.0.self_attn.weights", false, false, false, 2, 4, "readers"},
    Picture{"heads-overview", "encoder.0.self_attn.weights", false, false, false, -1, -1, "heads"},
    Picture{"heads-overview-cross", "decoder.1.cross_attn.weights", false, false, true, -1, -1,
            "heads"},
    Picture{"heads", "encoder.0.self_attn.heads", false, false, false, -1, -1, "matrices"},
    Picture{"weighted-sum", "decoder.0.cross_attn.heads", false, false, false, 2, 5,
            "weighted-sum"},
    Picture{"concat", "encoder.0.self_attn.concat", false, false, false, -1, -1, "matrices"},
    Picture{"concat-contributions", "encoder.0.self_attn.concat", false, false, false, 2, -1,
            "contributions"},
    Picture{"attention-output", "encoder.0.self_attn.output", false, false, false, -1, -1,
            "matrices"},
    Picture{"output-contributions", "decoder.1.cross_attn.output", false, false, false, 3, -1,
            "contributions"},
    Picture{"residual", "encoder.0.residual1", false, false, false, -1, -1, "matrices"},
    Picture{"residual-stream", "encoder.0.residual1", false, false, false, 4, -1, "stream"},
    Picture{"residual-stream-decoder", "decoder.1.norm2.output", false, false, false, 3, -1,
            "stream"},
    Picture{"residual-stream-gradient", "decoder.0.residual2", true, false, false, 3, -1, "stream"},
    Picture{"norm", "encoder.0.norm2.output", false, false, false, -1, -1, "matrices"},
    Picture{"norm-steps", "encoder.0.norm2.output", false, false, false, 2, 7, "layer-norm"},
    Picture{"feed-forward-hidden", "encoder.0.ffn.hidden"},
    Picture{"feed-forward-units", "encoder.0.ffn.hidden", false, false, false, 2, -1, "units"},
    Picture{"feed-forward-output", "encoder.0.ffn.output"},
    Picture{"cross-attention", "decoder.0.cross_attn.weights"},
    Picture{"cross-attention-cell", "decoder.0.cross_attn.weights", false, false, false, 2, 9},
    Picture{"logits", "logits"},
    Picture{"probabilities", "probabilities"},
    Picture{"loss", "loss"},
    Picture{"output-words", "probabilities", false, false, false, 2, -1, "words"},
    Picture{"output-logits", "logits", false, false, false, 2, -1, "words"},
    Picture{"gradient-norms", "loss", true, false, false, -1, -1, "gradient-norms"},
    Picture{"gradient-logits", "logits", true},
    Picture{"gradient-cross-attention", "decoder.1.cross_attn.weights", true},
    Picture{"gradient-weight-matrix", "encoder.0.self_attn.w_q", true},
};

/// Of other families: taken where the run has the step.
constexpr std::array familyPictures = {
    Picture{"gates-encoder", "encoder.0.states", false, false, false, 2, -1, "gates"},
    Picture{"gates-decoder", "decoder.0.states", false, false, false, 2, 5, "gates"},
    Picture{"lstm-gates", "encoder.0.states", false, false, false, 2, -1, "lstm-gates"},
    Picture{"alignment", "attention.weights", false, false, false, 2, -1, "lines"},
    Picture{"context", "attention.context", false, false, false, 2, 5, "context"},
    Picture{"context-output", "attention.output", false, false, false, 3, -1, "context"},
    Picture{"score-families", "attention.scores", false, false, false, 2, 3, "families"},
    Picture{"time-gradients", "token_loss", false, false, false, 3, -1, "time-gradients"},
    Picture{"position-bias", "encoder.0.self_attn.biased", false, false, false, 4, 2,
            "position-bias"},
    Picture{"position-bias-causal", "decoder.0.self_attn.position_bias", false, false, false, 4, 2,
            "position-bias"},
    Picture{"rotation", "encoder.0.self_attn.scores", false, false, false, 4, 2, "rotation"},
    Picture{"rotation-keys", "decoder.0.self_attn.k_rotated", false, false, false, -1, 2,
            "rotation"},
    Picture{"heads-of-encoder", "encoder.0.self_attn.weights", false, false, false, -1, -1,
            "heads"},
    Picture{"heads-of-decoder", "decoder.0.self_attn.weights", false, false, false, -1, -1,
            "heads"},
    Picture{"grid-of-encoder", "encoder.0.self_attn.weights", false, false, false, -1, -1,
            "head-grid"},
    Picture{"grid-of-decoder", "decoder.0.self_attn.weights", false, false, false, -1, -1,
            "head-grid"},
    Picture{"keys-repeated", "decoder.0.self_attn.k_repeated", false, false, false, -1, -1,
            "matrices"},
    Picture{"gate", "decoder.0.ffn.gate_active", false, false, false, -1, -1, "matrices"},
    Picture{"rms-norm", "decoder.0.norm1.output", false, false, false, 2, -1, "rms-norm"},
    Picture{"nearest-words", "encoder.0.norm2.output", false, false, false, 2, -1, "nearest-words"},
    Picture{"who-reads-whom-mixer", "encoder.0.mixer.output", false, false, false, 2, 4, "readers"},
    Picture{"who-reads-whom-weights", "encoder.0.mixer.weights", false, false, false, 2, 4,
            "readers"},
    Picture{"who-reads-whom-causal", "decoder.0.mixer.output", false, false, false, 2, 1,
            "readers"},
    Picture{"series", "prediction", false, false, false, 4, -1, "forecast"},
    Picture{"tour", "probabilities", false, false, false, 4, -1, "tour"},
};

void wait(int milliseconds) {
    QEventLoop loop;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, &QEventLoop::quit);
    timer.start(milliseconds);
    loop.exec();
}

/// Where pictures go, in their order.
struct Album {
    QString folder;
    QStringList names; ///< of those that are wanted; empty: all
    int number = 0;    ///< of the last one

    bool wants(const QString& name) const { return names.isEmpty() || names.contains(name); }
};

void write(const QString& path, const QByteArray& content) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) < 0)
        throw Error("the file " + path.toStdString() + " could not be written");
}

/// Saves what is on the widget: all pictures with their numbers in front, so that they stay in
/// order, or those that are wanted with their words.
void save(QWidget& widget, Album& album, const QString& name) {
    ++album.number;
    if (!album.wants(name))
        return;
    const bool isNamed = !album.names.isEmpty();
    const QString path =
        QDir(album.folder)
            .filePath(isNamed
                          ? name
                          : QStringLiteral("%1-%2").arg(album.number, 2, 10, QChar('0')).arg(name));
    if (!widget.grab().save(path + QStringLiteral(".png")))
        throw Error("the picture " + path.toStdString() + ".png could not be written");
    if (!isNamed)
        return;
    QByteArray words;
    for (const PaintedText& text : paintedTexts(widget))
        words += QStringLiteral("%1\t%2\t%3\n")
                     .arg(qRound(text.at.x()))
                     .arg(qRound(text.at.y()))
                     .arg(text.text)
                     .toUtf8();
    write(path + QStringLiteral(".words"), words);
}

/// Shows a scene, again where some of it can be shown only when the rest is there. Of a model that
/// does not have all of it, what is nearest.
void go(MainWindow& window, const Scene& scene) {
    constexpr int tries = 3;
    for (int i = 0; i < tries; ++i) {
        window.showScene(scene);
        wait(settled);
        if (window.scene() == scene)
            return;
    }
}

/// A dialog that a command opens, alone.
void saveDialog(MainWindow& window, Command command, Album& album, const QString& name) {
    if (!album.wants(name))
        return;
    window.perform(command, false);
    wait(settled);
    QWidget* dialog = QApplication::activeModalWidget();
    if (!dialog)
        throw Error("the dialog of the picture " + name.toStdString() + " did not open");
    save(*dialog, album, name);
    dialog->close();
    wait(0);
}

/// Trains until the step is reached or the time is up; a saved run rests. The counter on the window
/// is what says so.
/// Nothing trains where a folder of others is looked at.
void waitForModel(const MainWindow& window) {
    QElapsedTimer time;
    time.start();
    while (!window.steps().graph() && time.elapsed() < longestTraining)
        wait(50);
    wait(2 * settled);
}

void train(MainWindow& window) {
    QElapsedTimer time;
    time.start();
    const auto trains = [&] {
        return window.trainedSteps() == 0 || window.commands()[Command::Train]->isChecked();
    };
    while (trains() && window.trainedSteps() < trainingSteps && time.elapsed() < longestTraining)
        wait(100);
    window.intents()->send(intent::Pause{});
    wait(2 * settled);
}

/// The walk through a training step: its beginning, a weight's update, and what it led to.
void saveWalk(MainWindow& window, Scene scene, Album& album) {
    struct Stop {
        const char* name;
        const char* step;
        bool gradients;
        bool after;
    };
    constexpr std::array stops = {
        Stop{"walk-forward", "source.embedded", false, false},
        Stop{"walk-update", "gradient_norm", true, false},
        Stop{"walk-one-weight", "update/encoder.0.ffn.w_1/delta", true, false},
        Stop{"walk-after", "loss", false, true},
    };
    for (const Stop& stop : stops) {
        if (!album.wants(QString::fromLatin1(stop.name)))
            continue;
        scene.walk = Scene::Walk{0, stop.after};
        scene.focus = {};
        scene.focus.step = QString::fromLatin1(stop.step);
        scene.focus.gradients = stop.gradients;
        go(window, scene);
        save(window, album, QString::fromLatin1(stop.name));
    }
}

/// A window of its own beside the main one.
template <class Window> void saveWindow(MainWindow& window, Command command, Album& album,
                                        const QString& name, bool wide = false) {
    if (!album.wants(name))
        return;
    window.perform(command, false);
    wait(2 * settled);
    auto* beside = window.findChild<Window*>();
    if (!beside)
        throw Error("the window of the picture " + name.toStdString() + " did not open");
    if (wide) { // as several matrices beside each other are
        beside->resize(window.width(), window.width() * 4 / 9);
        wait(settled);
    }
    save(*beside, album, name);
    beside->close();
    wait(0);
}

/// Runs that are trained in step, after some steps.
void saveCompared(MainWindow& window, const Scene& scene, std::size_t steps, Album& album,
                  const QString& name) {
    window.showScene(scene);
    const qsizetype runs = scene.comparedRun->change == QLatin1String("mechanisms") ? 3 : 2;
    QElapsedTimer time;
    time.start();
    const ComparisonChart* losses = window.compare()->lossChart();
    while ((losses->runs() != runs || losses->metrics().empty() ||
            losses->metrics().front()->losses().size() < steps) &&
           time.elapsed() < longestTraining)
        wait(100);
    window.intents()->send(intent::Pause{});
    wait(2 * settled);
    save(window, album, name);
}

/// What the Lab menu is for: the past, a change, what the model writes, two runs and three.
void saveLab(MainWindow& window, Scene scene, Album& album) {
    scene.focus.step = QStringLiteral("decoder.0.cross_attn.weights");
    if (album.wants(QStringLiteral("time-machine"))) {
        Scene past = scene;
        const QVector<qint64>& checkpoints = window.time()->status().checkpoints;
        if (checkpoints.size() > 1) // a saved run may have kept none
            past.time.checkpoint = checkpoints[(checkpoints.size() - 1) / 6];
        go(window, past);
        save(window, album, QStringLiteral("time-machine"));
    }
    if (album.wants(QStringLiteral("what-if"))) {
        Scene changed = scene;
        changed.whatIf.changes = {{"decoder.0.cross_attn.heads", {Edit::Kind::Set, 0, {only(0)}}}};
        changed.hidden->removeAll(QStringLiteral("what-if"));
        go(window, changed);
        save(window, album, QStringLiteral("what-if"));
    }
    go(window, scene);
    if (album.wants(QStringLiteral("generation"))) {
        Scene writes = scene;
        writes.generation = GenerationSettings();
        go(window, writes);
        wait(2 * settled);
        save(window, album, QStringLiteral("generation"));
        go(window, scene);
    }

    scene.hidden.reset(); // compared runs need the docks' room
    if (album.wants(QStringLiteral("compare"))) {
        scene.comparedRun = Scene::ComparedRun{QStringLiteral("norm"), comparedLayers};
        saveCompared(window, scene, comparedSteps, album, QStringLiteral("compare"));
    }
    const std::string step = scene.focus.step.toStdString();
    if (window.steps().graph()->find(step) == noNode)
        return; // nothing looks from a decoder into an encoder
    if (!album.wants(QStringLiteral("compare-mechanisms")) &&
        !album.wants(QStringLiteral("alignments")))
        return;
    scene.comparedRun = Scene::ComparedRun{QStringLiteral("mechanisms"), comparedMechanismLayers};
    saveCompared(window, scene, mechanismSteps, album, QStringLiteral("compare-mechanisms"));
    saveWindow<ReferenceWindow>(window, Command::Alignments, album, QStringLiteral("alignments"),
                                true);
}

void savePicture(MainWindow& window, const Scene& first, const Picture& picture, Album& album) {
    if (!album.wants(QString::fromLatin1(picture.name)))
        return;
    Scene scene = first;
    scene.example.padding = picture.padded ? padding : 0;
    scene.focus = {};
    scene.focus.step = QString::fromLatin1(picture.step);
    scene.focus.gradients = picture.gradients;
    scene.focus.allHeads = picture.allHeads;
    scene.focus.row = picture.row;
    scene.focus.column = picture.column;
    scene.focus.pinned = picture.row >= 0;
    scene.focus.view = QString::fromLatin1(picture.view);
    go(window, scene);
    save(window, album, QString::fromLatin1(picture.name));
}

/// What only some families of models have.
void saveFamily(MainWindow& window, const Scene& first, Album& album) {
    const Graph& graph = *window.steps().graph();
    for (const Picture& picture : familyPictures) {
        const NodeId node = graph.find(picture.step);
        if (node == noNode)
            continue;
        const Station* station = stationFor(graph, graph[node], picture.view);
        if (QLatin1String(station ? station->id : matricesView) == QLatin1String(picture.view))
            savePicture(window, first, picture, album);
    }
}

/// The page of every lab, measured where a person has to start that.
void saveLabs(MainWindow& window, const Scene& first, Album& album) {
    for (const LabPage& page : labPages()) {
        const QString lab = QLatin1String(page.drawing.id);
        if (!album.wants(QStringLiteral("lab-") + lab))
            continue;
        go(window, first);
        window.openLab(lab);
        wait(2 * settled);
        if (auto* start = window.findChild<QToolButton*>(QStringLiteral("startLab"))) {
            start->click();
            QElapsedTimer time;
            for (time.start(); time.elapsed() < longestTraining;) {
                wait(settled);
                if (!window.findChild<QToolButton*>(QStringLiteral("stopLab")))
                    break;
            }
        }
        save(window, album, QStringLiteral("lab-") + lab);
    }
    go(window, first);
}

/// The steps and dialogs that are in the documentation.
void saveDocumentation(MainWindow& window, const Scene& first, Album& album) {
    for (const Picture& picture : pictures)
        savePicture(window, first, picture, album);
    saveWalk(window, first, album);
}

void saveDialogs(MainWindow& window, Album& album) {
    saveDialog(window, Command::NewModel, album, QStringLiteral("new-model"));
    saveDialog(window, Command::ExportPanels, album, QStringLiteral("export"));
    saveDialog(window, Command::Compare, album, QStringLiteral("compare-by"));
    saveDialog(window, Command::Shortcuts, album, QStringLiteral("keyboard"));
    saveDialog(window, Command::About, album, QStringLiteral("about"));
    saveWindow<GlossaryDialog>(window, Command::Glossary, album, QStringLiteral("glossary"));
    saveWindow<HelpDialog>(window, Command::Help, album, QStringLiteral("help"));
}

/// The first step of each kind that the walk comes to, in every way to draw it.
void saveEveryStep(MainWindow& window, Scene scene, Album& album) {
    QSet<QString> seen;
    for (const bool gradients : {false, true})
        for (const Step& step : window.steps().walk(gradients)) {
            const Node& node = (*window.steps().graph())[step.node];
            const QString kind = QStringLiteral("%1 %2 %3")
                                     .arg(step.kind)
                                     .arg(static_cast<int>(node.scope.kind()))
                                     .arg(gradients);
            if (seen.contains(kind))
                continue;
            seen.insert(kind);
            QStringList views{QString::fromLatin1(matricesView)};
            for (const Station* station : stationsFor(*window.steps().graph(), node))
                views << QString::fromLatin1(station->id);
            for (const QString& view : views) {
                scene.focus = {};
                scene.focus.step = step.step;
                scene.focus.gradients = gradients;
                scene.focus.row = view == QLatin1String(matricesView) ? -1 : 1;
                scene.focus.pinned = scene.focus.row >= 0;
                scene.focus.view = view;
                go(window, scene);
                save(window, album,
                     QStringLiteral("%1%2-%3")
                         .arg(gradients ? QStringLiteral("gradient-") : QString(), step.step, view)
                         .replace(QLatin1Char('/'), QLatin1Char('-')));
            }
        }
}

/// Answers what can be answered without pointing, does the experiments, and waits for them.
void answerPage(LessonPanel& panel) {
    constexpr int longest = 90'000; ///< milliseconds of an experiment
    for (auto* list : panel.page()->findChildren<AnswerList*>())
        list->choose(0);
    for (auto* button : panel.page()->findChildren<QPushButton*>(QStringLiteral("commit")))
        button->click();
    for (auto* button : panel.page()->findChildren<QPushButton*>(QStringLiteral("tryIt"))) {
        button->click();
        QElapsedTimer time;
        time.start();
        while (button->isVisible() && time.elapsed() < 1000)
            wait(20);
        const auto* cancel =
            button->parentWidget()->findChild<QPushButton*>(QStringLiteral("cancelIt"));
        while (cancel->isVisible() && time.elapsed() < longest)
            wait(50);
    }
}

/// A page whose experiment has been done, for the help.
void saveLesson(MainWindow& window, Album& album) {
    if (!album.wants(QStringLiteral("lesson-answered")))
        return;
    window.lesson()->open(QStringLiteral("heads"));
    LessonPanel& panel = *window.lesson()->panel();
    for (const int page : {0, 1}) {
        panel.goTo(page);
        wait(settled);
        answerPage(panel);
    }
    wait(4 * settled); // until the stage shows the model that the page speaks of
    save(window, album, QStringLiteral("lesson-answered"));
}

/// A small lecture whose scenes hide, set, compare and look back.
constexpr const char* lecture = R"(```lesson
{"title": "A lecture", "idea": "Scenes.", "minutes": 5}
```

## Two norms

Six layers, two places for the norm.

```scene
{"task": "copy", "steps": 60, "model": {"layers": 2}, "compare": {"key": "norm", "values": ["pre", "post"]},
 "step": "decoder.0.cross_attn.weights"}
```

---

## A moment

As it was after ten training steps, and nothing beside it.

```scene
{"task": "copy", "steps": 60, "moment": 10, "step": "decoder.0.cross_attn.weights",
 "hide": {"docks": ["explain", "map"], "buttons": ["train", "compare"], "tasks": ["sort", "date"]}}
```
)";

void saveTeaching(MainWindow& window, Album& album) {
    constexpr int longest = 60'000; ///< milliseconds of training
    window.lesson()->open(QStringLiteral("masks"));
    wait(2 * settled);
    saveWindow<SheetDialog>(window, Command::TeacherSheet, album, QStringLiteral("sheet"));
    window.perform(Command::RoomPage, false);
    auto* room = window.findChild<PollDialog*>();
    const std::array hands = {14, 5, 3, 2, 19, 1};
    for (std::size_t i = 0; i < hands.size(); ++i)
        room->findChild<QSpinBox*>(
                (i < 3 ? QStringLiteral("before%1") : QStringLiteral("after%1")).arg(i % 3))
            ->setValue(hands[i]);
    wait(settled);
    save(*room, album, QStringLiteral("room"));
    room->findChild<QCheckBox*>()->setChecked(true);
    wait(settled);
    save(*room, album, QStringLiteral("room-right"));
    room->close();
    window.perform(Command::Help, false);
    auto* help = window.findChild<HelpDialog*>();
    auto* pages = help->findChild<QListWidget*>(QStringLiteral("pages"));
    pages->setCurrentRow(pages->count() - 1);
    wait(settled);
    save(*help, album, QStringLiteral("help-sources"));
    help->close();

    const QString path = QDir(album.folder).filePath(QStringLiteral("lecture.lesson.md"));
    write(path, lecture);
    window.lesson()->openFile(path);
    saveWindow<LectureDialog>(window, Command::ArrangePages, album,
                              QStringLiteral("lecture-pages"));
    for (const int page : {0, 1}) {
        window.lesson()->panel()->goTo(page);
        QElapsedTimer time;
        time.start();
        bool isThere = false;
        const auto connection = QObject::connect(window.lesson(), &LessonControl::arrived, &window,
                                                 [&isThere] { isThere = true; });
        if (page == 0)
            window.lesson()->panel()->goTo(page); // it may be there already
        while (!isThere && time.elapsed() < longest)
            wait(settled);
        QObject::disconnect(connection);
        wait(2 * settled);
        save(window, album, QStringLiteral("lecture-%1").arg(page + 1));
    }
    window.lesson()->panel()->showContents();
    wait(2 * settled);
    save(window, album, QStringLiteral("lecture-left"));
}

/// Every page as it is met, and again with its answers and what came out.
void saveLessons(MainWindow& window, Album& album) {
    window.perform(Command::Course, false);
    wait(settled);
    save(window, album, QStringLiteral("course"));
    LessonPanel& panel = *window.lesson()->panel();
    for (const auto& lesson : courseLessons()) {
        const QString name = QString::fromStdString(lesson->name);
        window.lesson()->open(name);
        for (int page = 0; page < panel.pageCount(); ++page) {
            panel.goTo(page);
            wait(settled);
            const QString each = QStringLiteral("%1-%2").arg(name).arg(page + 1);
            save(window, album, each);
            answerPage(panel);
            wait(settled);
            save(window, album, each + QStringLiteral("-answered"));
        }
    }
}

} // namespace

void takePictures(MainWindow& window, const QString& folder, const PictureRequest& requests) {
    if (!QDir().mkpath(folder))
        throw Error("the folder " + folder.toStdString() + " could not be made");
    Album album{folder, requests.names};
    setMotionReduced(true); // nothing is caught half way
    window.showNormal();
    window.resize(requests.size);
    window.arrange();
    if (requests.opened)
        waitForModel(window);
    else if (!requests.lessons && !requests.teaching)
        train(window);

    Scene first = window.scene();
    first.presenting = requests.presenting;
    if (requests.everyStep)
        return saveEveryStep(window, first, album);
    if (requests.family)
        return saveFamily(window, first, album);
    if (requests.teaching)
        return saveTeaching(window, album);
    if (requests.lessons)
        return saveLessons(window, album);
    if (requests.labs)
        return saveLabs(window, first, album);
    save(window, album,
         requests.opened ? QStringLiteral("real-model") : QStringLiteral("first-window"));
    if (requests.opened && !requests.names.isEmpty())
        return;
    saveDocumentation(window, first, album);
    saveLabs(window, first, album);
    if (requests.presenting)
        return;
    Scene attention = first;
    attention.focus = {};
    attention.focus.step = QStringLiteral("encoder.0.self_attn.weights");
    go(window, attention);
    saveDialogs(window, album);
    saveLab(window, attention, album); // last: these begin other runs
    saveLesson(window, album);
}

} // namespace gf
