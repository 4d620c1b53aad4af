// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_dialog.h"

#include "ui/compare/comparison_text.h"
#include "ui/language/plain_text.h"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>

#include <algorithm>

namespace gf {

namespace {

constexpr int frameHeight = 40; ///< of a window, at most

/// A table that is scrolled where the screen has no room for all of it.
QScrollArea* scrolled(QWidget* table) {
    auto* area = new QScrollArea;
    area->setWidget(table);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus); // its buttons have it
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (QWidget* layer : {area->viewport(), table}) // the dialog's ground shows
        layer->setAutoFillBackground(false);
    return area;
}

} // namespace

CompareDialog::CompareDialog(const ComparisonOffer& offer, QWidget* parent)
    : QDialog(parent), m_offer(offer), m_changes(new QButtonGroup(this)),
      m_layers(new QSpinBox(this)) {
    setWindowTitle(tr("Compare runs"));
    auto* rows = new QVBoxLayout(this);
    auto* words =
        new PlainLabel(tr("This model and a twin, or two, are trained from the beginning, in step: "
                          "the same seed, the same data, one difference."),
                       this);
    words->setWordWrap(true);
    words->setMinimumWidth(540); // of the dialog it would stand above what its table needs
    rows->addWidget(words);

    auto* table = new QWidget;
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(1); // most models' finds room on a screen of 640 pixels
    grid->setColumnStretch(0, 1);
    const auto heading = [&](int column, const QString& text) {
        auto* label = new PlainLabel(text, this);
        QFont bold = label->font();
        bold.setBold(true);
        label->setFont(bold);
        grid->addWidget(label, 0, column);
    };
    heading(0, tr("The one difference"));
    heading(1, tr("A: this model"));
    heading(2, tr("B: its twin"));
    auto* why = new PlainLabel(this);
    QStringList lacking;
    for (int i = 0; i < m_offer.choices.size(); ++i) {
        const ComparisonChoice& choice = m_offer.choices[i];
        if (isLacking(choice)) { // a row for each would make the dialog higher than small screens
            lacking += titleOf(choice);
            continue;
        }
        auto* button = new QRadioButton(titleOf(choice), this);
        button->setObjectName(choice.key);
        button->setEnabled(choice.possible);
        button->setToolTip(plainTip(choice.possible ? whyOf(choice) : obstacleOf(choice)));
        m_changes->addButton(button, i);
        grid->addWidget(button, i + 1, 0);
        if (choice.possible) {
            grid->addWidget(new PlainLabel(comparisonText(choice, choice.values.front()), this),
                            i + 1, 1);
            QStringList others = comparisonTexts(choice).mid(1);
            if (choice.comparedRuns() > 1)
                others.last() = tr("C: %1").arg(others.last());
            grid->addWidget(new PlainLabel(others.join(QStringLiteral(" · ")), this), i + 1, 2);
        } else {
            auto* obstacle = new PlainLabel(obstacleOf(choice), this);
            obstacle->setEnabled(false);
            grid->addWidget(obstacle, i + 1, 1, 1, 2);
        }
        if (choice.possible && !m_changes->checkedButton())
            button->setChecked(true);
    }
    QScrollArea* const area = scrolled(table);
    rows->addWidget(area);
    if (!lacking.isEmpty()) {
        auto* none = new PlainLabel(
            tr("This model has nothing of the kind: %1").arg(lacking.join(QStringLiteral(" · "))),
            this);
        none->setObjectName(QStringLiteral("lacking"));
        none->setWordWrap(true);
        none->setForegroundRole(QPalette::PlaceholderText);
        rows->addWidget(none);
    }

    why->setWordWrap(true);
    why->setObjectName(QStringLiteral("why"));
    why->setMinimumHeight(3 * why->fontMetrics().lineSpacing());
    why->setAlignment(Qt::AlignTop);
    const auto explain = [this, why] {
        if (const int at = m_changes->checkedId(); at >= 0)
            why->setText(whyOf(m_offer.choices[at]));
    };
    connect(m_changes, &QButtonGroup::idToggled, this, explain);
    explain();
    rows->addWidget(why);

    m_layers->setObjectName(QStringLiteral("layers"));
    m_layers->setRange(1, std::max({1, offer.layers, offer.mostLayers}));
    m_layers->setValue(offer.layers);
    m_layers->setToolTip(tr("What norms do to gradients shows from about six layers on"));
    auto* lastRow = new QHBoxLayout;
    auto* layersName = new PlainLabel(tr("&Layers of each"), this);
    layersName->setBuddy(m_layers);
    lastRow->addWidget(layersName);
    lastRow->addWidget(m_layers);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    QPushButton* begin = buttons->button(QDialogButtonBox::Ok);
    begin->setText(tr("Compare"));
    begin->setEnabled(m_changes->checkedButton() != nullptr);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    lastRow->addWidget(buttons, 1);
    rows->addLayout(lastRow);
    const QSize whole = table->sizeHint();
    const int others = sizeHint().height() - area->sizeHint().height();
    const int most = screen()->availableGeometry().height() - frameHeight - others;
    const bool fits = whole.height() <= most;
    area->setMinimumSize(whole.width() + (fits ? 0 : area->verticalScrollBar()->sizeHint().width()),
                         fits ? whole.height() : most);
    // The changes come first for the keyboard too.
    if (QAbstractButton* first = m_changes->checkedButton()) {
        setTabOrder(first, m_layers);
        first->setFocus();
    }
}

QString CompareDialog::change() const {
    const int at = m_changes->checkedId();
    return at < 0 ? QString() : m_offer.choices[at].key;
}

int CompareDialog::layers() const {
    return m_layers->value();
}

} // namespace gf
