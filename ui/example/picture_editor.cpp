// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/example/picture_editor.h"

#include "core/tensor/error.h"
#include "ui/controls/problem_label.h"
#include "ui/example/picture_field.h"
#include "ui/language/plain_text.h"
#include "ui/language/wording.h"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace gf {

namespace {

constexpr int iconSide = 24; ///< pixels

/// What people call them; words of the task itself stay English, as the model writes them.
QStringList kindNames() {
    return {PictureEditor::tr("circle"), PictureEditor::tr("square"), PictureEditor::tr("triangle"),
            PictureEditor::tr("cross")};
}
QStringList sizeNames() {
    return {PictureEditor::tr("small"), PictureEditor::tr("medium"), PictureEditor::tr("large")};
}
QStringList colourNames() {
    return {PictureEditor::tr("red"),    PictureEditor::tr("green"),  PictureEditor::tr("blue"),
            PictureEditor::tr("yellow"), PictureEditor::tr("purple"), PictureEditor::tr("cyan")};
}

/// A shape as it looks on the picture.
QIcon iconOf(PictureShape shape) {
    const int extent = extentOf(shape.size);
    const int room = extentOf(PictureShape::Size::Large) + 2;
    shape.x = shape.y = (room - extent) / 2;
    QPixmap pixmap(iconSide, iconSide);
    pixmap.fill(Qt::black);
    QPainter painter(&pixmap);
    const double point = static_cast<double>(iconSide) / room;
    const auto& rgb = shapeColours()[static_cast<std::size_t>(shape.colour)].rgb;
    for (int y = 0; y < room; ++y)
        for (int x = 0; x < room; ++x)
            if (covers(shape, x, y))
                painter.fillRect(QRectF(x * point, y * point, point, point).toAlignedRect(),
                                 QColor::fromRgbF(rgb[0], rgb[1], rgb[2]));
    return pixmap;
}

} // namespace

PictureEditor::PictureEditor(QWidget* parent)
    : QDialog(parent), m_field(new PictureField(this)),
      m_remove(new QPushButton(tr("&Remove"), this)), m_problem(new ProblemLabel(this)) {
    setWindowTitle(tr("Picture of the example"));
    auto* column = new QVBoxLayout(this);
    auto* words = new PlainLabel(tr("Click to place a shape, drag to move it: the answer follows. "
                                    "A picture has at most %1 shapes.")
                                     .arg(mostShapes),
                                 this);
    words->setWordWrap(true);
    column->addWidget(words);
    auto* upper = new QHBoxLayout;
    m_kinds = addChoice(upper, static_cast<int>(shapeKindNames().size()));
    upper->addStretch();
    m_sizes = addChoice(upper, static_cast<int>(shapeSizeNames().size()));
    column->addLayout(upper);
    auto* lower = new QHBoxLayout;
    m_colours = addChoice(lower, static_cast<int>(shapeColours().size()));
    lower->addStretch();
    column->addLayout(lower);
    nameButtons();
    column->addWidget(m_field, 1);
    column->addWidget(m_problem);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* clear = new QPushButton(tr("C&lear"), this);
    buttons->addButton(m_remove, QDialogButtonBox::ActionRole);
    buttons->addButton(clear, QDialogButtonBox::ActionRole);
    m_remove->setToolTip(tr("Takes the chosen shape away"));
    column->addWidget(buttons);
    for (QPushButton* each : {m_remove, clear})
        each->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(m_remove, &QPushButton::clicked, m_field, &PictureField::removeChosen);
    connect(clear, &QPushButton::clicked, m_field, &PictureField::clear);
    connect(m_field, &PictureField::choiceChanged, this, &PictureEditor::showBrush);
    connect(m_field, &PictureField::edited, this, [this] {
        m_problem->setProblem({});
        emit edited(text());
    });
    showBrush();
    m_field->setFocus();
}

QButtonGroup* PictureEditor::addChoice(QHBoxLayout* row, int count) {
    auto* group = new QButtonGroup(this);
    for (int i = 0; i < count; ++i) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setIconSize({iconSide, iconSide});
        group->addButton(button, i);
        row->addWidget(button);
    }
    connect(group, &QButtonGroup::idClicked, this, &PictureEditor::takeBrush);
    return group;
}

void PictureEditor::nameButtons() {
    const auto name = [](const QButtonGroup* group, const QStringList& names) {
        for (int i = 0; i < names.size(); ++i) {
            group->button(i)->setToolTip(plainTip(names[i]));
            group->button(i)->setAccessibleName(names[i]);
        }
    };
    name(m_kinds, kindNames());
    name(m_sizes, sizeNames());
    name(m_colours, colourNames());
}

void PictureEditor::takeBrush() {
    PictureShape brush;
    brush.kind = static_cast<PictureShape::Kind>(m_kinds->checkedId());
    brush.size = static_cast<PictureShape::Size>(m_sizes->checkedId());
    brush.colour = m_colours->checkedId();
    m_field->setBrush(brush);
    showBrush();
}

/// The buttons are as the chosen shape, or the next one, and look like it.
void PictureEditor::showBrush() {
    const PictureShape brush = m_field->brush();
    m_kinds->button(static_cast<int>(brush.kind))->setChecked(true);
    m_sizes->button(static_cast<int>(brush.size))->setChecked(true);
    m_colours->button(brush.colour)->setChecked(true);
    const auto picture = [&](const QButtonGroup* group, const auto& shapeOf) {
        for (QAbstractButton* button : group->buttons()) {
            PictureShape shape = brush;
            shapeOf(shape, group->id(button));
            button->setIcon(iconOf(shape));
        }
    };
    picture(m_kinds, [](PictureShape& shape, int id) {
        shape.kind = static_cast<PictureShape::Kind>(id);
        shape.size = PictureShape::Size::Large;
    });
    picture(m_sizes,
            [](PictureShape& shape, int id) { shape.size = static_cast<PictureShape::Size>(id); });
    picture(m_colours, [](PictureShape& shape, int id) {
        shape.colour = id;
        shape.kind = PictureShape::Kind::Square;
        shape.size = PictureShape::Size::Large;
    });
    m_remove->setEnabled(m_field->hasChosen());
}

void PictureEditor::setText(const QString& text) {
    try {
        if (!text.trimmed().isEmpty()) {
            std::vector<PictureShape> shapes = shapesIn(text.toStdString());
            m_field->setShapes(std::move(shapes));
        }
        m_problem->setProblem({});
    } catch (const Error& error) {
        m_problem->setProblem(translated(error.sentence()));
    }
}

QString PictureEditor::text() const {
    return QString::fromStdString(shapesText(m_field->shapes()));
}

} // namespace gf
