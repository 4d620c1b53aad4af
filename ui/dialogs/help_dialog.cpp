// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/help_dialog.h"

#include "ui/controls/shortcuts.h"
#include "ui/language/language.h"
#include "ui/language/plain_text.h"
#include "ui/steps/step_texts.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QHBoxLayout>
#include <QImage>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QTextFrame>
#include <QTextTable>

#include <algorithm>

namespace gf {

namespace {

constexpr int margin = 14; ///< pixels around the text

/// Shows the pictures of the help, never wider than itself.
class PageBrowser : public PageView {
public:
    using PageView::PageView;

    QVariant loadResource(int type, const QUrl& name) override {
        if (type != QTextDocument::ImageResource)
            return PageView::loadResource(type, name);
        // As the text lies beside the pictures in the sources: ../../help/en/look.png
        QImage picture(QStringLiteral(":/help/") + name.path().section(QLatin1String("help/"), 1));
        if (picture.isNull())
            return PageView::loadResource(type, name);
        const double ratio = devicePixelRatioF();
        const int room = viewport()->width() - 2 * margin;
        const int width = std::clamp(room, 1, picture.width());
        picture = picture.scaledToWidth(static_cast<int>(width * ratio), Qt::SmoothTransformation);
        picture.setDevicePixelRatio(ratio);
        return picture;
    }
};

} // namespace

HelpDialog::HelpDialog(QWidget* parent)
    : QDialog(parent), m_list(new QListWidget(this)), m_text(new PageBrowser(this)) {
    setWindowTitle(tr("Help"));
    QFile file(QStringLiteral(":/texts/%1/help.md").arg(textLanguage()));
    if (file.open(QIODevice::ReadOnly))
        m_sections =
            StepTexts::sectionsOf(withCommandsInMarkdown(QString::fromUtf8(file.readAll())));
    m_list->setObjectName(QStringLiteral("pages"));
    m_list->setAccessibleName(tr("Pages"));
    for (const QString& page : pages()) {
        auto* item = new QListWidgetItem(m_sections.value(page).section('\n', 0, 0), m_list);
        item->setData(Qt::UserRole, page);
    }
    m_list->setSpacing(1);
    m_list->setFixedWidth(m_list->sizeHintForColumn(0) + 24);
    m_text->setObjectName(QStringLiteral("page"));
    m_text->setAccessibleName(tr("Page"));
    m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // its coming would move the text
    m_text->document()->setDocumentMargin(margin);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* keys = buttons->addButton(tr("Keyboard…"), QDialogButtonBox::ActionRole);
    keys->setToolTip(tr("All shortcuts on one page, to be looked up and changed"));
    connect(keys, &QPushButton::clicked, this, &HelpDialog::shortcutsWanted);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* halves = new QHBoxLayout;
    halves->addWidget(m_list);
    halves->addWidget(m_text, 1);
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(halves, 1);
    rows->addWidget(buttons);
    resize(940, 600);

    connect(m_list, &QListWidget::currentItemChanged, this, &HelpDialog::showCurrent);
    connect(m_text, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& link) { emit termWanted(Glossary::idOf(link.toString())); });
    m_list->setCurrentRow(0);
}

QStringList HelpDialog::pages() {
    return {QStringLiteral("look"),   QStringLiteral("cell"),   QStringLiteral("worlds"),
            QStringLiteral("step"),   QStringLiteral("time"),   QStringLiteral("compare"),
            QStringLiteral("write"),  QStringLiteral("course"), QStringLiteral("python"),
            QStringLiteral("sources")};
}

QString HelpDialog::shown() const {
    const QListWidgetItem* item = m_list->currentItem();
    return item ? item->data(Qt::UserRole).toString() : QString();
}

void HelpDialog::showCurrent() {
    const QString section = m_sections.value(shown());
    m_text->setMarkdown(
        QStringLiteral("### %1\n\n%2")
            .arg(section.section('\n', 0, 0), m_glossary.linked(section.section('\n', 1))));
    // As wide as the page, a table can come out a pixel wider, by rounding.
    for (QTextFrame* frame : m_text->document()->rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setWidth(QTextLength(QTextLength::PercentageLength, 99));
            table->setFormat(format);
        }
}

/// The picture follows the width.
void HelpDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    const int place = m_text->verticalScrollBar()->value();
    showCurrent();
    m_text->verticalScrollBar()->setValue(place);
}

} // namespace gf
