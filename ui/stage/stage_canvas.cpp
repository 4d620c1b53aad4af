// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_canvas.h"

#include "ui/figure/heatmap_view.h"
#include "ui/figure/number_format.h"
#include "ui/stage/steps.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gf {

namespace {

constexpr double margin = 12;
constexpr double gap = 6;
constexpr double captionHeight = 26;
constexpr double lowestLine = 190; ///< a line of matrices is no lower, the stage scrolls instead
constexpr double smallWidth = 104; ///< of a map in a strip, at least
constexpr double smallHeight = 112;
constexpr double widestMap = 620;
constexpr double vectorHeight = 118; ///< of a bias or gain under a matrix
constexpr double lowestPanels = 150; ///< the stages of attention may stand lower than others
constexpr double frameWidth = 96;    ///< what labels and the colour bar take beside the cells
constexpr double frameHeight = 76;   ///< what title and labels take above them

/// Cells that are words get room for a number; long axes of features only enough to tell apart.
double cellsWide(Index count, double roomy, double dense) {
    return count <= 20 ? static_cast<double>(count) * roomy
                       : std::min(20 * roomy, static_cast<double>(count) * dense);
}

/// No more rows than columns, and not a matrix of many heads.
bool isLow(const Shape& shape) {
    return shape.rank() == 1 || (shape.rank() == 2 && shape[-2] <= shape[-1]);
}

QFont signFont(QFont font, bool word) {
    font.setPointSizeF(font.pointSizeF() * (word ? 1.05 : 1.9));
    return font;
}

double widestSign(const std::vector<SlotSize>& sizes) {
    double widest = 0;
    for (const SlotSize& size : sizes)
        widest = std::max(widest, size.sign ? size.minimumWidth : 0);
    return widest;
}

/// How the stages of attention fit best: so that their cells come out largest.
struct PanelFit {
    int perLine = 1;
    double side = 0;      ///< of the square of cells
    bool scrolls = false; ///< the lines are higher than the room
};

PanelFit fitPanels(const std::vector<SlotSize>& sizes, double width, double height) {
    const auto panels = static_cast<int>(
        std::count_if(sizes.begin(), sizes.end(), [](const SlotSize& s) { return !s.sign; }));
    PanelFit best;
    for (int perLine = panels; perLine >= 1; --perLine) {
        if (panels % perLine != 0)
            continue;
        const int lines = panels / perLine;
        if (lines > 2 && best.side > 0)
            continue; // more lines than two only where nothing else fits
        const double lineHeight = std::max(lowestPanels, (height - gap * (lines - 1)) / lines);
        const double side = std::min((width - gap) / perLine - widestSign(sizes) - frameWidth,
                                     lineHeight - frameHeight);
        if (side > best.side)
            best = {perLine, side, lines * (lineHeight + gap) - gap > height};
    }
    return best;
}

/// The stages of attention in a grid of equal cells of whole pixels, each with the sign that leads
/// into it on its left, so that their matrices come out equally large and stand in line.
LineLayout layOutPanels(const std::vector<SlotSize>& sizes, const QRectF& area, int perLine,
                        double lowest) {
    const auto panels =
        std::count_if(sizes.begin(), sizes.end(), [](const SlotSize& size) { return !size.sign; });
    const double count = std::ceil(static_cast<double>(panels) / perLine);
    const double high = std::floor(std::max(lowest, (area.height() - gap * (count - 1)) / count));
    const double wide = std::floor(area.width() / perLine);
    const double sign = std::ceil(widestSign(sizes));
    LineLayout layout;
    layout.height = count * high + (count - 1) * gap;
    int panel = 0;
    for (const SlotSize& size : sizes) {
        const int line = panel / perLine;
        const QPointF corner(std::floor(area.left()) + panel % perLine * wide,
                             std::floor(area.top()) + line * (high + gap));
        if (size.sign) {
            layout.rects.emplace_back(corner.x(), corner.y(), sign, high);
        } else {
            layout.rects.emplace_back(corner.x() + sign + gap, corner.y(), wide - sign - 2 * gap,
                                      high);
            ++panel;
        }
    }
    return layout;
}

/// A sign of one character is drawn large, a word small over an arrow.
bool isWord(const QString& sign) {
    return sign.size() > 1;
}

} // namespace

