// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_header.h"

#include "ui/figure/mask_legend.h"
#include "ui/language/plain_text.h"
#include "ui/theme/presented_text.h"
#include "ui/theme/theme.h"
#include "ui/theme/type_scale.h"

#include <QAction>
#include <QLabel>
#include <QTextDocument>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace gf {

namespace {

constexpr int headerMargin = 20;
constexpr double ofTitle = type::title;
constexpr int factsGap = 12;    ///< before the legend of hatches
constexpr int switchFrame = 10; ///< pixels of a switch above and below its word

/// In one line as wide as it may be: what matters least goes.
QString inOneLine(QStringList facts, const QFont& font, int width) {
    QTextDocument line;
    line.setDefaultFont(font);
    line.setDocumentMargin(0);
    while (true) {
        const QString text = facts.join(QStringLiteral(" &nbsp;·&nbsp; "));
        line.setHtml(text);
        if (line.idealWidth() <= width || facts.size() <= 1)
            return text;
        facts.removeLast();
    }
}

} // namespace

StageHeader::StageHeader(QWidget* stage)
    : m_stage(stage), m_title(new PlainLabel(stage)), m_facts(new QLabel(stage)),
      m_masks(new MaskLegend(stage)), m_titleRow(new QHBoxLayout) {
    QFont large = scaledFont(stage->font(), ofTitle);
    large.setBold(true);
    m_title->setFont(large);
    m_title->setWordWrap(true);
    m_title->setObjectName(QStringLiteral("stageTitle"));
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_facts->setTextFormat(Qt::RichText);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setObjectName(QStringLiteral("stageFacts"));
    setContentsMargins(headerMargin, 12, headerMargin, 0);
    setSpacing(2);
    m_titleRow->addWidget(m_title, 1);
    // Of a row in which nothing is shown Qt says that it is at most 0 wide, and asks how high the
    // buttons below it are in no width.
    m_titleRow->addItem(new QSpacerItem(0, 0, QSizePolicy::MinimumExpanding));
    // As high as a switch would be: two stages beside each other stand level.
    m_title->setMinimumHeight(stage->fontMetrics().height() + switchFrame);
    m_title->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    addLayout(m_titleRow);
    auto* factsRow = new QHBoxLayout;
    factsRow->setSpacing(factsGap);
    factsRow->addWidget(m_facts, 1);
    factsRow->addItem(new QSpacerItem(0, 0, QSizePolicy::MinimumExpanding)); // as above
    factsRow->addWidget(m_masks);
    addLayout(factsRow);
}

void StageHeader::addSwitch(QAction* action) {
    auto* button = new QToolButton(m_stage);
    button->setDefaultAction(action);
    button->setFocusPolicy(Qt::TabFocus);
    button->setProperty("alone", true); // it would look like a title without a frame
    m_titleRow->addWidget(button, 0, Qt::AlignTop);
    m_switches += button;
}

void StageHeader::showSwitches(bool matrices) {
    for (QToolButton* button : std::as_const(m_switches)) {
        // The title keeps its lines where a drawing has no use for the switch.
        QSizePolicy policy = button->sizePolicy();
        policy.setRetainSizeWhenHidden(m_shown);
        button->setSizePolicy(policy);
        button->setVisible(m_shown && matrices);
    }
}

void StageHeader::showTitleAlone(const QString& title) {
    m_title->setText(title);
    m_facts->clear();
    m_facts->setVisible(false);
    m_title->setVisible(m_shown && !title.isEmpty());
}

void StageHeader::showTitle(const QString& title, const QString& narrower, bool keepsFacts) {
    m_title->setVisible(m_shown);
    m_facts->setVisible(m_shown || keepsFacts);
    m_masks->setRoom((m_stage->width() - 2 * headerMargin) / 2);
    writeTitle(title, narrower);
}

void StageHeader::writeFacts(const QStringList& facts, const QString& tip) {
    m_facts->setToolTip(plainTip(tip));
    m_facts->setText(QStringLiteral("<span style=\"color:%1\">%2</span>")
                         .arg(Theme::of(m_stage->palette()).mutedText.name(),
                              inOneLine(facts, m_facts->font(), roomForFacts())));
}

bool StageHeader::setMasks(const std::vector<Hidden>& masks) {
    if (masks == m_masks->masks())
        return false;
    m_masks->setMasks(masks);
    return true;
}

int StageHeader::height() const {
    return hasHeightForWidth() ? heightForWidth(m_stage->width()) : sizeHint().height();
}

/// On one line where letters that are a little smaller allow it, or the narrower words: a second
/// line is taken from the matrices.
void StageHeader::writeTitle(QString title, QString narrower) {
    constexpr double smallest = 0.78; ///< of its usual size
    constexpr double finer = 0.97;    ///< letters do not shrink as evenly as their size
    double room = m_stage->width() - 2 * headerMargin;
    for (const QToolButton* button : std::as_const(m_switches))
        room -= button->sizeHint().width() + m_titleRow->spacing();
    QFont letters = m_title->font();
    const double full = ofTitle * m_stage->font().pointSizeF();
    const auto fits = [&](const QString& text) {
        return QFontMetricsF(letters).horizontalAdvance(text) * 1.01 <= room;
    };
    const auto fitsSmaller = [&](const QString& text) {
        for (double size = full; size >= smallest * full; size *= finer) {
            letters.setPointSizeF(size);
            if (fits(text))
                return true;
        }
        letters.setPointSizeF(full);
        return false;
    };
    if (!fitsSmaller(title)) {
        title = std::move(narrower);
        fitsSmaller(title);
    }
    // No line begins with the sign between two parts, or is a symbol alone.
    title.replace(QStringLiteral(" · "), QChar::Nbsp + QStringLiteral("· "));
    if (const qsizetype last = title.size() - 2; last > 0 && title[last] == QLatin1Char(' '))
        title[last] = QChar::Nbsp;
    if (letters.pointSizeF() != m_title->font().pointSizeF())
        m_title->setFont(letters);
    m_title->setText(title);
}

int StageHeader::roomForFacts() const {
    const int legend = m_masks->isHidden() ? 0 : m_masks->sizeHint().width() + factsGap;
    return m_stage->width() - 2 * headerMargin - legend;
}

} // namespace gf
