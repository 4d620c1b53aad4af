// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/run/live_run.h"
#include "app/session/session.h"
#include "tests/app/requests.h"
#include "tests/core/runs.h"
#include "ui/messages/intents.h"

#include <QFile>
#include <QString>
#include <QStringList>

#include <limits>
#include <string>
#include <vector>

/// Runs that a window is rarely shown, and has to bear all the same.
namespace gf::test {

inline void writeText(const QString& path, const QString& text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.toUtf8()) < 0)
        qFatal("cannot write %s", qPrintable(path));
}

/// Pairs of words for thousands of tokens.
inline QString manyWords(int words = 4000) {
    QString text;
    for (int i = 0; i < words; i += 4) {
        const auto word = [i](int at) { return QStringLiteral("word%1").arg(i + at); };
        text += word(0) + ' ' + word(1) + '\t' + word(2) + ' ' + word(3) + '\n';
    }
    return text;
}

/// Pairs of words that mean something to whoever takes them for more than text: HTML, controls,
/// right to left, accents without end, what is outside the first plane, a word without end.
inline QString hostileWords() {
    const QStringList words = {"<b>bold",
                               "</td></table>",
                               "<img/src=x>",
                               "&amp;&lt;",
                               "%1%2%n",
                               QString(QChar(0x202E)) + "abc",
                               QString::fromUtf8("שלום"),
                               QString::fromUtf8("مرحبا"),
                               QString(QChar(1)) + QChar(7) + QChar(27) + "[31m",
                               'e' + QString(QChar(0x301)).repeated(40),
                               QString::fromUtf8("👩‍👩‍👧"),
                               QString::fromUtf8("🇩🇪🇫🇷"),
                               QString(300, QChar('w')),
                               "&&menu&",
                               "\\n\\t\"'",
                               QString(QChar(0x200B)).repeated(3)};
    QString text;
    for (int i = 0; i < 60; ++i) {
        const auto word = [&](int at) { return words[(i * 7 + at * 3) % words.size()]; };
        text += word(0) + ' ' + word(1) + '\t' + word(2) + ' ' + word(3) + '\n';
    }
    return text;
}

/// Asks for a small model that learns the pairs of a file, words as tokens.
inline void learnWords(const Session& session, Intents* intents, const QString& path) {
    ModelRequest request = proposedBy(session.modelForm(), "pairs", path);
    give(request.model, {{"d_model", 16}, {"heads", 2}, {"d_ff", 16}, {"layers", 1}});
    give(request.training, {{"batch", 4}, {"schedule", "constant"}, {"tokenizer", "words"}});
    intents->send(intent::NewModel{request});
}

/// A saved run all of whose weights are `value`; NaN and infinity too, which no program writes.
inline void writeRunOf(const QString& path, float value) {
    LiveRun run("cpu", taskNamed("date"));
    const float marked = 0.31415926F; // what is put in its place
    const std::vector<float> same(run.numbers().size(), std::isfinite(value) ? value : marked);
    run.restore(same, 7);
    run.save(path.toStdString());
    if (std::isfinite(value))
        return;
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite))
        qFatal("cannot open %s", qPrintable(path));
    QByteArray bytes = file.readAll();
    bytes.replace(QByteArray(reinterpret_cast<const char*>(&marked), sizeof marked),
                  QByteArray(reinterpret_cast<const char*>(&value), sizeof value));
    file.seek(0);
    file.write(bytes);
}

/// Such runs in a folder.
inline QStringList writeExtremeRuns(const QString& folder) {
    using Limits = std::numeric_limits<float>;
    QStringList paths;
    for (const float value :
         {0.0F, 1e38F, -1e38F, 1e-45F, Limits::quiet_NaN(), Limits::infinity()}) {
        paths += folder + QStringLiteral("/weights_%1.safetensors").arg(paths.size());
        writeRunOf(paths.back(), value);
    }
    return paths;
}

/// A small model of a family, what it differs in from what its task proposes.
struct FamilyRun {
    const char* task;
    FieldValues keys = {};

    std::string name() const {
        std::string name = task;
        for (const auto& [key, value] : keys)
            name += ' ' + key + '=' + choiceOf(value);
        return name;
    }
};

inline std::vector<FamilyRun> familyRuns() {
    return {
        {"date"},
        {"date", {{"positional", "learned"}}},
        {"date", {{"positional", "relative"}}},
        {"date", {{"positional", "rotary"}}},
        {"date", {{"positional", "alibi"}}},
        {"date", {{"positional", "none"}}},
        {"date", {{"mixer", "mean"}}},
        {"date", {{"mixer", "convolution"}}},
        {"reverse", {{"architecture", "encoder"}}},
        {"reverse", {{"architecture", "decoder"}}},
        {"date", {{"family", "recurrent"}, {"alignment", "none"}}},
        {"date", {{"family", "recurrent"}, {"alignment", "general"}, {"cell", "rnn"}}},
        {"date", {{"family", "recurrent"}, {"alignment", "bahdanau"}}},
        {"translation", {{"family", "recurrent"}, {"alignment", "concat"}}},
        {"repeat", {{"residual", "parallel"}, {"rotary_share", 0.5}, {"window", 4}}},
        {"repeat", {{"tie_query_key", true}}},
        {"repeat", {{"qk_norm", true}, {"norm_gain_offset", 1}, {"positional", "learned"}}},
        {"date", {{"positional", "buckets"}, {"output_scale", true}}},
        {"translation",
         {{"sinusoid_order", "halves"}, {"decoder_layers", 1}, {"decoder_heads", 2}}},
        {"cloze"},
        {"series"},
        {"series", {{"family", "recurrent"}, {"alignment", "general"}}},
        {"salesman"},
        {"caption"},
    };
}

/// A saved run of each, after six steps.
inline QStringList writeFamilyRuns(const QString& folder) {
    QStringList paths;
    for (const FamilyRun& run : familyRuns()) {
        paths += folder + QStringLiteral("/family_%1.safetensors").arg(paths.size());
        savedRun(*makeBackend("cpu"), run.task, paths.back().toStdString(), run.keys);
    }
    return paths;
}

} // namespace gf::test
