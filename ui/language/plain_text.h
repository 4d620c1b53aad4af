// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPoint>
#include <QRect>
#include <QString>
#include <QTextBrowser>

#include <vector>

namespace gf {

// What comes from a person, a file or a model is shown letter by letter and is never a document:
// Qt takes a text with a tag in it for HTML, and HTML reads files. Tool tips, labels and browsers
// of the window are made with what stands here (tests/architecture/check_texts.py).

/// The text for a tool tip: lines of a readable length, the end of a very long text left out, and
/// nothing in it that Qt would follow.
QString plainTip(const QString& text);

/// Shows the text as a tool tip of `widget` until the pointer leaves `area`; an empty area: until
/// it leaves the place. Not over `clear`, where the screen has room beside that.
void showTip(const QPoint& globalPosition, const QString& text, QWidget* widget,
             const QRect& area = {}, const QRect& clear = {});
/// Where a tip of that size is to be: at the side of `clear` that is nearest to the pointer and has
/// room on the screen; at the pointer where none has.
QPoint placeOfTip(const QPoint& pointer, const QSize& tip, const QRect& clear, const QRect& screen);

/// The text in one line of at most `most` letters: "⏎" and "⇥" stand for line ends and tabs, the
/// code for what has no shape, "…" for the rest.
QString oneLine(const QString& text, qsizetype most = 400);

/// A label that shows its text letter by letter.
class PlainLabel : public QLabel {
public:
    explicit PlainLabel(QWidget* parent = nullptr) : PlainLabel(QString(), parent) {}
    explicit PlainLabel(const QString& text, QWidget* parent = nullptr) : QLabel(text, parent) {
        setTextFormat(Qt::PlainText);
    }
};

/// A browser that reads no file and follows no link: who is interested asks for anchorClicked.
class PageView : public QTextBrowser {
public:
    explicit PageView(QWidget* parent = nullptr) : QTextBrowser(parent) { setOpenLinks(false); }

    QVariant loadResource(int type, const QUrl& name) override;
};

/// Where a text may be cut: before each character as a person sees it, a letter with its accents
/// and a flag of two letters alike, and at the end. 0 comes first, the size last.
std::vector<qsizetype> placesToCut(const QString& text);

/// The text as it is, or its beginning with "…": at most so many characters as a person sees them.
QString shortened(const QString& text, int most);

} // namespace gf
