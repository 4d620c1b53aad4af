// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QJsonObject>
#include <QString>

#include <vector>

class QListWidget;
class QPushButton;

namespace gf {

/// A lesson's file in its pages, so that they can be put in another order and named anew; what
/// stands on them is left as it is, letter by letter.
struct LectureText {
    struct Page {
        QString title;
        QString rest; ///< what follows the line with the title

        /// Puts a block with a scene in the place of its last one, which keeps its id and what it
        /// hides.
        void show(QJsonObject scene);
    };
    QString head; ///< up to the first page
    std::vector<Page> pages;

    /// Of a text that parseLesson() reads.
    static LectureText of(const QString& text);
    QString text() const;
};

/// A title as the line of a page can have it: one line, without what lessons give a meaning.
QString plainTitle(QString title);

/// The pages of a lecture: dragged or moved into another order, named anew, taken out.
class LectureDialog : public QDialog {
    Q_OBJECT
public:
    explicit LectureDialog(LectureText lecture, QWidget* parent = nullptr);

    /// As the person has arranged it.
    LectureText lecture() const;

private:
    void move(int by);
    void remove();
    void refresh();

    LectureText m_before;
    QListWidget* m_list;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_remove;
};

} // namespace gf
