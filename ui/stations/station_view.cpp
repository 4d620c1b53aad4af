// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stations/station_view.h"

#include "ui/figure/canvas.h"
#include "ui/stations/stations.h"
#include "ui/theme/presented_text.h"

#include <QContextMenuEvent>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace gf {

StationView::StationView(QWidget* parent) : DrawingView(parent), m_scales(new ColourScales(this)) {
    followScales();
}

void StationView::shareScales(ColourScales* scales,
                              std::function<QString(const std::string&)> commonName) {
    m_scales->disconnect(this);
    if (m_scales->parent() == this)
        delete m_scales;
    else
        m_scales->show(this, {});
    m_scales = scales;
    m_commonName = std::move(commonName);
    followScales();
}

void StationView::followScales() {
    m_ranges = std::make_shared<DrawnRanges>(m_scales, this);
    connect(m_scales, &ColourScales::changed, this, [this] {
        if (m_station && !m_isDrawing) // what it draws now has the scales of now
            forget();
    });
}

void StationView::show(const Station* station, const std::shared_ptr<const Trace>& trace,
                       NodeId node, const Focus& focus, const StationSettings& settings) {
    const bool otherStep = station != m_station || node != m_node || !m_trace || !trace ||
                           trace->graph != m_trace->graph;
    const bool otherForm = otherStep || settings != m_settings;
    const bool otherNumbers = trace != m_trace;
    if (otherNumbers)
        m_memory = std::make_shared<StationMemory>();
    if (m_station && (!trace || trace->graph != m_trace->graph))
        m_scales->forget(this); // its keys are steps of the other graph
    else if (m_station && !station)
        m_scales->show(this, {});
    const bool otherFigure =
        otherForm || otherNumbers ||
        (station && figureFocus(*station, focus) != figureFocus(*station, m_focus));
    const bool otherPlace = focus.row != m_focus.row || focus.column != m_focus.column;
    m_station = station;
    m_trace = trace;
    m_node = node;
    m_focus = focus;
    m_settings = settings;
    if (otherForm || (otherNumbers && m_news.lab.request))
        fitForm();
    else if (otherFigure)
        m_least.reset();
    if (otherNumbers && !m_asked.empty() && isAnswered())
        m_asked.clear();
    m_isHighlighted = false;
    otherFigure ? forget() : update();
    if (otherStep)
        endZoom();
    if (otherPlace)
        follow();
    if (otherForm) {
        m_under.reset();
        m_asked.clear();
        setAccessibleName(station ? titleOf(*station) : QString());
    }
    if (otherForm || otherPlace || otherFigure)
        describe();
}

/// What the drawing is, what it says and, for who moves on it by keys, what is in focus.
void StationView::describe() {
    QString text = m_station ? summaryOf(*m_station) : QString();
    if (m_station && m_isHighlighted) {
        if (!text.isEmpty() && !m_picture.said.isEmpty())
            text += QStringLiteral(". ");
        text += m_picture.said.join(QLatin1Char(' '));
    }
    if (m_station && m_trace && hasFocus() && (m_focus.row >= 0 || m_focus.column >= 0)) {
        const auto place = picture().placeOf(m_focus.row, m_focus.column);
        if (place && !place->tip.isEmpty())
            text += QStringLiteral(". ") + place->tip;
    }
    setAccessibleDescription(text);
}

void StationView::setNews(const StationNews& news) {
    if (news == m_news)
        return;
    const bool isOfLab = news.lab != m_news.lab;
    m_news = news;
    if (!m_station)
        return;
    if (isOfLab)
        fitForm();
    else
        m_least.reset();
    forget();
}

void StationView::setRangesLocked(bool locked) {
    m_scales->setLocked(locked);
    forget();
    // The ranges of now, before other numbers come.
    if (locked)
        picture();
}