StageCanvas::StageCanvas(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
}

void StageCanvas::setScene(const StageScene& scene, const Graph* graph) {
    setUpdatesEnabled(false);
    m_scene = scene;
    m_graph = graph;
    m_panels.clear();
    addPanels(scene.composition, StagePlace::Composition);
    addPanels(scene.panels, StagePlace::Panels);
    addPanels(scene.strip, StagePlace::Strip);
    addPanels(scene.grid, StagePlace::Grid);
    addPanels(scene.related, StagePlace::Related);
    m_views.assign(m_panels.size(), nullptr);
    m_scalars.assign(m_panels.size(), {});
    std::size_t used = 0;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (isScalar(m_panels[i].item))
            continue;
        if (used == m_pool.size())
            m_pool.push_back(new HeatmapView(this));
        HeatmapView* view = m_pool[used++];
        view->setFont(font()); // with a style sheet it does not come by itself
        view->disconnect(this);
        connect(view, &HeatmapView::hovered, this,
                [this, i](Index row, Index column) { emit hovered(i, row, column); });
        connect(view, &HeatmapView::left, this, &StageCanvas::left);
        connect(view, &HeatmapView::pinned, this,
                [this, i](Index row, Index column) { emit pinned(i, row, column); });
        connect(view, &HeatmapView::activated, this, [this, i] { emit activated(i); });
        connect(view, &HeatmapView::menuRequested, this,
                [this, i](const QPoint& at) { emit menuRequested(i, at); });
        const StagePlace place = m_panels[i].place;
        const bool small = place == StagePlace::Strip || place == StagePlace::Related;
        view->setParts(small ? smallHeatmapParts : allHeatmapParts);
        view->setHighlight({});
        view->setChosen(false);
        m_views[i] = view;
    }
    for (std::size_t i = used; i < m_pool.size(); ++i) {
        // It may still have the keyboard, and stands for no panel any more.
        m_pool[i]->disconnect(this);
        m_pool[i]->hide();
    }
    layOut();
    for (std::size_t i = 0; i < used; ++i)
        m_pool[i]->show();
    setUpdatesEnabled(true);
    update();
}

void StageCanvas::addPanels(const std::vector<StageItem>& items, StagePlace place) {
    for (const StageItem& item : items)
        if (item.kind == StageItem::Kind::Matrix)
            m_panels.push_back({place, item});
}

bool StageCanvas::isScalar(const StageItem& item) const {
    return m_graph && (*m_graph)[item.matrix.node].shape.rank() == 0;
}

void StageCanvas::setData(std::size_t panel, HeatmapData data) {
    if (HeatmapView* view = m_views[panel]) {
        view->setData(std::move(data));
    } else {
        m_scalars[panel] = std::move(data);
        update();
    }
}

void StageCanvas::setHighlight(std::size_t panel, const HeatmapHighlight& highlight) {
    if (HeatmapView* view = m_views[panel])
        view->setHighlight(highlight);
}

void StageCanvas::setViewport(const QSize& size) {
    if (size == m_viewport)
        return;
    m_viewport = size;
    layOut();
}

SlotSize StageCanvas::slotFor(const Composition& items, std::size_t index) const {
    const StageItem& item = items[index];
    SlotSize slot;
    if (item.kind == StageItem::Kind::Sign) {
        const bool word = isWord(item.sign);
        const QFontMetricsF metrics(signFont(font(), word));
        slot.minimumWidth = slot.idealWidth =
            std::max(word ? 40.0 : 18.0, metrics.horizontalAdvance(item.sign) + 8);
        slot.sign = true;
        return slot;
    }
    const Node& node = (*m_graph)[item.matrix.node];
    if (node.shape.rank() == 0) {
        slot.minimumWidth = 110;
        slot.idealWidth = 200;
        slot.idealHeight = 200;
        return slot;
    }
    Index rows = node.shape.rank() == 1 ? 1 : node.shape[-2];
    Index columns = node.shape[-1];
    if (item.matrix.heads == Matrix::Heads::Joined && node.shape.rank() == 3)
        columns *= node.shape[0];
    if (item.matrix.columnCount > 0)
        columns = item.matrix.columnCount;
    if (item.matrix.transposed)
        std::swap(rows, columns);
    const double labels = 92;
    // A matrix that is narrower than its name would not tell what it is.
    QFont bold = font();
    bold.setBold(true);
    const double name =
        QFontMetricsF(bold).horizontalAdvance(item.prefix + shortTitleOf(node)) * 1.1 + 76;
    slot.minimumWidth = columns <= 6 ? std::clamp(name, 122.0, 240.0) : 142;
    // A long row needs width to be more than a stripe, where the window has it; where all are long
    // and low there is height for one line more.
    const bool low = std::ranges::all_of(items, [this](const StageItem& other) {
        return other.kind == StageItem::Kind::Sign || isLow((*m_graph)[other.matrix.node].shape);
    });
    if (columns > 20 && rows < columns && m_viewport.width() >= 740)
        slot.minimumWidth = low ? 300 : 214;
    slot.idealWidth = std::clamp(labels + cellsWide(columns, 34, 8), slot.minimumWidth, widestMap);
    slot.idealHeight = std::clamp(84 + cellsWide(rows, 32, 9), 170.0, 560.0);
    return slot;
}

