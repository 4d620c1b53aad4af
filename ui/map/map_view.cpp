// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_view.h"

#include "ui/language/plain_text.h"
#include "ui/map/map_canvas.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <utility>

namespace gf {

namespace {

/// A scroll area that tells the canvas how much of it can be seen.
class MapScroll : public QScrollArea {
public:
    MapScroll(MapCanvas* canvas, QWidget* parent) : QScrollArea(parent), m_canvas(canvas) {
        setWidget(canvas);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus);
    }

    /// Puts `rect` into the middle unless it is well inside already.
    void keepInView(const QRect& rect) {
        const int top = verticalScrollBar()->value();
        const int height = viewport()->height();
        const int slack = height / 6;
        if (rect.top() < top + slack || rect.bottom() > top + height - slack)
            verticalScrollBar()->setValue(rect.center().y() - height / 2);
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QScrollArea::resizeEvent(event);
        m_canvas->setViewportHeight(viewport()->height());
    }

private:
    MapCanvas* m_canvas;
};

} // namespace

MapView::MapView(FocusModel* focus, QWidget* parent)
    : QWidget(parent), m_canvas(new MapCanvas(focus)) {
    auto* scroll = new MapScroll(m_canvas, this);
    m_scroll = scroll;
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* row = new QWidget(this);
    addZoomButtons(row);
    rows->addWidget(row);
    rows->addWidget(scroll, 1);
    // Queued: the scroll area learns of the canvas's new height only afterwards.
    connect(
        m_canvas, &MapCanvas::placeMoved, this,
        [scroll](const QRect& rect) { scroll->keepInView(rect); }, Qt::QueuedConnection);
}

void MapView::addZoomButtons(QWidget* row) {
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(6, 2, 6, 2);
    layout->setSpacing(2);
    auto* group = new QButtonGroup(this);
    const QPair<QString, QString> names[] = {
        {tr("Model"), tr("Show every layer small")},
        {tr("Layer"), tr("Open the layer in focus")},
        {tr("Operation"), tr("Open the block in focus into its operations")},
    };
    for (int i = 0; i < 3; ++i) {
        auto* button = new QToolButton(row);
        button->setText(names[i].first);
        button->setToolTip(plainTip(names[i].second));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setChecked(i == static_cast<int>(m_canvas->zoom()));
        group->addButton(button, i);
        layout->addWidget(button);
        m_zoomButtons.push_back(button);
    }
    layout->addStretch();
    connect(group, &QButtonGroup::idClicked, this,
            [this](int id) { m_canvas->setZoom(static_cast<MapZoom>(id)); });
}

void MapView::setGraph(std::shared_ptr<const Graph> graph) {
    m_canvas->setGraph(std::move(graph));
}

MapZoom MapView::zoom() const {
    return m_canvas->zoom();
}

void MapView::setZoom(MapZoom zoom) {
    m_zoomButtons[static_cast<int>(zoom)]->setChecked(true);
    m_canvas->setZoom(zoom);
}

} // namespace gf
