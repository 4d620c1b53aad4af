// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>

namespace gf::test {

constexpr int programPatience = 120'000; ///< ms; far more than any call of the program needs

/// What the program printed and returned.
struct Outcome {
    int status = -1; ///< −1: a signal ended it
    QString out;
    QString err;

    bool isOneLineError() const {
        return out.isEmpty() && err.startsWith("glassformer: error: ") && err.count('\n') == 1;
    }
};

/// Waits for the end of a program that was started.
inline Outcome finished(QProcess& process) {
    Outcome outcome;
    if (process.waitForFinished(programPatience) && process.exitStatus() == QProcess::NormalExit)
        outcome.status = process.exitCode();
    outcome.out = QString::fromUtf8(process.readAllStandardOutput()).replace("\r\n", "\n");
    outcome.err = QString::fromUtf8(process.readAllStandardError()).replace("\r\n", "\n");
    return outcome;
}

} // namespace gf::test
