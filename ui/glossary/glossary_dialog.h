// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/glossary/glossary.h"

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace gf {

/// All terms with their definitions and sources: a field to search, a list, and the chosen entry,
/// whose own terms are links. Not modal: it can stay open beside the window.
class GlossaryDialog : public QDialog {
    Q_OBJECT
public:
    explicit GlossaryDialog(QWidget* parent = nullptr);

    /// Goes to an entry; an unknown id shows the first one.
    void showEntry(const QString& id);
    /// The id of the entry that is shown.
    QString shown() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const QString& text);
    void showCurrent();

    Glossary m_glossary;
    QLineEdit* m_search;
    QListWidget* m_list;
    QTextBrowser* m_text;
};

} // namespace gf