/// Pixels for each unit of the drawing, by its letters.
double StationView::unitOfLetters() const {
    constexpr double usual = 14; ///< of a line of letters, in units
    return std::max(1.0, QFontMetricsF(font()).height() * 0.8 / usual);
}

/// The room that the drawing needs, in units of its letters. Layouts ask for it again and again.
QSizeF StationView::leastSize() const {
    if (!m_least)
        m_least = minimumSizeOf(*m_station, inputAt(unitOfLetters()));
    return *m_least;
}

/// Likewise, larger where a drawing has far more room than it needs: words and lines grow with it.
void StationView::measureUnit() {
    constexpr double part = 0.5;    ///< of the room, that the smallest drawing takes at least
    constexpr double largest = 1.6; ///< so that words in a window stay words in a window
    m_unit = unitOfLetters();
    m_least.reset();
    if (!m_station || !m_trace)
        return;
    const QSizeF least = leastSize();
    const double room = std::min(width() / least.width(), height() / least.height());
    m_unit = std::max(m_unit, std::min(largest, part * room));
}

/// With its answer, which may be one of another run, a page of a lab needs another room than while
/// it waits for it.
void StationView::fitForm() {
    const std::optional<QSizeF> before = m_least;
    measureUnit();
    if (m_least != before)
        updateGeometry();
}

StationInput StationView::input() const {
    return inputAt(m_unit);
}

/// For drawing with so many pixels for each unit.
StationInput StationView::inputAt(double unit) const {
    QFont letters = font();
    if (const double pixels = unitOfLetters(); pixels > 1)
        letters.setPointSizeF(QFontInfo(letters).pointSizeF() / pixels);
    StationInput input{
        *m_trace,   m_node,   m_focus,  Theme::of(palette()), letters, QSizeF(size()) / unit,
        m_settings, m_memory, m_ranges, m_commonName,         m_news};
    input.least = leastLetters() / unit;
    return input;
}

const StationPicture& StationView::picture() {
    drawPicture();
    if (!m_isHighlighted && m_station) {
        QImage nowhere(1, 1, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&nowhere);
        drawLight(painter);
    }
    return m_picture;
}

QSize StationView::minimumSizeHint() const {
    return m_station && m_trace ? (leastSize() * unitOfLetters()).toSize() : QSize();
}

void StationView::forget() {
    m_picture = {};
    m_isHighlighted = false;
    DrawingView::forget();
}

std::optional<StationPlace> StationView::placeAt(const QPointF& point) {
    return picture().at(m_zoom.onDrawing(point) / m_unit);
}

QRect StationView::areaOf(const QString& step) {
    if (m_zoom.isZoomed())
        return {};
    const StationPicture& all = picture();
    const auto found = std::ranges::find_if(
        all.hitRegions, [&](const auto& region) { return region.place.step == step; });
    if (found == all.hitRegions.end())
        return {};
    return QRectF(found->area.topLeft() * m_unit, found->area.size() * m_unit).toAlignedRect();
}

void StationView::zoomAt(const QPointF& point, double factor) {
    if (m_station)
        setZoom(m_zoom.zoomedAt(point, factor, size()));
}

void StationView::zoom(double factor) {
    zoomAt(QRectF(rect()).center(), factor);
}

void StationView::endZoom() {
    setZoom({});
}

void StationView::setZoom(const DrawingZoom& zoom) {
    if (zoom == m_zoom)
        return;
    m_zoom = zoom;
    if (!zoom.isZoomed())
        letGo();
    forget();
}

Qt::CursorShape StationView::shapeOfPointer() const {
    if (m_under && canDrag(*m_under, {}))
        return Qt::OpenHandCursor;
    const bool goesElsewhere = m_under && (!m_under->step.isEmpty() || m_under->head >= 0);
    return goesElsewhere ? Qt::PointingHandCursor : Qt::ArrowCursor;
}

