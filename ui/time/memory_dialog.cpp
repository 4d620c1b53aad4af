// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time/memory_dialog.h"

#include "ui/language/plain_text.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>
#include <QSpinBox>

namespace gf {

namespace {

constexpr qint64 mebibyte = 1 << 20;
constexpr int mostMebibytes = 4096;

} // namespace

MemoryDialog::MemoryDialog(const TimeStatus& status, QWidget* parent)
    : QDialog(parent), m_limit(new QSpinBox(this)), m_use(new PlainLabel(QString(), this)),
      m_keep(new QCheckBox(tr("&Save the moments with the model"), this)) {
    setWindowTitle(tr("Memory of the time machine"));
    auto* words = new PlainLabel(
        tr("The run remembers moments of itself: all of them while it is young, fewer and evenly "
           "spread as it grows, never more than this. They lie in a temporary file, not in the "
           "computer's memory."),
        this);
    words->setWordWrap(true);
    m_limit->setObjectName(QStringLiteral("historyLimit"));
    m_limit->setRange(1, mostMebibytes);
    m_limit->setSuffix(tr(" MiB"));
    m_limit->setValue(static_cast<int>(status.limit / mebibyte));
    m_use->setObjectName(QStringLiteral("historyUse"));
    showUse(status);
    m_keep->setObjectName(QStringLiteral("keepHistory"));
    m_keep->setChecked(status.keptInFile);
    m_keep->setToolTip(tr("Writes them into a second file beside the model"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QFormLayout(this);
    rows->addRow(words);
    rows->addRow(tr("&At most"), m_limit);
    rows->addRow(QString(), m_use);
    rows->addRow(m_keep);
    rows->addRow(buttons);
    setMinimumWidth(420);
}

void MemoryDialog::showUse(const TimeStatus& status) {
    const auto size = [](qint64 bytes) { return QLocale().formattedDataSize(bytes, 1); };
    m_use->setText(tr("%1 in use; one moment of this model takes %2")
                       .arg(size(status.bytes), size(status.checkpointBytes)));
}

qint64 MemoryDialog::limit() const {
    return m_limit->value() * mebibyte;
}

bool MemoryDialog::keepInFile() const {
    return m_keep->isChecked();
}

} // namespace gf
