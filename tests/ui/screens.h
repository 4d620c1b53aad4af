// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGuiApplication>
#include <QScreen>
#include <QTemporaryFile>

namespace gf::test {

/// The offscreen platform has a single screen that is smaller than any projector. Instead: a
/// lecturer's own, which is the primary one, and a small and a large projector. They come by their
/// names. For before the application.
inline void haveScreens() {
    static QTemporaryFile file;
    if (!file.open())
        return;
    file.write(R"({"screens": [
        {"name": "1 own", "x": 0, "y": 0, "width": 1280, "height": 720, "logicalDpi": 96},
        {"name": "2 small", "x": 1280, "y": 0, "width": 1280, "height": 720, "logicalDpi": 96},
        {"name": "3 large", "x": 2560, "y": 0, "width": 1920, "height": 1080, "logicalDpi": 96}]})");
    file.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + file.fileName().toUtf8());
}

/// The projector of a size; null where there is none.
inline QScreen* projectorOf(const QSize& size) {
    for (QScreen* screen : QGuiApplication::screens())
        if (screen->size() == size && screen != QGuiApplication::primaryScreen())
            return screen;
    return nullptr;
}

} // namespace gf::test