/// A zoomed drawing moves to what is highlighted, unless the pointer is there: nothing runs away
/// from it.
void StationView::follow() {
    const bool isHighlighted = m_focus.row >= 0 || m_focus.column >= 0;
    const bool isUnder =
        m_under && m_under->row == m_focus.row && m_under->column == m_focus.column;
    if (!m_station || !m_zoom.isZoomed() || isHeld() || !isHighlighted || isUnder)
        return;
    std::optional<QRectF> first;
    for (const QRectF& area : picture().areasOf(m_focus.row, m_focus.column)) {
        const QRectF onDrawing(area.topLeft() * m_unit, area.size() * m_unit);
        if (QRectF(rect()).contains(m_zoom.onWidget(onDrawing)))
            return;
        if (!first)
            first = onDrawing;
    }
    if (first)
        setZoom(m_zoom.showing(*first, size()));
}

void StationView::drawFigure(QPainter& painter) {
    if (!m_station)
        return;
    const StationInput input = this->input();
    painter.translate(-m_zoom.offset);
    painter.scale(m_zoom.scale * m_unit, m_zoom.scale * m_unit);
    PainterCanvas canvas(painter, input.font, false, input.least);
    m_picture = {};
    m_isHighlighted = false;
    m_isDrawing = true;
    m_ranges->begin();
    gf::drawFigure(*m_station, input, canvas, m_picture);
    m_ranges->end();
    m_isDrawing = false;
}

void StationView::drawLight(QPainter& painter) {
    if (!m_station)
        return;
    const StationInput input = this->input();
    painter.translate(-m_zoom.offset);
    painter.scale(m_zoom.scale * m_unit, m_zoom.scale * m_unit);
    PainterCanvas canvas(painter, input.font, false, input.least);
    m_picture.drawHighlights(input, canvas);
    m_isHighlighted = true;
    m_describing.ask();
    emit masksShown(m_picture.masks);
}

HeatmapHighlight StationView::highlighted() const {
    return {m_focus.row, m_focus.column, m_focus.pinned};
}

DrawingView::Tip StationView::tipAt(const QPointF& point) {
    const auto place = placeAt(point);
    if (!place)
        return {};
    const QPointF there = m_zoom.onDrawing(point) / m_unit;
    const auto& grids = picture().grids;
    const auto on = std::ranges::find_if(
        grids, [&](const auto& grid) { return grid.layout.cells.contains(there); });
    const double unit = m_zoom.scale * m_unit;
    return {place->tip,
            {},
            on == grids.end() ? QRect()
                              : QRectF(on->layout.cells.topLeft() * unit - m_zoom.offset,
                                       on->layout.cells.size() * unit)
                                    .toAlignedRect()};
}

void StationView::resizeEvent(QResizeEvent* event) {
    measureUnit();
    DrawingView::resizeEvent(event);
    m_zoom = m_zoom.draggedBy({}, size());
}

void StationView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        m_memory = std::make_shared<StationMemory>(); // it holds titles too
    measureUnit();
    DrawingView::changeEvent(event);
}

void StationView::pointAt(const QPointF& point) {
    const auto place = placeAt(point);
    if (place == m_under)
        return;
    m_under = place;
    setCursor(shapeOfPointer());
    if (place && (place->row >= 0 || place->column >= 0))
        emit hovered(place->row, place->column);
    else
        emit left();
}

void StationView::pointNowhere() {
    if (std::exchange(m_under, std::nullopt))
        emit left();
}

/// What the numbers of the example's source would be; a step of training is what it is.
std::vector<float> StationView::draggedTo(const StationPlace& held, const QPointF& point) const {
    if (!m_station || !m_station->dragged || !m_trace || m_node == noNode || m_trace->batch > 1)
        return {};
    return m_station->dragged(input(), held, m_zoom.onDrawing(point) / m_unit);
}

StationSettings StationView::settingsAt(const StationPlace& held, const QPointF& point) const {
    return m_station && m_station->draggedSettings && m_trace && m_node != noNode
               ? m_station->draggedSettings(input(), held, m_zoom.onDrawing(point) / m_unit)
               : StationSettings();
}

