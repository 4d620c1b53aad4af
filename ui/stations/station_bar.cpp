// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_bar.h"

#include "ui/language/plain_text.h"
#include "ui/stations/stations.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLayout>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gf {

namespace {

/// Puts widgets beside each other, and on a next line where a line is full, so that a row of
/// buttons never makes a window wider.
class FlowLayout : public QLayout {
public:
    explicit FlowLayout(QWidget* parent);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& area) override;

private:
    int arrange(const QRect& area, bool move) const;

    std::vector<QLayoutItem*> m_items;
};

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) {}

FlowLayout::~FlowLayout() {
    for (QLayoutItem* item : m_items)
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item) {
    m_items.push_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[index] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const {
    return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::sizeHint() const {
    QSize size;
    for (const QLayoutItem* item : m_items) {
        const QSize hint = item->sizeHint();
        size =
            QSize(size.width() + hint.width() + spacing(), std::max(size.height(), hint.height()));
    }
    return size;
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

void FlowLayout::setGeometry(const QRect& area) {
    QLayout::setGeometry(area);
    arrange(area, true);
}

/// The height that the items take in `area`; with `move` they are put there.
int FlowLayout::arrange(const QRect& area, bool move) const {
    int x = area.left();
    int y = area.top();
    int line = 0; // all lines are as high as the highest item, which stands in their middle
    for (const QLayoutItem* item : m_items)
        line = std::max(line, item->sizeHint().height());
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint();
        if (x > area.left() && x + size.width() > area.left() + area.width()) {
            x = area.left();
            y += line + spacing();
        }
        if (move)
            item->setGeometry(QRect(QPoint(x, y + (line - size.height()) / 2), size));
        x += size.width() + spacing();
    }
    return y + line - area.top();
}

/// All but what is kept goes.
void clear(QLayout* layout, const std::vector<QWidget*>& kept) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        // Later: the button whose click this follows may still be at work.
        if (QWidget* widget = item->widget(); std::ranges::find(kept, widget) == kept.end()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

/// A field whose steps multiply.
class GeometricField : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    void stepBy(int steps) override { setValue(value() * std::pow(singleStep(), steps)); }
};

bool same(const StationControl& a, const StationControl& b) {
    return a.key == b.key && a.label == b.label && a.minimum == b.minimum &&
           a.maximum == b.maximum && a.choices == b.choices;
}

} // namespace

StationBar::StationBar(QWidget* parent) : QWidget(parent), m_row(new FlowLayout(this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(4);
    setVisible(false);
}

void StationBar::offer(const std::vector<const Station*>& stations, const Station* chosen,
                       const std::vector<StationControl>& controls, const MuteOffer& mute,
                       const std::vector<BarButton>& buttons) {
    const bool sameViews = stations == m_stations && chosen == m_chosen && mute == m_mute;
    const bool sameFields =
        chosen == m_chosen &&
        std::equal(controls.begin(), controls.end(), m_controls.begin(), m_controls.end(), same);
    const bool sameButtons =
        std::ranges::equal(buttons, m_buttons, {}, &BarButton::name, &BarButton::name);
    m_stations = stations;
    m_chosen = chosen;
    m_controls = controls;
    m_mute = mute;
    m_buttons = buttons;
    if (!sameFields)
        rebuild();
    else if (!sameViews || !sameButtons)
        arrange();
    else
        renameButtons();
}

void StationBar::setSettings(const StationSettings& settings) {
    m_chosenSettings = settings;
    const StationSettings before = std::exchange(m_settings, settings);
    bool differs = false;
    for (const StationControl& control : m_controls) {
        m_settings[control.key] = valueOf(control);
        differs = differs || m_settings[control.key] != before.value(control.key);
    }
    if (differs) // otherwise the field that the person is in stays
        rebuild();
}

double StationBar::valueOf(const StationControl& control) const {
    const bool choice = control.kind == StationControl::Kind::Choice;
    const double most = choice ? static_cast<double>(control.choices.size() - 1) : control.maximum;
    return std::clamp(m_chosenSettings.value(control.key, control.initial), control.minimum, most);
}

void StationBar::rebuild() {
    clear(m_row, {});
    m_fields.clear();
    for (const StationControl& control : m_controls) {
        m_settings[control.key] = valueOf(control);
        m_fields.push_back(makeField(control));
    }
    arrange();
}

/// New buttons before the fields, which stay: a person may be typing in one.
void StationBar::arrange() {
    clear(m_row, m_fields);
    setVisible(!m_stations.empty() || !m_buttons.empty() || !m_fields.empty());
    if (!m_stations.empty())
        addButton(QLatin1String(matricesView), tr("Matrices"),
                  tr("Operands, operator and result as matrices"), !m_chosen);
    for (const Station* station : m_stations)
        addButton(QLatin1String(station->id), titleOf(*station), summaryOf(*station),
                  station == m_chosen);
    if (m_mute.head >= 0)
        addMuteButton();
    for (const BarButton& button : m_buttons)
        addButton(button);
    for (QWidget* field : m_fields)
        m_row->addWidget(field);
    const auto keyboardAt = [this](int i) {
        QWidget* there = m_row->itemAt(i)->widget();
        return there->focusProxy() ? there->focusProxy() : there;
    };
    for (int i = 1; i < m_row->count(); ++i)
        setTabOrder(keyboardAt(i - 1), keyboardAt(i));
}

/// They say how long something takes, which changes while a person presses them.
void StationBar::renameButtons() {
    for (const BarButton& button : m_buttons)
        for (int i = 0; i < m_row->count(); ++i)
            if (auto* there = qobject_cast<QToolButton*>(m_row->itemAt(i)->widget());
                there && there->objectName() == button.name) {
                there->setText(button.text);
                there->setToolTip(plainTip(button.tip));
            }
}

void StationBar::addButton(const QString& id, const QString& text, const QString& tip,
                           bool checked) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setToolTip(plainTip(tip));
    button->setCheckable(true);
    button->setChecked(checked);
    button->setObjectName(QStringLiteral("view-") + id);
    connect(button, &QToolButton::clicked, this, [this, button, checked, id] {
        button->setChecked(checked); // the focus decides, and the bar follows it
        emit viewChosen(id);
    });
    m_row->addWidget(button);
}

void StationBar::addMuteButton() {
    auto* button = new QToolButton(this);
    button->setText(tr("Mute head %1").arg(m_mute.head + 1));
    button->setToolTip(
        plainTip(m_mute.muted ? tr("Lets the head be heard again")
                              : tr("Sets all that the head says to 0, to see what the loss does")));
    button->setCheckable(true);
    button->setChecked(m_mute.muted);
    button->setObjectName(QStringLiteral("mute"));
    connect(button, &QToolButton::clicked, this, [this, button](bool on) {
        button->setChecked(m_mute.muted); // the run decides, and the bar follows it
        emit muteWanted(on);
    });
    m_row->addWidget(button);
}

void StationBar::addButton(const BarButton& offered) {
    auto* button = new QToolButton(this);
    button->setText(offered.text);
    button->setToolTip(plainTip(offered.tip));
    button->setProperty("alone", true); // it is no view among others
    button->setObjectName(offered.name);
    connect(button, &QToolButton::clicked, this,
            [this, name = offered.name] { emit pressed(name); });
    m_row->addWidget(button);
}

QWidget* StationBar::makeField(const StationControl& control) {
    const QString key = control.key;
    const double value = m_settings.value(key);
    QWidget* field = nullptr;
    if (control.kind == StationControl::Kind::Switch) {
        auto* box = new QCheckBox(control.label, this);
        box->setChecked(value > 0);
        connect(box, &QCheckBox::toggled, this, [this, key](bool on) { set(key, on ? 1 : 0); });
        box->setToolTip(plainTip(control.help));
        box->setObjectName(key);
        return box;
    }
    if (control.kind == StationControl::Kind::Choice) {
        auto* box = new QComboBox(this);
        box->addItems(control.choices);
        box->setCurrentIndex(static_cast<int>(value));
        connect(box, &QComboBox::currentIndexChanged, this,
                [this, key](int index) { set(key, index); });
        field = box;
    } else {
        auto* box = control.geometric ? new GeometricField(this) : new QDoubleSpinBox(this);
        box->setDecimals(control.kind == StationControl::Kind::Integer ? 0 : 2);
        box->setRange(control.minimum, control.maximum);
        box->setSingleStep(control.step);
        box->setValue(value);
        connect(box, &QDoubleSpinBox::valueChanged, this,
                [this, key](double number) { set(key, number); });
        field = box;
    }
    field->setToolTip(plainTip(control.help));
    field->setAccessibleName(control.label);
    field->setObjectName(key);
    auto* pair = new QWidget(this);
    pair->setFocusProxy(field);
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    auto* label = new PlainLabel(control.label, pair);
    label->setBuddy(field);
    row->addWidget(label);
    row->addWidget(field);
    return pair;
}

void StationBar::set(const QString& key, double value) {
    m_settings[key] = value;
    emit settingChosen(key, value);
}

void StationBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        rebuild();
}

} // namespace gf
