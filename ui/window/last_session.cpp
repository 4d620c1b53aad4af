// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/last_session.h"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>

namespace gf {

namespace {

QString keyOf(const char* name) {
    return QStringLiteral("session/") + QLatin1String(name);
}

} // namespace

QString pathForUnnamedRun() {
    QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    folder.mkpath(QStringLiteral("."));
    QString name = QStringLiteral("unsaved.safetensors");
    for (int i = 2; folder.exists(name); ++i)
        name = QStringLiteral("unsaved-%1.safetensors").arg(i);
    return folder.filePath(name);
}

LastSession readLastSession() {
    const QSettings settings;
    const auto text = [&](const char* name) { return settings.value(keyOf(name)).toString(); };
    LastSession last;
    last.file = text("file");
    last.task = text("task");
    last.source = text("source");
    last.target = text("target");
    last.focus.step = text("step");
    last.focus.view = text("view");
    last.focus.head = settings.value(keyOf("head")).toInt();
    last.focus.allHeads = settings.value(keyOf("allHeads")).toBool();
    last.focus.gradients = settings.value(keyOf("gradients")).toBool();
    return last;
}

void writeLastSession(const LastSession& session) {
    QSettings settings;
    const auto write = [&](const char* name, const QVariant& value) {
        settings.setValue(keyOf(name), value);
    };
    write("file", session.file);
    write("task", session.task);
    write("source", session.source);
    write("target", session.target);
    write("step", session.focus.step);
    write("view", session.focus.view);
    write("head", session.focus.head);
    write("allHeads", session.focus.allHeads);
    write("gradients", session.focus.gradients);
}

} // namespace gf
