// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/session.h"
#include "tests/app/requests.h"
#include "ui/window/main_window.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

namespace gf {

/// Trains the smallest size of `bench` on the characters of a text in `folder`, as fast as it goes,
/// but with sequences of 64 characters. The example has `length` of them.
inline void startSmallest(Session& session, MainWindow& window, const QTemporaryDir& folder,
                          int length) {
    const QString sentence =
        QStringLiteral("the quick brown fox jumps over the lazy dog and runs on");
    QFile text(folder.filePath(QStringLiteral("text.txt")));
    if (text.open(QIODevice::WriteOnly))
        for (int i = 0; i < 400; ++i)
            text.write(sentence.toUtf8() + '\n');
    text.close();

    ModelRequest request =
        test::proposedBy(session.modelForm(), QStringLiteral("text"), text.fileName());
    give(request.model, {{"architecture", "decoder"},
                         {"layers", 2},
                         {"d_model", 32},
                         {"heads", 4},
                         {"d_ff", 128},
                         {"activation", "gelu"},
                         {"positional", "learned"},
                         {"max_length", std::max(66, length + 2)}});
    give(request.training, {{"batch", 32}});
    window.intents()->send(intent::NewModel{request});
    window.intents()->send(
        intent::SetExample{{}, QString(sentence).repeated(length).left(length), 0});
}

/// Of this process, in kilobytes; 0 where the system does not tell.
inline long residentKilobytes() {
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmRSS:"))
            return line.mid(6).trimmed().split(' ').first().toLong();
    return 0;
}

} // namespace gf