void StageCanvas::layOut() {
    m_signs.clear();
    m_numbers.clear();
    m_captions.clear();
    const double height = std::max(m_viewport.height(), 200);
    const double width = std::max(m_viewport.width(), 200) - 2 * margin;
    std::size_t panel = 0;
    const std::size_t strip =
        panel + static_cast<std::size_t>(
                    std::count_if(m_panels.begin(), m_panels.end(), [](const StagePanel& p) {
                        return p.place == StagePlace::Composition || p.place == StagePlace::Panels;
                    }));
    const double below = smallRows(m_scene.strip.size(), width);
    double room = height - 2 * margin - below - smallRows(m_scene.related.size(), width);
    const bool both = !m_scene.composition.empty() && !m_scene.panels.empty();
    if (both)
        room = (room - 2 * gap) / 2;
    // Beside the stages of attention the heads leave them more height than below them.
    const double beside = both ? 0 : stripBeside(width, room, below);
    // Where one scrolls to the heads anyway, the stages take all that is to be seen before.
    if (!both && beside == 0 && fitPanels(panelSlots(), width, room).scrolls)
        room = height - 2 * margin;
    const QRectF all(margin, margin, width, height);
    if (beside > 0)
        room += below;
    const double main = beside > 0 ? width - beside - 2 * gap : width;
    double y = margin;
    if (!m_scene.composition.empty()) {
        y += layOutComposition(m_scene.composition, panel, {margin, y, main, room}) + 2 * gap;
        for (const StageItem& item : m_scene.composition)
            panel += item.kind == StageItem::Kind::Matrix ? 1 : 0;
    }
    if (!m_scene.panels.empty())
        y += layOutComposition(m_scene.panels, panel, {margin, y, main, room}) + 2 * gap;
    panel = strip;
    if (beside > 0)
        layOutSmall(m_scene.strip.size(), panel, m_scene.stripTitle,
                    {all.right() - beside, margin, beside, room});
    else
        y += layOutSmall(m_scene.strip.size(), panel, m_scene.stripTitle, {margin, y, width, 0});
    panel += m_scene.strip.size();
    if (!m_scene.grid.empty()) {
        const LineLayout grid = layOutGrid(static_cast<int>(m_scene.grid.size()), {margin, y},
                                           width, room, {200, lowestLine}, gap, 1.15);
        for (std::size_t i = 0; i < grid.rects.size(); ++i)
            m_views[panel + i]->setGeometry(grid.rects[i].toRect());
        y += grid.height + gap;
        panel += m_scene.grid.size();
    }
    y += layOutSmall(m_scene.related.size(), panel, m_scene.relatedTitle, {margin, y, width, 0});
    setMinimumHeight(static_cast<int>(std::ceil(y + margin - 2 * gap)));
    update();
}

/// The height of `count` small maps and their caption in a width.
double StageCanvas::smallRows(std::size_t count, double width) const {
    if (count == 0)
        return 0;
    const double perRow = std::max(1.0, std::floor((width + gap) / (smallWidth + gap)));
    return captionHeight + std::ceil(static_cast<double>(count) / perRow) * (smallHeight + gap);
}

