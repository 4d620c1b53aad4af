// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/outcome.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace gf::test {

/// Runs the program as a person would, in a folder with models and data.
class CommandFolder : public QObject {
protected:
    /// For initTestCase().
    void prepare() {
        QVERIFY(m_folder.isValid());
        write("tiny.json", R"({"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16})");
        write("ids.json", R"({"layers": 1, "d_model": 16, "heads": 2, "d_ff": 16, "max_length": 8,
                              "source_vocab": 12, "target_vocab": 10})");
        write("bad.json", R"({"layers": 1, "d_model": 16, "heads": 3})");
        write("unknown.json", R"({"layer": 1})");
        write("broken.json", R"({"layers": 1)");
        write("pairs.tsv",
              QByteArray("eins\tone\nzwei\ttwo\ndrei\tthree\nvier\tfour\n").repeated(8));
        QCOMPARE(::mkfifo(stdPath("pipe").c_str(), 0600), 0);
        QVERIFY(QFile::link("nowhere/file", path("dangling")));
        write("text.txt",
              QByteArray("the cat sat on the mat and the dog lay on the log.\n").repeated(30));
        QVERIFY(QFile::link("pairs.tsv", path("link.tsv")));
        QCOMPARE(::link(stdPath("pairs.tsv").c_str(), stdPath("hard.tsv").c_str()), 0);
        for (const QStringList& training :
             {tinyTraining("run.safetensors"),
              QStringList{"train", "--task", "pairs", "--data", "pairs.tsv", "--config",
                          "tiny.json", "--steps", "1", "--save", "remembers.st"}}) {
            const Outcome trained = run(training);
            QVERIFY2(trained.status == 0, qPrintable(trained.err));
        }
    }

    Outcome run(const QStringList& arguments) const {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        // None of the sub-commands may need a display.
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove("QT_QPA_PLATFORM");
        environment.remove("DISPLAY");
        environment.remove("WAYLAND_DISPLAY");
        process.setProcessEnvironment(environment);
        process.start(GF_PROGRAM, arguments);
        return finished(process);
    }

    QString path(const QString& name) const { return m_folder.filePath(name); }
    std::string stdPath(const QString& name) const { return path(name).toStdString(); }

    void write(const QString& name, const QByteArray& content) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }

    QByteArray read(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// Arguments of a run that takes no time.
    QStringList tinyTraining(const QString& save, int steps = 6) const {
        return {"train",    "--task",    "reverse",
                "--config", "tiny.json", "--batch",
                "4",        "--steps",   QString::number(steps),
                "--save",   save};
    }

    QTemporaryDir m_folder;
};

} // namespace gf::test
