// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/glossary/glossary.h"

#include <QDialog>
#include <QHash>

class QListWidget;
class QTextBrowser;

namespace gf {

/// The first things to know, a page each with a picture of the window: resources/texts/LANGUAGE/
/// help.md and resources/help, which scripts/pictures.sh makes.
class HelpDialog : public QDialog {
    Q_OBJECT
public:
    explicit HelpDialog(QWidget* parent = nullptr);

    /// The pages, in the order in which they are read.
    static QStringList pages();
    /// The page that is shown.
    QString shown() const;

signals:
    /// A term in a page was clicked: its id in the glossary.
    void termWanted(const QString& id);
    void shortcutsWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showCurrent();

    Glossary m_glossary;
    QHash<QString, QString> m_sections;
    QListWidget* m_list;
    QTextBrowser* m_text;
};

} // namespace gf