std::vector<SlotSize> StageCanvas::panelSlots() const {
    std::vector<SlotSize> sizes;
    for (std::size_t i = 0; i < m_scene.panels.size(); ++i)
        sizes.push_back(slotFor(m_scene.panels, i));
    return sizes;
}

/// How wide a column of all heads beside the stages of attention would be, or 0 where the cells are
/// larger with the heads below. `room` is the height without the heads, `below` what they take.
double StageCanvas::stripBeside(double width, double room, double below) const {
    if (m_scene.panels.empty() || m_scene.strip.empty())
        return 0;
    const std::vector<SlotSize> sizes = panelSlots();
    const double high =
        std::max(1.0, std::floor((room + below - captionHeight) / (smallHeight + gap)));
    const double columns = std::ceil(static_cast<double>(m_scene.strip.size()) / high);
    const double taken = columns * (smallWidth + gap);
    if (taken > width / 3)
        return 0;
    const double besides = fitPanels(sizes, width - taken - 2 * gap, room + below).side;
    return besides > fitPanels(sizes, width, room).side ? taken : 0;
}

double StageCanvas::layOutComposition(const Composition& items, std::size_t firstPanel,
                                      const QRectF& area) {
    const double width = area.width();
    const double height = area.height();
    // Things that stand beneath others share their slot.
    std::vector<SlotSize> sizes;
    std::vector<std::vector<std::size_t>> contents;
    double lowest = lowestLine;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].beneath && !contents.empty()) {
            contents.back().push_back(i);
            // A matrix over a vector needs the height of both.
            const bool overVector = sizes.back().idealHeight > 170;
            sizes.back().idealHeight += overVector ? vectorHeight : 0;
            lowest = overVector ? lowestLine + vectorHeight : lowest;
            continue;
        }
        sizes.push_back(slotFor(items, i));
        contents.push_back({i});
    }
    const bool panels = !m_panels.empty() && m_panels[firstPanel].place == StagePlace::Panels;
    // Under a composition the stage scrolls anyway, and the panels need not be that low.
    const double lowestPanel = m_scene.composition.empty() ? lowestPanels : lowestLine;
    const LineLayout lines =
        panels ? layOutPanels(sizes, area, fitPanels(sizes, width, height).perLine, lowestPanel)
               : layOutLines(sizes, area.topLeft(), width, height, lowest, gap);
    std::vector<std::size_t> panelOf(items.size());
    for (std::size_t i = 0, panel = firstPanel; i < items.size(); ++i)
        if (items[i].kind == StageItem::Kind::Matrix)
            panelOf[i] = panel++;
    for (std::size_t s = 0; s < sizes.size(); ++s) {
        const QRectF rect = lines.rects[s];
        double top = rect.top();
        double left = rect.height();
        for (std::size_t k = 0; k < contents[s].size(); ++k) {
            const std::size_t i = contents[s][k];
            if (items[i].kind == StageItem::Kind::Sign) {
                m_signs.push_back({rect, items[i].sign});
                continue;
            }
            // What stands beneath is a vector and needs little; the first one gets the rest.
            const std::size_t after = contents[s].size() - 1 - k;
            const Node& node = (*m_graph)[items[i].matrix.node];
            const bool vector = node.shape.rank() == 1 && !items[i].matrix.transposed;
            const double share = after == 0 ? left
                                 : vector   ? left / (1.0 + double(after))
                                            : left - vectorHeight * double(after);
            const QRectF place(rect.left(), top, rect.width(), share);
            top += share;
            left -= share;
            if (HeatmapView* view = m_views[panelOf[i]])
                view->setGeometry(place.toRect());
            else
                m_numbers.push_back({place, panelOf[i]});
        }
    }
    return lines.height;
}

