// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/last_session.h"

#include "core/platform/files.h"
#include "core/tensor/error.h"
#include "ui/scene/scene_json.h"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>

namespace gf {

namespace {

constexpr auto sceneSetting = "session/scene";

/// Before there were scenes, each of these had a key of its own.
std::optional<Scene> earlierSession(const QSettings& settings) {
    const auto text = [&](const char* key) { return settings.value(key).toString(); };
    Scene scene;
    scene.run = {text("session/task"), text("session/file")};
    scene.example = {text("session/source"), text("session/target"), 0};
    scene.focus.step = text("session/step");
    scene.focus.view = text("session/view");
    scene.stage.numbers = settings.value("stage/numbers").toBool();
    return scene.run.file.isEmpty() ? std::nullopt : std::optional(scene);
}

} // namespace

QString pathForUnnamedRun() {
    QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    folder.mkpath(QStringLiteral("."));
    return folder.filePath(QStringLiteral("unsaved.safetensors"));
}

std::filesystem::path recoveryFolder() {
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    return pathOf(folder.filePath(QStringLiteral("recovery")).toStdString());
}

std::optional<Scene> readLastSession() {
    const QSettings settings;
    const QString json = settings.value(sceneSetting).toString();
    if (json.isEmpty())
        return earlierSession(settings);
    try {
        return ofNextStart(sceneFromJson(json.toUtf8()));
    } catch (const Error&) {
        return std::nullopt; // changed by somebody else
    }
}

void writeLastSession(const Scene& scene) {
    QSettings settings;
    settings.remove(QStringLiteral("session")); // with what earlier versions wrote
    settings.setValue(sceneSetting, QString::fromUtf8(toJson(scene)));
}

} // namespace gf