bool StationView::canDrag(const StationPlace& place, const QPointF& point) const {
    return !draggedTo(place, point).empty() || !settingsAt(place, point).isEmpty();
}

DrawingView::Hold StationView::takeHold(const QPointF& point) {
    m_held = m_zoom;
    m_dragged = placeAt(point);
    if (m_dragged && !canDrag(*m_dragged, point))
        m_dragged.reset();
    return m_dragged || m_zoom.isZoomed() ? Hold::Loose : Hold::None;
}

void StationView::dragTo(const QPointF& point, const QPointF& by) {
    if (!m_dragged)
        return setZoom(m_held.draggedBy(by, size()));
    m_asked.clear(); // the pointer says where it is
    if (const std::vector<float> numbers = draggedTo(*m_dragged, point); !numbers.empty())
        emit valuesDragged(QVector<float>(numbers.begin(), numbers.end()));
    else if (const StationSettings settings = settingsAt(*m_dragged, point); !settings.isEmpty())
        emit settingsDragged(settings);
}

/// Whether the numbers are those that keys asked for last.
bool StationView::isAnswered() const {
    return m_station && m_station->movable && m_trace &&
           m_station->movable(input()) == m_asked.back();
}

/// Moves what is in focus where it can be dragged; false where it cannot.
bool StationView::moveByKeys(const QPointF& by) {
    if (!m_station || !m_trace || m_node == noNode)
        return false;
    if (m_station->movedSettings) {
        const StationSettings settings = m_station->movedSettings(input(), by);
        if (!settings.isEmpty())
            emit settingsDragged(settings);
        return !settings.isEmpty();
    }
    if (!m_station->moved)
        return false;
    const std::vector<float> now = m_station->movable(input());
    const auto asked = std::ranges::find(m_asked, now);
    if (asked == m_asked.end())
        m_asked = {now};
    else
        m_asked.erase(m_asked.begin(), asked); // answered
    std::vector<float> numbers = m_station->moved(m_asked.back(), m_focus, by);
    if (numbers.empty())
        return false;
    if (numbers == m_asked.back())
        return true; // at the edge
    m_asked.push_back(numbers);
    emit valuesDragged(QVector<float>(numbers.begin(), numbers.end()));
    return true;
}

void StationView::keyPressEvent(QKeyEvent* event) {
    constexpr double largeStep = 10; // with Ctrl
    const Qt::KeyboardModifiers keys = event->modifiers() & ~Qt::KeypadModifier;
    const bool moves =
        (keys & Qt::ShiftModifier) && !(keys & ~(Qt::ControlModifier | Qt::ShiftModifier));
    const double step = keys & Qt::ControlModifier ? largeStep : 1;
    const QPointF by = event->key() == Qt::Key_Left    ? QPointF(-step, 0)
                       : event->key() == Qt::Key_Right ? QPointF(step, 0)
                       : event->key() == Qt::Key_Up    ? QPointF(0, step)
                       : event->key() == Qt::Key_Down  ? QPointF(0, -step)
                                                       : QPointF();
    if (!moves || by.isNull() || !moveByKeys(by))
        DrawingView::keyPressEvent(event);
}

void StationView::focusInEvent(QFocusEvent* event) {
    DrawingView::focusInEvent(event);
    describe();
}

void StationView::clickAt(const QPointF& point) {
    const auto place = placeAt(point);
    if (!place)
        return;
    if (!place->step.isEmpty() || place->head >= 0)
        emit chosen(*place);
    else if (place->row >= 0 || place->column >= 0)
        emit pinned(place->row, place->column);
}

void StationView::contextMenuEvent(QContextMenuEvent* event) {
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto place = byKey ? std::nullopt : placeAt(event->pos());
    emit menuRequested(place.value_or(StationPlace()), event->globalPos());
}

} // namespace gf
