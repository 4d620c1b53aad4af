// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/main_window.h"

#include <QSettings>
#include <QTest>

#include <memory>

namespace gf {

/// A window as at the very first start, active and as large as the smallest that people have: the
/// screen of the tests is smaller still.
inline std::unique_ptr<MainWindow> freshWindow() {
    QSettings().clear();
    auto window = std::make_unique<MainWindow>();
    window->restore();
    window->setWindowState(Qt::WindowNoState);
    window->resize(1024, 640);
    window->show();
    window->activateWindow();
    return QTest::qWaitForWindowActive(window.get()) ? std::move(window) : nullptr;
}

} // namespace gf
