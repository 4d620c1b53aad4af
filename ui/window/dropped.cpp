// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dropped.h"

#include "core/lesson/packed_lesson.h"
#include "ui/language/tr.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMimeData>
#include <QStringDecoder>
#include <QUrl>

#include <algorithm>

namespace gf {

namespace {

constexpr qint64 looked = 64 * 1024; ///< bytes from the beginning

/// Whether each line, the last one aside where it may be cut, has one tab between two sides.
bool hasPairs(const QByteArray& text, bool whole) {
    QList<QByteArray> lines = text.split('\n');
    if (!whole)
        lines.removeLast();
    int pairs = 0;
    for (const QByteArray& line : lines) {
        const QByteArray content = line.trimmed();
        if (content.isEmpty())
            continue;
        if (content.count('\t') != 1)
            return false;
        ++pairs;
    }
    return pairs > 0;
}

/// Whether nothing but numbers stands behind the first line, in which columns may have names. The
/// last line may be cut.
bool hasNumbers(const QByteArray& text) {
    constexpr QByteArrayView ofNumbers = "0123456789.,;+-eE\t\r\" ";
    const qsizetype names = text.indexOf('\n');
    const QByteArrayView rest = QByteArrayView(text).sliced(names + 1);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return names >= 0 && std::ranges::any_of(rest, isDigit) &&
           std::ranges::all_of(rest, [&](char c) { return c == '\n' || ofNumbers.contains(c); });
}

/// A table by its name is one even where something in it is no number: who reads it says where.
TaskFile contentOf(const QString& suffix, const QByteArray& begin, bool whole) {
    if (suffix.compare(QLatin1String("csv"), Qt::CaseInsensitive) == 0)
        return TaskFile::Table;
    if (hasPairs(begin, whole))
        return TaskFile::Pairs;
    return hasNumbers(begin) ? TaskFile::Table : TaskFile::Text;
}

/// A file that stands for the folder of a real model, as save_pretrained writes it.
bool isPartOfModel(const QFileInfo& info) {
    const QString name = info.fileName();
    return info.isFile() && (name == QLatin1String("config.json") ||
                             name == QLatin1String("model.safetensors.index.json"));
}

/// Whether a folder is that of a model, of moments of its training, or of an adapter to one: the
/// engine opens it, or says what it is and what to do.
bool isOfModel(const QDir& folder) {
    const QStringList moments{QStringLiteral("*step*"), QStringLiteral("*checkpoint*")};
    return !folder.entryList(moments, QDir::Dirs).isEmpty() ||
           !folder
                .entryList({QStringLiteral("config.json"), QStringLiteral("adapter_config.json"),
                            QStringLiteral("adapter_model.safetensors")},
                           QDir::Files)
                .isEmpty();
}

/// UTF-8 without zero bytes; a character that the end of what is looked at cuts is one.
bool isText(const QByteArray& bytes) {
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder(bytes);
    return !bytes.contains('\0') && !decoder.hasError() && !decoded.isEmpty();
}

} // namespace

Dropped droppedFile(const QMimeData* data) {
    Dropped dropped;
    if (!data->hasUrls() || data->urls().isEmpty())
        return dropped;
    const QUrl url = data->urls().constFirst();
    dropped.kind = Dropped::Kind::Unknown;
    if (data->urls().size() > 1) {
        dropped.problem = tr("One file at a time, please.");
        return dropped;
    }
    return lookAtFile(url.toLocalFile());
}

Dropped lookAtFile(const QString& path) {
    Dropped dropped;
    dropped.kind = Dropped::Kind::Unknown;
    dropped.path = QDir::cleanPath(path); // that of a folder may end with a slash
    const QFileInfo info(dropped.path);
    QFile file(dropped.path);
    if (info.isDir() && !isOfModel(QDir(dropped.path))) {
        dropped.problem =
            tr("The folder %1 has no config.json, as that of a model has.").arg(info.fileName());
        return dropped;
    }
    if (info.isDir() || isPartOfModel(info)) {
        dropped.kind = Dropped::Kind::Model;
        return dropped;
    }
    if (!info.isFile() || !file.open(QIODevice::ReadOnly)) {
        dropped.problem = tr("This is no file that can be read here.");
        return dropped;
    }
    if (info.suffix().compare(QLatin1String("safetensors"), Qt::CaseInsensitive) == 0) {
        dropped.kind = Dropped::Kind::Model;
        return dropped;
    }
    if (path.endsWith(QLatin1String(".lesson.md"), Qt::CaseInsensitive) ||
        isPackedLesson(path.toStdString())) {
        dropped.kind = Dropped::Kind::Lesson;
        return dropped;
    }
    const QByteArray begin = file.read(looked);
    if (!isText(begin)) {
        dropped.problem = tr("%1 is neither a saved model (.safetensors) nor a text in UTF-8.")
                              .arg(info.fileName());
        return dropped;
    }
    dropped.kind = Dropped::Kind::Data;
    dropped.content = contentOf(info.suffix(), begin, begin.size() < looked);
    return dropped;
}

QString Dropped::sentence() const {
    const QFileInfo info(path);
    const QString name = info.fileName();
    if (kind == Kind::Model)
        return tr("Drop it here to open the model %1.")
            .arg(isPartOfModel(info) ? info.dir().dirName() : name);
    if (kind == Kind::Lesson)
        return tr("Drop it here to open the lesson %1.").arg(name);
    switch (content) {
    case TaskFile::Text:
        return tr("Drop it here to learn from the text %1.").arg(name);
    case TaskFile::Pairs:
        return tr("Drop it here to learn from the pairs in %1.").arg(name);
    case TaskFile::Table:
        return tr("Drop it here to learn from the table %1.").arg(name);
    case TaskFile::None:
        break;
    }
    return problem;
}

} // namespace gf