double StageCanvas::layOutSmall(std::size_t count, std::size_t firstPanel, const QString& title,
                                const QRectF& area) {
    if (count == 0)
        return 0;
    m_captions.push_back({QRectF(area.left(), area.top(), area.width(), captionHeight), title});
    const double perRow = std::max(1.0, std::floor((area.width() + gap) / (smallWidth + gap)));
    const double columns = std::min(perRow, static_cast<double>(count));
    const double lines = std::ceil(static_cast<double>(count) / columns);
    // Whole pixels, so that all maps come out equally large.
    const double w =
        std::floor(std::min((area.width() - gap * (columns - 1)) / columns, smallWidth * 2.2));
    const double h = std::floor(std::max(
        smallHeight, std::min((area.height() - captionHeight) / lines - gap, smallHeight * 1.4)));
    for (std::size_t i = 0; i < count; ++i) {
        const double column = std::fmod(static_cast<double>(i), columns);
        const double line = std::floor(static_cast<double>(i) / columns);
        const QRectF rect(area.left() + column * (w + gap),
                          area.top() + captionHeight + line * (h + gap), w, h);
        if (HeatmapView* view = m_views[firstPanel + i])
            view->setGeometry(rect.toRect());
        else
            m_numbers.push_back({rect, firstPanel + i});
    }
    return captionHeight + lines * (h + gap);
}

void StageCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::of(palette());
    if (!m_scene.message.isEmpty()) {
        painter.setPen(theme.mutedText);
        painter.setFont(signFont(font(), true));
        const QRectF area(margin * 2, margin, width() - 4 * margin,
                          std::max(height() - 2 * margin, 60.0));
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, m_scene.message);
    }
    for (const Sign& sign : m_signs)
        paintSign(painter, sign);
    for (const Number& number : m_numbers)
        paintNumber(painter, number);
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    for (const Caption& caption : m_captions)
        painter.drawText(caption.rect.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         caption.text);
}

void StageCanvas::paintSign(QPainter& painter, const Sign& sign) const {
    const Theme theme = Theme::of(palette());
    const bool word = isWord(sign.text);
    painter.setFont(signFont(font(), word));
    painter.setPen(theme.text);
    const QPointF middle = sign.rect.center();
    const QFontMetricsF metrics(painter.font());
    if (!word) {
        painter.drawText(QRectF(sign.rect.left(), middle.y() - metrics.height(), sign.rect.width(),
                                2 * metrics.height()),
                         Qt::AlignCenter, sign.text);
        return;
    }
    painter.drawText(QRectF(sign.rect.left() - 4, middle.y() - metrics.height() - 5,
                            sign.rect.width() + 8, metrics.height()),
                     Qt::AlignCenter, sign.text);
    const double half = std::min(sign.rect.width() / 2, 22.0);
    const QPointF tip(middle.x() + half, middle.y() + 4);
    painter.setPen(QPen(theme.mutedText, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawLine(QPointF(middle.x() - half, tip.y()), tip);
    painter.drawPolyline(QPolygonF({tip + QPointF(-5, -4), tip, tip + QPointF(-5, 4)}));
}

void StageCanvas::paintNumber(QPainter& painter, const Number& number) const {
    const Theme theme = Theme::of(palette());
    const HeatmapData& data = m_scalars[number.panel];
    QFont large = numberFont(font());
    large.setPointSizeF(font().pointSizeF() * 2.2);
    const QString text = data.values.empty() ? tr("not computed") : numberText(data.values[0], 4);
    const double widest = number.rect.width() - 8;
    while (large.pointSizeF() > font().pointSizeF() &&
           QFontMetricsF(large).horizontalAdvance(text) > widest)
        large.setPointSizeF(large.pointSizeF() - 1);
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    const QPointF middle = number.rect.center();
    const double lineHeight = QFontMetricsF(font()).height();
    const double largeHeight = QFontMetricsF(large).height();
    painter.drawText(QRectF(number.rect.left(), middle.y() - largeHeight / 2 - lineHeight * 2.4,
                            number.rect.width(), lineHeight * 2.4),
                     Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, data.title);
    painter.setFont(large);
    painter.setPen(theme.text);
    painter.drawText(
        QRectF(number.rect.left(), middle.y() - largeHeight / 2, number.rect.width(), largeHeight),
        Qt::AlignCenter, text);
}

/// A click on a number goes to its step, as a double click on a matrix does.
void StageCanvas::mousePressEvent(QMouseEvent* event) {
    for (const Number& number : m_numbers)
        if (number.rect.contains(event->position())) {
            emit activated(number.panel);
            return;
        }
    QWidget::mousePressEvent(event);
}

void StageCanvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        layOut();
    QWidget::changeEvent(event);
}

} // namespace gf
