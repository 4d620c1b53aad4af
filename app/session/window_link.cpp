// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/window_link.h"

#include "app/session/session.h"
#include "ui/compare/compare_control.h"
#include "ui/time/time_control.h"
#include "ui/window/main_window.h"

namespace gf {

void connectWindow(Session& session, MainWindow& window) {
    session.serve(window.intents());
    session.serve(window.time()->intents());
    session.serve(window.compare()->intents());
    const auto to = &window;
    QObject::connect(&session, &Session::runOpened, to, &MainWindow::showRun);
    QObject::connect(&session, &Session::building, to, &MainWindow::showBuilding);
    QObject::connect(&session, &Session::modelMeasured, to, &MainWindow::showMeasured);
    CompareControl* compare = window.compare();
    QObject::connect(&session, &Session::twinsOffered, compare, &CompareControl::showOffer);
    QObject::connect(&session, &Session::twinBegan, compare, &CompareControl::showTwin);
    QObject::connect(&session, &Session::twinEnded, compare, &CompareControl::showRun);
    QObject::connect(&session, &Session::predicted, compare, &CompareControl::showPrediction);
    QObject::connect(&session, &Session::twinMoved, compare, &CompareControl::showNews);
    QObject::connect(&session, &Session::timeChanged, window.time(), &TimeControl::showTime);
    QObject::connect(&session, &Session::timeChanged, compare, &CompareControl::showTime);
    QObject::connect(&session, &Session::stepWalked, to, &MainWindow::showWalk);
    QObject::connect(&session, &Session::traced, to, &MainWindow::showTrace);
    QObject::connect(&session, &Session::generated, to, &MainWindow::showGeneration);
    QObject::connect(&session, &Session::interventionsChanged, to, &MainWindow::showInterventions);
    QObject::connect(&session, &Session::settingsChanged, to, &MainWindow::showSettings);
    QObject::connect(&session, &Session::statusChanged, to, &MainWindow::showStatus);
    QObject::connect(&session, &Session::lossMeasured, to, &MainWindow::showLoss);
    QObject::connect(&session, &Session::predicted, to, &MainWindow::showPrediction);
    QObject::connect(&session, &Session::exampleChosen, to, &MainWindow::showExample);
    QObject::connect(&session, &Session::exampleChecked, to, &MainWindow::showExampleProblems);
    QObject::connect(&session, &Session::diverged, to, &MainWindow::showDivergence);
    QObject::connect(&session, &Session::modelSaved, to, &MainWindow::modelSaved);
    QObject::connect(&session, &Session::noticed, to, &MainWindow::showNotice);
    QObject::connect(&session, &Session::failed, to, &MainWindow::showError);
}

void disconnectWindow(Session& session, MainWindow& window) {
    session.disconnect(&window);
    session.disconnect(window.compare());
    session.disconnect(window.time());
}

} // namespace gf
